"""Shared by commands over whole files of records: reading lines in chunks, reporting errors."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from foretold.cli.options import add_jobs_argument, add_language_argument

if TYPE_CHECKING:
    from foretold.errors import BadRecord
    from foretold.files import Line

CHUNK_BYTES = 1 << 18
CHUNK_LINES = 1000
STANDARD_INPUT = Path("-")


class Chunk(NamedTuple):
    """A chunk of lines of a file."""

    path: Path
    lines: list[Line]


def add_record_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds FILE…, --jobs, --json, --lang."""
    parser.add_argument(
        "files", type=Path, nargs="+", metavar="FILE", help="records: .jsonl, also gzipped; - for standard input"
    )
    add_jobs_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    add_language_argument(parser)


def chunks(paths: list[Path]) -> Iterator[Chunk]:
    """Yields the lines of all files, in order, in chunks."""
    from foretold.files import lines

    for path in paths:
        held: list[Line] = []
        size = 0
        for line in lines(Path("/dev/stdin") if path == STANDARD_INPUT else path):
            held.append(line)
            size += len(line.text)
            if size >= CHUNK_BYTES or len(held) >= CHUNK_LINES:
                yield Chunk(path, held)
                held, size = [], 0
        if held:
            yield Chunk(path, held)


def sentence(error: BadRecord, spoken: str) -> str:
    """Formats an error in one line: its position and what is wrong."""
    clause = f" ({error.clause})" if error.clause else ""
    return printable(f"{error.where(spoken)}: {error.sentence(spoken)}{clause}")


def printable(text: str) -> str:
    """Returns one line without control characters, whatever a file or its name contains."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def as_json(error: BadRecord, spoken: str) -> dict[str, object]:
    """Returns the error as JSON."""
    where = {"file": error.file, "line": error.line, "event": error.event}
    return {**where, "clause": error.clause, "reason": error.reason, "sentence": error.sentence(spoken)}
