"""A live table: a table, its connections, and the update stream of each audience."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial

from foretold import __version__
from foretold.server.base.text import short
from foretold.server.live.commit_queue import Delivery, PendingCommand
from foretold.server.live.connection import Connection
from foretold.server.live.previews import Foreseen
from foretold.server.protocol import messages
from foretold.server.table import journal
from foretold.server.table.journal import AnyEntry
from foretold.server.table.seats import LATE
from foretold.server.table.table import Table
from foretold.server.updates.stream import Audience, PublicSnapshot, UpdateStream

log = logging.getLogger("foretold.server")

Audiences = tuple[int | None, ...]


_SEATING = (journal.Seated, journal.Moved, journal.Admitted, journal.TookOver)
ONLOOKERS = Audience.of(None, "", "list")


def _tell_all(connections: Sequence[Connection], data: bytes) -> None:
    many = len(connections) > 1  # spectators: no other message follows
    for connection in connections:
        connection.tell(data, last=many)


@dataclass(eq=False, slots=True)
class LiveTable:
    """A table with the connections to it."""

    table: Table
    connections: set[Connection] = field(default_factory=set)
    streams: dict[Audience, UpdateStream] = field(default_factory=dict)
    timer: asyncio.TimerHandle | None = None
    fading: asyncio.TimerHandle | None = None  # drops the streams of people who have not reconnected
    facts: PublicSnapshot | None = None
    routing: list[tuple[UpdateStream, list[Connection]]] | None = None  # None after somebody joined or left
    regrouped: int = -1  # the entry for which `routing` was computed
    previews: dict[int, Foreseen] = field(default_factory=dict)  # by seat, of the current decision
    looked: int = -1  # the last entry when the hub last looked whether the table can rest
    unwritten: int = 0  # store calls under way
    void: bool = False  # True after a failed commit: this copy is ahead of the database
    # In a cluster:
    asks: list[PendingCommand] = field(default_factory=list)  # commands waiting at this process
    task: asyncio.Task[None] | None = None  # the one that works them off
    behind: int = -1  # the highest entry number known to be stored
    revision: int = 0  # of the stored journal
    renewing: bool = False  # whether the whole journal must be read again
    where: dict[str, str] = field(default_factory=dict)  # by person, the process they were last connected to

    def audiences(self, person: str) -> Audiences:
        """The seats whose views a person gets; a spectator's is None."""
        return self.table.seats_of(person) or (None,)

    def stream(self, audience: Audience) -> UpdateStream:
        """The update stream of an audience; streams are never shared between people."""
        if audience not in self.streams:
            self.routing = None
            self.streams[audience] = UpdateStream(self.table, audience.seat, audience.bids)
        return self.streams[audience]

    def shuts_out(self, person: str) -> bool:
        """True if the person may not watch this table."""
        table = self.table
        if table.settings.spectators or table.phase == "open" or (person and person == table.host):
            return False
        return not table.seats_of(person)

    def current(self) -> PublicSnapshot:
        """The public snapshot of the table as it is now."""
        if self.facts is None or self.facts.number != self.table.number:
            self.facts = PublicSnapshot(self.table, self.facts)
        return self.facts

    def come(self, connection: Connection) -> None:
        """Adds a connection, which gets all updates from now on."""
        self.connections.add(connection)
        self.routing = None

    def go(self, connection: Connection) -> None:
        """Removes a connection, which gets no more updates."""
        self.connections.discard(connection)
        self.routing = None

    def stop_timer(self) -> None:
        """Cancels the timer that wakes this table."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def rest(self) -> None:
        """Puts away what nobody needs if nothing has happened since the last look and nobody here looks."""
        used = self.connections or self.streams or self.unwritten
        waiting = self.task is not None or self.asks or self.renewing
        if self.looked == self.table.number and not used and not waiting:
            self.facts = self.routing = None
            self.previews = {}
            try:
                self.table.rest()
            except Exception:  # resting only saves memory: it must stop nothing
                log.exception("table can't rest", extra={"table": short(self.table.id)})
        self.looked = self.table.number

    # Presence --------------------------------------------------------------------------------------------------

    def arrivals(self, entries: Sequence[AnyEntry]) -> list[AnyEntry]:
        """Entries that mark seats as present whose new person is already connected."""
        taken = [entry for entry in entries if isinstance(entry, _SEATING)]
        connected = {connection.person for connection in self.connections} if taken else ()
        return [journal.Here((entry.seat,)) for entry in taken if entry.person in connected]

    def returns(self, person: str, process: str = "") -> list[AnyEntry]:
        """Entries for a person who connects to this process, coming back or moving over from another process."""
        came = self.where.get(person, "") != process
        seats = self.table.seats_of(person)
        return self.back(person) or ([journal.Here(seats)] if came and seats else [])

    def back(self, person: str) -> list[AnyEntry]:
        """Entries that mark a connected person's seats as present and take them back from stand-ins."""
        seats = self.table.seats
        back = tuple(seat for seat in self.table.seats_of(person) if seats[seat].away is not None)
        took = tuple(seat for seat in back if seats[seat].stood_in and seats[seat].misses < LATE)
        here: list[AnyEntry] = [journal.Here(back)] if back else []
        return [*here, journal.TookBack(took)] if took else here

    def absences(self, person: str) -> list[AnyEntry]:
        """Entries that mark the seats of a disconnected person as away."""
        if any(connection.person == person for connection in self.connections):
            return []
        gone = tuple(seat for seat in self.table.seats_of(person) if self.table.seats[seat].away is None)
        away: list[AnyEntry] = [journal.Away(gone)] if gone else []
        if any(waiting == person != "" for waiting, _ in self.table.queue):
            away.append(journal.Unqueued(person))
        waits = any(waiting == person != "" for waiting, _ in self.table.newcomers.values())
        if waits and self.table.settings.pace.kind != "days":  # with days for a move nobody stays until the round ends
            away.append(journal.Withdrew(person))
        return away

    def note_presence(self, entry: AnyEntry, process: str) -> None:
        """Notes from an entry, and the process that wrote it, which process a person is connected to."""
        if isinstance(entry, journal.Here):
            self.where |= {self.table.seats[seat].person: process for seat in entry.seats}
        elif isinstance(entry, journal.Away):
            for seat in entry.seats:
                self.where.pop(self.table.seats[seat].person, None)
        elif isinstance(entry, journal.Restarted):
            self.where.clear()

    def near(self) -> set[str]:
        """The processes that people at this table are connected to."""
        return {self.where.get(seat.person, "") for seat in self.table.seats if seat.manned and seat.away is None}

    def lost(self, living: Collection[str]) -> tuple[int, ...]:
        """The seats marked as present whose person was last connected to none of these processes."""
        seats = enumerate(self.table.seats)
        return tuple(
            seat
            for seat, occupant in seats
            if occupant.manned and occupant.away is None and self.where.get(occupant.person) not in living
        )

    def renew(self, table: Table) -> None:
        """Replaces the table by a new one that is about to be rebuilt from its journal."""
        self.table, self.facts, self.routing = table, None, None
        self.where.clear()
        for stream in self.streams.values():
            stream.table = table

    # Updates ---------------------------------------------------------------------------------------------------

    def welcome(self, connection: Connection) -> bytes:
        """The first message: which seats the connection has."""
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

    def greeting(self, connection: Connection, last: int | None, now: int) -> list[bytes]:
        """The first messages of a connection: what it missed since the message numbered `last`, or a snapshot."""
        waiting = [self.welcome(connection)]
        # With several seats, one may have been sent more than another when the connection broke.
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

    def updates(self) -> list[Delivery]:
        """Deliveries that bring every connection up to date with the table."""
        if not self.connections and not self.streams:  # nobody here looks: nothing is computed, and nothing kept
            self.facts = None
            return []
        facts = self.current()
        if self.routing is not None and self.regrouped == facts.regrouped:
            return [partial(_tell_all, connections, stream.update(facts)) for stream, connections in self.routing]
        self._drop_former()
        updates = {key: stream.update(facts) for key, stream in self.streams.items()}
        deliveries: list[Delivery] = []
        seated = {seat.person for seat in self.table.seats} - {""}
        for_spectators = updates.get(ONLOOKERS) if self.table.settings.spectators else None
        spectators: list[Connection] = []
        moved = False
        for connection in self.connections:
            if for_spectators is not None and connection.seats == (None,) and connection.person not in seated:
                spectators.append(connection)
                continue
            if self.shuts_out(connection.person):
                deliveries.append(partial(connection.end, "no-spectators"))
                continue
            seats = self.audiences(connection.person)
            if seats != connection.seats:
                moved = True
                deliveries.append(partial(connection.tell, self.welcome(connection)))
            for seat in seats:
                key = Audience.of(seat, connection.person, connection.bids)
                known = seat in connection.seats and key in updates
                deliveries.append(partial(connection.tell, updates[key] if known else self.stream(key).fresh(facts)))
            connection.seats = seats
        if spectators and for_spectators is not None:
            deliveries.append(partial(_tell_all, spectators, for_spectators))
        if moved and ONLOOKERS in self.streams and not any(None in other.seats for other in self.connections):
            del self.streams[ONLOOKERS]  # every spectator has taken a seat
        self._assign()
        return deliveries

    def _assign(self) -> None:
        """Groups connections by stream; the grouping holds until somebody joins, leaves or changes seats."""
        hearing: dict[Audience, list[Connection]] = {audience: [] for audience in self.streams}
        for connection in self.connections:
            if not self.shuts_out(connection.person):
                for seat in connection.seats:
                    hearing[Audience.of(seat, connection.person, connection.bids)].append(connection)
        self.regrouped = self.table.regrouped
        self.routing = [(self.streams[audience], connections) for audience, connections in hearing.items()]

    def _drop_former(self) -> None:
        """Drops the streams of people who no longer have the seat."""
        seats = self.table.seats
        for audience in list(self.streams):
            if audience.seat is None:
                continue
            if audience.seat >= len(seats) or seats[audience.seat].person != audience.person:
                del self.streams[audience]

    def drop_unheard(self) -> None:
        """Drops the streams of people who have not reconnected."""
        self.fading = None
        needed = {
            Audience.of(seat, connection.person, connection.bids)
            for connection in self.connections
            for seat in connection.seats
        }
        for key in set(self.streams) - needed:
            self.routing = None
            del self.streams[key]
        if not self.connections:
            self.facts, self.routing = None, None
