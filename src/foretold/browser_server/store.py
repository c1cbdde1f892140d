"""The page's store: an in-memory database whose operations the browser stores one after the other.

An operation is applied to the database once the browser has stored it, and only then are updates sent: as on a
server, store, then send (server/live/commit_queue.py does this for SQLite, server/live/cluster.py for PostgreSQL).
From time to time a snapshot replaces the operations before it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec

from foretold.server.store import Alive, Operation, Row, Store, Written
from foretold.server.store.sqlite.schema import connect, migrate, transaction
from foretold.server.store.sqlite.statements import apply
from foretold.server.store.sqlite.store import insert_rows

Keep = Callable[[str], Awaitable[object]]  # the browser appends this text to its log
LONG = 400  # texts in the log after which a snapshot replaces them

_KINDS: dict[str, Any] = {kind.__name__: kind for kind in get_args(Operation)}


def written(operations: Iterable[Operation]) -> str:
    """Serialises operations as one text; the names of their classes are stored in browsers, so they stay."""
    return msgspec.json.encode([(type(operation).__name__, operation) for operation in operations]).decode()


def read(text: str) -> list[Operation]:
    """Parses operations; those that this version no longer knows are skipped."""
    rows: list[tuple[str, list[Any]]] = msgspec.json.decode(text)
    return [msgspec.convert(fields, _KINDS[name]) for name, fields in rows if name in _KINDS]


class PageStore(Store):
    """The store of a page; reads see what the browser has stored."""

    def __init__(self, snapshot: bytes, kept: Sequence[str], keep: Keep, committed: Callable[[list[Written]], None]):
        """`snapshot` and the texts `kept` after it are what the browser has stored; `keep` stores more."""
        self._keep, self._committed = keep, committed
        self._database = connect(Path(":memory:"))
        if snapshot:
            self._database.deserialize(snapshot)
        migrate(self._database)
        for text in kept:
            self._apply(read(text))
        self.long = len(kept) > LONG
        self._calls: asyncio.Queue[tuple[Sequence[Operation], object]] = asyncio.Queue()
        self._writer = asyncio.create_task(self._keep_all())

    def snapshot(self) -> bytes:
        """Returns the whole database as one snapshot."""
        return self._database.serialize()

    def write(self, operations: Sequence[Operation], token: object = None) -> None:
        """Queues the operations as one transaction; `committed` is called with the result."""
        self._calls.put_nowait((operations, token))

    async def _keep_all(self) -> None:
        while True:
            calls = [await self._calls.get()]
            calls += [self._calls.get_nowait() for _ in range(self._calls.qsize())]
            operations = [operation for call, _ in calls for operation in call]
            error: Exception | None = None
            try:
                lasting = [operation for operation in operations if not isinstance(operation, Alive)]
                if lasting:
                    await self._keep(written(lasting))
                self._apply(operations)
            except Exception as failed:  # the browser has no room, or refuses to store anything
                error = failed
            self._committed([Written(token, error) for _, token in calls])

    def _apply(self, operations: Sequence[Operation]) -> None:
        with transaction(self._database):
            apply(self._database, operations)

    def close(self) -> None:
        """Stops writing."""
        self._writer.cancel()
        self._database.close()

    async def leave(self) -> None:
        """Like `close`: the database belongs to this thread, which may be about to write."""
        self.close()

    def add_rows(self, part: str, rows: Sequence[Row]) -> None:
        """Adds rows that last until the page is left: browsers store operations only."""
        with transaction(self._database):
            insert_rows(self._database, part, rows)

    def _rows(self, statement: str, *values: str | bytes | int) -> list[tuple[Any, ...]]:
        return self._database.execute(statement, values).fetchall()
