"""`foretold check`: replays records; exit code 0 only if all are valid."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from foretold.cli.options import language, progress
from foretold.cli.record_chunks import Chunk, add_record_arguments, as_json, chunks, printable, sentence

if TYPE_CHECKING:
    from foretold.errors import BadRecord

ERRORS_SHOWN = 20  # per file


class Outcome(NamedTuple):
    """The result of checking a chunk."""

    path: Path
    records: int
    unfinished: int
    events: int
    broken: int
    errors: list[BadRecord]  # the first of them


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold check`."""
    add_record_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Checks all files; returns 1 if any record is invalid."""
    from foretold.arena.pool import cores, in_order, processes
    from foretold.errors import BadRecord
    from foretold.i18n import say

    spoken = language(arguments)
    records = unfinished = events = 0
    errors: list[BadRecord] = []
    counts: dict[Path, int] = dict.fromkeys(arguments.files, 0)
    wrong: dict[Path, int] = dict.fromkeys(arguments.files, 0)
    with progress("check", None) as bar, processes(arguments.jobs) as executor:
        ahead = 2 * cores(arguments.jobs)
        for outcome in in_order(executor, check_chunk, chunks(arguments.files), ahead):
            records += outcome.records
            unfinished += outcome.unfinished
            events += outcome.events
            counts[outcome.path] += outcome.records + outcome.broken
            room = ERRORS_SHOWN - wrong[outcome.path]
            errors += outcome.errors[: max(0, room)]
            wrong[outcome.path] += outcome.broken
            bar(outcome.records)
    for path, count in counts.items():
        if count == 0:
            errors.append(BadRecord("no-record", file=str(path)))
            wrong[path] = 1
    broken = sum(wrong.values())
    if arguments.json:
        result = {"records": records, "unfinished": unfinished, "events": events, "broken": broken}
        print(json.dumps({**result, "errors": [as_json(error, spoken) for error in errors]}))
    else:
        for error in errors:
            print(sentence(error, spoken), file=sys.stderr)
        for path, count in wrong.items():
            if count > ERRORS_SHOWN:
                more = say(spoken, "check.more", file=path, count=count - ERRORS_SHOWN)
                print(printable(more), file=sys.stderr)
        key = "check.broken" if broken else "check.ok"
        print(say(spoken, key, records=records, unfinished=unfinished, events=events, broken=broken))
    return 1 if broken else 0


def check_chunk(chunk: Chunk) -> Outcome:
    """Replays every record of a chunk."""
    from foretold.errors import BadRecord
    from foretold.games.replay import replay
    from foretold.records import Record

    records = unfinished = events = broken = 0
    errors = []
    for line in chunk.lines:
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
                errors.append(error.at(file=str(chunk.path), line=line.number or None))
    return Outcome(chunk.path, records, unfinished, events, broken, errors)
