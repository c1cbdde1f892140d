"""Where a server is reached: its addresses, one of them as a QR code, and the browser that opens it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

# Hosts that mean every address of this machine, with targets far away. Nothing is sent to these: asking for the way to
# them tells which addresses the machine has. The first of each is nobody's, so it takes the way that leads out; the
# others lie in private networks.
EVERYWHERE = {
    "0.0.0.0": ("203.0.113.1", "192.168.254.254", "10.254.254.254", "172.31.254.254"),
    "::": ("2001:db8::1", "fd00:ffff::1"),
}
_QUIET = 2  # light modules around a code: enough for cameras, and all fits on 24 lines
_LIGHT_ON_DARK = "\x1b[97;40m"


def local_url(host: str, port: int, prefix: str) -> str:
    """The address of the server on this machine."""
    at_home = {"0.0.0.0": "127.0.0.1", "localhost": "127.0.0.1", "::": "::1"}
    return _url(at_home.get(host, host), port, prefix)


def network_urls(host: str, port: int, prefix: str) -> list[str]:
    """The addresses of the server for others in the same network, the most likely first."""
    if host in EVERYWHERE:
        return [_url(address, port, prefix) for address in own_addresses(EVERYWHERE[host])]
    loopback = host in ("localhost", "::1") or host.startswith("127.")
    return [] if loopback else [_url(host, port, prefix)]


def own_addresses(targets: tuple[str, ...]) -> list[str]:
    """The addresses that this machine itself has on the way to the targets; nothing is sent to find them."""
    import ipaddress
    import socket

    found: dict[str, None] = {}
    for target in targets:
        kind = socket.AF_INET6 if ":" in target else socket.AF_INET
        with suppress(OSError), socket.socket(kind, socket.SOCK_DGRAM) as way:  # where there is no way
            way.connect((target, 9))
            found[way.getsockname()[0]] = None
    return [each for each in found if not (ipaddress.ip_address(each).is_loopback or each in EVERYWHERE)]


def _url(host: str, port: int, prefix: str) -> str:
    place = f"[{host}]" if ":" in host else host
    return f"http://{place}:{port}{prefix}"


def drawn(url: str) -> str:
    """The address as a QR code of half blocks; where text has no such characters, nothing."""
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
    """Whether a person sits at this terminal and has a browser with windows."""
    windows = sys.platform in ("win32", "darwin") or any(os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY"))
    return windows and sys.stdout.isatty()


def open_browser(url: str) -> None:
    """The browser opens the page, as far as there is one."""
    import webbrowser

    try:
        webbrowser.open(url)
    except (webbrowser.Error, OSError):
        return  # the address stands in the terminal
