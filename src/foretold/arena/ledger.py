"""The file of a tournament: a line for its schedule, then one for each block; written block by block, read to go on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO, NamedTuple

from foretold import __version__
from foretold.arena.blocks import Block, Schedule
from foretold.errors import Refusal

FORMAT = "foretold-arena/1"


class Kept(NamedTuple):
    """What a file holds: its blocks, and the bytes that are whole lines."""

    blocks: list[Block]
    size: int


def header(schedule: Schedule) -> dict[str, object]:
    """The first line: what must be the same for blocks to belong together."""
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


def read_ledger(path: Path, schedule: Schedule) -> Kept:
    """The blocks of a file of this schedule; a last line that is cut off does not count."""
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if not whole and line(header(schedule)).startswith(content):
        return Kept([], 0)  # nothing, or not even the first line was finished
    lines = whole.splitlines(keepends=True)
    _check_header(path, _object(lines[0]) if lines else None, schedule)
    blocks: list[Block] = []
    size = len(lines[0])
    for number, text in enumerate(lines[1:], 2):
        block = _block(text, schedule, len(blocks))
        if block is None:
            if number == len(lines):  # a crash can leave a last line of nonsense that ends like one
                break
            raise Refusal("arena-damaged", {"file": str(path), "line": number})
        blocks.append(block)
        size += len(text)
    return Kept(blocks, size)


def _check_header(path: Path, found: object, schedule: Schedule) -> None:
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise Refusal("arena-no-arena", {"file": str(path)})
    for key, wanted in header(schedule).items():
        if found.get(key) != wanted:
            values = {"file": str(path), "key": key, "found": str(found.get(key))[:80], "wanted": str(wanted)[:80]}
            raise Refusal("arena-other-plan", values)


def _object(text: bytes) -> object:
    try:
        found: object = json.loads(text)
    except ValueError:
        return None
    return found


def _block(text: bytes, schedule: Schedule, number: int) -> Block | None:
    found = _object(text)
    if not isinstance(found, dict):
        return None
    try:
        block = Block.from_dict(found)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    bots, players = len(schedule.bots), schedule.game.players
    fits = block.number == number and len(block.sums) == len(block.clocks) == bots
    fits = fits and len(block.ranks) == len(schedule.seatings(number))
    return block if fits and all(len(ranks) == players for ranks in block.ranks) else None


class Ledger:
    """A file that takes blocks, each at once and whole."""

    def __init__(self, path: Path, schedule: Schedule, kept: int = 0) -> None:
        """Opens the file after its first `kept` bytes; what came after them goes."""
        self._file: IO[bytes] = path.open("r+b" if kept else "wb", buffering=0)
        if kept:
            self._file.seek(kept)
            self._file.truncate()
        else:
            self._write(line(header(schedule)))

    def add(self, block: Block) -> None:
        """Writes the next block."""
        self._write(line(block.to_dict()))

    def _write(self, text: bytes) -> None:
        while text:
            text = text[self._file.write(text) or 0 :]

    def close(self) -> None:
        self._file.close()
