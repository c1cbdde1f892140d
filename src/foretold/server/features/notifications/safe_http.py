"""SSRF-safe HTTPS POST: allow-listed host, private addresses refused, no redirects.

The name is resolved once, the address is checked, and that address is connected to. Only the status of the answer
counts. A connection is kept for a few seconds, since most devices' messages go to the same few services and a new TLS
connection costs more than the message.
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
_RESPONSE = 16 * 1024  # bytes of a response that are read at most
KEPT = 5.0  # seconds that an unused connection is kept
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


class _Connection(NamedTuple):
    """An open connection to a service."""

    reading: asyncio.StreamReader
    writing: asyncio.StreamWriter

    @property
    def open(self) -> bool:
        """True unless either side has closed it."""
        return not self.reading.at_eof() and not self.writing.is_closing()


class Sender:
    """Sends POSTs, on a connection that is still open to the same service where there is one."""

    def __init__(self) -> None:
        self._idle: dict[tuple[str, int], list[_Connection]] = {}

    async def post(self, to: Target, headers: Mapping[str, str], body: bytes) -> int:
        """Sends a POST and returns the status; OSError if there is no response, Forbidden if it must not be sent."""
        async with asyncio.timeout(TIMEOUT):
            connection = self._kept(to) or await _connected(to)
            keep = False
            try:
                place = to.host if to.port == 443 else f"{to.host}:{to.port}"
                lines = {"Host": place, **headers, "Content-Length": str(len(body))}
                head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
                connection.writing.write(f"POST {to.path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body)
                await connection.writing.drain()
                status, keep = await _answer(connection.reading)
            finally:
                if keep:
                    self._keep(to, connection)
                else:
                    connection.writing.close()
        return status

    def close(self) -> None:
        """Closes the connections that are kept."""
        for connections in self._idle.values():
            for connection in connections:
                connection.writing.close()
        self._idle.clear()

    def _kept(self, to: Target) -> _Connection | None:
        """Takes a connection that is still open to this service."""
        connections = self._idle.get((to.host, to.port), [])
        while connections:
            connection = connections.pop()
            if connection.open:
                return connection
            connection.writing.close()
        return None

    def _keep(self, to: Target, connection: _Connection) -> None:
        """Keeps a connection for the next message to this service, but not for long: the service may close it."""
        connections = self._idle.setdefault((to.host, to.port), [])
        connections.append(connection)

        def drop() -> None:
            if connection in connections:
                connections.remove(connection)
                connection.writing.close()

        asyncio.get_running_loop().call_later(KEPT, drop)


async def _connected(to: Target) -> _Connection:
    """A new connection, to an address that requests may go to."""
    addresses = await asyncio.get_running_loop().getaddrinfo(to.host, to.port, type=1)
    address = next((str(place[4][0]) for place in addresses if reachable(str(place[4][0]))), None)
    if address is None:
        raise Forbidden
    return _Connection(
        *await asyncio.open_connection(address, to.port, ssl=_trust(), server_hostname=to.host, limit=_RESPONSE)
    )


async def _answer(reading: asyncio.StreamReader) -> tuple[int, bool]:
    """The status of the response, and whether it was read to its end, so that another request can follow."""
    try:
        head = (await reading.readuntil(b"\r\n\r\n")).split(b"\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        raise ConnectionError("no response in HTTP") from None
    status = head[0].split()
    if len(status) < 2 or not status[0].startswith(b"HTTP/1.") or not status[1].isdigit():
        raise ConnectionError("no response in HTTP")
    fields = {name.strip().lower(): value.strip().lower() for name, _, value in (line.partition(b":") for line in head)}
    length = fields.get(b"content-length", b"")
    keep = status[0] == b"HTTP/1.1" and fields.get(b"connection") != b"close" and b"transfer-encoding" not in fields
    if not keep or not length.isdigit() or int(length[:9]) > _RESPONSE:
        return int(status[1]), False
    try:
        await reading.readexactly(int(length))
    except asyncio.IncompleteReadError:
        keep = False
    return int(status[1]), keep


@cache
def _trust() -> ssl.SSLContext:
    import ssl  # a browser has none

    return ssl.create_default_context()
