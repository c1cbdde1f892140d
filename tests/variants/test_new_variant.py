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

import pytest

import foretold
from foretold.cli import main
from foretold.games import title
from foretold.games.seven.edition import FIRST_TO_TWO, STANDARD, SevenEdition
from foretold.games.seven.game import SevenGame
from tests.server.requesting import play
from tests.server.serving import Player, make_table, serving
from tests.variants.registering import FIRST_EDITION, FIRST_TO_THREE, NAME, registered

GAME = (FIRST_EDITION, "--variant", NAME)
ROOT = Path(__file__).parents[2]
LAUNCH = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from foretold.cli import main
from tests.variants.registering import FIRST_EDITION, FIRST_TO_THREE, NAME, register_variant
register_variant(FIRST_EDITION, NAME, FIRST_TO_THREE)
sys.exit(main(["serve", *sys.argv[1:]]))
"""


@pytest.fixture(autouse=True)
def _first_to_three() -> Iterator[None]:
    with registered(FIRST_EDITION, NAME, FIRST_TO_THREE):
        yield


def game(players: int = 3) -> SevenGame:
    return foretold.load(FIRST_EDITION, players=players, variant=NAME)


def record_of_a_match(seed: int) -> foretold.Record:
    state, chance, bot = game().start(seed=seed), Random(seed), foretold.bot("greedy")
    while not state.over:
        seat = state.actors[0]
        state = state.apply(seat, bot.choose(state.view(seat), chance))
    return state.record()


def test_a_new_variant_differs_in_one_field() -> None:
    edition = title(FIRST_EDITION).edition
    assert isinstance(edition, SevenEdition)
    assert replace(edition.variants[NAME], target=2) == FIRST_TO_TWO
    assert "variant" in title(FIRST_EDITION).options


def test_engine_and_record_play_a_new_variant_to_the_third_fulfilled_round() -> None:
    record = record_of_a_match(3)
    state = foretold.replay(record.to_dict())
    assert state.over
    assert max(state.scores) == 3
    assert [ended.scores for ended in state.finished if max(ended.scores) >= 3] == [state.scores]
    assert state.winners == tuple(seat for seat in range(3) if state.scores[seat] == 3)
    assert state.scores == tuple(map(sum, zip(*(ended.fulfilled for ended in state.finished), strict=True)))


def test_records_of_a_new_variant_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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

    rows = play_matches(game(), "greedy", 5, range(30))
    for number in range(30):
        of_match = [list(row) for row in rows if row[0] == number]
        state = match_again(game(), "greedy", 5, number)
        assert state.over
        assert max(row[SCORE] for row in of_match) == 3
        assert of_match == list(rows_of(state, number))


@pytest.mark.parametrize("bot", ["greedy", "seer"])
def test_bots_play_a_new_variant(bot: str) -> None:
    from foretold.kernels.positions import seven_position

    player = foretold.bot(bot, **({"worlds": 20} if bot == "seer" else {}))
    state, chance = game().start(seed=1), Random(1)
    assert seven_position(state.view(0)).tables.target == 3
    while not state.finished:
        seat = state.actors[0]
        state = state.apply(seat, player.choose(state.view(seat), chance))
    assert foretold.replay(state.record(), seed=1) == state


def test_pettingzoo_offers_a_new_variant() -> None:
    from foretold.adapters.pettingzoo import env

    table = env(FIRST_EDITION, players=3, variant=NAME)
    table.reset(seed=2)
    chance = Random(2)
    for agent in table.agent_iter():
        observation, _, ended, cut, _ = table.last()
        legal = [number for number, can in enumerate(observation["action_mask"]) if can]
        table.step(None if ended or cut else chance.choice(legal))
        assert agent in table.possible_agents
    assert table.match.over == (max(table.match.scores) == 3)
    assert table.match.over or len(table.match.finished) == 50


def test_openspiel_offers_a_new_variant() -> None:
    import pyspiel

    import foretold.adapters.openspiel  # noqa: F401  # registers the games

    whole = pyspiel.load_game(f"foretold_seven_prophecies_2017(players=3,episode=match,variant={NAME})")
    assert (whole.min_utility(), whole.max_utility()) == (0, 3)
    state, chance = whole.new_initial_state(), Random(3)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert all(0 <= points <= 3 for points in state.returns())


def test_openspiel_takes_the_first_variant_of_a_title_that_had_none() -> None:
    import pyspiel

    from foretold.adapters.openspiel import register_titles

    with registered("seven-prophecies", "long", replace(STANDARD, target=9, rounds={3: 5, 4: 5})):
        register_titles()
        assert pyspiel.load_game("foretold_seven_prophecies(variant=long)").max_utility() == 25
    register_titles()


@pytest.mark.slow
def test_the_report_covers_a_new_variant(tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    bots = ["--bots", "greedy,greedy,greedy", "--games", "20", "--seed", "1", "--fast"]
    assert main(["simulate", *GAME, *bots, "--report", str(report)]) == 0
    assert NAME in report.read_text("utf-8")


def test_the_terminal_plays_a_new_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORETOLD_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\n" + "1\n" * 3000))
    assert main(["play", *GAME, "--players", "3", "--seed", "7", "--bots", "greedy"]) == 0
    assert NAME in capsys.readouterr().out
    record = json.loads((tmp_path / "matches.jsonl").read_text("utf-8"))
    assert record["options"] == {"variant": NAME}
    assert max(foretold.replay(record).scores) == 3


@pytest.mark.slow
def test_a_server_has_tables_of_a_new_variant(tmp_path: Path) -> None:
    with serving(tmp_path, command=("-c", LAUNCH)) as server:
        client = server.client()
        table = make_table(
            client, ["me", "bot:greedy", "bot:greedy"], game=FIRST_EDITION, players=3, options={"variant": NAME}
        )
        player = Player(server.url, table, client.cookies["foretold"])
        asyncio.run(play(player))
        assert max(player.views[0]["scores"]) == 3
        record = client.get(f"/api/matches/{player.facts['match']}").json()
        assert foretold.replay(record).over
