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
    """Maximum numbers of open tables."""

    most: int = 5_000
    per_person: int = 20
    per_address: int = 100


LIMITS = Limits()


class Quota:
    """The limits on open tables, and where each was made from, known while the server runs."""

    def __init__(self, limits: Limits) -> None:
        self._blocks: dict[str, Blocks] = {}  # by table
        self.take(limits)

    def take(self, limits: Limits) -> None:
        """Replaces the limits; tables that are open stay."""
        self._limits = limits
        self.most = limits.most

    def made(self, table: str, where: Blocks) -> None:
        """Notes that the table was made from these address blocks."""
        self._blocks[table] = where

    def closed(self, table: str) -> None:
        """Stops counting the table."""
        self._blocks.pop(table, None)

    def giving_way(self, tables: Iterable[Table], person: str, where: Blocks, now: int) -> Table | None:
        """The table to close to make room for one more of this person; None if there is room.

        Empty tables give way to people who want to play; a Refusal says that none can.
        """
        tables = [*tables]
        own = [table for table in tables if person and table.host == person]
        if len(own) >= self._limits.per_person:
            return self._emptiest(own, now) or _refuse("too-many-of-yours", self._limits.per_person)
        for name, limit in shares(where, self._limits.per_address):
            near = [table for table in tables if name in self._blocks.get(table.id, ())]
            if len(near) >= limit:
                return self._emptiest(near, now) or _refuse("too-many-from-here", limit)
        if len(tables) >= self._limits.most:
            left = [
                table for table in tables if not table.anyone() and now >= table.last_person + short_patience(table)
            ]
            return self._emptiest(tables, now) or min(left, key=_left, default=None) or _refuse("too-many-tables")
        return None

    def _emptiest(self, tables: list[Table], now: int) -> Table | None:
        """The empty table that was left longest ago, among those of the block with most empty tables."""
        candidates = [table for table in tables if empty(table, now)]
        count = Counter(self._place(table) for table in candidates)
        return min(candidates, key=lambda table: (-count[self._place(table)], _left(table)), default=None)

    def _place(self, table: Table) -> str:
        """The widest block that the table was made from."""
        return (self._blocks.get(table.id) or ("",))[-1]

    def fair_share(self, tables: Iterable[Table], most: int) -> list[Table]:
        """The newest tables, round-robin over blocks so that none pushes the others off a list.

        Tables from unknown blocks are grouped by host.
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
