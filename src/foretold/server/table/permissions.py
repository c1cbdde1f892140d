"""Permissions: who may do what at a table, and when."""

from __future__ import annotations

from foretold.errors import Refusal
from foretold.server.table.seats import Seat
from foretold.server.table.table import Table


class NoSuch(Refusal):
    """Nothing of that name is here, or not for you."""


class NotNow(Refusal):
    """A command that does not fit the table as it is; nothing has changed."""


class NotYours(Refusal):
    """A command of somebody who may not give it."""


def own_seats(table: Table, person: str) -> tuple[int, ...]:
    """The seats of the person, who has some."""
    found = table.seats_of(person)
    if not found:
        raise NotYours("not-seated")
    return found


def needs_host(table: Table, person: str) -> None:
    """Refused to all but the host."""
    if not person or person != table.host:  # a table may have lost its host, and who is unknown is nobody
        raise NotYours("not-host")


def needs_phase(table: Table, phase: str) -> None:
    """Refused in all phases but this one."""
    if table.phase != phase:
        raise NotNow(f"needs-{phase}")


def seat_at(table: Table, seat: int) -> Seat:
    """The seat of that number."""
    if seat >= len(table.seats):
        raise NotNow("no-such-seat", {"found": str(seat), "last": len(table.seats) - 1})
    return table.seats[seat]
