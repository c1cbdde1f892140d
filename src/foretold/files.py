"""Files of records: JSON Lines, plain or gzipped, as a stream that never holds more than one line."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from foretold.errors import BadRecord
from foretold.records import LINE_LIMIT, Record

_GZIP = b"\x1f\x8b"


class Line(NamedTuple):
    """One line of a file, by number from 1; `error` instead of `text` where it can't be read."""

    number: int
    text: bytes
    error: BadRecord | None = None


def lines(path: Path) -> Iterator[Line]:
    """The lines of a file that are not blank; one that is too long is an error and passed over."""
    number = 0
    try:
        with path.open("rb") as raw:
            zipped = raw.read(2) == _GZIP
            raw.seek(0)
            stream: IO[bytes] = gzip.GzipFile(fileobj=raw) if zipped else raw  # type: ignore[assignment]
            while text := stream.readline(LINE_LIMIT + 2):
                number += 1
                if len(text.rstrip(b"\r\n")) > LINE_LIMIT:
                    while text and not text.endswith(b"\n"):
                        text = stream.readline(LINE_LIMIT)
                    yield Line(number, b"", BadRecord("line-too-long", {"limit": LINE_LIMIT // 2**20}))
                elif text.strip():
                    yield Line(number, text.rstrip(b"\r\n"))
    except (EOFError, zlib.error, gzip.BadGzipFile):
        yield Line(number + 1, b"", BadRecord("not-gzip"))
    except OSError as error:
        yield Line(number, b"", BadRecord("unreadable-file", {"why": error.strerror or type(error).__name__}))


def read(path: Path) -> Iterator[Record]:
    """The records of a file, one after the other; the first that is broken raises BadRecord with file and line."""
    for line in lines(path):
        if line.error is not None:
            raise line.error.at(file=str(path), line=line.number or None)
        try:
            yield Record.from_line(line.text)
        except BadRecord as error:
            raise error.at(file=str(path), line=line.number) from None


def open_writer(path: Path) -> IO[str]:
    """A text stream for records, gzipped where the name ends in .gz."""
    if path.suffix == ".gz":
        return gzip.open(path, "wt", encoding="utf-8", newline="\n")
    return path.open("w", encoding="utf-8", newline="\n")
