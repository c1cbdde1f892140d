"""The door to OpenSpiel: its own tests, what stays hidden, worlds for ISMCTS, and a tiny game that CFR solves."""

from __future__ import annotations

import pickle
import subprocess
import sys
import unittest
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import foretold
from foretold.adapters.openspiel import NAMES, TINY
from foretold.adapters.resampling import TinyWorlds
from foretold.adapters.tree import Node
from foretold.games import Game
from tests.conftest import some_games
from tests.kernels.test_worlds import assert_uniform

UNIFORM = 1.3071428571428572  # the exploitability of uniform play of the tiny game


def text_of(game: Game, episode: str = "round", **more: str) -> str:
    name = next(short for short, long in NAMES.items() if long == game.name)
    settings = {"players": game.players, "episode": episode, **game.given, **more}
    return f"{name}({','.join(f'{key}={value}' for key, value in settings.items())})"


def chance(state: Any, rng: Random) -> None:
    """Lets all chance nodes happen up to the next decision."""
    while not state.is_terminal() and state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert sum(chances) == pytest.approx(1)
        state.apply_action(rng.choices(outcomes, chances)[0])


def decisions(game: Any, seed: int, most: int = 10**9) -> Iterator[Any]:
    """A game of random play, at every decision."""
    rng = Random(seed)
    state = game.new_initial_state()
    chance(state, rng)
    while not state.is_terminal() and most > 0:
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
        chance(state, rng)
        most -= 1


@some_games
def test_openspiel_accepts_it(game: Game) -> None:
    spiel = pyspiel.load_game(text_of(game, rewards="ahead" if game.players % 2 else "points"))
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)
    for number, state in enumerate(decisions(spiel, 2, most=40)):
        if number % 16 == 3:
            assert str(pickle.loads(pickle.dumps(state))) == str(state)
            assert pickle.loads(pickle.dumps(state)).history() == state.history()
    assert str(pyspiel.load_game(str(spiel))) == str(spiel)


