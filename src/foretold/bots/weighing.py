"""Values a seat's choices against given opponents: candidates from some worlds, figures from fresh ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, isfinite
from random import Random
from time import perf_counter
from typing import Literal, NamedTuple

import numpy as np

from foretold.bots import prophecy_seer, seven_seer
from foretold.bots.calibrated import Found, Level, Reader
from foretold.bots.effort import FRESH_BATCH, LIKELY, LINES_A_SECOND, MOST_LINES
from foretold.bots.race import Budget, Valuer
from foretold.bots.seer import search
from foretold.cards import Action, Bid
from foretold.errors import BadOption
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.kernels import warm
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.outcomes import POINTS, SHARE
from foretold.kernels.values import ProphecyValues, SevenValues
from foretold.views import View

DEFAULT = 0.5  # seconds
RACED = 320  # worlds in which prophecies and bids are raced, or a quarter of all; the best are valued in fresh ones
EQUAL = 1.0  # standard errors within which choices count as equal
READ = 0.05  # relative standard error of a calibrated difference, due to the fitted slopes


def weigh(
    view: View,
    seconds: float | None = None,
    worlds: int | None = None,
    seed: int = 0,
    strong: float | None = None,
    actions: Iterable[str] = (),
) -> tuple[Found, ...]:
    """Values a seat's choices by the chance to win the match, best first; () if it may not act.

    Covers all playable cards; of prophecies and bids the likely ones and any of `actions`. `strong` is the number of
    opponents who play strongly, by default all. Choices that can't be told apart from the best get equal figures: by
    the match, and by points if equal in the match. The same view, worlds and seed give the same result.
    """
    limits = _checked(view, seconds, worlds, strong)
    if not view.legal:
        return ()
    asked = [_number(view, action) for action in actions]
    return Weighing(view, limits, seed, strong, asked).found()


class Weighing:
    """The valuation of a seat's choices, for which more worlds can be drawn."""

    def __init__(
        self, view: View, limits: Limits, seed: int, strong: float | None = None, asked: Sequence[int] = ()
    ) -> None:
        warm.wait()
        begun = perf_counter()
        self.view, self._rng = view, Random(f"foretold-weigh:{seed}")
        exact = endings(view, self._rng, limits.seconds) if view.phase == "tricks" else None
        self.exact = exact is not None
        self._reader = Reader(view, view.players - 1.0 if strong is None else float(strong), self.exact)
        if exact is not None:
            outcomes, self._weights = exact
            self._numbers = list(range(len(view.legal)))
        else:
            self._numbers, outcomes = self._sampled(asked, limits, begun)
            self._weights = np.ones(0)
        self._outcomes = [outcomes[:, at] for at in range(len(self._numbers))]  # by choice

    def _sampled(self, asked: Sequence[int], limits: Limits, begun: float) -> tuple[list[int], Shares]:
        """Returns all cards, or the prophecies or bids that lead a race and those asked for, and their outcomes."""
        view, (worlds, seconds) = self.view, limits
        numbers = list(range(len(view.legal)))
        if view.phase != "tricks":
            few = None if worlds is None else min(worlds, max(RACED, worlds // 4))
            raced = search(view, self._rng, Budget(few, None if seconds is None else begun + seconds / 2), True)
            numbers = list(dict.fromkeys([*_likely(view, [standing.choice for standing in raced]), *asked]))
        deadline = None if seconds is None else begun + seconds
        self._worth = _valuer(view, _values(view, self._rng))
        batches = []
        drawn = 0
        while True:
            size = FRESH_BATCH if worlds is None else min(FRESH_BATCH, worlds - drawn)
            begun = perf_counter()
            batches.append(self._worth(np.array(numbers), size))
            drawn += size
            now = perf_counter()
            if drawn == worlds or (deadline is not None and 2 * now - begun > deadline):
                return numbers, np.concatenate(batches)

    def more(self, actions: Iterable[Action], worlds: int) -> None:
        """Draws more worlds for these choices, which must be among those that had all worlds so far."""
        places = sorted(self._place(action) for action in actions)
        outcomes = self._worth(np.array([self._numbers[at] for at in places]), worlds)
        for column, at in enumerate(places):
            self._outcomes[at] = np.concatenate([self._outcomes[at], outcomes[:, column]])

    def found(self) -> tuple[Found, ...]:
        """Returns the worth of the choices, best first; those that can't be told apart from it get the same figures."""
        read = self._read()
        order = sorted(range(len(read)), key=lambda at: (-read[at].match, -read[at].points, at))
        if self.exact:
            return tuple(read[at] for at in order)
        equal = self._apart(order, "share", read) or _equal(self._beside(read, order), "match")
        near = sorted(order[:equal], key=lambda at: (-read[at].points, at))
        same = self._apart(near, "points", read) or _equal(self._beside(read, near), "points")
        order = [*sorted(near[:same]), *near[same:], *order[equal:]]
        match = _mean([read[at].match for at in near])
        points = _mean([read[at].points for at in near[:same]])
        rows = self._beside(read, order)
        rows[:equal] = [row._replace(match=match) for row in rows[:equal]]
        rows[:same] = [row._replace(points=points) for row in rows[:same]]
        return tuple(row._replace(error=_with_reading(row, rows[0])) for row in rows)

    def _apart(self, order: Sequence[int], name: Literal["points", "share"], read: Sequence[Found]) -> int:
        """Returns 1 if this is proved of one of the choices, which then all keep their own figures; else 0."""
        proved = [self._reader.certain(read[at].action) for at in order]
        return int(any(bounds.ends or getattr(bounds, name)[0] == getattr(bounds, name)[1] for bounds in proved))

    def beside(self, action: Action) -> list[Found]:
        """Returns the choices as sampled, this one first, with the errors of their differences to it."""
        read, at = self._read(), self._place(action)
        return self._beside(read, [at, *(other for other in range(len(read)) if other != at)])

    def _place(self, action: Action) -> int:
        return self._numbers.index(self.view.legal.index(action))

    def _read(self) -> list[Found]:
        """Returns the calibrated choices in the order in which they are held."""
        longest = max(self._outcomes, key=len)
        self._levels = [self._level(outcomes, longest) for outcomes in self._outcomes]
        return [
            self._reader.found(self.view.legal[number], outcomes, longest, self._weights_of(outcomes), level)
            for number, outcomes, level in zip(self._numbers, self._outcomes, self._levels, strict=True)
        ]

    def _beside(self, read: Sequence[Found], order: Sequence[int]) -> list[Found]:
        """Returns the choices in this order, with the errors of their differences to the first."""
        best = self._outcomes[order[0]]
        rows = []
        for at in order:
            outcomes = self._outcomes[at]
            raw = self._reader.raw(read[at].action, outcomes, self._weights_of(outcomes), self._levels[at])
            rows.append(read[at]._replace(error=self._reader.errors(read[at].action, raw, outcomes, best)))
        return rows

    def _weights_of(self, outcomes: Shares) -> Shares:
        return self._weights if self.exact else np.full(len(outcomes), 1 / len(outcomes))

    @staticmethod
    def _level(outcomes: Shares, longest: Shares) -> Level:
        """Returns what the worlds in which a choice was not played add to everybody's points and share."""
        if len(longest) == len(outcomes):
            return 0.0, 0.0
        points, share = (
            float(longest[:, column].mean()) - float(longest[: len(outcomes), column].mean())
            for column in (POINTS, SHARE)
        )
        return points, share


def _equal(ordered: Sequence[Found], name: str) -> int:
    """Returns how many of the choices, best first, can't be told apart from the best."""
    best = getattr(ordered[0], name)
    near = [at for at, choice in enumerate(ordered) if best - getattr(choice, name) <= EQUAL * choice.error[name]]
    return max(near) + 1


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4)


def _with_reading(choice: Found, best: Found) -> dict[str, float]:
    """Returns the errors of a difference to the best, including that of the fitted slopes."""
    if choice is best:
        return {"points": 0.0, "match": 0.0}
    points, match = best.points - choice.points, best.match - choice.match
    return {
        "points": round(hypot(choice.error["points"], READ * points), 4),
        "match": round(hypot(choice.error["match"], READ * match), 4),
    }


def _likely(view: View, raced: Sequence[int]) -> list[int]:
    """Selects the choices of a race that are reported, best first: of bids the best of most numbers."""
    if not isinstance(view, ProphecyView):
        return list(raced[:LIKELY])
    best: dict[int, int] = {}
    for choice in raced:
        action = view.legal[choice]
        assert isinstance(action, Bid)
        best.setdefault(view.rules.bid_of(action.cards), choice)
    kept = list(best.values())[: LIKELY - LIKELY // 4]
    more = [choice for choice in raced if choice not in kept][: LIKELY - len(kept)]
    return [choice for choice in raced if choice in kept or choice in more]


class Limits(NamedTuple):
    """Limits of the sampling: a number of worlds, or seconds."""

    worlds: int | None
    seconds: float | None


def _checked(view: View, seconds: float | None, worlds: int | None, strong: float | None) -> Limits:
    if worlds is not None and (type(worlds) is not int or worlds < 1):
        raise BadOption("option-value", {"option": "worlds", "found": str(worlds), "choices": "1, 2, 3, …"})
    if seconds is not None and not (type(seconds) in (int, float) and isfinite(seconds) and seconds > 0):
        raise BadOption("option-value", {"option": "seconds", "found": str(seconds), "choices": "0.02 – 60"})
    if strong is not None and not (type(strong) in (int, float) and 0 <= strong <= view.players - 1):
        choices = f"0 – {view.players - 1}"
        raise BadOption("option-value", {"option": "strong", "found": str(strong), "choices": choices})
    return Limits(worlds, DEFAULT if worlds is None and seconds is None else seconds)


def _number(view: View, action: str) -> int:
    if action not in view.legal:
        choices = ", ".join(view.legal[:6]) + (" …" if len(view.legal) > 6 else "")
        raise BadOption("option-value", {"option": "actions", "found": str(action)[:40], "choices": choices})
    return view.legal.index(action)


def endings(view: View, rng: Random, seconds: float | None = None) -> tuple[Shares, Shares] | None:
    """Solves every choice exactly in all worlds: outcomes by world, choice and column, and the worlds' weights.

    Returns None if there are too many lines of play, for this time or at all.
    """
    most = MOST_LINES if seconds is None else min(MOST_LINES, int(LINES_A_SECOND * seconds))
    values = _values(view, rng)
    every = values.every_world(most)
    if not every:
        return None
    return _valuer(view, values)(np.arange(len(view.legal)), every), values.weights


def outcomes_of(view: View, rng: Random, numbers: Numbers, worlds: int) -> Shares:
    """Plays out choices of `view.legal`, by index, in sampled worlds: outcomes by world, choice and column."""
    return _valuer(view, _values(view, rng))(numbers, worlds)


def tracks_of(view: View, rng: Random, numbers: Numbers, worlds: int) -> tuple[Shares, Numbers, Shares, bool]:
    """Plays out a few choices of `view.legal`, by index, and keeps what every seat did (`kernels/tracks.py`).

    Returns outcomes and tracks by world and choice, the worlds' weights, and whether these are all worlds, with exact
    play.
    """
    warm.wait()
    values = _values(view, rng)
    values.keep_tracks()
    every = values.every_world(MOST_LINES // 4) if view.phase == "tricks" else 0
    count = every or worlds
    outcomes = _valuer(view, values)(numbers, count)
    assert values.tracked is not None
    return outcomes, values.tracked, values.weights if every else np.full(count, 1 / count), bool(every)


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
