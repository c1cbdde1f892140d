"""Search for Seven Prophecies: every choice played out in the same worlds."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from foretold.bots.race import Budget, Standing, run_race
from foretold.games.seven.view import SevenView
from foretold.kernels.positions import seven_position
from foretold.kernels.seven_search import value_plays, value_prophecies
from foretold.kernels.worlds import Worlds

MATCH_WEIGHT = 2.0  # points that a whole match is worth beside those of the round


class SevenSearch:
    """One decision of a seat of Seven Prophecies; `hands` by seat where it sees them all."""

    def __init__(self, view: SevenView, rng: Random, hands: tuple[int, ...] | None = None) -> None:
        assert view.seat is not None
        self.view, self.seat, self.rng = view, view.seat, rng
        self.position = seven_position(view)
        self.hands = hands
        self.worlds = Worlds(self.position.unknown)

    def draw(self, count: int) -> Any:
        """Worlds as rows of hands by seat."""
        if self.hands is not None:
            return np.array([self.hands] * count, np.int64)
        drawn = self.worlds.draw(count, self.rng)
        return np.insert(drawn[:, : self.view.players - 1], self.seat, self.position.own, axis=1)

    def prophesy(self, budget: Budget) -> list[Standing]:
        """The standing of every prophecy of `view.legal`."""
        at = self.position
        starter = int(self.view.starter or 0)

        def values(alive: Any, count: int) -> Any:
            found = np.empty((count, len(alive)))
            value_prophecies(
                at.tables,
                self.seat,
                at.row,
                starter,
                at.gone,
                self.draw(count),
                at.tables.splits[alive],
                at.scores,
                at.last_round,
                MATCH_WEIGHT,
                self.rng.getrandbits(60),
                found,
            )
            return found

        return run_race(len(at.tables.splits), values, budget, batch=8, keep_half_after=2)

    def play(self, budget: Budget) -> list[Standing]:
        """The standing of every card of `view.legal`."""
        at = self.position
        index = {str(card): i for i, card in enumerate(self.view.hand)}
        bits = _bits(at.own)
        choices = np.array([bits[index[action]] for action in self.view.legal], np.int64)

        def values(alive: Any, count: int) -> Any:
            found = np.empty((count, len(alive)))
            value_plays(
                at.tables,
                self.seat,
                at.row,
                at.played,
                at.order,
                at.leader,
                at.gone,
                at.trick,
                at.left,
                at.voids,
                self.draw(count),
                choices[alive],
                at.scores,
                at.edges,
                at.last_round,
                MATCH_WEIGHT,
                self.rng.getrandbits(60),
                found,
            )
            return found

        return run_race(len(choices), values, budget, batch=32)


def _bits(mask: int) -> list[int]:
    """The cards of a mask as bits, in deck order."""
    return [1 << i for i in range(mask.bit_length()) if mask >> i & 1]
