"""Calibrated values: turns play-out outcomes into points, chances and shares of the match as measured in self-play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from foretold.bots.bounds import Certain, certain_of
from foretold.bots.race import Standing
from foretold.calibration import calibration, stage_of
from foretold.cards import Action, Bid
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven import edition
from foretold.games.seven.view import SevenView
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bidding_model import points_beyond
from foretold.kernels.outcomes import BITS, FULFILLED, POINTS, SHARE, TAKEN, TRICKS
from foretold.views import View

FIRST, LAST = edition.PROPHECIES, edition.TRICKS  # tricks in which all seven can come true
STEP = 0.01  # step of numerical slopes
EDGE = 0.05  # part of the range of points, at either end, in which calibrated points run linearly to that end
LEAST = 0.0001  # chances that are neither proved nor counted stay this far from 0 and 1: figures have four digits

Level = tuple[float, float]  # points, and a share of the match


class Found(NamedTuple):
    """The worth of a choice to a seat, given what it can know."""

    action: Action
    points: float  # expected in the round, within what it can still score
    match: float  # chance to win it, shared victories in parts
    chances: dict[str, Any]
    error: dict[str, float]  # standard errors of the difference to the best
    worlds: int
    exact: bool  # nothing was sampled
    strong: float  # number of opponents taken to be strong

    @property
    def success(self) -> float:
        """The chance of fulfilling all seven, or of meeting the bid."""
        return float(self.chances["met"] if "met" in self.chances else self.chances["fulfilled"])


def read_standings(view: View, standings: Sequence[Standing]) -> tuple[Found, ...]:
    """Calibrates the standings of a race among strong players, in the worlds of the race."""
    reader = Reader(view, view.players - 1.0)
    best = standings[0].outcomes
    return tuple(
        reader.found(
            view.legal[standing.choice],
            standing.outcomes,
            best[: standing.worlds],
            np.full(standing.worlds, 1 / standing.worlds),
        )
        for standing in standings
    )


def read_points(view: View, standings: Sequence[Standing]) -> dict[Action, float]:
    """Calibrates the points of a race's choices among strong players, as `read_standings` does, and nothing else."""
    reader = Reader(view, view.players - 1.0)
    worth = {}
    for standing in standings:
        action, weights = view.legal[standing.choice], np.full(standing.worlds, 1 / standing.worlds)
        worth[action] = _short(reader.points(reader.raw(action, standing.outcomes, weights)[0], reader.certain(action)))
    return worth


