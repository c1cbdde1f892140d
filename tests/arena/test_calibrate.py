"""What raw values mean, measured: plans, lines, files, and the command that makes them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import stdev

import pytest

import foretold
from foretold.arena.calibrate import (
    HeldOut,
    Plan,
    Played,
    Prior,
    Row,
    falling,
    fit,
    held_out,
    log_losses,
    play_matches,
)
from foretold.arena.calibration_check import measure
from foretold.calibration import BEND, Calibration, calibration, log_odds
from foretold.cli import main
from foretold.games import Game
from tests.conftest import GAME_IDS, GAMES, chosen, every_game

SMALL = ["calibrate", "seven-prophecies", "--players=3", "--games=2", "--worlds=2", "--seed=5"]


def planted(rows: int = 6000, bend: float = 0.0, steeper: float = 0.0) -> list[Played]:
    """Matches in which what came is less than was promised, by a known line; and some that count for nothing."""
    rng = Random(1)
    results = []
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
        results.append(Played(number, [row, *left_out], [], 1))
    return results


def test_the_fit_recovers_the_lines_that_made_the_data() -> None:
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


def test_a_bent_line_is_fitted_and_never_falls() -> None:
    plan = Plan(foretold.load("prophecy", players=3), 1, 0, 1)
    known = fit(plan, planted(bend=-0.8), {})
    for raw in (0.2, 0.5, 0.8, 0.9):
        odds = log_odds(raw)
        true = 1 / (1 + exp(-(0.8 * min(odds, BEND) - 0.5)))
        assert known.chance_of(raw, 0, 1) == pytest.approx(true, abs=0.05)
    read = [fit(plan, planted(1500, bend=-3.0), {}).chance_of(raw / 20, 0, 1) for raw in range(21)]
    assert read == sorted(read)


def test_lines_of_different_companies_may_meet_near_certainty() -> None:
    plan = Plan(foretold.load("prophecy", players=3), 1, 0, 1)
    known = fit(plan, planted(36_000, steeper=0.25), {})
    for strong in range(3):
        for raw in (0.6, 0.85, 0.93):
            odds = log_odds(raw)
            true = 1 / (1 + exp(-(0.8 * odds + 0.25 * strong * max(0.0, odds - BEND) - 0.5 * strong)))
            assert known.chance_of(raw, 0, strong) == pytest.approx(true, abs=0.025)


@pytest.mark.parametrize("came", [True, False])
def test_chances_stay_within_bounds_if_all_or_none_of_few_rows_came_true(came: bool) -> None:
    plan = Plan(foretold.load("prophecy", players=3), 1, 0, 1)
    chances = (0.0, 0.2, 0.9, 1.0, 1.0)
    rows = [Row(1, 0, 2, True, False, 1.0, chance, chance, 1, came, float(came)) for chance in chances]
    known = fit(plan, [Played(0, rows, [], 1)], {})
    for raw in (0.001, 0.5, 0.999):
        assert 0 < known.chance_of(raw, 0, 2) < 1
        assert 0 < known.share_of(raw, 0, 2) < 1


def test_a_fit_is_right_on_average_and_reports_it() -> None:
    plan = Plan(foretold.load("prophecy", players=3), 1, 0, 1)
    every = planted()
    matches = [match._replace(rows=match.rows[:1]) for match in every]
    known = fit(plan, matches, {})
    truth = measure(plan.game, known, matches)
    assert all(abs(point["calibrated"]) < 1 < abs(point["raw"]) for point in truth["points"])
    for company in truth["companies"]:
        assert company["r2"][1] > company["r2"][0]
        assert company["off"][1] < 0.03
    assert all(0 < point["interval"] < 1 for point in truth["match"]), "matches differ in what came of them"
    counts = [point["rows"] for point in measure(plan.game, known, every)["points"]]
    assert sum(counts) == 2 * len(every), "where there is nothing to choose nobody is told anything"


def test_every_company_is_seated_equally_often() -> None:
    plan = Plan(foretold.load("seven-prophecies", players=3), 2, 7, 2)
    matches = list(play_matches(plan, range(plan.matches), None, 1))
    assert Counter(len(plan.strong(number)) for number in range(plan.matches)) == {1: 6, 2: 2, 3: 2}
    assert list(play_matches(plan, range(plan.matches), None, 1)) == matches
    assert all(bool(match.results) == (match.rows[0].strong == 2) for match in matches)
    again = [Played.from_dict(json.loads(json.dumps(match.to_dict())), match.number) for match in matches]
    assert again == matches


def test_rows_are_kept_and_continued(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foretold.arena.calibrate.FEWEST_ROUNDS", 1)
    monkeypatch.setattr("foretold.arena.calibrate.HeldOut.worse", False)
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
    result = json.loads(fitted)
    assert result["command"] == "foretold calibrate seven-prophecies --players 3 --games 2 --worlds 2 --seed 5"
    assert result["seed"] == 5
    assert Calibration.from_dict(result).to_text() == fitted
    assert main([*SMALL[:2], "--players=4", f"--rows={rows}", "--resume"]) == 2


def test_a_fit_from_too_few_rounds_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "few.json"
    assert main([*SMALL, f"--out={out}"]) != 0
    assert "100" in capsys.readouterr().err
    assert out.read_text("utf-8") == ""


def test_a_fit_worse_than_the_nearest_game_is_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foretold.arena.calibrate.FEWEST_ROUNDS", 1)
    monkeypatch.setattr("foretold.arena.calibrate.HeldOut.worse", True)
    out = tmp_path / "worse.json"
    assert main([*SMALL, f"--out={out}"]) != 0
    assert "log loss" in capsys.readouterr().err
    assert out.read_text("utf-8") == ""


def test_held_out_matches_show_whether_a_fit_learned_something() -> None:
    """What was planted is far from the prior; what follows the prior leaves nothing to learn but chance."""
    game = foretold.load("prophecy", players=3)
    plan, prior = Plan(game, 1, 0, 1), Prior.of(game)
    assert prior is not None
    learned = held_out(plan, planted(6000), prior)
    assert learned.fitted < learned.prior - 0.005
    assert not learned.worse
    assert HeldOut(0.5, 0.51).worse


def test_few_rows_keep_to_the_nearest_game_and_many_outweigh_it() -> None:
    game = foretold.load("prophecy", players=3)
    plan, prior = Plan(game, 1, 0, 1), Prior.of(game)
    assert prior is not None
    as_prior, few, many = prior.as_it_is({}), fit(plan, planted(30), {}, prior), fit(plan, planted(60_000), {}, prior)
    for raw in (0.2, 0.5, 0.9):
        for strong in range(3):
            said = as_prior.chance_of(raw, 1, strong)
            assert few.chance_of(raw, 1, strong) == pytest.approx(said, abs=0.03)
            true = 1 / (1 + exp(-(0.8 * log_odds(raw) - 0.5 * strong)))
            assert many.chance_of(raw, 1, strong) == pytest.approx(true, abs=0.03)


def test_matches_that_all_end_alike_do_not_make_a_fit_diverge() -> None:
    """All matches of one company ended alike: that made every share 0 once."""
    game = foretold.load("prophecy", players=6, variant="short")
    rows = [Row(1, phase, strong, True, False, 2.0, 0.4, 0.2, 0, False, 0.0) for phase in (1, 2) for strong in range(6)]
    fitted = fit(Plan(game, 1, 0, 1), [Played(number, rows, [], 5) for number in range(4)], {}, Prior.of(game))
    assert not fitted.diverged()
    wild = replace(fitted, match={**fitted.match, 0: [(-144.0, 2.0)] * 6})
    assert wild.diverged() == [f"match 0 {strong}" for strong in range(6)]


@every_game
def test_no_file_has_diverged(game: Game) -> None:
    """An even chance and an even share are told as something between 2 % and 98 %."""
    known = calibration(game)
    assert known is not None
    assert known.diverged() == []
    if "held_out" in known.made:
        assert not HeldOut(*known.made["held_out"]).worse


GUARDED = chosen(range(len(GAMES)), GAME_IDS.index("seven-prophecies-3-standard"))


@pytest.mark.parametrize("number", GUARDED)
def test_no_file_is_worse_than_the_nearest_game(number: int, request: pytest.FixtureRequest) -> None:
    """The log loss of its chances on other deals is no worse than the prior's, but for what chance leaves open."""
    game = GAMES[number]
    known, prior = calibration(game), Prior.of(game)
    assert known is not None
    assert prior is not None
    plan = Plan(game, 16, 997, 1, fresh=100)
    count = (12 if request.config.getoption("--long") else 2) * len(plan.strong_seats)
    matches = list(play_matches(plan, range(count), None, 1))
    nearest = prior.as_it_is({})
    apart = [loss - priors for loss, priors in (log_losses(match, known, nearest) for match in matches)]
    error = stdev(apart) / sqrt(len(apart))
    assert sum(apart) / len(apart) <= 2 * error + 0.002 * sum(len(match.rows) for match in matches) / len(matches)


