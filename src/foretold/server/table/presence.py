"""Who is at a table, and who of them waits for whom."""

from __future__ import annotations

from typing import NamedTuple

from foretold.server.protocol.messages import Settings, Successor
from foretold.server.table.seats import MANNED, Seat


class Interval(NamedTuple):
    """The end of a round is looked at and no clock runs, until this time or until all of these seats have gone on."""

    until: int
    looking: frozenset[int]


class Company:
    """The seats of a table, and what follows from who has them and is there."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.seats: list[Seat] = []
        self.paused = False
        self.evening = ""  # of which this is a table: others wait until it is done, whoever is here

    def actors(self) -> tuple[int, ...]:
        """The seats that are to act."""
        raise NotImplementedError

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats of a person, ascending."""
        return tuple([i for i, seat in enumerate(self.seats) if seat.person == person]) if person else ()

    def anyone(self) -> bool:
        """Whether somebody is connected to this table."""
        return any(seat.away is None and seat.kind in MANNED for seat in self.seats)

    def alone(self) -> int | None:
        """The seat of the one person who plays with bots of the server and nobody else; None: it is not so."""
        others = [number for number, seat in enumerate(self.seats) if seat.kind != "bot"]
        return others[0] if len(others) == 1 and self.seats[others[0]].kind == "person" else None

    def aided(self) -> bool:
        """Whether aids are allowed: as was chosen with the table, else while all seats but one are our bots'."""
        chosen = self.settings.aids
        return sum(seat.kind != "bot" for seat in self.seats) <= 1 if chosen is None else chosen

    def accompanied(self, number: int) -> bool:
        """Whether another person is there, or others wait elsewhere, or nobody but programs plays here."""
        if self.evening:
            return True
        own = self.seats[number].person
        others = any(seat.present and seat.person != own for seat in self.seats)
        return others or not any(seat.kind == "person" for seat in self.seats)

    def waited_for(self, number: int) -> bool:
        """Whether the match waits for this seat, and another person is there who has nothing to do but wait."""
        actors = self.actors()
        if number not in actors or self.paused:
            return False
        if self.evening:
            return True
        if not any(seat.kind == "person" for seat in self.seats):
            return True  # programs alone: they wait for each other
        busy = {self.seats[actor].person for actor in actors}  # the seat's own person among them
        return any(seat.present and seat.person not in busy for seat in self.seats)

    def voted_out(self, number: int) -> Successor | None:
        """Who is to have this seat as more than half of the other people who are there ask; None: no such many."""
        seat = self.seats[number]
        others = {each.person for each in self.seats if each.present and each.person != seat.person}
        asked = [to for person, to in seat.votes.items() if person in others]
        choices: tuple[Successor, ...] = ("bot", "open")
        return next((to for to in choices if 2 * asked.count(to) > len(others)), None)

    def attended(self) -> bool:
        """Whether clocks have somebody to run for: who is there, people who play by days, an evening, programs."""
        people = {seat.person for seat in self.seats if seat.kind == "person"}
        if not people or self.evening or any(seat.present for seat in self.seats):
            return True
        return self.settings.pace.kind == "days" and len(people) > 1

    def lookers(self) -> frozenset[int]:
        """The seats whose people look at the end of a round while a clock or somebody else waits for them."""
        there = frozenset(number for number, seat in enumerate(self.seats) if seat.present)
        several = len({self.seats[number].person for number in there}) > 1
        pace = self.settings.pace.kind
        return there if pace == "seconds" or (pace == "none" and several) else frozenset()
