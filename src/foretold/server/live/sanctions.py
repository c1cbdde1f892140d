"""Who is muted or blocked, as this process knows it; read from the store when an operator changes it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import TypeVar

from foretold.errors import Refusal
from foretold.server.store import Restriction
from foretold.server.table.permissions import NotNow, NotYours

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Ends = int | None  # ms, or never
_Key = TypeVar("_Key")

LENGTHS = {4: (24, 32), 6: (48, 64)}  # prefix lengths of networks that can be blocked, by IP version


class Sanctions:
    """The restrictions in force."""

    def __init__(self) -> None:
        self._muted: dict[str, Ends] = {}
        self._blocked: dict[str, Ends] = {}
        self._networks: dict[Network, Ends] = {}

    def take(self, restrictions: Iterable[Restriction]) -> None:
        """Replaces all restrictions by these."""
        self._muted, self._blocked, self._networks = {}, {}, {}
        for restriction in restrictions:
            if restriction.person is None:
                if (network := network_of(restriction.network)) is not None:
                    _longest(self._networks, network, restriction.until)
            else:
                people = self._muted if restriction.kind == "mute" else self._blocked
                _longest(people, restriction.person, restriction.until)

    def muted(self, person: str, now: int) -> Refusal | None:
        """The refusal of chat of this person, None if they may talk."""
        return _refusal(NotNow, "muted", self._muted, person, now)

    def blocked(self, person: str, now: int) -> Refusal | None:
        """The refusal of everything that this person asks, None if they are not blocked."""
        return _refusal(NotYours, "blocked", self._blocked, person, now)

    def blocked_from(self, address: str, now: int) -> Refusal | None:
        """The refusal of everything from this address, None if no network that holds it is blocked."""
        if not self._networks:
            return None
        for network in _networks_of(address):
            refusal = _refusal(NotYours, "blocked-network", self._networks, network, now)
            if refusal is not None:
                return refusal
        return None

    def refusal(self, person: str, address: str, now: int) -> Refusal | None:
        """The refusal of a connection of this person from this address, None if neither is blocked."""
        return self.blocked(person, now) or self.blocked_from(address, now)


def network_of(text: str) -> Network | None:
    """The network that can be blocked under this name: IPv4 /24 or /32, IPv6 /48 or /64; None for any other text."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    if network.version == 6 and network.prefixlen == 128:  # one address: a visitor has the whole /64
        network = ipaddress.ip_network((network.network_address, 64), strict=False)
    return network if network.prefixlen in LENGTHS[network.version] else None


@lru_cache(4096)
def _networks_of(address: str) -> tuple[Network, ...]:
    """The networks by which an address can be blocked."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ()
    mapped = getattr(parsed, "ipv4_mapped", None) or parsed
    return tuple(ipaddress.ip_network((mapped, length), strict=False) for length in LENGTHS[mapped.version])


def _longest(known: dict[_Key, Ends], key: _Key, until: Ends) -> None:
    before = known.get(key, 0)
    known[key] = None if until is None or before is None else max(before, until)


def _refusal(kind: type[Refusal], reason: str, known: dict[_Key, Ends], key: _Key, now: int) -> Refusal | None:
    until = known.get(key, 0)
    if until is None:
        return kind(f"{reason}-for-good")
    if until <= now:
        return None
    return kind(reason, {"until": datetime.fromtimestamp(until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")})
