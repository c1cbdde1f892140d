"""Permissions: who may do what at a table, and when."""

from __future__ import annotations

from foretold.errors import Refusal
from foretold.server.table.seats import Seat
from foretold.server.table.table import Table


class NoSuch(Refusal):
    """Nothing of that name exists, or not for this person."""


class NotNow(Refusal):
    """A command that doesn't fit the table's current state; nothing has changed."""


class NotYours(Refusal):
    """A command from somebody who may not give it."""


def own_seats(table: Table, person: str) -> tuple[int, ...]:
    """The seats of the person; refused if they have none."""
    seats = table.seats_of(person)
    if not seats:
        raise NotYours("not-seated")
    return seats


def needs_host(table: Table, person: str) -> None:
    """Refuses everybody but the host."""
    if not person or person != table.host:  # a table may have no host, and anonymous visitors have no id
        raise NotYours("not-host")


def needs_phase(table: Table, phase: str) -> None:
    """Refuses in all phases but this one."""
    if table.phase != phase:
        raise NotNow(f"needs-{phase}")


def seat_at(table: Table, seat: int) -> Seat:
    """The seat with this number; refused if there is none."""
    if seat >= len(table.seats):
        raise NotNow("no-such-seat", {"found": str(seat), "last": len(table.seats) - 1})
    return table.seats[seat]
