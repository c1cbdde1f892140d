"""Search for Prophecy: every choice is played out in the same worlds."""

from __future__ import annotations

from random import Random

import numpy as np

from foretold.bots.effort import BIDS_OF_A_VALUE, BIDS_WEIGHED, CARD_BATCH, CHOICE_BATCH
from foretold.bots.race import Budget, Standing, Valuer, run_race
from foretold.cards import Action, Bid, Card, Play
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.view import ProphecyView
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bidding_model import habits_of, worth_of
from foretold.kernels.outcomes import VALUE
from foretold.kernels.prophecy_bids import bid_scratch, weigh_bids
from foretold.kernels.values import ProphecyValues

Masks = tuple[int, ...]

CAUTION = 1.3  # factor on the worth of bids: a trick too low costs little, one too high much


def search(
    view: ProphecyView,
    rng: Random,
    budget: Budget,
    hands: Masks | None = None,
    bids: Masks | None = None,
    unbiased: bool = False,
) -> list[Standing]:
    """Races the actions of `view.legal` and returns their standings, best first; `hands` and `bids` if all are
    known.

    `unbiased` omits the caution: figures shown to people don't reflect how `seer` prefers to bid.
    """
    values = ProphecyValues(view, rng, hands, bids)
    worth = valuer(view, values, 1.0 if unbiased else CAUTION)
    if view.phase != "bid":
        return run_race(range(len(view.legal)), worth, budget, batch=CARD_BATCH)
    likely = likely_bids(view, values)
    numbers = [view.rules.bid_of(_cards(view.legal[number])) for number in likely]
    return run_race(likely, worth, budget, batch=CHOICE_BATCH, kinds=numbers)


def valuer(view: ProphecyView, values: ProphecyValues, caution: float = 1.0) -> Valuer:
    """Returns a function that plays out actions of `view.legal`, by index, in so many worlds."""
    game = view.rules
    if view.phase == "bid":
        return _bid_valuer(view, values, caution)
    suits = game.title.suits
    plays = [action if isinstance(action, Play) else None for action in view.legal]  # None: a surrender
    cards = np.array([-1 if play is None else game.index[play.card] for play in plays], np.int64)
    names = np.array(
        [NO_SUIT if not play or play.names is None else suits.index(play.names) for play in plays], np.int64
    )
    return lambda numbers, count: values.plays(cards.take(numbers), names.take(numbers), count)


def _bid_valuer(view: ProphecyView, values: ProphecyValues, caution: float) -> Valuer:
    """Like `valuer`, for bids; their value is corrected by what such bids score among these players."""
    masks = np.array([view.rules.mask(_cards(action)) for action in view.legal], np.int64)
    worth = caution * worth_of(view, masks)

    def outcomes(numbers: Numbers, count: int) -> Shares:
        played = values.bids(masks.take(numbers), count)
        played[:, :, VALUE] += worth.take(numbers)
        return played

    return outcomes


def _cards(action: Action) -> tuple[Card, ...]:
    assert isinstance(action, Bid)
    return action.cards


def likely_bids(view: ProphecyView, values: ProphecyValues) -> list[int]:
    """Returns the likeliest bids of `view.legal`, by index, with at least one for every number of tricks."""
    game, position = view.rules, values.position
    hand, trump = position.own, position.turn.trump
    room = bid_scratch()
    habits = habits_of((True,) * view.players)
    count = weigh_bids(position.tables, habits, position.seat, hand, hand, 0, values.shown, trump, room)
    weights = np.diff(room.sums[:count], prepend=0.0)
    numbers = {game.mask(_cards(action)): number for number, action in enumerate(view.legal)}
    first: list[int] = []
    likely: list[int] = []
    places = [BIDS_OF_A_VALUE] * (3 * game.bid_size + 1)
    for mask in room.bids.take(np.argsort(-weights, kind="stable")).tolist():
        number = numbers[mask]
        value = game.bid_of(_cards(view.legal[number]))
        if places[value]:
            (first if places[value] == BIDS_OF_A_VALUE else likely).append(number)
            places[value] -= 1
    return [*first, *likely][: max(BIDS_WEIGHED, len(first))]
