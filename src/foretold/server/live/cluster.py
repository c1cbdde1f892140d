"""Several processes serve the same tables over one PostgreSQL database.

A process decides a command on its own copy of the table and appends with the next number. If another process was
first, it reads the new entries and decides again, so clients only ever see what the journal says. One command per
table is in progress at a time, and its effects are sent once it is committed. Processes notify each other with ids
and numbers only; what a process missed it finds by number, when it reconnects and when it looks at all tables from
time to time.

Clocks, bots and jobs of a table are done by one of the processes, chosen by rendezvous hashing; if two do them for a
moment, the unique key decides.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING

from foretold.errors import Refusal
from foretold.server.base import metrics
from foretold.server.base.address_blocks import Blocks
from foretold.server.base.text import short
from foretold.server.live.commit_queue import CommitQueue, Delivery, Elsewhere, PendingCommand
from foretold.server.live.connection import at_once
from foretold.server.live.live_table import LiveTable
from foretold.server.live.pipeline import Started
from foretold.server.live.rebuild import UNREADABLE, rebuild
from foretold.server.protocol import messages
from foretold.server.store import Conflict, KeptEntry
from foretold.server.store.postgres.notify import Member
from foretold.server.store.postgres.store import PostgresStore
from foretold.server.table import journal
from foretold.server.table.journal import AnyEntry
from foretold.server.table.table import Table

if TYPE_CHECKING:
    from foretold.server.live.hub import Hub

SWEEP = 2.0  # seconds between two looks at all tables
DOUBT = 2.0  # seconds that clients of an ended process have to reconnect to another one

log = logging.getLogger("foretold.server")


def join_cluster(hub: Hub, commits: CommitQueue) -> Cluster:
    """Joins the processes that share the hub's database."""
    assert isinstance(hub.commits.store, PostgresStore)
    return Cluster(hub, commits, hub.commits.store)


