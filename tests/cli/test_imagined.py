"""What a seat was told makes a match again that looks the same from there."""

from __future__ import annotations

import random

import pytest

import foretold
from foretold.cli.terminal.reconstruction import imagined
from tests.conftest import chosen


@pytest.mark.parametrize("seat", chosen([0, 2], 2))
@pytest.mark.parametrize("game", ["seven-prophecies", "seven-prophecies-2017", "prophecy"])
def test_the_reconstructed_match_has_the_view_of_the_real_one(game: str, seat: int) -> None:
    rules = foretold.load(game, players=4)
    chance = random.Random(f"{game} {seat}")
    state, looked = rules.start(seed=chance.randrange(2**32)), 0
    while not state.over:
        mover = chance.choice(state.actors)
        state = state.apply(mover, chance.choice(state.legal(mover)))
        view = state.view(seat)
        if len(view.chosen) in (0, 4) and (chance.random() < 0.2 or state.over):  # else somebody chooses
            looked += 1
            assert imagined(rules, seat, view.to_dict()["history"]).view(seat) == view
    assert looked > 5
