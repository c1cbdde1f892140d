"""One process beside others over one journal: any of them serves any table, and the database alone decides.

A process rules a command on its own copy of the table and appends with the next number. If another was quicker, it
reads what came and rules again; so what is told always is what the journal says. One command of a table is under way at
a time, and everybody is told once it is committed. Of others' entries a process hears by words that hold ids and
numbers; what it missed is found by number, when the line to the database is made anew, and by a look at all tables now
and then.
Clocks, bots and chores of a table are done by one of the living processes, which all find by the same sum; if two do
them for a moment, one is too late by the same key.
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
from foretold.server.live.commit_queue import Ask, Dispatch, Elsewhere
from foretold.server.live.connection import at_once
from foretold.server.live.live_table import Desk
from foretold.server.live.rebuild import UNREADABLE, rebuild
from foretold.server.store import KeptEntry, Taken
from foretold.server.store.postgres.notify import Member
from foretold.server.store.postgres.store import PostgresStore
from foretold.server.table import journal
from foretold.server.table.journal import AnyEntry
from foretold.server.table.table import Table

if TYPE_CHECKING:
    from foretold.server.live.hub import Hub

SWEEP = 2.0  # seconds between two looks at all tables
DOUBT = 2.0  # seconds that who was at a process that ended has to come to another one

log = logging.getLogger("foretold.server")


def beside_others(hub: Hub, dispatch: Dispatch) -> Together:
    """The hub's tables are those of all processes over its database."""
    assert isinstance(hub.store, PostgresStore)
    return Together(hub, dispatch, hub.store)


