"""A player's own mistakes as puzzles: decisions of a review that lost much."""

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
    """A decision that lost much: its event in the record, its mark, and the action taken."""

    event: int
    mark: str
    action: str
    actions: tuple[Choice, ...]

    def puzzle(self, record: Record) -> Puzzle:
        """Returns the puzzle that asks for the better choice, in the match up to that point."""
        game = load(record.game, record.players, options=record.options)
        cut = Record(record.game, record.players, record.events[: self.event], record.options)
        seat = int(record.events[self.event]["seat"])
        return Puzzle(cut, seat, kind_of(game.parse(self.action)), self.actions, self.action, 1.0)

    def step(self, record: Record) -> int:
        """Returns the number of deals and actions of the match before it."""
        return len(deals_and_actions(record.events[: self.event]))


def mistakes(review: Mapping[str, object], seats: Collection[int]) -> Iterator[Mistake]:
    """Yields the mistakes and blunders of these seats in a review, as `foretold review --json` prints it.

    A puzzle asks for points, so decisions where most points and the best chance to win differ are skipped.
    """
    decisions = review["decisions"]
    assert isinstance(decisions, list)
    for decision in decisions:
        if decision["seat"] in seats and decision["mark"] in MISTAKES:
            choices = tuple(_choices(decision))
            if choices:
                yield Mistake(decision["event"], decision["mark"], decision["action"], choices)


def _choices(decision: JsonObject) -> list[Choice]:
    """Returns the choices by points, most first; nothing if the first was played or is not also best for the match."""
    best, *others = sorted(decision["actions"], key=lambda choice: -choice["points"])
    most = max(choice["match"] for choice in decision["actions"])
    if best["action"] == decision["action"] or most - best["match"] > AS_GOOD * best["error"]["match"]:
        return []
    return [
        Choice(choice["action"], choice["points"], choice["match"], choice["error"]["points"])
        for choice in (best, *others)
    ]
