"""Measures events: how often each comes after the best choice and after another, and what of the loss it explains.

Both choices are played out in the same worlds. The loss of a world is the difference of the two shares of the match
there. What an event explains is the part of the loss that goes along with it: what a world loses more if the event
separates the two choices there, times how much oftener it comes after one of them (a regression through the origin).
So an event that happens as often after both, or in worlds that lose nothing, explains nothing.

A loss has two parts: the seat's own points, as far as they go along with the share of the match in these worlds, and
the rest, which is what others get. An event of the seat's own prophecy or bid explains the first part alone, one of
another player the second: else whatever happens in this trick would explain what others gain in it.

A reason found in `REASON_WORLDS` is told only if it holds in `CHECKED_WORLDS` fresh ones, and with their figures:
among many events, one that explains nearly a third of the loss may do so by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

import numpy as np

from foretold.bots.effort import CHECKED_WORLDS, REASON_WORLDS
from foretold.bots.weighing import tracks_of
from foretold.cards import Action
from foretold.coach.reasons.tracked import Flags, Tracked
from foretold.games import Game
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.json_types import JsonObject
from foretold.kernels.arrays import Numbers, Shares
from foretold.views import View

LEAST = 1 / 3  # part of the loss that a reason must explain
APART = 0.05  # least difference in how often an event comes
APART_AT_THE_END = 0.1  # the same for an event that only says how it ends
SURE = 2.5  # standard errors that this difference must exceed
LOSS = 2.0  # standard errors that the loss, and what is explained of it, must exceed
LENIENT = 0.5  # factor on these three in the first worlds: what may hold is measured again
MOST = 2  # reasons for one choice
GENERAL = (3, 4)  # ranks of events that only say how it ends: never told beside another
LESS = 0.005  # chance to succeed by which a choice is less likely to, in the figures beside the reason
GAIN = 0.02  # points that the best choice brings more at least, in these figures, if the seat's own are the reason
WEIGHTS = (1.0, 0.9, 0.7, 0.5, 0.35)  # by rank: a concrete event goes before one that explains somewhat more
ALIKE = ({"token-now", "last-lead", "needs-all", "any-token"},)  # kinds that say the same of one trick


class Shown(NamedTuple):
    """The figures shown beside a choice: the chance to fulfil all seven or to meet the bid, and points of the round."""

    chance: float
    points: float


class Event(NamedTuple):
    """Something that may separate two choices, by world after the best and after the other one.

    `through` are the worlds in which what it leads to differs, too: an event of this trick explains a loss only where
    the end of the round is another one because of it.
    """

    kind: str
    values: JsonObject
    came: Sequence[Flags]  # after the best, after the other
    # 0: a fact and its consequence, 1: this trick or a card, 2: another player, 3: what is left at the end, 4: only how
    # soon, or whether there are too many or too few tricks
    rank: int
    good: bool = False  # for the seat: comes more often after the best
    own: bool = True  # of the seat's own points, not of what others get
    through: Flags | None = None
    # Shown instead of how often: a number of tricks or points, or how often what the event is made of comes.
    counts: tuple[Shares, Shares] | None = None
    sure: bool = False  # the view proves each of the two figures that is 0 or 1
    succeeds: bool = True  # for an own event: it matters because it makes the seat's prophecy or bid come true
    points: Shares | None = None  # that it brings by world, where that is known: it explains just these


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


def reasons_between(
    view: View, best: Action, others: Sequence[Action], seed: int, shown: Mapping[Action, Shown] | None = None
) -> list[tuple[Reason, ...]]:
    """Returns for each of the other choices why it is worse than the best; () if nothing explains enough of it.

    No reason contradicts the figures that are `shown` beside the choices. The same view, choices, seed and figures give
    the same reasons. Nothing but the view is used.
    """
    assert isinstance(view, SevenView | ProphecyView)
    if not REASON_WORLDS or not others:
        return [()] * len(others)
    numbers = np.array([view.legal.index(action) for action in (best, *others)])
    rng = Random(f"foretold-reasons:{seed}")
    first = _tracked(view, rng, numbers, REASON_WORLDS, LENIENT)
    both = [None if shown is None else (shown[best], shown[action]) for action in others]
    found = [_reasons(first, view, (best, action), row, both[row - 1]) for row, action in enumerate(others, 1)]
    explained = [row for row, reasons in enumerate(found) if reasons]
    if first.exact or not explained:
        return found
    checked = _tracked(view, rng, numbers[[0, *(row + 1 for row in explained)]], CHECKED_WORLDS)
    for number, row in enumerate(explained, 1):
        found[row] = _reasons(checked, view, (best, others[row]), number, both[row])
    return found


def _tracked(
    view: SevenView | ProphecyView, rng: Random, numbers: Numbers, worlds: int, lenient: float = 1.0
) -> Tracked:
    outcomes, tracks, weights, exact = tracks_of(view, rng, numbers, worlds)
    return Tracked(view, tracks, outcomes, weights, exact, 1.0 if exact else lenient)


def _reasons(
    tracked: Tracked,
    view: SevenView | ProphecyView,
    actions: tuple[Action, Action],
    number: int,
    shown: tuple[Shown, Shown] | None,
) -> tuple[Reason, ...]:
    from foretold.coach.reasons import prophecy, seven

    loss = _lost(tracked, number)
    if loss is None:
        return ()
    events: Iterable[Event]
    if isinstance(view, SevenView):
        events = seven.events(tracked, view, *actions, number)
    else:
        events = prophecy.events(tracked, view, *actions, number, shown)
    if shown is not None:
        events = (event for event in events if _fits(event, *shown))
    return _chosen(tracked, events, actions, number, loss)


def _fits(event: Event, best: Shown, other: Shown) -> bool:
    """False if an event would make the best choice better for the seat in a way that the figures shown deny."""
    if not event.own:
        return True
    return best.points >= other.points + GAIN and (best.chance >= other.chance - LESS or not event.succeeds)


class _Loss(NamedTuple):
    """The loss by world: all of it, and the part of the seat's own points."""

    whole: Shares
    own: Shares
    slope: float  # of the match by a point of the round; 1 if the loss is one of points

    def part(self, event: Event) -> Shares:
        """Returns the part that an event can explain."""
        return self.own if event.own else self.whole - self.own


