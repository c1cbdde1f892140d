"""Puzzles: each has one answer, clearly better than the natural choice; those of the package are enough and hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import foretold
from foretold.bots.greedy import GreedyBot
from foretold.bots.weighing import weigh
from foretold.cards import Bid
from foretold.cli import main
from foretold.coach.puzzle_tags import tags_of, themes_of
from foretold.coach.puzzles import MARGIN, SURE, Puzzle, check, played_round, puzzles_in, shipped
from foretold.games import TITLES
from foretold.games.prophecy.game import ProphecyGame
from tests.cli.running import clean_environment, in_process

ENOUGH = 30
every_title = pytest.mark.parametrize("name", list(TITLES))


@every_title
def test_the_package_has_enough_puzzles_easiest_first(name: str) -> None:
    puzzles = shipped(name)
    assert len(puzzles) >= ENOUGH
    assert [puzzle.difficulty for puzzle in puzzles] == sorted(puzzle.difficulty for puzzle in puzzles)
    assert {puzzle.kind for puzzle in puzzles} == {"card", "bid" if name == "prophecy" else "prophecy"}
    assert len({puzzle.id for puzzle in puzzles}) == len({puzzle.number for puzzle in puzzles}) == len(puzzles)
    assert all(puzzle.number > 0 for puzzle in puzzles)


@every_title
def test_every_puzzle_has_a_theme(name: str) -> None:
    puzzles = shipped(name)
    assert {puzzle.theme for puzzle in puzzles} <= set(themes_of(puzzles[0].game))
    for puzzle in puzzles:
        assert puzzle.theme in themes_of(puzzle.game, puzzle.view())
        assert ("lead" in puzzle.tags) + ("follow" in puzzle.tags) == (puzzle.kind == "card")
    for puzzle in puzzles[::10]:
        tags = tags_of(puzzle.view(), puzzle.game.parse(puzzle.answer), puzzle.game.parse(puzzle.natural))
        assert tags == puzzle.tags


def test_a_puzzle_is_identified_by_its_content_alone() -> None:
    first, second, *_ = shipped("prophecy")
    again = Puzzle.from_dict(json.loads(json.dumps(first.to_dict())))
    assert again._replace(number=99, difficulty=0.9, tags=()).id == first.id
    assert first._replace(seat=(first.seat + 1) % 4).id != first.id != second.id


@every_title
def test_every_puzzle_is_a_decision_with_one_answer(name: str) -> None:
    for puzzle in shipped(name):
        view = puzzle.view()
        assert view.seat == puzzle.seat
        assert puzzle.seat in view.actors
        assert {choice.action for choice in puzzle.choices} <= set(view.legal)
        best, *others = puzzle.choices
        assert others
        for choice in others:
            assert best.points - choice.points >= MARGIN
            assert best.points - choice.points > SURE * choice.error
            assert best.match > choice.match
        assert puzzle.solves(puzzle.game.parse(puzzle.answer))
        assert not puzzle.solves(puzzle.game.parse(puzzle.natural))
        assert 0 < puzzle.difficulty <= 1


@every_title
def test_the_natural_choice_is_greedys(name: str) -> None:
    from random import Random

    for puzzle in shipped(name):
        chosen = GreedyBot().choose(puzzle.view(), Random(0))
        assert not puzzle.solves(chosen)
        if puzzle.kind != "bid":
            assert chosen == puzzle.natural


@every_title
def test_answers_hold_in_other_deals(name: str) -> None:
    """Of some of the puzzles: with another seed the answer is still ahead of the natural choice."""
    for puzzle in shipped(name)[::12]:
        view = puzzle.view()
        choices = weigh(view, worlds=300, seed=77, actions=(puzzle.answer, puzzle.natural))
        worth = {choice.action: choice.points for choice in choices}
        assert worth[puzzle.game.parse(puzzle.answer)] > worth[puzzle.game.parse(puzzle.natural)]


@pytest.mark.long
@every_title
def test_every_answer_beats_the_next_by_the_margin_with_three_seeds(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzles", "check", "--game", name, "--seed", "3", "--json"]) == 0, capsys.readouterr().out


def test_a_puzzle_that_fails_the_check_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The best answer of another is wrong; what holds is written."""
    right = max(shipped("seven-prophecies"), key=lambda puzzle: puzzle.choices[0].points - puzzle.choices[1].points)
    right = right._replace(number=1)
    wrong = right._replace(number=2, choices=(right.choices[1], right.choices[0], *right.choices[2:]))
    file, kept = tmp_path / "puzzles.jsonl", tmp_path / "kept.jsonl"
    file.write_text("".join(json.dumps(puzzle.to_dict()) + "\n" for puzzle in (right, wrong)), "utf-8")
    given = ["puzzles", "check", "--from", str(file), "--out", str(kept), "--worlds", "400", "--seeds", "1"]
    assert main(given) == 1
    assert "Puzzle 2" in capsys.readouterr().out
    assert [json.loads(line) for line in kept.read_text("utf-8").splitlines()] == [right.to_dict()]
    assert check(right, [1], worlds=400) == check(right, [1], worlds=400)
    assert main(["puzzles", "check", "--seeds", "0"]) == 2


