"""Files of long work: a line for what is to be done, then one for each part as it gets done; read to go on."""

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
    """What a file holds: its parts, and the bytes that are whole lines."""

    parts: list[Part]
    size: int


def header(schedule: Schedule) -> dict[str, object]:
    """The first line of a tournament's file: what must be the same for blocks to belong together."""
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
    """A line of the file."""
    return json.dumps(content, separators=(",", ":")).encode("ascii") + b"\n"


def read_ledger(path: Path, schedule: Schedule) -> Kept[Block]:
    """The blocks of a file of this schedule."""
    return read_parts(path, header(schedule), lambda found, number: _block(found, schedule, number))


def read_parts(
    path: Path, first: Mapping[str, object], part: Callable[[dict[str, Any], int], Part | None]
) -> Kept[Part]:
    """The parts of a file with this first line; a last line that is cut off does not count.

    `part` makes one of what a line holds, given its number from 0; None or an error of reading if it holds none.
    """
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if not whole and line(first).startswith(content):
        return Kept([], 0)  # nothing, or not even the first line was finished
    lines = whole.splitlines(keepends=True)
    _check_header(path, _object(lines[0]) if lines else None, first)
    parts: list[Part] = []
    size = len(lines[0])
    for number, text in enumerate(lines[1:], 2):
        found = _read(text, len(parts), part)
        if found is None:
            if number == len(lines):  # a crash can leave a last line of nonsense that ends like one
                break
            raise Refusal("arena-damaged", {"file": str(path), "line": number})
        parts.append(found)
        size += len(text)
    return Kept(parts, size)


def _check_header(path: Path, found: object, first: Mapping[str, object]) -> None:
    if not isinstance(found, dict) or found.get("format") != first["format"]:
        raise Refusal("arena-no-arena", {"file": str(path), "format": str(first["format"])})
    for key, wanted in first.items():
        if found.get(key) != wanted:
            values = {"file": str(path), "key": key, "found": str(found.get(key))[:80], "wanted": str(wanted)[:80]}
            raise Refusal("arena-other-plan", values)


def _object(text: bytes) -> object:
    try:
        found: object = json.loads(text)
    except ValueError:
        return None
    return found


def _read(text: bytes, number: int, part: Callable[[dict[str, Any], int], Part | None]) -> Part | None:
    found = _object(text)
    if not isinstance(found, dict):
        return None
    try:
        return part(found, number)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _block(found: dict[str, Any], schedule: Schedule, number: int) -> Block | None:
    block = Block.from_dict(found)
    bots, players = len(schedule.bots), schedule.game.players
    fits = block.number == number and len(block.sums) == len(block.clocks) == bots
    fits = fits and len(block.ranks) == len(schedule.seatings(number))
    return block if fits and all(len(ranks) == players for ranks in block.ranks) else None


class Ledger:
    """A file that takes parts, each at once and whole."""

    def __init__(self, path: Path, first: Mapping[str, object], kept: int = 0) -> None:
        """Opens the file after its first `kept` bytes; what came after them goes."""
        self._file: IO[bytes] = path.open("r+b" if kept else "wb", buffering=0)
        if kept:
            self._file.seek(kept)
            self._file.truncate()
        else:
            self.add(first)

    def add(self, part: Mapping[str, object]) -> None:
        """Writes the next part."""
        text = line(part)
        while text:
            text = text[self._file.write(text) or 0 :]

    def close(self) -> None:
        self._file.close()
