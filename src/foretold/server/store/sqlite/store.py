"""The store in a SQLite file: one thread writes, and commits everything that arrived meanwhile in one transaction.

On a fast disk the event loop commits entries itself: handing them to a thread and back takes longer.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from copy import copy
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Self

from foretold.server.store.interface import PARTS, BadDatabase, Committed, Row, Store
from foretold.server.store.operations import Call, Operation, Written
from foretold.server.store.sqlite.schema import (
    BUSY_SECONDS,
    connect,
    copy_database,
    corrupt,
    open_database,
    transaction,
)
from foretold.server.store.sqlite.statements import apply, in_one

_OPEN_TABLES = (  # with fallbacks if damaged; a journal's last entry says if its table is closed
    "id, created FROM tables WHERE closed IS NULL",
    "id, created FROM tables NOT INDEXED WHERE closed IS NULL",
    "table_id, min(at) FROM entries GROUP BY table_id",
)
_BREATH = 0.0025  # seconds between commits: under load each carries more calls
_QUICK = 0.003  # average seconds per commit up to which the event loop waits for one
_WEIGHT = 1 / 16  # of the last commit in that moving average
_CHECKPOINT = 4.0  # seconds between checkpoints while something is written
_ROUNDS = 12  # repeated checkpoints at most, until one finds nothing new and the log can restart

_log = logging.getLogger(__name__)


class SqliteStore(Store):
    """The store in one SQLite file; one process serves it."""

    def __init__(self, path: Path, committed: Committed = lambda written: None) -> None:
        self._path = self.file = path
        self._committed = committed
        self._writing = open_database(path)
        self._writing.execute("PRAGMA wal_autocheckpoint = 0")  # another thread does that
        self._wait_for_others(0)
        self._takes = 0.0  # average seconds per commit
        try:
            self._reading = connect(path)
            self._reading.execute("PRAGMA query_only = ON")
        except BaseException:
            self._writing.close()
            raise
        self._queue: SimpleQueue[Call | None] = SimpleQueue()
        self._closing = threading.Lock()  # so that nothing is queued after closing
        self._closed = False
        self._dirty, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._tidying = threading.Thread(target=self._take_in_log, name="store-log", daemon=True)
        self._thread.start()
        self._tidying.start()

    def write(self, operations: Sequence[Operation], token: object = None) -> None:
        """Queues operations, from any thread: they are stored all or none, and `committed` gets the outcome."""
        with self._closing:
            if self._closed:
                raise ValueError("the store is closed")
            self._queue.put(Call(tuple(operations), token))

    def write_now(self, calls: Sequence[Call]) -> list[Written] | None:
        """As in `Store`: only on a fast disk, and only for entries."""
        operations = [*chain.from_iterable(call.operations for call in calls)]
        if self._takes > _QUICK or not in_one(operations):
            return None
        began = time.monotonic()
        try:
            apply(self._writing, operations)
        except Exception:  # nothing was written: the writer's thread finds the failing call, or waits for the lock
            return None
        self._took(began)
        return [Written(call.token, None) for call in calls]

    def _took(self, began: float) -> None:
        """Notes the duration of a commit that began then."""
        self._takes += _WEIGHT * (time.monotonic() - began - self._takes)
        self._dirty.set()

    def _wait_for_others(self, seconds: float) -> None:
        """Sets how long a commit waits while another process writes."""
        self._writing.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    def close(self) -> None:
        """Writes everything queued, merges the log into the file and stops all threads."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()
        self._reading.close()

    def backup(self, target: Path, *, replace: bool = False) -> None:
        """Copies the database consistently to `target`; replaces an existing file only if asked to."""
        copy_database(self._path, target, replace=replace)

    def _write_all(self) -> None:
        going_on, rested = True, 0.0
        while going_on:
            time.sleep(max(0.0, rested - time.monotonic()))  # calls queued meanwhile are taken in one wake-up
            taken = [self._queue.get()]
            taken += [self._queue.get() for _ in range(self._queue.qsize())]
            calls = [call for call in taken if call is not None]
            going_on = len(calls) == len(taken)
            if calls:
                began = time.monotonic()
                self._wait_for_others(BUSY_SECONDS)
                errors = self._commit(calls)
                self._wait_for_others(0)
                self._took(began)
                rested = time.monotonic() + _BREATH
                try:
                    self._committed([Written(call.token, error) for call, error in zip(calls, errors, strict=True)])
                except Exception:  # the callback failed, perhaps its event loop is closed; the commit stands
                    _log.exception("nobody heard what was written")
        self._over.set()
        self._dirty.set()
        self._tidying.join()
        with suppress(sqlite3.Error):
            self._wait_for_others(BUSY_SECONDS)
            self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._writing.close()

    def _take_in_log(self) -> None:
        """Checkpoints the log into the file from time to time, without blocking commits."""
        with closing(connect(self._path)) as connection:
            while self._dirty.wait() and not self._over.wait(_CHECKPOINT):
                self._dirty.clear()
                before = None
                for _ in range(_ROUNDS):
                    try:
                        progress = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                    except sqlite3.Error as error:  # a full or broken disk: the writer fails too, and reports it
                        _log.warning("log not taken in", extra={"error": type(error).__name__})
                        break
                    if progress == before:  # nothing was written since the last checkpoint
                        break
                    before = progress

    def _commit(self, calls: Sequence[Call]) -> Sequence[Exception | None]:
        """Writes all calls in one transaction and returns the outcome of each."""
        operations = [*chain.from_iterable(call.operations for call in calls)]
        try:
            with nullcontext() if in_one(operations) else transaction(self._writing):
                apply(self._writing, operations)
        except Exception as error:
            if len(calls) == 1 or _concerns_all(error):
                return [error] * len(calls)
            return self._commit_each(calls)
        return [None] * len(calls)

    def _commit_each(self, calls: Sequence[Call]) -> Sequence[Exception | None]:
        """Like `_commit`, but slower: one transaction per call, so that a refused call leaves the others alone."""
        errors: list[Exception | None] = []
        try:
            with transaction(self._writing):
                for call in calls:
                    self._writing.execute("SAVEPOINT call")
                    try:
                        apply(self._writing, call.operations)
                        errors.append(None)
                    except Exception as error:
                        if _concerns_all(error):
                            raise
                        self._writing.execute("ROLLBACK TO call")
                        errors.append(error)
                    self._writing.execute("RELEASE call")
        except Exception as error:
            return [error] * len(calls)
        return errors

    def open_tables(self) -> dict[str, int]:
        """The tables that are not closed, oldest first, with their time of creation; works on damaged files."""
        for place in _OPEN_TABLES:
            with suppress(BadDatabase):
                return dict(self._rows(f"SELECT {place} ORDER BY 2, 1"))
        return {}

    @contextmanager
    def apart(self) -> Iterator[Self]:
        with closing(connect(self._path)) as connection:
            connection.execute("PRAGMA query_only = ON")
            other = copy(self)
            other._reading = connection
            yield other

    def add_rows(self, part: str, rows: Sequence[Row]) -> None:
        with closing(connect(self._path)) as connection, transaction(connection):
            insert_rows(connection, part, rows)

    def _rows(self, statement: str, *values: str | bytes | int) -> list[Row]:
        # Fetch everything: an unfinished query would keep the connection at an old snapshot.
        try:
            return self._reading.execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            if not corrupt(error):
                raise
            self.damaged = True
            _log.error("database damaged", extra={"reading": statement})
            raise BadDatabase("damaged") from None


def insert_rows(connection: sqlite3.Connection, part: str, rows: Sequence[Row]) -> None:
    """Inserts rows of a part of another store."""
    columns, _ = PARTS[part]
    places = ", ".join("?" for _ in columns)
    connection.executemany(f"INSERT INTO {part} ({', '.join(columns)}) VALUES ({places})", rows)


def _concerns_all(error: Exception) -> bool:
    """True if the database itself fails (full, locked, broken), rather than refusing one call."""
    if corrupt(error):  # a damaged page affects only calls that need it
        return False
    return isinstance(error, sqlite3.OperationalError | sqlite3.InternalError | MemoryError) or (
        type(error) is sqlite3.DatabaseError
    )