def test_any_bid_of_the_right_number_solves_a_puzzle() -> None:
    puzzle = next(puzzle for puzzle in shipped("prophecy") if puzzle.kind == "bid")
    game = puzzle.game
    assert isinstance(game, ProphecyGame)
    right = game.parse(puzzle.answer)
    assert isinstance(right, Bid)
    legal = [action for action in puzzle.view().legal if isinstance(action, Bid)]
    for action in legal:
        assert puzzle.solves(action) == (game.bid_of(action.cards) == game.bid_of(right.cards))


def test_the_same_record_and_seed_give_the_same_puzzles() -> None:
    record = played_round(foretold.load("seven-prophecies", players=3), 3, 1)
    first = [puzzle.to_dict() for puzzle in puzzles_in(record, 5)]
    assert [puzzle.to_dict() for puzzle in puzzles_in(record, 5)] == first
    assert [Puzzle.from_dict(line).to_dict() for line in first] == first


# The command -------------------------------------------------------------------------------------------------------


def test_puzzles_are_found_in_records_and_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = shipped("seven-prophecies")[0]
    action = {"seat": puzzle.seat, "action": puzzle.natural}
    record = foretold.Record(puzzle.record.game, 4, (*puzzle.record.events, action), puzzle.record.options)
    file, out = tmp_path / "records.jsonl", tmp_path / "found.jsonl"
    file.write_text(record.to_line() + "\n", "utf-8")
    assert main(["puzzles", "make", str(file), "--out", str(out), "--seed", "4"]) == 0
    puzzles = [Puzzle.from_dict(json.loads(line)) for line in out.read_text("utf-8").splitlines()]
    assert (puzzle.answer, puzzle.seat) in [(puzzle.answer, puzzle.seat) for puzzle in puzzles]
    assert main(["puzzles", "make", str(tmp_path / "nothing.jsonl")]) == 2
    assert main(["puzzles", "make", str(out)]) == 1, "puzzles are no records"
    capsys.readouterr()


def test_the_command_continues_where_it_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Stopped after each round by its time, it searches every round once, and adds to the same file."""
    out, progress = tmp_path / "found.jsonl", tmp_path / "found.jsonl.progress"
    first = shipped("seven-prophecies")[0]._replace(number=7)
    out.write_text(json.dumps(first.to_dict()) + "\n", "utf-8")
    given = ["puzzles", "make", "--count", "4", "--seed", "101", "--minutes", "0.000001", "--out", str(out)]
    for reached in (1, 2):
        assert main(given) == 0
        assert json.loads(progress.read_text("utf-8"))["round"] == reached
    puzzles = [Puzzle.from_dict(json.loads(line)) for line in out.read_text("utf-8").splitlines()]
    assert puzzles[0] == first
    assert len(puzzles) > 1
    assert [puzzle.number for puzzle in puzzles] == list(range(7, 7 + len(puzzles)))
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert all(check(puzzle, [5], worlds=1000).ahead[0] > 0 for puzzle in puzzles[1:])
    assert main([*given[:3], "1", *given[4:]]) == 0, "there are enough"
    assert json.loads(progress.read_text("utf-8"))["round"] == 2
    capsys.readouterr()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_puzzles_can_be_solved_through_a_pipe(language: str) -> None:
    first, second = shipped("seven-prophecies")[:2]
    feed = f"{first.answer}\n{second.natural}\nq\n"
    done = in_process("puzzles", "--lang", language, feed=feed.encode(), environment=clean_environment())
    text = done.stdout.decode()
    assert done.returncode == 0
    if language == "en":
        assert text.count("Right: ") == 1
        assert text.count("The answer is ") == 1
        assert "(the obvious choice)" in text
    else:
        assert text.count("正解: ") == 1
        assert text.count("正解は") == 1


def test_a_bid_is_answered_all_at_once() -> None:
    puzzle = next(puzzle for puzzle in shipped("prophecy") if puzzle.kind == "bid")
    number = puzzle.number
    feed = f"nonsense\n{puzzle.answer}\nq\n"
    given = ("puzzles", "--game", "prophecy", "--number", str(number), "--lang", "en")
    done = in_process(*given, feed=feed.encode(), environment=clean_environment())
    assert "Right: " in done.stdout.decode()


def test_an_unknown_puzzle_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "--number", "9999"]) == 2
    assert main(["puzzles", "--game", "whist"]) == 2
    assert main(["puzzles", "--from", "/nowhere/puzzles.jsonl"]) == 2
    capsys.readouterr()
