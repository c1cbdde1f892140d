"""What raw values mean: measured in self-play, kept as a small text file for each title, player count and variant.

Play-outs let everybody go on as `greedy` does. Against weak company that is true, against strong company it promises
too much, and how much depends on when it is said. Here stands what was promised and what came of it, fitted by
`foretold calibrate`; a *phase* is 0 for a prophecy or bid, else the number of the trick; a *stage* is how far the match
is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import exp, log
from typing import Any

from foretold.games import Game

FORMAT = "foretold-calibration/1"
LEAST = 1e-3  # a chance that was only sampled is never surer than this

BEND = 1.0  # the logarithm of odds (73 %) from which on a line may have another slope

Line = tuple[float, ...]  # shift and slope, and the slope from the bend on where that is another


@dataclass(frozen=True)
class Calibration:
    """How to read raw values of a game, by number of strong others: points and chances by phase, the match by stage."""

    results: Mapping[tuple[int, ...], int]  # Seven Prophecies: points of a round of strong players, how often
    swing: float  # Prophecy: the deviation of a seat's points of a round from another's, over the root of two
    points: Mapping[int, Sequence[Line]]
    chances: Mapping[int, Sequence[Line]]  # of logarithms of odds: all seven come true, or the bid is met
    match: Mapping[int, Sequence[Line]]  # the same of the share of the match
    made: Mapping[str, Any]  # command, commit, seed, rounds

    def points_of(self, raw: float, phase: int, strong: float) -> float:
        """The points to expect where play-outs promise `raw`, among so many strong others."""
        shift, slope, *_ = _between(_lines(self.points, phase), strong)
        return shift + slope * raw

    def chance_of(self, raw: float, phase: int, strong: float) -> float:
        """The chance that all seven come true, or that the bid is met."""
        return _logistic(raw, _between(_lines(self.chances, phase), strong))

    def share_of(self, raw: float, stage: int, strong: float) -> float:
        """The share of the match."""
        return _logistic(raw, _between(_lines(self.match, stage), strong))

    def to_dict(self) -> dict[str, Any]:
        """As the file has it."""
        tables = {name: getattr(self, name) for name in ("points", "chances", "match")}
        return {
            "format": FORMAT,
            **self.made,
            "swing": self.swing,
            "results": {" ".join(map(str, points)): count for points, count in sorted(self.results.items())},
            **{
                name: {str(phase): [list(line) for line in lines] for phase, lines in sorted(table.items())}
                for name, table in tables.items()
            },
        }

    @classmethod
    def from_dict(cls, source: Mapping[str, Any]) -> Calibration:
        """What a file holds."""

        def table(name: str) -> dict[int, list[Line]]:
            return {int(phase): [tuple(map(float, line)) for line in lines] for phase, lines in source[name].items()}

        results = {tuple(map(int, key.split())): int(count) for key, count in source["results"].items()}
        tables = {"format", "results", "swing", "points", "chances", "match"}
        made = {key: value for key, value in source.items() if key not in tables}
        return cls(results, float(source["swing"]), table("points"), table("chances"), table("match"), made)

    def to_text(self) -> str:
        """As the file has it: a line for each phase."""
        parts = []
        for key, value in self.to_dict().items():
            if isinstance(value, dict) and key in ("points", "chances", "match"):
                rows = ",\n".join(f"    {json.dumps(phase)}: {json.dumps(lines)}" for phase, lines in value.items())
                parts.append(f"  {json.dumps(key)}: {{\n{rows}\n  }}")
            else:
                parts.append(f"  {json.dumps(key)}: {json.dumps(value)}")
        return "{\n" + ",\n".join(parts) + "\n}\n"


def stage_of(game: Game, round_: int, phase: int) -> int:
    """How far a match is: thirds of its rounds (without a bound from the third round on the last), and of a round."""
    third = min(2, round_ - 1) if game.rounds is None else min(2, 3 * (round_ - 1) // game.rounds)
    return 3 * third + min(2, phase // 4)


def file_name(game: Game) -> str:
    """The file of a game: its title, its variant if it is not the standard one, and how many play."""
    variant = game.options.get("variant", "standard")
    return "-".join([game.name, *([] if variant == "standard" else [str(variant)]), str(game.players)]) + ".json"


@lru_cache(maxsize=64)
def calibration(game: Game) -> Calibration | None:
    """What was measured for a game; None where nothing was."""
    source = files("foretold.calibration").joinpath(file_name(game))
    if not source.is_file():
        return None
    return Calibration.from_dict(json.loads(source.read_text("utf-8")))


def log_odds(chance: float) -> float:
    """The logarithm of the odds of a chance; never endless."""
    held = min(max(chance, LEAST), 1 - LEAST)
    return log(held / (1 - held))


def _logistic(raw: float, line: Line) -> float:
    shift, slope, above = (*line, line[-1])[:3]
    odds = log_odds(raw)
    return 1 / (1 + exp(-(shift + slope * min(odds, BEND) + above * max(0.0, odds - BEND))))


def _lines(table: Mapping[int, Sequence[Line]], at: int) -> Sequence[Line]:
    """The lines of a phase or stage; of one that self-play never met those of the last before it."""
    return table[max(known for known in table if known <= at)]


def _between(lines: Sequence[Line], strong: float) -> Line:
    """The line for so many strong others, who may also be half strong."""
    at = min(max(strong, 0.0), len(lines) - 1.0)
    low = min(int(at), len(lines) - 2) if len(lines) > 1 else 0
    part = at - low
    pairs = zip(lines[low], lines[min(low + 1, len(lines) - 1)], strict=True)
    return tuple(one + part * (other - one) for one, other in pairs)
