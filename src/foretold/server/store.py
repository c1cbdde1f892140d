"""The store: all that a server keeps, in one SQLite file. What it says is written is on disk.

Reads see what is committed. Writes go through one thread, which commits all that has come meanwhile in one transaction.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, Self, TypeVar

from foretold.server.applying import apply, in_one
from foretold.server.operations import (
    AddEntry,
    AddLink,
    AddPerson,
    AddTable,
    Alive,
    AskReview,
    CloseTable,
    DropLink,
    DropTable,
    Expire,
    ForgetPerson,
    How,
    KeepDecision,
    KeepMatch,
    KeepReview,
    KeptEntry,
    KeptMatch,
    KeptReview,
    Link,
    Operation,
    Person,
    RenamePerson,
    SeePerson,
    ShareMatch,
    Written,
)
from foretold.server.schema import BadDatabase, connect, copy_database, corrupt, open_database, transaction

__all__ = [
    "AddEntry",
    "AddLink",
    "AddPerson",
    "AddTable",
    "Alive",
    "AskReview",
    "BadDatabase",
    "CloseTable",
    "DropLink",
    "DropTable",
    "Expire",
    "ForgetPerson",
    "KeepDecision",
    "KeepMatch",
    "KeepReview",
    "KeptEntry",
    "KeptMatch",
    "KeptReview",
    "Link",
    "Operation",
    "Person",
    "RenamePerson",
    "SeePerson",
    "ShareMatch",
    "Store",
    "Written",
]

_PERSON = "SELECT id, name, created, seen FROM people"
_MATCH = "SELECT id, table_id, ended, how, public, game, share, record FROM matches"
_OPEN_TABLES = (  # and where else to look if that is damaged; a journal says at its end if its table is closed
    "id, created FROM tables WHERE closed IS NULL",
    "id, created FROM tables NOT INDEXED WHERE closed IS NULL",
    "table_id, min(at) FROM entries GROUP BY table_id",
)
_REVIEW = "SELECT match_id, asked, worlds, seed, version, body FROM reviews"
_PAGE = 20  # records that are held at a time
_BREATH = 0.004  # seconds from one commit to the next: under load each carries more, and costs a fraction

_Found = TypeVar("_Found")
_Row = tuple[Any, ...]  # as SQLite gives it

_log = logging.getLogger(__name__)


class _Call(NamedTuple):
    operations: tuple[Operation, ...]
    token: object


class Store:
    """A database of tables, people and matches; made where there is none, upgraded where it is older.

    `committed` is called by the writer's thread once for each transaction, with what became of each call, in order.
    """

    def __init__(self, path: Path, committed: Callable[[list[Written]], None] = lambda written: None) -> None:
        self._path = path
        self.damaged = False  # whether something could not be read
        self._committed = committed
        self._writing = open_database(path)
        try:
            self._reading = connect(path)
            self._reading.execute("PRAGMA query_only = ON")
        except BaseException:
            self._writing.close()
            raise
        self._queue: SimpleQueue[_Call | None] = SimpleQueue()
        self._closing = threading.Lock()  # so that nothing is queued behind the end
        self._closed = False
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Writing ---------------------------------------------------------------------------------------------------

    def write(self, operations: Sequence[Operation], token: object = None) -> None:
        """The operations are queued, from any thread: all or none of them will be there, and `committed` is told."""
        with self._closing:
            if self._closed:
                raise ValueError("the store is closed")
            self._queue.put(_Call(tuple(operations), token))

    def close(self) -> None:
        """Everything queued is on disk, the file is whole without its log, and nothing runs any more."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()
        self._reading.close()

    def backup(self, target: Path, *, replace: bool = False) -> None:
        """A consistent copy stands at `target`; an existing file is replaced only if told so."""
        copy_database(self._path, target, replace=replace)

    def _write_all(self) -> None:
        going_on, rested = True, 0.0
        while going_on:
            taken = [self._queue.get()]
            time.sleep(max(0.0, rested - time.monotonic()))
            taken += [self._queue.get() for _ in range(self._queue.qsize())]
            calls = [call for call in taken if call is not None]
            going_on = len(calls) == len(taken)
            if calls:
                errors = self._commit(calls)
                rested = time.monotonic() + _BREATH
                try:
                    self._committed([Written(call.token, error) for call, error in zip(calls, errors, strict=True)])
                except Exception:  # the listener has gone, for example its event loop: what is written is written
                    _log.exception("nobody heard what was written")
        with suppress(sqlite3.Error):
            self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._writing.close()

    def _commit(self, calls: Sequence[_Call]) -> Sequence[Exception | None]:
        """All calls in one transaction, and what became of each."""
        operations = [*chain.from_iterable(call.operations for call in calls)]
        try:
            with nullcontext() if in_one(operations) else transaction(self._writing):
                apply(self._writing, operations)
        except Exception as error:
            if len(calls) == 1 or _concerns_all(error):
                return [error] * len(calls)
            return self._commit_each(calls)
        return [None] * len(calls)

    def _commit_each(self, calls: Sequence[_Call]) -> Sequence[Exception | None]:
        """As `_commit`, slower: a call that is refused leaves the others alone."""
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

    # Reading ---------------------------------------------------------------------------------------------------

    def person_by_secret(self, secret: bytes) -> Person | None:
        """Who has the secret with this hash."""
        return _one(Person, self._rows(f"{_PERSON} WHERE secret = ?", secret))

    def person(self, id: str) -> Person | None:
        """The person with this id."""
        return _one(Person, self._rows(f"{_PERSON} WHERE id = ?", id))

    def people_named(self, name: str) -> list[Person]:
        """All who go by that name, who was seen last first."""
        return [Person(*row) for row in self._rows(f"{_PERSON} WHERE name = ? ORDER BY seen DESC, id", name)]

    def people_unseen(self, since: int) -> list[Person]:
        """All who were not seen since then, who was seen last first."""
        return [Person(*row) for row in self._rows(f"{_PERSON} WHERE seen < ? ORDER BY seen DESC, id", since)]

    def open_tables(self) -> dict[str, int]:
        """The tables that are not closed, oldest first, with the time they were made."""
        for place in _OPEN_TABLES:
            with suppress(BadDatabase):
                return dict(self._rows(f"SELECT {place} ORDER BY 2, 1"))
        return {}

    def entries(self, table: str) -> list[KeptEntry]:
        """The journal of a table, in order."""
        rows = self._rows("SELECT number, at, body FROM entries WHERE table_id = ? ORDER BY number", table)
        return [KeptEntry(*row) for row in rows]

    def match(self, id: str) -> KeptMatch | None:
        """The ended match with this id."""
        return _one(_match, self._rows(f"{_MATCH} WHERE id = ?", id))

    def people_of(self, match: str) -> tuple[str, ...]:
        """The people of an ended match, by seat."""
        rows = self._rows("SELECT person_id FROM seats WHERE match_id = ? ORDER BY seat", match)
        return tuple(person for (person,) in rows)

    def seats_of(self, match: str, person: str) -> tuple[int, ...]:
        """The seats that a person had in an ended match."""
        rows = self._rows("SELECT seat FROM seats WHERE match_id = ? AND person_id = ? ORDER BY seat", match, person)
        return tuple(seat for (seat,) in rows if seat >= 0)

    def matches_of(self, person: str, limit: int) -> list[KeptMatch]:
        """The last ended matches of a person, newest first."""
        own = "how <> 'what-if' AND id IN (SELECT match_id FROM seats WHERE person_id = ?)"
        return [
            KeptMatch(*row)
            for row in self._rows(f"{_MATCH} WHERE {own} ORDER BY ended DESC, id LIMIT ?", person, limit)
        ]

    def count_matches(self, person: str) -> int:
        """How many ended matches a person has."""
        [(count,)] = self._rows("SELECT count(DISTINCT match_id) FROM seats WHERE person_id = ?", person)
        return int(count)

    def public_matches(self, limit: int) -> list[KeptMatch]:
        """The last ended matches that everyone may see, newest first."""
        return [
            KeptMatch(*row)
            for row in self._rows(f"{_MATCH} WHERE public = 1 ORDER BY ended DESC, id DESC LIMIT ?", limit)
        ]

    def records(self) -> Iterator[bytes]:
        """The records of all ended matches, in the order in which they ended; a few are held at a time."""
        ended, id = -(2**63), ""
        while True:  # page by page: an open query would keep the writer's log from being emptied
            after = "SELECT ended, id, record FROM matches WHERE (ended, id) > (?, ?) AND how <> 'what-if'"
            page = self._rows(f"{after} ORDER BY ended, id LIMIT ?", ended, id, _PAGE)
            if not page:
                return
            yield from (record for _, _, record in page)
            ended, id, _ = page[-1]

    def review(self, match: str) -> KeptReview | None:
        """The review of a match, if one was asked for."""
        return _one(KeptReview, self._rows(f"{_REVIEW} WHERE match_id = ?", match))

    def decisions(self, match: str, after: int = -1) -> list[bytes]:
        """The decisions that are weighed of a review that is not whole, in order, those of events after one alone."""
        kept = "SELECT body FROM review_decisions WHERE match_id = ? AND event > ? ORDER BY event"
        return [body for (body,) in self._rows(kept, match, after)]

    def reviews_to_make(self, limit: int) -> list[KeptReview]:
        """The reviews that are not whole, in the order in which they were asked for."""
        return [
            KeptReview(*row)
            for row in self._rows(f"{_REVIEW} WHERE body IS NULL ORDER BY asked, match_id LIMIT ?", limit)
        ]

    def link(self, token: bytes) -> Link | None:
        """The link whose token has this hash."""
        return _one(
            Link, self._rows("SELECT kind, table_id, seat, expires, person_id FROM links WHERE token = ?", token)
        )

    def alive(self) -> int | None:
        """When the server was last known to run."""
        found = self._rows("SELECT value FROM meta WHERE key = 'alive'")
        return int(found[0][0]) if found else None

    def _rows(self, statement: str, *values: str | bytes | int) -> list[_Row]:
        # To the end at once: until then the connection would go on to see the database as it was.
        try:
            return self._reading.execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            if not corrupt(error):
                raise
            self.damaged = True
            _log.error("database damaged", extra={"reading": statement})
            raise BadDatabase("damaged") from None


def _one(kind: Callable[..., _Found], rows: list[_Row]) -> _Found | None:
    return kind(*rows[0]) if rows else None


def _match(
    id: str, table: str, ended: int, how: How, public: int, game: str, share: bytes | None, record: bytes
) -> KeptMatch:
    return KeptMatch(id, table, ended, how, bool(public), game, share, record)


def _concerns_all(error: Exception) -> bool:
    """Whether it is the database that fails, not a call that is refused: full, locked, broken."""
    if corrupt(error):  # a damaged page concerns who needs it
        return False
    return isinstance(error, sqlite3.OperationalError | sqlite3.InternalError | MemoryError) or (
        type(error) is sqlite3.DatabaseError
    )