def _lost(tracked: Tracked, number: int) -> _Loss | None:
    """Returns the loss in shares of the match, or in points if the match loses nothing certain."""
    match = tracked.share(0) - tracked.share(number)
    points = tracked.own_points(0) - tracked.own_points(number)
    if _certain(tracked, match):
        slope = _slope(tracked, number)
        return _Loss(match, slope * points, slope)
    return _Loss(points, points, 1.0) if _certain(tracked, points) else None


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
    return mean > 1e-9 and (tracked.exact or mean > LOSS * tracked.lenient * _error(apart))


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
            worth = WEIGHTS[event.rank] * min(1.0, reason.explains), abs(reason.often - reason.instead)
            measured.append((worth, reason, event))
    measured.sort(key=lambda row: row[0], reverse=True)
    kept: list[Reason] = []
    explained = np.zeros(len(loss.whole), np.bool_)
    total = float(tracked.weights @ loss.whole)
    for _, reason, event in measured:
        more = _differs(event) & ~explained
        if kept and event.rank in GENERAL:
            continue
        again = any(_alike(reason, event) or _opposed(reason.kind, event.kind) for reason in kept)
        if kept and (again or float(tracked.weights @ (_part(event, loss) * more)) < LEAST * total):
            continue
        kept.append(reason)
        explained |= more
        if len(kept) == MOST:
            break
    return tuple(kept)


def _alike(told: Reason, event: Event) -> bool:
    """True if an event says the same as a reason, so that it would add nothing."""
    one, other = told.kind, event.kind
    if (one, other) == ("too-many", "too-few"):
        return bool(told.values["gain"] == event.values["place"])
    if (one, other) == ("too-few", "too-many"):
        return bool(told.values["place"] == event.values["gain"])
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
    sign = 1 if event.good else -1
    every = _part(event, loss)
    part = every * differs if event.points is not None else _along(tracked, event, sign, every * differs)
    # No more than there is: what is lost where it differs may be won back elsewhere.
    explains = min(float(weights @ part), float(weights @ every)) / float(weights @ loss.whole)
    if explains < LEAST * tracked.lenient or not _certain(tracked, part):
        return None
    best, other = event.counts or event.came
    apart = sign * (best.astype(np.float64) - other)
    difference, error = float(weights @ apart), 0.0 if tracked.exact else _error(apart)
    least = APART_AT_THE_END if event.rank in GENERAL else APART
    if difference < least * tracked.lenient or difference < SURE * tracked.lenient * error:
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


def _part(event: Event, loss: _Loss) -> Shares:
    """Returns the part of the loss that an event can explain, by world."""
    return loss.part(event) if event.points is None else loss.slope * event.points


def _along(tracked: Tracked, event: Event, sign: int, lost: Shares) -> Shares:
    """Returns what is lost along with an event by world, given what is lost where it separates the choices."""
    differs = _differs(event)
    ahead = sign * (event.came[0].astype(np.float64) - event.came[1]) * differs
    one_way = float(tracked.weights @ ahead) / float(
        tracked.weights @ differs
    )  # 1 if it never comes the other way round
    return lost * ahead * max(0.0, one_way)


def _short(value: float) -> float:
    return round(value, 4) + 0.0
