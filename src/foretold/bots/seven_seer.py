"""Search for Seven Prophecies: every choice played out in the same worlds."""

from __future__ import annotations

from random import Random

import numpy as np

from foretold.bots.race import Budget, Standing, Valuer, run_race
from foretold.games.seven.view import SevenView
from foretold.kernels.values import SevenValues


def search(view: SevenView, rng: Random, budget: Budget, hands: tuple[int, ...] | None = None) -> list[Standing]:
    """The standing of every action of `view.legal`, the best first; `hands` by seat where all of them are known."""
    values = valuer(view, SevenValues(view, rng, hands))
    if view.phase == "prophecy":
        return run_race(len(view.legal), values, budget, batch=8, keep_half_after=2)
    return run_race(len(view.legal), values, budget, batch=32)


def valuer(view: SevenView, values: SevenValues) -> Valuer:
    """What comes of actions of `view.legal`, by number, in so many worlds."""
    game = view.rules
    if view.phase == "prophecy":
        splits = np.array([game.packed[action] for action in view.legal], np.int64)
        return lambda numbers, count: values.prophecies(splits[numbers], count)
    cards = np.array([game.bits[action] for action in view.legal], np.int64)
    return lambda numbers, count: values.plays(cards[numbers], count)
