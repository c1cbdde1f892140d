"""Kernels read what a scoring says: a variant that was registered a moment ago is played by them as any other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import foretold
from foretold.games.seven.game import SevenGame
from foretold.kernels.matches import match_again, play_matches
from foretold.kernels.positions import seven_position
from tests.rules.run_time_variants import FIRST_TO_THREE, registered

MATCH, SCORE, WON = 0, 10, 12  # columns of a row


@pytest.fixture
def first_to_three() -> Iterator[SevenGame]:
    with registered("seven-prophecies-2017", "first-to-three", FIRST_TO_THREE, 3) as game:
        yield game


def test_matches_of_kernels_and_engine_end_at_the_target(first_to_three: SevenGame) -> None:
    rows = play_matches(first_to_three, "greedy", 1, range(30))
    for number in range(30):
        last = rows[rows[:, MATCH] == number][-3:]
        assert last[:, SCORE].max() == 3
        state = match_again(first_to_three, "greedy", 1, number)
        assert state.over
        assert state.scores == tuple(last[:, SCORE])
        assert state.winners == tuple(seat for seat in range(3) if last[seat, WON])


def test_seer_and_greedy_play_a_round(first_to_three: SevenGame) -> None:
    state, rng = first_to_three.start(seed=3), Random(3)
    bots = [foretold.bot("seer", worlds=2), foretold.bot("greedy"), foretold.bot("greedy")]
    assert seven_position(state.view(0)).tables.target == 3
    while not state.finished:
        seat = state.actors[0]
        state = state.apply(seat, bots[seat].choose(state.view(seat), rng))
    assert foretold.replay(state.record(), seed=3) == state
