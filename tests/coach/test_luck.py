"""Luck without bias: among strong players neither the cards nor the others favour anybody on average."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import pytest

import foretold
from foretold.arena.calibrate import even_shift
from foretold.arena.luck_check import (
    FEW,
    MANY,
    Loss,
    LuckPlan,
    Reviewed,
    parts_of,
    review_matches,
    without_bias,
)
from foretold.calibration import Calibration, calibration
from foretold.cli import main
from foretold.coach.between_rounds import chances
from foretold.games import Game
from tests.conftest import GAME_IDS, GAMES, random_states, some_games

STRONG = 64  # worlds that players think with, as those by which values were calibrated
SEED = 7_001  # of no match that anything was fitted to
SHORT = "seven-prophecies-3-standard"
STANDARD = [
    pytest.param(game, id=id, marks=[] if id == SHORT else [pytest.mark.long])
    for game, id in zip(GAMES, GAME_IDS, strict=True)
    if id.endswith("standard")
]


def check(parts: list[float]) -> None:
    """Within two standard errors of 0."""
    assert abs(mean(parts)) <= 2 * stdev(parts) / sqrt(len(parts)), (mean(parts), stdev(parts) / sqrt(len(parts)))


@pytest.mark.parametrize("game", STANDARD)
def test_luck_favours_nobody_among_strong_players(game: Game, request: pytest.FixtureRequest) -> None:
    """With --long over 300 matches of every title and player count."""
    count = 300 if request.config.getoption("--long") else 16
    matches = [parts_of(game, SEED, number, STRONG, FEW) for number in range(count)]
    check([parts.cards for parts in matches])
    check([parts.others for parts in matches])


@pytest.mark.long
def test_a_bias_is_seen_in_a_small_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what was measured the same matches fail: cards seem to be bad, and others to help."""
    game = foretold.load("seven-prophecies", players=3)
    known = calibration(game)
    assert known is not None
    biased = replace(known, starts={}, par={})
    for module in ("foretold.bots.calibrated", "foretold.coach.review"):
        monkeypatch.setattr(f"{module}.calibration", lambda game: biased)
    matches = [parts_of(game, SEED, number, STRONG, FEW) for number in range(16)]
    with pytest.raises(AssertionError):
        check([parts.cards for parts in matches])
    with pytest.raises(AssertionError):
        check([parts.others for parts in matches])


@some_games
def test_shares_between_rounds_add_up_to_one(game: Game) -> None:
    for state in random_states(game, 5, rounds=3):
        before = chances(state)
        assert sum(before) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in before)


def test_a_shift_makes_shares_even() -> None:
    odds_now = [0.05, 0.1, 0.2, 0.4, 0.6]
    shift = even_shift(odds_now, 0.25)
    odds = [share / (1 - share) * 2.718281828459045**shift for share in odds_now]
    assert mean(odd / (1 + odd) for odd in odds) == pytest.approx(0.25)


def planted(number: int) -> Reviewed:
    """Chances that are told too low, and losses that grow with one over the root of the worlds."""
    losses = [Loss(trick, 0.01 + 0.1 / sqrt(FEW), 0.01 + 0.1 / sqrt(MANY), False) for trick in (0, 3)]
    return Reviewed(number, [[0.1, 0.2, 0.3]], [*losses, Loss(9, 0.02, 0.02, True)])


def test_the_fit_recovers_planted_starts_and_par() -> None:
    game = foretold.load("seven-prophecies", players=3)
    known = calibration(game)
    assert known is not None
    unbiased = without_bias(game, known, [planted(number) for number in range(4)], {"seed": 1})
    assert unbiased.par_of("choice", 400) == pytest.approx(0.01 + 0.1 / 20, abs=1e-4)
    assert unbiased.par_of("choice", None) == pytest.approx(0.01, abs=1e-4)
    drawn, exact = unbiased.par_of("play", MANY), unbiased.par_of("play", None)
    assert (drawn + exact) / 2 == pytest.approx((0.01 + 0.1 / sqrt(MANY) + 0.02) / 2, abs=1e-4)
    assert unbiased.starts == {0: pytest.approx(even_shift([0.1, 0.2, 0.3], 1 / 3), abs=1e-4)}
    again = Calibration.from_dict(json.loads(unbiased.to_text()))
    assert (again.starts, again.par) == (unbiased.starts, unbiased.par)
    assert again.made["luck"] == {"seed": 1}
    assert (again.points, again.chances, again.match) == (known.points, known.chances, known.match)


def test_too_few_matches_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "luck.json"
    assert main(["calibrate", "seven-prophecies", "--luck", "--games=2", f"--out={out}"]) == 2
    assert "40" in capsys.readouterr().err


def test_the_command_is_repeatable_and_adds_its_fit_to_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foretold.arena.luck_check.FEWEST_MATCHES", 2)
    game = foretold.load("seven-prophecies", players=3)
    plan = LuckPlan(game, 2, 5, 2)
    matches = list(review_matches(plan, range(2), None, 1))
    again = [Reviewed.from_dict(json.loads(json.dumps(match.to_dict())), match.number) for match in matches]
    assert again == matches
    assert {loss.trick > 0 for loss in matches[0].losses} == {True, False}
    assert {loss.trick for loss in matches[1].losses} == {0}, "of most matches only the prophecies are reviewed"
    out = tmp_path / "luck.json"
    given = ["calibrate", game.name, "--players=3", "--luck", "--games=2", "--worlds=2", "--seed=5", "--jobs=1"]
    assert main([*given, f"--out={out}"]) == 0
    known = calibration(game)
    assert known is not None
    written = Calibration.from_dict(json.loads(out.read_text("utf-8")))
    assert written.par == without_bias(game, known, matches, {}).par
    assert written.match == known.match
    assert "--luck" in written.made["luck"]["command"]
