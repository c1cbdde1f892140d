"""Training of `student`, end to end with few rounds, and best responses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from foretold.adapters.lessons import GREEDY, OWN, TRIED, Lesson, Lessons, card_inputs, plain_table
from foretold.bots.student_nets import CARDS, networks, parse
from foretold.games import load
from foretold.research.best_response import best_response
from foretold.research.tasks import TASKS
from foretold.research.training import Group, Kept, Learner, Student, learn_rows, measure, pair_of, repeat, train
from tests.cli.running import clean_environment, in_process, text_of

pytestmark = pytest.mark.slow  # compiles the kernels of lessons


def test_a_network_learns_what_is_better() -> None:
    chance = np.random.default_rng(1)
    learner = Learner(3, 8, 4, 1, chance)
    losses = []
    for _ in range(300):
        rows = chance.normal(size=(64, 3)).astype(np.float32)
        lesson = Lesson(rows, rows[:, 0] - np.abs(rows[:, 1]), np.arange(0, 65, 4))
        losses.append(learn_rows(learner, lesson, 1e-2))
    assert np.mean(losses[-20:]) < 0.2 * np.mean(losses[:5])


@pytest.mark.parametrize(("title", "players"), [("seven-prophecies", 3), ("prophecy", 3)])
def test_lessons_record_what_each_choice_brings(title: str, players: int) -> None:
    """Choices of one decision differ in what they bring, and the best is worth no less than that of `greedy`."""
    game = load(title, players)
    pair = Student(game, np.random.default_rng(2)).pair
    lessons = Lessons(game, 16, seed=3)
    going_on = np.array([GREEDY, GREEDY, OWN, OWN])
    choices = lessons.choices(pair, pair, going_on)
    assert len(choices.values) == 16 * TRIED
    assert (choices.splits is not None) == (title != "prophecy")
    assert len(lessons.cards(pair, pair, going_on).values) == 0  # nobody plays a card yet
    while lessons.choosing.any():
        lessons.table.step(lessons.table.greedy_actions())
    cards = lessons.cards(pair, pair, going_on)
    assert len(cards.rows) == len(cards.values) == cards.starts[-1] > 16
    assert np.isfinite(cards.rows).all()
    assert np.ptp(cards.values) > 0


@pytest.mark.parametrize(("title", "players"), [("seven-prophecies", 4), ("seven-prophecies-2017", 3)])
def test_a_lesson_has_the_points_of_the_round_continued_by_greedy(title: str, players: int) -> None:
    game = load(title, players)
    pair = Student(game, np.random.default_rng(2)).pair
    lessons = Lessons(game, 16, seed=4)
    table = lessons.table
    for _ in range(3 * players + 1):  # the prophecies, and some tricks
        table.step(table.greedy_actions())
    cards = lessons.cards(pair, pair, np.full(4, GREEDY))
    assert len(cards.starts) == 17, "forced cards are skipped: every table has a choice"
    seats = table.player.copy()
    table.step(table.mask.argmax(axis=1))
    running = np.ones(16, bool)
    while True:
        for at in np.flatnonzero(running & (table.ends != 0)):
            points = table.results[at, :players]
            others = (points.sum() - points[seats[at]]) / (players - 1)
            assert cards.values[cards.starts[at]] == pytest.approx(points[seats[at]] - others)
        running &= table.ends == 0
        if not running.any():
            break
        table.step(table.greedy_actions(), running)


def test_kept_lessons_are_learned_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foretold.research.training.MOST_ROWS", 3000)
    chance = np.random.default_rng(1)
    game = load("prophecy", 2)
    student, kept = Student(game, chance), Kept()
    for first in (100.0, 0.0, 0.0):  # the first lesson is misleading, and forgotten
        rows = chance.normal(size=(1400, card_inputs(game))).astype(np.float32)
        kept.add(Lesson(rows, rows[:, 0] + first * rows[:, 1], np.arange(0, 1401, 4)))
    whole = kept.whole()
    assert len(whole.starts) == 701

    def loss() -> float:
        return learn_rows(student.cards, whole._replace(rows=whole.rows.astype(np.float32)), 0.0)

    before = loss()
    monkeypatch.setattr("foretold.research.training.REPEATED", {CARDS: 30})
    monkeypatch.setattr("foretold.research.training.REPEATED_UPDATE", {CARDS: 64})
    repeat([Group(game, None, None, student)], {(0, CARDS): kept}, chance)  # type: ignore[arg-type]
    assert loss() < 0.3 * before


def test_equal_players_are_even() -> None:
    figures = measure(load("prophecy", 2), GREEDY, GREEDY, 20, 5, size=16)
    assert (figures["ahead"], figures["rounds"]) == (0.0, 40)
    table = plain_table(load("prophecy", 2), 4)
    assert table.observations.shape == (4, 0)


@pytest.mark.parametrize("players", [3, 4])
def test_student_is_half_a_point_a_round_ahead_of_greedy(players: int) -> None:
    pair = pair_of(networks("seven-prophecies"), str(players))
    figures = measure(load("seven-prophecies", players), pair, GREEDY, 2500, 3 * 2**40)
    assert figures["ahead"] - figures["interval"] > 0.5


def test_training_repeats_and_its_files_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foretold.research.training.MEASURED_DEALS", 16)
    texts = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        about = train("seven-prophecies", 600, 3, folder)
        assert about["command"] == "foretold train seven-prophecies --rounds 600 --seed 3"
        texts.append((folder / "seven-prophecies.json").read_text("utf-8"))
        assert json.loads((folder / "seven-prophecies.about.json").read_text("utf-8"))["curve"][-1][0] >= 600
    assert texts[0] == texts[1]
    assert set(parse(texts[0])) == {"cards-3", "choices-3", "cards-4", "choices-4"}


def test_a_best_response_is_measured_by_one_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foretold.research.best_response.DEALS", 16)
    result: Any = best_response(TASKS["seven-prophecies-3"], "student", 50)
    assert result["before"]["ahead"] == 0
    assert result["best_response"]["rounds"] == 48
    line = ("benchmark", "prophecy-2", "--best-response", "--rounds", "40")
    done = text_of(in_process(*line, "--bot", "greedy", "--json", environment=clean_environment()))
    assert json.loads(done.stdout)["task"] == "prophecy-2"
    refused = text_of(in_process(*line, "--bot", "seer", environment=clean_environment()))
    assert refused.returncode == 2
    assert "random, greedy, student" in refused.stderr
