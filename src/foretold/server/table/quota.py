"""How many tables a person, a block of addresses and the server may have, and which abandoned one gives way. No I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from foretold.server.base.address_blocks import Blocks, shares
from foretold.server.table.abandonment import empty, short_patience
from foretold.server.table.permissions import NotNow
from foretold.server.table.table import Table


class Limits(NamedTuple):
    """Open tables at most."""

    most: int = 5_000
    per_person: int = 20
    per_address: int = 100


LIMITS = Limits()


class Quota:
    """The tables that a server may hold, and from where each was made; that is known as long as the server runs."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.most = limits.most
        self._blocks: dict[str, Blocks] = {}  # by table

    def made(self, table: str, where: Blocks) -> None:
        """The table was made from these blocks of addresses."""
        self._blocks[table] = where

    def closed(self, table: str) -> None:
        """The table counts no more."""
        self._blocks.pop(table, None)

    def giving_way(self, tables: Iterable[Table], person: str, where: Blocks, now: int) -> Table | None:
        """The table that has to be closed for one more of this person from these blocks, None: there is room.

        Who wants to play comes before tables at which nobody is. A Refusal says that none can give way.
        """
        tables = [*tables]
        own = [each for each in tables if person and each.host == person]
        if len(own) >= self._limits.per_person:
            return self._emptiest(own, now) or _refuse("too-many-of-yours", self._limits.per_person)
        for name, limit in shares(where, self._limits.per_address):
            near = [each for each in tables if name in self._blocks.get(each.id, ())]
            if len(near) >= limit:
                return self._emptiest(near, now) or _refuse("too-many-from-here", limit)
        if len(tables) >= self._limits.most:
            left = [each for each in tables if not each.anyone() and now >= each.last_person + short_patience(each)]
            return self._emptiest(tables, now) or min(left, key=_left, default=None) or _refuse("too-many-tables")
        return None

    def _emptiest(self, tables: list[Table], now: int) -> Table | None:
        """The empty table that was left longest, of those from where most come."""
        found = [each for each in tables if empty(each, now)]
        count = Counter(self._place(each) for each in found)
        return min(found, key=lambda each: (-count[self._place(each)], _left(each)), default=None)

    def _place(self, table: Table) -> str:
        """The widest block from which the table was made."""
        return (self._blocks.get(table.id) or ("",))[-1]

    def fair_share(self, tables: Iterable[Table], most: int) -> list[Table]:
        """The newest tables, at most so many: by turns one of each block, so that none pushes the others off a list.

        Where the block is not known, tables are told apart by their hosts.
        """
        newest = sorted(tables, key=lambda table: -table.at)
        if len(newest) <= most:
            return newest
        seen: Counter[str] = Counter()
        ranked = []
        for table in newest:
            place = self._place(table) or f"host {table.host}"
            ranked.append((seen[place], -table.at, table.id, table))
            seen[place] += 1
        return sorted((table for *_, table in sorted(ranked)[:most]), key=lambda table: -table.at)


def _left(table: Table) -> int:
    return table.last_person


def _refuse(reason: str, limit: int | None = None) -> Table:
    raise NotNow(reason, {} if limit is None else {"limit": limit})
