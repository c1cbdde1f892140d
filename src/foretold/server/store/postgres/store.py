"""The store in PostgreSQL: any number of processes write to it, and the key (table, number) decides between them.

A thread runs its own event loop, with one connection that writes, some that read, and one that listens. Entries that
arrived meanwhile are written by one statement; those another process was first with fail with `Conflict`. When the
connection breaks, nobody knows whether the last write happened: it is looked up, never repeated.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AsyncExitStack
from functools import cache
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from foretold.server.protocol import messages
from foretold.server.store.interface import PARTS, BadDatabase, Committed, Row, Store, shown
from foretold.server.store.operations import (
    AddEntry,
    Call,
    Conflict,
    ForgetPerson,
    KeptEntry,
    Operation,
    TooNew,
    Written,
)
from foretold.server.store.postgres.notify import DEAD, LIVING, Fellows, Joined, Line, gone
from foretold.server.store.postgres.schema import connect, open_database
from foretold.server.store.postgres.statements import AFTER, Batch, apply, batch

if TYPE_CHECKING:
    import asyncpg

_BREATH = 0.004  # seconds between commits: under load each carries more calls
_READERS = 3  # connections that read
_ANSWER = 30.0  # seconds that a read may take, including a reconnect
_LAST_TRY = 3.0  # seconds to wait for the database when closing
_AGAIN = 5  # tries of a write that conflicts with others

_Result = TypeVar("_Result")
_log = logging.getLogger(__name__)


class _Call(Call):
    __slots__ = ()

    @property
    def tables(self) -> set[str]:
        return {entry.table for entry in self.operations if isinstance(entry, AddEntry)}

    @property
    def plain(self) -> bool:
        """True if it only adds entries to a single table."""
        return all(type(operation) is AddEntry for operation in self.operations) and len(self.tables) == 1


class Standing(NamedTuple):
    """The state of an open table: its last entry's number, how often it was anonymised, its hashed address block."""

    number: int
    revision: int
    block: str


