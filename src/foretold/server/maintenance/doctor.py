"""Checks pages, journals and records of a database; builds a new one from everything readable."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from foretold.server.live.rebuild import UNREADABLE, rebuild
from foretold.server.maintenance import sqlite_pages
from foretold.server.maintenance.record_checks import checked
from foretold.server.store import BadDatabase, KeptEntry
from foretold.server.store.sqlite import watermarks
from foretold.server.store.sqlite.schema import connect, identify, migrate, open_database, transaction
from foretold.server.table.table import Table

_MOST = 20  # messages of SQLite about one file at most
_KEY_VALUE = 2  # columns: such rows look like those of an index
_ORDER = ("people", "tables", "entries", "matches", "evenings")  # before the tables that refer to them

_DERIVED = ("entry_people",)  # filled by triggers
_SOME, _RECORDS = 2000, 20  # entries and records held in memory at a time

Row = tuple[sqlite_pages.Value, ...]


class Cut(NamedTuple):
    """A journal that can be read up to its entry `good`; there are entries up to `last`."""

    table: str
    good: int
    last: int


class Findings(NamedTuple):
    """The contents of a database, and what is wrong with it."""

    pages: list[str]  # in SQLite's words
    rows: dict[str, int]  # readable rows by table
    journals: list[Cut]
    records: list[str]  # matches whose record is invalid
    gone: list[watermarks.Gone]  # entries that clients have seen and that are missing

    @property
    def whole(self) -> bool:
        """True if nothing is wrong."""
        return not (self.pages or self.journals or self.records or self.gone)


def examine(database: Path) -> Findings:
    """Finds what is wrong with the database, even while a server runs, without changing it.

    Watermarks are read first: a running server only adds to what they are compared with.
    """
    seen = watermarks.read(database)
    wrong = _wrong_pages(database)
    with _spooled(database) if wrong else closing(connect(database)) as reading:
        return _findings(reading, wrong, seen)


def repair(database: Path) -> Path:
    """Replaces a damaged database by a new one with everything readable; returns where the old one is kept."""
    part = database.with_name(f".{os.getpid()}.{database.name}")
    try:
        with closing(open_database(part)) as writing, _spooled(database) as reading:
            writing.execute("PRAGMA journal_mode = DELETE")  # one file
            with transaction(writing):
                _fill(writing, reading)
        kept = unused(database)
        for ending in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                database.with_name(database.name + ending).rename(kept.with_name(kept.name + ending))
        database.rename(kept)
        part.rename(database)
    finally:
        for ending in ("", "-journal", "-wal", "-shm"):
            part.with_name(part.name + ending).unlink(missing_ok=True)
    watermarks.notes_path(database).unlink(missing_ok=True)  # the loss has been reported
    return kept


def unused(database: Path) -> Path:
    """A free name beside the database to keep the damaged one under."""
    names = (database.with_name(f"{database.name}.damaged{number or ''}") for number in range(1000))
    return next(path for path in names if not path.exists())


# Reading ---------------------------------------------------------------------------------------------------------


def _wrong_pages(database: Path) -> list[str]:
    try:
        with closing(connect(database)) as reading:
            if identify(reading, database) == 0:  # an empty file
                raise BadDatabase("no-database-of-ours", {"file": str(database)})
            problems = [str(text) for (text,) in reading.execute(f"PRAGMA integrity_check({_MOST})")]
            lost = {table for table, *_ in reading.execute("PRAGMA foreign_key_check")}
            problems += [f"{table} refers to what is not there" for table in sorted(lost)]
    except BadDatabase as error:
        if error.reason != "database-damaged" and next(_rows_of_pages(database), None) is None:
            raise  # it holds nothing of ours
        return [error.reason]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [line for text in problems if text != "ok" for line in text.splitlines()][:_MOST]


class _Shape(NamedTuple):
    """The columns of a table as declared and as stored, whether it is stored by key, and each column's types."""

    declared: list[str]
    stored: list[str]
    keyed: bool
    kinds: dict[str, tuple[type | None, ...]]

    def fits(self, row: sqlite_pages.Row) -> bool:
        """True if the row may belong to this table; rows of only a key and a value look like those of an index."""
        return (
            row.keyed == self.keyed
            and len(row.values) == len(self.stored) > _KEY_VALUE
            and all(
                (None if value is None else type(value)) in self.kinds[name]
                for name, value in zip(self.stored, row.values, strict=True)
            )
        )


_KINDS = {"TEXT": str, "BLOB": bytes, "INTEGER": int}


