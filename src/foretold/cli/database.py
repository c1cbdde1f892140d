"""What commands on the server's database share: which file it is, and what may be wrong with it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from foretold.cli import Usage


def add_database_argument(parser: argparse.ArgumentParser) -> None:
    """--database; by default FORETOLD_DATABASE, else a file in the data directory."""
    parser.add_argument(
        "--database",
        type=Path,
        metavar="FILE",
        help="the server's database (default: FORETOLD_DATABASE, else foretold.sqlite in the data directory)",
    )


def database_path(arguments: argparse.Namespace) -> Path:
    """The file that the arguments or the environment name."""
    from foretold.cli.saves import data_directory

    if arguments.database is not None:
        return Path(arguments.database)
    chosen = os.environ.get("FORETOLD_DATABASE")
    return Path(chosen) if chosen else data_directory() / "foretold.sqlite"


def existing_database(arguments: argparse.Namespace) -> Path:
    """The same; one that is not there is wrong use, and none is made."""
    path = database_path(arguments)
    if not path.is_file():
        raise Usage("no-database", {"file": str(path)})
    return path


@contextmanager
def working_on(path: Path) -> Iterator[None]:
    """A database that can't be used is wrong use, told in one sentence."""
    import sqlite3

    from foretold.server.store import BadDatabase

    try:
        yield
    except BadDatabase as error:
        raise Usage(error.reason, error.values) from None
    except BrokenPipeError:
        raise
    except (sqlite3.Error, OSError) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise Usage("database-trouble", {"file": str(path), "why": why}) from None
