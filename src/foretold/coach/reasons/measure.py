"""Measures events: how often each comes after the best choice and after another, and what of the loss it explains.

Both choices are played out in the same worlds. The loss of a world is the difference of the two shares of the match
there. What an event explains is the part of the loss that comes from worlds in which it happens after one of the two
choices and not after the other. So an event that happens as often after both, or in worlds that lose nothing,
explains nothing.

A loss has two parts: the seat's own points, as far as they go along with the share of the match in these worlds, and
the rest, which is what others get. An event of the seat's own prophecy or bid explains the first part alone, one of
another player the second: else whatever happens in this trick would explain what others gain in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

import numpy as np

from foretold.bots.effort import REASON_WORLDS
from foretold.bots.weighing import tracks_of
from foretold.cards import Action
from foretold.coach.reasons.tracked import Flags, Tracked
from foretold.games import Game
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.json_types import JsonObject
from foretold.kernels.arrays import Shares
from foretold.views import View

LEAST = 1 / 3  # part of the loss that a reason must explain
APART = 0.05  # least difference in how often an event comes
SURE = 2.5  # standard errors that this difference must exceed
LOSS = 2.0  # standard errors that the loss, and what is explained of it, must exceed
MOST = 2  # reasons for one choice
GENERAL = (3, 5)  # ranks of events that only say how it ends: never told beside another
WEIGHTS = (1.0, 0.9, 0.7, 0.5, 0.45, 0.35)  # by rank: a concrete event goes before one that explains somewhat more
ALIKE = ({"token-now", "last-lead", "needs-all", "any-token"},)  # kinds that say the same of one trick


class Event(NamedTuple):
    """Something that may separate two choices, by world after the best and after the other one.

    `through` are the worlds in which what it leads to differs, too: an event of this trick explains a loss only where
    the end of the round is another one because of it.
    """

    kind: str
    values: JsonObject
    came: Sequence[Flags]  # after the best, after the other
    # 0: a fact and its consequence, 1: this trick or a card, 2: another player, 3: what is left at the end, 4: what
    # becomes of a third card, 5: only how soon
    rank: int
    good: bool = False  # for the seat: comes more often after the best
    own: bool = True  # of the seat's own points, not of what others get
    through: Flags | None = None
    counts: tuple[Shares, Shares] | None = None  # shown instead of how often: a number of tricks or points
    sure: bool = False  # proved by the view


class Reason(NamedTuple):
    """An event that explains why a choice is worse than the best one."""

    kind: str
    values: JsonObject
    best: Action
    other: Action
    often: float  # how often it comes after the best choice; for some kinds a number of tricks
    instead: float  # after the other one
    error: float  # standard error of the difference
    explains: float  # part of the loss
    match: float  # the same as a share of the match
    points: float  # the same in points of the round
    sure: bool

    def to_dict(self) -> JsonObject:
        """Returns the reason as JSON."""
        return {
            "kind": self.kind,
            **self.values,
            "best": str(self.best),
            "other": str(self.other),
            "often": self.often,
            "instead": self.instead,
            "error": self.error,
            "explains": self.explains,
            "match": self.match,
            "points": self.points,
            "sure": self.sure,
        }

    @classmethod
    def from_dict(cls, source: JsonObject, game: Game) -> Reason:
        """Reads a reason from JSON."""
        own = {name: source[name] for name in cls._fields if name not in ("values", "best", "other")}
        values = {name: value for name, value in source.items() if name not in cls._fields}
        return cls(**own, values=values, best=game.parse(source["best"]), other=game.parse(source["other"]))


def reasons_between(view: View, best: Action, others: Sequence[Action], seed: int) -> list[tuple[Reason, ...]]:
    """Returns for each of the other choices why it is worse than the best; () if nothing explains enough of it.

    The same view, choices and seed give the same reasons. Nothing but the view is used.
    """
    assert isinstance(view, SevenView | ProphecyView)
    if not REASON_WORLDS or not others:
        return [()] * len(others)
    numbers = np.array([view.legal.index(action) for action in (best, *others)])
    outcomes, tracks, weights, exact = tracks_of(view, Random(f"foretold-reasons:{seed}"), numbers, REASON_WORLDS)
    tracked = Tracked(view, tracks, outcomes, weights, exact)
    return [_reasons(tracked, view, best, action, number) for number, action in enumerate(others, 1)]


def _reasons(
    tracked: Tracked, view: SevenView | ProphecyView, best: Action, other: Action, number: int
) -> tuple[Reason, ...]:
    from foretold.coach.reasons import prophecy, seven

    loss = _lost(tracked, number)
    if loss is None:
        return ()
    if isinstance(view, SevenView):
        events = seven.events(tracked, view, best, other, number)
    else:
        events = prophecy.events(tracked, view, best, other, number)
    return _chosen(tracked, events, (best, other), number, loss)


class _Loss(NamedTuple):
    """The loss by world: all of it, and the part of the seat's own points."""

    whole: Shares
    own: Shares

    def part(self, event: Event) -> Shares:
        """Returns the part that an event can explain."""
        return self.own if event.own else self.whole - self.own


