"""How beatable `seer` is: what is watched, what is learned from it, what that gains."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import foretold
from foretold.arena.response import (
    Gain,
    Responder,
    Seen,
    Trial,
    add_up,
    learn,
    points_ahead,
    respond,
    watch,
)
from foretold.bots.learning import near_the_best
from foretold.bots.seer import SeerBot
from foretold.bots.signs import PARTS, part_of, signs_of

NAMES = ["seven-prophecies", "prophecy"]


def small(name: str) -> Trial:
    return Trial(foretold.load(name, players=3), worlds=3, seed=5)


@pytest.mark.parametrize("name", NAMES)
def test_every_part_of_a_round_is_watched_and_the_same_seed_gives_the_same(name: str) -> None:
    (seen,), (again,) = (list(watch(small(name), range(4, 5))) for _ in range(2))
    assert {0, 1, PARTS - 1} <= {each.part for each in seen} <= set(range(PARTS + 1))
    for part in range(PARTS + 1):
        assert len({len(each.best) for each in seen if each.part == part}) <= 1
    assert all(np.isfinite([each.best, each.apart]).all() and each.match == 4 for each in seen)
    assert 0 < sum(each.apart.any() for each in seen) < len(seen)
    assert [(each.part, each.beyond) for each in seen] == [(each.part, each.beyond) for each in again]


def test_what_came_of_a_choice_is_its_seats_points_above_the_mean_of_the_others() -> None:
    assert points_ahead((5, 1, 0), 0) == 4.5
    assert points_ahead((5, 1, 0), 2) == -3.0


@pytest.mark.parametrize("name", NAMES)
def test_signs_tell_choices_apart(name: str) -> None:
    state = foretold.load(name).start(seed=3)
    view: Any = state.view(state.actors[0])
    bot = SeerBot(worlds=4)
    bot.choose(view, Random(1))
    signs = [signs_of(view, standing) for standing in bot.standings]
    assert part_of(view) == 0
    assert [each[0] for each in signs] == [standing.value for standing in bot.standings]
    assert len({tuple(each) for each in signs}) > len(signs) / 2


def rows(weights: list[float], noise: float, count: int = 4000) -> list[Seen]:
    """Of every other choice, which is not the best, some signs differ; those of the position count as well."""
    rng = np.random.default_rng(1)
    best, apart = rng.normal(size=(2, count, len(weights)))
    apart[::2] = 0
    beyond = 0.5 + 0.4 * best[:, 0] + apart @ np.array(weights) + noise * rng.normal(size=count)
    return [Seen(number // 20, 1, best[number], apart[number], float(beyond[number])) for number in range(count)]


def test_what_is_there_is_learned_and_what_is_not_is_not() -> None:
    found = learn(rows([0.3, 0.0, -0.2], noise=1.0))[1]
    assert found == pytest.approx([0.3, 0.0, -0.2], abs=0.07)
    nothing = learn(rows([0.0, 0.0, 0.0], noise=1.0))[1]
    assert np.abs(nothing).max() < 0.05


@pytest.mark.parametrize("name", NAMES)
def test_who_has_learned_nothing_chooses_as_seer_does_and_who_has_otherwise(name: str) -> None:
    state = small(name).game.start(seed=3)
    view: Any = state.view(state.actors[0])
    seer = SeerBot(worlds=6).choose(view, Random(1))
    assert Responder(6, {}).choose(view, Random(1)) == seer
    weights = np.zeros(len(next(iter(watch(small(name), range(1))))[0].best))
    assert Responder(6, {0: weights}).choose(view, Random(1)) == seer
    weights[0] = -100.0  # what is worse looks better, of what may be tried
    responder = Responder(6, {0: weights})
    chosen = responder.choose(view, Random(1))
    worst = min(near_the_best(responder.standings), key=lambda each: each.value)
    assert chosen == view.legal[worst.choice]


def test_the_one_that_responds_has_every_seat_once() -> None:
    trial = small("prophecy")
    (gain,) = respond(trial, {}, range(1))
    assert gain.rounds == 3 * 8
    assert gain.other == 0
    assert gain.choices > 0
    assert 0 <= gain.share <= 1


def test_figures_are_means_with_intervals_over_deals() -> None:
    gains = [Gain(10, ahead, share, (4, 9), 1, 20) for ahead, share in ((5.0, 0.5), (-1.0, 0.25), (2.0, 0.0))]
    found = add_up(gains, players=4)
    assert found.rounds == 30
    assert found.ahead == pytest.approx(0.2)
    assert found.ahead_interval == pytest.approx(1.96 * 3 / 3**0.5 / 10)
    assert found.share == pytest.approx(0.25)
    assert list(found.fulfilled) == pytest.approx([0.4, 0.3])
    assert found.other == pytest.approx(0.05)


def test_the_script_learns_goes_on_and_says_what_it_gained(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "scripts" / "best-response"
    command = [sys.executable, str(script), "seven-prophecies", "--players=3", "--worlds=2", "--deals=2"]
    kept = tmp_path / "rows.npz"
    for watched in (1, 2):
        found = subprocess.run(
            [*command, f"--watch={watched}", f"--rows={kept}"], capture_output=True, text=True, check=True
        )
        assert f"{watched} matches watched" in found.stdout
    assert "ahead " in found.stdout.splitlines()[-1]