class Together:
    """The tables of a hub as copies of what the database has, and the other processes that have them too."""

    def __init__(self, hub: Hub, dispatch: Dispatch, store: PostgresStore) -> None:
        self._hub = hub
        self._dispatch = dispatch
        self._store = store
        self._loop = asyncio.get_running_loop()
        self.id = store.writer
        self.away = False  # whether the database can't be reached
        self._members: list[Member] = []
        self._salt = store.salt()
        self._wanted: dict[str, tuple[int, asyncio.Future[list[KeptEntry] | None]]] = {}  # what is to be read
        self._reading: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._look = asyncio.Event()  # at all tables, now
        self._ahead: dict[str, int] = {}  # in the thread of the store: what to read, after which number
        self._fetching: asyncio.Task[None] | None = None
        self._finding: dict[str, asyncio.Task[Desk | None]] = {}
        self.let_go: set[str] = set()  # tables that this process can't read

    # Who is there ----------------------------------------------------------------------------------------------

    def start(self) -> tuple[bool, int]:
        """This process is one of them; whether it is the only one, and the database's date."""
        joined = self._store.join(self)
        self._members = [*joined.members, Member(self.id, journal.VERSION)]
        metrics.PROCESSES.set(len(self._members))  # nothing is counted again before somebody comes or goes
        self._sweeping = asyncio.create_task(self._sweep_on())
        return not joined.members, joined.now

    async def stop(self) -> None:
        """Nothing is read or ruled any more."""
        tasks = [desk.task for desk in self._hub.desks.values()] + [self._reading, self._sweeping]
        for task in tasks:
            if task is not None:
                task.cancel()
        await asyncio.gather(*(task for task in tasks if task is not None), return_exceptions=True)

    def cares_for(self, name: str, near: Collection[str] = ()) -> bool:
        """Whether this process does a chore, or what is to be done at a table; of two versions the newer one does.

        Processes at which people of the table are come first: they have it at hand.
        """
        newest = max((member.version for member in self._members), default=0)
        able = [member.id for member in self._members if member.version == newest]
        able = [id for id in able if id in near] or able
        return bool(able) and max(able, key=lambda id: hashlib.blake2b(f"{id} {name}".encode()).digest()) == self.id

    def marked(self, where: Blocks) -> Blocks:
        """A mark for each block, the same in all processes; so short that no address can be read from it."""
        return tuple(hashlib.blake2b(name.encode(), key=self._salt, digest_size=8).hexdigest()[:5] for name in where)

    # In the thread of the store:

    def heard(self, numbers: Mapping[str, int] | None) -> None:
        """These tables have an entry with this number; None: any of them may have changed."""
        if numbers is None:
            self._loop.call_soon_threadsafe(self._look.set)
            return
        for id, number in numbers.items():
            if (desk := self._hub.desks.get(id)) is None:
                if id not in self.let_go:
                    self._loop.call_soon_threadsafe(self._find, id)
                continue
            desk.behind = max(desk.behind, number)  # it catches up with the next look at all tables at the latest
            if desk.connections or self._hub.looks_after(desk):
                self._ahead[id] = desk.table.number
        if self._ahead and self._fetching is None:
            self._fetching = asyncio.create_task(self._fetch_ahead())

    async def _fetch_ahead(self) -> None:
        """What others wrote at tables that concern somebody here is read at once, not by way of the hub's loop."""
        while self._ahead:
            wanted, self._ahead = self._ahead, {}
            try:
                found = await self._store.fetch_after(wanted)
            except Exception as error:  # found by the next look
                log.warning("not read", extra={"error": type(error).__name__})
                continue
            self._loop.call_soon_threadsafe(self._receive, found)
        self._fetching = None

    def awaited(self, table: str) -> bool:
        """Whether somebody at another process plays at this table, or looks after it."""
        desk = self._hub.desks.get(table)
        return desk is None or not desk.near() <= {self.id} or not self._hub.looks_after(desk)

    def counted(self, members: list[Member]) -> None:
        """These processes are there, this one among them."""
        if members != self._members:
            self._loop.call_soon_threadsafe(self._count, members)

    def reached(self, reached: bool) -> None:
        """Whether the database can be reached."""
        self._loop.call_soon_threadsafe(self._reach, reached)

    def _receive(self, found: Mapping[str, list[KeptEntry] | None]) -> None:
        for id, kept in found.items():
            if (desk := self._hub.desks.get(id)) is None:
                continue
            news = [each for each in kept or () if each.number > desk.table.number]
            if news and desk.task is None and not desk.renewing and self._follow(desk, news):
                self._settle(desk)
            self._work(desk)

    def _count(self, members: list[Member]) -> None:
        self._members = members
        metrics.PROCESSES.set(len(members))
        if not self._hub.stopping:
            for desk in self._hub.desks.values():
                self._hub.attend(desk)
            self._loop.call_later(DOUBT, self._doubt)

    def _doubt(self) -> None:
        """Who was at a process that has ended, and came to no other, is away."""
        living = {member.id for member in self._members}
        for desk in self._hub.desks.values():
            if self._hub.looks_after(desk) and desk.lost(living):
                self.ask(desk, Ask(lambda table, desk=desk: _away(desk.lost(living))))  # type: ignore[misc]

    def _reach(self, reached: bool) -> None:
        if reached:
            self._look.set()  # and then nobody is sent away any more
        elif not self.away:
            self.away = True
            log.error("database away")
            metrics.STORE_AWAY.set(1)
            for desk in self._hub.desks.values():
                for connection in desk.connections:
                    connection.end("database-away", retry=1.0)

    # What others wrote -----------------------------------------------------------------------------------------

    async def at(self, id: str) -> Desk | None:
        """The table as the database has it now, with nothing under way; None: there is none."""
        if id in self.let_go:
            raise Elsewhere("table-newer")
        desk = self._hub.desks.get(id) or await self._find(id)
        if desk is None:
            return None
        if self.id not in desk.near():  # else the others know it from the journal
            self._store.look_on([id])
        desk.behind = max(desk.behind, desk.table.number + 1)
        self._work(desk)
        while desk.task is not None:
            await asyncio.shield(desk.task)
        if id in self.let_go:
            raise Elsewhere("table-newer")
        return self._hub.desks.get(id)

    def _find(self, id: str) -> asyncio.Task[Desk | None]:
        if id not in self._finding:
            self._finding[id] = asyncio.create_task(self._load(id))
            self._finding[id].add_done_callback(lambda _: self._finding.pop(id, None))
        return self._finding[id]

    async def _load(self, id: str) -> Desk | None:
        """A table that this process had no copy of; None: there is none, or none that it can read."""
        standing = (await asyncio.to_thread(self._store.standings, id)).get(id)
        if standing is None or id in self._hub.desks:
            return self._hub.desks.get(id)
        desk = Desk(Table(id, self._hub.dealer), revision=standing.revision)
        kept = await self._entries(id, -1)
        if kept is None:
            self._let_go(desk)
        if not kept or id in self._hub.desks or not self._take_in(desk, kept):
            return self._hub.desks.get(id)
        if desk.table.phase == "closed":
            return None
        self._hub.desks[id] = desk
        self._hub.quota.made(id, tuple(standing.block.split()))
        self._hub.attend(desk)
        return desk

    async def _entries(self, id: str, after: int) -> list[KeptEntry] | None:
        """The entries of a table after this number, read together with those of others; None: of a newer version."""
        future: asyncio.Future[list[KeptEntry] | None] = self._loop.create_future()
        self._wanted[id] = (after, future)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return await future

    async def _read(self) -> None:
        while self._wanted:
            wanted, self._wanted = self._wanted, {}
            try:
                found = await asyncio.to_thread(
                    self._store.entries_after, {id: after for id, (after, _) in wanted.items()}
                )
            except Exception as error:
                for _, future in wanted.values():
                    if not future.done():
                        future.set_exception(error)
                continue
            for id, (_, future) in wanted.items():
                if not future.done():
                    future.set_result(found.get(id, []))

    def _take_in(self, desk: Desk, kept: Sequence[KeptEntry]) -> bool:
        """The copy after these entries; False: it can't read them, and lets the table go."""
        table = desk.table
        try:
            rebuild(table, kept, desk.note_presence)
        except UNREADABLE:
            log.exception("table not readable", extra={"table": short(table.id)})
            self._let_go(desk)
            return False
        return True

    def _let_go(self, desk: Desk) -> None:
        """Other processes serve the table: one of a newer version has written to it, or nobody can read it."""
        self.let_go.add(desk.table.id)
        self._hub.desks.pop(desk.table.id, None)
        desk.stop_timer()
        for connection in desk.connections:
            connection.end("table-newer", retry=1.0)

    async def _catch_up(self, desk: Desk) -> bool:
        """The table as the database has it, and its lines know; whether there was anything new."""
        kept = await self._entries(desk.table.id, desk.table.number)
        if kept is None:
            self._let_go(desk)
            return False
        if kept and self._follow(desk, kept):
            self._settle(desk)
        return bool(kept)

    def _follow(self, desk: Desk, kept: Sequence[KeptEntry]) -> bool:
        """The table after these entries, of which its lines hear as at the process that wrote them: by command."""
        for (_, at), group in groupby(kept, key=lambda each: (each.writer, each.at)):
            if not self._take_in(desk, [*group]):
                return False
            self._tell(desk)
            metrics.LAG.observe(max(0.0, (self._hub.now() - at) / 1000))
        return True

    async def _renew(self, desk: Desk) -> None:
        """The table is read from its first entry on; who is there is told what is different now."""
        kept = await self._entries(desk.table.id, -1)
        desk.renew(Table(desk.table.id, self._hub.dealer))
        if kept is None:
            self._let_go(desk)
        elif self._take_in(desk, kept):
            self._tell(desk)
            self._settle(desk)

    def _tell(self, desk: Desk) -> None:
        for delivery in desk.news():
            delivery()

    def _settle(self, desk: Desk) -> None:
        """Clocks and bots go on from here; who is connected here and counts as gone is there."""
        self._hub.attend(desk)
        self._hub.foresee(desk)
        if desk.table.phase == "closed":
            self._hub.dismiss(desk)
            return
        for person in {connection.person for connection in desk.connections}:
            if desk.back(person):
                desk.asks.append(Ask(lambda _, person=person: desk.back(person)))  # type: ignore[misc]

    async def _sweep_on(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(SWEEP):
                    await self._look.wait()
            self._look.clear()
            try:
                await self._sweep()
            except Exception as error:  # the database is away: the next time
                log.warning("not looked at tables", extra={"error": type(error).__name__})

    async def _sweep(self) -> None:
        """Every copy that has fallen behind catches up, and tables that others made are known."""
        standings = await asyncio.to_thread(self._store.standings)
        if self.away:
            self.away = False
            log.info("database back")
            metrics.STORE_AWAY.set(0)
        behind: dict[str, int] = {}
        for id, (number, revision, block) in standings.items():
            if (desk := self._hub.desks.get(id)) is None:
                if id not in self.let_go:
                    self._find(id)
                continue
            self._hub.quota.made(id, tuple(block.split()))
            if revision != desk.revision:
                desk.revision, desk.renewing = revision, True
            desk.behind = max(desk.behind, number)
            if desk.renewing:
                self._work(desk)
            elif desk.behind > desk.table.number:
                behind[id] = desk.table.number
        if behind:  # all of them by one question
            self._receive(await asyncio.to_thread(self._store.entries_after, behind))
        for id, desk in self._hub.desks.items():
            if desk.connections and self.id not in desk.near():
                self._store.look_on([id])
            if id not in standings and desk.task is None:  # closed by another process
                desk.behind = desk.table.number + 1
                self._work(desk)

    # What happens here -----------------------------------------------------------------------------------------

    def ask(self, desk: Desk, ask: Ask) -> None:
        """This happens once what was asked before is done."""
        desk.asks.append(ask)
        self._work(desk)

    async def settled(self) -> None:
        """All that was asked so far is done."""
        for desk in list(self._hub.desks.values()):
            while desk.task is not None:
                await asyncio.shield(desk.task)

    async def renew(self, desk: Desk) -> None:
        """The table is read anew."""
        desk.renewing = True
        self._work(desk)
        while desk.task is not None:
            await asyncio.shield(desk.task)

    def _work(self, desk: Desk) -> None:
        if desk.task is None and (desk.asks or desk.renewing or desk.behind > desk.table.number):
            desk.task = asyncio.create_task(self._work_off(desk))

    async def _work_off(self, desk: Desk) -> None:
        try:
            while desk.asks or desk.renewing or desk.behind > desk.table.number:
                if desk.renewing:
                    desk.renewing = False
                    await self._renew(desk)
                elif desk.behind > desk.table.number:
                    known = desk.behind
                    await self._catch_up(desk)
                    if desk.behind == known:  # else a word has come meanwhile
                        desk.behind = desk.table.number
                else:
                    ask = desk.asks.popleft()
                    try:
                        await self._carry_out(desk, ask)
                    except Exception:
                        ask.fail()
                        raise
        except Exception as error:  # the database does not answer: what was not told has not happened here
            log.error("not stored", extra={"error": type(error).__name__, "table": short(desk.table.id)})
            metrics.STORE_ERRORS.inc()
            desk.renewing = True  # with the next look
        finally:
            desk.task = None

    async def _carry_out(self, desk: Desk, ask: Ask) -> None:
        """The ask is ruled on the newest copy, as often as others are quicker."""
        checked = len(self._members) <= 1
        while True:
            try:
                entries = ask.rule(desk.table)
            except Refusal as error:
                if not checked:  # it may rest on an old copy
                    checked = True
                    if await self._catch_up(desk):
                        continue
                if ask.refused is not None:
                    ask.refused(error)
                return
            done, operations = self._hub.rule(desk, entries, ask.before)
            if operations:
                outcome = await self._dispatch.attempt(operations)
                if isinstance(outcome, Taken):
                    metrics.RULED_AGAIN.inc()
                    await self._renew(desk)
                    checked = True
                    continue
                if outcome is not None:
                    await self._give_up(desk, ask, outcome)
                    return
                for entry in done:
                    desk.note_presence(entry, self.id)
                desk.behind = max(desk.behind, desk.table.number)
            with at_once():
                if done:
                    self._tell(desk)
                if ask.answer is not None:
                    ask.answer(desk.table.number)
            self._settle(desk)
            return

    async def _give_up(self, desk: Desk, ask: Ask, error: Exception) -> None:
        """What could not be stored has not happened: the table is as it is in the database, its people come back."""
        log.error("not stored", extra={"error": type(error).__name__, "table": short(desk.table.id)})
        metrics.STORE_ERRORS.inc()
        ask.fail()
        for connection in desk.connections:
            connection.end("not-stored", retry=1.0)
        await self._renew(desk)


def _away(seats: tuple[int, ...]) -> list[AnyEntry]:
    return [journal.Away(seats)] if seats else []
