"""Messages between the processes of a cluster: who is running, and which tables have new entries.

Sent by LISTEN and NOTIFY after the commit, with ids and numbers only. A message may be lost: whoever relies on one
also checks from time to time, and after every reconnect.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol

from foretold.server.protocol import messages
from foretold.server.store.postgres.schema import connect

if TYPE_CHECKING:
    import asyncpg

CHANNEL = "foretold"
BEAT = 1.0  # seconds between two heartbeats
DEAD = 3.0  # seconds without a heartbeat after which a process counts as ended
AWAY = 1.0  # seconds without a connection after which the database counts as unreachable
GATHERED = 0.25  # seconds that notifications are batched when no other process waits for them
WATCHED = 5.0  # seconds that another process counts as watching a table after it said so
_LOOKS_ON = -1  # instead of an entry number: the sending process watches the table
_LONGEST = 7_000  # bytes of a notification; PostgreSQL's limit is 8,000
_JOINING = 0x666F7266  # the advisory lock for joining
_ALL = "*"  # the notification that any table may have changed
_BEATEN = (
    "INSERT INTO processes (id, version, seen) VALUES ($1, $2, clock_timestamp()) "
    "ON CONFLICT (id) DO UPDATE SET seen = excluded.seen"
)
LIVING = "SELECT id, version FROM processes WHERE seen > clock_timestamp() - $1 * interval '1 second' ORDER BY id"


class Member(NamedTuple):
    """A running process, and the journal version that it writes."""

    id: str
    version: int


class Joined(NamedTuple):
    """What a process learns when it joins: the other processes, and the database's date in ms."""

    members: list[Member]
    now: int


class Fellows(Protocol):
    """Callbacks about the other processes, called on the store's thread."""

    def heard(self, numbers: Mapping[str, int] | None) -> None:
        """These tables have an entry with this number; None: any table may have changed."""

    def awaited(self, table: str) -> bool:
        """True if another process needs this table's updates at once."""

    def counted(self, members: list[Member]) -> None:
        """The current list of processes, this one included."""

    def reached(self, reached: bool) -> None:
        """Whether the database is reachable."""


def gone(error: BaseException) -> bool:
    """True if the connection broke, so that the outcome is unknown, rather than the call being refused."""
    import asyncpg

    if isinstance(error, asyncpg.PostgresError):
        # Connection exceptions, operator intervention (a shutdown), a server that became read-only.
        return (error.sqlstate or "")[:2] in ("08", "57") or isinstance(error, asyncpg.ReadOnlySQLTransactionError)
    refused = isinstance(error, asyncpg.DataError) or not isinstance(
        error, asyncpg.InterfaceError | asyncpg.InternalClientError | OSError | EOFError | TimeoutError
    )
    return not refused


