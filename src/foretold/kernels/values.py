"""What choices are worth to a seat: drawn worlds, the choices played out in each, the values as a matrix."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from foretold.kernels import prophecy_search, seven_search
from foretold.kernels.positions import ProphecyPosition, SevenPosition
from foretold.kernels.worlds import Worlds

SEVEN_MATCH_WEIGHT = 2.0  # points that a whole match is worth beside those of the round
PROPHECY_MATCH_WEIGHT = 4.0


class SevenValues:
    """The worth of choices in Seven Prophecies; `hands` by seat, as masks, where all of them are known."""

    def __init__(self, position: SevenPosition, rng: Random, hands: tuple[int, ...] | None = None) -> None:
        self.position, self.rng, self.hands = position, rng, hands
        self.worlds = Worlds(position.unknown)

    def draw(self, count: int) -> Any:
        """Worlds as rows of hands by seat."""
        if self.hands is not None:
            return np.array([self.hands] * count, np.int64)
        at = self.position
        drawn = self.worlds.draw(count, self.rng)
        return np.insert(drawn[:, : at.tables.players - 1], at.seat, at.own, axis=1)

    def prophecies(self, splits: Any, count: int) -> Any:
        """Values by world and split (packed tokens)."""
        at = self.position
        values = np.empty((count, len(splits)))
        seven_search.value_prophecies(
            at.tables,
            at.seat,
            at.row,
            at.leader,
            at.gone,
            self.draw(count),
            np.asarray(splits, np.int64),
            at.scores,
            at.last_round,
            SEVEN_MATCH_WEIGHT,
            self.rng.getrandbits(60),
            values,
        )
        return values

    def plays(self, cards: Any, count: int) -> Any:
        """Values by world and card (a bit)."""
        at = self.position
        values = np.empty((count, len(cards)))
        seven_search.value_plays(
            at.tables,
            at.seat,
            at.row,
            at.played,
            at.order,
            at.leader,
            at.gone,
            at.trick,
            at.left,
            at.voids,
            self.draw(count),
            np.asarray(cards, np.int64),
            at.scores,
            at.edges,
            at.last_round,
            SEVEN_MATCH_WEIGHT,
            self.rng.getrandbits(60),
            values,
        )
        return values


class ProphecyValues:
    """The worth of choices in Prophecy; `hands` and `bids` by seat, as masks, where all of them are known."""

    def __init__(
        self,
        position: ProphecyPosition,
        rng: Random,
        hands: tuple[int, ...] | None = None,
        bids: tuple[int, ...] | None = None,
    ) -> None:
        self.position, self.rng, self.hands, self.bids_laid = position, rng, hands, bids
        self.worlds = Worlds(position.unknown)

    def draw(self, count: int) -> tuple[Any, Any]:
        """Worlds as rows of hands and of bids, by seat."""
        if self.hands is not None:
            return np.array([self.hands] * count, np.int64), np.array([self.bids_laid] * count, np.int64)
        at = self.position
        drawn = self.worlds.draw(count, self.rng)
        others = at.tables.players - 1
        bids = np.tile(at.bids, (count, 1))
        for group, seat in enumerate(at.hidden_bids, others):
            bids[:, seat] = drawn[:, group]
        return np.insert(drawn[:, :others], at.seat, at.own, axis=1), bids

    def bids(self, masks: Any, count: int) -> Any:
        """Values by world and bid (a mask)."""
        at = self.position
        values = np.empty((count, len(masks)))
        hands, bids = self.draw(count)
        prophecy_search.value_bids(
            at.tables,
            at.seat,
            at.trump,
            at.leader,
            at.gone,
            hands,
            bids,
            np.asarray(masks, np.int64),
            at.scores,
            at.fulfilled,
            at.last_round,
            PROPHECY_MATCH_WEIGHT,
            self.rng.getrandbits(60),
            values,
        )
        return values

    def plays(self, cards: Any, names: Any, count: int) -> Any:
        """Values by world and card (an index), with the suit that it names if it leads."""
        at = self.position
        values = np.empty((count, len(cards)))
        hands, bids = self.draw(count)
        prophecy_search.value_plays(
            at.tables,
            at.seat,
            at.trump,
            at.tricks_left,
            at.order,
            at.lead,
            at.best,
            at.best_seat,
            at.before,
            at.gone,
            at.surrendered,
            at.won,
            at.voids,
            hands,
            bids,
            np.asarray(cards, np.int64),
            np.asarray(names, np.int64),
            at.scores,
            at.fulfilled,
            at.last_round,
            PROPHECY_MATCH_WEIGHT,
            self.rng.getrandbits(60),
            values,
        )
        return values
