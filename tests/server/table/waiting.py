"""Three people at a table, of whom some are gone, and what their clocks show."""

from __future__ import annotations

from typing import Any

from foretold.server.protocol.messages import Pace
from foretold.server.table import journal
from foretold.server.updates.stream import clocks
from tests.server.at_tables import Room

SECONDS = Pace(kind="seconds", seconds=30, bank=120)
DAYS = Pace(kind="days", days=2)
PEOPLE = ("ann", "bob", "cem")


def room_of_three(pace: Pace | None = None, **settings: Any) -> Room:
    """Three people who have just been dealt their cards."""
    room = Room("me", "open", "open", players=3, pace=pace or Pace(), **settings)
    room.begin()
    return room


def in_tricks(pace: Pace | None = None, **settings: Any) -> tuple[Room, int]:
    """The same after their prophecies, which all have seen, and the seat that leads."""
    room = room_of_three(pace, **settings)
    for seat in range(3):
        room.act(seat, "3-2-2")
    (leader,) = room.table.actors()
    look(room)
    return room, leader


def look(room: Room) -> None:
    """Everybody has seen what was just told, and clocks begin to run."""
    room.wait(max((clock["wait"] for clock in clocks(room.table, room.now)), default=0))


def acted(entries: list[journal.AnyEntry]) -> list[tuple[int, str]]:
    return [(entry.seat, entry.by) for entry in entries if isinstance(entry, journal.Acted)]


def left(room: Room) -> dict[int, tuple[int, int]]:
    """By seat what its clock shows now: milliseconds for the decision, milliseconds of the bank."""
    return {clock["seat"]: (clock["left"], clock["bank"]) for clock in clocks(room.table, room.now)}


def restart(room: Room, down: int) -> None:
    room.now += down
    room.add(journal.Restarted(down))


def absent(room: Room, seat: int) -> list[str]:
    """The person of this seat, who is gone, and then the others, who are there."""
    person = room.table.seats[seat].person
    room.part(person)
    return [person, *(other for other in PEOPLE if other != person)]


def left_at(room: Room, seat: int) -> int | None:
    """Since when nobody is connected for the seat."""
    return room.table.seats[seat].away
