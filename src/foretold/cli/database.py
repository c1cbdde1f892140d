"""Shared by commands on the server's database: choosing it, and reporting what is wrong with it."""

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
    """Adds --database; the default is FORETOLD_DATABASE, else a file in the data directory."""
    parser.add_argument(
        "--database",
        type=database,
        metavar="DATABASE",
        help="the server's database: a file, or postgresql://… "
        "(default: FORETOLD_DATABASE, else foretold.sqlite in the data directory)",
    )


def database(text: str) -> Database:
    """Parses a file name or a PostgreSQL URL."""
    return text if text.startswith(_POSTGRES) else Path(text)


def chosen_database(arguments: argparse.Namespace) -> Database:
    """Returns the database that the arguments or the environment name."""
    from foretold.cli.terminal.saves import data_directory

    given: Database | None = arguments.database
    if given is not None:
        return given
    chosen = os.environ.get("FORETOLD_DATABASE")
    return database(chosen) if chosen else data_directory() / "foretold.sqlite"


def existing_database(arguments: argparse.Namespace) -> Database:
    """Like `chosen_database`; a missing file is wrong usage and is not created."""
    return existing(chosen_database(arguments))


def existing(chosen: Database) -> Database:
    """Returns the database if it exists."""
    if isinstance(chosen, Path) and not chosen.is_file():
        raise Usage("no-database", {"file": str(chosen)})
    return chosen


@contextmanager
def working_on(chosen: Database) -> Iterator[None]:
    """Reports an unusable database as wrong usage, in one sentence."""
    import sqlite3

    from foretold.server.store import BadDatabase, shown

    try:
        yield
    except BadDatabase as error:
        raise Usage(error.reason, error.values) from None
    except BrokenPipeError:
        raise
    except (sqlite3.Error, OSError) as error:
        problem = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise Usage("database-trouble", {"file": shown(chosen), "why": problem}) from None


@contextmanager
def changing(chosen: Database) -> Iterator[tuple[Store, Callable[[Sequence[Operation]], None]]]:
    """Opens the store and yields it with a function that writes: it returns once written, or raises."""
    from queue import SimpleQueue

    from foretold.server.store import Written, open_store

    written: SimpleQueue[list[Written]] = SimpleQueue()
    with working_on(chosen), open_store(chosen, written.put) as store:

        def write(operations: Sequence[Operation]) -> None:
            store.write(operations)
            [(_, error)] = written.get()
            if error is not None:
                raise error

        yield store, write


def served(chosen: Database) -> bool:
    """True if a server is running on the database."""
    from foretold.server.store.sqlite.lock import holder

    if isinstance(chosen, Path):
        return holder(chosen) is not None
    from foretold.server.store.postgres.store import PostgresStore

    with PostgresStore(chosen) as store:
        return store.served()
