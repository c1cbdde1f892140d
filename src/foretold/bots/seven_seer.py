"""Search for Seven Prophecies: every choice is played out in the same worlds."""

from __future__ import annotations

from random import Random

import numpy as np

from foretold.bots.effort import CARD_BATCH, CHOICE_BATCH, TOKENS_MOVED
from foretold.bots.greedy import GreedyBot
from foretold.bots.race import Budget, Standing, Valuer, run_race
from foretold.cards import Action, Prophesy
from foretold.games.seven.edition import PROPHECIES
from foretold.games.seven.view import SevenView
from foretold.kernels.values import SevenValues


def search(view: SevenView, rng: Random, budget: Budget, hands: tuple[int, ...] | None = None) -> list[Standing]:
    """Races the actions of `view.legal` and returns their standings, best first; `hands` by seat if all are known."""
    worth = valuer(view, SevenValues(view, rng, hands))
    if view.phase != "prophecy":
        return run_race(range(len(view.legal)), worth, budget, batch=CARD_BATCH)
    likely = likely_prophecies(view)
    return run_race(likely, worth, budget, batch=CHOICE_BATCH, kinds=[0] * len(likely))


def likely_prophecies(view: SevenView) -> list[int]:
    """Returns the prophecies in the search, by index in `view.legal`: all, or those similar to that of `greedy`."""
    if TOKENS_MOVED >= PROPHECIES:
        return list(range(len(view.legal)))
    usual = _tokens(GreedyBot().choose(view, Random(0)))
    moved = [sum(abs(a - b) for a, b in zip(_tokens(prophecy), usual, strict=True)) // 2 for prophecy in view.legal]
    return [number for number, tokens in enumerate(moved) if tokens <= TOKENS_MOVED]


def _tokens(action: Action) -> tuple[int, ...]:
    assert isinstance(action, Prophesy)
    return action.tokens


def valuer(view: SevenView, values: SevenValues) -> Valuer:
    """Returns a function that plays out actions of `view.legal`, by index, in so many worlds."""
    game = view.rules
    if view.phase == "prophecy":
        splits = np.array([game.packed[action] for action in view.legal], np.int64)
        return lambda numbers, count: values.prophecies(splits.take(numbers), count)
    cards = np.array([game.bits[action] for action in view.legal], np.int64)
    return lambda numbers, count: values.plays(cards.take(numbers), count)
