"""What if and puzzles in the terminal: from a step of a record, and from a puzzle."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import foretold
from foretold.cli.terminal.puzzle_session import Puzzling
from foretold.cli.terminal.replay_viewer import Stepping
from foretold.cli.terminal.screen import Screen
from foretold.cli.terminal.solo import SoloMatch
from foretold.cli.terminal.what_if import compared
from foretold.coach.puzzles import shipped
from foretold.games import TITLES
from foretold.games.what_if import WhatIf, deals_and_actions
from foretold.records import Record

NAMES = ("Ann", "Ben", "Cem", "Dan")


class Answering(Screen):
    """A terminal at which somebody gives these answers, then leaves; what was told is kept."""

    def __init__(self, *answers: str) -> None:
        super().__init__("en")
        self.interactive = True
        self.answers, self.output = list(answers), ""

    def ask(self, prompt: str) -> str | None:
        self.output += prompt
        return self.answers.pop(0) if self.answers else None

    def tell(self, sentence: str) -> None:
        self.output += sentence + "\n"

    def clear(self) -> None:
        pass

    def show(self, *parts: object) -> None:
        self.output += "".join(f"{part}\n" for part in parts)


@pytest.fixture(scope="module")
def record() -> Record:
    path = Path(__file__).parents[1] / "records" / "seven-prophecies-4-standard.jsonl"
    return Record.from_line(path.read_text("utf-8").splitlines()[0])


def test_a_record_can_be_played_on_from_any_step(record: Record) -> None:
    played = replayed_seat(record)
    screen = Answering("a", f"w {played}")
    Stepping(screen, record, None).walk()
    assert "You're playing against" in screen.output
    over = Answering(*["r"] * 40, "w 0")
    Stepping(over, record, None).walk()
    assert "You're playing against" not in over.output, "the match is over there"


def replayed_seat(record: Record) -> int:
    """Who has chosen nothing yet after the first two steps."""
    acted = {event["seat"] for event in deals_and_actions(record.events)[:2] if "seat" in event}
    return next(seat for seat in range(record.players) if seat not in acted)


def test_both_outcomes_are_compared_and_nothing_before_the_moment_is_undone(record: Record) -> None:
    game = foretold.load(record.game, record.players, options=record.options)
    left = WhatIf(game, tuple(deals_and_actions(record.events)), 10, 7)
    match = SoloMatch.leaving(left, 1, ("random",) * 3, NAMES)
    assert match.undo() is False
    rng = random.Random(1)
    while not match.state.over:
        if match.persons_turn:
            match.take(rng.choice(match.state.legal(1)))
        else:
            match.bot_acts()
    output = "\n".join(compared(Screen("en"), left, match))
    assert f"round {left.round}:" in output
    for seat, name in enumerate(NAMES):
        assert f"{name} {left.happened.scores[seat]}" in output
    assert foretold.replay(match.record()).over
    while match.undo():
        pass
    assert match.state.record().events[: len(left.start().record().events)] == left.start().record().events


@pytest.mark.parametrize("game", [*TITLES])
def test_a_newcomer_finds_help_answers_and_plays_on(game: str) -> None:
    puzzle = shipped(game)[0]
    screen = Answering("?", "hint", "nonsense", puzzle.answer, "w")
    Puzzling(screen, shipped(game)[:1]).run(0)
    assert "(of 1). You are" in screen.output
    assert "without hints" in screen.output
    assert "'nonsense' isn't an action" in screen.output
    assert "1 in a row" in screen.output
    assert "You're playing against" in screen.output
