"""Blocks of IP addresses (IPv4 /24, IPv6 /64 and /48) that share rate limits."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

Blocks = tuple[str, ...]  # of one visitor, narrowest first; empty if the address is unknown

WIDER = 2  # the quota of an IPv6 /48, as a multiple of that of one of its /64s


def blocks(address: str) -> Blocks:
    """The blocks that share quotas: the /24 of an IPv4 address; of an IPv6 address its /64, then its /48."""
    return _networks(address, (24,), (64, 48))


def senders(address: str) -> Blocks:
    """The keys by which requests are counted: the address or its /64, then the /24 or the /48."""
    return _networks(address, (32, 24), (64, 48))


def shares(names: Blocks, limit: int) -> list[tuple[str, int]]:
    """Each block with its limit under a quota."""
    return [(name, limit * WIDER**step) for step, name in enumerate(names)]


@lru_cache(maxsize=4096)  # asked several times for each request
def _networks(address: str, lengths: tuple[int, ...], lengths6: tuple[int, ...]) -> Blocks:
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return (address,) if address else ()
    mapped = getattr(parsed, "ipv4_mapped", None) or parsed
    chosen = lengths if mapped.version == 4 else lengths6
    return tuple(str(ipaddress.ip_network((mapped, length), strict=False)) for length in chosen)
