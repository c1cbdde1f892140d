"""What-if lines: they leave a match at some point and continue with the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from foretold.cards import Seed
from foretold.games.game import Game
from foretold.games.state import State
from foretold.records import Event


@dataclass(frozen=True)
class WhatIf:
    """The branch point of a what-if line: the first `step` deals and actions are kept, others decide from there.

    The record has been verified. Rounds that the match had are dealt as they were, later ones from the seed.
    """

    game: Game
    taken: tuple[Event, ...]
    step: int
    seed: Seed

    @cached_property
    def acts(self) -> tuple[tuple[int, str], ...]:
        """Returns the actions that are kept, each with its seat."""
        return tuple((event["seat"], event["action"]) for event in self.taken[: self.step] if "action" in event)

    @cached_property
    def happened(self) -> State:
        """Returns how the match ended, or where its record breaks off."""
        state = self.game.start()
        for event in self.taken:
            state = state.deal(event["deal"]) if "deal" in event else state.apply(event["seat"], event["action"])
        return state

    @cached_property
    def round(self) -> int:
        """Returns the number of the round in which the line leaves the match."""
        return self.start().round

    def deal(self, state: State) -> State:
        """Deals the next round if one is due."""
        if not state.awaits_deal:
            return state
        dealt = [event["deal"] for event in self.taken if "deal" in event]
        number = len(state.finished)
        return state.deal(dealt[number]) if number < len(dealt) else state.seeded(self.seed)

    def start(self) -> State:
        """Returns the match at the branch point."""
        state = self.deal(self.game.start())
        for seat, action in self.acts:
            state = self.deal(state.apply(seat, action))
        return state


def deals_and_actions(events: Sequence[Event]) -> list[Event]:
    """Returns the events of a record that are steps of its replay, without the results."""
    return [event for event in events if "deal" in event or "action" in event]
