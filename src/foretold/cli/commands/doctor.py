"""`foretold doctor`: checks a server's database; --repair makes a new one of everything readable."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage, program
from foretold.cli.database import database, existing_database, served, working_on
from foretold.cli.options import add_language_argument, language
from foretold.cli.record_chunks import printable

if TYPE_CHECKING:
    from foretold.server.maintenance.doctor import Findings
    from foretold.server.store import Database


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold doctor`."""
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
        help="replace a damaged database with a new one of everything readable; the damaged one is kept beside it",
    )
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Reports what is wrong; returns 1 if anything is and remains so."""
    from foretold.server.maintenance import doctor
    from foretold.server.store.sqlite import lock

    file, spoken = existing_database(arguments), language(arguments)
    kept: Path | None = None
    with working_on(file):
        if not isinstance(file, Path):
            findings, kept = _on_postgres(file, repair=arguments.repair)
            return _say(file, findings, kept, spoken, as_json=arguments.json)
        findings = doctor.examine(file)
        if arguments.repair and not findings.whole:
            held = lock.take(file)
            if held is None:
                raise Usage("doctor-running", {"file": str(file)})
            with held:
                kept = doctor.repair(file)
    return _say(file, findings, kept, spoken, as_json=arguments.json)


def shown(database: Database) -> str:
    """Returns the database name as people may read it, without a password."""
    from foretold.server import store

    return store.shown(database)


def _on_postgres(url: str, *, repair: bool) -> tuple[Findings, Path | None]:
    """Examines a PostgreSQL database; returns the findings and the file with what a repair removed."""
    from foretold.server.maintenance import postgres_doctor
    from foretold.server.maintenance.doctor import unused

    findings = postgres_doctor.examine(url)
    if not repair or findings.whole:
        return findings, None
    if served(url):
        raise Usage("doctor-running", {"file": shown(url)})
    kept = unused(Path("foretold-postgres"))
    postgres_doctor.repair(url, findings, kept)
    return findings, kept


def _say(database: Database, findings: Findings, kept: Path | None, spoken: str, *, as_json: bool) -> int:
    """Prints the findings; returns 1 if anything is wrong and remains so."""
    if as_json:
        print(json.dumps(_as_json(database, findings, kept)))
    else:
        print(*map(printable, _told(database, findings, kept, spoken)), sep="\n")
    return 0 if findings.whole or kept is not None else 1


def _as_json(database: Database, findings: Findings, kept: Path | None) -> dict[str, object]:
    return {
        "database": shown(database),
        "whole": findings.whole,
        "rows": findings.rows,
        "pages": findings.pages,
        "journals": [cut._asdict() for cut in findings.journals],
        "records": findings.records,
        "gone": [gap._asdict() for gap in findings.gone],
        "damaged": None if kept is None else str(kept),
    }


def _told(database: Database, findings: Findings, kept: Path | None, spoken: str) -> list[str]:
    from foretold.i18n import say
    from foretold.server.base.text import short

    counts = {name: findings.rows.get(name, 0) for name in ("tables", "entries", "matches", "people")}
    place = shown(database)
    lines = [say(spoken, "doctor.holds", file=place, **counts)]
    lines += [say(spoken, "doctor.page", why=problem) for problem in findings.pages]
    for cut in findings.journals:
        lines.append(say(spoken, "doctor.journal", table=short(cut.table), good=cut.good + 1, count=cut.last + 1))
    lines += [say(spoken, "doctor.record", match=short(match)) for match in findings.records]
    lines += [say(spoken, "doctor.gone", table=short(gap.table), count=gap.told - gap.found) for gap in findings.gone]
    if findings.whole:
        lines.append(say(spoken, "doctor.whole"))
    elif kept is not None:
        how = "doctor.repaired" if isinstance(database, Path) else "doctor.taken-out"
        lines.append(say(spoken, how, file=place, damaged=kept))
    else:
        lines.append(say(spoken, "doctor.how", command=f"{program()} doctor --repair {place}"))
    return lines
