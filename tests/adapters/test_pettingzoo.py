"""The door to PettingZoo: its own tests for every game, and ours for what must stay hidden."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import numpy as np
import pytest

import foretold
from foretold.adapters.numbering import numbering
from foretold.adapters.observations import row_of_view
from foretold.adapters.pettingzoo import RENDER_MODES, ForetoldEnv, env
from foretold.games import Game, State
from tests.conftest import some_games
from tests.rules.other_worlds import other_worlds

with warnings.catch_warnings():  # of its own games, which this imports where pygame is installed
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test


def table_of(game: Game, **settings: Any) -> ForetoldEnv:
    return env(game.name, game.players, **game.given, **settings)


def any_action(table: ForetoldEnv, rng: Random) -> int | None:
    observation, _, terminated, truncated, _ = table.last()
    if terminated or truncated:
        return None
    assert observation is not None
    return int(rng.choice(observation["action_mask"].nonzero()[0]))


@contextmanager
def without_advice() -> Iterator[None]:
    """PettingZoo's test knows dict observations of its own games only, and takes the end's empty mask for a fault."""
    with warnings.catch_warnings():
        for message in (
            "Observation is not a NumPy array",
            "Observation space for each agent probably should be",
            "Action mask numpy array is all zeros",
            r"The registered environment does not exist in the|.*not registered",
        ):
            warnings.filterwarnings("ignore", message)
        yield


@some_games
def test_pettingzoo_accepts_it(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    for settings in ({}, {"episode": "round", "rewards": "win"}):
        with without_advice():
            api_test(table_of(game, **settings), num_cycles=30)
            seed_test(lambda settings=settings: table_of(game, **settings), num_cycles=30)
    with without_advice():
        render_test(lambda render_mode: table_of(game, render_mode=render_mode))


@some_games
def test_a_row_is_made_from_the_view_alone_and_masks_show_nothing_to_others(game: Game) -> None:
    """What is kept up move by move is, for every seat and at every moment, what its view alone gives."""
    rng = Random(f"rows:{game!r}")
    table = table_of(game)
    table.reset(seed=11)
    for number, agent in enumerate(table.agent_iter()):
        if number % 3 == 0 or not table.match.actors or table.match.phase != "tricks":
            for seat, other in enumerate(table.possible_agents):
                seen = table.observe(other)
                laid = table._laid if other == agent else ()
                assert (seen["observation"] == row_of_view(table.view(other), laid)).all(), (other, seat)
                assert table.observation_space(other).contains(seen)
                assert seen["action_mask"].any() == (other == agent and not table.match.over)
        if number == 160:
            break
        table.step(any_action(table, rng))


@some_games
def test_a_row_does_not_change_when_unseen_cards_change(game: Game) -> None:
    rng = Random(f"unseen:{game!r}")
    state = game.start(seed=5)
    states: list[State] = []
    while not state.over and len(state.finished) < 2:
        states.append(state)
        seat = rng.choice(state.actors)
        state = state.apply(seat, rng.choice(state.legal(seat)))
    for state in states[1::13]:
        for seat in game.seats:
            row = row_of_view(state.view(seat))
            for other in other_worlds(state, seat, rng, tries=3):
                assert (row_of_view(other.view(seat)) == row).all()


@some_games
def test_a_match_through_the_adapter_equals_the_engines(game: Game) -> None:
    """The same seed and choices give the same record, rewards are its points, and the end is that of the match."""
    rng = Random(f"match:{game!r}")
    table = table_of(game)
    numbered = numbering(game)
    table.reset(seed=21)
    state = game.start(seed=21)
    earned = dict.fromkeys(table.possible_agents, 0.0)
    laid: list[str] = []
    for agent in table.agent_iter():
        earned[agent] += table.last()[1]
        number = any_action(table, rng)
        table.step(number)
        if number is None:
            continue
        seat = int(agent[-1])
        assert seat == state.actors[0]
        text = str(numbered.actions[number])
        assert numbered.numbers[text] == number
        if state.phase == "bid":
            laid.append(text)
            if len(laid) < game.bid_size:  # type: ignore[attr-defined]
                continue
            text, laid = "+".join(laid), []
        state = state.apply(seat, text)
    cut = len(state.finished) == 50 and not state.over
    assert state.over or cut
    assert table.match.record().to_dict() == state.record().to_dict()
    points = [sum(ended.points[seat] for ended in state.finished) for seat in game.seats]
    assert list(earned.values()) == points


def test_all_actions_keep_their_numbers() -> None:
    """The tables of docs/adapters.md."""
    second = numbering(foretold.load("seven-prophecies", players=4))
    assert (second.count, second.numbers["B1"], second.numbers["S11"]) == (164, 0, 43)
    assert (second.numbers["7-0-0-0"], second.numbers["0-0-0-7"]) == (44, 163)
    first = numbering(foretold.load("seven-prophecies-2017", players=3))
    assert (first.count, first.numbers["R11"], first.numbers["7-0-0"]) == (80, 43, 44)
    prophecy = numbering(foretold.load("prophecy", players=6))
    assert [str(action) for action in prophecy.actions[55:]] == [
        "E14", "Jaguar", "Monkey", "Shaman", "Lizard", *(f"Monkey:{suit}" for suit in "SPVE"),
        *(f"Lizard:{suit}" for suit in "SPVE"), "surrender",
    ]  # fmt: skip


@some_games
def test_action_numbers_round_trip(game: Game) -> None:
    numbered = numbering(game)
    assert len(numbered.numbers) == numbered.count
    for number, action in enumerate(numbered.actions):
        assert game.parse(str(action)) == action
        assert numbered.numbers[str(action)] == number


def test_a_bid_is_laid_card_by_card_upwards_and_every_bid_can_be_laid() -> None:
    table = env("prophecy", players=4)
    table.reset(seed=2)
    legal = {str(bid) for bid in table.match.legal(0)}
    kinds: set[str] = set()

    def lay(cards: tuple[int, ...]) -> None:
        table.reset(seed=2)
        for card in cards:
            table.step(card)
        if table.agent_selection != "seat_0":
            kinds.add("+".join(str(table.game.deck[card]) for card in cards))
            return
        for card in table.observe("seat_0")["action_mask"].nonzero()[0]:
            assert not cards or card > cards[-1]
            lay((*cards, int(card)))

    lay(())
    assert kinds == legal


def test_rounds_as_episodes_go_through_a_match() -> None:
    table = env("prophecy", players=3, variant="short", episode="round", rewards="win")
    rng = Random(4)
    trumps = []
    for number in range(6):
        table.reset(seed=9 if number == 0 else None)
        view: Any = table.view("seat_0")
        trumps.append((view.round, view.trump))
        total = 0.0
        for agent in table.agent_iter():
            total += table.last()[1]
            assert view.round == int(table.layout.part(table.observe(agent)["observation"], "round")[0])
            table.step(any_action(table, rng))
        assert total == pytest.approx(1)
    assert trumps == [(1, "S"), (2, "P"), (3, "V"), (4, "E"), (5, None), (1, "S")]


def test_a_match_without_a_bound_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foretold.adapters.pettingzoo.MOST_ROUNDS", 2)
    table = env("seven-prophecies-2017", players=4, variant="first-to-two", rewards="win")
    rng = Random(3)
    table.reset(seed=0)
    ends = []
    for _ in table.agent_iter():
        _, reward, terminated, truncated, _ = table.last()
        if terminated or truncated:
            ends.append((reward, terminated, truncated))
        table.step(any_action(table, rng))
    assert len(table.match.finished) == 2
    assert ends == [(0.0, False, True)] * 4


def test_every_render_mode_draws_the_table() -> None:
    for name in ("seven-prophecies", "prophecy"):
        for mode in RENDER_MODES[1:]:
            table = env(name, players=4, render_mode=mode)
            table.reset(seed=7)
            rng = Random(1)
            for _ in range(30):
                table.step(any_action(table, rng))
            picture = table.render()
            view = table.view(table.agent_selection)
            if mode == "rgb_array":
                assert picture.dtype == np.uint8
                assert len(np.unique(picture.reshape(-1, 3), axis=0)) == 2
            else:
                hands = [table.view(agent).hand for agent in table.possible_agents]
                assert " ".join(map(str, view.hand)) in picture
                assert sum(" ".join(map(str, hand)) in picture for hand in hands) == 1


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"game": "bridge"}, "there's no game called 'bridge'"),
        ({"players": 9}, "can't be played by 9"),
        ({"episode": "day"}, "'day' isn't a value of option episode: choose from match, round"),
        ({"rewards": "glory"}, "'glory' isn't a value of option rewards"),
        ({"render_mode": "film"}, "'film' isn't a value of option render_mode"),
        ({"variant": "short"}, "there's no option 'variant'"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(foretold.Refusal, match=sentence):
        env(**settings)


def test_wrong_calls_are_refused_and_change_nothing() -> None:
    table = env("seven-prophecies", players=4)
    for call in (lambda: table.step(0), lambda: table.observe("seat_0"), lambda: table.match):
        with pytest.raises(foretold.BadOption, match="call reset first"):
            call()
    table.reset(seed=1)
    for wrong in (None, -1, 164, 1.5, "B1", True):
        with pytest.raises(foretold.BadOption, match="from 0 to 163"):
            table.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(foretold.IllegalAction, match="make your prophecy first"):
        table.step(0)
    with pytest.raises(foretold.BadOption, match="no agent 'me'"):
        table.observe("me")
    with pytest.raises(foretold.BadOption, match="needs a render_mode"):
        table.render()
    assert table.match == table.game.start(seed=1)
    table = env("prophecy", players=4)
    table.reset(seed=2)
    hand = [table.game.index[card] for card in table.view("seat_0").hand]
    first = table.observe("seat_0")["action_mask"].nonzero()[0]
    table.step(int(first[1]))
    for card, sentence in (
        (first[0], "one by one"),
        (first[1], "don't have"),
        (hand[-1], "one by one|can't be bid"),
    ):
        with pytest.raises(foretold.IllegalAction, match=sentence):
            table.step(int(card))


def test_without_pettingzoo_the_error_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None\nimport foretold.adapters.pettingzoo"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = done.stderr.strip().splitlines()[-1]
    assert last == "foretold.adapters.MissingExtra: PettingZoo is not installed: pip install foretold[pettingzoo]"
