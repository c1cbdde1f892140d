"""What raw values mean: measured in self-play, kept as a small text file for each title, player count and variant.

Play-outs let everybody go on as `greedy` does. Against weak company that is true, against strong company it promises
too much, and how much depends on when it is said. Here stands what was promised and what came of it, fitted by
`foretold calibrate`; a *phase* is 0 for a prophecy or bid, else the number of the trick; a *stage* is how far the match
is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from math import exp, log, sqrt
from typing import Any

from foretold.games import Game, load
from foretold.games.prophecy.edition import ProphecyEdition

FORMAT = "foretold-calibration/1"
USUAL = 4  # players, of whom most is known
EVEN = (0.02, 0.98)  # within which an even chance, or an even share, is read: any line that leaves it has diverged
LEAST = 1e-3  # lines of chances lead from here straight to their end, 0, and as near 1 to that

MOST_ODDS = 500.0  # a logarithm: what is more unlikely can't be worked out, and is not needed
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
    starts: Mapping[int, float] = field(default_factory=dict)  # by third of the match: added to the logarithm of the
    # odds of the share that is told of a prophecy or bid, so that all seats' shares are even on average
    par: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # by "choice" and "play": what strong players
    # lose at a decision themselves, in shares of the match: in endless worlds, and what comes to it by drawing

    def points_of(self, raw: float, phase: int, strong: float) -> float:
        """The points to expect where play-outs promise `raw`, among so many strong others."""
        shift, slope, *_ = line_between(lines_at(self.points, phase), strong)
        return shift + slope * raw

    def chance_of(self, raw: float, phase: int, strong: float) -> float:
        """The chance that all seven come true, or that the bid is met."""
        return _logistic(raw, line_between(lines_at(self.chances, phase), strong))

    def share_of(self, raw: float, stage: int, strong: float, start: bool = False) -> float:
        """The share of the match; `start` of a prophecy or bid, that is before the first trick of a round."""
        shift, *slopes = line_between(lines_at(self.match, stage), strong)
        return _logistic(raw, (shift + (self.starts.get(stage // 3, 0.0) if start else 0.0), *slopes))

    def par_of(self, kind: str, worlds: int | None) -> float:
        """What a strong player loses on average at a decision that is reviewed in so many worlds; None: in all."""
        fixed, drawn = self.par.get(kind, (0.0, 0.0))
        return fixed if worlds is None else fixed + drawn / sqrt(worlds)

    def diverged(self) -> list[str]:
        """The readings of even chances and even shares that are as good as 0 or 1, by table, phase or stage, company.

        There are none in a calibration that can be used.
        """
        low, high = EVEN
        readings = {
            f"{name} {at} {strong}": read(even, at, strong)
            for name, table, read, even in (
                ("chances", self.chances, self.chance_of, 0.5),
                ("match", self.match, self.share_of, 1 / len(next(iter(self.match.values())))),
            )
            for at, lines in table.items()
            for strong in range(len(lines))
        }
        return [name for name, read in readings.items() if not low <= read <= high]

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
            **({"starts": {str(third): shift for third, shift in sorted(self.starts.items())}} if self.starts else {}),
            **({"par": {kind: list(line) for kind, line in sorted(self.par.items())}} if self.par else {}),
        }

    @classmethod
    def from_dict(cls, source: Mapping[str, Any]) -> Calibration:
        """What a file holds."""

        def table(name: str) -> dict[int, list[Line]]:
            return {int(phase): [tuple(map(float, line)) for line in lines] for phase, lines in source[name].items()}

        results = {tuple(map(int, key.split())): int(count) for key, count in source["results"].items()}
        tables = {"format", "results", "swing", "points", "chances", "match", "starts", "par"}
        made = {key: value for key, value in source.items() if key not in tables}
        starts = {int(third): float(shift) for third, shift in source.get("starts", {}).items()}
        par = {str(kind): (float(line[0]), float(line[1])) for kind, line in source.get("par", {}).items()}
        lines = (table("points"), table("chances"), table("match"))
        return cls(results, float(source["swing"]), *lines, made, starts, par)

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


def third_of(game: Game, round_: int) -> int:
    """The third of a match, from 0, that a round belongs to; without a bound the last from the third round on."""
    return min(2, round_ - 1) if game.rounds is None else min(2, 3 * (round_ - 1) // game.rounds)


def stage_of(game: Game, round_: int, phase: int) -> int:
    """How far a match is: by third of the match, and of the round."""
    return 3 * third_of(game, round_) + min(2, phase // 4)


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


def chance_at(odds: float) -> float:
    """The chance with this logarithm of its odds."""
    return 1 / (1 + exp(-odds)) if odds > -MOST_ODDS else 0.0


def _logistic(raw: float, line: Line) -> float:
    """What a line makes of a chance; it meets 0 and 1."""
    shift, slope, above = (*line, line[-1])[:3]
    odds = log_odds(raw)
    read = chance_at(shift + slope * min(odds, BEND) + above * max(0.0, odds - BEND))
    if raw < LEAST:
        return max(raw, 0.0) / LEAST * read
    return 1 - max(1 - raw, 0.0) / LEAST * (1 - read) if raw > 1 - LEAST else read


def nearest(game: Game) -> Game:
    """The game whose calibration a new one leans towards: as many players where rounds count alike, else as near.

    Prophecy's short course has the same rounds as the whole one. Variants of Seven Prophecies count otherwise, so there
    it is the same variant with another player count.
    """
    title, variant = game.title, game.options.get("variant", "standard")
    if isinstance(title.edition, ProphecyEdition) and variant != "standard":
        return load(game.name, game.players)
    counts = [count for count in title.players if count != game.players]
    players = min(counts, key=lambda count: (abs(count - game.players), abs(count - USUAL)))
    return load(game.name, players, options=game.options)


def lines_at(table: Mapping[int, Sequence[Line]], at: int) -> Sequence[Line]:
    """The lines of a phase or stage; of one that self-play never met those of the last before it."""
    return table[max(known for known in table if known <= at)]


def line_between(lines: Sequence[Line], strong: float) -> Line:
    """The line for so many strong others, who may also be half strong."""
    at = min(max(strong, 0.0), len(lines) - 1.0)
    low = min(int(at), len(lines) - 2) if len(lines) > 1 else 0
    part = at - low
    pairs = zip(lines[low], lines[min(low + 1, len(lines) - 1)], strict=True)
    return tuple(one + part * (other - one) for one, other in pairs)