@cache
def _shapes() -> dict[str, _Shape]:
    """The shapes of the tables in a new database."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        migrate(empty)
        shapes = {}
        for table, keyed in empty.execute("SELECT name, wr FROM pragma_table_list WHERE type = 'table'").fetchall():
            if table.startswith("sqlite_") or table in _DERIVED:
                continue
            columns = empty.execute('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', (table,)).fetchall()
            key = (
                [name for name, _, _, place in sorted(columns, key=lambda column: column[3]) if place] if keyed else []
            )
            shapes[table] = _Shape(
                [name for name, *_ in columns],
                [*key, *(name for name, *_ in columns if name not in key)],
                bool(keyed),
                {
                    name: (_KINDS.get(kind),) if needed else (_KINDS.get(kind), None)
                    for name, kind, needed, _ in columns
                },
            )
        return shapes


def _rows_of_pages(database: Path) -> Iterator[tuple[str, Row]]:
    """All rows that can be carved from the file without SQLite, each with the table that it fits."""
    shapes = _shapes()
    for row in sqlite_pages.rows(database):
        table = next((table for table, shape in shapes.items() if shape.fits(row)), None)
        if table is not None:
            values = dict(zip(shapes[table].stored, row.values, strict=True))
            yield table, tuple(values[name] for name in shapes[table].declared)


@contextmanager
def _spooled(database: Path) -> Iterator[sqlite3.Connection]:
    """The carved rows in a temporary database on disk without constraints, as they may be many."""
    with (
        TemporaryDirectory(prefix="foretold-doctor-") as folder,
        closing(sqlite3.connect(Path(folder) / "rows", isolation_level=None)) as spool,
    ):
        for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -16000"):
            spool.execute(f"PRAGMA {setting}")
        marks = {}
        for table, shape in _shapes().items():
            spool.execute(f"CREATE TABLE {table} ({', '.join(shape.declared)})")
            marks[table] = ", ".join("?" * len(shape.declared))
        spool.execute("BEGIN")
        for table, row in _rows_of_pages(database):
            spool.execute(f"INSERT INTO {table} VALUES ({marks[table]})", row)
        spool.execute("COMMIT")
        spool.execute("CREATE INDEX by_table ON entries (table_id, number)")
        spool.execute("CREATE INDEX by_match ON matches (id)")
        yield spool


# Judging ---------------------------------------------------------------------------------------------------------


class _Journal(NamedTuple):
    """The entries of a table, and the table built from its contiguous readable entries."""

    entries: list[KeptEntry]
    table: Table


def _journals(reading: sqlite3.Connection) -> Iterator[_Journal]:
    """All journals in turn; no more than one and a batch of the next is held in memory."""
    for id, rows in groupby(_entries(reading), lambda row: row[0]):
        kept: list[KeptEntry] = []
        for _, number, at, body in rows:
            entry = KeptEntry(number, at, body)
            if not kept or kept[-1] != entry:  # unused pages may hold an entry twice
                kept.append(entry)
        table = Table(id)
        with suppress(*UNREADABLE):
            rebuild(table, kept)
        yield _Journal(kept, table)


def _entries(reading: sqlite3.Connection) -> Iterator[tuple[str, int, int, bytes]]:
    """All entries in order, in batches: an open query would keep a server's log from being truncated."""
    statement = (
        "SELECT table_id, number, at, body FROM entries WHERE (table_id, number) > (?, ?) "
        "ORDER BY table_id, number LIMIT ?"
    )
    page = reading.execute(statement, ("", -1, _SOME)).fetchall()
    while page:
        yield from page
        page = reading.execute(statement, (*page[-1][:2], _SOME)).fetchall()


def _matches(reading: sqlite3.Connection) -> Iterator[tuple[Row, bool]]:
    """All ended matches, and whether their records are valid."""
    return checked(_match_pages(reading))


def _match_pages(reading: sqlite3.Connection) -> Iterator[list[Row]]:
    names = ", ".join(_shapes()["matches"].declared)
    statement = f"SELECT {names} FROM matches WHERE id > ? ORDER BY id LIMIT ?"
    page = reading.execute(statement, ("", _RECORDS)).fetchall()
    while page:
        yield page
        page = reading.execute(statement, (page[-1][0], _RECORDS)).fetchall()


def _findings(reading: sqlite3.Connection, wrong: list[str], seen: dict[str, int]) -> Findings:
    known = {table for (table,) in reading.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    shapes = [table for table in _shapes() if table in known]
    rows = {table: reading.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in shapes}
    cut, last = [], {}
    for entries, table in _journals(reading):
        if table.id in seen:
            last[table.id] = entries[-1].number
        if table.number != entries[-1].number:
            cut.append(Cut(table.id, table.number, entries[-1].number))
    empty = "SELECT id FROM tables WHERE NOT EXISTS (SELECT 1 FROM entries WHERE table_id = id)"
    cut += [Cut(str(id), -1, -1) for (id,) in reading.execute(empty).fetchall()]
    records = [str(row[0]) for row, good in _matches(reading) if not good]
    return Findings(wrong, rows, cut, records, watermarks.gone(seen, last))


# Writing ---------------------------------------------------------------------------------------------------------


def _fill(writing: sqlite3.Connection, reading: sqlite3.Connection) -> None:
    """Fills the new database with what is consistent: contiguous journals and valid records."""
    shapes = _shapes()

    def add(table: str, row: Row) -> None:
        marks = ", ".join("?" * len(row))
        with suppress(sqlite3.IntegrityError):  # a duplicate, or its parent row is lost
            writing.execute(f"INSERT INTO {table} VALUES ({marks})", row)

    for part in (*_ORDER, *(name for name in shapes if name not in _ORDER)):
        if part == "tables":
            continue  # added with its journal
        if part == "entries":
            for entries, table in _journals(reading):
                if table.number >= 0:
                    made = reading.execute(
                        "SELECT id, created, closed FROM tables WHERE id = ?", (table.id,)
                    ).fetchone()
                    add("tables", made or _table(table, entries))
                    for entry in entries[: table.number + 1]:
                        add("entries", (table.id, *entry[:3]))
        elif part == "matches":
            for row, good in _matches(reading):
                if good:
                    add("matches", row)
        else:
            for row in reading.execute(f"SELECT {', '.join(shapes[part].declared)} FROM {part}"):
                add(part, row)


def _table(table: Table, entries: list[KeptEntry]) -> Row:
    """The row of a table of which only the journal is left."""
    return table.id, entries[0].at, table.at if table.phase == "closed" else None
