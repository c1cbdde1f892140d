"""How true values are: what was promised beside what came of it, raw and as the calibration reads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log, sqrt
from typing import TypedDict

import numpy as np

from foretold.arena.calibrate import Played, Row
from foretold.bots.weighing import FIRST
from foretold.calibration import Calibration

BINS = 10  # of chances, to see how far those of a kind are from what came of them
NORMAL_95 = 1.96


class Promise(TypedDict):
    """Promised less what came of it, on average, with half its 95 % interval by round; raw and calibrated."""

    phase: int
    strong: int
    rows: int
    raw: float
    calibrated: float
    interval: float


class Third(TypedDict):
    """The same of the share of the match, by third of a match."""

    third: int
    strong: int
    rows: int
    raw: float
    calibrated: float


class Company(TypedDict):
    """How well everything fits among so many strong others."""

    strong: int
    rounds: int
    rows: int
    r2: tuple[float, float]  # of points: the part of their variance that is foretold; raw and calibrated
    log_loss: tuple[float, float]  # of fulfilling
    off: tuple[float, float]  # how far chances are from what came of them, over bins


class Truth(TypedDict):
    """All of it."""

    points: list[Promise]
    match: list[Third]
    companies: list[Company]


def measure(known: Calibration, matches: Sequence[Played]) -> Truth:
    """How true raw and calibrated values were in these matches."""
    cells: dict[tuple[int, int], list[tuple[int, Row]]] = {}
    thirds: dict[tuple[int, int], list[Row]] = {}
    companies: dict[int, list[Row]] = {}
    rounds: dict[int, int] = {}
    for match in matches:
        for row in match.rows:
            cells.setdefault((row.phase, row.strong), []).append((match.number * 64 + row.round, row))
            thirds.setdefault((ceil(3 * row.round / match.rounds), row.strong), []).append(row)
            companies.setdefault(row.strong, []).append(row)
        if match.rows:
            rounds[match.rows[0].strong] = rounds.get(match.rows[0].strong, 0) + match.rounds
    return {
        "points": [_promise(known, phase, strong, rows) for (phase, strong), rows in sorted(cells.items())],
        "match": [_third(known, third, strong, rows) for (third, strong), rows in sorted(thirds.items())],
        "companies": [_company(known, strong, rows, rounds[strong]) for strong, rows in sorted(companies.items())],
    }


def _promise(known: Calibration, phase: int, strong: int, rows: Sequence[tuple[int, Row]]) -> Promise:
    by_round: dict[int, list[float]] = {}
    raw = []
    for number, row in rows:
        raw.append(row.points - row.got_points)
        by_round.setdefault(number, []).append(known.points_of(row.points, phase, strong) - row.got_points)
    off = [each for round_ in by_round.values() for each in round_]
    mean = float(np.mean(off))
    sums = np.array([sum(each) - mean * len(each) for each in by_round.values()])
    return {
        "phase": phase,
        "strong": strong,
        "rows": len(rows),
        "raw": round(float(np.mean(raw)), 4),
        "calibrated": round(mean, 4),
        "interval": round(NORMAL_95 * sqrt(float(sums @ sums)) / len(off), 4),
    }


def _third(known: Calibration, third: int, strong: int, rows: Sequence[Row]) -> Third:
    got = np.array([row.got_share for row in rows])
    read = np.array([known.share_of(row.share, row.phase, strong) for row in rows])
    raw = np.array([row.share for row in rows])
    return {
        "third": third,
        "strong": strong,
        "rows": len(rows),
        "raw": round(float((raw - got).mean()), 4),
        "calibrated": round(float((read - got).mean()), 4),
    }


def _company(known: Calibration, strong: int, rows: Sequence[Row], rounds: int) -> Company:
    got = np.array([float(row.got_points) for row in rows])
    whole = float(((got - got.mean()) ** 2).sum()) or 1.0

    def explained(read: Callable[[Row], float]) -> float:
        return round(1 - float(((np.array([read(row) for row in rows]) - got) ** 2).sum()) / whole, 4)

    def chances(read: Callable[[float, Row], float], at: int | None) -> tuple[list[float], list[bool]]:
        """Of all tricks that are not past, or of the last one alone: of fulfilling at all."""
        said, came = [], []
        for row in rows:
            past = max(0, row.phase - FIRST) if len(row.chances) > 1 else 0
            for place in range(past, len(row.chances)) if at is None else [len(row.chances) - 1]:
                said.append(read(row.chances[place], row))
                came.append(row.got[place])
        return said, came

    def as_it_is(chance: float, _: Row) -> float:
        return min(max(chance, 0.005), 0.995)

    def read(chance: float, row: Row) -> float:
        return known.chance_of(chance, row.phase, strong)

    return {
        "strong": strong,
        "rounds": rounds,
        "rows": len(rows),
        "r2": (
            explained(lambda row: row.points),
            explained(lambda row: known.points_of(row.points, row.phase, strong)),
        ),
        "log_loss": (_log_loss(*chances(as_it_is, -1)), _log_loss(*chances(read, -1))),
        "off": (_off(*chances(as_it_is, None)), _off(*chances(read, None))),
    }


def _log_loss(said: Sequence[float], came: Sequence[bool]) -> float:
    total = sum(-log(chance if true else 1 - chance) for chance, true in zip(said, came, strict=True))
    return round(total / len(said), 4)


def _off(said: Sequence[float], came: Sequence[bool]) -> float:
    """Over bins of chances: how far their mean is from how often it came true, on average over all."""
    sums = np.zeros((BINS, 2))
    for chance, true in zip(said, came, strict=True):
        sums[min(int(chance * BINS), BINS - 1)] += chance, true
    return round(float(np.abs(sums[:, 0] - sums[:, 1]).sum()) / len(said), 4)
