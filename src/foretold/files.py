"""Files of records: JSON Lines, plain or gzipped, streamed one line at a time."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from foretold.errors import BadRecord
from foretold.records import LINE_LIMIT, Record

_GZIP = b"\x1f\x8b"


class Line(NamedTuple):
    """One line of a file, numbered from 1; `error` is set instead of `text` if it can't be read."""

    number: int
    text: bytes
    error: BadRecord | None = None


def lines(path: Path) -> Iterator[Line]:
    """Yields the non-blank lines of a file; a line that is too long is yielded as an error and skipped."""
    number = 0
    try:
        with path.open("rb") as raw:
            zipped = raw.peek(2)[:2] == _GZIP  # peek, because a pipe can't be read twice
            stream: IO[bytes] = gzip.GzipFile(fileobj=raw) if zipped else raw  # type: ignore[assignment]
            while read := stream.readline(LINE_LIMIT + 2):
                number += 1
                text = read.removesuffix(b"\n").removesuffix(b"\r")
                if len(text) > LINE_LIMIT:
                    while read and not read.endswith(b"\n"):
                        read = stream.readline(LINE_LIMIT)
                    yield Line(number, b"", BadRecord("line-too-long", {"limit": LINE_LIMIT // 2**20}))
                elif text and not text.isspace():
                    yield Line(number, text)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        yield Line(number + 1, b"", BadRecord("not-gzip"))
    except OSError as error:
        yield Line(number, b"", BadRecord("unreadable-file", {"why": error.strerror or type(error).__name__}))


def read(path: Path) -> Iterator[Record]:
    """Yields the records of a file; the first broken one raises BadRecord with file and line."""
    for line in lines(path):
        if line.error is not None:
            raise line.error.at(file=str(path), line=line.number or None)
        try:
            yield Record.from_line(line.text)
        except BadRecord as error:
            raise error.at(file=str(path), line=line.number) from None


@contextmanager
def new_file(path: Path) -> Iterator[IO[str]]:
    """Opens a text stream for records, gzipped if the name ends in .gz; the file appears only on success."""
    with new_bytes(path) as raw:
        opened = ExitStack()
        try:
            stream: Any = raw
            if path.suffix == ".gz":  # without name and time, so that the same records give the same bytes
                stream = opened.enter_context(gzip.GzipFile("", "wb", compresslevel=6, fileobj=stream, mtime=0))
            yield opened.enter_context(io.TextIOWrapper(stream, encoding="utf-8", newline="\n"))
            opened.close()
        except BaseException:
            with suppress(OSError):
                opened.close()
            raise


@contextmanager
def new_bytes(path: Path) -> Iterator[IO[bytes]]:
    """Opens a binary stream for a file that appears only on success."""
    special = path.exists() and not path.is_file()  # a pipe or /dev/null is written in place, never replaced
    path = path if special else path.resolve()
    part = path if special else path.with_name(f".{os.getpid()}.{path.name}")
    stream = part.open("wb")
    try:
        yield stream
        stream.close()
        if not special:
            part.replace(path)
    except BaseException:
        with suppress(OSError):
            stream.close()
        if not special:
            with suppress(OSError):
                part.unlink()
        raise
