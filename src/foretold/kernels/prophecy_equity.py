"""Match equity of Prophecy between rounds, approximated, since there are too many totals for a table.

Points still to come are taken as normally distributed, with the measured spread. A table has the chance to stay ahead
of one other seat.
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
FARTHEST = 80  # maximum difference of two totals
SWING = 5.0  # standard deviation of a seat's points in a round where nothing was measured


class ProphecyEquity(NamedTuple):
    """The chance to stay ahead, by node of Gauss-Hermite quadrature, and the weights of the nodes."""

    ahead: Shares  # of one other seat, by rounds left, node of own points to come, and distance + FARTHEST
    weights: Shares  # of nodes


@lru_cache(maxsize=16)
def prophecy_equity(game: ProphecyGame) -> ProphecyEquity:
    """Builds the table of a game."""
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
