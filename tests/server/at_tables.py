"""Tables without a server: the test moves the clock, chance repeats, and the journal can make the table anew."""

from __future__ import annotations

import hashlib
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from foretold import i18n
from foretold.errors import Refusal
from foretold.server.protocol import messages
from foretold.server.table import commands, follow_ups, journal, lobby
from foretold.server.table.commands import play
from foretold.server.table.journal import AnyEntry
from foretold.server.table.table import Table
from foretold.server.updates.stream import PublicSnapshot

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000
OPEN = ("me", "open", "open", "open")
PEOPLE = ("ann", "bob", "cem", "dan", "eve", "fay")


class Room:
    """A table and its time; everything goes through `rulings` as on a server, and into the journal as bytes."""

    def __init__(self, *seats: str, name: str = "Ann", **settings: Any) -> None:
        self.now = 1_700_000_000_000
        self.table = Table("t")
        self.written: list[tuple[int, bytes]] = []
        self._drawn = 0
        wish = messages.NewTable(seats=list(seats) or None, settings=messages.Settings(**settings))
        self.add(*lobby.make(wish, "ann", name))

    def entropy(self, size: int) -> bytes:
        """Chance that repeats."""
        self._drawn += 1
        return hashlib.shake_128(b"%d" % self._drawn).digest(size)

    def add(self, *entries: AnyEntry) -> list[AnyEntry]:
        """These entries and what follows happen now; the table is not woken at a moment that is over."""
        done = follow_ups.settle(self.table, list(entries), self.now, self.entropy)
        self.written += [(self.now, journal.write(entry)) for entry in done]
        due = follow_ups.next_due(self.table)
        assert due is None or due > self.now, "the clock would wake the table for nothing"
        return done

    def do(self, person: str, command: messages.TableCommand) -> list[AnyEntry]:
        """The command is carried out; a Refusal goes to the caller."""
        return self.add(*commands.handle(self.table, person, command))

    def wait(self, milliseconds: int) -> list[AnyEntry]:
        """Time passes; what is due happens at its time."""
        end, done = self.now + milliseconds, []
        while True:
            due = follow_ups.next_due(self.table)
            if due is None or due > end:
                break
            self.now = due
            happened = self.add()
            assert happened, "the clock woke the table for nothing"
            done += happened
        self.now = end
        return done

    # Lines, as the hub tells of them ---------------------------------------------------------------------------

    def join(self, *people: str) -> None:
        """These people have lines to the table."""
        for person in people:
            table = self.table
            back = tuple(seat for seat in table.seats_of(person) if table.seats[seat].away is not None)
            took = tuple(seat for seat in back if table.seats[seat].stood_in and table.seats[seat].misses < 2)
            self.add(*([journal.Here(back)] if back else []), *([journal.TookBack(took)] if took else []))

    def part(self, *people: str) -> None:
        """Their lines are gone."""
        for person in people:
            gone = tuple(seat for seat in self.table.seats_of(person) if self.table.seats[seat].away is None)
            self.add(*([journal.Away(gone)] if gone else []))

    # Shortcuts -------------------------------------------------------------------------------------------------

    def seat_all(self) -> None:
        """Everybody has a line, and free seats are taken by the next person."""
        self.join("ann")
        for number, seat in enumerate(self.table.seats):
            if seat.kind == "open":
                self.do(PEOPLE[number], messages.Sit(seat=number, name=PEOPLE[number].capitalize()))
                self.join(PEOPLE[number])

    def ready_all(self) -> None:
        """Every person is ready."""
        for person in dict.fromkeys(seat.person for seat in self.table.seats if seat.person):
            if self.table.phase == "open":
                self.do(person, messages.Ready())

    def share_all(self, silent: tuple[int, ...] = ()) -> None:
        """Every seat whose bytes count gives some; the match begins."""
        for command in (self.commit, self.reveal):
            assert self.table.match is not None
            for seat, share in enumerate(self.table.match.shares(silent=False)):
                if "none" not in share and seat not in silent:
                    command(seat)
            if self.table.phase == "sharing" and silent:
                self.wait(5 * SECOND)

    def commit(self, seat: int) -> None:
        """The seat commits itself to its bytes."""
        digest = hashlib.sha256(share_of(seat)).hexdigest()
        self.do(self.table.seats[seat].person, messages.Commit(commitment=digest))

    def reveal(self, seat: int) -> None:
        """The seat tells its bytes."""
        self.do(self.table.seats[seat].person, messages.Reveal(bytes=share_of(seat).hex()))

    def begin(self) -> None:
        """A match is being played; all have lines and gave bytes."""
        self.seat_all()
        self.ready_all()
        self.share_all()
        assert self.table.phase == "playing"

    def act(self, seat: int, action: str | None = None, id: str = "") -> messages.Act:
        """The person of the seat acts, with the first legal action unless told another; what was sent."""
        assert self.table.state is not None
        chosen = action or str(self.table.state.legal(seat)[0])
        sent = messages.Act(seat=seat, decision=self.table.seats[seat].made, action=chosen, id=id)
        self.do(self.table.seats[seat].person, sent)
        return sent

    def bot_acts(self, seat: int, rng: Random) -> list[AnyEntry]:
        """The bot of the seat acts somehow."""
        assert self.table.state is not None
        action = str(rng.choice(self.table.state.legal(seat)))
        return self.add(*play.bot_acts(self.table, seat, self.table.seats[seat].made, action))

    def play(self, rng: Random, most: int = 10_000) -> None:
        """Random play by whoever is to act, to the end of the match or for so many actions."""
        for _ in range(most):
            if not self.table.actors():
                return
            waits = [seat for seat in self.table.actors() if not self.table.seats[seat].stood_in]
            seat = rng.choice(waits or self.table.actors())  # who is gone comes last: then somebody waits for it
            if self.table.seats[seat].by_bot:
                self.bot_acts(seat, rng)
            else:
                assert self.table.state is not None
                self.act(seat, str(rng.choice(self.table.state.legal(seat))))

    def rebuilt(self) -> Table:
        """The table that the bytes of the journal make."""
        table = Table("t")
        for at, body in self.written:
            table.apply(journal.read(body), at)
        return table


