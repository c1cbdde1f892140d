"""The decisions of a record, each valued by what its seat could know then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from foretold.bots.calibrated import Found, phase_of
from foretold.bots.weighing import Limits, Weighing
from foretold.cards import Action
from foretold.coach import WORLDS
from foretold.coach.marks import COUNTS, THRESHOLDS, mark_of
from foretold.coach.reasons.measure import Reason, Shown, reasons_between
from foretold.games.prophecy.view import ProphecyView
from foretold.games.replay import steps
from foretold.games.seven.view import SevenView
from foretold.games.state import State
from foretold.json_types import JsonObject
from foretold.records import Record
from foretold.views import View

APART = 100_000  # distance of seeds between reviews: a match has fewer events
DOUBT = 2.5  # standard errors by which a loss must be clear of a mark's threshold
NEAR = 3.0  # standard errors behind the best within which a choice gets all worlds
MORE = 16  # factor on the worlds that a decision may get until its mark is clear
LEAST = min(least for least, _ in THRESHOLDS)


class Decision(NamedTuple):
    """A seat's choice among several actions; `event` is its index in the record."""

    event: int
    seat: int
    view: View
    action: Action


class Weighed(NamedTuple):
    """A decision with the worth of its choices, by the chance to win the match, best first."""

    event: int
    seat: int
    round: int
    trick: int  # 0 for a prophecy or bid
    action: Action
    found: tuple[Found, ...]
    legal: int = 0  # number of legal actions; 0 if unknown
    reasons: tuple[Reason, ...] = ()  # why the best is better than the action taken, if it is

    @property
    def played(self) -> Found:
        """The worth of the action taken."""
        return next(choice for choice in self.found if choice.action == self.action)


class Task(NamedTuple):
    """A decision to value, by its index among those of a record; a worker process replays the record once."""

    line: str
    number: int
    worlds: int
    seed: int


def moves(record: Record) -> Iterator[tuple[int, State, State]]:
    """Yields for each deal and action of a record its index, the state before it and the state after; checks all of
    it."""
    numbers = [number for number, event in enumerate(record.events) if "deal" in event or "action" in event]
    before: State | None = None
    for number, after in zip([-1, *numbers], steps(record), strict=True):
        if before is not None:
            yield number, before, after
        before = after


def decisions(record: Record) -> list[Decision]:
    """Returns all decisions of a record with more than one legal action."""
    result = []
    for number, before, _ in moves(record):
        event = record.events[number]
        if "action" in event:
            seat = event["seat"]
            view = before.view(seat)
            if len(view.legal) > 1:
                action = next(legal for legal in view.legal if legal == event["action"])
                result.append(Decision(number, seat, view, action))
    return result


def tasks(record: Record, count: int, worlds: int = WORLDS, seed: int = 0) -> list[Task]:
    """Returns a task for each of so many decisions of a record."""
    line = record.to_line()
    return [Task(line, number, worlds, seed) for number in range(count)]


def weigh_task(task: Task) -> Weighed:
    """Values one decision; the same task gives the same result."""
    return weigh_decision(_decisions(task.line)[task.number], task.worlds, task.seed)


def weigh_decision(decision: Decision, worlds: int, seed: int) -> Weighed:
    """Values a decision among strong players: all choices in half of the worlds, those that matter in all of them.

    Uses more worlds if its mark is in doubt.
    """
    event, seat, view, action = decision
    half = (worlds + 1) // 2
    weighing = Weighing(view, Limits(half, None), seed * APART + event, asked=(view.legal.index(action),))
    if not weighing.exact:
        weighing.more((action, *near(weighing.beside(action))), half)
    drawn = 2 * half
    while not weighing.exact and drawn < MORE * worlds:
        others = in_doubt(weighing.beside(action), drawn)
        if not others:
            break
        weighing.more((action, *others), drawn)
        drawn *= 2
    assert isinstance(view, SevenView | ProphecyView)
    trick = phase_of(view)
    choices = tuple([choice._replace(chances=_of_trick(choice.chances, trick)) for choice in weighing.found()])
    ordered = by_match(choices)
    reasons = _why(view, ordered, action, seed * APART + event)
    return Weighed(event, seat, view.round, trick, action, ordered, len(view.legal), reasons)


def _why(view: View, choices: Sequence[Found], action: Action, seed: int) -> tuple[Reason, ...]:
    """Returns why the best choice is better than the one taken; () if it is not, or nothing explains it."""
    best, played = choices[0], next(choice for choice in choices if choice.action == action)
    if best.match - played.match <= COUNTS * played.error["match"]:
        return ()
    shown = {choice.action: Shown(choice.success, choice.points) for choice in (best, played)}
    return reasons_between(view, best.action, (action,), seed, shown)[0]


def by_match(choices: Sequence[Found]) -> tuple[Found, ...]:
    """Orders choices by the chance to win the match, with errors of the difference to the first.

    Close choices may rank differently in fresh worlds than in those of the search. The error relative to a new best
    is then combined from both errors relative to the old one, as if they were independent.
    """
    first, (best, *others) = choices[0], sorted(choices, key=lambda choice: -choice.match)
    if best is not first:
        moved = best.error
        others = [
            choice._replace(error={unit: round(hypot(error, moved[unit]), 4) for unit, error in choice.error.items()})
            for choice in others
        ]
        best = best._replace(error=dict.fromkeys(moved, 0.0))
    return (best, *others)


def near(rows: Sequence[Found]) -> list[Action]:
    """Returns the choices that may be the best, compared with the first of these rows, which was taken."""
    taken, *others = rows
    best = max(others, key=lambda choice: choice.match)
    return [
        choice.action
        for choice in others
        if max(best.match, taken.match) - choice.match <= NEAR * hypot(choice.error["match"], best.error["match"])
    ]


def in_doubt(rows: Sequence[Found], worlds: int) -> list[Action]:
    """Returns the choices that leave the mark of the first of these rows, which was taken, in doubt.

    Considers those played in so many worlds, each with the error of its difference to the first.
    """
    taken, *others = rows
    ahead = [(choice, choice.match - taken.match, DOUBT * choice.error["match"]) for choice in others]
    least = max((loss - error for _, loss, error in ahead), default=0.0)
    most = max((loss + error for _, loss, error in ahead), default=0.0)
    if mark_of(least) == mark_of(most):
        return []
    reach = max(least, LEAST)
    return [choice.action for choice, loss, error in ahead if choice.worlds == worlds and loss + error >= reach]


def _of_trick(chances: JsonObject, trick: int) -> JsonObject:
    """Returns the chance of success in the round, and of a card the chances of its own trick: places or winning."""
    if "met" in chances:
        wins = chances["tricks"].get(trick)
        return {"met": chances["met"]} | ({} if wins is None else {"wins": wins})
    places = chances["places"].get(trick)
    return {"fulfilled": chances["fulfilled"]} | ({} if places is None else {"places": places})


@lru_cache(maxsize=2)
def _decisions(line: str) -> list[Decision]:
    return decisions(Record.from_line(line))
