"""The hub: carries commands to tables, stores what happens, and tells the lines only what is on disk."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from foretold import __version__, words
from foretold.errors import Refusal
from foretold.server import journal, metrics, rulings, store, wire
from foretold.server.journal import AnyEntry
from foretold.server.limits import Bucket, Buckets
from foretold.server.robots import Robots
from foretold.server.table import DAY, Dealer, Table, deal_fairly
from foretold.server.telling import Audience, Facts, Teller

log = logging.getLogger("foretold.server")

OUTBOX = 400  # messages that may wait for a line that reads slowly
MEMORY = 60.0  # seconds that a seat's messages are kept for a line that broke
HICCUP = 2.0  # seconds that a line may be gone before its seat is marked
ALIVE = 5.0  # seconds between two notes that the server runs
EXPIRY = 6 * 3600.0  # seconds between two looks for what is kept no longer
FAREWELL = 1.0  # seconds that lines have for the last word when the server stops
# Python is kept from looking for lost cycles by itself: with hundreds of tables nobody is answered for a tenth of a
# second meanwhile, and it finds next to nothing. What is there is set aside before it would look, and all is looked
# through when nobody plays, or when enough lines have ended, each of which leaves some.
ASIDE = 1.0  # seconds
TIDYING = 10.0  # seconds between two looks whether it is time to look through all
QUIET = 1.0  # seconds without any entry
UNTIDY, LATE = 500, 900.0  # lines that have ended, or seconds, after which it is done anyway
SWITCHING = 0.0005  # seconds that the thread of the store waits for its turn beside a busy event loop

Delivery = Callable[[], None]
Answer = Callable[[int | None], None]  # gets the table's number once all is on disk, None if it can't be stored
Audiences = tuple[int | None, ...]


class NoSuch(Refusal):
    """Nothing of that name is here, or not for you."""


class NotStored(Refusal):
    """What was asked for could not be written to disk, and has not happened."""


class Line:
    """One connection of somebody to a table: what waits to be sent, and who it is."""

    def __init__(self, person: str, language: str, bucket: Bucket) -> None:
        self.person = person
        self.language = language
        self.bucket = bucket
        self.desk: Desk | None = None
        self.seats: Audiences = ()  # those that it was told of
        self.bids: wire.Bids = "list"  # how it wants to hear what may be bid
        self.closing: wire.Bye | None = None
        self._outbox: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None  # of the writer, for something to send

    def tell(self, data: bytes) -> None:
        """These bytes are sent after all before them; a line that does not read is given up."""
        if len(self._outbox) >= OUTBOX:
            self.end("too-slow", retry=1.0)
            return
        self._outbox.append(data)
        self._wake()

    def end(self, reason: str, retry: float | None = None, **values: str) -> None:
        """The line ends after a word of why."""
        if self.closing is None:
            sentence = words.refusal(self.language, reason, "", values)
            self.closing = wire.Bye(reason=reason, sentence=sentence, retry=retry)
            self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self) -> list[bytes]:
        """What is to be sent now, once there is something; the last word is a farewell."""
        while not self._outbox and self.closing is None:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        found = list(self._outbox)
        self._outbox.clear()
        return [*found, wire.write(self.closing)] if self.closing is not None else found


@dataclass(eq=False)
class Desk:
    """A table with the lines to it."""

    table: Table
    lines: set[Line] = field(default_factory=set)
    tellers: dict[Audience, Teller] = field(default_factory=dict)
    timer: asyncio.TimerHandle | None = None
    facts: Facts | None = None
    unwritten: int = 0  # calls of the store that are on their way
    void: bool = False  # whether something of it could not be stored: what it says did not happen

    def audiences(self, person: str) -> Audiences:
        """The seats that a person looks from; a spectator's is None."""
        return self.table.seats_of(person) or (None,)

    def teller(self, audience: Audience) -> Teller:
        """Who tells this audience: what one person was told is never kept for another."""
        if audience not in self.tellers:
            self.tellers[audience] = Teller(self.table, audience.seat, audience.bids)
        return self.tellers[audience]

    def arrivals(self, entries: Sequence[AnyEntry]) -> list[AnyEntry]:
        """Who takes a seat and has a line already is there."""
        taken = [each for each in entries if isinstance(each, journal.Seated | journal.Moved | journal.Admitted)]
        here = {line.person for line in self.lines} if taken else ()
        return [journal.Here((each.seat,)) for each in taken if each.person in here]

    def tidy(self) -> None:
        """Nothing is kept for who no longer has the seat."""
        for audience in list(self.tellers):
            seat, person, _ = audience
            if seat is not None and self.table.seats[seat].person != person:
                del self.tellers[audience]

    def shuts_out(self, person: str) -> bool:
        """Whether the person may not look on."""
        table = self.table
        if table.settings.spectators or table.phase == "open" or (person and person == table.host):
            return False
        return not table.seats_of(person)

    def current(self) -> Facts:
        """What is public at this moment."""
        if self.facts is None or self.facts.number != self.table.number:
            self.facts = Facts(self.table, self.facts)
        return self.facts