def test_without_matches_the_nearest_game_is_written(tmp_path: Path) -> None:
    out = tmp_path / "nearest.json"
    given = ["calibrate", "prophecy", "--players=6", "--variant=short", "--nearest", f"--out={out}"]
    assert main(given) == 0
    known, whole = Calibration.from_dict(json.loads(out.read_text("utf-8"))), calibration(foretold.load("prophecy", 6))
    assert whole is not None
    assert known.made["prior"] == "prophecy-6.json"
    assert known.made["rounds"] == 0
    assert known.chance_of(0.5, 3, 2) == whole.chance_of(0.5, 3, 2)
    assert known.share_of(1 / 6, 4, 5) == whole.share_of(1 / 6, 4, 5)


@pytest.mark.parametrize("wrong", [["--check", "--luck"], ["--games=0"], ["--resume"], ["--check", "--out=x"]])
def test_wrong_usage_is_answered_in_one_sentence(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
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
            assert 0 < known.share_of(0.5, phase % 9, strong, start=True) < 1
            read = [known.chance_of(raw / 20, phase, strong) for raw in range(21)]
            assert read == sorted(read)
            assert all(0 <= value <= 1 for value in read)


@pytest.mark.parametrize("strong", [0.5, 1.25])
def test_half_strong_company_lies_in_between(strong: float) -> None:
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
def test_means_never_rise_and_empty_cells_take_their_neighbours(
    means: list[tuple[float, int]], expected: list[float]
) -> None:
    assert falling(means) == expected
