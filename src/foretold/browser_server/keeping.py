"""The store of a page: a database in memory, whose operations the browser keeps one after the other.

What the browser has kept is applied to the database, and only then somebody is told: as on a server, what is told is
stored. From time to time all is kept anew as one snapshot, and the operations before it are dropped.
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

Keep = Callable[[str], Awaitable[object]]  # the browser keeps this text behind all before it
LONG = 400  # texts kept one after the other, after which a snapshot takes their place

_KINDS: dict[str, Any] = {kind.__name__: kind for kind in get_args(Operation)}


def written(operations: Iterable[Operation]) -> str:
    """Operations as one text."""
    return msgspec.json.encode([(type(each).__name__, each) for each in operations]).decode()


def read(text: str) -> list[Operation]:
    """The operations of a text; those of which a later version knows nothing any more are left out."""
    found: list[tuple[str, list[Any]]] = msgspec.json.decode(text)
    return [msgspec.convert(fields, _KINDS[name]) for name, fields in found if name in _KINDS]


class PageStore(Store):
    """The store of a page; reads see what the browser has kept."""

    def __init__(self, snapshot: bytes, kept: Sequence[str], keep: Keep, committed: Callable[[list[Written]], None]):
        """`snapshot` and the texts `kept` after it are what the browser has; `keep` gives it more."""
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
        """All that is kept, as one piece."""
        return self._database.serialize()

    def write(self, operations: Sequence[Operation], token: object = None) -> None:
        """The operations are queued: all or none of them will be there, and `committed` is told."""
        self._calls.put_nowait((operations, token))

    async def _keep_all(self) -> None:
        while True:
            calls = [await self._calls.get()]
            calls += [self._calls.get_nowait() for _ in range(self._calls.qsize())]
            operations = [each for call, _ in calls for each in call]
            error: Exception | None = None
            try:
                lasting = [each for each in operations if not isinstance(each, Alive)]
                if lasting:
                    await self._keep(written(lasting))
                self._apply(operations)
            except Exception as failed:  # the browser has no room, or no longer wants to keep anything
                error = failed
            self._committed([Written(token, error) for _, token in calls])

    def _apply(self, operations: Sequence[Operation]) -> None:
        with transaction(self._database):
            apply(self._database, operations)

    def close(self) -> None:
        """Nothing is written any more."""
        self._writer.cancel()
        self._database.close()

    async def leave(self) -> None:
        """As `close`: the database is this thread's, which may be about to write."""
        self.close()

    def add_rows(self, part: str, rows: Sequence[Row]) -> None:
        """The rows are there until the page is left: what a browser keeps are operations."""
        with transaction(self._database):
            insert_rows(self._database, part, rows)

    def _rows(self, statement: str, *values: str | bytes | int) -> list[tuple[Any, ...]]:
        return self._database.execute(statement, values).fetchall()
