"""Exact endgames: kernels against a plain search through the engine's public calls."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from foretold.games import Game, State
from foretold.kernels import endgame
from foretold.kernels.positions import prophecy_position, seven_position
from tests.conftest import GAMES
from tests.kernels.test_kernels import hands_of, position_in_a_round


def plain_endgame(state: State, rounds: int) -> tuple[int, ...]:
    """The points of the round if every seat plays for itself: what it is ahead of the mean of the others."""
    if len(state.finished) > rounds:
        return state.finished[rounds].points
    seat = state.actors[0]
    found = [plain_endgame(state.apply(seat, action), rounds) for action in state.legal(seat)]
    return max(found, key=lambda points: points[seat] * len(points) - sum(points))


def kernel_endgame(state: State) -> tuple[int, ...]:
    game: Any = state.game
    view: Any = state.view(None)
    if game.name == "prophecy":
        at = prophecy_position(view)
        choices: Any = sorted(state._choices)
        bids = np.array([game.bid_of(choice.action.cards) for choice in choices], np.int64)
        packed = endgame.prophecy_endgame(at.tables, at.turn, hands_of(state), at.won, bids)
    else:
        seven = seven_position(view)
        left = sum(int(tokens) << 16 * seat for seat, tokens in enumerate(seven.left))
        trick = sum(int(seven.trick[i]) << 9 * i for i in range(seven.turn.order))
        packed = endgame.seven_endgame(seven.tables, seven.turn, hands_of(state), left, trick)
    return tuple(endgame.points_of(packed, seat) for seat in game.seats)


@pytest.mark.parametrize("family", ["seven", "prophecy"])  # these kernels are compiled anew in each process
def test_endgames_are_exact(family: str, request: pytest.FixtureRequest) -> None:
    for game in [game for game in GAMES if (game.name == "prophecy") == (family == "prophecy")]:
        check_endgames(game, 6 if request.config.getoption("--long") else 2)


def check_endgames(game: Game, positions: int) -> None:
    rng = Random(f"endgame:{game!r}")
    checked = 0
    while checked < positions:
        state = position_in_a_round(game, rng)
        rounds = len(state.finished)
        tricks = 2 if game.players <= 4 else 1
        while getattr(state.view(None), "tricks_left", 0) > tricks and len(state.finished) == rounds:
            seat = state.actors[0]
            state = state.apply(seat, rng.choice(state.legal(seat)))
        if len(state.finished) > rounds or state.phase != "tricks":
            continue
        assert kernel_endgame(state) == plain_endgame(state, rounds)
        checked += 1
