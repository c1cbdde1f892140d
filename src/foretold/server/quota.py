"""How many tables there may be, of a person, from a block of addresses, in all; which of them gives way. No I/O."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from foretold.server.asking import NotNow
from foretold.server.desertion import empty, short_patience
from foretold.server.table import Table


class Limits(NamedTuple):
    """Open tables at most."""

    most: int = 5_000
    per_person: int = 20
    per_address: int = 100


LIMITS = Limits()


def block(address: str) -> str:
    """The block of addresses that one household, office or rented machine may have."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = getattr(found, "ipv4_mapped", None) or found
    return str(ipaddress.ip_network((mapped, 24 if mapped.version == 4 else 48), strict=False))


class Quota:
    """The tables that a server may hold, and from where each was made; that is known as long as the server runs."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.most = limits.most
        self._blocks: dict[str, str] = {}  # by table

    def made(self, table: str, block: str) -> None:
        """The table was made from this block."""
        self._blocks[table] = block

    def closed(self, table: str) -> None:
        """The table counts no more."""
        self._blocks.pop(table, None)

    def giving_way(self, tables: Iterable[Table], person: str, block: str, now: int) -> Table | None:
        """The table that has to be closed for one more of this person from this block, None: there is room.

        Who wants to play comes before tables at which nobody is. A Refusal says that none can give way.
        """
        tables = [*tables]
        own = [each for each in tables if person and each.host == person]
        near = [each for each in tables if block and self._blocks.get(each.id) == block]
        if len(own) >= self._limits.per_person:
            return self._emptiest(own, now) or _refuse("too-many-of-yours", self._limits.per_person)
        if len(near) >= self._limits.per_address:
            return self._emptiest(near, now) or _refuse("too-many-from-here", self._limits.per_address)
        if len(tables) >= self._limits.most:
            left = [each for each in tables if not each.anyone() and now >= each.last_person + short_patience(each)]
            return self._emptiest(tables, now) or min(left, key=_left, default=None) or _refuse("too-many-tables")
        return None

    def _emptiest(self, tables: list[Table], now: int) -> Table | None:
        """The empty table that was left longest, of those from where most come."""
        found = [each for each in tables if empty(each, now)]
        count = Counter(self._blocks.get(each.id, "") for each in found)
        return min(found, key=lambda each: (-count[self._blocks.get(each.id, "")], _left(each)), default=None)


def _left(table: Table) -> int:
    return table.last_person


def _refuse(reason: str, limit: int | None = None) -> Table:
    raise NotNow(reason, {} if limit is None else {"limit": limit})
