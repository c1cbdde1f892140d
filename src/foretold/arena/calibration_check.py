"""Accuracy of values: predictions compared with results, raw and calibrated.

Uses decisions with more than one choice; the explained variance uses all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt
from typing import TypedDict

import numpy as np

from foretold.arena.calibrate import Played, Row, drawn_chance
from foretold.calibration import Calibration, stage_of
from foretold.games import Game

BINS = 10  # of chances
NORMAL_95 = 1.96


class Promise(TypedDict):
    """Prediction minus result on average, with half its 95 % interval by round; raw and calibrated."""

    phase: int
    strong: int
    rows: int
    raw: float
    calibrated: float
    interval: float


class Third(TypedDict):
    """The same for the share of the match, by third of a match, with half its 95 % interval by match."""

    third: int
    strong: int
    rows: int
    raw: float
    calibrated: float
    interval: float


Bin = tuple[float, float, int]  # predicted chance, observed frequency, count


class Company(TypedDict):
    """Accuracy among so many strong opponents."""

    strong: int
    rounds: int
    rows: int
    r2: tuple[float, float]  # of points: explained part of the variance; raw and calibrated
    log_loss: tuple[float, float]  # of fulfilling
    off: tuple[float, float]  # distance of chances from frequencies, over bins
    bins: tuple[list[Bin], list[Bin]]


class Truth(TypedDict):
    """The accuracy of all figures."""

    points: list[Promise]
    match: list[Third]
    companies: list[Company]


def measure(game: Game, calibrated: Calibration, matches: Sequence[Played]) -> Truth:
    """Measures the accuracy of raw and calibrated values in these matches."""
    cells: dict[tuple[int, int], list[tuple[int, Row]]] = {}
    thirds: dict[tuple[int, int], list[tuple[int, int, Row]]] = {}
    companies: dict[int, list[Row]] = {}
    rounds: dict[int, int] = {}
    for match in matches:
        for row in match.rows:
            companies.setdefault(row.strong, []).append(row)
            if not row.choice:
                continue
            cells.setdefault((row.phase, row.strong), []).append((match.number * 64 + row.round, row))
            stage = stage_of(game, row.round, row.phase)
            thirds.setdefault((1 + stage // 3, row.strong), []).append((match.number, stage, row))
        if match.rows:
            rounds[match.rows[0].strong] = rounds.get(match.rows[0].strong, 0) + match.rounds
    return {
        "points": [_promise(calibrated, phase, strong, rows) for (phase, strong), rows in sorted(cells.items())],
        "match": [_third(calibrated, third, strong, rows) for (third, strong), rows in sorted(thirds.items())],
        "companies": [_company(calibrated, strong, rows, rounds[strong]) for strong, rows in sorted(companies.items())],
    }


def _promise(calibrated: Calibration, phase: int, strong: int, rows: Sequence[tuple[int, Row]]) -> Promise:
    raw = [row.points - row.got_points for _, row in rows]
    mean, interval = mean_of_groups([(number, _points(calibrated, row) - row.got_points) for number, row in rows])
    return {
        "phase": phase,
        "strong": strong,
        "rows": len(rows),
        "raw": round(float(np.mean(raw)), 4),
        "calibrated": round(mean, 4),
        "interval": round(interval, 4),
    }


def _points(calibrated: Calibration, row: Row) -> float:
    """Returns the points as displayed: exact ones unchanged."""
    return row.points if row.exact else calibrated.points_of(row.points, row.phase, row.strong)


def _chance(calibrated: Calibration, row: Row) -> float:
    """Like `_points`, for the chance that all seven come true, or the bid is met."""
    return _sampled(row) if row.exact else calibrated.chance_of(drawn_chance(row), row.phase, row.strong)


def _sampled(row: Row) -> float:
    return min(max(row.chance, 0.005), 0.995)


def mean_of_groups(values: Sequence[tuple[Hashable, float]]) -> tuple[float, float]:
    """Returns the mean of values grouped by round or match, and half its 95 % interval."""
    mean = sum(value for _, value in values) / len(values)
    sums: dict[Hashable, float] = {}
    for number, value in values:
        sums[number] = sums.get(number, 0.0) + value - mean
    return mean, NORMAL_95 * sqrt(sum(total * total for total in sums.values())) / len(values)


def _third(calibrated: Calibration, third: int, strong: int, rows: Sequence[tuple[int, int, Row]]) -> Third:
    def read(stage: int, row: Row) -> float:
        return row.share if row.exact else calibrated.share_of(row.share, stage, strong)

    mean, interval = mean_of_groups([(number, read(stage, row) - row.got_share) for number, stage, row in rows])
    return {
        "third": third,
        "strong": strong,
        "rows": len(rows),
        "raw": round(float(np.mean([row.share - row.got_share for _, _, row in rows])), 4),
        "calibrated": round(mean, 4),
        "interval": round(interval, 4),
    }


def _company(calibrated: Calibration, strong: int, rows: Sequence[Row], rounds: int) -> Company:
    got = np.array([float(row.got_points) for row in rows])
    variance = float(((got - got.mean()) ** 2).sum()) or 1.0

    def explained(corrected: Callable[[Row], float]) -> float:
        return round(1 - float(((np.array([corrected(row) for row in rows]) - got) ** 2).sum()) / variance, 4)

    raw = [(_sampled(row), row.got) for row in rows]
    corrected = [(_chance(calibrated, row), row.got) for row in rows]
    raw_bins, read_bins = (
        _bins([case for case, row in zip(cases, rows, strict=True) if row.choice]) for cases in (raw, corrected)
    )
    return {
        "strong": strong,
        "rounds": rounds,
        "rows": len(rows),
        "r2": (explained(lambda row: row.points), explained(lambda row: _points(calibrated, row))),
        "log_loss": (_log_loss(raw), _log_loss(corrected)),
        "off": (_off(raw_bins), _off(read_bins)),
        "bins": (raw_bins, read_bins),
    }


Said = list[tuple[float, bool]]  # chances, and whether it came true


def _log_loss(cases: Said) -> float:
    return round(sum(-log(chance if true else 1 - chance) for chance, true in cases) / len(cases), 4)


def _bins(cases: Said) -> list[Bin]:
    """Groups similar chances: their mean, the observed frequency, the count."""
    sums = np.zeros((BINS, 3))
    for chance, true in cases:
        sums[min(int(chance * BINS), BINS - 1)] += chance, true, 1
    return [(round(chance / count, 4), round(true / count, 4), int(count)) for chance, true, count in sums if count]


def _off(bins: Sequence[Bin]) -> float:
    """Returns the mean distance of chances from frequencies."""
    return round(
        sum(count * abs(predicted - came) for predicted, came, count in bins) / sum(count for *_, count in bins), 4
    )
