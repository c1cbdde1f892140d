"""Match equity of Prophecy between rounds, approximated: it has too many totals for a table.

The points still to come are normal, as wide as was measured, and a table has the chance to stay ahead of one other
seat.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.polynomial.hermite import hermgauss

from foretold.calibration import calibration
from foretold.games.prophecy.game import ProphecyGame
from foretold.kernels.arrays import Shares

NODES = 12  # of own points still to come
FARTHEST = 80  # points between two totals, at the most
SWING = 5.0  # points by which a round differs for a seat, where nothing was measured


class ProphecyEquity(NamedTuple):
    """The chance to stay ahead, and what to weigh it with."""

    ahead: Shares  # by rounds left, node of own points to come, and distance + FARTHEST: ahead of one other seat
    weights: Shares  # of nodes


@lru_cache(maxsize=16)
def prophecy_equity(game: ProphecyGame) -> ProphecyEquity:
    """The table of a game."""
    known = calibration(game)
    swing = SWING if known is None else known.swing
    nodes, weights = hermgauss(NODES)
    distances = np.arange(-FARTHEST, FARTHEST + 1)
    rounds = game.rounds or 1
    ahead = np.empty((rounds, NODES, len(distances)))
    for left in range(rounds):
        width = swing * sqrt(max(left, 0.01))
        for node, own in enumerate(nodes * sqrt(2.0)):
            ahead[left, node] = [0.5 + 0.5 * erf((own + distance / width) / sqrt(2.0)) for distance in distances]
    return ProphecyEquity(ahead, weights / weights.sum())
