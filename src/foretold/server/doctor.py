"""Whether a database is whole, its pages, journals and records; and a new one of all that can be read."""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from foretold.errors import BadRecord
from foretold.games.replay import replay
from foretold.records import Record
from foretold.server import notes, pages
from foretold.server.operations import KeptEntry
from foretold.server.rebuilding import UNREADABLE, rebuild
from foretold.server.schema import connect, identify, migrate, open_database, transaction
from foretold.server.store import BadDatabase
from foretold.server.table import Table

_MOST = 20  # sentences of SQLite about one file
_KEY_VALUE = 2  # columns: rows of an index look the same
_ORDER = ("people", "tables", "entries", "matches", "evenings")  # before what refers to them

Rows = dict[str, list[tuple[pages.Value, ...]]]  # by table, its columns in order


class Cut(NamedTuple):
    """A journal that can be read up to its entry `good`; there are entries up to `last`."""

    table: str
    good: int
    last: int


class Findings(NamedTuple):
    """What a database holds, and what is wrong with it."""

    pages: list[str]  # in SQLite's words
    rows: dict[str, int]  # that can be read, by table
    journals: list[Cut]
    records: list[str]  # the matches whose record does not hold
    gone: list[notes.Gone]  # what people were told of and is not there

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.pages or self.journals or self.records or self.gone)


def examine(database: Path) -> Findings:
    """What is wrong with the database; it stays as it is."""
    wrong = _wrong_pages(database)
    rows = _rows_of_pages(database) if wrong else _rows_of(database)
    return _findings(database, wrong, rows)


def repair(database: Path) -> Path:
    """A new database of all that can be read stands in the place of the damaged one; where that is kept."""
    rows = _rows_of_pages(database)
    part = database.with_name(f".{os.getpid()}.{database.name}")
    try:
        with closing(open_database(part)) as writing:
            writing.execute("PRAGMA journal_mode = DELETE")  # one file
            with transaction(writing):
                _fill(writing, rows)
        kept = unused(database)
        for ending in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                database.with_name(database.name + ending).rename(kept.with_name(kept.name + ending))
        database.rename(kept)
        part.rename(database)
    finally:
        for ending in ("", "-journal", "-wal", "-shm"):
            part.with_name(part.name + ending).unlink(missing_ok=True)
    notes.notes_path(database).unlink(missing_ok=True)  # what is gone was told
    return kept


def unused(database: Path) -> Path:
    """Where the damaged one is kept: beside it, under a name that nothing has."""
    names = (database.with_name(f"{database.name}.damaged{number or ''}") for number in range(1000))
    return next(path for path in names if not path.exists())


# Reading ---------------------------------------------------------------------------------------------------------


def _wrong_pages(database: Path) -> list[str]:
    try:
        with closing(connect(database)) as reading:
            if identify(reading, database) == 0:  # an empty file
                raise BadDatabase("no-database-of-ours", {"file": str(database)})
            found = [str(text) for (text,) in reading.execute(f"PRAGMA integrity_check({_MOST})")]
            lost = {table for table, *_ in reading.execute("PRAGMA foreign_key_check")}
            found += [f"{table} refers to what is not there" for table in sorted(lost)]
    except BadDatabase as error:
        if error.reason != "database-damaged" and not any(_rows_of_pages(database).values()):
            raise  # nothing of ours is in it
        return [error.reason]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [line for text in found if text != "ok" for line in text.splitlines()][:_MOST]


class _Shape(NamedTuple):
    """The columns of a table as declared and as stored, whether it is stored by key, and what a column holds."""

    declared: list[str]
    stored: list[str]
    keyed: bool
    kinds: dict[str, tuple[type | None, ...]]

    def fits(self, row: pages.Row) -> bool:
        """Whether the row may be one of this table. One of a key and a value alone looks like a row of an index."""
        return (
            row.keyed == self.keyed
            and len(row.values) == len(self.stored) > _KEY_VALUE
            and all(
                (None if value is None else type(value)) in self.kinds[name]
                for name, value in zip(self.stored, row.values, strict=True)
            )
        )


_KINDS = {"TEXT": str, "BLOB": bytes, "INTEGER": int}


