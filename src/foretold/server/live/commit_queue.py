"""Store, then send: messages wait until what they report is committed."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol, TypeVar

from foretold.errors import Refusal
from foretold.server.base import metrics
from foretold.server.live.connection import at_once
from foretold.server.store import Call, Committed, Database, Operation, Store, Written, open_store
from foretold.server.table.journal import AnyEntry
from foretold.server.table.table import Table

_Answer = TypeVar("_Answer")

Delivery = Callable[[], None]
OpenStore = Callable[[Database, Committed], Store]
Answer = Callable[[int | None], None]  # gets the table's entry number once stored, None if that failed


Rule = Callable[[Table], list[AnyEntry]]  # decides the entries for a table, or raises a Refusal


PROBE_AGE = 1.0  # seconds that the outcome of a probe counts
PROBE_TIMEOUT = 5.0  # seconds that a probe may take
ROOM = 4 * 1024 * 1024  # free bytes on the database's disk below which nothing more is accepted


class NotStored(Refusal):
    """A command that could not be stored and so has not happened."""


class Elsewhere(NotStored):
    """A command that another process will be able to serve in a moment."""


class PendingCommand(NamedTuple):
    """A command to decide for a table, with callbacks for its outcome."""

    rule: Rule
    before: Sequence[Operation] = ()
    answer: Answer | None = None
    refused: Callable[[Refusal], None] | None = None

    def fail(self) -> None:
        """Reports that the command could not be stored."""
        if self.answer is not None:
            self.answer(None)
        elif self.refused is not None:
            self.refused(NotStored("not-stored"))


class Account(Protocol):
    """What commits are counted for: how many are under way, and whether one has failed."""

    unwritten: int
    void: bool


class _PendingCommit(NamedTuple):
    deliveries: Sequence[Delivery]
    account: Account | None
    failed: Delivery | None


class CommitQueue:
    """The store, and the messages that wait for their commit."""

    def __init__(
        self,
        database: Database,
        failed: Callable[[Account | None, BaseException], None],
        open_store: OpenStore = open_store,
    ) -> None:
        """`failed` is called with the account and the error of whatever could not be stored."""
        self._loop = asyncio.get_running_loop()
        self._failed = failed
        self._pending = 0  # calls whose outcome is not known yet
        self._gathered: list[Call] = []  # calls not handed to the store yet
        self._queued = 0  # calls that the store's thread is writing
        self._probed, self._writable = 0.0, True  # time and outcome of the last probe
        self.store = open_store(database, self._committed)

    @property
    def pending(self) -> int:
        """How many writes are under way."""
        return self._pending

    def write(
        self,
        operations: Sequence[Operation],
        deliveries: Sequence[Delivery],
        account: Account | None = None,
        failed: Delivery | None = None,
    ) -> None:
        """Makes the deliveries once the operations and everything before them are stored; otherwise calls `failed`."""
        if not operations and not self._pending:
            for delivery in deliveries:
                delivery()
            return
        if account is not None:
            account.unwritten += 1
        self._gather(operations, _PendingCommit(deliveries, account, failed))

    def attempt(self, operations: Sequence[Operation]) -> asyncio.Future[Exception | None]:
        """A future with the outcome of the operations: None once they are stored, or the error."""
        done: asyncio.Future[Exception | None] = self._loop.create_future()
        self._gather(operations, done)
        return done

    async def leave(self) -> None:
        """Writes everything that is pending and closes the store."""
        self._write_gathered()
        await self.store.leave()

    def _gather(self, operations: Sequence[Operation], token: object) -> None:
        """Batches the operations with all others of this turn of the event loop."""
        self._pending += 1
        self._gathered.append(Call(tuple(operations), token))
        if len(self._gathered) == 1:
            self._loop.call_soon(self._write_gathered)

    def _write_gathered(self) -> None:
        calls, self._gathered = self._gathered, []
        if not calls:  # already written by `leave`
            return
        written = None if self._queued else self.store.write_now(calls)
        if written is not None:
            self._deliver_all(written)
            return
        self._queued += len(calls)
        for call in calls:
            self.store.write(*call)

    def _committed(self, written: list[Written]) -> None:
        """Called on the writer's thread, once per transaction."""
        self._loop.call_soon_threadsafe(self._deliver_queued, written)

    def _deliver_queued(self, written: list[Written]) -> None:
        self._queued -= len(written)
        self._deliver_all(written)

    def _deliver_all(self, written: list[Written]) -> None:
        with at_once():
            self._deliver(written)

    def _deliver(self, written: list[Written]) -> None:
        metrics.COMMITS.observe(len(written))
        for pending, error in written:
            if isinstance(pending, asyncio.Future):
                self._pending -= 1
                if not pending.done():
                    pending.set_result(error)
                continue
            assert isinstance(pending, _PendingCommit)
            deliveries, account, failed = pending
            self._pending -= 1
            if account is not None:
                account.unwritten -= 1
            if error is None and not (account is not None and account.void):
                for delivery in deliveries:
                    delivery()
                continue
            if failed is not None:
                failed()
            if error is not None:
                metrics.STORE_ERRORS.inc()
                self._failed(account, error)

    async def read(self, query: Callable[..., _Answer], *about: Any) -> _Answer:
        """Runs a query of the store, in a thread where the database may be far away."""
        return await self.store.ask(query, *about)

    async def writable(self, probe: Operation) -> bool:
        """True if the probe could be written, or one within the last second; False as well if the disk is full."""
        if self._loop.time() >= self._probed + PROBE_AGE:
            self._probed = self._loop.time()
            self._writable = self._has_room()
            with suppress(TimeoutError):
                async with asyncio.timeout(PROBE_TIMEOUT):
                    self._writable &= await self.attempt([probe]) is None
                    return self._writable
            self._writable = False
        return self._writable

    def _has_room(self) -> bool:
        """True unless the disk of the database is almost full."""
        if self.store.file is None:
            return True
        with suppress(OSError):
            return shutil.disk_usage(self.store.file.parent).free >= ROOM
        return True

    def durable(self, operations: Sequence[Operation] = ()) -> asyncio.Future[None]:
        """Done once the operations, and everything before them, are on disk."""
        done: asyncio.Future[None] = self._loop.create_future()
        self.write(
            operations,
            [lambda: None if done.done() else done.set_result(None)],
            failed=lambda: None if done.done() else done.set_exception(NotStored("not-stored")),
        )
        return done

    def promise(self) -> tuple[asyncio.Future[int], Answer, Callable[[Refusal], None]]:
        """A future and what fills it: the answer with the number of the table or with NotStored, or a refusal."""
        done: asyncio.Future[int] = self._loop.create_future()

        def answer(number: int | None) -> None:
            if done.done():
                return
            if number is None:
                done.set_exception(NotStored("not-stored"))
            else:
                done.set_result(number)

        def refused(error: Refusal) -> None:
            if not done.done():
                done.set_exception(error)

        return done, answer, refused
