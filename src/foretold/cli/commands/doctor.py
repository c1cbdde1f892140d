"""`foretold doctor`: whether a server's database is whole; with --repair a new one of all that can be read."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage, program
from foretold.cli.chunks import printable
from foretold.cli.database import database, existing_database, served, working_on
from foretold.cli.options import add_language_argument, language

if TYPE_CHECKING:
    from foretold.server.maintenance.doctor import Findings
    from foretold.server.store import Database


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `foretold doctor`."""
    parser.add_argument(
        "database",
        nargs="?",
        type=database,
        metavar="DATABASE",
        help="the server's database (default: FORETOLD_DATABASE, else foretold.sqlite in the data directory)",
    )
    parser.add_argument(
        "--repair",
        action="store_true",
        help="put a new database of all that can be read in the place of a damaged one, which is kept beside it",
    )
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Says what is wrong; 1 if anything is, and stays so."""
    from foretold.server.maintenance import doctor
    from foretold.server.store.sqlite import lock

    file, spoken = existing_database(arguments), language(arguments)
    kept: Path | None = None
    with working_on(file):
        if not isinstance(file, Path):
            found, kept = _on_postgres(file, repair=arguments.repair)
            return _say(file, found, kept, spoken, as_json=arguments.json)
        found = doctor.examine(file)
        if arguments.repair and not found.whole:
            held = lock.take(file)
            if held is None:
                raise Usage("doctor-running", {"file": str(file)})
            with held:
                kept = doctor.repair(file)
    return _say(file, found, kept, spoken, as_json=arguments.json)


def shown(database: Database) -> str:
    """The database as people may read it."""
    from foretold.server import store

    return store.shown(database)


def _on_postgres(url: str, *, repair: bool) -> tuple[Findings, Path | None]:
    """What is wrong there, and the file with what a repair took out."""
    from foretold.server.maintenance import postgres_doctor
    from foretold.server.maintenance.doctor import unused

    found = postgres_doctor.examine(url)
    if not repair or found.whole:
        return found, None
    if served(url):
        raise Usage("doctor-running", {"file": shown(url)})
    kept = unused(Path("foretold-postgres"))
    postgres_doctor.repair(url, found, kept)
    return found, kept


def _say(database: Database, found: Findings, kept: Path | None, spoken: str, *, as_json: bool) -> int:
    """Says what was found; 1 if anything is wrong, and stays so."""
    if as_json:
        print(json.dumps(_as_json(database, found, kept)))
    else:
        print(*map(printable, _told(database, found, kept, spoken)), sep="\n")
    return 0 if found.whole or kept is not None else 1


def _as_json(database: Database, found: Findings, kept: Path | None) -> dict[str, object]:
    return {
        "database": shown(database),
        "whole": found.whole,
        "rows": found.rows,
        "pages": found.pages,
        "journals": [each._asdict() for each in found.journals],
        "records": found.records,
        "gone": [each._asdict() for each in found.gone],
        "damaged": None if kept is None else str(kept),
    }


def _told(database: Database, found: Findings, kept: Path | None, spoken: str) -> list[str]:
    from foretold.i18n import say
    from foretold.server.base.text import short

    counts = {name: found.rows.get(name, 0) for name in ("tables", "entries", "matches", "people")}
    place = shown(database)
    lines = [say(spoken, "doctor.holds", file=place, **counts)]
    lines += [say(spoken, "doctor.page", why=why) for why in found.pages]
    for cut in found.journals:
        lines.append(say(spoken, "doctor.journal", table=short(cut.table), good=cut.good + 1, count=cut.last + 1))
    lines += [say(spoken, "doctor.record", match=short(match)) for match in found.records]
    lines += [say(spoken, "doctor.gone", table=short(each.table), count=each.told - each.found) for each in found.gone]
    if found.whole:
        lines.append(say(spoken, "doctor.whole"))
    elif kept is not None:
        how = "doctor.repaired" if isinstance(database, Path) else "doctor.taken-out"
        lines.append(say(spoken, how, file=place, damaged=kept))
    else:
        lines.append(say(spoken, "doctor.how", command=f"{program()} doctor --repair {place}"))
    return lines