class Line:
    """This process's membership in the cluster: sends heartbeats and notifications, and receives those of others."""

    def __init__(self, url: str, id: str, fellows: Fellows) -> None:
        self._url = url
        self._id = id
        self._fellows = fellows
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._pid = 0  # of our backend: notifications from it are our own
        self._unsaid: dict[str, int] = {}
        self._gathered: dict[str, int] = {}  # notifications that can wait
        self._watched: dict[str, float] = {}  # tables watched at other processes, and until when
        self._unsaid_all = False
        self._something = asyncio.Event()  # set when there is something to send or check
        self._task: asyncio.Task[None] | None = None
        self._alone = False
        self._beat_at = 0.0

    async def join(self) -> Joined:
        """Registers the process and starts listening."""
        connection = await self._connect()
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _JOINING)
            members = await connection.fetch(LIVING, DEAD)
            now = await connection.fetchval("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
            await connection.execute(_BEATEN, self._id, messages.JOURNAL)
        await self._notify(connection, "")
        self._task = asyncio.create_task(self._keep())
        return Joined([Member(*row) for row in members], now)

    async def leave(self) -> None:
        """Unregisters the process and notifies the others."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        connection = self._connection
        if connection is not None:
            with suppress(Exception):
                async with asyncio.timeout(1.0):
                    await connection.execute("DELETE FROM processes WHERE id = $1", self._id)
                    await self._notify(connection, "")
                    await connection.close()
            connection.terminate()

    def say(self, numbers: Mapping[str, int]) -> None:
        """Notifies the other processes of these tables' entry numbers: at once if they wait for it, else batched."""
        if self._alone:
            return
        loop = asyncio.get_running_loop()
        for table, number in numbers.items():
            if self._watched.get(table, 0.0) > loop.time() or self._fellows.awaited(table):
                self._gathered.pop(table, None)
                self._unsaid[table] = number
            else:
                if not self._gathered:
                    loop.call_later(GATHERED, self._say_gathered)
                self._gathered[table] = number
        if self._unsaid:
            self._something.set()

    def _say_gathered(self) -> None:
        self._unsaid, self._gathered = self._gathered | self._unsaid, {}
        self._something.set()

    def look_on(self, tables: Iterable[str]) -> None:
        """Notifies the other processes that somebody here watches these tables."""
        if not self._alone:
            self._unsaid = dict.fromkeys(tables, _LOOKS_ON) | self._unsaid
            self._something.set()

    def say_all(self) -> None:
        """Notifies the other processes that any table may have changed."""
        self._unsaid_all = True
        self._something.set()

    async def _connect(self) -> asyncpg.Connection[asyncpg.Record]:
        connection = await connect(self._url)
        await connection.execute("SET synchronous_commit = off")  # losing a heartbeat is harmless
        self._pid = connection.get_server_pid()
        await connection.add_listener(CHANNEL, self._hear)
        connection.add_termination_listener(lambda _: self._something.set())
        self._connection = connection
        return connection

    def _hear(self, connection: object, pid: int, channel: str, word: object) -> None:
        if pid == self._pid:
            return
        text = str(word)
        if text == "":  # a process joined or left
            self._beat_at = 0.0
            self._something.set()
        elif text == _ALL:
            self._fellows.heard(None)
        else:
            parts = text.split()
            numbers = dict(zip(parts[::2], map(int, parts[1::2]), strict=True))
            watched = [table for table, number in numbers.items() if number == _LOOKS_ON]
            if watched:
                now = asyncio.get_running_loop().time()
                self._watched = {table: until for table, until in self._watched.items() if until > now}
                self._watched |= dict.fromkeys(watched, now + WATCHED)
            self._fellows.heard({table: number for table, number in numbers.items() if number != _LOOKS_ON})

    async def _keep(self) -> None:
        """Sends heartbeats and notifications while the process runs, and reconnects when the connection breaks."""
        loop = asyncio.get_running_loop()
        broken: float | None = None  # since when there is no connection
        while True:
            begun = loop.time()
            try:
                async with asyncio.timeout(DEAD):  # by then the others consider this process ended
                    await self._show_life()
                if broken is not None:
                    broken = None
                    self._fellows.reached(True)
                with suppress(TimeoutError):
                    async with asyncio.timeout(max(0.0, self._beat_at - loop.time())):
                        await self._something.wait()
                self._something.clear()
            except Exception as error:
                if not gone(error):
                    raise
                if self._connection is not None:
                    self._connection.terminate()
                    self._connection = None
                if broken is None:
                    broken = begun
                if loop.time() - broken >= AWAY:
                    self._fellows.reached(False)
                await asyncio.sleep(0.1)

    async def _show_life(self) -> None:
        """Connects if needed, sends a heartbeat if one is due, and sends pending notifications."""
        if self._connection is None or self._connection.is_closed():
            await self._connect()
        connection = self._connection
        assert connection is not None
        if asyncio.get_running_loop().time() >= self._beat_at:
            await self._beat(connection)
            self._beat_at = asyncio.get_running_loop().time() + BEAT
        await self._say(connection)

    async def _beat(self, connection: asyncpg.Connection[asyncpg.Record]) -> None:
        await connection.execute(_BEATEN, self._id, messages.JOURNAL)
        members = [Member(*row) for row in await connection.fetch(LIVING, DEAD)]
        self._alone = len(members) <= 1
        self._fellows.counted(members)

    async def _say(self, connection: asyncpg.Connection[asyncpg.Record]) -> None:
        if self._unsaid_all:
            self._unsaid_all = False
            await self._notify(connection, _ALL)
        while self._unsaid:
            words, size = [], 0
            while self._unsaid and size < _LONGEST:
                words.append("{} {}".format(*self._unsaid.popitem()))
                size += len(words[-1]) + 1
            await self._notify(connection, " ".join(words))

    @staticmethod
    async def _notify(connection: asyncpg.Connection[asyncpg.Record], word: str) -> None:
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, word)
