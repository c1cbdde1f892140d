"""The chance to win a match between its rounds, from totals alone."""

from __future__ import annotations

import numpy as np

from foretold.games import Game
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.game import SevenGame
from foretold.games.state import State
from foretold.kernels.equity import seven_equity
from foretold.kernels.prophecy_equity import FARTHEST, prophecy_equity


def chances(state: State) -> tuple[float, ...]:
    """Returns each seat's chance to win before a deal; after the match its share of the victory."""
    players = state.game.players
    if state.over:
        return tuple(1 / len(state.winners) if seat in state.winners else 0.0 for seat in range(players))
    if not state.finished:
        return (1 / players,) * players
    raw = [_chance(state.game, state.scores, len(state.finished), seat) for seat in range(players)]
    return tuple(chance / sum(raw) for chance in raw)


def _chance(game: Game, scores: tuple[int, ...], done: int, seat: int) -> float:
    others = [score for other, score in enumerate(scores) if other != seat]
    if isinstance(game, SevenGame):
        table = seven_equity(game)
        place = 0
        for score in (scores[seat], *others):
            place = place * table.size + min(max(score - table.lowest, 0), table.size - 1)
        return float(table.shares[min(done, len(table.shares) - 1), place])
    assert isinstance(game, ProphecyGame)
    equity = prophecy_equity(game)
    ahead = equity.ahead[len(game.wheel) - done]
    distances = np.clip([scores[seat] - score for score in others], -FARTHEST, FARTHEST) + FARTHEST
    return float(equity.weights @ ahead[:, distances].prod(axis=1))
