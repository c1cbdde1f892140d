"""Progress files of long work: a header line, then one line per finished part; read again to resume."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, Generic, NamedTuple, TypeVar

from foretold import __version__
from foretold.arena.blocks import Block, Schedule
from foretold.errors import Refusal

FORMAT = "foretold-arena/1"

Part = TypeVar("Part")


class Kept(NamedTuple, Generic[Part]):
    """The contents of a file: its parts, and the bytes that are complete lines."""

    parts: list[Part]
    size: int


def header(schedule: Schedule) -> dict[str, object]:
    """Returns the header of a tournament's file: what must be equal for blocks to belong to it."""
    return {
        "format": FORMAT,
        "version": __version__,
        "game": schedule.game.name,
        "players": schedule.game.players,
        "options": schedule.game.options,
        "bots": [str(spec) for spec in schedule.bots],
        "seed": schedule.seed,
        "by": schedule.by,
    }


def line(content: Mapping[str, object]) -> bytes:
    """Formats a line of the file."""
    return json.dumps(content, separators=(",", ":")).encode("ascii") + b"\n"


def read_ledger(path: Path, schedule: Schedule) -> Kept[Block]:
    """Reads the blocks of a file of this schedule."""
    return read_parts(path, header(schedule), lambda source, number: _block(source, schedule, number))


def read_parts(
    path: Path, first: Mapping[str, object], part: Callable[[dict[str, Any], int], Part | None]
) -> Kept[Part]:
    """Reads the parts of a file with this header; an incomplete last line is ignored.

    `part` parses a line, given its number from 0; it returns None or raises a reading error if the line is not a
    part.
    """
    content = path.read_bytes()
    complete = content[: content.rfind(b"\n") + 1]
    if not complete and line(first).startswith(content):
        return Kept([], 0)  # empty, or not even the header was finished
    lines = complete.splitlines(keepends=True)
    _check_header(path, _object(lines[0]) if lines else None, first)
    parts: list[Part] = []
    size = len(lines[0])
    for number, text in enumerate(lines[1:], 2):
        parsed = _read(text, len(parts), part)
        if parsed is None:
            if number == len(lines):  # a crash can leave garbage that ends like a line
                break
            raise Refusal("arena-damaged", {"file": str(path), "line": number})
        parts.append(parsed)
        size += len(text)
    return Kept(parts, size)


def _check_header(path: Path, header: object, first: Mapping[str, object]) -> None:
    if not isinstance(header, dict) or header.get("format") != first["format"]:
        raise Refusal("arena-no-arena", {"file": str(path), "format": str(first["format"])})
    for key, wanted in first.items():
        if header.get(key) != wanted:
            values = {"file": str(path), "key": key, "found": str(header.get(key))[:80], "wanted": str(wanted)[:80]}
            raise Refusal("arena-other-plan", values)


def _object(text: bytes) -> object:
    try:
        value: object = json.loads(text)
    except ValueError:
        return None
    return value


def _read(text: bytes, number: int, part: Callable[[dict[str, Any], int], Part | None]) -> Part | None:
    source = _object(text)
    if not isinstance(source, dict):
        return None
    try:
        return part(source, number)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _block(source: dict[str, Any], schedule: Schedule, number: int) -> Block | None:
    block = Block.from_dict(source)
    bots, players = len(schedule.bots), schedule.game.players
    fits = block.number == number and len(block.sums) == len(block.clocks) == bots
    fits = fits and len(block.ranks) == len(schedule.seatings(number))
    return block if fits and all(len(ranks) == players for ranks in block.ranks) else None


class Ledger:
    """A file to which parts are appended, each at once and completely."""

    def __init__(self, path: Path, first: Mapping[str, object], kept: int = 0) -> None:
        """Opens the file and truncates it after its first `kept` bytes."""
        self._file: IO[bytes] = path.open("r+b" if kept else "wb", buffering=0)
        if kept:
            self._file.seek(kept)
            self._file.truncate()
        else:
            self.add(first)

    def add(self, part: Mapping[str, object]) -> None:
        """Appends the next part."""
        text = line(part)
        while text:
            text = text[self._file.write(text) or 0 :]

    def close(self) -> None:
        self._file.close()