def _lost(tracked: Tracked, number: int) -> _Loss | None:
    """Returns the loss in shares of the match, or in points if the match loses nothing certain."""
    match = tracked.share(0) - tracked.share(number)
    points = tracked.own_points(0) - tracked.own_points(number)
    if _certain(tracked, match):
        return _Loss(match, _slope(tracked, number) * points)
    return _Loss(points, points) if _certain(tracked, points) else None


def _slope(tracked: Tracked, number: int) -> float:
    """Returns how much of the match goes along with a point of the round, in these worlds."""
    covariance = variance = 0.0
    for choice in (0, number):
        points, share = tracked.own_points(choice), tracked.share(choice)
        apart = points - float(tracked.weights @ points)
        covariance += float(tracked.weights @ (apart * share))
        variance += float(tracked.weights @ (apart * apart))
    return max(0.0, covariance / variance) if variance > 0 else 0.0


def _certain(tracked: Tracked, apart: Shares) -> bool:
    """True if the mean of a difference is above 0, by more than chance explains."""
    mean = float(tracked.weights @ apart)
    return mean > 1e-9 and (tracked.exact or mean > LOSS * _error(apart))


def _error(apart: Shares) -> float:
    return float(apart.std(ddof=1)) / sqrt(len(apart)) if len(apart) > 1 else 0.0


def _chosen(
    tracked: Tracked, events: Iterable[Event], actions: tuple[Action, Action], number: int, loss: _Loss
) -> tuple[Reason, ...]:
    """Returns the best reason, and a second one if it explains as much in other worlds."""
    measured = []
    for event in events:
        reason = _measured(tracked, event, actions, number, loss)
        if reason is not None:
            measured.append((WEIGHTS[event.rank] * min(1.0, reason.explains), reason, event))
    measured.sort(key=lambda row: -row[0])
    kept: list[Reason] = []
    explained = np.zeros(len(loss.whole), np.bool_)
    total = float(tracked.weights @ loss.whole)
    for _, reason, event in measured:
        more = _differs(event) & ~explained
        if kept and event.rank in GENERAL:
            continue
        again = any(_alike(reason.kind, event.kind) or _opposed(reason.kind, event.kind) for reason in kept)
        if kept and (again or float(tracked.weights @ (loss.part(event) * more)) < LEAST * total):
            continue
        kept.append(reason)
        explained |= more
        if len(kept) == MOST:
            break
    return tuple(kept)


def _alike(one: str, other: str) -> bool:
    """True if two kinds say the same, so that the second would add nothing."""
    return one == other or any({one, other} <= kinds for kinds in ALIKE)


def _opposed(one: str, other: str) -> bool:
    """True if one kind says that tricks were too many and the other that they were too few: confusing together."""
    from foretold.coach.reasons.prophecy import TOO_FEW, TOO_MANY

    return (one in TOO_MANY and other in TOO_FEW) or (one in TOO_FEW and other in TOO_MANY)


def _differs(event: Event) -> Flags:
    """Returns in which worlds an event separates the two choices."""
    differs = np.asarray(event.came[0] != event.came[1])
    return differs if event.through is None else differs & event.through


def _measured(
    tracked: Tracked, event: Event, actions: tuple[Action, Action], number: int, loss: _Loss
) -> Reason | None:
    """Returns the reason that an event is; None if it explains too little, or the difference may be chance."""
    differs = _differs(event)
    if not differs.any():
        return None
    weights = tracked.weights
    part = loss.part(event) * differs
    explains = float(weights @ part) / float(weights @ loss.whole)
    if explains < LEAST or not _certain(tracked, part):
        return None
    sign = 1 if event.good else -1
    best, other = event.counts or event.came
    apart = sign * (best.astype(np.float64) - other)
    difference, error = float(weights @ apart), 0.0 if tracked.exact else _error(apart)
    if difference < APART or difference < SURE * error:
        return None
    match, points = (float(weights @ ((of(0) - of(number)) * differs)) for of in (tracked.share, tracked.own_points))
    return Reason(
        event.kind,
        event.values,
        *actions,
        _short(float(weights @ best)),
        _short(float(weights @ other)),
        _short(error),
        _short(min(explains, 1.0)),
        _short(match),
        _short(points),
        event.sure,
    )


def _short(value: float) -> float:
    return round(value, 4) + 0.0
