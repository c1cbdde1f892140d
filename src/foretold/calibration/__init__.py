"""Calibration of raw values by self-play, stored as a small text file per title, player count and variant.

In play-outs everybody continues as `greedy` does. That is accurate among weak players and too optimistic among strong
ones, by an amount that depends on the moment. `foretold calibrate` fits what was predicted to what happened. A *phase*
is 0 for a prophecy or bid, else the number of the trick; a *stage* is how far the match has come.
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
USUAL = 4  # players: the count with the most data
EVEN = (0.02, 0.98)  # range in which an even chance or share must be read; a line that leaves it has diverged
LEAST = 1e-3  # below it (and above 1 minus it) a calibrated chance runs linearly to 0 (or 1)

MOST_ODDS = 500.0  # log odds beyond which a chance is taken as 0
BEND = 1.0  # log odds (73 %) above which a line may have another slope

Line = tuple[float, ...]  # shift and slope, and the slope above the bend if it differs


@dataclass(frozen=True)
class Calibration:
    """How to read raw values of a game, by number of strong opponents: points and chances by phase, shares by stage."""

    results: Mapping[tuple[int, ...], int]  # Seven Prophecies: how often strong players end a round with these points
    swing: float  # Prophecy: standard deviation of the difference between two seats' points in a round, over √2
    points: Mapping[int, Sequence[Line]]
    chances: Mapping[int, Sequence[Line]]  # of log odds: all seven prophecies come true, or the bid is met
    match: Mapping[int, Sequence[Line]]  # of log odds: the share of the match
    made: Mapping[str, Any]  # command, commit, seed, rounds
    starts: Mapping[int, float] = field(default_factory=dict)  # by third of the match: added to the log odds of
    # the share at a prophecy or bid, so that all seats' shares are even on average
    par: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # by "choice" and "play": what strong players
    # lose per decision themselves, in shares of the match: with infinitely many worlds, and the part due to sampling

    def points_of(self, raw: float, phase: int, strong: float) -> float:
        """Returns the expected points where play-outs predict `raw`, among so many strong opponents."""
        shift, slope, *_ = line_between(lines_at(self.points, phase), strong)
        return shift + slope * raw

    def chance_of(self, raw: float, phase: int, strong: float) -> float:
        """Returns the chance that all seven prophecies come true, or that the bid is met."""
        return _logistic(raw, line_between(lines_at(self.chances, phase), strong))

    def share_of(self, raw: float, stage: int, strong: float, start: bool = False) -> float:
        """Returns the share of the match; `start` is true before the first trick of a round."""
        shift, *slopes = line_between(lines_at(self.match, stage), strong)
        return _logistic(raw, (shift + (self.starts.get(stage // 3, 0.0) if start else 0.0), *slopes))

    def par_of(self, kind: str, worlds: int | None) -> float:
        """Returns the mean loss of a strong player at a decision reviewed in so many worlds (None: in all of them)."""
        fixed, drawn = self.par.get(kind, (0.0, 0.0))
        return fixed if worlds is None else fixed + drawn / sqrt(worlds)

    def diverged(self) -> list[str]:
        """Returns the readings of even chances and shares that are close to 0 or 1, by table, phase or stage, and
        company.

        A usable calibration has none.
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
        """Returns the JSON object of the file."""
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
        """Reads the JSON object of a file."""

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
        """Formats the file with one line per phase."""
        parts = []
        for key, value in self.to_dict().items():
            if isinstance(value, dict) and key in ("points", "chances", "match"):
                rows = ",\n".join(f"    {json.dumps(phase)}: {json.dumps(lines)}" for phase, lines in value.items())
                parts.append(f"  {json.dumps(key)}: {{\n{rows}\n  }}")
            else:
                parts.append(f"  {json.dumps(key)}: {json.dumps(value)}")
        return "{\n" + ",\n".join(parts) + "\n}\n"


def third_of(game: Game, round_: int) -> int:
    """Returns the third (0 to 2) of a match that a round is in; unbounded matches stay in 2 from the third round on."""
    return min(2, round_ - 1) if game.rounds is None else min(2, 3 * (round_ - 1) // game.rounds)


def stage_of(game: Game, round_: int, phase: int) -> int:
    """Returns how far a match has come: by third of the match and of the round."""
    return 3 * third_of(game, round_) + min(2, phase // 4)


def file_name(game: Game) -> str:
    """Returns the file name of a game: title, variant unless it is the standard one, player count."""
    variant = game.options.get("variant", "standard")
    return "-".join([game.name, *([] if variant == "standard" else [str(variant)]), str(game.players)]) + ".json"


@lru_cache(maxsize=64)
def calibration(game: Game) -> Calibration | None:
    """Returns the calibration of a game, or None if it has not been measured."""
    source = files("foretold.calibration").joinpath(file_name(game))
    if not source.is_file():
        return None
    return Calibration.from_dict(json.loads(source.read_text("utf-8")))


def log_odds(chance: float) -> float:
    """Returns the log odds of a chance, always finite."""
    held = min(max(chance, LEAST), 1 - LEAST)
    return log(held / (1 - held))


def chance_at(odds: float) -> float:
    """Returns the chance with these log odds."""
    return 1 / (1 + exp(-odds)) if odds > -MOST_ODDS else 0.0


def _logistic(raw: float, line: Line) -> float:
    """Applies a line to a chance, such that 0 stays 0 and 1 stays 1."""
    shift, slope, above = (*line, line[-1])[:3]
    odds = log_odds(raw)
    read = chance_at(shift + slope * min(odds, BEND) + above * max(0.0, odds - BEND))
    if raw < LEAST:
        return max(raw, 0.0) / LEAST * read
    return 1 - max(1 - raw, 0.0) / LEAST * (1 - read) if raw > 1 - LEAST else read


def nearest(game: Game) -> Game:
    """Returns the game whose calibration serves as the prior: same player count if rounds score alike, else the
    nearest.

    Prophecy's short course has the same rounds as the standard one. Variants of Seven Prophecies score differently, so
    their prior is the same variant with another player count.
    """
    title, variant = game.title, game.options.get("variant", "standard")
    if isinstance(title.edition, ProphecyEdition) and variant != "standard":
        return load(game.name, game.players)
    counts = [count for count in title.players if count != game.players]
    players = min(counts, key=lambda count: (abs(count - game.players), abs(count - USUAL)))
    return load(game.name, players, options=game.options)


def lines_at(table: Mapping[int, Sequence[Line]], at: int) -> Sequence[Line]:
    """Returns the lines of a phase or stage; the last earlier one if self-play never reached it."""
    return table[max(known for known in table if known <= at)]


def line_between(lines: Sequence[Line], strong: float) -> Line:
    """Interpolates the line for a number of strong opponents, which may be fractional."""
    at = min(max(strong, 0.0), len(lines) - 1.0)
    low = min(int(at), len(lines) - 2) if len(lines) > 1 else 0
    part = at - low
    pairs = zip(lines[low], lines[min(low + 1, len(lines) - 1)], strict=True)
    return tuple(below + part * (above - below) for below, above in pairs)
