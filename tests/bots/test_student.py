"""The bot `student`: its networks load, it plays every game, and compiled or not it chooses the same."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

import foretold
from foretold.bots.student import StudentBot
from foretold.bots.student_nets import Layer, class_of, net_of, networks, parse, write
from foretold.cards import Action
from foretold.games import Game, State
from foretold.kernels.nets import best_row
from tests.conftest import every_game

TITLES = ("seven-prophecies", "seven-prophecies-2017", "prophecy")


@pytest.mark.parametrize("title", TITLES)
def test_the_networks_are_small_and_say_how_they_were_made(title: str) -> None:
    folder = files("foretold.bots").joinpath("weights")
    assert len(folder.joinpath(f"{title}.json").read_bytes()) < 200_000
    about = json.loads(folder.joinpath(f"{title}.about.json").read_text("utf-8"))
    assert about["command"].startswith(f"foretold train {title} --rounds ")
    assert about["commit"]
    assert len(about["curve"]) >= 10
    players = foretold.load(title).title.players
    assert [int(count) for count in about["against_greedy"]] == list(players)
    for count in players:
        name = class_of(foretold.load(title, players=count))
        assert {f"cards-{name}", f"choices-{name}"} <= set(networks(title))


@every_game
def test_student_plays_a_round_and_chooses_the_same_compiled_or_not(game: Game) -> None:
    plain, compiled = StudentBot(compiled=False), StudentBot(compiled=True)
    state: State = game.start(seed=11)
    while not state.finished:
        seat = state.actors[0]
        view = state.view(seat)
        action: Action = plain.choose(view, Random(1))
        assert action in view.legal
        assert compiled.choose(view, Random(2)) == action
        state = state.apply(seat, action)


def test_a_written_network_reads_back_the_same(tmp_path: Path) -> None:
    path = files("foretold.bots").joinpath("weights/seven-prophecies.json")
    known = parse(path.read_text("utf-8"))
    copy = tmp_path / "copy.json"
    write(copy, known)
    assert parse(copy.read_text("utf-8")) == known
    with pytest.raises(ValueError, match="foretold-networks/1"):
        parse('{"format": "other"}')


def test_a_network_takes_the_first_of_equally_good_rows() -> None:
    """Two inputs, the first shared: the answer is twice the second, and negative ones count as 0."""
    layers = (
        Layer(2, 1, (1.0, 1.0), (-1.0,)),  # the shared input takes the bias away
        Layer(1, 1, (2.0,), (0.0,)),
        Layer(1, 1, (1.0,), (0.5,)),
    )
    net = net_of(layers, list)
    assert best_row(net, [1.0, 0.5, 1.0, 3.0, 1.0, 3.0, 1.0, -2.0], 4, 1) == 1
    assert net.answers[0] == 0.5  # of the last row
