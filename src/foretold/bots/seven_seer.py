"""Search for Seven Prophecies: every choice played out in the same worlds."""

from __future__ import annotations

from random import Random

import numpy as np

from foretold.bots.race import Budget, Standing, run_race
from foretold.games.seven.view import SevenView
from foretold.kernels.positions import seven_position
from foretold.kernels.values import SevenValues


def search(view: SevenView, rng: Random, budget: Budget, hands: tuple[int, ...] | None = None) -> list[Standing]:
    """The standing of every action of `view.legal`, the best first; `hands` by seat where all of them are known."""
    game = view.rules
    values = SevenValues(seven_position(view), rng, hands)
    if view.phase == "prophecy":
        splits = np.array([game.packed[action] for action in view.legal], np.int64)
        return run_race(
            len(splits),
            lambda alive, count: values.prophecies(splits[alive], count),
            budget,
            batch=8,
            keep_half_after=2,
        )
    cards = np.array([game.bits[action] for action in view.legal], np.int64)
    return run_race(len(cards), lambda alive, count: values.plays(cards[alive], count), budget, batch=32)
