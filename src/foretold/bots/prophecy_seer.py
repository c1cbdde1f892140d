"""Search for Prophecy: every choice played out in the same worlds."""

from __future__ import annotations

from random import Random

import numpy as np

from foretold.bots.race import Budget, Standing, run_race
from foretold.cards import Action, Bid, Card, Play
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.view import ProphecyView
from foretold.kernels.positions import ProphecyPosition, shown_bids
from foretold.kernels.prophecy_bids import BEYOND, bid_habits, bid_scratch, bids_beyond, weigh_bids
from foretold.kernels.values import ProphecyValues

BIDS_WEIGHED = 48  # of up to 2,380: the likeliest,
BIDS_OF_A_VALUE = 8  # and not more than so many that say the same

Masks = tuple[int, ...]


def search(
    view: ProphecyView, rng: Random, budget: Budget, hands: Masks | None = None, bids: Masks | None = None
) -> list[Standing]:
    """The standing of the actions of `view.legal`, the best first; `hands` and `bids` where all of them are known."""
    game = view.rules
    values = ProphecyValues(view, rng, hands, bids)
    if view.phase == "bid":
        return _bid(view, values, budget)
    actions = [action for action in view.legal if isinstance(action, Play)]
    suits = game.title.suits
    named = [NO_SUIT if action.names is None else suits.index(action.names) for action in actions]
    cards, names = np.array([game.index[action.card] for action in actions]), np.array(named)
    return run_race(
        len(actions), lambda alive, count: values.plays(cards[alive], names[alive], count), budget, batch=32
    )


def _bid(view: ProphecyView, values: ProphecyValues, budget: Budget) -> list[Standing]:
    """The standings of the bids that are worth weighing."""
    habits, tables, trump = bid_habits(view.rules), values.position.tables, values.position.turn.trump
    likely = likely_bids(view, values.position)
    masks = np.array([mask for _, mask in likely], np.int64)
    beyond = bids_beyond(tables, values.position.own, values.shown, trump, masks)
    worth = np.interp(beyond, BEYOND, habits.worth)
    standings = run_race(
        len(likely),
        lambda alive, count: values.bids(masks[alive], count) + worth[alive],
        budget,
        batch=8,
        keep_half_after=2,
    )
    return [standing._replace(choice=likely[standing.choice][0]) for standing in standings]


def _cards(action: Action) -> tuple[Card, ...]:
    assert isinstance(action, Bid)
    return action.cards


def likely_bids(view: ProphecyView, position: ProphecyPosition) -> list[tuple[int, int]]:
    """The likeliest bids of `view.legal`, by number and as masks, of several values."""
    game = view.rules
    hand, trump = position.own, position.turn.trump
    room = bid_scratch()
    found = weigh_bids(position.tables, bid_habits(game), hand, hand, 0, shown_bids(view), trump, room)
    weights = np.diff(room.sums[:found], prepend=0.0)
    numbers = {game.mask(_cards(action)): number for number, action in enumerate(view.legal)}
    likely = []
    places = [BIDS_OF_A_VALUE] * (3 * game.bid_size + 1)
    for mask in room.bids[np.argsort(-weights, kind="stable")].tolist():
        number = numbers[mask]
        value = game.bid_of(_cards(view.legal[number]))
        if places[value]:
            places[value] -= 1
            likely.append((number, mask))
    return likely[:BIDS_WEIGHED]
