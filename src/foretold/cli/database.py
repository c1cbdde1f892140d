"""What commands on the server's database share: which one it is, and what may be wrong with it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage

if TYPE_CHECKING:
    from foretold.server.store import Database, Operation, Store

_POSTGRES = ("postgresql://", "postgres://")


def add_database_argument(parser: argparse.ArgumentParser) -> None:
    """--database; by default FORETOLD_DATABASE, else a file in the data directory."""
    parser.add_argument(
        "--database",
        type=database,
        metavar="DATABASE",
        help="the server's database: a file, or postgresql://… "
        "(default: FORETOLD_DATABASE, else foretold.sqlite in the data directory)",
    )


def database(text: str) -> Database:
    """The file, or the address of a database of PostgreSQL, that a text names."""
    return text if text.startswith(_POSTGRES) else Path(text)


def chosen_database(arguments: argparse.Namespace) -> Database:
    """The database that the arguments or the environment name."""
    from foretold.cli.terminal.saves import data_directory

    given: Database | None = arguments.database
    if given is not None:
        return given
    chosen = os.environ.get("FORETOLD_DATABASE")
    return database(chosen) if chosen else data_directory() / "foretold.sqlite"


def existing_database(arguments: argparse.Namespace) -> Database:
    """The same; a file that is not there is wrong use, and none is made."""
    return existing(chosen_database(arguments))


def existing(found: Database) -> Database:
    """The database itself where it is there."""
    if isinstance(found, Path) and not found.is_file():
        raise Usage("no-database", {"file": str(found)})
    return found


@contextmanager
def working_on(found: Database) -> Iterator[None]:
    """A database that can't be used is wrong use, told in one sentence."""
    import sqlite3

    from foretold.server.store import BadDatabase, shown

    try:
        yield
    except BadDatabase as error:
        raise Usage(error.reason, error.values) from None
    except BrokenPipeError:
        raise
    except (sqlite3.Error, OSError) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise Usage("database-trouble", {"file": shown(found), "why": why}) from None


@contextmanager
def changing(found: Database) -> Iterator[tuple[Store, Callable[[Sequence[Operation]], None]]]:
    """The store of a database, and a call that writes to it: it is there once that returns, or it says why not."""
    from queue import SimpleQueue

    from foretold.server.store import Written, open_store

    written: SimpleQueue[list[Written]] = SimpleQueue()
    with working_on(found), open_store(found, written.put) as store:

        def write(operations: Sequence[Operation]) -> None:
            store.write(operations)
            [(_, error)] = written.get()
            if error is not None:
                raise error

        yield store, write


def served(found: Database) -> bool:
    """Whether a server runs on the database."""
    from foretold.server.store.sqlite.lock import holder

    if isinstance(found, Path):
        return holder(found) is not None
    from foretold.server.store.postgres.store import PostgresStore

    with PostgresStore(found) as store:
        return store.served()
