"""`foretold verify`: checks whether deals are those promised; exit code 0 only if all are."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from foretold.cli.options import language
from foretold.cli.record_chunks import Chunk, add_record_arguments, as_json, chunks, printable, sentence

if TYPE_CHECKING:
    from foretold.errors import BadRecord
    from foretold.fair import Share, Verified


class Finding(NamedTuple):
    """The result of verifying one line: what was verified, or an error."""

    path: Path
    line: int
    verified: Verified | None
    error: BadRecord | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold verify`."""
    add_record_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Verifies all files, printing a line per match; returns 1 if any match fails."""
    from foretold.arena.pool import cores, in_order, processes
    from foretold.errors import BadRecord
    from foretold.i18n import say

    spoken = language(arguments)
    empty = dict.fromkeys(arguments.files, True)
    results: list[dict[str, object]] = []
    matches = broken = 0

    def tell(finding: Finding) -> None:
        nonlocal matches, broken
        matches += finding.error is None
        broken += finding.error is not None
        if arguments.json:
            results.append(_as_json(finding, spoken))
        elif finding.error is not None:
            print(sentence(finding.error, spoken), file=sys.stderr)
        else:
            print(_holds(finding, spoken))

    with processes(arguments.jobs) as executor:
        for findings in in_order(executor, verify_chunk, chunks(arguments.files), 2 * cores(arguments.jobs)):
            for finding in findings:
                empty[finding.path] = False
                tell(finding)
    for path in (path for path, nothing in empty.items() if nothing):
        tell(Finding(path, 0, None, BadRecord("no-record", file=str(path))))
    if arguments.json:
        print(json.dumps({"matches": matches, "broken": broken, "results": results}))
    else:
        print(say(spoken, "verify.broken" if broken else "verify.ok", matches=matches, broken=broken))
    return 1 if broken else 0


def verify_chunk(chunk: Chunk) -> list[Finding]:
    """Verifies every record of a chunk."""
    from foretold.errors import BadRecord
    from foretold.fair import verify
    from foretold.records import Record

    findings = []
    for line in chunk.lines:
        try:
            if line.error is not None:
                raise line.error
            findings.append(Finding(chunk.path, line.number, verify(Record.from_line(line.text)), None))
        except BadRecord as error:
            placed = error.at(file=str(chunk.path), line=line.number or None)
            findings.append(Finding(chunk.path, line.number, None, placed))
    return findings


def _holds(finding: Finding, spoken: str) -> str:
    """Returns the line for a verified match: its deals, which seats contributed bytes, which did not and why."""
    from foretold.i18n import phrases, say

    verified = finding.verified
    assert verified is not None
    join = phrases(spoken)["join"]
    gave = [say(spoken, "seat", number=seat) for seat in verified.shared]
    others = [
        say(spoken, "verify.seat", number=seat, why=say(spoken, f"verify.{_why(share)}"))
        for seat, share in enumerate(verified.fair.shares)
        if seat not in verified.shared
    ]
    parts = [say(spoken, "verify.gave", seats=join.join(gave))] if gave else []
    parts += [say(spoken, "verify.gave-none", seats=join.join(others))] if others else []
    if verified.first is not None:
        parts.append(say(spoken, f"verify.first-{verified.first.by}", number=verified.first.seat))
    where = join.join((str(finding.path), say(spoken, "where.line", line=finding.line)))
    seats = phrases(spoken)["verify.join"].join(parts)
    return printable(say(spoken, "verify.holds", where=where, deals=verified.deals, seats=seats))


def _why(share: Share) -> str:
    """Returns why a seat contributed no bytes; a seat that committed and then kept its bytes back has its own
    reason."""
    return "committed" if share.commitment is not None else str(share.none)


def _as_json(finding: Finding, spoken: str) -> dict[str, object]:
    """Returns the result as JSON: an error as `foretold check` gives it, or what was verified."""
    if finding.error is not None:
        return {"holds": False, **as_json(finding.error, spoken)}
    verified = finding.verified
    assert verified is not None
    return {
        "holds": True,
        "file": str(finding.path),
        "line": finding.line,
        "deals": verified.deals,
        "seed": verified.seed.hex(),
        "shares": verified.fair.to_dict()["shares"],
        **({} if verified.first is None else {"first": verified.first.to_dict()}),
    }
