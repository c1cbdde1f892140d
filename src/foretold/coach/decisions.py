"""The decisions of a record, each weighed by what its seat could know then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from foretold.bots.calibrated import Found, phase_of
from foretold.bots.weighing import Limits, Weighing
from foretold.cards import Action
from foretold.coach import WORLDS
from foretold.coach.marks import THRESHOLDS, mark_of
from foretold.games.prophecy.view import ProphecyView
from foretold.games.replay import steps
from foretold.games.seven.view import SevenView
from foretold.games.state import State
from foretold.json_types import JsonObject
from foretold.records import Record
from foretold.views import View

APART = 100_000  # seeds of two reviews: a match has fewer events
DOUBT = 2.5  # standard errors by which a loss must be clear of the threshold of a mark
NEAR = 3.0  # standard errors behind the best within which a choice gets all worlds
MORE = 16  # times the worlds that a decision may get until its mark is clear
LEAST = min(least for least, _ in THRESHOLDS)


class Decision(NamedTuple):
    """A seat chose among several actions; `event` is its number in the record."""

    event: int
    seat: int
    view: View
    action: Action


class Weighed(NamedTuple):
    """What a decision was worth: everything that was weighed by its chance to win the match, the best first."""

    event: int
    seat: int
    round: int
    trick: int  # 0 for a prophecy or bid
    action: Action
    found: tuple[Found, ...]
    legal: int = 0  # how many actions there were to choose from; 0 where that was not kept

    @property
    def played(self) -> Found:
        """What the action that was taken is worth."""
        return next(each for each in self.found if each.action == self.action)


class Task(NamedTuple):
    """A decision to weigh, by its place among those of a record: a process that gets it replays the record once."""

    line: str
    number: int
    worlds: int
    seed: int


def moves(record: Record) -> Iterator[tuple[int, State, State]]:
    """The number of each deal and action of a record, the state before it and the one after; all of it checked."""
    numbers = [number for number, event in enumerate(record.events) if "deal" in event or "action" in event]
    before: State | None = None
    for number, after in zip([-1, *numbers], steps(record), strict=True):
        if before is not None:
            yield number, before, after
        before = after


def decisions(record: Record) -> list[Decision]:
    """All decisions of a record in which there was something to choose."""
    found = []
    for number, before, _ in moves(record):
        event = record.events[number]
        if "action" in event:
            seat = event["seat"]
            view = before.view(seat)
            if len(view.legal) > 1:
                action = next(each for each in view.legal if each == event["action"])
                found.append(Decision(number, seat, view, action))
    return found


def tasks(record: Record, count: int, worlds: int = WORLDS, seed: int = 0) -> list[Task]:
    """One for each of so many decisions of a record."""
    line = record.to_line()
    return [Task(line, number, worlds, seed) for number in range(count)]


def weigh_task(task: Task) -> Weighed:
    """Weighs one decision; the same task gives the same."""
    return weigh_decision(_decisions(task.line)[task.number], task.worlds, task.seed)


def weigh_decision(decision: Decision, worlds: int, seed: int) -> Weighed:
    """Weighs a decision among strong players: all choices in half of the worlds, those that matter in all of them.

    In more where its mark is in doubt.
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
    found = tuple([each._replace(chances=_of_trick(each.chances, trick)) for each in weighing.found()])
    return Weighed(event, seat, view.round, trick, action, by_match(found), len(view.legal))


def by_match(found: Sequence[Found]) -> tuple[Found, ...]:
    """What was weighed in the order in which it is shown, with errors of the difference to the one that is first.

    Choices that come close may stand otherwise in fresh worlds than in those in which they were looked for. The error
    to another best is then put together from both errors to the old one, as if they were independent.
    """
    first, (best, *others) = found[0], sorted(found, key=lambda each: -each.match)
    if best is not first:
        moved = best.error
        others = [
            each._replace(error={unit: round(hypot(error, moved[unit]), 4) for unit, error in each.error.items()})
            for each in others
        ]
        best = best._replace(error=dict.fromkeys(moved, 0.0))
    return (best, *others)


def near(rows: Sequence[Found]) -> list[Action]:
    """The choices that may be the best, beside the first of these rows, which was taken, as far as can be told."""
    taken, *others = rows
    best = max(others, key=lambda each: each.match)
    return [
        each.action
        for each in others
        if max(best.match, taken.match) - each.match <= NEAR * hypot(each.error["match"], best.error["match"])
    ]


def in_doubt(rows: Sequence[Found], worlds: int) -> list[Action]:
    """The choices that leave open what the first of these rows, which was taken, is to be called.

    Of those that were played in so many worlds, each with the error of its difference to the first.
    """
    taken, *others = rows
    ahead = [(each, each.match - taken.match, DOUBT * each.error["match"]) for each in others]
    least = max((loss - error for _, loss, error in ahead), default=0.0)
    most = max((loss + error for _, loss, error in ahead), default=0.0)
    if mark_of(least) == mark_of(most):
        return []
    reach = max(least, LEAST)
    return [each.action for each, loss, error in ahead if each.worlds == worlds and loss + error >= reach]


def _of_trick(chances: JsonObject, trick: int) -> JsonObject:
    """How often all comes true, and what a card brings in its own trick: its places, or how often it wins."""
    if "met" in chances:
        wins = chances["tricks"].get(trick)
        return {"met": chances["met"]} | ({} if wins is None else {"wins": wins})
    places = chances["places"].get(trick)
    return {"fulfilled": chances["fulfilled"]} | ({} if places is None else {"places": places})


@lru_cache(maxsize=2)
def _decisions(line: str) -> list[Decision]:
    return decisions(Record.from_line(line))
