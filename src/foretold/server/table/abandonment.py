"""How long a table stays open once everybody has left. No I/O."""

from __future__ import annotations

from foretold.server.table.table import DAY, YEAR, Table

MINUTE, HOUR = 60_000, 3_600_000  # ms
_EVENING = 10 * MINUTE  # after a match of an evening


def patience(table: Table) -> int:
    """Milliseconds after which a table without people is abandoned; a match that people may resume gets long."""
    if table.evening:  # bots play it to its end
        return _EVENING if table.phase == "over" else DAY
    if table.stopped is not None and any(seat.kind == "person" and seat.decided for seat in table.seats):
        return YEAR
    return short_patience(table)


def short_patience(table: Table) -> int:
    """Milliseconds after which a table without people may have to make room for another."""
    if table.settings.pace.kind == "days":
        return 7 * DAY
    return DAY if _played_at(table) else HOUR


def empty(table: Table, now: int) -> bool:
    """True if nobody has joined this table, or nobody is left, and nobody has played there."""
    if table.anyone() or table.evening or table.settings.pace.kind == "days" or _played_at(table):
        return False
    return now >= table.last_person + MINUTE  # a page takes a moment to connect


def _played_at(table: Table) -> bool:
    return any(seat.manned and seat.decided for seat in table.seats)
