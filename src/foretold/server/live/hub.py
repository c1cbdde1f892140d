"""The hub: the live tables of one process, and how commands reach them."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from foretold.errors import Refusal
from foretold.server import store
from foretold.server.base import gc_control, metrics
from foretold.server.base.address_blocks import Blocks
from foretold.server.base.clock import Clock, date
from foretold.server.base.gc_control import GcControl
from foretold.server.base.rate_limits import OF_BLOCKS, Buckets, SteppedBuckets
from foretold.server.base.text import short
from foretold.server.live.bot_runner import BotRunner
from foretold.server.live.commit_queue import Account, Answer, CommitQueue, NotStored, OpenStore, PendingCommand, Rule
from foretold.server.live.connection import Connection
from foretold.server.live.hints import Hints
from foretold.server.live.live_table import LiveTable
from foretold.server.live.pipeline import Pipeline, SinglePipeline
from foretold.server.live.presence import HICCUP, Presence
from foretold.server.live.previews import Previews
from foretold.server.live.rebuild import UNREADABLE, rebuild
from foretold.server.live.sanctions import Sanctions
from foretold.server.protocol import messages
from foretold.server.store import BadDatabase
from foretold.server.store.sqlite import watermarks
from foretold.server.table import commands, follow_ups, journal
from foretold.server.table.commands import play
from foretold.server.table.journal import AnyEntry
from foretold.server.table.permissions import NoSuch, NotNow
from foretold.server.table.quota import LIMITS, Limits, Quota
from foretold.server.table.table import Dealer, Table, deal_fairly

log = logging.getLogger("foretold.server")
_Item = TypeVar("_Item")

RESTING = 30.0  # seconds in which the hub looks once at each table, whether it can rest
LOOKS = 1.0  # seconds between two looks at some of them
FAREWELL = 1.0  # seconds for the last messages when the server stops
MOVES = 1_000  # of people, whose times are kept
SWITCHING = 0.0005  # seconds that the store's thread waits for the interpreter beside a busy event loop
TRACES_MATCHES, TRACES_ENTRIES = 8, 64  # records and entries changed at a time when a person is deleted


def _sliced(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    return (items[at : at + size] for at in range(0, len(items), size))


@dataclass
class Hooks:
    """What features do when something happens at a table."""

    match_ended: list[Callable[[Table], Sequence[store.Operation]]] = field(default_factory=list)  # stored with the end
    table_changed: list[Callable[[LiveTable], None]] = field(default_factory=list)  # at the process that owns the table
    table_closed: list[Callable[[str], None]] = field(default_factory=list)


class Hub:
    """The live tables of one process."""

    def __init__(
        self,
        database: store.Database,
        *,
        bot_delay: float = 0.9,
        bot_workers: int = 2,
        limits: Limits = LIMITS,
        dealer: Dealer = deal_fairly,
        entropy: follow_ups.Entropy = secrets.token_bytes,
        open_store: OpenStore = store.open_store,
    ) -> None:
        self.live_tables: dict[str, LiveTable] = {}
        self.hooks = Hooks()
        self.quota = Quota(limits)
        self.sanctions = Sanctions()
        self.moves = 0  # decisions since the start, of people and bots
        self.moves_took: deque[float] = deque(maxlen=MOVES)  # seconds from people's moves to their answers
        self.stopping = False
        self.clock = Clock()
        self.dealer = dealer
        self.commits = CommitQueue(database, self._not_stored, open_store)
        self.damaged: list[str] = []  # ids of tables that could not be read, shortened as in the log
        self.gone: list[watermarks.Gone] = []  # entries that clients have seen and that are missing now
        self._entropy = entropy
        self._loop = asyncio.get_running_loop()
        self._watermarks: watermarks.Notes | None = None
        self._talk = Buckets(rate=0.5, burst=10)  # chat lines per person
        self._reactions = Buckets(rate=0.2, burst=1)  # one in five seconds per person
        self._applications = SteppedBuckets(1 / 20, 6, *OF_BLOCKS)  # requests for bots' seats per person and block
        self._bots = BotRunner(self, bot_delay, bot_workers)
        self._previews = Previews(self.commits)
        self._hints = Hints(self.commits)
        self._gc = GcControl()
        self._chores: dict[Callable[[], None], asyncio.TimerHandle] = {}
        self._unlooked: list[str] = []  # ids of the tables to look at next, whether they can rest
        self.presence = Presence(self)
        self.pipeline = self._pipeline()

    def _pipeline(self) -> Pipeline:
        if not self.commits.store.shared:
            return SinglePipeline(self, self.commits)
        from foretold.server.live.cluster import join_cluster  # a page has no PostgreSQL

        return join_cluster(self, self.commits)

    # Beginning and end -----------------------------------------------------------------------------------------

    def start(self) -> int | None:
        """Continues every open table where it was; time that the server was down counts against nobody.

        Returns the milliseconds it was down, None if another process was running meanwhile.
        """
        sys.setswitchinterval(SWITCHING)
        last_alive = self._last_alive()
        first, today = self.pipeline.start()  # listens before it reads: nothing falls in between
        loaded = [live for live in map(self._load, self.commits.store.open_tables()) if live is not None]
        newest = max([last_alive, *(live.table.at for live in loaded)])  # an entry is a sign of life, too
        self.clock.restart(newest, today)
        down = max(0, self.clock.now() - (newest or self.clock.now()))
        if self.commits.store.file is not None:
            self._compare(self.commits.store.file, {live.table.id: live.table.number for live in loaded})
        for live in loaded:
            if first:
                self.perform(live, lambda _: [journal.Restarted(down)])
            else:
                self.attend(live)
        self._gc.hold_off()
        self._every(gc_control.ASIDE, self._gc.set_aside)
        self._every(gc_control.ASIDE, self._gc.search_if_due)
        self._every(LOOKS, self._let_rest)
        return down if first else None

    def _every(self, seconds: float, chore: Callable[[], None]) -> None:
        """Does the chore now and every so many seconds."""
        try:
            chore()
        finally:
            self._chores[chore] = self._loop.call_later(seconds, self._every, seconds, chore)

    def _let_rest(self) -> None:
        """Lets tables rest where nothing happens and nobody looks: a slice of all tables each time."""
        self._unlooked = self._unlooked or [*self.live_tables]
        some = max(1, round(len(self.live_tables) * LOOKS / RESTING))
        ids, self._unlooked = self._unlooked[:some], self._unlooked[some:]
        for id in ids:
            live = self.live_tables.get(id)
            if live is not None:
                live.rest()

    def _last_alive(self) -> int:
        with suppress(BadDatabase):
            return self.commits.store.alive() or 0
        return 0

    def _load(self, id: str) -> LiveTable | None:
        """The table as its journal makes it; a damaged one is left alone on disk and named in the log."""
        table = Table(id, self.dealer)
        try:
            live = LiveTable(table)
            rebuild(table, self.commits.store.entries(id), live.note_presence)
        except UNREADABLE:
            log.exception("table not readable", extra={"table": short(id), "entries": table.number + 1})
            self.damaged.append(short(id))
            return None
        if table.number < 0 or table.phase == "closed":
            return None
        live.looked = table.number
        live.rest()  # until somebody comes: at a start there are many
        self.live_tables[id] = live
        return live

    def _compare(self, database: Path, stored: dict[str, int]) -> None:
        """Logs entries that clients have seen but the database lacks, and starts noting what clients see."""
        seen = watermarks.read(database)
        for id in seen.keys() - stored.keys():
            with suppress(*UNREADABLE):
                stored[id] = max((entry.number for entry in self.commits.store.entries(id)), default=-1)
        self.gone = watermarks.gone({id: number for id, number in seen.items() if id in stored}, stored)
        for gap in self.gone:
            log.error("entries gone", extra={"table": short(gap.table), "found": gap.found, "told": gap.told})
        with suppress(OSError):
            self._watermarks = watermarks.Notes(database)
        for id in self.live_tables.keys() | (seen.keys() - stored.keys()):
            self._note(id, stored.get(id, seen.get(id, -1)))

    def _note(self, table: str, number: int | None) -> None:
        """Notes that clients have seen this entry, or that the table is closed."""
        if self._watermarks is not None:
            if number is None:
                self._watermarks.drop(table)
            else:
                self._watermarks.note(table, number)

    async def farewell(self) -> None:
        """Stops deciding anything, and asks every client to reconnect after what is on its way to it."""
        self.stopping = True
        for timer in self._chores.values():
            timer.cancel()
        for live in self.live_tables.values():
            live.stop_timer()
        for worker in (self._bots, self._previews, self._hints):
            await worker.stop()
        with suppress(NotStored, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self.commits.durable()
        for live in self.live_tables.values():
            for connection in live.connections:
                connection.end("restart", retry=1.0)
        with suppress(TimeoutError):  # of a client that doesn't read
            async with asyncio.timeout(FAREWELL):
                while any(live.connections for live in self.live_tables.values()):
                    await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Stores everything and ends all threads, after `farewell`."""
        await self.pipeline.stop()
        self.commits.write([store.Alive(self.clock.now())], [])
        await self.commits.leave()
        if self._watermarks is not None:
            self._watermarks.remove()
        self._gc.release()

    def busy(self) -> bool:
        """True while somebody waits for a bot, a preview or a hint."""
        return self._bots.busy or self._previews.busy or self._hints.busy

    def owns_table(self, live: LiveTable) -> bool:
        """True if this process runs the table's clocks and bots."""
        return self.pipeline.owns(live.table.id, live.near())

    # What could not be stored ----------------------------------------------------------------------------------

    def _not_stored(self, account: Account | None, error: BaseException) -> None:
        """Reloads a table whose changes could not be stored, and asks its clients to reconnect."""
        live = account if isinstance(account, LiveTable) else None
        log.error("not stored", extra={"error": type(error).__name__, "table": short(live.table.id) if live else ""})
        if live is None:
            return
        live.void = True
        if self.live_tables.get(live.table.id, live) is live:  # a table about to close is already out of the list
            self.reload(live, "not-stored")

    def reload(self, live: LiveTable, reason: str) -> None:
        """Reads the table from disk again and asks its clients to reconnect."""
        self.live_tables.pop(live.table.id, None)
        live.stop_timer()
        for connection in live.connections:
            connection.end(reason, retry=1.0)
        fresh = self._load(live.table.id)
        if fresh is not None:
            self.attend(fresh)
            for person in {seat.person for seat in fresh.table.seats if seat.manned}:  # away unless they reconnect
                self._loop.call_later(2 * HICCUP, self.presence.miss, fresh, person)

    # Tables ----------------------------------------------------------------------------------------------------

    def make(
        self,
        id: str,
        entries: list[AnyEntry],
        answer: Answer | None = None,
        where: Blocks = (),
        more: Sequence[store.Operation] = (),
    ) -> LiveTable:
        """Makes a table on behalf of these blocks of addresses; others find it once it is stored.

        The operations `more` are stored with it, all or none.
        """
        where = self.pipeline.anonymous(where)
        live = LiveTable(Table(id, self.dealer))
        self.adopt(live, where, attend=False)
        self.perform(
            live, lambda _: entries, before=[store.AddTable(id, date(), " ".join(where)), *more], answer=answer
        )
        return live

    def prepare(self, id: str, entries: list[AnyEntry]) -> tuple[LiveTable, list[store.Operation]]:
        """A new table after these entries, and what stores it; `adopt` opens it once that has happened."""
        live = LiveTable(Table(id, self.dealer))
        return live, self.apply(live, entries, [store.AddTable(id, date())])[1]

    def adopt(self, live: LiveTable, where: Blocks = (), *, attend: bool = True) -> None:
        """Opens a table to everybody."""
        id = live.table.id
        if id in self.live_tables:  # another process's message came first
            return
        self.quota.made(id, where)
        self.live_tables[id] = live
        metrics.TABLES.inc()
        if attend:
            self.attend(live)

    def make_room(self, person: str, where: Blocks) -> None:
        """Checks that the person may make one more table, closing an abandoned one if need be."""
        where = self.pipeline.anonymous(where)
        tables = (live.table for live in self.live_tables.values())
        abandoned = self.quota.giving_way(tables, person, where, self.clock.now())
        if abandoned is not None:
            self.perform(self.live_tables[abandoned.id], play.close_table)

    def perform(
        self,
        live: LiveTable,
        rule: Rule,
        *,
        before: Sequence[store.Operation] = (),
        answer: Answer | None = None,
        refused: Callable[[Refusal], None] | None = None,
    ) -> None:
        """Carries out what the rule decides for the table: stored first, then sent to everybody.

        Raises the rule's Refusal, or, where several processes serve the table, reports it through `refused`.
        """
        self.pipeline.submit(live, PendingCommand(rule, before, answer, refused))

    def apply(
        self, live: LiveTable, entries: list[AnyEntry], before: Sequence[store.Operation] = ()
    ) -> tuple[list[AnyEntry], list[store.Operation]]:
        """Applies entries and all that follows from them; returns all entries and the operations that store them."""
        table = live.table
        now = max(self.clock.now(), table.at)
        entries = [*entries, *live.arrivals(entries)]
        number, ended = table.number, table.ended
        done = follow_ups.settle(table, entries, now, self._entropy)
        came = live.arrivals(done[len(entries) :])  # people from the queue who now have a seat
        if came:
            done += follow_ups.settle(table, came, now, self._entropy)
        operations: list[store.Operation] = [
            *before,
            *(store.AddEntry(table.id, number + 1 + i, now, journal.write(entry)) for i, entry in enumerate(done)),
        ]
        if not ended and table.ended:
            for hook in self.hooks.match_ended:
                operations += hook(table)
        if table.phase == "closed" and done:
            operations.append(store.CloseTable(table.id, date()))
        metrics.ENTRIES.inc(len(done))
        self.moves += sum(isinstance(entry, journal.Acted) for entry in done)
        return done, operations

    def attend(self, live: LiveTable) -> None:
        """Sets the table's timer, and starts bots whose turn it is."""
        if self.stopping:
            return
        due = follow_ups.next_due(live.table)
        live.stop_timer()
        if not self.owns_table(live):
            return
        if due is not None:
            wait = max(0.0, (due - self.clock.now()) / 1000)
            live.timer = self._loop.call_later(wait + 0.001, self._wake, live)
        self._bots.attend(live)
        for hook in self.hooks.table_changed:
            hook(live)

    def sent(self, live: LiveTable, number: int) -> None:
        """Notes that everybody has been sent the table up to this entry."""
        self._note(live.table.id, number)
        self.foresee(live)

    def foresee(self, live: LiveTable) -> None:
        """Sends previews to the seats that are to act."""
        if not self.stopping and self.live_tables.get(live.table.id) is live:
            self._previews.attend(live)

    def _wake(self, live: LiveTable) -> None:
        live.timer = None
        if self.live_tables.get(live.table.id) is live:
            self.perform(live, lambda _: [])

    def dismiss(self, live: LiveTable) -> None:
        self.live_tables.pop(live.table.id, None)
        self.quota.closed(live.table.id)
        for hook in self.hooks.table_closed:
            hook(live.table.id)
        live.stop_timer()
        farewells = [partial(connection.end, "table-closed") for connection in live.connections]
        self.pipeline.deliver(live, [*farewells, partial(self._note, live.table.id, None)])

    async def forget(self, person: str) -> None:
        """Deletes everything stored about the person; tables that name them are read again without the name."""
        for live in list(self.live_tables.values()):
            if live.table.seats_of(person):
                self.perform(live, lambda table: [journal.Vacated(seat) for seat in table.seats_of(person)])
        await self.pipeline.settled()
        for traces in await self._traces(person):
            await self.commits.durable([traces])
        await self.commits.durable([store.ForgetPerson(person)])
        self.presence.part_with(person)  # a client that reconnects is a new person
        for live in list(self.live_tables.values()):
            if live.table.mentions(person):
                await self.pipeline.reread(live)

    async def _traces(self, person: str) -> list[store.ForgetTraces]:
        """Operations that remove a person from records and journals, in slices so that others can write in between."""

        def read() -> list[store.ForgetTraces]:
            with self.commits.store.apart() as kept:
                matches = kept.match_ids_of(person)
                entries = [(table, number) for page in kept.all_entries_naming(person) for table, number, *_ in page]
            return [
                *(store.ForgetTraces(person, matches=tuple(batch)) for batch in _sliced(matches, TRACES_MATCHES)),
                *(store.ForgetTraces(person, entries=tuple(batch)) for batch in _sliced(entries, TRACES_ENTRIES)),
            ]

        return await asyncio.to_thread(read)

    # Connections -----------------------------------------------------------------------------------------------

    async def at(self, id: str) -> LiveTable:
        """The open table with this id, as it is stored now whichever process serves it."""
        live = await self.pipeline.at(id)
        if live is None:
            raise NoSuch("no-such-table")
        return live

    def open_table(self, id: str) -> LiveTable:
        """The open table with this id, as this process has it."""
        if id not in self.live_tables:
            raise NoSuch("no-such-table")
        return self.live_tables[id]

    def answer(self, connection: Connection, data: bytes) -> None:
        """Sends a message once everything before it is stored: a refusal may depend on a commit under way."""
        self.pipeline.deliver(connection.live, [partial(connection.tell, data)])

    def hint(self, connection: Connection, asked: messages.AskHint, refused: Callable[[Refusal], None]) -> None:
        """Sends the connection the best choices for its seat; a Refusal is raised, or reported through `refused`."""
        live = connection.live
        if live is None or self.live_tables.get(live.table.id) is not live:
            raise NotNow("table-closed")
        if live.task is not None:  # the command under way may fail
            raise NotNow("hint-waits")
        self._hints.ask(live, connection, asked, refused)

    def command(
        self,
        live: LiveTable,
        person: str,
        command: messages.TableCommand,
        answer: Answer,
        refused: Callable[[Refusal], None] | None = None,
        where: Blocks = (),
    ) -> None:
        """Carries out a command or raises its Refusal; the answer comes once it is stored.

        `where`: the blocks of addresses that it came from.
        """
        if self.live_tables.get(live.table.id) is not live:
            raise NotNow("table-closed")
        if isinstance(command, messages.TakeOver):
            commands.handle(live.table, person, command)  # what is refused anyway takes nothing from the limit
            if command.wish and self._applications.take((person, *where), time.monotonic()) > 0:
                raise NotNow("too-many-applications")
        if isinstance(command, messages.Say):
            muted = self.sanctions.muted(person, date())
            if muted is not None:
                raise muted
            now, reacts = time.monotonic(), command.reaction and not command.phrase and not command.text
            if command.reaction and self._reactions.take(person, now) > 0:
                raise NotNow("too-many-reactions")
            if not reacts and self._talk.take(person, now) > 0:
                raise NotNow("too-much-talk")
        if isinstance(command, messages.Act):
            answer = self._timed(answer)
        self.perform(live, lambda table: commands.handle(table, person, command), answer=answer, refused=refused)

    def _timed(self, answer: Answer) -> Answer:
        """The answer to a move, which also notes how long it took."""
        began = time.perf_counter()

        def done(number: int | None) -> None:
            if number is not None:
                self.moves_took.append(time.perf_counter() - began)
            answer(number)

        return done