class Hub:
    """All tables of one server."""

    def __init__(
        self,
        database: Path,
        *,
        bot_delay: float = 0.9,
        bot_workers: int = 2,
        most_tables: int = 5_000,
        keep_people: int = 400,  # days
        keep_tables: int = 30,
        dealer: Dealer = deal_fairly,
        entropy: rulings.Entropy = secrets.token_bytes,
    ) -> None:
        self.entropy = entropy
        self.desks: dict[str, Desk] = {}
        self.most_tables = most_tables
        self.stopping = False
        self._dealer = dealer
        self._loop = asyncio.get_running_loop()
        self.store = store.Store(database, self._committed)
        self._pending = 0
        self._talk = Buckets(rate=0.5, burst=10)  # lines of chat of one person
        self._robots = Robots(self, bot_delay, bot_workers)
        self._keep_people, self._keep_tables = keep_people * DAY, keep_tables * DAY
        self._chores: list[asyncio.TimerHandle] = []
        self._busy = self._tidied = time.monotonic()  # when the last entry was made, when all was looked through
        self._ended = 0  # lines, since then

    # Beginning and end -----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Every open table goes on where it was; the time that the server was down counts for nobody."""
        sys.setswitchinterval(SWITCHING)
        now = self.now()
        found = [desk for desk in map(self._load, self.store.open_tables()) if desk is not None]
        alive = max([self.store.alive() or now, *(desk.table.at for desk in found)])  # an entry is a sign of life too
        for desk in found:
            self.perform(desk, [journal.Restarted(max(0, now - alive))])
        self._every(ALIVE, lambda: store.Alive(self.now()))
        self._every(EXPIRY, lambda: store.Expire(self.now(), self._keep_people, self._keep_tables))
        gc.set_threshold(50_000)  # a second's worth is far less
        self._every(ASIDE, gc.freeze)
        self._every(TIDYING, self._tidy)

    def _tidy(self) -> None:
        now = time.monotonic()
        if self._busy < self._tidied and not self._ended:
            return  # nothing has happened since
        if now - self._busy > QUIET or self._ended >= UNTIDY or now - self._tidied > LATE:
            gc.unfreeze()
            gc.collect()
            self._ended, self._tidied = 0, now

    def _every(self, seconds: float, chore: Callable[[], store.Operation | None]) -> None:
        """The chore is done now and again after so many seconds each; what it wants to be written is written."""
        operation = chore()
        if operation is not None:
            self._write([operation], [])
        self._chores = [each for each in self._chores if not each.cancelled() and each.when() > self._loop.time()]
        self._chores.append(self._loop.call_later(seconds, self._every, seconds, chore))

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
        """Nothing is decided any more, and every line was told to come back, after all that was on its way to it."""
        self.stopping = True
        for chore in self._chores:
            chore.cancel()
        for desk in self.desks.values():
            if desk.timer is not None:
                desk.timer.cancel()
        await self._robots.stop()
        with suppress(NotStored, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self.durable()
        for desk in self.desks.values():
            for line in desk.lines:
                line.end("restart", retry=1.0)
        with suppress(TimeoutError):  # of who does not read
            async with asyncio.timeout(FAREWELL):
                while any(desk.lines for desk in self.desks.values()):
                    await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Everything is on disk, every line has been told to come back, no thread runs any more."""
        if not self.stopping:
            await self.farewell()
        self._write([store.Alive(self.now())], [])
        await asyncio.to_thread(self.store.close)
        gc.unfreeze()

    @staticmethod
    def now() -> int:
        """Milliseconds since the epoch."""
        return time.time_ns() // 1_000_000

    # Store, then send ------------------------------------------------------------------------------------------

    def _write(
        self,
        operations: Sequence[store.Operation],
        deliveries: list[Delivery],
        desk: Desk | None = None,
        failed: Delivery | None = None,
    ) -> None:
        """The deliveries happen once the operations, and all before them, are on disk; else `failed` does."""
        if not operations and not self._pending:
            for delivery in deliveries:
                delivery()
            return
        self._pending += 1
        if desk is not None:
            desk.unwritten += 1
        self.store.write(operations, (deliveries, desk, failed))

    def _committed(self, batch: list[store.Written]) -> None:
        """Called by the writer's thread, once for each transaction."""
        self._loop.call_soon_threadsafe(self._deliver, batch)

    def _deliver(self, batch: list[store.Written]) -> None:
        metrics.COMMITS.observe(len(batch))
        for (deliveries, desk, failed), error in batch:
            self._pending -= 1
            if desk is not None:
                desk.unwritten -= 1
            if error is None and not (desk is not None and desk.void):
                for delivery in deliveries:
                    delivery()
                continue
            if failed is not None:
                failed()
            if error is not None:
                self._failed(desk, error)

    def _failed(self, desk: Desk | None, error: BaseException) -> None:
        """What could not be stored has not happened: the table is as it is on disk, its lines come back to it."""
        log.error("not stored", extra={"error": type(error).__name__, "table": short(desk.table.id) if desk else ""})
        metrics.STORE_ERRORS.inc()
        if desk is None:
            return
        desk.void = True
        if self.desks.get(desk.table.id, desk) is desk:  # also one that was to be closed, and so is not there
            self._reload(desk, "not-stored")

    def _reload(self, desk: Desk, reason: str) -> None:
        """The table is read from disk again, and its lines come back to it."""
        self.desks.pop(desk.table.id, None)
        if desk.timer is not None:
            desk.timer.cancel()
        for line in desk.lines:
            line.end(reason, retry=1.0)
        fresh = self._load(desk.table.id)
        if fresh is not None:
            self._attend(fresh)
            for person in {seat.person for seat in fresh.table.seats if seat.manned}:  # who does not come back is away
                self._loop.call_later(2 * HICCUP, self._miss, fresh, person)

    def durable(self, operations: Sequence[store.Operation] = ()) -> asyncio.Future[None]:
        """Done once the operations, and everything before them, are on disk."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._write(
            operations,
            [lambda: None if done.done() else done.set_result(None)],
            failed=lambda: None if done.done() else done.set_exception(NotStored("not-stored")),
        )
        return done

    def promise(self) -> tuple[asyncio.Future[int], Answer]:
        """A future and the answer that fills it: with the number of the table, or with NotStored."""
        done: asyncio.Future[int] = self._loop.create_future()

        def answer(number: int | None) -> None:
            if done.done():
                return
            if number is None:
                done.set_exception(NotStored("not-stored"))
            else:
                done.set_result(number)

        return done, answer

    # Tables ----------------------------------------------------------------------------------------------------

    def make(self, id: str, entries: list[AnyEntry], answer: Answer | None = None) -> Desk:
        """A new table; it is there for others once it is on disk."""
        desk = self.desks[id] = Desk(Table(id, self._dealer))
        metrics.TABLES.inc()
        self.perform(desk, entries, before=[store.AddTable(id, self.now())], answer=answer)
        return desk

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
        self._busy = time.monotonic()
        now = max(self.now(), table.at)
        entries = [*entries, *desk.arrivals(entries)]
        number, ended = table.number, table.match is not None and table.match.ended
        done = rulings.settle(table, entries, now, self.entropy)
        operations: list[store.Operation] = [
            *before,
            *(store.AddEntry(table.id, number + 1 + i, now, journal.write(entry)) for i, entry in enumerate(done)),
        ]
        if not ended and table.match is not None and table.match.ended:
            operations += self._kept(table, now)
        if table.phase == "closed" and done:
            operations.append(store.CloseTable(table.id, now))
        deliveries = self._news(desk) if done else []
        if answer is not None:
            deliveries.append(partial(answer, table.number))
        metrics.ENTRIES.inc(len(done))
        self._write(operations, deliveries, desk, None if answer is None else partial(answer, None))
        self._attend(desk)
        if table.phase == "closed":
            self._dismiss(desk)

    def _kept(self, table: Table, now: int) -> list[store.Operation]:
        match = table.match
        assert match is not None
        metrics.MATCHES.labels("given-up" if match.given_up else "over").inc()
        if match.state is None:
            return []  # nothing was dealt
        people = tuple(
            (seat, table.seats[seat].person or chair[1])  # who took the seat along to another device finds it there
            for seat, chair in enumerate(match.chairs)
            if chair[0] == "person"
        )
        if table.host and table.host not in dict(people).values():
            people += ((-1, table.host),)  # a host without a seat finds the match of its bots as well
        return [
            store.KeepMatch(
                match.id,
                table.id,
                now,
                "given-up" if match.given_up else "over",
                table.settings.public,
                table.settings.game,
                table.record().to_line().encode(),
                people,
            )
        ]

    def _news(self, desk: Desk) -> list[Delivery]:
        """What each line is told of the table as it is now."""
        facts = desk.current()
        desk.tidy()
        told = {key: teller.update(facts) for key, teller in desk.tellers.items()}
        news: list[Delivery] = []
        for line in desk.lines:
            if desk.shuts_out(line.person):
                news.append(partial(line.end, "no-spectators"))
                continue
            seats = desk.audiences(line.person)
            if seats != line.seats:
                news.append(partial(line.tell, self._welcome(desk, line)))
            for seat in seats:
                key = Audience.of(seat, line.person, line.bids)
                known = seat in line.seats and key in told
                news.append(partial(line.tell, told[key] if known else desk.teller(key).fresh(facts)))
            line.seats = seats
        return news

    def _welcome(self, desk: Desk, line: Line) -> bytes:
        return wire.write(
            wire.Welcome(
                protocol=wire.PROTOCOL,
                server=__version__,
                table=desk.table.id,
                seats=desk.table.seats_of(line.person),
                heartbeat=wire.HEARTBEAT,
            )
        )

    def _attend(self, desk: Desk) -> None:
        """The clock wakes the table when it is time, and bots think where it is their turn."""
        if self.stopping:
            return
        due = rulings.next_due(desk.table)
        if desk.timer is not None:
            desk.timer.cancel()
            desk.timer = None
        if due is not None:
            wait = max(0.0, (due - self.now()) / 1000)
            desk.timer = self._loop.call_later(wait + 0.001, self._wake, desk)
        self._robots.attend(desk)

    def _wake(self, desk: Desk) -> None:
        desk.timer = None
        if self.desks.get(desk.table.id) is desk:
            self.perform(desk, [])

    def _dismiss(self, desk: Desk) -> None:
        self.desks.pop(desk.table.id, None)
        if desk.timer is not None:
            desk.timer.cancel()
        self._write([], [partial(line.end, "table-closed") for line in desk.lines], desk)

    async def forget(self, person: str) -> None:
        """Nothing is stored about the person any more; tables at which it sat are read anew, without its name."""
        for desk in list(self.desks.values()):
            seats = desk.table.seats_of(person)
            if seats:
                self.perform(desk, [journal.Vacated(seat) for seat in seats])
        await self.durable([store.ForgetPerson(person)])
        for desk in list(self.desks.values()):
            for line in desk.lines:
                if line.person == person:  # who comes back is somebody new
                    line.end("restart", retry=1.0)
            if desk.table.mentions(person):
                for _ in range(100):  # what is not on disk yet would be missing in the table
                    if desk.unwritten:
                        await self.durable()
                if self.desks.get(desk.table.id) is desk:
                    self._reload(desk, "restart")

    # Lines -----------------------------------------------------------------------------------------------------

    def join(self, line: Line, hello: wire.Hello) -> None:
        """The line is at the table: it gets what it missed, or a fresh view, and then everything that happens."""
        desk = self.desk(hello.table)
        if hello.token and not desk.table.seats_of(line.person):
            raise NoSuch("no-such-token")
        if desk.shuts_out(line.person):
            raise rulings.NotYours("no-spectators")
        table = desk.table
        line.desk = desk
        line.bids = hello.bids
        line.seats = desk.audiences(line.person)
        back = tuple(seat for seat in table.seats_of(line.person) if table.seats[seat].away is not None)
        took = tuple(seat for seat in back if table.seats[seat].stood_in and table.seats[seat].misses < 2)
        entries: list[AnyEntry] = [journal.Here(back)] if back else []
        entries += [journal.TookBack(took)] if took else []
        if entries:
            self.perform(desk, entries)
        waiting = [self._welcome(desk, line)]
        for seat in line.seats:
            teller = desk.teller(Audience.of(seat, line.person, line.bids))
            # Of several seats one may have been told more than another when the line broke.
            # Where clocks run, old messages would show them as they were.
            timed = table.settings.pace.kind != "none"
            again = hello.last is None or len(line.seats) > 1 or timed
            missed = None if again or hello.last is None else teller.missed(hello.last)
            waiting += [teller.fresh(desk.current(), self.now())] if missed is None else missed
        desk.lines.add(line)
        metrics.LINES.inc()
        self._write([], [partial(line.tell, data) for data in waiting], desk)

    def desk(self, id: str) -> Desk:
        """The desk of an open table."""
        if id not in self.desks:
            raise NoSuch("no-such-table")
        return self.desks[id]

    def answer(self, line: Line, data: bytes) -> None:
        """The line is told this once everything before it is on disk: a refusal may know of what is not there yet."""
        self._write([], [partial(line.tell, data)], line.desk)

    def part(self, line: Line) -> None:
        """The line is gone; its seats are marked unless another comes soon."""
        desk = line.desk
        if desk is None or line not in desk.lines:
            return
        desk.lines.discard(line)
        self._ended += 1
        metrics.LINES.dec()
        if not self.stopping:
            self._loop.call_later(HICCUP, self._miss, desk, line.person)
            self._loop.call_later(MEMORY, self._forget, desk)

    def _miss(self, desk: Desk, person: str) -> None:
        table = desk.table
        if self.stopping or self.desks.get(table.id) is not desk or any(line.person == person for line in desk.lines):
            return
        gone = tuple(seat for seat in table.seats_of(person) if table.seats[seat].away is None)
        if gone:
            self.perform(desk, [journal.Away(gone)])

    def _forget(self, desk: Desk) -> None:
        needed = {Audience.of(seat, line.person, line.bids) for line in desk.lines for seat in line.seats}
        for key in set(desk.tellers) - needed:
            del desk.tellers[key]

    def command(self, desk: Desk, person: str, command: wire.TableCommand, answer: Answer) -> None:
        """The command is carried out, or a Refusal says why not; the answer comes once it is on disk."""
        if self.desks.get(desk.table.id) is not desk:
            raise rulings.NotNow("table-closed")
        if isinstance(command, wire.Say) and self._talk.take(person, time.monotonic()) > 0:
            raise rulings.NotNow("too-much-talk")
        entries = rulings.rule(desk.table, person, command)
        self.perform(desk, entries, answer=answer)


def short(id: str) -> str:
    """As much of a table's id as may stand in a log: too little to join by."""
    return id[:6]
