"""Search for Prophecy: every choice played out in the same worlds."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from foretold.bots.race import Budget, Standing, run_race
from foretold.cards import Bid, Play
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.view import ProphecyView
from foretold.kernels.positions import ProphecyPosition, prophecy_position
from foretold.kernels.prophecy_sense import bid_miss, card_hope
from foretold.kernels.values import ProphecyValues

BIDS_WEIGHED = 48  # of up to 2,380: those whose value is nearest to what the rest of the hand promises

Masks = tuple[int, ...]


def search(
    view: ProphecyView, rng: Random, budget: Budget, hands: Masks | None = None, bids: Masks | None = None
) -> list[Standing]:
    """The standing of the actions of `view.legal`, the best first; `hands` and `bids` where all of them are known."""
    game = view.rules
    position = prophecy_position(view)
    values = ProphecyValues(position, rng, hands, bids)
    if view.phase == "bid":
        return _bid(game, view, position, values, budget)
    actions = [action for action in view.legal if isinstance(action, Play)]
    suits = game.title.suits
    named = [NO_SUIT if action.names is None else suits.index(action.names) for action in actions]
    cards, names = np.array([game.index[action.card] for action in actions]), np.array(named)
    return run_race(
        len(actions), lambda alive, count: values.plays(cards[alive], names[alive], count), budget, batch=32
    )


def _bid(
    game: Any, view: ProphecyView, position: ProphecyPosition, values: ProphecyValues, budget: Budget
) -> list[Standing]:
    """The standings of the bids that are worth weighing."""
    likely = likely_bids(game, view, position)
    masks = np.array([game.mask(_cards(view.legal[i])) for i in likely], np.int64)
    standings = run_race(
        len(likely), lambda alive, count: values.bids(masks[alive], count), budget, batch=8, keep_half_after=2
    )
    return [standing._replace(choice=likely[standing.choice]) for standing in standings]


def _cards(action: Any) -> Any:
    assert isinstance(action, Bid)
    return action.cards


def likely_bids(game: Any, view: ProphecyView, position: ProphecyPosition) -> list[int]:
    """The bids of `view.legal`, by number, whose value is nearest to what the rest of the hand promises."""
    unseen = game.whole & ~(position.gone | position.own)
    against = min(1.0, (view.players - 1) * view.tricks_left / (unseen.bit_count() + 0.001))
    hopes, values = {}, {}
    for card in view.hand:
        index = game.index[card]
        hopes[card] = card_hope(index, position.trump, unseen, against, view.players, game.above)
        values[card] = index // 14
    total = sum(hopes.values())

    def miss(number: int) -> float:
        cards = _cards(view.legal[number])
        return bid_miss(total - sum([hopes[card] for card in cards]), sum([values[card] for card in cards]))

    return sorted(range(len(view.legal)), key=miss)[:BIDS_WEIGHED]
