"""A live table: a table, its connections, and the update stream of each audience."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial

from foretold import __version__
from foretold.server.live.commit_queue import Delivery, PendingCommand
from foretold.server.live.connection import Connection
from foretold.server.live.previews import Foreseen
from foretold.server.protocol import messages
from foretold.server.table import journal
from foretold.server.table.journal import AnyEntry
from foretold.server.table.seats import LATE
from foretold.server.table.table import Table
from foretold.server.updates.stream import Audience, PublicSnapshot, UpdateStream

Audiences = tuple[int | None, ...]


ONLOOKERS = Audience.of(None, "", "list")


def _tell_all(connections: Sequence[Connection], data: bytes) -> None:
    many = len(connections) > 1  # onlookers, who get no answer besides
    for connection in connections:
        connection.tell(data, last=many)


@dataclass(eq=False)
class LiveTable:
    """A table with the connections to it."""

    table: Table
    connections: set[Connection] = field(default_factory=set)
    streams: dict[Audience, UpdateStream] = field(default_factory=dict)
    timer: asyncio.TimerHandle | None = None
    fading: asyncio.TimerHandle | None = None  # until nothing is kept for who has not come back
    facts: PublicSnapshot | None = None
    told: list[tuple[UpdateStream, list[Connection]]] | None = None  # who hears from whom, while nobody comes or goes
    regrouped: int = -1  # the table's entry since which that is so
    previews: dict[int, Foreseen] = field(default_factory=dict)  # by seat, of the moment
    unwritten: int = 0  # calls of the store that are on their way
    void: bool = False  # whether something of it could not be stored: what it says did not happen
    # Where several processes serve it:
    asks: deque[PendingCommand] = field(default_factory=deque)  # what is to happen here
    task: asyncio.Task[None] | None = None  # what is under way
    behind: int = -1  # the number that an entry elsewhere is known to have
    revision: int = 0  # of what is in the database
    renewing: bool = False  # whether it is to be read anew
    where: dict[str, str] = field(default_factory=dict)  # by person the process at which they were last

    def audiences(self, person: str) -> Audiences:
        """The seats that a person looks from; a spectator's is None."""
        return self.table.seats_of(person) or (None,)

    def stream(self, audience: Audience) -> UpdateStream:
        """Who tells this audience: what one person was told is never kept for another."""
        if audience not in self.streams:
            self.told = None
            self.streams[audience] = UpdateStream(self.table, audience.seat, audience.bids)
        return self.streams[audience]

    def shuts_out(self, person: str) -> bool:
        """Whether the person may not look on."""
        table = self.table
        if table.settings.spectators or table.phase == "open" or (person and person == table.host):
            return False
        return not table.seats_of(person)

    def current(self) -> PublicSnapshot:
        """What is public at this moment."""
        if self.facts is None or self.facts.number != self.table.number:
            self.facts = PublicSnapshot(self.table, self.facts)
        return self.facts

    def come(self, connection: Connection) -> None:
        """The connection hears what happens from now on."""
        self.connections.add(connection)
        self.told = None

    def go(self, connection: Connection) -> None:
        """The connection hears no more."""
        self.connections.discard(connection)
        self.told = None

    def stop_timer(self) -> None:
        """The clock does not wake this table any more."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    # Who is there ----------------------------------------------------------------------------------------------

    def arrivals(self, entries: Sequence[AnyEntry]) -> list[AnyEntry]:
        """Who takes a seat and is connected already is there."""
        taken = [each for each in entries if isinstance(each, journal.Seated | journal.Moved | journal.Admitted)]
        here = {connection.person for connection in self.connections} if taken else ()
        return [journal.Here((each.seat,)) for each in taken if each.person in here]

    def returns(self, person: str, process: str = "") -> list[AnyEntry]:
        """Who comes is there; who came from another process that serves the table is known to be at this one."""
        came = self.where.get(person, "") != process
        seats = self.table.seats_of(person)
        return self.back(person) or ([journal.Here(seats)] if came and seats else [])

    def back(self, person: str) -> list[AnyEntry]:
        """Who was away and is connected now is there, and has the seats back in which a bot stood in meanwhile."""
        seats = self.table.seats
        back = tuple(seat for seat in self.table.seats_of(person) if seats[seat].away is not None)
        took = tuple(seat for seat in back if seats[seat].stood_in and seats[seat].misses < LATE)
        here: list[AnyEntry] = [journal.Here(back)] if back else []
        return [*here, journal.TookBack(took)] if took else here

    def absences(self, person: str) -> list[AnyEntry]:
        """Who has no connection any more is away."""
        if any(connection.person == person for connection in self.connections):
            return []
        gone = tuple(seat for seat in self.table.seats_of(person) if self.table.seats[seat].away is None)
        away: list[AnyEntry] = [journal.Away(gone)] if gone else []
        if any(waiting == person != "" for waiting, _ in self.table.queue):
            away.append(journal.Unqueued(person))
        return away

    def note_presence(self, entry: AnyEntry, process: str) -> None:
        """Whose line is where is known from who wrote of it."""
        if isinstance(entry, journal.Here):
            self.where |= {self.table.seats[seat].person: process for seat in entry.seats}
        elif isinstance(entry, journal.Away):
            for seat in entry.seats:
                self.where.pop(self.table.seats[seat].person, None)
        elif isinstance(entry, journal.Restarted):
            self.where.clear()

    def near(self) -> set[str]:
        """The processes at which people of this table are."""
        return {self.where.get(seat.person, "") for seat in self.table.seats if seat.manned and seat.away is None}

    def lost(self, living: Collection[str]) -> tuple[int, ...]:
        """The seats of who was last at none of these processes, and is not marked as gone."""
        seats = enumerate(self.table.seats)
        return tuple(
            n for n, each in seats if each.manned and each.away is None and self.where.get(each.person) not in living
        )

    def renew(self, table: Table) -> None:
        """The desk has this table now, which is to be what its journal says."""
        self.table, self.facts, self.told = table, None, None
        self.where.clear()
        for stream in self.streams.values():
            stream.table = table

    # What is told ----------------------------------------------------------------------------------------------

    def welcome(self, connection: Connection) -> bytes:
        """The first message: whose seats the connection has."""
        return messages.write(
            messages.Welcome(
                protocol=messages.PROTOCOL,
                server=__version__,
                table=self.table.id,
                seats=self.table.seats_of(connection.person),
                heartbeat=messages.HEARTBEAT,
                had=self.table.had(connection.person),
            )
        )

    def first_words(self, connection: Connection, last: int | None, now: int) -> list[bytes]:
        """What a connection is told first: what it missed since the message numbered `last`, or a fresh view."""
        waiting = [self.welcome(connection)]
        # Of several seats one may have been told more than another when the connection broke.
        # Where clocks run, old messages would show them as they were.
        timed = self.table.settings.pace.kind != "none"
        for seat in connection.seats:
            stream = self.stream(Audience.of(seat, connection.person, connection.bids))
            again = last is None or len(connection.seats) > 1 or timed
            missed = None if again or last is None else stream.missed(last)
            waiting += [stream.fresh(self.current(), now)] if missed is None else missed
        for seat in self.table.seats_of(connection.person):
            played = self.table.seats[seat].played_for
            if played:
                waiting.append(messages.write(messages.Missed(seat=seat, decisions=tuple(played))))
        return waiting

    def news(self) -> list[Delivery]:
        """What each connection is told of the table as it is now."""
        facts = self.current()
        if self.told is not None and self.regrouped == facts.regrouped:
            return [partial(_tell_all, lines, stream.update(facts)) for stream, lines in self.told]
        self._drop_former()
        told = {key: stream.update(facts) for key, stream in self.streams.items()}
        news: list[Delivery] = []
        seated = {seat.person for seat in self.table.seats} - {""}
        same = told.get(ONLOOKERS) if self.table.settings.spectators else None
        onlookers: list[Connection] = []
        moved = False
        for connection in self.connections:
            if same is not None and connection.seats == (None,) and connection.person not in seated:
                onlookers.append(connection)
                continue
            if self.shuts_out(connection.person):
                news.append(partial(connection.end, "no-spectators"))
                continue
            seats = self.audiences(connection.person)
            if seats != connection.seats:
                moved = True
                news.append(partial(connection.tell, self.welcome(connection)))
            for seat in seats:
                key = Audience.of(seat, connection.person, connection.bids)
                known = seat in connection.seats and key in told
                news.append(partial(connection.tell, told[key] if known else self.stream(key).fresh(facts)))
            connection.seats = seats
        if onlookers and same is not None:
            news.append(partial(_tell_all, onlookers, same))
        if moved and ONLOOKERS in self.streams and not any(None in each.seats for each in self.connections):
            del self.streams[ONLOOKERS]  # all who looked on have sat down
        self._assign()
        return news

    def _assign(self) -> None:
        """Until somebody comes or goes, or gets a seat, the same lines hear from the same tellers."""
        hearing: dict[Audience, list[Connection]] = {audience: [] for audience in self.streams}
        for connection in self.connections:
            if not self.shuts_out(connection.person):
                for seat in connection.seats:
                    hearing[Audience.of(seat, connection.person, connection.bids)].append(connection)
        self.regrouped = self.table.regrouped
        self.told = [(self.streams[audience], lines) for audience, lines in hearing.items()]

    def _drop_former(self) -> None:
        """Nothing is kept for who no longer has the seat."""
        seats = self.table.seats
        for audience in list(self.streams):
            if audience.seat is None:
                continue
            if audience.seat >= len(seats) or seats[audience.seat].person != audience.person:
                del self.streams[audience]

    def drop_unheard(self) -> None:
        """Nothing is kept for who has not come back."""
        self.fading = None
        needed = {Audience.of(seat, each.person, each.bids) for each in self.connections for seat in each.seats}
        for key in set(self.streams) - needed:
            self.told = None
            del self.streams[key]