class Cluster:
    """A hub's tables as copies of what the database holds, shared with other processes."""

    def __init__(self, hub: Hub, commits: CommitQueue, store: PostgresStore) -> None:
        self._hub = hub
        self._commits = commits
        self._store = store
        self._loop = asyncio.get_running_loop()
        self.id = store.writer
        self.away = False  # whether the database can't be reached
        self._members: list[Member] = []
        self._salt = store.salt()
        self._wanted: dict[str, tuple[int, asyncio.Future[list[KeptEntry] | None]]] = {}  # reads for the next batch
        self._reading: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._look = asyncio.Event()  # set to check all tables now
        self._ahead: dict[str, int] = {}  # on the store's thread: tables to read, and after which entry
        self._fetching: asyncio.Task[None] | None = None
        self._finding: dict[str, asyncio.Task[LiveTable | None]] = {}
        self.let_go: set[str] = set()  # tables that this process can't read

    # Members ---------------------------------------------------------------------------------------------------

    def start(self) -> Started:
        """Joins the cluster; says whether this process is its first, and the database's date."""
        joined = self._store.join(self)
        self._members = [*joined.members, Member(self.id, messages.JOURNAL)]
        metrics.PROCESSES.set(len(self._members))  # set again when a process joins or leaves
        self._sweeping = asyncio.create_task(self._sweep_on())
        return Started(not joined.members, joined.now)

    async def stop(self) -> None:
        """Cancels all reading and command processing."""
        tasks = [live.task for live in self._hub.live_tables.values()] + [self._reading, self._sweeping]
        for task in tasks:
            if task is not None:
                task.cancel()
        await asyncio.gather(*(task for task in tasks if task is not None), return_exceptions=True)

    def owns(self, name: str, near: Collection[str] = ()) -> bool:
        """True if this process owns the job or table (rendezvous hash); the newest version wins.

        Processes in `near`, where people of the table are connected, come first: they have a current copy.
        """
        newest = max((member.version for member in self._members), default=0)
        able = [member.id for member in self._members if member.version == newest]
        able = [id for id in able if id in near] or able
        return bool(able) and max(able, key=lambda id: hashlib.blake2b(f"{id} {name}".encode()).digest()) == self.id

    def anonymous(self, blocks: Blocks) -> Blocks:
        """A short keyed hash per block, the same in all processes, from which no address can be recovered."""
        return tuple(hashlib.blake2b(name.encode(), key=self._salt, digest_size=8).hexdigest()[:5] for name in blocks)

    # On the store's thread:

    def heard(self, numbers: Mapping[str, int] | None) -> None:
        """Notes that these tables have an entry with this number; None: any table may have changed."""
        if numbers is None:
            self._loop.call_soon_threadsafe(self._look.set)
            return
        for id, number in numbers.items():
            if (live := self._hub.live_tables.get(id)) is None:
                if id not in self.let_go:
                    self._loop.call_soon_threadsafe(self._find, id)
                continue
            live.behind = max(live.behind, number)  # it catches up at the next sweep at the latest
            if live.connections or self._hub.owns_table(live):
                self._ahead[id] = live.table.number
        if self._ahead and self._fetching is None:
            self._fetching = asyncio.create_task(self._fetch_ahead())

    async def _fetch_ahead(self) -> None:
        """Reads what other processes wrote to tables with local connections, on the store's thread to save time."""
        while self._ahead:
            wanted, self._ahead = self._ahead, {}
            try:
                entries = await self._store.fetch_after(wanted)
            except Exception as error:  # the next sweep reads it
                log.warning("not read", extra={"error": type(error).__name__})
                continue
            self._loop.call_soon_threadsafe(self._receive, entries)
        self._fetching = None

    def awaited(self, table: str) -> bool:
        """True if another process owns this table or has people connected to it."""
        live = self._hub.live_tables.get(table)
        return live is None or not live.near() <= {self.id} or not self._hub.owns_table(live)

    def counted(self, members: list[Member]) -> None:
        """Takes the current list of processes, this one included."""
        if members != self._members:
            self._loop.call_soon_threadsafe(self._count, members)

    def reached(self, reached: bool) -> None:
        """Takes whether the database is reachable."""
        self._loop.call_soon_threadsafe(self._reach, reached)

    def _receive(self, entries: Mapping[str, list[KeptEntry] | None]) -> None:
        for id, kept in entries.items():
            if (live := self._hub.live_tables.get(id)) is None:
                continue
            newer = [entry for entry in kept or () if entry.number > live.table.number]
            if newer and live.task is None and not live.renewing and self._follow(live, newer):
                self._settle(live)
            self._work(live)

    def _count(self, members: list[Member]) -> None:
        self._members = members
        metrics.PROCESSES.set(len(members))
        if not self._hub.stopping:
            for live in self._hub.live_tables.values():
                self._hub.attend(live)
            self._loop.call_later(DOUBT, self._doubt)

    def _doubt(self) -> None:
        """Marks people as away whose process has ended and who have not reconnected elsewhere."""
        living = {member.id for member in self._members}
        for live in self._hub.live_tables.values():
            if self._hub.owns_table(live) and live.lost(living):
                self.submit(live, PendingCommand(lambda table, live=live: _away(live.lost(living))))  # type: ignore[misc]

    def _reach(self, reached: bool) -> None:
        if reached:
            self._look.set()  # a successful sweep lets clients in again
        elif not self.away:
            self.away = True
            log.error("database away")
            metrics.STORE_AWAY.set(1)
            for live in self._hub.live_tables.values():
                for connection in live.connections:
                    connection.end("database-away", retry=1.0)

    # Entries of other processes--------------------------------------------------------------------------------

    async def at(self, id: str) -> LiveTable | None:
        """The table as stored now, with no command under way; None if there is none."""
        if id in self.let_go:
            raise Elsewhere("table-newer")
        live = self._hub.live_tables.get(id) or await self._find(id)
        if live is None:
            return None
        if self.id not in live.near():  # otherwise the journal tells them
            self._store.look_on([id])
        live.behind = max(live.behind, live.table.number + 1)
        self._work(live)
        while live.task is not None:
            await asyncio.shield(live.task)
        if id in self.let_go:
            raise Elsewhere("table-newer")
        return self._hub.live_tables.get(id)

    def _find(self, id: str) -> asyncio.Task[LiveTable | None]:
        if id not in self._finding:
            self._finding[id] = asyncio.create_task(self._load(id))
            self._finding[id].add_done_callback(lambda _: self._finding.pop(id, None))
        return self._finding[id]

    async def _load(self, id: str) -> LiveTable | None:
        """Loads a table that this process has no copy of; None if there is none or it can't be read."""
        standing = (await asyncio.to_thread(self._store.standings, id)).get(id)
        if standing is None or id in self._hub.live_tables:
            return self._hub.live_tables.get(id)
        live = LiveTable(Table(id, self._hub.dealer), revision=standing.revision)
        entries = await self._entries(id, -1)
        if entries is None:
            self._let_go(live)
        if not entries or id in self._hub.live_tables or not self._take_in(live, entries):
            return self._hub.live_tables.get(id)
        if live.table.phase == "closed":
            return None
        self._hub.live_tables[id] = live
        self._hub.quota.made(id, tuple(standing.block.split()))
        self._hub.attend(live)
        return live

    async def _entries(self, id: str, after: int) -> list[KeptEntry] | None:
        """The entries of a table after this number, read in a batch; None if a newer version wrote them."""
        future: asyncio.Future[list[KeptEntry] | None] = self._loop.create_future()
        self._wanted[id] = (after, future)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return await future

    async def _read(self) -> None:
        while self._wanted:
            wanted, self._wanted = self._wanted, {}
            try:
                entries = await asyncio.to_thread(
                    self._store.entries_after, {id: after for id, (after, _) in wanted.items()}
                )
            except Exception as error:
                for _, future in wanted.values():
                    if not future.done():
                        future.set_exception(error)
                continue
            for id, (_, future) in wanted.items():
                if not future.done():
                    future.set_result(entries.get(id, []))

    def _take_in(self, live: LiveTable, entries: Sequence[KeptEntry]) -> bool:
        """Applies stored entries to the copy; False if they are unreadable and the table is let go."""
        table = live.table
        try:
            rebuild(table, entries, live.note_presence)
        except UNREADABLE:
            log.exception("table not readable", extra={"table": short(table.id)})
            self._let_go(live)
            return False
        return True

    def _let_go(self, live: LiveTable) -> None:
        """Leaves the table to other processes: a newer version has written to it, or it is unreadable."""
        self.let_go.add(live.table.id)
        self._hub.live_tables.pop(live.table.id, None)
        live.stop_timer()
        for connection in live.connections:
            connection.end("table-newer", retry=1.0)

    async def _catch_up(self, live: LiveTable) -> bool:
        """Brings the copy and its connections up to date; True if there was anything new."""
        entries = await self._entries(live.table.id, live.table.number)
        if entries is None:
            self._let_go(live)
            return False
        if entries and self._follow(live, entries):
            self._settle(live)
        return bool(entries)

    def _follow(self, live: LiveTable, entries: Sequence[KeptEntry]) -> bool:
        """Applies entries of another process and sends updates in the same steps: one per command."""
        for (_, at), group in groupby(entries, key=lambda entry: (entry.writer, entry.at)):
            if not self._take_in(live, [*group]):
                return False
            self._tell(live)
            metrics.LAG.observe(max(0.0, (self._hub.clock.now() - at) / 1000))
        return True

    async def _renew(self, live: LiveTable) -> None:
        """Rebuilds the table from its first entry and sends the differences to its connections."""
        entries = await self._entries(live.table.id, -1)
        live.renew(Table(live.table.id, self._hub.dealer))
        if entries is None:
            self._let_go(live)
        elif self._take_in(live, entries):
            self._tell(live)
            self._settle(live)

    def _tell(self, live: LiveTable) -> None:
        for delivery in live.updates():
            delivery()

    def _settle(self, live: LiveTable) -> None:
        """Restarts timers, bots and previews, and marks connected people as present."""
        self._hub.attend(live)
        self._hub.foresee(live)
        if live.table.phase == "closed":
            self._hub.dismiss(live)
            return
        for person in {connection.person for connection in live.connections}:
            if live.back(person):
                live.asks.append(PendingCommand(lambda _, person=person: live.back(person)))  # type: ignore[misc]

    async def _sweep_on(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(SWEEP):
                    await self._look.wait()
            self._look.clear()
            try:
                await self._sweep()
            except Exception as error:  # the database is unreachable: try again next time
                log.warning("not looked at tables", extra={"error": type(error).__name__})

    async def _sweep(self) -> None:
        """Brings every stale copy up to date and loads tables that other processes made."""
        standings = await asyncio.to_thread(self._store.standings)
        if self.away:
            self.away = False
            log.info("database back")
            metrics.STORE_AWAY.set(0)
        behind: dict[str, int] = {}
        for id, (number, revision, block) in standings.items():
            if (live := self._hub.live_tables.get(id)) is None:
                if id not in self.let_go:
                    self._find(id)
                continue
            self._hub.quota.made(id, tuple(block.split()))
            if revision != live.revision:
                live.revision, live.renewing = revision, True
            live.behind = max(live.behind, number)
            if live.renewing:
                self._work(live)
            elif live.behind > live.table.number:
                behind[id] = live.table.number
        if behind:  # one query for all of them
            self._receive(await asyncio.to_thread(self._store.entries_after, behind))
        for id, live in self._hub.live_tables.items():
            if live.connections and self.id not in live.near():
                self._store.look_on([id])
            if id not in standings and live.task is None:  # closed by another process
                live.behind = live.table.number + 1
                self._work(live)

    # Commands --------------------------------------------------------------------------------------------------

    def submit(self, live: LiveTable, command: PendingCommand) -> None:
        """Queues a command behind those submitted before."""
        live.asks.append(command)
        self._work(live)

    def served_elsewhere(self, prefix: str) -> bool:
        """True if a table whose id begins with this is left to processes of a newer version."""
        return any(id.startswith(prefix) for id in self.let_go)

    def deliver(self, live: LiveTable | None, deliveries: Sequence[Delivery]) -> None:
        """Makes the deliveries at once: nothing reaches a client here before it is stored."""
        for delivery in deliveries:
            delivery()

    async def settled(self) -> None:
        """Waits until every command submitted so far is done."""
        for live in list(self._hub.live_tables.values()):
            while live.task is not None:
                await asyncio.shield(live.task)

    async def reread(self, live: LiveTable) -> None:
        """Rebuilds the table from its journal."""
        live.renewing = True
        self._work(live)
        while live.task is not None:
            await asyncio.shield(live.task)

    def _work(self, live: LiveTable) -> None:
        if live.task is None and (live.asks or live.renewing or live.behind > live.table.number):
            live.task = asyncio.create_task(self._work_off(live))

    async def _work_off(self, live: LiveTable) -> None:
        try:
            while live.asks or live.renewing or live.behind > live.table.number:
                if live.renewing:
                    live.renewing = False
                    await self._renew(live)
                elif live.behind > live.table.number:
                    known = live.behind
                    await self._catch_up(live)
                    if live.behind == known:  # otherwise a notification came in the meantime
                        live.behind = live.table.number
                else:
                    ask = live.asks.pop(0)
                    try:
                        await self._carry_out(live, ask)
                    except Exception:
                        ask.fail()
                        raise
        except Exception as error:  # the database fails: nothing unsent has happened
            log.error("not stored", extra={"error": type(error).__name__, "table": short(live.table.id)})
            metrics.STORE_ERRORS.inc()
            live.renewing = True  # at the next sweep
        finally:
            live.task = None

    async def _carry_out(self, live: LiveTable, ask: PendingCommand) -> None:
        """Decides a command on the newest copy, again whenever another process commits first."""
        checked = len(self._members) <= 1
        while True:
            try:
                entries = ask.rule(live.table)
            except Refusal as error:
                if not checked:  # the copy may be stale
                    checked = True
                    if await self._catch_up(live):
                        continue
                if ask.refused is not None:
                    ask.refused(error)
                return
            done, operations = self._hub.apply(live, entries, ask.before)
            if operations:
                outcome = await self._commits.attempt(operations)
                if isinstance(outcome, Conflict):
                    metrics.RULED_AGAIN.inc()
                    await self._renew(live)
                    checked = True
                    continue
                if outcome is not None:
                    await self._give_up(live, ask, outcome)
                    return
                for entry in done:
                    live.note_presence(entry, self.id)
                live.behind = max(live.behind, live.table.number)
            with at_once():
                if done:
                    self._tell(live)
                if ask.answer is not None:
                    ask.answer(live.table.number)
            self._settle(live)
            return

    async def _give_up(self, live: LiveTable, ask: PendingCommand, error: Exception) -> None:
        """Reverts a command that could not be stored: rebuilds the table and asks its clients to reconnect."""
        log.error("not stored", extra={"error": type(error).__name__, "table": short(live.table.id)})
        metrics.STORE_ERRORS.inc()
        ask.fail()
        for connection in live.connections:
            connection.end("not-stored", retry=1.0)
        await self._renew(live)


def _away(seats: tuple[int, ...]) -> list[AnyEntry]:
    return [journal.Away(seats)] if seats else []