@pytest.mark.parametrize(
    "text", ["foretold_seven_prophecies(rewards=win)", "foretold_prophecy(players=2,variant=short)", TINY]
)
def test_openspiel_accepts_whole_matches(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(
    "text", [pytest.param("foretold_seven_prophecies", marks=pytest.mark.long), "foretold_prophecy(players=2)", TINY]
)
def test_openspiels_api_checks_pass(text: str) -> None:
    checks = pytest.importorskip("open_spiel.integration_tests.api_test")
    kind = type("Checks", (checks.EnforceAPIOnPartialTreeBase,), {"game": pyspiel.load_game(text), "game_name": text})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(result)
    assert result.testsRun >= 4
    assert not result.failures
    assert not result.errors


@some_games
def test_a_match_through_the_adapter_equals_the_engines(game: Game) -> None:
    """What is returned at the end is the points of a match that the engine accepts as a record."""
    spiel = pyspiel.load_game(text_of(game, "match" if game.rounds in (1, 3, 4) else "round"))
    for state in decisions(spiel, 3):
        last = state
    node = last.node
    state = foretold.replay(node.state.record())
    assert last.is_terminal()
    assert state == node.state
    points = [float(sum(ended.points[seat] for ended in state.finished)) for seat in game.seats]
    assert last.returns() == points


@some_games
def test_an_information_state_holds_only_what_the_view_knows(game: Game) -> None:
    """Equal texts, equal views, and the other way round; tensors follow the texts."""
    spiel = pyspiel.load_game(text_of(game, "match"))
    views: dict[Any, Any] = {}
    texts: dict[Any, Any] = {}
    for seed in (1, 1, 2):
        for number, state in enumerate(decisions(spiel, seed, most=110)):
            if number % 4:
                continue
            for seat in game.seats:
                laid = state.node.laid if seat == state.current_player() else ()
                view = (state.node.state.view(seat), laid)
                text = state.information_state_string(seat)
                assert views.setdefault(text, view) == view
                assert texts.setdefault(view, text) == text
    assert len(views) == len(texts) > 20


@some_games
def test_resampled_states_look_the_same_and_are_possible(game: Game) -> None:
    """The seat sees no difference, the history leads there by the rules, and other cards are really others."""
    rng = Random(f"resample:{game!r}")
    spiel = pyspiel.load_game(text_of(game, "match"))
    changed = tried = 0
    for number, state in enumerate(decisions(spiel, 7, most=90)):
        if number % 13:
            continue
        for seat in game.seats:
            other = state.resample_from_infostate(seat, rng.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.node.state.view(seat) == state.node.state.view(seat)
            assert other.current_player() == state.current_player()
            again = spiel.new_initial_state()
            for action in other.history():
                again.apply_action(action)
            assert again.node.state == other.node.state == foretold.replay(other.node.state.record())
            assert again.node.laid == other.node.laid
            for player in game.seats:
                assert again.information_state_string(player) == other.information_state_string(player)
            tried += 1
            changed += other.node.state != state.node.state
    assert changed > tried / 2


def test_past_rounds_are_resampled_too() -> None:
    spiel = pyspiel.load_game("foretold_seven_prophecies(players=4,episode=match)")
    state = next(state for state in decisions(spiel, 5) if len(state.node.state.finished) == 1)
    rng = Random(1)
    deals = {state.resample_from_infostate(0, rng.random).node.state.finished[0].deal for _ in range(20)}
    assert len(deals) > 5


def tree(node: Node, taken: tuple[tuple[int, ...], ...]) -> Iterator[tuple[Node, tuple[int, ...]]]:
    """All decisions below a node, each with what its seat has done before; `taken` is by seat."""
    if node.player >= 0:
        yield node, taken[node.player]
        for number in node.numbers():
            after = tuple([(*own, number) if seat == node.player else own for seat, own in enumerate(taken)])
            yield from tree(node.after(number), after)
    elif node.dealing is not None:
        for outcome, _ in node.dealing.outcomes():
            yield from tree(node.after(outcome), taken)


def test_the_tiny_game_has_perfect_recall_and_all_its_worlds_are_known() -> None:
    """Over the whole tree: an information state knows the own past, and worlds are those that the tree has for it."""
    game = pyspiel.load_game(TINY)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    pasts: dict[str, tuple[int, ...]] = {}
    worlds: dict[str, set[Any]] = defaultdict(set)
    nodes: dict[str, Node] = {}
    tensors: dict[str, bytes] = {}
    for count, (node, own) in enumerate(tree(game.first, ((), ())), 1):
        text = node.text(node.player)
        assert pasts.setdefault(text, own) == own
        assert node.state._deal is not None
        worlds[text].add((node.state._deal.hands, node.state._choices))
        nodes[text] = node
        if text not in tensors or count % 50 == 0:
            observer.set_from(SimpleNamespace(node=node), node.player)
            assert tensors.setdefault(text, observer.tensor.tobytes()) == observer.tensor.tobytes()
    assert (count, len(worlds)) == (46160, 7360)
    assert len(set(tensors.values())) == len(worlds)
    for text in sorted(worlds)[::41]:
        sampled_worlds = TinyWorlds(nodes[text], int(text[5])).found
        listed = [(node.state._deal.hands, node.state._choices) for node in sampled_worlds if node.state._deal]
        assert set(listed) == worlds[text]
        assert len(listed) == len(worlds[text])


def test_resampled_worlds_are_uniform() -> None:
    """Counted over a late node of Seven Prophecies, cards aside and voids included."""
    spiel = pyspiel.load_game("foretold_seven_prophecies(players=3,episode=round)")
    for seed in range(100):
        for state in decisions(spiel, seed):
            node = state.node
            if len(node.state._tricks) >= 9 and sum(map(len, node.state.view(0).voids)) > 3:
                break
        else:
            continue
        break
    rng = Random(3)
    drawn: Counter[Any] = Counter()
    for _ in range(3000):
        drawn[state.resample_from_infostate(0, rng.random).node.state._deal.hands] += 1
    assert len(drawn) > 5
    assert_uniform(drawn, list(drawn))


def test_ismcts_plays_a_match() -> None:
    game = pyspiel.load_game("foretold_seven_prophecies(players=3,episode=match,rewards=win)")
    random_state = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random_state), 1.0, 2, random_state=random_state)
    rng = Random(1)
    state = game.new_initial_state()
    chance(state, rng)
    while not state.is_terminal():
        thinks = state.current_player() == 0
        state.apply_action(int(bot.step(state)) if thinks else rng.choice(state.legal_actions()))
        chance(state, rng)
    assert state.node.state.over
    assert sum(state.returns()) == pytest.approx(1)


@pytest.mark.long
def test_cfr_solves_the_tiny_game() -> None:
    """At most 5 % of the exploitability of uniform play, within 2 minutes of CPU: 12 iterations take about 15 s."""
    game = pyspiel.load_game(TINY)
    assert pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)) == pytest.approx(UNIFORM)
    begun = process_time()
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(12):
        solver.evaluate_and_update_policy()
    assert process_time() - begun < 120
    assert pyspiel.exploitability(game, solver.average_policy()) < 0.05 * UNIFORM


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("foretold_seven_prophecies(episode=day)", "'day' isn't a value of option episode"),
        ("foretold_prophecy(rewards=glory)", "'glory' isn't a value of option rewards"),
        ("foretold_prophecy(players=7)", "can't be played by 7"),
        ("foretold_prophecy(variant=long)", "'long' isn't a value of option variant"),
    ],
)
def test_wrong_settings_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(foretold.BadOption, match=sentence):
        pyspiel.load_game(text)


def test_a_deal_under_way_can_not_be_resampled() -> None:
    state = pyspiel.load_game(TINY).new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="a deal is under way"):
        state.resample_from_infostate(0, Random(1).random)


def test_without_openspiel_the_error_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyspiel'] = None\nimport foretold.adapters.openspiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    last = done.stderr.strip().splitlines()[-1]
    assert last == "foretold.adapters.MissingExtra: OpenSpiel is not installed: pip install foretold[openspiel]"


def test_the_match_against_ismcts_runs() -> None:
    script = Path(__file__).parents[2] / "scripts" / "seer-against-ismcts"
    line = [sys.executable, str(script), "--simulations", "2", "--deals", "1"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("4 rounds: seer ahead by ")
