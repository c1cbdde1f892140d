"""Match equity of Seven Prophecies between rounds: the chance to win by totals and finished rounds.

Computed by backward induction over all totals, from round results measured among strong players. Where nothing was
measured, chances fall with the distance to the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from foretold.calibration import calibration
from foretold.games.seven.game import SevenGame
from foretold.kernels.arrays import Shares

LOWEST = -6  # lower totals count as this
STAGES = 12  # rounds of an unbounded match: so far from the end, chances hardly change any more


class SevenEquity(NamedTuple):
    """The first seat's share by finished rounds and everybody's totals, its own first, encoded as one index."""

    lowest: int  # lowest total
    size: int  # number of totals from there on
    shares: Shares  # by finished rounds, and totals as digits


@lru_cache(maxsize=16)
def seven_equity(game: SevenGame) -> SevenEquity:
    """Builds the table of a game."""
    scoring = game.scoring
    lowest = 0 if game.floor == 0 else LOWEST
    rounds = game.rounds if game.rounds is not None else STAGES
    highest = scoring.target - 1 if scoring.target is not None else max(0, scoring.most * (rounds - 1))
    size = highest - lowest + 1
    known = calibration(game)
    whole = np.empty((rounds, size**game.players))
    if known is None or not known.results:
        totals = _grid(range(lowest, highest + 1), game.players)
        whole[:] = _falling(totals, 3.0 if scoring.most > 2 else 1.5).ravel()
        return SevenEquity(lowest, size, whole)
    after = np.zeros((size,) * game.players)
    for done in range(rounds - 1, -1, -1):
        after = _before(game, known.results, after, lowest, size, last=game.rounds is not None and done == rounds - 1)
        whole[done] = after.ravel()
    if game.rounds is None:
        whole[:] = whole[0]
    return SevenEquity(lowest, size, whole)


def _grid(totals: range, players: int) -> Shares:
    """Returns all combinations of totals; the last axis is the seat."""
    return np.stack(np.meshgrid(*[np.array(totals, float)] * players, indexing="ij"), axis=-1)


def _falling(totals: Shares, width: float) -> Shares:
    weights = np.exp((totals - totals.max(axis=-1, keepdims=True)) / width)
    shares: Shares = weights[..., 0] / weights.sum(axis=-1)
    return shares


def _before(
    game: SevenGame, results: Mapping[tuple[int, ...], int], after: Shares, lowest: int, size: int, last: bool
) -> Shares:
    """Computes the shares before a round from those after it, by totals."""
    least, most = game.scoring.least, game.scoring.most
    players = game.players
    totals = _grid(range(lowest + least, lowest + size + most), players)
    if game.floor is not None:
        totals = np.maximum(totals, game.floor)
    best = totals.max(axis=-1)
    first = totals[..., 0] == best
    reached = first / (totals == best[..., None]).sum(axis=-1)
    inside = np.clip(totals - lowest, 0, size - 1).astype(np.int64)
    going_on = after[tuple(inside[..., seat] for seat in range(players))]
    over = np.ones(best.shape, bool) if last else best >= (game.scoring.target or np.inf)
    worth = np.where(over, reached, going_on)
    expected = np.zeros((size,) * players)
    whole = sum(results.values())
    for points, count in results.items():
        ways = list(permutations(points))
        for way in ways:
            expected += count / len(ways) * worth[tuple(slice(gain - least, gain - least + size) for gain in way)]
    return expected / whole