def share_of(seat: int) -> bytes:
    """The bytes that a seat adds to the deals."""
    return bytes([seat]) * 16


def dump(table: Table) -> dict[str, Any]:
    """All that a table is, as values that can be compared."""
    table.wake()
    slots = {name: getattr(table, name) for name in Table.__slots__ if name not in ("_dealer", "_game", "_match")}
    slots["seats"] = [{field.name: getattr(seat, field.name) for field in fields(seat)} for seat in table.seats]
    match = table.match
    if match is not None:
        slots["match"] = {field.name: getattr(match, field.name) for field in fields(match)}
        slots["key"] = None if match.state is None else match.state._key
    return {**slots, "due": follow_ups.next_due(table), "facts": PublicSnapshot(table).fields}


def check_rest(table: Table, awake: Table) -> None:
    """The table rests, unless its match is about to begin; lists and clocks find what they find at its awake twin."""
    table.rest()
    assert table.resting == (table.phase != "sharing")
    for known in (table_facts, follow_ups.next_due):
        assert known(table) == known(awake)
    assert table.resting == (table.phase != "sharing"), "nobody needs to wake it for that"


def table_facts(table: Table) -> tuple[object, ...]:
    """What lists show of a table to somebody who was never there."""
    return table.round, table.in_tricks, table.ended, table.branched, lobby.summary(table, "nobody")


def refused(room: Room, person: str, command: messages.TableCommand) -> str:
    """The reason of the refusal; nothing has changed."""
    before = room.table.number
    with pytest.raises(Refusal) as refusal:
        room.do(person, command)
    assert room.table.number == before
    for language in i18n.languages():
        assert refusal.value.sentence(language)
    return refusal.value.reason