def _shapes() -> dict[str, _Shape]:
    """The tables of a new database."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        migrate(empty)
        found = {}
        for table, keyed in empty.execute("SELECT name, wr FROM pragma_table_list WHERE type = 'table'").fetchall():
            if table.startswith("sqlite_"):
                continue
            columns = empty.execute('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', (table,)).fetchall()
            key = [name for name, _, _, place in sorted(columns, key=lambda each: each[3]) if place] if keyed else []
            found[table] = _Shape(
                [name for name, *_ in columns],
                [*key, *(name for name, *_ in columns if name not in key)],
                bool(keyed),
                {
                    name: (_KINDS.get(kind),) if needed else (_KINDS.get(kind), None)
                    for name, kind, needed, _ in columns
                },
            )
        return found


def _rows_of(database: Path) -> Rows:
    found: Rows = {}
    with closing(connect(database)) as reading:
        known = {table for (table,) in reading.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for table, shape in _shapes().items():
            names = ", ".join(shape.declared)
            found[table] = reading.execute(f"SELECT {names} FROM {table}").fetchall() if table in known else []
    return found


def _rows_of_pages(database: Path) -> Rows:
    """As `_rows_of`, past SQLite: a row belongs to the table into which it fits."""
    shapes = _shapes()
    found: Rows = {table: [] for table in shapes}
    for row in pages.rows(database):
        table = next((table for table, shape in shapes.items() if shape.fits(row)), None)
        if table is not None:
            values = dict(zip(shapes[table].stored, row.values, strict=True))
            found[table].append(tuple(values[name] for name in shapes[table].declared))
    return found


# Judging ---------------------------------------------------------------------------------------------------------


def _journals(rows: Rows) -> dict[str, tuple[list[KeptEntry], Table]]:
    """By table its entries and what those that follow each other from the first on make it."""
    entries: defaultdict[str, list[KeptEntry]] = defaultdict(list)
    for id, number, at, body in rows["entries"]:
        entries[str(id)].append(KeptEntry(number, at, body))  # type: ignore[arg-type]  # as its columns are
    found = {}
    for name, kept in entries.items():
        kept.sort()
        table = Table(name)
        with suppress(*UNREADABLE):
            rebuild(table, kept)
        found[name] = kept, table
    return found


def _findings(database: Path, wrong: list[str], rows: Rows) -> Findings:
    journals = _journals(rows)
    good = {id: table.number for id, (_, table) in journals.items()}
    last = {id: kept[-1].number for id, (kept, _) in journals.items()}
    cut = [Cut(id, good[id], last[id]) for id in journals if good[id] != last[id]]
    cut += [Cut(str(row[0]), -1, -1) for row in rows["tables"] if row[0] not in journals]
    records = [str(row[0]) for row in rows["matches"] if not holds(row[-1])]
    return Findings(
        wrong, {table: len(held) for table, held in rows.items()}, cut, records, notes.gone(notes.read(database), last)
    )


def holds(record: object) -> bool:
    """Whether the record of a match is one, and keeps the rules."""
    try:
        replay(Record.from_line(bytes(record).decode()))  # type: ignore[call-overload]
    except (BadRecord, UnicodeDecodeError, TypeError):
        return False
    return True


# Writing ---------------------------------------------------------------------------------------------------------


def _fill(writing: sqlite3.Connection, rows: Rows) -> None:
    """What holds together is in the database: of journals what follows from the first entry on, records that hold."""
    journals = _journals(rows)
    made = {str(row[0]): row for row in rows["tables"]}
    good = {id: (kept, table) for id, (kept, table) in journals.items() if table.number >= 0}
    rows = {
        **rows,
        "tables": [made.get(id, _table(table, kept)) for id, (kept, table) in good.items()],
        "entries": [(id, *entry[:3]) for id, (kept, table) in good.items() for entry in kept[: table.number + 1]],
        "matches": [row for row in rows["matches"] if holds(row[-1])],
    }
    for table in (*_ORDER, *(name for name in rows if name not in _ORDER)):
        marks = ", ".join("?" * len(rows[table][0])) if rows[table] else ""
        for row in rows[table]:
            with suppress(sqlite3.IntegrityError):  # there already, or it refers to what is lost
                writing.execute(f"INSERT INTO {table} VALUES ({marks})", row)


def _table(table: Table, entries: list[KeptEntry]) -> tuple[pages.Value, ...]:
    """The row of a table of which only the journal is left."""
    return table.id, entries[0].at, table.at if table.phase == "closed" else None
