"""PettingZoo and OpenSpiel take a variant that was registered a moment ago."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from foretold.games.seven.edition import STANDARD
from tests.rules.run_time_variants import FIRST_TO_THREE, registered

TITLE, VARIANT = "seven-prophecies-2017", "first-to-three"


def test_pettingzoo_plays_it_to_the_target() -> None:
    pettingzoo = pytest.importorskip("foretold.adapters.pettingzoo")
    with registered(TITLE, VARIANT, FIRST_TO_THREE, 3):
        table = pettingzoo.env(TITLE, players=3, variant=VARIANT)
        table.reset(seed=1)
        rng = Random(1)
        while not any(table.terminations.values()) and not any(table.truncations.values()):
            mask = table.observe(table.agent_selection)["action_mask"]
            table.step(rng.choice(mask.nonzero()[0].tolist()))
        assert table.match.over == (max(table.match.scores) == 3)
        assert table.match.over or len(table.match.finished) == 50


def test_openspiel_plays_it_within_its_range_of_points() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("foretold.adapters.openspiel")
    with registered(TITLE, VARIANT, FIRST_TO_THREE, 3):
        game = pyspiel.load_game(f"foretold_seven_prophecies_2017(players=3,variant={VARIANT})")
        assert (game.min_utility(), game.max_utility()) == (0, 3)
        state, rng = game.new_initial_state(), Random(1)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        assert all(0 <= points <= 3 for points in state.returns())


def test_openspiel_takes_the_first_variant_of_a_title_that_had_none() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    openspiel = pytest.importorskip("foretold.adapters.openspiel")
    with registered("seven-prophecies", "long", replace(STANDARD, target=9), 4):
        openspiel.register_titles()
        game = pyspiel.load_game("foretold_seven_prophecies(variant=long)")
        assert game.max_utility() == 20  # five points in each of four rounds
    openspiel.register_titles()
