"""SSRF-safe HTTPS POST: allow-listed host, private addresses refused, no redirects.

The name is resolved once, the address is checked, and that address is connected to; only the status of the answer is
read.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import ssl

TIMEOUT = 10.0  # seconds for the whole request
LENGTH = 1000  # characters of a URL
_HEAD = 16 * 1024  # bytes of a response that are read at most
_BEHIND = tuple(  # IPv6 ranges that embed IPv4 addresses, and deprecated private networks
    map(ipaddress.ip_network, ("::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "fec0::/10"))
)
LOOPBACK = False  # whether loopback addresses and any port are allowed: for tests


class Forbidden(ValueError):
    """A URL that nothing is sent to."""


class Target(NamedTuple):
    """The destination of a request."""

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        return f"https://{self.host}" + ("" if self.port == 443 else f":{self.port}")


def target(url: str, hosts: Sequence[str]) -> Target:
    """The destination of a URL, if its host is allowed; `*.` before a name allows its subdomains."""
    try:
        parts = urlsplit(url)
        port, host = parts.port or 443, (parts.hostname or "").lower()
    except ValueError:
        raise Forbidden from None
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LENGTH
    if not plain or parts.scheme != "https" or parts.username is not None or parts.fragment:
        raise Forbidden
    if not any(host == allowed or (allowed.startswith("*.") and host.endswith(allowed[1:])) for allowed in hosts):
        raise Forbidden
    if port != 443 and not LOOPBACK:
        raise Forbidden
    return Target(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def reachable(address: str) -> bool:
    """True if requests may go to this address: not to private networks, this machine, or tunnels to them."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    ip = getattr(ip, "ipv4_mapped", None) or ip
    if ip.is_loopback:
        return LOOPBACK
    return ip.is_global and not ip.is_multicast and not any(ip in network for network in _BEHIND)


async def post(to: Target, headers: Mapping[str, str], body: bytes) -> int:
    """Sends a POST and returns the status; OSError if there is no response, Forbidden if it must not be sent."""
    async with asyncio.timeout(TIMEOUT):
        addresses = await asyncio.get_running_loop().getaddrinfo(to.host, to.port, type=1)
        address = next((str(place[4][0]) for place in addresses if reachable(str(place[4][0]))), None)
        if address is None:
            raise Forbidden
        reading, writing = await asyncio.open_connection(
            address, to.port, ssl=_trust(), server_hostname=to.host, limit=_HEAD
        )
        try:
            place = to.host if to.port == 443 else f"{to.host}:{to.port}"
            lines = {"Host": place, **headers, "Content-Length": str(len(body)), "Connection": "close"}
            head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
            writing.write(f"POST {to.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
            await writing.drain()
            status = (await reading.readline()).split()
        finally:
            writing.close()
    if len(status) < 2 or not status[0].startswith(b"HTTP/1.") or not status[1].isdigit():
        raise ConnectionError("no answer in HTTP")
    return int(status[1])


@cache
def _trust() -> ssl.SSLContext:
    import ssl  # a browser has none

    return ssl.create_default_context()