class Reader:
    """Calibrates play-out outcomes in one position and company; exact ones are kept as they are."""

    def __init__(self, view: View, strong: float, exact: bool = False) -> None:
        assert isinstance(view, SevenView | ProphecyView)
        self.view, self.strong, self.exact = view, strong, exact
        forced = view.phase == "tricks" and view.tricks_left == 1  # nobody has a choice: nothing to correct
        self.known = None if forced or exact else calibration(view.rules)
        self.phase = phase_of(view)
        self.stage = stage_of(view.rules, view.round, self.phase)
        self._certain: dict[Action, Certain] = {}

    def certain(self, action: Action) -> Certain:
        """Returns the bounds that the view proves for an action."""
        if action not in self._certain:
            self._certain[action] = certain_of(self.view, action)
        return self._certain[action]

    def points(self, raw: float, certain: Certain) -> float:
        """Returns the expected points: a line that meets the least and the most the round can still score."""
        known, (least, most) = self.known, certain.points
        if known is None or certain.ends or least == most:
            return min(max(raw, least), most)
        edge = EDGE * (most - least)
        inside = min(max(raw, least + edge), most - edge)
        read = min(max(known.points_of(inside, self.phase, self.strong), least), most)
        if raw < inside:
            return least + max(raw - least, 0.0) / edge * (read - least)
        return most - min(most - raw, edge) / edge * (most - read) if raw > inside else read

    def chance(self, raw: float, certain: Certain, worlds: int) -> float:
        """Returns the chance of fulfilling all seven, or of meeting the bid."""
        known = self.known
        if known is None or certain.ends:
            return raw
        return _proved(certain.chance, known.chance_of(_drawn(raw, worlds), self.phase, self.strong))

    def share(self, raw: float, certain: Certain, worlds: int) -> float:
        """Returns the share of the match."""
        known = self.known
        if known is None or certain.ends:
            return raw
        read = known.share_of(_drawn(raw, worlds), self.stage, self.strong, self.phase == 0)
        return _proved(certain.share, read)

    def chances(self, action: Action, outcomes: Shares, weights: Shares) -> dict[str, Any]:
        """Returns the chances of the possible results of an action."""
        done, tricks = outcomes[:, FULFILLED] > 0, outcomes[:, TRICKS]
        if isinstance(self.view, SevenView):
            raw = self.raw_chance(action, outcomes, weights)
            fulfilled = self.chance(raw, self.certain(action), len(outcomes))
            when = {trick: float(weights @ (done & (tricks == trick))) for trick in range(FIRST, LAST + 1)}
            parts = {trick: count / raw for trick, count in when.items()} if raw else {**when, LAST: 1.0}
            return {
                "fulfilled": _short(fulfilled),
                "by_trick": {trick: _short(part * fulfilled) for trick, part in parts.items()},
                "places": self._places(outcomes, weights),
            }
        met = self.chance(self.raw_chance(action, outcomes, weights), self.certain(action), len(outcomes))
        won = {int(count): float(weights @ (tricks == count)) for count in np.unique(tricks)}
        bid = self._bid(action)
        rest = sum(chance for count, chance in won.items() if count != bid)
        if rest > 0 and bool(done.any()) == (bid in won):  # else it is sure, or the lead was given up
            scaled = {count: chance * (1 - met) / rest for count, chance in won.items()}
            won = dict(sorted({**scaled, bid: met}.items()))
        return {
            "met": _short(met),
            "won": {count: _short(chance) for count, chance in won.items()},
            "tricks": {trick: _short(float(weights @ taken)) for trick, taken in self._taken(outcomes)},
        }

    def _places(self, outcomes: Shares, weights: Shares) -> dict[int, list[float]]:
        """Returns the chance of each place by trick from this one on; they sum to less than 1 if the round may be
        over."""
        places = range(1, self.view.players + 1)
        by_trick = {
            trick: [_short(float(weights @ (taken == place))) for place in places]
            for trick, taken in self._taken(outcomes)
        }
        return {trick: chances for trick, chances in by_trick.items() if any(chances)}

    def _taken(self, outcomes: Shares) -> Iterator[tuple[int, Numbers]]:
        """Returns by world what the seat takes in each trick from this one on."""
        taken = outcomes[:, TAKEN].astype(np.int64)
        first = max(1, self.phase)
        for trick in range(first, first + self.view.tricks_left):
            yield trick, taken >> BITS * (trick - 1) & (1 << BITS) - 1

    def _bid(self, action: Action) -> int:
        """Returns what the seat has bid, or bids with this action."""
        assert isinstance(self.view, ProphecyView)
        if isinstance(action, Bid):
            return self.view.rules.bid_of(action.cards)
        assert self.view.seat is not None
        return self.view.bid_value(self.view.seat) or 0

    def _beyond(self, action: Action, outcomes: Shares, column: int) -> float:
        """Returns what a bid scores beyond its play-outs, in this column.

        Points were measured; other columns follow from their correlation with points in these worlds.
        """
        if not isinstance(action, Bid) or self.known is None:
            return 0.0
        assert isinstance(self.view, ProphecyView)
        points = points_beyond(self.view, self.view.rules.mask(action.cards), self.strong)
        apart = outcomes[:, POINTS] - float(outcomes[:, POINTS].mean())
        spread = float(apart @ apart)
        return points * (float(apart @ outcomes[:, column]) / spread if spread > 0 else 0.0)

    def raw(self, action: Action, outcomes: Shares, weights: Shares, level: Level = (0.0, 0.0)) -> Level:
        """Returns points and share as play-outs have them, bids with the correction."""
        points, share = (
            float(weights @ outcomes[:, column]) + self._beyond(action, outcomes, column) for column in (POINTS, SHARE)
        )
        return points + level[0], share + level[1]

    def raw_chance(self, action: Action, outcomes: Shares, weights: Shares) -> float:
        """Like `raw`, for the chance of fulfilling all seven, or of meeting the bid."""
        chance = float(weights @ (outcomes[:, FULFILLED] > 0))
        beyond = self._beyond(action, outcomes, FULFILLED)
        return min(max(chance + beyond, 0.0), 1.0) if 0 < chance < 1 else chance

    def errors(self, action: Action, raw: Level, outcomes: Shares, best: Shares) -> dict[str, float]:
        """Returns the standard errors of the difference to the best, from the worlds in which both were played."""
        worlds = min(len(outcomes), len(best))
        if self.exact or worlds < 2:
            return {"points": 0.0, "match": 0.0}
        apart = (outcomes[:worlds] - best[:worlds]).std(axis=0, ddof=1) / sqrt(worlds)
        certain = self.certain(action)
        points = _slope(lambda value: self.points(value, certain), raw[0])
        match = _slope(lambda value: self.share(value, certain, worlds), raw[1])
        return {"points": _short(float(apart[POINTS]) * points), "match": _short(float(apart[SHARE]) * match)}

    def found(
        self, action: Action, outcomes: Shares, best: Shares, weights: Shares, level: Level = (0.0, 0.0)
    ) -> Found:
        """Returns the worth of a choice relative to the best one; `level` is added to sampled points and share."""
        raw = self.raw(action, outcomes, weights, level)
        certain = self.certain(action)
        return Found(
            action,
            _short(self.points(raw[0], certain)),
            _short(self.share(raw[1], certain, len(outcomes))),
            self.chances(action, outcomes, weights),
            self.errors(action, raw, outcomes, best),
            len(outcomes),
            self.exact,
            self.strong,
        )


def _proved(bounds: tuple[float, float], read: float) -> float:
    """Clamps a value to its proven bounds; never to 0 or 1 unless that is proved."""
    least, most = bounds
    return least if least == most else min(max(read, LEAST), 1 - LEAST)


def _drawn(raw: float, worlds: int) -> float:
    """Returns a mean over sampled worlds, kept off 0 and 1: the next world may differ."""
    half = 0.5 / (worlds + 1)
    return min(max(raw, half), 1 - half)


def _slope(reading: Callable[[float], float], at: float) -> float:
    """Returns the slope of a calibration curve; 1 where the value is certain, since that of the best may not be."""
    return (reading(at + STEP) - reading(at - STEP)) / (2 * STEP) or 1.0


def phase_of(view: SevenView | ProphecyView) -> int:
    """Returns 0 for a prophecy or bid, else the number of the trick."""
    return len(view.tricks) + 1 if view.phase == "tricks" else 0


def _short(value: float) -> float:
    return round(value, 4) + 0.0
