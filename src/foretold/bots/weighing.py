"""What a choice is worth against this company: raw outcomes of play-outs, read as self-play taught to read them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import isfinite, sqrt
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from foretold.bots import prophecy_seer, seven_seer
from foretold.bots.race import Budget, Standing, Valuer
from foretold.bots.seer import search
from foretold.calibration import calibration, stage_of
from foretold.cards import Action, Bid
from foretold.errors import BadOption
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.kernels import warm
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.outcomes import FULFILLED, POINTS, SHARE, TRICKS, VALUE
from foretold.kernels.values import ProphecyValues, SevenValues
from foretold.views import View

DEFAULT = 0.5  # seconds
LIKELY = 8  # prophecies or bids that are told of
BATCH = 64  # fresh worlds at a time
MOST_WORLDS = 4_000  # that are looked at one and all, instead of drawn
FIRST, LAST = 7, 10  # tricks in which all seven can come true
STEP = 0.01  # by which slopes are taken


class Found(NamedTuple):
    """What a choice is worth to a seat, by what it can know."""

    action: Action
    points: float  # to expect of the round
    match: float  # the chance to win it, shared victories in parts
    chances: dict[str, Any]
    error: dict[str, float]  # standard errors of the difference to the best
    worlds: int
    exact: bool  # nothing was sampled
    strong: float  # how many of the others were taken to be strong


def weigh(
    view: View,
    seconds: float | None = None,
    worlds: int | None = None,
    seed: int = 0,
    strong: float | None = None,
    actions: Iterable[str] = (),
) -> tuple[Found, ...]:
    """What the choices of a seat are worth, the best first; () where it may not act.

    All cards it may play; of prophecies and bids the likely ones and any of `actions`. `strong` of the others play as
    strong players do, by default all. The best are found in some worlds and valued in fresh ones, so that the best of
    several does not look better than it is. The same view, worlds and seed give the same.
    """
    limits = _checked(view, seconds, worlds, strong)
    if not view.legal:
        return ()
    asked = [_number(view, action) for action in actions]
    warm.wait()
    begun = perf_counter()
    rng = Random(f"foretold-weigh:{seed}")
    part = None if limits.seconds is None else limits.seconds / 2
    raced = search(view, rng, Budget(limits.worlds, None if part is None else begun + part))
    best = [standing.choice for standing in (raced if view.phase == "tricks" else raced[:LIKELY])]
    numbers = list(dict.fromkeys([*best, *asked]))
    deadline = None if limits.seconds is None else begun + limits.seconds
    outcomes, weights, exact = _outcomes(view, rng, np.array(numbers), limits.worlds, deadline)
    if exact:  # nothing is left to chance: the race is not asked
        order = np.argsort(-(weights @ outcomes[:, :, VALUE]), kind="stable")
        numbers, outcomes = [numbers[at] for at in order], outcomes[:, order]
    reader = Reader(view, view.players - 1.0 if strong is None else float(strong))
    return tuple(
        reader.found(view.legal[number], outcomes[:, at], outcomes[:, 0], weights, exact)
        for at, number in enumerate(numbers)
    )


def read_standings(view: View, standings: Sequence[Standing]) -> tuple[Found, ...]:
    """What a race found out, read among strong players; the worlds are those in which the best was found."""
    reader = Reader(view, view.players - 1.0)
    best = standings[0].outcomes
    return tuple(
        reader.found(
            view.legal[each.choice],
            each.outcomes,
            best[: each.worlds],
            np.full(each.worlds, 1 / each.worlds),
            exact=False,
        )
        for each in standings
    )


class _Limits(NamedTuple):
    worlds: int | None
    seconds: float | None


def _checked(view: View, seconds: float | None, worlds: int | None, strong: float | None) -> _Limits:
    if worlds is not None and (type(worlds) is not int or worlds < 1):
        raise BadOption("option-value", {"option": "worlds", "found": str(worlds), "choices": "1, 2, 3, …"})
    if seconds is not None and not (type(seconds) in (int, float) and isfinite(seconds) and seconds > 0):
        raise BadOption("option-value", {"option": "seconds", "found": str(seconds), "choices": "0.02 – 60"})
    if strong is not None and not (type(strong) in (int, float) and 0 <= strong <= view.players - 1):
        choices = f"0 – {view.players - 1}"
        raise BadOption("option-value", {"option": "strong", "found": str(strong), "choices": choices})
    return _Limits(worlds, DEFAULT if worlds is None and seconds is None else seconds)


def _number(view: View, action: str) -> int:
    if action not in view.legal:
        choices = ", ".join(view.legal[:6]) + (" …" if len(view.legal) > 6 else "")
        raise BadOption("option-value", {"option": "actions", "found": str(action)[:40], "choices": choices})
    return view.legal.index(action)


def _outcomes(
    view: View, rng: Random, numbers: Numbers, worlds: int | None, deadline: float | None
) -> tuple[Shares, Shares, bool]:
    """What comes of choices by world, choice and column; the weight of each world; whether these are all worlds."""
    values = _values(view, rng)
    every = values.every_world(MOST_WORLDS) if view.phase == "tricks" else 0
    worth = _valuer(view, values)
    if every:
        return worth(numbers, every), values.weights, True
    found = []
    drawn = 0
    while True:
        size = BATCH if worlds is None else min(BATCH, worlds - drawn)
        begun = perf_counter()
        found.append(worth(numbers, size))
        drawn += size
        now = perf_counter()
        if drawn == worlds or (deadline is not None and 2 * now - begun > deadline):
            return np.concatenate(found), np.full(drawn, 1 / drawn), False


def outcomes_of(view: View, rng: Random, numbers: Numbers, worlds: int) -> Shares:
    """What comes of choices of `view.legal`, by number, in so many drawn worlds: by world, choice and column."""
    return _valuer(view, _values(view, rng))(numbers, worlds)


def _values(view: View, rng: Random) -> SevenValues | ProphecyValues:
    if isinstance(view, SevenView):
        return SevenValues(view, rng)
    assert isinstance(view, ProphecyView)
    return ProphecyValues(view, rng)


def _valuer(view: View, values: SevenValues | ProphecyValues) -> Valuer:
    if isinstance(view, SevenView) and isinstance(values, SevenValues):
        return seven_seer.valuer(view, values)
    assert isinstance(view, ProphecyView)
    assert isinstance(values, ProphecyValues)
    return prophecy_seer.valuer(view, values)


class Reader:
    """Reads outcomes of play-outs as what was measured says, in one position and company."""

    def __init__(self, view: View, strong: float) -> None:
        assert isinstance(view, SevenView | ProphecyView)
        self.view, self.strong = view, strong
        forced = view.phase == "tricks" and view.tricks_left == 1  # nobody has a choice: nothing is to be corrected
        self.known = None if forced else calibration(view.rules)
        self.phase = phase_of(view)
        self.stage = stage_of(view.rules, view.round, self.phase)

    def points(self, raw: float) -> float:
        """The points to expect."""
        return raw if self.known is None else self.known.points_of(raw, self.phase, self.strong)

    def chance(self, raw: float) -> float:
        """The chance that all seven come true by some trick, or that the bid is met."""
        return raw if self.known is None else self.known.chance_of(raw, self.phase, self.strong)

    def share(self, raw: float) -> float:
        """The share of the match."""
        return raw if self.known is None else self.known.share_of(raw, self.stage, self.strong)

    def chances(self, action: Action, outcomes: Shares, weights: Shares) -> dict[str, Any]:
        """What will come of an action, as chances."""
        done, tricks = outcomes[:, FULFILLED] > 0, outcomes[:, TRICKS]
        if isinstance(self.view, SevenView):
            by_then = [
                0.0 if trick < self.phase else self.chance(float(weights @ (done & (tricks <= trick))))
                for trick in range(FIRST, LAST + 1)
            ]
            steps = [by_then[0], *(later - sooner for sooner, later in pairwise(by_then))]
            return {
                "fulfilled": _short(by_then[-1]),
                "by_trick": {trick: _short(step) for trick, step in enumerate(steps, FIRST)},
            }
        met = self.chance(float(weights @ done))
        won = {int(count): float(weights @ (tricks == count)) for count in np.unique(tricks)}
        bid = self._bid(action)
        rest = sum(chance for count, chance in won.items() if count != bid)
        if rest > 0 and bool(done.any()) == (bid in won):  # else it is sure, or the lead was given up
            scaled = {count: chance * (1 - met) / rest for count, chance in won.items()}
            won = dict(sorted({**scaled, bid: met}.items()))
        return {"met": _short(met), "won": {count: _short(chance) for count, chance in won.items()}}

    def _bid(self, action: Action) -> int:
        """What the seat has bid, or bids with this action."""
        assert isinstance(self.view, ProphecyView)
        if isinstance(action, Bid):
            return self.view.rules.bid_of(action.cards)
        assert self.view.seat is not None
        return self.view.bid_value(self.view.seat) or 0

    def found(self, action: Action, outcomes: Shares, best: Shares, weights: Shares, exact: bool) -> Found:
        """What is told of a choice, beside the best one."""
        points, share = float(weights @ outcomes[:, POINTS]), float(weights @ outcomes[:, SHARE])
        errors = {"points": 0.0, "match": 0.0}
        if not exact and len(outcomes) > 1:
            apart = (outcomes - best).std(axis=0, ddof=1) / sqrt(len(outcomes))
            errors["points"] = _short(float(apart[POINTS]) * self._slope(self.points, points))
            errors["match"] = _short(float(apart[SHARE]) * self._slope(self.share, share))
        return Found(
            action,
            _short(self.points(points)),
            _short(self.share(share)),
            self.chances(action, outcomes, weights),
            errors,
            len(outcomes),
            exact,
            self.strong,
        )

    @staticmethod
    def _slope(reading: Callable[[float], float], at: float) -> float:
        """How much a reading changes with what is read."""
        return (reading(at + STEP) - reading(at - STEP)) / (2 * STEP)


def phase_of(view: SevenView | ProphecyView) -> int:
    """0 for a prophecy or bid, else the number of the trick."""
    return len(view.tricks) + 1 if view.phase == "tricks" else 0


def _short(value: float) -> float:
    return round(value, 4) + 0.0
