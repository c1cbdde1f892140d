"""Own mistakes as puzzles: decisions of a review that lost much, to be found better."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from foretold.coach.puzzles import Choice, Puzzle, kind_of
from foretold.games import load
from foretold.games.what_if import deals_and_actions
from foretold.json_types import JsonObject
from foretold.records import Record

MISTAKES = ("mistake", "blunder")
AS_GOOD = 2.0  # standard errors within which a choice is as good as the best


class Mistake(NamedTuple):
    """A decision that lost much: its event in the record, what it is called, and what was played."""

    event: int
    mark: str
    action: str
    actions: tuple[Choice, ...]

    def puzzle(self, record: Record) -> Puzzle:
        """The question of what was better, in the match up to there."""
        game = load(record.game, record.players, options=record.options)
        cut = Record(record.game, record.players, record.events[: self.event], record.options)
        seat = int(record.events[self.event]["seat"])
        return Puzzle(cut, seat, kind_of(game.parse(self.action)), self.actions, self.action, 1.0)

    def step(self, record: Record) -> int:
        """How many deals and actions of the match come before it."""
        return len(deals_and_actions(record.events[: self.event]))


def mistakes(review: Mapping[str, object], seats: Collection[int]) -> Iterator[Mistake]:
    """The mistakes and blunders of these seats in a review, as `foretold review --json` prints it.

    A puzzle asks for points: those in which most points and the best chance to win are not the same are left out.
    """
    decisions = review["decisions"]
    assert isinstance(decisions, list)
    for told in decisions:
        if told["seat"] in seats and told["mark"] in MISTAKES:
            choices = tuple(_choices(told))
            if choices:
                yield Mistake(told["event"], told["mark"], told["action"], choices)


def _choices(told: JsonObject) -> list[Choice]:
    """What was weighed by points, the most first; nothing where that is not also best for the match, or was played."""
    best, *others = sorted(told["actions"], key=lambda each: -each["points"])
    most = max(each["match"] for each in told["actions"])
    if best["action"] == told["action"] or most - best["match"] > AS_GOOD * best["error"]["match"]:
        return []
    return [Choice(each["action"], each["points"], each["match"], each["error"]["points"]) for each in (best, *others)]
