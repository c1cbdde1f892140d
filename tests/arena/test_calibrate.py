"""What raw values mean, measured: plans, lines, files, and the command that makes them."""

from __future__ import annotations

import json
from collections import Counter
from math import exp
from pathlib import Path
from random import Random

import pytest

import foretold
from foretold.arena.calibrate import Plan, Played, Row, falling, fit, play_matches
from foretold.arena.calibrated import measure
from foretold.calibration import BEND, Calibration, calibration, log_odds
from foretold.cli import main
from foretold.games import Game
from tests.conftest import every_game

SMALL = ["calibrate", "seven-prophecies", "--players=3", "--games=2", "--worlds=2", "--seed=5"]


def planted(rows: int = 6000, bend: float = 0.0, steeper: float = 0.0) -> list[Played]:
    """Matches in which what came is less than was promised, by a known line; and some that count for nothing."""
    rng = Random(1)
    found = []
    for number in range(rows):
        strong = number % 3
        points, chance = rng.uniform(0, 4), rng.uniform(0.05, 0.95)
        got = 0.5 * points - 0.2 * strong + rng.gauss(0, 0.3)
        odds = log_odds(chance)
        above = (bend + steeper * strong) * max(0.0, odds - BEND)
        true = 1 / (1 + exp(-(0.8 * odds + above - 0.5 * strong)))
        came = rng.random() < true
        row = Row(
            1, number % 2, strong, True, False, 1000 * points, chance, chance, round(1000 * got), came, float(came)
        )
        left_out = [row._replace(got_points=9000, got=not came, choice=False), row._replace(got=not came, exact=True)]
        found.append(Played(number, [row, *left_out], [], 1))
    return found


def test_the_lines_are_those_that_were_planted_in_decisions_that_are_read_with_them() -> None:
    plan = Plan(foretold.load("prophecy", players=3), 1, 0, 1)
    known = fit(plan, planted(18_000), {})
    for phase in (0, 1):
        for strong in range(3):
            shift, slope = known.points[phase][strong]
            assert slope == pytest.approx(0.5, abs=0.02)
            assert shift == pytest.approx(-200 * strong, abs=60)
            shift, slope, above = known.chances[phase][strong]
            assert slope == pytest.approx(0.8, abs=0.12)
            assert shift == pytest.approx(-0.5 * strong, abs=0.25)
            assert above == pytest.approx(0.8, abs=0.35)


def test_a_line_that_bends_does_so_and_never_falls() -> None:
    plan = Plan(foretold.load("prophecy", players=3), 1, 0, 1)
    known = fit(plan, planted(bend=-0.8), {})
    for raw in (0.2, 0.5, 0.8, 0.9):
        odds = log_odds(raw)
        true = 1 / (1 + exp(-(0.8 * min(odds, BEND) - 0.5)))
        assert known.chance_of(raw, 0, 1) == pytest.approx(true, abs=0.05)
    read = [fit(plan, planted(1500, bend=-3.0), {}).chance_of(raw / 20, 0, 1) for raw in range(21)]
    assert read == sorted(read)


def test_companies_that_lie_apart_may_meet_where_it_is_nearly_sure() -> None:
    plan = Plan(foretold.load("prophecy", players=3), 1, 0, 1)
    known = fit(plan, planted(36_000, steeper=0.25), {})
    for strong in range(3):
        for raw in (0.6, 0.85, 0.93):
            odds = log_odds(raw)
            true = 1 / (1 + exp(-(0.8 * odds + 0.25 * strong * max(0.0, odds - BEND) - 0.5 * strong)))
            assert known.chance_of(raw, 0, strong) == pytest.approx(true, abs=0.025)


@pytest.mark.parametrize("came", [True, False])
def test_few_rows_of_which_all_or_none_came_true_leave_chances_within_bounds(came: bool) -> None:
    plan = Plan(foretold.load("prophecy", players=3), 1, 0, 1)
    chances = (0.0, 0.2, 0.9, 1.0, 1.0)
    rows = [Row(1, 0, 2, True, False, 1.0, chance, chance, 1, came, float(came)) for chance in chances]
    known = fit(plan, [Played(0, rows, [], 1)], {})
    for raw in (0.0, 0.5, 1.0):
        assert 0 < known.chance_of(raw, 0, 2) < 1
        assert 0 < known.share_of(raw, 0, 2) < 1


