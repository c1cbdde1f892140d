"""Views as text: one stable form, in every language, that shows what the view has and nothing else."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import foretold
from foretold.games import Game
from foretold.i18n import languages
from tests.conftest import every_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "chat.py"


@every_game
def test_a_text_lists_every_legal_action_and_only_what_the_view_knows(game: Game) -> None:
    state, bot, chance = game.start(seed=3), foretold.bot("random"), Random(3)
    for number in range(45):
        if state.over:
            break
        seat = state.actors[0]
        view = state.view(seat)
        for language in languages() if number % 9 == 0 else ("en",):
            lines = view.text(language).splitlines()
            assert lines[0] == "foretold-text/1"
            assert f"{len(view.legal)}" in lines[-1]
            listed = lines[-1].split(": ", 1)[1]
            assert len(view.legal) > 200 or listed.split() == [*view.legal]
            assert all(": " in line for line in lines[1:])
        hidden = [str(card) for other in game.seats if other != seat for card in state.view(other).hand]
        text = view.text()
        unseen = next((line for line in text.splitlines() if line.startswith("Cards not seen")), "").split()
        rest = [word for line in text.splitlines() if not line.startswith("Cards not seen") for word in line.split()]
        assert set(hidden) <= set(unseen)
        assert not set(hidden) & set(rest)
        state = state.apply(seat, bot.choose(view, chance))


def test_the_form_is_stable() -> None:
    """What is written here is what readers may rely on; a change needs a new number in the first line."""
    state = foretold.load("seven-prophecies", players=3).start(seed=7)
    for seat in range(3):
        state = state.apply(seat, "3-2-2")
    assert state.view(state.actors[0]).text() == STABLE


STABLE = """\
foretold-text/1
Game: Seven Prophecies (seven-prophecies), 3 players
Suits: B Broom, M Mushroom, P Potion, S Spellbook
Seen by: seat 2 (you)
Round: 1 / 3
Phase: tricks
Scores: seat 0 0, seat 1 0, seat 2 (you) 0
Future row (lead suit of each trick): [B] B M M B P S S P P
Prophecies (tokens by place, 1st first): seat 0 3-2-2, seat 1 3-2-2, seat 2 (you) 3-2-2
Tokens left: seat 0 3-2-2, seat 1 3-2-2, seat 2 (you) 3-2-2
Trick 1, running (lead B): nothing played yet
Cards not seen: B1 B2 B3 B4 B5 B7 B8 B9 M1 M2 M4 M6 M7 M9 P1 P3 P4 P7 S1 S2 S4 S5 S6 S7 S8 S9
Hand: B6 M3 M5 M8 P2 P5 P6 P8 P9 S3
To act: seat 2 (you)
Legal actions (1): B6
"""


def test_an_ended_match_names_its_winners_and_spectators_have_no_hand() -> None:
    state, bot = foretold.load("prophecy", players=2, variant="short").start(seed=1), foretold.bot("random")
    assert "Hand:" not in state.view(None).text()
    while not state.over:
        state = state.apply(state.actors[0], bot.choose(state.view(state.actors[0]), Random(1)))
    assert "Won by: seat" in state.view(0).text()
    assert "Points of the last round:" in state.view(0).text()
    with pytest.raises(foretold.BadOption):
        state.view(0).text("xx")


def chat_example() -> Any:
    spec = importlib.util.spec_from_file_location("chat_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_chat_model_plays_a_match_and_learns_which_action_was_illegal() -> None:
    asked: list[list[dict[str, str]]] = []

    def chat(messages: list[dict[str, str]]) -> str:
        asked.append([*messages])
        if len(messages) == 2 and len(asked) % 5 == 0:
            return "I would like to pass."
        return "My choice is " + messages[1]["content"].split()[-1] + "."

    ended = chat_example().play(chat, "seven-prophecies", 3, 4)
    assert ended.over
    assert any(len(messages) == 4 and "not one of your legal actions" in messages[3]["content"] for messages in asked)


def test_the_chat_example_runs_as_a_command(tmp_path: Path) -> None:
    (tmp_path / "stub.py").write_text("def first(messages):\n    return messages[1]['content'].split()[-1]\n")
    line = [sys.executable, str(EXAMPLE), "stub:first", "seven-prophecies-2017", "3", "5", "ja"]
    done = subprocess.run(line, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(tmp_path)})
    assert done.stdout.startswith("scores ")