class PostgresStore(Store):
    """The store in a PostgreSQL database, shared with other processes."""

    shared = True

    def __init__(self, url: str, committed: Committed = lambda written: None) -> None:
        try:
            import asyncpg  # noqa: F401
        except ImportError:
            raise BadDatabase("postgres-missing") from None
        self.writer = secrets.token_hex(8)  # identifies this process in what it writes
        self._url = url
        self._committed = committed
        self._calls: deque[_Call] = deque()
        self._closing = threading.Lock()  # so that nothing is queued after closing
        self._closed = False
        self._over = threading.Event()
        self._line: Line | None = None
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(opened,), name="store", daemon=True)
        self._thread.start()
        opened.result()

    def write(self, operations: Sequence[Operation], token: object = None) -> None:
        with self._closing:
            if self._closed:
                raise ValueError("the store is closed")
            self._calls.append(_Call(tuple(operations), token))
            if len(self._calls) == 1:
                self._loop.call_soon_threadsafe(self._awake.set)

    def close(self) -> None:
        with self._closing:
            if not self._closed:
                self._closed = True
                self._loop.call_soon_threadsafe(self._awake.set)
        self._over.wait()  # doesn't join the thread: closing its loop was seen to hang after all work was done

    # The store's thread ----------------------------------------------------------------------------------------

    def _run(self, opened: Future[None]) -> None:
        with asyncio.Runner(loop_factory=_new_loop) as runner:
            self._loop = runner.get_loop()
            try:
                runner.run(self._serve(opened))
            finally:
                self._over.set()

    async def _serve(self, opened: Future[None]) -> None:
        import asyncpg

        self._awake = asyncio.Event()
        async with AsyncExitStack() as ending:
            try:
                self._writing = await connect(self._url)
                ending.push_async_callback(self._end)
                await open_database(self._writing, self._url)
                self._reading: asyncpg.Pool[asyncpg.Record] = await asyncpg.create_pool(
                    min_size=0,
                    max_size=_READERS,
                    connect=lambda *_, **__: connect(self._url),
                    reset=_as_it_is,
                )
                ending.callback(self._reading.terminate)
            except BadDatabase as error:
                opened.set_exception(error)
                return
            except Exception as error:  # the driver raises many types for a wrong name, password or network
                values = {"file": shown(self._url), "why": str(error) or type(error).__name__}
                opened.set_exception(BadDatabase("database-trouble", values))
                return
            opened.set_result(None)
            await self._write_all()
            if self._line is not None:
                await self._line.leave()

    async def _end(self) -> None:
        """Closes the writing connection."""
        try:
            await asyncio.wait_for(self._writing.close(), 1.0)
        except Exception:  # it is broken or unresponsive
            self._writing.terminate()
        await asyncio.sleep(0)  # lets the loop release all connections

    async def _write_all(self) -> None:
        loop, rested = asyncio.get_running_loop(), 0.0
        while True:
            if not self._calls:
                if self._closed:
                    return
                await self._awake.wait()
                self._awake.clear()
                continue
            await asyncio.sleep(max(0.0, rested - loop.time()))
            calls = [self._calls.popleft() for _ in range(len(self._calls))]
            errors = await self._commit(calls)
            rested = loop.time() + _BREATH
            try:
                self._committed([Written(call.token, error) for call, error in zip(calls, errors, strict=True)])
            except Exception:  # the listener has gone, for example its event loop: what is written is written
                _log.exception("nobody heard what was written")
            if self._line is not None:
                done = chain.from_iterable(
                    call.operations for call, error in zip(calls, errors, strict=True) if error is None
                )
                self._pass_on(self._line, done)

    @staticmethod
    def _pass_on(line: Line, operations: Iterable[Operation]) -> None:
        """Notifies the other processes of new entries and of deleted people."""
        numbers: dict[str, int] = {}
        for operation in operations:
            if isinstance(operation, AddEntry):
                numbers[operation.table] = operation.number
            elif isinstance(operation, ForgetPerson):
                line.say_all()
        line.say(numbers)

    async def _commit(self, calls: Sequence[_Call]) -> Sequence[Exception | None]:
        """Writes the calls and returns the outcome of each, in order."""
        errors: list[Exception | None] = []
        for plain, run in groupby(calls, lambda call: call.plain):
            group = [*run]
            errors += await self._append(group) if plain else [await self._transact(call) for call in group]
        return errors

    async def _append(self, calls: Sequence[_Call]) -> Sequence[Exception | None]:
        """Inserts all entries in one statement; if one of them can't be written at all, call by call."""
        entries = [entry for call in calls for entry in call.operations if isinstance(entry, AddEntry)]
        whole = batch(entries)
        if whole is not None:
            try:
                there = await self._append_batch(whole)
            except Exception as error:
                if len(calls) == 1 or gone(error):
                    return [error] * len(calls)
            else:
                return [None if call.tables <= there else Conflict() for call in calls]
        return (
            [*chain.from_iterable([await self._append([call]) for call in calls])] if len(calls) > 1 else [Conflict()]
        )

    async def _append_batch(self, entries: Batch) -> set[str]:
        """Inserts a batch, repeating if the connection breaks; returns the tables where that worked."""
        unknown = False  # whether an earlier try may have been committed
        while True:
            try:
                there = await entries.append(self._writing, self.writer)
                if unknown:
                    there |= await entries.mine(self._writing, self.writer)
                return there
            except Exception as error:
                if not gone(error) or not await self._reconnect():
                    raise
                unknown = True

    async def _transact(self, call: _Call) -> Exception | None:
        """Runs the call in a transaction of its own."""
        import asyncpg

        tries = 0
        while call.operations:
            number: str | None = None  # of the transaction, once it is ready to commit
            try:
                async with self._writing.transaction():
                    await apply(self._writing, call.operations, self.writer)
                    number = await self._writing.fetchval("SELECT pg_current_xact_id()::text")
                return None
            except Exception as error:
                if gone(error):
                    if not await self._reconnect():
                        return error
                    if number is not None and await self._was_committed(number):
                        return None
                elif isinstance(error, asyncpg.DeadlockDetectedError) and tries < _AGAIN:
                    tries += 1
                else:
                    return error
        return None

    async def _was_committed(self, number: str) -> bool:
        while True:
            try:
                status = await self._writing.fetchval("SELECT pg_xact_status($1::text::xid8)", number)
                if status != "in progress":
                    return bool(status == "committed")
                await asyncio.sleep(0.05)
            except Exception as error:
                if not gone(error) or not await self._reconnect():
                    raise

    async def _reconnect(self) -> bool:
        """Reconnects the writer; False if the store is closing and the database stays unreachable."""
        self._writing.terminate()
        loop = asyncio.get_running_loop()
        wait, end = 0.02, None
        while True:
            try:
                self._writing = await connect(self._url)
                return True
            except Exception as error:
                _log.warning("database away", extra={"error": type(error).__name__})
            if self._closed:
                end = end or loop.time() + _LAST_TRY
                if loop.time() > end:
                    return False
            await asyncio.sleep(wait)
            wait = min(2 * wait, 0.5)

    # Reading ---------------------------------------------------------------------------------------------------

    def _now(self, coroutine: Coroutine[Any, Any, _Result]) -> _Result:
        """Runs a coroutine on the store's thread and waits for its result; never called on that thread."""
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result(_ANSWER)
        except TimeoutError:
            future.cancel()
            raise

    def _rows(self, statement: str, *values: object) -> Sequence[Row]:
        return [tuple(row) for row in self._now(self._fetch(_numbered(statement), *values))]

    async def _fetch(self, statement: str, *values: object) -> list[asyncpg.Record]:
        wait = 0.02
        while True:
            try:
                return await self._reading.fetch(statement, *values)
            except Exception as error:
                if not gone(error) or self._closed:
                    raise
            await asyncio.sleep(wait)
            wait = min(2 * wait, 0.5)

    def entries(self, table: str) -> list[KeptEntry]:
        entries = self.entries_after({table: -1}).get(table, [])
        if entries is None:
            raise TooNew(f"entries of a version above {messages.JOURNAL}")
        return entries

    def entries_after(self, numbers: Mapping[str, int]) -> dict[str, list[KeptEntry] | None]:
        """By table, its entries after this number; None if this process is too old to read them."""
        return self._now(self.fetch_after(numbers))

    async def fetch_after(self, numbers: Mapping[str, int]) -> dict[str, list[KeptEntry] | None]:
        """The same, for the store's own thread."""
        rows = await self._fetch(AFTER, [*numbers], [*numbers.values()])
        entries: dict[str, list[KeptEntry] | None] = {}
        for table, number, at, body, writer, version in rows:
            known = entries.setdefault(table, [])
            if version > messages.JOURNAL:
                entries[table] = None
            elif known is not None:
                known.append(KeptEntry(number, at, body, writer))
        return entries

    def standings(self, table: str | None = None) -> dict[str, Standing]:
        """The states of all open tables, or of one."""
        rows = self._rows(
            "SELECT id, coalesce((SELECT number FROM entries WHERE table_id = id ORDER BY number DESC LIMIT 1), -1), "
            "revision, block FROM tables WHERE closed IS NULL AND (?::text IS NULL OR id = ?::text)",
            table,
            table,
        )
        return {id: Standing(*row) for id, *row in rows}

    def salt(self) -> bytes:
        """A secret of this database."""
        [(salt,)] = self._rows("SELECT value FROM meta WHERE key = 'salt'")
        return bytes.fromhex(salt)

    def alive(self) -> int | None:
        [(seen,)] = self._rows("SELECT (extract(epoch FROM max(seen)) * 1000)::bigint FROM processes")
        noted = super().alive()
        return max((time for time in (seen, noted) if time is not None), default=None)

    def add_rows(self, part: str, rows: Sequence[Row]) -> None:
        columns = list(PARTS[part][0])
        if part == "entries":
            columns += ["version", "writer"]
            rows = [(*row, messages.JOURNAL, "") for row in rows]

        async def add() -> None:
            async with self._reading.acquire() as connection:
                await connection.copy_records_to_table(part, records=rows, columns=columns)
                if part == "operator_log":  # new lines are numbered after these
                    last = "SELECT setval(pg_get_serial_sequence('operator_log', 'number'), max(number))"
                    await connection.execute(f"{last} FROM operator_log")

        self._now(add())

    def take_out(
        self, good: Mapping[str, int], matches: Sequence[str], keep: Callable[[str, Sequence[Row]], None]
    ) -> None:
        """Deletes entries after each table's good one, empty tables, and these matches; `keep` gets all of it."""
        after = "SELECT table_id, number FROM entries JOIN unnest($1::text[], $2::int[]) u (t, n) ON table_id = t"
        chosen: dict[str, tuple[str, Sequence[object]]] = {
            "entries": (f"(table_id, number) IN ({after} AND number > n)", ([*good], [*good.values()])),
            "tables": ("id = ANY ($1::text[])", ([table for table, number in good.items() if number < 0],)),
            "matches": ("id = ANY ($1::text[])", ([*matches],)),
        }

        async def take() -> None:
            async with self._reading.acquire() as connection, connection.transaction():
                for part, (which, values) in chosen.items():
                    columns, keys = PARTS[part]
                    names = ", ".join(columns)
                    rows = await connection.fetch(f"DELETE FROM {part} WHERE {which} RETURNING {names}", *values)
                    keep(part, sorted((tuple(row) for row in rows), key=lambda row: row[:keys]))

        self._now(take())

    # Other processes -------------------------------------------------------------------------------------------

    def served(self) -> bool:
        """True if a process serves the database."""
        return bool(self._rows(LIVING, DEAD))

    def look_on(self, tables: Sequence[str]) -> None:
        """Notifies the other processes that somebody here watches these tables."""
        if self._line is not None and tables:
            self._loop.call_soon_threadsafe(self._line.look_on, tables)

    def join(self, fellows: Fellows) -> Joined:
        """Joins the processes that serve the database; `fellows` is called about the others on the store's thread."""
        self._line = Line(self._url, self.writer, fellows)
        return self._now(self._line.join())


async def _as_it_is(connection: object) -> None:
    """Skips the reset of a pooled connection that only reads."""


@cache
def _numbered(statement: str) -> str:
    """The statement with $1, $2 … for each ?."""
    first, *others = statement.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(others, start=1))


def _new_loop() -> asyncio.AbstractEventLoop:
    try:
        import uvloop
    except ImportError:  # Windows
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
