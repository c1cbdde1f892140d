"""The race of choices: nothing drops out by chance or for want of budget, and every kind stays."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import foretold
from foretold.bots.race import FEWEST_OF_MANY, SURE, Budget, Standing, Valuer, run_race
from foretold.bots.seer import search
from foretold.cards import Bid
from foretold.games.prophecy.view import ProphecyView
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.outcomes import COLUMNS, VALUE


def drawn_from(means: list[float], spread: float, seed: int, seen: dict[int, int] | None = None) -> Valuer:
    """Values that scatter about these means, each choice by itself; `seen` counts the worlds of each."""
    chance = np.random.default_rng(seed)

    def values(numbers: Numbers, count: int) -> Shares:
        outcomes = np.zeros((count, len(numbers), COLUMNS))
        outcomes[:, :, VALUE] = np.array(means)[numbers] + spread * chance.standard_normal((count, len(numbers)))
        for number in numbers.tolist():
            if seen is not None:
                seen[number] = seen.get(number, 0) + count
        return outcomes

    return values


def raced(means: list[float], seed: int, worlds: int, kinds: list[int]) -> list[Standing]:
    return run_race(range(len(means)), drawn_from(means, 2.0, seed), Budget(worlds, None), batch=8, kinds=kinds)


def test_the_best_of_many_is_found_however_it_begins() -> None:
    """Its first worlds may be bad ones: by halves it would be out in one race of three."""
    means = [0.4, *[0.0] * 47]
    won = sum(raced(means, seed, 2000, [0] * 48)[0].choice == 0 for seed in range(40))
    assert won >= 38


def test_a_choice_that_drops_out_is_behind_by_more_than_chance() -> None:
    standings = raced([0.0, *[-3.0] * 20, *[-0.1] * 20], 1, 400, [0] * 41)
    best = next(standing for standing in standings if standing.choice == 0)
    for standing in standings:
        if standing.worlds < 400:
            behind = best.outcomes[: standing.worlds, VALUE] - standing.outcomes[:, VALUE]
            assert standing.worlds >= FEWEST_OF_MANY
            assert behind.mean() > 0
    assert {standing.choice for standing in standings if standing.worlds == 400} >= {0}
    assert sum(standing.worlds == 400 for standing in standings if standing.choice > 20) > 15, f"within {SURE} errors"
    assert not any(standing.worlds == 400 for standing in standings if 1 <= standing.choice <= 20)


def test_the_best_of_every_kind_stays_to_the_end_and_comes_after_those_in_the_race() -> None:
    means = [1.0, 0.9, -9.0, -8.0, -5.0]
    standings = raced(means, 3, 500, [0, 0, 1, 1, 2])
    worlds = {standing.choice: standing.worlds for standing in standings}
    assert worlds[3] == worlds[4] == 500
    assert worlds[2] < 500
    assert [standing.choice for standing in standings[:2]] in ([0, 1], [1, 0])


def test_a_card_drops_out_only_when_it_is_surely_behind() -> None:
    seen: dict[int, int] = {}
    run_race([0, 1, 2], drawn_from([0.0, 0.0, -5.0], 1.0, 4, seen), Budget(320, None), batch=32)
    assert seen == {0: 320, 1: 320, 2: 32}


@pytest.mark.parametrize("seed", [1, 2])
def test_every_number_of_tricks_has_a_bid_in_the_race(seed: int) -> None:
    state = foretold.load("prophecy").start(seed=seed)
    view = state.view(state.actors[0])
    assert isinstance(view, ProphecyView)
    game = view.rules

    def number(choice: int) -> int:
        action = view.legal[choice]
        assert isinstance(action, Bid)
        return game.bid_of(action.cards)

    standings = search(view, Random(1), Budget(64, None), True)
    assert {number(standing.choice) for standing in standings if standing.worlds == 64} == set(
        map(number, range(len(view.legal)))
    )
