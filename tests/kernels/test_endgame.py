"""Exact endgames: kernels against a plain search through the engine's public calls."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from foretold.bots import prophecy_seer, seven_seer
from foretold.coach.open_hands import open_end
from foretold.games import Game, State
from foretold.games.unknown import hidden_bids
from foretold.kernels import warm
from foretold.kernels.outcomes import FULFILLED, POINTS, SHARE
from foretold.kernels.values import ProphecyValues, SevenValues
from tests.conftest import every_game
from tests.kernels.test_kernels import position_in_a_round


def best_end(state: State, rounds: int) -> State:
    """How the round ends if every seat plays for itself: for what it is ahead of the mean of the others."""
    if len(state.finished) > rounds:
        return state
    seat = state.actors[0]
    ends = [best_end(state.apply(seat, action), rounds) for action in state.legal(seat)]

    def ahead(end: State) -> int:
        points = end.finished[rounds].points
        return points[seat] * len(points) - sum(points)

    return max(ends, key=ahead)


@every_game
def test_endgames_are_exact(game: Game, request: pytest.FixtureRequest) -> None:
    rng = Random(f"endgame:{game!r}")
    assert warm.wait()
    for _ in range(6 if request.config.getoption("--long") else 2):
        state = last_tricks(game, rng)
        rounds = len(state.finished)
        assert open_end(state) == best_end(state, rounds).finished[rounds].points


def last_tricks(game: Game, rng: Random) -> State:
    """A state within the last tricks of some round."""
    while True:
        state = position_in_a_round(game, rng)
        rounds = len(state.finished)
        tricks = 2 if game.players <= 4 else 1
        while getattr(state.view(None), "tricks_left", 0) > tricks and len(state.finished) == rounds:
            seat = state.actors[0]
            state = state.apply(seat, rng.choice(state.legal(seat)))
        if len(state.finished) == rounds and state.phase == "tricks":
            return state


@every_game
def test_a_choice_is_worth_its_best_ending(game: Game, request: pytest.FixtureRequest) -> None:
    """In one world, the true one: points, what is fulfilled and the chance of the match are those of that end."""
    rng = Random(f"choice:{game!r}")
    for _ in range(6 if request.config.getoption("--long") else 2):
        state = last_tricks(game, rng)
        seat, rounds = state.actors[0], len(state.finished)
        view: Any = state.view(seat)
        values: Any = ProphecyValues(view, rng) if game.name == "prophecy" else SevenValues(view, rng)
        values.see(true_world(state, view))
        worth: Any = (prophecy_seer if game.name == "prophecy" else seven_seer).valuer(view, values)
        (outcomes,) = worth(np.arange(len(view.legal)), 1)
        for action, outcome in zip(view.legal, outcomes, strict=True):
            end = best_end(state.apply(seat, action), rounds)
            ended = end.finished[rounds]
            assert outcome[POINTS] == ended.points[seat]
            assert outcome[FULFILLED] == ended.fulfilled[seat]
            if end.over:
                assert outcome[SHARE] == (seat in end.winners) / len(end.winners)


def true_world(state: State, view: Any) -> Any:
    """The world as it is, by group."""
    game: Any = state.game
    seen: list[Any] = [state.view(seat) for seat in game.seats]
    held = [game.mask(other.hand) for seat, other in enumerate(seen) if seat != view.seat]
    if game.name == "prophecy":
        held += [game.mask(seen[seat].bids[seat].cards) for seat in hidden_bids(view)]
    own = () if game.name != "prophecy" else view.bids[view.seat].cards
    rest = game.whole & ~(game.mask(view.gone) | game.mask(view.hand) | game.mask(own) | sum(held))
    return np.array([[*held, rest]], np.int64)
