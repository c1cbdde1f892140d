"""Host names that the server answers to; requests for any other are refused (DNS rebinding)."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from foretold.errors import Refusal

ANY = "*"
# Suffixes that home networks use; nobody can register a domain under one.
_AT_HOME = ("local", "lan", "home", "home.arpa", "internal", "localdomain")


class OtherHost(Refusal):
    """A request for a host name that is not this server's."""


class Hosts:
    """The host names of a server: of its public URL, of its machine, and those configured."""

    def __init__(self, public_url: str = "", names: str = "") -> None:
        machine = socket.gethostname().lower().partition(".")[0]
        configured = [name for name in names.split(",") if name]
        self._any = ANY in configured
        self._names = {
            *configured,
            urlsplit(public_url).hostname or "",
            socket.gethostname().lower(),
            machine,
            "localhost",
        }
        self._names |= {f"{machine}.{ending}" for ending in _AT_HOME}

    def knows(self, host: str, own: str) -> bool:
        """True if a request with this Host header, to the machine's address `own`, is meant for this server.

        An IP address must be the one connected to, or one of a private network: a router may forward it.
        """
        if self._any or not host:  # every browser sends one
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
        except ValueError:
            return False
        if name in self._names or name.endswith(".localhost"):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_private or address.is_loopback or address.is_link_local or _same(address, own)


def _same(address: ipaddress.IPv4Address | ipaddress.IPv6Address, own: str) -> bool:
    try:
        own_address = ipaddress.ip_address(own.partition("%")[0])
    except ValueError:  # a Unix socket
        return False
    return address in (own_address, getattr(own_address, "ipv4_mapped", None))
