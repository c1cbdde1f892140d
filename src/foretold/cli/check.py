"""`foretold check`: replays records; exit 0 only if all hold."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from foretold.cli.options import add_jobs_argument, add_language_argument, language, progress

if TYPE_CHECKING:
    from foretold.errors import BadRecord
    from foretold.files import Line

BATCH_BYTES = 1 << 18
BATCH_LINES = 1000
ERRORS_SHOWN = 20  # of one file


class Batch(NamedTuple):
    """Some lines of a file."""

    path: Path
    lines: list[Line]


class Outcome(NamedTuple):
    """What checking a batch found."""

    path: Path
    records: int
    unfinished: int
    events: int
    broken: int
    errors: list[BadRecord]  # the first of them


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `foretold check`."""
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="records: .jsonl, also gzipped")
    add_jobs_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Checks all files; 1 if any record does not hold."""
    from foretold.arena.pool import cores, in_order, processes
    from foretold.errors import BadRecord
    from foretold.words import say

    spoken = language(arguments)
    records = unfinished = events = 0
    errors: list[BadRecord] = []
    found: dict[Path, int] = dict.fromkeys(arguments.files, 0)
    wrong: dict[Path, int] = dict.fromkeys(arguments.files, 0)
    with progress("check", None) as bar, processes(arguments.jobs) as executor:
        ahead = 2 * cores(arguments.jobs)
        for outcome in in_order(executor, check_batch, _batches(arguments.files), ahead):
            records += outcome.records
            unfinished += outcome.unfinished
            events += outcome.events
            found[outcome.path] += outcome.records + outcome.broken
            room = ERRORS_SHOWN - wrong[outcome.path]
            errors += outcome.errors[: max(0, room)]
            wrong[outcome.path] += outcome.broken
            bar(outcome.records)
    for path, count in found.items():
        if count == 0:
            errors.append(BadRecord("no-record", file=str(path)))
            wrong[path] = 1
    broken = sum(wrong.values())
    if arguments.json:
        result: dict[str, Any] = {"records": records, "unfinished": unfinished, "events": events, "broken": broken}
        print(json.dumps({**result, "errors": [_as_json(error, spoken) for error in errors]}))
    else:
        for error in errors:
            print(_sentence(error, spoken), file=sys.stderr)
        for path, count in wrong.items():
            if count > ERRORS_SHOWN:
                more = say(spoken, "check.more", file=path, count=count - ERRORS_SHOWN)
                print(_printable(more), file=sys.stderr)
        key = "check.broken" if broken else "check.ok"
        print(say(spoken, key, records=records, unfinished=unfinished, events=events, broken=broken))
    return 1 if broken else 0


def check_batch(batch: Batch) -> Outcome:
    """Replays every record of a batch."""
    from foretold.errors import BadRecord
    from foretold.games.replay import replay
    from foretold.records import Record

    records = unfinished = events = broken = 0
    errors = []
    for line in batch.lines:
        try:
            if line.error is not None:
                raise line.error
            record = Record.from_line(line.text)
            unfinished += not replay(record).over
            records += 1
            events += len(record.events)
        except BadRecord as error:
            broken += 1
            if broken <= ERRORS_SHOWN:
                errors.append(error.at(file=str(batch.path), line=line.number or None))
    return Outcome(batch.path, records, unfinished, events, broken, errors)


def _batches(paths: list[Path]) -> Iterator[Batch]:
    from foretold.files import lines

    for path in paths:
        held: list[Line] = []
        size = 0
        for line in lines(path):
            held.append(line)
            size += len(line.text)
            if size >= BATCH_BYTES or len(held) >= BATCH_LINES:
                yield Batch(path, held)
                held, size = [], 0
        if held:
            yield Batch(path, held)


def _sentence(error: BadRecord, spoken: str) -> str:
    clause = f" ({error.clause})" if error.clause else ""
    return _printable(f"{error.where(spoken)}: {error.sentence(spoken)}{clause}")


def _printable(text: str) -> str:
    """One line without control characters, whatever a file or its name holds."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def _as_json(error: BadRecord, spoken: str) -> dict[str, Any]:
    where = {"file": error.file, "line": error.line, "event": error.event}
    return {**where, "clause": error.clause, "reason": error.reason, "sentence": error.sentence(spoken)}
