"""Host names that the server answers to; requests for any other are refused (DNS rebinding)."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from foretold.errors import Refusal

ANY = "*"
# Endings that routers and machines give names at home; nobody can buy a name that has one.
_AT_HOME = ("local", "lan", "home", "home.arpa", "internal", "localdomain")


class OtherHost(Refusal):
    """A request for a name that is not this server's."""


class Hosts:
    """The names of a server: of its public address, of its machine, and those that it was told."""

    def __init__(self, public_url: str = "", names: str = "") -> None:
        machine = socket.gethostname().lower().partition(".")[0]
        told = [each for each in names.split(",") if each]
        self._any = ANY in told
        self._names = {*told, urlsplit(public_url).hostname or "", socket.gethostname().lower(), machine, "localhost"}
        self._names |= {f"{machine}.{ending}" for ending in _AT_HOME}

    def knows(self, host: str, own: str) -> bool:
        """Whether a request with this Host, to the address `own` of the machine, is for this server.

        Who comes by a number has asked for it: that of a private network may be a router's, which passes it on.
        """
        if self._any or not host:  # no browser leaves it out
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
        found = ipaddress.ip_address(own.partition("%")[0])
    except ValueError:  # a socket that is a file
        return False
    return address in (found, getattr(found, "ipv4_mapped", None))
