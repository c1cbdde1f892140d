"""`foretold restore`: puts a backup in the place of a server's database, checked before and after."""

from __future__ import annotations

import argparse
from pathlib import Path

from foretold.cli import Usage, program
from foretold.cli.database import add_database_argument, chosen_database, existing, working_on
from foretold.cli.options import add_language_argument, language
from foretold.cli.record_chunks import printable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold restore`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the copy to restore")
    add_database_argument(parser)
    add_language_argument(parser)


class _NotIntact(Exception):
    pass


def run(arguments: argparse.Namespace) -> int:
    """Restores a copy; returns 1 if it is not intact, and replaces nothing then."""
    from foretold.i18n import say
    from foretold.server.store.sqlite import lock
    from foretold.server.store.sqlite.backups import restore

    database, spoken = chosen_database(arguments), language(arguments)
    if not isinstance(database, Path):
        raise Usage("restore-postgres")
    copy = existing(arguments.file)
    assert isinstance(copy, Path)
    if database.exists() and copy.samefile(database):
        raise Usage("restore-same", {"file": str(copy)})
    with working_on(database):
        held = lock.take(database)
        if held is None:
            raise Usage("restore-running", {"file": str(database)})
        try:
            with held:
                rows, kept = restore(copy, database.absolute(), _Check())
        except _NotIntact:
            how = f"{program()} doctor {copy}"
            print(printable(say(spoken, "restore.refused", file=copy, command=how)))
            return 1
    counts = {name: rows.get(name, 0) for name in ("tables", "matches", "people")}
    print(printable(say(spoken, "restore.done", database=database, file=copy, **counts)))
    if kept is not None:
        print(printable(say(spoken, "restore.kept", file=kept)))
    return 0


class _Check:
    """Checks pages, journals and records the first time; after that, pages and that not a byte has changed."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}
        self._hash = ""

    def __call__(self, database: Path) -> dict[str, int]:
        from foretold.server.maintenance.doctor import examine
        from foretold.server.store.sqlite.schema import intact

        if self._hash:
            return self._rows if intact(database) and _hash(database) == self._hash else {}
        findings = examine(database)
        if not findings.whole:
            raise _NotIntact
        self._rows, self._hash = findings.rows, _hash(database)
        return self._rows


def _hash(path: Path) -> str:
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
