"""Search for Prophecy: every choice played out in the same worlds."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from foretold.bots.race import Budget, Standing, run_race
from foretold.cards import Play
from foretold.games import rebuild
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.view import ProphecyView
from foretold.kernels.positions import prophecy_position
from foretold.kernels.prophecy_search import value_bids, value_plays
from foretold.kernels.prophecy_sense import bid_miss, card_hope
from foretold.kernels.worlds import Worlds

MATCH_WEIGHT = 4.0  # points that a whole match is worth beside those of the round
BIDS_WEIGHED = 48  # of up to 2,380: those whose value is nearest to what the rest of the hand promises


class ProphecySearch:
    """One decision of a seat of Prophecy; `hands` and `bids` by seat where it sees them all."""

    def __init__(
        self,
        view: ProphecyView,
        rng: Random,
        hands: tuple[int, ...] | None = None,
        bids: tuple[int, ...] | None = None,
    ) -> None:
        assert view.seat is not None
        self.view, self.seat, self.rng = view, view.seat, rng
        self.game: Any = rebuild(view.game, view.players, view.options)
        self.position = prophecy_position(view)
        self.hands, self.bids = hands, bids
        self.worlds = Worlds(self.position.unknown)

    def draw(self, count: int) -> tuple[Any, Any]:
        """Worlds as rows of hands and of bids, by seat."""
        if self.hands is not None:
            return np.array([self.hands] * count, np.int64), np.array([self.bids] * count, np.int64)
        drawn = self.worlds.draw(count, self.rng)
        others = self.view.players - 1
        bids = np.tile(self.position.bids, (count, 1))
        for group, seat in enumerate(self.position.hidden_bids, others):
            bids[:, seat] = drawn[:, group]
        return np.insert(drawn[:, :others], self.seat, self.position.own, axis=1), bids

    def bid(self, budget: Budget) -> list[Standing]:
        """The standings of the bids of `view.legal` that are worth weighing."""
        at = self.position
        likely = self._likely_bids()
        bits = self.game.bits
        masks = np.array(
            [sum(bits[card] for card in self.view.legal[i].cards) for i in likely],  # type: ignore[attr-defined]
            np.int64,
        )

        def values(alive: Any, count: int) -> Any:
            found = np.empty((count, len(alive)))
            value_bids(
                at.tables,
                self.seat,
                at.trump,
                at.leader,
                at.gone,
                *self.draw(count),
                masks[alive],
                at.scores,
                at.fulfilled,
                at.last_round,
                MATCH_WEIGHT,
                self.rng.getrandbits(60),
                found,
            )
            return found

        standings = run_race(len(likely), values, budget, batch=8, keep_half_after=2)
        return [standing._replace(choice=likely[standing.choice]) for standing in standings]

    def _likely_bids(self) -> list[int]:
        at, view = self.position, self.view
        unseen = self.game.whole & ~(at.gone | at.own)
        against = min(1.0, (view.players - 1) * view.tricks_left / (unseen.bit_count() + 0.001))
        above = [int(mask) for mask in at.tables.above]
        index = self.game.index
        hopes = {card: card_hope(index[card], at.trump, unseen, against, view.players, above) for card in view.hand}
        values = {card: index[card] // 14 for card in view.hand}
        total = sum(hopes.values())

        def miss(number: int) -> float:
            cards = view.legal[number].cards  # type: ignore[attr-defined]
            return bid_miss(total - sum([hopes[card] for card in cards]), sum([values[card] for card in cards]))

        return sorted(range(len(view.legal)), key=miss)[:BIDS_WEIGHED]

    def play(self, budget: Budget) -> list[Standing]:
        """The standing of every action of `view.legal`."""
        at = self.position
        actions = [action for action in self.view.legal if isinstance(action, Play)]
        cards = np.array([self.game.index[action.card] for action in actions], np.int64)
        suits = self.game.title.suits
        named = [NO_SUIT if action.names is None else suits.index(action.names) for action in actions]
        names = np.array(named, np.int64)

        def values(alive: Any, count: int) -> Any:
            found = np.empty((count, len(alive)))
            value_plays(
                at.tables,
                self.seat,
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
                *self.draw(count),
                cards[alive],
                names[alive],
                at.scores,
                at.fulfilled,
                at.last_round,
                MATCH_WEIGHT,
                self.rng.getrandbits(60),
                found,
            )
            return found

        return run_race(len(actions), values, budget, batch=32)
