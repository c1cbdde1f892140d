"""The hub: carries commands to tables, stores what happens, and tells everybody only what is on disk."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from foretold.errors import Refusal
from foretold.server import cycles, journal, metrics, rulings, store, wire
from foretold.server.asking import NotNow, NotYours
from foretold.server.clock import Clock, date
from foretold.server.connections import Connection
from foretold.server.cycles import CycleSearch
from foretold.server.delivery import Account, Answer, Dispatch, NotStored, OpenStore
from foretold.server.desks import Desk
from foretold.server.hints import Hints
from foretold.server.journal import AnyEntry
from foretold.server.limits import Buckets
from foretold.server.previews import Previews
from foretold.server.quota import LIMITS, Limits, Quota
from foretold.server.robots import Robots
from foretold.server.table import DAY, Dealer, Table, deal_fairly

log = logging.getLogger("foretold.server")

MEMORY = 60.0  # seconds that a seat's messages are kept for a connection that broke
HICCUP = 2.0  # seconds that a connection may be gone before its seat is marked
ALIVE = 5.0  # seconds between two notes that the server runs
EXPIRY = 6 * 3600.0  # seconds between two looks for what is kept no longer
FAREWELL = 1.0  # seconds that everybody has for the last word when the server stops
SWITCHING = 0.0005  # seconds that the thread of the store waits for its turn beside a busy event loop


class NoSuch(Refusal):
    """Nothing of that name is here, or not for you."""


class Hub:
    """All tables of one server."""

    def __init__(
        self,
        database: Path,
        *,
        bot_delay: float = 0.9,
        bot_workers: int = 2,
        limits: Limits = LIMITS,
        keep_people: int = 400,  # days
        keep_tables: int = 30,
        dealer: Dealer = deal_fairly,
        entropy: rulings.Entropy = secrets.token_bytes,
        open_store: OpenStore = store.Store,
        about: Mapping[str, object] | None = None,  # what the records of this server say beside the match
    ) -> None:
        self.entropy = entropy
        self._about = dict(about or {})
        self.desks: dict[str, Desk] = {}
        self._quota = Quota(limits)
        self.stopping = False
        self._clock = Clock()
        self._dealer = dealer
        self._loop = asyncio.get_running_loop()
        self._dispatch = Dispatch(database, self._not_stored, open_store)
        self.store = self._dispatch.store
        self.durable, self.promise = self._dispatch.durable, self._dispatch.promise
        self._talk = Buckets(rate=0.5, burst=10)  # what one person says
        self._robots = Robots(self, bot_delay, bot_workers)
        self._previews = Previews(self._dispatch)
        self._hints = Hints(self._dispatch)
        self._keep_people, self._keep_tables = keep_people * DAY, keep_tables * DAY
        self._chores: dict[Callable[[], object], asyncio.TimerHandle] = {}
        self._cycles = CycleSearch()

    # Beginning and end -----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Every open table goes on where it was; the time that the server was down counts for nobody."""
        sys.setswitchinterval(SWITCHING)
        found = [desk for desk in map(self._load, self.store.open_tables()) if desk is not None]
        signs = [self.store.alive() or 0, *(desk.table.at for desk in found)]  # of life: an entry is one too
        self._clock = Clock(max(signs))
        now, alive = self.now(), max(signs) or self.now()
        for desk in found:
            self.perform(desk, [journal.Restarted(max(0, now - alive))])
        self._every(ALIVE, lambda: store.Alive(self.now()))
        self._every(EXPIRY, lambda: store.Expire(self._date(), self._keep_people, self._keep_tables))
        self._cycles.hold_off()
        self._every(cycles.ASIDE, self._cycles.set_aside)
        self._every(cycles.TIDYING, self._cycles.search_if_due)

    def _every(self, seconds: float, chore: Callable[[], store.Operation | None]) -> None:
        """The chore is done now and again after so many seconds each; what it wants to be written is written."""
        operation = chore()
        if operation is not None:
            self._dispatch.write([operation], [])
        self._chores[chore] = self._loop.call_later(seconds, self._every, seconds, chore)

    def _load(self, id: str) -> Desk | None:
        """The table as its journal makes it; a damaged one is left alone on disk and named in the log."""
        table = Table(id, self._dealer)
        try:
            for number, at, body in self.store.entries(id):
                if number != table.number + 1:
                    raise ValueError(f"entry {table.number + 1} is missing")
                table.apply(journal.read(body), at)
        except (ValueError, AssertionError, KeyError, IndexError):
            log.exception("table not readable", extra={"table": short(id)})
            return None
        if table.number < 0:
            return None
        desk = self.desks[id] = Desk(table)
        return desk

    async def farewell(self) -> None:
        """Nothing is decided any more, and everybody was told to come back, after all that was on its way to them."""
        self.stopping = True
        for timer in self._chores.values():
            timer.cancel()
        for desk in self.desks.values():
            desk.stop_timer()
        await self._robots.stop()
        await self._previews.stop()
        await self._hints.stop()
        with suppress(NotStored, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self.durable()
        for desk in self.desks.values():
            for connection in desk.connections:
                connection.end("restart", retry=1.0)
        with suppress(TimeoutError):  # of who does not read
            async with asyncio.timeout(FAREWELL):
                while any(desk.connections for desk in self.desks.values()):
                    await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Everything is on disk, everybody has been told to come back, no thread runs any more."""
        if not self.stopping:
            await self.farewell()
        self._dispatch.write([store.Alive(self.now())], [])
        await asyncio.to_thread(self.store.close)
        self._cycles.release()

    def now(self) -> int:
        """Milliseconds since the epoch, as they pass: nobody who sets the machine's date moves a clock at a table."""
        return self._clock.now()

    def _date(self) -> int:
        """The date, as long as it is not set far ahead: what is kept for so many days is not dropped for that."""
        return min(date(), self.now())

    # What could not be stored ----------------------------------------------------------------------------------

    def _not_stored(self, account: Account | None, error: BaseException) -> None:
        """What could not be stored has not happened: the table is as it is on disk, its people come back to it."""
        desk = account if isinstance(account, Desk) else None
        log.error("not stored", extra={"error": type(error).__name__, "table": short(desk.table.id) if desk else ""})
        if desk is None:
            return
        desk.void = True
        if self.desks.get(desk.table.id, desk) is desk:  # also one that was to be closed, and so is not there
            self._reload(desk, "not-stored")

    def _reload(self, desk: Desk, reason: str) -> None:
        """The table is read from disk again, and its people come back to it."""
        self.desks.pop(desk.table.id, None)
        desk.stop_timer()
        for connection in desk.connections:
            connection.end(reason, retry=1.0)
        fresh = self._load(desk.table.id)
        if fresh is not None:
            self._attend(fresh)
            for person in {seat.person for seat in fresh.table.seats if seat.manned}:  # who does not come back is away
                self._loop.call_later(2 * HICCUP, self._miss, fresh, person)

    # Tables ----------------------------------------------------------------------------------------------------

    def make(self, id: str, entries: list[AnyEntry], answer: Answer | None = None, block: str = "") -> Desk:
        """A new table, made from this block of addresses; it is there for others once it is on disk."""
        self._quota.made(id, block)
        desk = self.desks[id] = Desk(Table(id, self._dealer))
        metrics.TABLES.inc()
        self.perform(desk, entries, before=[store.AddTable(id, date())], answer=answer)
        return desk

    def make_room(self, person: str, block: str) -> None:
        """One more table of this person can be made from this block of addresses; a Refusal says why not."""
        found = self._quota.giving_way((desk.table for desk in self.desks.values()), person, block, self.now())
        if found is not None:
            self.perform(self.desks[found.id], rulings.close(found))

    def perform(
        self,
        desk: Desk,
        entries: list[AnyEntry],
        *,
        before: Sequence[store.Operation] = (),
        answer: Answer | None = None,
    ) -> None:
        """The entries and all that follows from them happen: on disk first, then everybody hears of it."""
        table = desk.table
        self._cycles.something_happened()
        now = max(self.now(), table.at)
        entries = [*entries, *desk.arrivals(entries)]
        number, ended = table.number, table.match is not None and table.match.ended
        done = rulings.settle(table, entries, now, self.entropy)
        operations: list[store.Operation] = [
            *before,
            *(store.AddEntry(table.id, number + 1 + i, now, journal.write(entry)) for i, entry in enumerate(done)),
        ]
        if not ended and table.match is not None and table.match.ended:
            operations += _kept(table, self._about)
        if table.phase == "closed" and done:
            operations.append(store.CloseTable(table.id, date()))
        deliveries = desk.news() if done else []
        if answer is not None:
            deliveries.append(partial(answer, table.number))
        deliveries.append(partial(self._foresee, desk))
        metrics.ENTRIES.inc(len(done))
        self._dispatch.write(operations, deliveries, desk, None if answer is None else partial(answer, None))
        self._attend(desk)
        if table.phase == "closed":
            self._dismiss(desk)

    def _attend(self, desk: Desk) -> None:
        """The clock wakes the table when it is time, and bots think where it is their turn."""
        if self.stopping:
            return
        due = rulings.next_due(desk.table)
        desk.stop_timer()
        if due is not None:
            wait = max(0.0, (due - self.now()) / 1000)
            desk.timer = self._loop.call_later(wait + 0.001, self._wake, desk)
        self._robots.attend(desk)

    def _foresee(self, desk: Desk) -> None:
        """Who is to play hears what the cards bring."""
        if not self.stopping and self.desks.get(desk.table.id) is desk:
            self._previews.attend(desk)

    def _wake(self, desk: Desk) -> None:
        desk.timer = None
        if self.desks.get(desk.table.id) is desk:
            self.perform(desk, [])

    def _dismiss(self, desk: Desk) -> None:
        self.desks.pop(desk.table.id, None)
        self._quota.closed(desk.table.id)
        desk.stop_timer()
        farewells = [partial(connection.end, "table-closed") for connection in desk.connections]
        self._dispatch.write([], farewells, desk)

    async def forget(self, person: str) -> None:
        """Nothing is stored about the person any more; tables at which it sat are read anew, without its name."""
        for desk in list(self.desks.values()):
            seats = desk.table.seats_of(person)
            if seats:
                self.perform(desk, [journal.Vacated(seat) for seat in seats])
        await self.durable([store.ForgetPerson(person)])
        for desk in list(self.desks.values()):
            for connection in desk.connections:
                if connection.person == person:  # who comes back is somebody new
                    connection.end("restart", retry=1.0)
            if desk.table.mentions(person):
                for _ in range(100):  # what is not on disk yet would be missing in the table
                    if desk.unwritten:
                        await self.durable()
                if self.desks.get(desk.table.id) is desk:
                    self._reload(desk, "restart")

    # Connections -----------------------------------------------------------------------------------------------

    def join(self, connection: Connection, hello: wire.Hello) -> None:
        """The connection is at the table: it gets what it missed, or a fresh view, and then everything that happens."""
        desk = self.desk(hello.table)
        if hello.token and not desk.table.seats_of(connection.person):
            raise NoSuch("no-such-token")
        if desk.shuts_out(connection.person):
            raise NotYours("no-spectators")
        connection.desk = desk
        connection.bids, connection.previews = hello.bids, hello.previews
        connection.seats = desk.audiences(connection.person)
        entries = desk.returns(connection.person)
        if entries:
            self.perform(desk, entries)
        waiting = desk.first_words(connection, hello.last, self.now())
        desk.connections.add(connection)
        metrics.LINES.inc()
        told = [partial(connection.tell, data) for data in waiting]
        self._dispatch.write([], [*told, partial(self._foresee, desk)], desk)

    def desk(self, id: str) -> Desk:
        """The desk of an open table."""
        if id not in self.desks:
            raise NoSuch("no-such-table")
        return self.desks[id]

    def answer(self, connection: Connection, data: bytes) -> None:
        """This is told once everything before it is on disk: a refusal may know of what is not there yet."""
        self._dispatch.write([], [partial(connection.tell, data)], connection.desk)

    def hint(self, connection: Connection, asked: wire.AskHint) -> None:
        """The line hears what is best for its seat, or a Refusal says why not."""
        desk = connection.desk
        if desk is None or self.desks.get(desk.table.id) is not desk:
            raise NotNow("table-closed")
        self._hints.ask(desk, connection, asked)

    def part(self, connection: Connection) -> None:
        """The connection is gone; its seats are marked unless another comes soon."""
        desk = connection.desk
        if desk is None or connection not in desk.connections:
            return
        desk.connections.discard(connection)
        self._cycles.connection_ended()
        metrics.LINES.dec()
        if not self.stopping:
            self._loop.call_later(HICCUP, self._miss, desk, connection.person)
            self._loop.call_later(MEMORY, desk.drop_unheard)

    def _miss(self, desk: Desk, person: str) -> None:
        if self.stopping or self.desks.get(desk.table.id) is not desk:
            return
        entries = desk.absences(person)
        if entries:
            self.perform(desk, entries)

    def command(self, desk: Desk, person: str, command: wire.TableCommand, answer: Answer) -> None:
        """The command is carried out, or a Refusal says why not; the answer comes once it is on disk."""
        if self.desks.get(desk.table.id) is not desk:
            raise NotNow("table-closed")
        if isinstance(command, wire.Say) and self._talk.take(person, time.monotonic()) > 0:
            raise NotNow("too-much-talk")
        entries = rulings.rule(desk.table, person, command)
        self.perform(desk, entries, answer=answer)


def _kept(table: Table, about: Mapping[str, object]) -> list[store.Operation]:
    """What stays of the match that has just ended."""
    match = table.match
    assert match is not None
    metrics.MATCHES.labels("given-up" if match.given_up else "over").inc()
    if match.state is None:
        return []  # nothing was dealt
    record = table.record()
    record = replace(record, extra={**record.extra, **about})
    # Who took the seat along to another device finds it there.
    people = tuple((seat, table.seats[seat].person or person) for seat, person in sorted(match.people().items()))
    if table.host and table.host not in dict(people).values():
        people += ((-1, table.host),)  # a host without a seat finds the match of its bots as well
    return [
        store.KeepMatch(
            match.id,
            table.id,
            date(),
            "given-up" if match.given_up else "over",
            table.settings.public,
            table.settings.game,
            record.to_line().encode(),
            people,
        )
    ]


def short(id: str) -> str:
    """As much of a table's id as may stand in a log: too little to join by."""
    return id[:6]
