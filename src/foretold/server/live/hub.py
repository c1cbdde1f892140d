"""The hub: carries commands to tables, stores what happens, and tells everybody only what is on disk."""

from __future__ import annotations

import asyncio
import logging
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from foretold.errors import Refusal
from foretold.server import store
from foretold.server.base import gc_control, metrics
from foretold.server.base.address_blocks import WIDER, Blocks
from foretold.server.base.clock import Clock, date
from foretold.server.base.gc_control import GcControl
from foretold.server.base.rate_limits import OF_BLOCKS, Buckets, SteppedBuckets
from foretold.server.base.text import short
from foretold.server.features.challenges.bot_attempts import BotAttempts
from foretold.server.features.evenings.service import Evenings
from foretold.server.features.matches.finish import kept
from foretold.server.features.notifications.notifier import Notifier
from foretold.server.features.notifications.policy import NotificationPolicy
from foretold.server.features.reviews.service import QUALITY, Quality, Reviews
from foretold.server.live.bot_runner import BotRunner
from foretold.server.live.commit_queue import (
    Account,
    Answer,
    CommitQueue,
    Delivery,
    NotStored,
    OpenStore,
    PendingCommand,
    Rule,
)
from foretold.server.live.connection import Connection
from foretold.server.live.hints import Hints
from foretold.server.live.live_table import LiveTable
from foretold.server.live.presence import HICCUP, Presence
from foretold.server.live.previews import Previews
from foretold.server.live.rebuild import UNREADABLE, rebuild
from foretold.server.protocol import messages
from foretold.server.store import BadDatabase
from foretold.server.store.sqlite import watermarks
from foretold.server.table import commands, journal
from foretold.server.table.journal import AnyEntry
from foretold.server.table.permissions import NoSuch, NotNow
from foretold.server.table.quota import LIMITS, Limits, Quota
from foretold.server.table.table import DAY, Dealer, Table, deal_fairly

if TYPE_CHECKING:
    from foretold.server.live.cluster import Cluster

log = logging.getLogger("foretold.server")
_Item = TypeVar("_Item")

ALIVE = 5.0  # seconds between two notes that the server runs
EXPIRY = 6 * 3600.0  # seconds between two looks for what is kept no longer
IDLE = 60.0  # seconds between two looks for people who never did anything
IDLE_SOME, IDLE_MANY = 200, 1000  # that are dropped at a time: of the last days, and whenever they came
WRITABLE = 1.0  # seconds that the outcome of a try to write counts
PATIENCE = 5.0  # seconds that such a try may take
ROOM = 4 * 1024 * 1024  # bytes on the disk of the database, below which the server takes nobody
FAREWELL = 1.0  # seconds that everybody has for the last word when the server stops
SWITCHING = 0.0005  # seconds that the thread of the store waits for its turn beside a busy event loop


TRACES_MATCHES, TRACES_ENTRIES = 8, 64  # records and entries that are changed at a time when somebody is forgotten


