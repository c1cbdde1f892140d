"""`foretold doctor`: whether a server's database is whole; with --repair a new one of all that can be read."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage, program
from foretold.cli.chunks import printable
from foretold.cli.database import existing_database, working_on
from foretold.cli.options import add_language_argument, language

if TYPE_CHECKING:
    from foretold.server.doctor import Findings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `foretold doctor`."""
    parser.add_argument(
        "database",
        nargs="?",
        type=Path,
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
    from foretold.server import doctor, lock

    database, spoken = existing_database(arguments), language(arguments)
    kept: Path | None = None
    with working_on(database):
        found = doctor.examine(database)
        if arguments.repair and not found.whole:
            held = lock.take(database)
            if held is None:
                raise Usage("doctor-running", {"file": str(database)})
            with held:
                kept = doctor.repair(database)
    if arguments.json:
        print(json.dumps(_as_json(database, found, kept)))
    else:
        print(printable("\n".join(_told(database, found, kept, spoken))))
    return 0 if found.whole or kept is not None else 1


def _as_json(database: Path, found: Findings, kept: Path | None) -> dict[str, object]:
    return {
        "database": str(database),
        "whole": found.whole,
        "rows": found.rows,
        "pages": found.pages,
        "journals": [each._asdict() for each in found.journals],
        "records": found.records,
        "gone": [each._asdict() for each in found.gone],
        "damaged": None if kept is None else str(kept),
    }


def _told(database: Path, found: Findings, kept: Path | None, spoken: str) -> list[str]:
    from foretold.server.hub import short
    from foretold.words import say

    counts = {name: found.rows.get(name, 0) for name in ("tables", "entries", "matches", "people")}
    lines = [say(spoken, "doctor.holds", file=database, **counts)]
    lines += [say(spoken, "doctor.page", why=why) for why in found.pages]
    for cut in found.journals:
        lines.append(say(spoken, "doctor.journal", table=short(cut.table), good=cut.good + 1, count=cut.last + 1))
    lines += [say(spoken, "doctor.record", match=short(match)) for match in found.records]
    lines += [say(spoken, "doctor.gone", table=short(each.table), count=each.told - each.found) for each in found.gone]
    if found.whole:
        lines.append(say(spoken, "doctor.whole"))
    elif kept is not None:
        lines.append(say(spoken, "doctor.repaired", file=database, damaged=kept))
    else:
        lines.append(say(spoken, "doctor.how", command=f"{program()} doctor --repair {database}"))
    return lines
