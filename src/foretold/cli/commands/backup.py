"""`foretold backup`: a consistent copy of the server's database, also while the server runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from foretold.cli import Usage
from foretold.cli.database import add_database_argument, existing_database, working_on
from foretold.cli.options import add_language_argument, language, writing
from foretold.cli.record_chunks import printable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold backup`."""
    parser.add_argument("target", type=Path, metavar="TARGET", help="the file of the copy")
    add_database_argument(parser)
    parser.add_argument("--force", action="store_true", help="replace the file if it is there")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Copies the database, of whatever version."""
    from foretold.i18n import say
    from foretold.server.store.sqlite.schema import copy_database

    database, target = existing_database(arguments), arguments.target
    if not isinstance(database, Path):
        raise Usage("backup-postgres")
    with working_on(database), writing(target):
        copy_database(database, target, replace=arguments.force)
    print(printable(say(language(arguments), "backup.done", file=target, database=database)))
    return 0
