"""What tests of the store share: a listener, a lock that holds the writer up, a process that writes until killed."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import asyncpg

from foretold.server.store import Conflict, Database, Operation, Store, Written, open_store

# Writes entries one after the other, and prints the number of each once it is told that the entry is on disk.
_WRITES = """
import sys, time
from pathlib import Path
from foretold.server.store import AddEntry, open_store

def printed(batch):
    assert all(error is None for _, error in batch), batch
    print(*(token for token, _ in batch), sep="\\n", flush=True)

where = sys.argv[1]
store = open_store(where if "://" in where else Path(where), printed)
number = len(store.entries("table"))
while True:
    store.write([AddEntry("table", number, 0, b'{"entry":"acted","seat":1,"action":"B11"}')], number)
    number += 1
    if number % 8 == 0:
        time.sleep(0.001)
"""


class Listener:
    """Gets what a store tells, batch by batch."""

    def __init__(self) -> None:
        self.batches: SimpleQueue[list[Written]] = SimpleQueue()

    def __call__(self, batch: list[Written]) -> None:
        self.batches.put(batch)

    def hear(self, count: int) -> list[Written]:
        """What became of the next calls, at least so many."""
        heard: list[Written] = []
        while len(heard) < count:
            heard += self.batches.get(timeout=30)
        return heard


@contextmanager
def opened(path: Database) -> Iterator[tuple[Store, Listener]]:
    """A store and its listener."""
    listener = Listener()
    with open_store(path, listener) as store:
        yield store, listener


def written(store: Store, listener: Listener, operations: Sequence[Operation]) -> Exception | None:
    """What became of these operations."""
    store.write(operations)
    [(_, error)] = listener.hear(1)
    return error


def store_all(path: Database, operations: Sequence[Operation]) -> None:
    """The operations are on disk, and the store is closed."""
    with opened(path) as (store, listener):
        assert written(store, listener, operations) is None


def refused(error: Exception | None) -> bool:
    """Whether the database said that this does not go with what is there."""
    return isinstance(error, sqlite3.IntegrityError | asyncpg.IntegrityConstraintViolationError | Conflict)


@contextmanager
def held_up(path: Database) -> Iterator[None]:
    """Nobody else can write: what is queued meanwhile waits."""
    if isinstance(path, str):
        with ThreadPoolExecutor(1) as thread, asyncio.Runner() as runner:  # a thread: this one may have a loop
            other = thread.submit(runner.run, asyncpg.connect(path)).result()
            thread.submit(runner.run, other.execute("BEGIN; LOCK TABLE tables, entries IN EXCLUSIVE MODE")).result()
            yield
            thread.submit(runner.run, other.close()).result()
            thread.submit(runner.close).result()
        return
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@contextmanager
def writing_process(path: Database) -> Iterator[subprocess.Popen[str]]:
    """A process that goes on writing entries to the table 'table'; it is killed in the end."""
    command = [sys.executable, "-c", _WRITES, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def read_all(path: Path) -> dict[str, list[Any]]:
    """Every row of every table, as SQLite has them."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in sorted(tables)}


def record_line(names: Sequence[str], **extra: Any) -> bytes:
    """The line of a record without events."""
    head = {"format": "foretold-record/1", "game": "prophecy", "players": len(names), "names": list(names)}
    return json.dumps({**head, **extra, "events": []}, ensure_ascii=False, separators=(",", ":")).encode()
