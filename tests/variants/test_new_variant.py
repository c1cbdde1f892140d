"""A variant that is fields and nothing else plays everywhere: 'first to three' exists in these tests only."""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

import foretold
from foretold.cli import main
from foretold.games import register, title
from foretold.games.seven.edition import FIRST_TO_TWO, SevenEdition
from foretold.games.seven.game import SevenGame
from tests.server.requesting import play
from tests.server.serving import Player, make_table, serving

FIRST_EDITION: Final = "seven-prophecies-2017"
NAME = "first-to-three"
GAME = (FIRST_EDITION, "--variant", NAME)
# What a real one would have in games/seven/edition.py, at run time and so for one process.
REGISTER = f"""
from dataclasses import replace
from foretold.games import register, title
from foretold.games.seven.edition import FIRST_TO_TWO
known = title({FIRST_EDITION!r})
variants = {{**known.edition.variants, {NAME!r}: replace(FIRST_TO_TWO, target=3)}}
register(replace(known, edition=replace(known.edition, variants=variants)))
"""
LAUNCH = REGISTER + "import sys\nfrom foretold.cli import main\nsys.exit(main(['serve', *sys.argv[1:]]))"


@pytest.fixture(autouse=True)
def _first_to_three() -> Iterator[None]:
    known = title(FIRST_EDITION)
    exec(REGISTER, {})
    yield
    register(known)


def game(players: int = 3) -> SevenGame:
    return foretold.load(FIRST_EDITION, players=players, variant=NAME)


def record_of_a_match(seed: int) -> foretold.Record:
    state, chance, bot = game().start(seed=seed), Random(seed), foretold.bot("greedy")
    while not state.over:
        seat = state.actors[0]
        state = state.apply(seat, bot.choose(state.view(seat), chance))
    return state.record()


def test_it_is_one_field_that_differs() -> None:
    edition = title(FIRST_EDITION).edition
    assert isinstance(edition, SevenEdition)
    assert replace(edition.variants[NAME], target=2) == FIRST_TO_TWO
    assert "variant" in title(FIRST_EDITION).options


def test_engine_and_record_play_it_to_the_third_fulfilled_round() -> None:
    record = record_of_a_match(3)
    state = foretold.replay(record.to_dict())
    assert state.over
    assert max(state.scores) == 3
    assert [ended.scores for ended in state.finished if max(ended.scores) >= 3] == [state.scores]
    assert state.winners == tuple(seat for seat in range(3) if state.scores[seat] == 3)
    assert state.scores == tuple(map(sum, zip(*(ended.fulfilled for ended in state.finished), strict=True)))


def test_a_record_is_checked_by_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of_a_match(4)
    whole, early = tmp_path / "whole.jsonl", tmp_path / "early.jsonl"
    whole.write_text(record.to_line() + "\n", "utf-8")
    assert main(["check", str(whole)]) == 0
    wrong = record.to_dict()
    wrong["options"] = {"variant": "first-to-two"}
    early.write_text(json.dumps(wrong) + "\n", "utf-8")
    assert main(["check", str(early)]) == 1
    assert "SP1-16" in capsys.readouterr().err


def test_kernels_play_the_matches_that_the_engine_plays() -> None:
    from foretold.kernels.matches import match_again, play_matches
    from foretold.statistics.rows import SCORE, rows_of

    rows = play_matches(game(), "greedy", 5, range(4))
    assert max(row[SCORE] for row in rows) == 3
    for number in range(4):
        state = match_again(game(), "greedy", 5, number)
        assert [list(row) for row in rows if row[0] == number] == list(rows_of(state, number))


@pytest.mark.parametrize("bot", ["greedy", "seer"])
def test_bots_play_it(bot: str) -> None:
    player = foretold.bot(bot, **({"worlds": 20} if bot == "seer" else {}))
    state, chance = game().start(seed=1), Random(1)
    while not state.finished:
        seat = state.actors[0]
        state = state.apply(seat, player.choose(state.view(seat), chance))


def test_pettingzoo_has_it() -> None:
    from foretold.adapters.pettingzoo import env

    table = env(FIRST_EDITION, players=3, variant=NAME)
    table.reset(seed=2)
    chance = Random(2)
    for agent in table.agent_iter():
        observation, _, ended, cut, _ = table.last()
        legal = [number for number, can in enumerate(observation["action_mask"]) if can]
        table.step(None if ended or cut else chance.choice(legal))
        assert agent in table.possible_agents


def test_openspiel_has_it() -> None:
    import pyspiel

    import foretold.adapters.openspiel  # noqa: F401  # registers the games

    whole = pyspiel.load_game(f"foretold_seven_prophecies_2017(players=3,episode=match,variant={NAME})")
    assert (whole.min_utility(), whole.max_utility()) == (0, 3)
    state, chance = whole.new_initial_state(), Random(3)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert max(state.returns()) <= 3


def test_the_report_tells_of_it(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    bots = ["--bots", "greedy,greedy,greedy", "--games", "20", "--seed", "1", "--fast"]
    assert main(["simulate", *GAME, *bots, "--report", str(report)]) == 0
    assert NAME in report.read_text("utf-8")


def test_the_terminal_plays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORETOLD_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\n" + "1\n" * 3000))
    assert main(["play", *GAME, "--players", "3", "--seed", "7", "--bots", "greedy"]) == 0
    assert NAME in capsys.readouterr().out
    record = json.loads((tmp_path / "matches.jsonl").read_text("utf-8"))
    assert record["options"] == {"variant": NAME}
    assert max(foretold.replay(record).scores) == 3


def test_a_server_has_tables_of_it(tmp_path: Path) -> None:
    with serving(tmp_path, command=("-c", LAUNCH)) as server:
        client = server.client()
        table = make_table(
            client, ["me", "bot:random", "bot:random"], game=FIRST_EDITION, players=3, options={"variant": NAME}
        )
        player = Player(server.url, table, client.cookies["foretold"])
        asyncio.run(play(player))
        assert max(player.views[0]["scores"]) == 3
        found = client.get(f"/api/matches/{player.facts['match']}").json()
        assert foretold.replay(found).over