def _sliced(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    return (items[at : at + size] for at in range(0, len(items), size))


class Hub:
    """All tables of one server."""

    def __init__(
        self,
        database: store.Database,
        *,
        bot_delay: float = 0.9,
        bot_workers: int = 2,
        reviews: Quality = QUALITY,
        limits: Limits = LIMITS,
        outreach: NotificationPolicy | None = None,  # None: nobody is called
        ladder: bool = False,  # whether everybody is shown the ratings of those who want one
        keep_people: int = 400,  # days
        keep_tables: int = 30,
        dealer: Dealer = deal_fairly,
        entropy: commands.Entropy = secrets.token_bytes,
        open_store: OpenStore = store.open_store,
        about: Mapping[str, object] | None = None,  # what the records of this server say beside the match
    ) -> None:
        self.entropy, self.ladder = entropy, ladder
        self._about = dict(about or {})
        self.live_tables: dict[str, LiveTable] = {}
        self.quota = Quota(limits)
        self.stopping = False
        self._tried, self._writable = 0.0, True  # when something was written to see whether that is possible
        self._clock = Clock()
        self.dealer = dealer
        self._loop = asyncio.get_running_loop()
        self._notes: watermarks.Notes | None = None
        self.damaged: list[str] = []  # the tables that could not be read, as they stand in the log
        self.gone: list[watermarks.Gone] = []  # what people were told of and is not there any more
        self._commits = CommitQueue(database, self._not_stored, open_store)
        self.store = self._commits.store
        commits = self._commits
        self.durable, self.promise, self.attempt = commits.durable, commits.promise, commits.attempt
        self.read = self.store.ask
        self._talk = Buckets(rate=0.5, burst=10)  # what one person says
        self._reactions = Buckets(rate=0.2, burst=1)  # one in five seconds of one person
        self.reporting = Buckets(rate=1 / 60, burst=5)  # lines of the chat that one person reports
        self.guesses = SteppedBuckets(0.1, 10, 1, WIDER)  # words of another device, from a block of addresses
        self.challenging = SteppedBuckets(1 / 60, 20, *OF_BLOCKS)  # what one person makes of matches
        self._bots = BotRunner(self, bot_delay, bot_workers)
        self._previews = Previews(self._commits)
        self._hints = Hints(self._commits)
        self.reviews = Reviews(self._commits, self._busy, self.owns, reviews)
        self.bot_tries = BotAttempts(self._commits, self._busy, self.owns, reviews.nice)
        self.evenings = Evenings(self, self._commits)
        self._keep_people, self._keep_tables = keep_people * DAY, keep_tables * DAY
        self._chores: dict[Callable[[], object], asyncio.TimerHandle] = {}
        self._gc = GcControl()
        self.presence = Presence(self)
        self.join, self.part, self.part_with = self.presence.join, self.presence.part, self.presence.part_with
        self.calls = Notifier(self, outreach, self.owns)
        self._cluster: Cluster | None = None  # with the other processes over the same database
        if self.store.shared:
            from foretold.server.live.cluster import join_cluster

            self._cluster = join_cluster(self, self._commits)

    # Beginning and end -----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Every open table goes on where it was; the time that the server was down counts for nobody."""
        sys.setswitchinterval(SWITCHING)
        seen = self._last_alive()
        first, today = (True, None) if self._cluster is None else self._cluster.start()  # words first, then tables
        found = [live for live in map(self._load, self.store.open_tables()) if live is not None]
        signs = [seen, *(live.table.at for live in found)]  # of life: an entry is one too
        self._clock = Clock(max(signs), today)
        down = self.now() - (max(signs) or self.now())
        if self.store.file is not None:
            self._compare(self.store.file, {live.table.id: live.table.number for live in found})
        for live in found if first else ():
            self.perform(live, lambda _: [journal.Restarted(max(0, down))])
        self._every(ALIVE, lambda: store.Alive(self.now()))
        self._every(EXPIRY, lambda: store.Expire(self._date(), self._keep_people, self._keep_tables))
        self._every(IDLE, lambda: store.DropIdle(self._date() - 3 * DAY, self._date() - DAY, IDLE_SOME))
        self._every(EXPIRY, lambda: store.DropIdle(0, self._date() - DAY, IDLE_MANY))
        self.reviews.start()
        self.calls.start()
        self.bot_tries.start()
        self.evenings.start(max(0, down) if first else None)
        self._gc.hold_off()
        self._every(gc_control.ASIDE, self._gc.set_aside)
        self._every(gc_control.TIDYING, self._gc.search_if_due)

    def _every(self, seconds: float, chore: Callable[[], store.Operation | None]) -> None:
        """The chore is done now and again after so many seconds each; what it wants to be written is written."""
        operation = chore()
        if operation is not None and self.owns(type(operation).__name__):
            self._commits.write([operation], [])
        self._chores[chore] = self._loop.call_later(seconds, self._every, seconds, chore)

    def _last_alive(self) -> int:
        with suppress(BadDatabase):
            return self.store.alive() or 0
        return 0

    def _load(self, id: str) -> LiveTable | None:
        """The table as its journal makes it; a damaged one is left alone on disk and named in the log."""
        table = Table(id, self.dealer)
        try:
            live = LiveTable(table)
            rebuild(table, self.store.entries(id), live.note_presence)
        except UNREADABLE:
            log.exception("table not readable", extra={"table": short(id), "entries": table.number + 1})
            self.damaged.append(short(id))
            return None
        if table.number < 0 or table.phase == "closed":
            return None
        self.live_tables[id] = live
        return live

    def _compare(self, database: Path, found: dict[str, int]) -> None:
        """What people were told of and is not there is named in the log; from now on is noted what they are told."""
        told = watermarks.read(database)
        for id in told.keys() - found.keys():
            with suppress(*UNREADABLE):
                found[id] = max((entry.number for entry in self.store.entries(id)), default=-1)
        self.gone = watermarks.gone({id: number for id, number in told.items() if id in found}, found)
        for each in self.gone:
            log.error("entries gone", extra={"table": short(each.table), "found": each.found, "told": each.told})
        with suppress(OSError):
            self._notes = watermarks.Notes(database)
        for id in self.live_tables.keys() | (told.keys() - found.keys()):
            self._note(id, found.get(id, told.get(id, -1)))

    def _note(self, table: str, number: int | None) -> None:
        """People were told of this entry, or that the table is closed."""
        if self._notes is not None:
            if number is None:
                self._notes.drop(table)
            else:
                self._notes.note(table, number)

    async def farewell(self) -> None:
        """Nothing is decided any more, and everybody was told to come back, after all that was on its way to them."""
        self.stopping = True
        for timer in self._chores.values():
            timer.cancel()
        for live in self.live_tables.values():
            live.stop_timer()
        working = (self._bots, self._previews, self._hints, self.reviews, self.calls, self.bot_tries, self.evenings)
        for each in working:
            await each.stop()
        with suppress(NotStored, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self.durable()
        for live in self.live_tables.values():
            for connection in live.connections:
                connection.end("restart", retry=1.0)
        with suppress(TimeoutError):  # of who does not read
            async with asyncio.timeout(FAREWELL):
                while any(live.connections for live in self.live_tables.values()):
                    await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Everything is on disk, everybody has been told to come back, no thread runs any more."""
        if not self.stopping:
            await self.farewell()
        if self._cluster is not None:
            await self._cluster.stop()
        self._commits.write([store.Alive(self.now())], [])
        await self._commits.leave()
        if self._notes is not None:
            self._notes.remove()
        self._gc.release()

    def _busy(self) -> bool:
        """Whether something is worked out for which somebody waits."""
        return self._bots.busy or self._previews.busy or self._hints.busy

    @property
    def process(self) -> str:
        """What this process is called among those that serve the same tables; '' if it is alone."""
        return "" if self._cluster is None else self._cluster.id

    @property
    def away(self) -> bool:
        """Whether the database can't be reached for the moment."""
        return self._cluster is not None and self._cluster.away

    def gone_elsewhere(self, mark: str) -> bool:
        """Whether a table whose id begins so is with newer processes, and this one can't serve it."""
        return self._cluster is not None and any(id.startswith(mark) for id in self._cluster.let_go)

    async def writable(self) -> bool:
        """Whether something can be written to the database, as it was within the last second."""
        if self._loop.time() >= self._tried + WRITABLE:
            self._tried = self._loop.time()
            self._writable = self._room()
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    self._writable &= await self.attempt([store.Alive(self.now())]) is None
                    return self._writable
            self._writable = False
        return self._writable

    def _room(self) -> bool:
        """Whether the disk of the database has room for more."""
        if self.store.file is None:
            return True
        with suppress(OSError):
            return shutil.disk_usage(self.store.file.parent).free >= ROOM
        return True

    def owns(self, id: str) -> bool:
        """Whether it is for this process to review this match, to call this person, or to look after this evening."""
        return self._cluster is None or self._cluster.owns(id)

    def owns_table(self, live: LiveTable) -> bool:
        """Whether this process, and none of the others, is there for the clocks and bots of a table."""
        return self._cluster is None or self._cluster.owns(live.table.id, live.near())

    def now(self) -> int:
        """Milliseconds since the epoch, as they pass: nobody who sets the machine's date moves a clock at a table."""
        return self._clock.now()

    def _date(self) -> int:
        """The date, as long as it is not set far ahead: what is kept for so many days is not dropped for that."""
        return min(date(), self.now())

    # What could not be stored ----------------------------------------------------------------------------------

    def _not_stored(self, account: Account | None, error: BaseException) -> None:
        """What could not be stored has not happened: the table is as it is on disk, its people come back to it."""
        live = account if isinstance(account, LiveTable) else None
        log.error("not stored", extra={"error": type(error).__name__, "table": short(live.table.id) if live else ""})
        if live is None:
            return
        live.void = True
        if self.live_tables.get(live.table.id, live) is live:  # also one that was to be closed, and so is not there
            self._reload(live, "not-stored")

    def _reload(self, live: LiveTable, reason: str) -> None:
        """The table is read from disk again, and its people come back to it."""
        self.live_tables.pop(live.table.id, None)
        live.stop_timer()
        for connection in live.connections:
            connection.end(reason, retry=1.0)
        fresh = self._load(live.table.id)
        if fresh is not None:
            self.attend(fresh)
            for person in {seat.person for seat in fresh.table.seats if seat.manned}:  # who does not come back is away
                self._loop.call_later(2 * HICCUP, self.presence.miss, fresh, person)

    # Tables ----------------------------------------------------------------------------------------------------

    def make(self, id: str, entries: list[AnyEntry], answer: Answer | None = None, where: Blocks = ()) -> LiveTable:
        """A new table, made from these blocks of addresses; it is there for others once it is on disk."""
        where = where if self._cluster is None else self._cluster.marked(where)
        self.quota.made(id, where)
        live = self.live_tables[id] = LiveTable(Table(id, self.dealer))
        metrics.TABLES.inc()
        self.perform(live, lambda _: entries, before=[store.AddTable(id, date(), " ".join(where))], answer=answer)
        return live

    def make_room(self, person: str, where: Blocks) -> None:
        """One more table of this person can be made from these blocks of addresses; a Refusal says why not."""
        where = where if self._cluster is None else self._cluster.marked(where)
        found = self.quota.giving_way((live.table for live in self.live_tables.values()), person, where, self.now())
        if found is not None:
            self.perform(self.live_tables[found.id], commands.close)

    def perform(
        self,
        live: LiveTable,
        rule: Rule,
        *,
        before: Sequence[store.Operation] = (),
        answer: Answer | None = None,
        refused: Callable[[Refusal], None] | None = None,
    ) -> None:
        """What the rule says of the table happens with all that follows: on disk first, then everybody hears of it.

        A Refusal says why not; where several processes serve the table, `refused` hears it once that is sure.
        """
        if self._cluster is not None:
            self._cluster.ask(live, PendingCommand(rule, before, answer, refused))
            return
        table = live.table
        done, operations = self.rule(live, rule(table), before)
        deliveries = live.news() if done else []
        if answer is not None:
            deliveries.append(partial(answer, table.number))
        deliveries.append(partial(self._told, live, table.number))
        self._commits.write(operations, deliveries, live, None if answer is None else partial(answer, None))
        self.attend(live)
        if table.phase == "closed":
            self.dismiss(live)

    def rule(
        self, live: LiveTable, entries: list[AnyEntry], before: Sequence[store.Operation] = ()
    ) -> tuple[list[AnyEntry], list[store.Operation]]:
        """The table after these entries: all that happened, and what is to be stored of it."""
        table = live.table
        self._gc.something_happened()
        now = max(self.now(), table.at)
        entries = [*entries, *live.arrivals(entries)]
        number, ended = table.number, table.match is not None and table.match.ended
        done = commands.settle(table, entries, now, self.entropy)
        came = live.arrivals(done[len(entries) :])  # who waited for a seat and has one now
        if came:
            done += commands.settle(table, came, now, self.entropy)
        operations: list[store.Operation] = [
            *before,
            *(store.AddEntry(table.id, number + 1 + i, now, journal.write(entry)) for i, entry in enumerate(done)),
        ]
        if not ended and table.match is not None and table.match.ended:
            operations += kept(table, self._about)
            self.calls.played(table)
        if table.phase == "closed" and done:
            operations.append(store.CloseTable(table.id, date()))
        metrics.ENTRIES.inc(len(done))
        return done, operations

    def attend(self, live: LiveTable) -> None:
        """The clock wakes the table when it is time, and bots think where it is their turn."""
        if self.stopping:
            return
        due = commands.next_due(live.table)
        live.stop_timer()
        if not self.owns_table(live):
            return
        if due is not None:
            wait = max(0.0, (due - self.now()) / 1000)
            live.timer = self._loop.call_later(wait + 0.001, self._wake, live)
        self._bots.attend(live)
        self.calls.attend(live)

    def _told(self, live: LiveTable, number: int) -> None:
        """All have heard of this entry, and of those before it."""
        self._note(live.table.id, number)
        self.foresee(live)

    def foresee(self, live: LiveTable) -> None:
        """Who is to play hears what the cards bring."""
        if not self.stopping and self.live_tables.get(live.table.id) is live:
            self._previews.attend(live)

    def _wake(self, live: LiveTable) -> None:
        live.timer = None
        if self.live_tables.get(live.table.id) is live:
            self.perform(live, lambda _: [])

    def dismiss(self, live: LiveTable) -> None:
        self.live_tables.pop(live.table.id, None)
        self.quota.closed(live.table.id)
        self.calls.leave(live.table.id)
        live.stop_timer()
        farewells = [partial(connection.end, "table-closed") for connection in live.connections]
        self.deliver(live, [*farewells, partial(self._note, live.table.id, None)])

    def has_seat(self, person: str) -> bool:
        """Whether the person has a seat at an open table."""
        return bool(person) and any(live.table.seats_of(person) for live in self.live_tables.values())

    def deliver(self, live: LiveTable | None, deliveries: Sequence[Delivery]) -> None:
        """The deliveries happen once everything before them is on disk."""
        if self._cluster is None:
            self._commits.write([], deliveries, live)
            return
        for delivery in deliveries:  # here nothing was told that is not
            delivery()

    async def forget(self, person: str) -> None:
        """Nothing is stored about the person any more; tables at which it sat are read anew, without its name."""
        await self.evenings.forget(person)
        for live in list(self.live_tables.values()):
            if live.table.seats_of(person):
                self.perform(live, lambda table: [journal.Vacated(seat) for seat in table.seats_of(person)])
        if self._cluster is not None:
            await self._cluster.settled()
        for traces in await self._traces(person):
            await self.durable([traces])
        await self.durable([store.ForgetPerson(person)])
        self.part_with(person)  # who comes back is somebody new
        for live in list(self.live_tables.values()):
            if not live.table.mentions(person):
                continue
            if self._cluster is not None:
                await self._cluster.renew(live)
                continue
            for _ in range(100):  # what is not on disk yet would be missing in the table
                if live.unwritten:
                    await self.durable()
            if self.live_tables.get(live.table.id) is live:
                self._reload(live, "restart")

    async def _traces(self, person: str) -> list[store.ForgetTraces]:
        """What is to be changed for a person who is forgotten, in slices between which others can write."""

        def read() -> list[store.ForgetTraces]:
            with self.store.apart() as kept:
                matches = kept.match_ids_of(person)
                entries = [(table, number) for page in kept.all_entries_naming(person) for table, number, *_ in page]
            return [
                *(store.ForgetTraces(person, matches=tuple(some)) for some in _sliced(matches, TRACES_MATCHES)),
                *(store.ForgetTraces(person, entries=tuple(some)) for some in _sliced(entries, TRACES_ENTRIES)),
            ]

        return await asyncio.to_thread(read)

    # Connections -----------------------------------------------------------------------------------------------

    async def at(self, id: str) -> LiveTable:
        """The desk of an open table, as it is now whoever serves it."""
        if self._cluster is not None and await self._cluster.at(id) is None:
            raise NoSuch("no-such-table")
        return self.live(id)

    def live(self, id: str) -> LiveTable:
        """The desk of an open table."""
        if id not in self.live_tables:
            raise NoSuch("no-such-table")
        return self.live_tables[id]

    def answer(self, connection: Connection, data: bytes) -> None:
        """This is told once everything before it is on disk: a refusal may know of what is not there yet."""
        self.deliver(connection.live, [partial(connection.tell, data)])

    def hint(self, connection: Connection, asked: messages.AskHint, refused: Callable[[Refusal], None]) -> None:
        """The line hears what is best for its seat, or a Refusal says why not; `refused` hears one that comes later."""
        live = connection.live
        if live is None or self.live_tables.get(live.table.id) is not live:
            raise NotNow("table-closed")
        if live.task is not None:  # what is under way may not happen
            raise NotNow("hint-waits")
        self._hints.ask(live, connection, asked, refused)

    def command(
        self,
        live: LiveTable,
        person: str,
        command: messages.TableCommand,
        answer: Answer,
        refused: Callable[[Refusal], None] | None = None,
    ) -> None:
        """The command is carried out, or a Refusal says why not; the answer comes once it is on disk."""
        if self.live_tables.get(live.table.id) is not live:
            raise NotNow("table-closed")
        if isinstance(command, messages.Say):
            now, reacts = time.monotonic(), command.reaction and not command.phrase and not command.text
            if command.reaction and self._reactions.take(person, now) > 0:
                raise NotNow("too-many-reactions")
            if not reacts and self._talk.take(person, now) > 0:
                raise NotNow("too-much-talk")
        self.perform(live, lambda table: commands.rule(table, person, command), answer=answer, refused=refused)