def test_what_was_fitted_is_right_on_average_and_says_so() -> None:
    plan = Plan(foretold.load("prophecy", players=3), 1, 0, 1)
    every = planted()
    matches = [match._replace(rows=match.rows[:1]) for match in every]
    known = fit(plan, matches, {})
    truth = measure(plan.game, known, matches)
    assert all(abs(each["calibrated"]) < 1 < abs(each["raw"]) for each in truth["points"])
    for company in truth["companies"]:
        assert company["r2"][1] > company["r2"][0]
        assert company["off"][1] < 0.03
    assert all(0 < each["interval"] < 1 for each in truth["match"]), "matches differ in what came of them"
    told = [each["rows"] for each in measure(plan.game, known, every)["points"]]
    assert sum(told) == 2 * len(every), "where there is nothing to choose nobody is told anything"


def test_every_company_sits_down_as_often_whatever_plays() -> None:
    plan = Plan(foretold.load("seven-prophecies", players=3), 2, 7, 2)
    matches = list(play_matches(plan, range(plan.matches), None, 1))
    assert Counter(len(plan.strong(number)) for number in range(plan.matches)) == {1: 6, 2: 2, 3: 2}
    assert list(play_matches(plan, range(plan.matches), None, 1)) == matches
    assert all(bool(match.results) == (match.rows[0].strong == 2) for match in matches)
    again = [Played.from_dict(json.loads(json.dumps(match.to_dict())), match.number) for match in matches]
    assert again == matches


def test_rows_are_kept_and_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, out = tmp_path / "rows.jsonl", tmp_path / "c.json"
    assert main([*SMALL, f"--rows={rows}", f"--out={out}", "--json"]) == 0
    whole, fitted = rows.read_bytes(), out.read_text("utf-8")
    capsys.readouterr()
    lines = whole.splitlines(keepends=True)
    rows.write_bytes(b"".join(lines[:4]) + lines[4][:50])
    assert main([*SMALL, f"--rows={rows}"]) == 2
    assert "--resume" in capsys.readouterr().err
    assert main([*SMALL, f"--rows={rows}", "--resume", f"--out={out}"]) == 0
    assert rows.read_bytes() == whole
    assert out.read_text("utf-8") == fitted
    found = json.loads(fitted)
    assert found["command"] == "foretold calibrate seven-prophecies --players 3 --games 2 --worlds 2 --seed 5"
    assert found["seed"] == 5
    assert Calibration.from_dict(found).to_text() == fitted
    assert main([*SMALL[:2], "--players=4", f"--rows={rows}", "--resume"]) == 2


@pytest.mark.parametrize("wrong", [["--games=0"], ["--resume"], ["--check", "--out=x"]])
def test_wrong_use_is_one_sentence(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, *wrong]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@every_game
def test_every_game_is_calibrated_and_no_reading_ever_falls(game: Game) -> None:
    known = calibration(game)
    assert known is not None
    assert {"command", "commit", "seed"} <= set(known.made)
    assert 0 in known.points
    for table in (known.points, known.chances, known.match):
        for lines in table.values():
            assert len(lines) == game.players
            assert all(slope >= 0 for _, *slopes in lines for slope in slopes)
    for strong in range(game.players):
        for phase in range(15):  # also those that were never met
            assert known.points_of(2, phase, strong) >= known.points_of(1, phase, strong)
            assert 0 < known.share_of(0.5, phase % 9, strong) < 1
            read = [known.chance_of(raw / 20, phase, strong) for raw in range(21)]
            assert read == sorted(read)
            assert all(0 <= each <= 1 for each in read)


@pytest.mark.parametrize("strong", [0.5, 1.25])
def test_half_strong_company_is_between(strong: float) -> None:
    known = calibration(foretold.load("seven-prophecies"))
    assert known is not None
    low, high = int(strong), int(strong) + 1
    between = sorted([known.points_of(2, 1, low), known.points_of(2, 1, high)])
    assert between[0] <= known.points_of(2, 1, strong) <= between[1]


@pytest.mark.parametrize(
    ("means", "expected"),
    [
        ([(3.0, 1), (2.0, 1), (1.0, 1)], [3, 2, 1]),
        ([(1.0, 3), (2.0, 1), (0.0, 1)], [1.25, 1.25, 0]),
        ([(0.0, 0), (-1.0, 2), (0.0, 0), (-2.0, 1), (0.0, 0)], [-1, -1, -1, -2, -2]),
        ([(0.0, 0), (0.0, 0)], [0, 0]),
    ],
)
def test_means_never_rise_and_of_nothing_are_as_those_beside(
    means: list[tuple[float, int]], expected: list[float]
) -> None:
    assert falling(means) == expected
