"""Counting the tree: all ways to play a round to its end from recorded positions.

`python -m tests.rules.perft` writes tests/rules/perft.txt anew; tests/rules/test_recorded_matches.py counts again.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from foretold.files import read
from foretold.games import State
from foretold.games.replay import steps

RECORDS = Path(__file__).parents[1] / "records"
FILE = Path(__file__).parent / "perft.txt"
HEADER = """\
# All ways to play a round to its end, from recorded positions at the start of a trick.
# file, line, number of the deal or action that leads there (from 0), tricks left, ways to play on,
# and the points that each seat gets, summed over all these ways.
"""


class Position(NamedTuple):
    """A recorded position, by file, line and step."""

    file: str
    line: int
    step: int
    tricks_left: int
    state: State


class Count(NamedTuple):
    """All ways to play on, and the points of each seat summed over them."""

    ways: int
    points: tuple[int, ...]


def positions() -> Iterator[Position]:
    """Of every file, for 3, 2 and 1 tricks left, the last recorded position."""
    for path in sorted(RECORDS.glob("*.jsonl")):
        reached: dict[int, Position] = {}
        for line, record in enumerate(read(path), 1):
            for step, state in enumerate(steps(record)):
                view = state.view(None)
                left = getattr(view, "tricks_left", 0)
                if state.phase == "tricks" and left in (3, 2, 1) and not getattr(view, "trick", ()):
                    reached[left] = Position(path.name, line, step, left, state)
        yield from sorted(reached.values(), reverse=True, key=lambda position: position.tricks_left)


def perft(state: State, rounds: int) -> Count:
    """Counts every way to play from here until so many rounds are finished."""
    if len(state.finished) == rounds:
        return Count(1, state.finished[-1].points)
    seat = state.actors[0]
    counts = [perft(state.apply(seat, action), rounds) for action in state.legal(seat)]
    points = tuple(sum(points) for points in zip(*(count.points for count in counts), strict=True))
    return Count(sum(count.ways for count in counts), points)


def lines() -> Iterator[str]:
    """The lines of the perft file."""
    for position in positions():
        ways, points = perft(position.state, len(position.state.finished) + 1)
        sums = " ".join(map(str, points))
        yield f"{position.file} {position.line} {position.step} {position.tricks_left} {ways} {sums}\n"


if __name__ == "__main__":
    FILE.write_text(HEADER + "".join(lines()), encoding="utf-8", newline="\n")
