"""How a server is reached: its addresses, one of them as a QR code, and opening the browser."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

# Hosts that mean every address of this machine, with remote targets. Nothing is sent to them: routing to a target
# reveals which addresses the machine has. The first of each is unassigned, so it takes the default route; the
# others are in private networks.
EVERYWHERE = {
    "0.0.0.0": ("203.0.113.1", "192.168.254.254", "10.254.254.254", "172.31.254.254"),
    "::": ("2001:db8::1", "fd00:ffff::1"),
}
_QUIET = 2  # light modules around a code: enough for cameras, and it fits on 24 lines
_LIGHT_ON_DARK = "\x1b[97;40m"


def local_url(host: str, port: int, prefix: str) -> str:
    """Returns the server's URL on this machine."""
    at_home = {"0.0.0.0": "127.0.0.1", "localhost": "127.0.0.1", "::": "::1"}
    return _url(at_home.get(host, host), port, prefix)


def network_urls(host: str, port: int, prefix: str) -> list[str]:
    """Returns the server's URLs for others in the same network, most likely first."""
    if host in EVERYWHERE:
        return [_url(address, port, prefix) for address in own_addresses(EVERYWHERE[host])]
    loopback = host in ("localhost", "::1") or host.startswith("127.")
    return [] if loopback else [_url(host, port, prefix)]


def own_addresses(targets: tuple[str, ...]) -> list[str]:
    """Returns this machine's addresses on the routes to the targets; nothing is sent."""
    import ipaddress
    import socket

    addresses: dict[str, None] = {}
    for target in targets:
        kind = socket.AF_INET6 if ":" in target else socket.AF_INET
        with suppress(OSError), socket.socket(kind, socket.SOCK_DGRAM) as way:  # no route
            way.connect((target, 9))
            addresses[way.getsockname()[0]] = None
    return [
        address for address in addresses if not (ipaddress.ip_address(address).is_loopback or address in EVERYWHERE)
    ]


def _url(host: str, port: int, prefix: str) -> str:
    place = f"[{host}]" if ":" in host else host
    return f"http://{place}:{port}{prefix}"


def drawn(url: str) -> str:
    """Draws the URL as a QR code of half blocks; empty if the terminal can't show them."""
    from io import StringIO

    import segno

    picture = StringIO()
    segno.make(url, micro=False).terminal(picture, border=_QUIET, compact=True)
    text = picture.getvalue().rstrip("\n")
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    if sys.stdout.isatty() and sys.platform != "win32":  # a code must be dark on light on every terminal
        return "\n".join(f"{_LIGHT_ON_DARK}{line}\x1b[0m" for line in text.split("\n"))
    return text


def may_open() -> bool:
    """True if a person is at this terminal and has a graphical browser."""
    windows = sys.platform in ("win32", "darwin") or any(os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY"))
    return windows and sys.stdout.isatty()


def open_browser(url: str) -> None:
    """Opens the page in a browser, if there is one."""
    import webbrowser

    try:
        webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return  # the URL is printed in the terminal
