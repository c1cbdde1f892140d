"""What the choices of a seat are worth against this company: looked for in some worlds, valued in fresh ones."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from random import Random
from time import perf_counter
from typing import NamedTuple

import numpy as np

from foretold.bots import prophecy_seer, seven_seer
from foretold.bots.effort import FRESH_BATCH, LIKELY, LINES_A_SECOND, MOST_LINES
from foretold.bots.race import Budget, Valuer
from foretold.bots.reading import Found, Reader
from foretold.bots.seer import search
from foretold.errors import BadOption
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.kernels import warm
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.outcomes import POINTS, VALUE
from foretold.kernels.values import ProphecyValues, SevenValues
from foretold.views import View

DEFAULT = 0.5  # seconds
CLOSE = 0.04  # points: choices as near to the most count alike where nothing is drawn


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
    company = view.players - 1.0 if strong is None else float(strong)
    exact = endings(view, rng, limits.seconds) if view.phase == "tricks" else None
    if exact is not None:
        outcomes, weights = exact
        numbers = best_first(outcomes, weights)
        outcomes = outcomes[:, numbers]
    else:
        numbers, outcomes = _sampled(view, rng, asked, limits, begun)
        weights = np.full(len(outcomes), 1 / len(outcomes))
    reader = Reader(view, company, exact is not None)
    return tuple(
        reader.found(view.legal[number], outcomes[:, at], outcomes[:, 0], weights) for at, number in enumerate(numbers)
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


def endings(view: View, rng: Random, seconds: float | None = None) -> tuple[Shares, Shares] | None:
    """What comes of every choice in all worlds with exact play, by world, choice and column, and how likely worlds are.

    None where there are too many lines of play, for this time or for any.
    """
    most = MOST_LINES if seconds is None else min(MOST_LINES, int(LINES_A_SECOND * seconds))
    values = _values(view, rng)
    every = values.every_world(most)
    if not every:
        return None
    return _valuer(view, values)(np.arange(len(view.legal)), every), values.weights


def best_first(outcomes: Shares, weights: Shares) -> Numbers:
    """The choices in order: by points of the round, and of those that bring about the most, what is worth most."""
    value, points = weights @ outcomes[:, :, VALUE], weights @ outcomes[:, :, POINTS]
    near = points > points.max() - CLOSE
    order: Numbers = np.lexsort((-value, -np.where(near, points.max(), points)))
    return order


def _sampled(view: View, rng: Random, asked: list[int], limits: _Limits, begun: float) -> tuple[Numbers, Shares]:
    """The choices that a race puts first, and those that are asked for; what comes of them in fresh worlds."""
    worlds, seconds = limits
    raced = search(view, rng, Budget(worlds, None if seconds is None else begun + seconds / 2))
    best = [standing.choice for standing in (raced if view.phase == "tricks" else raced[:LIKELY])]
    numbers = np.array(list(dict.fromkeys([*best, *asked])))
    deadline = None if seconds is None else begun + seconds
    worth = _valuer(view, _values(view, rng))
    found = []
    drawn = 0
    while True:
        size = FRESH_BATCH if worlds is None else min(FRESH_BATCH, worlds - drawn)
        begun = perf_counter()
        found.append(worth(numbers, size))
        drawn += size
        now = perf_counter()
        if drawn == worlds or (deadline is not None and 2 * now - begun > deadline):
            return numbers, np.concatenate(found)


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
