"""Baselines: networks that play without PyTorch, and the examples that train them where it is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import foretold
from foretold.adapters.policies import NetPolicy, act, load_policy
from foretold.adapters.vector import batch

EXAMPLES = Path(__file__).parents[2] / "examples"
needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs PyTorch")


def test_a_saved_network_plays_the_likeliest_legal_action(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    weights: dict[str, Any] = {"weight0": np.zeros((342, 8)), "bias0": np.ones(8), "weight1": np.zeros((8, 72))}
    np.savez(path, scale=4.0, bias1=np.arange(72.0), **weights)
    policy = load_policy(str(path))
    table = batch("seven-prophecies", 3, 5)
    table.reset(range(5))
    assert set(policy(table.observations, table.mask)) == {71}
    state = foretold.load("seven-prophecies", players=3).start(seed=1)
    action, value = act(state.view(0), policy)
    assert (str(action), value) == ("0-0-7", None)
    for wrong in ("missing.npz", str(EXAMPLES / "ppo.py") + ".npz"):
        with pytest.raises(foretold.BadOption):
            NetPolicy(wrong)


def test_the_checkpoint_of_ppo_is_small_says_how_it_was_made_and_plays_where_it_was_trained() -> None:
    folder = files("foretold.research").joinpath("checkpoints")
    assert len(folder.joinpath("ppo.npz").read_bytes()) < 1_000_000
    about = json.loads(folder.joinpath("ppo.json").read_text("utf-8"))
    assert about["command"].startswith("python examples/ppo.py --minutes ")
    assert about["curve"]
    ppo, greedy = foretold.bot("ppo"), foretold.bot("greedy")
    differs = []
    for title, players in (("seven-prophecies", 4), ("seven-prophecies", 3), ("prophecy", 4)):
        state, other_choices = foretold.load(title, players=players).start(seed=3), 0
        while not state.finished:
            view = state.view(state.actors[0])
            action = ppo.choose(view, Random(1))
            assert action in view.legal
            other_choices += action != greedy.choose(view, Random(1))
            state = state.apply(state.actors[0], action)
        differs.append(other_choices > 0)
    assert differs == [True, False, False]  # elsewhere it plays as `greedy`


@pytest.mark.parametrize("name", ["ppo.py", "imitate.py"])
def test_the_baselines_are_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) < 350


@needs_torch
def test_the_baselines_train_and_their_networks_are_evaluated(tmp_path: Path) -> None:
    def run(*line: str) -> str:
        done = subprocess.run(
            [sys.executable, *line], cwd=tmp_path, env=dict(os.environ), capture_output=True, text=True, check=True
        )
        return done.stdout

    run("-m", "foretold", "dataset", "seven-prophecies-3", "--rounds", "12", "--bot", "seer:worlds=2", "--out", "data")
    run(str(EXAMPLES / "imitate.py"), "data", "--minutes", "0.01")
    run(str(EXAMPLES / "ppo.py"), "--players", "3", "--minutes", "0.01")
    for name in ("student.npz", "ppo.npz"):
        assert (tmp_path / name).stat().st_size < 1_000_000
        line = ("benchmark", "seven-prophecies-3", "--policy", name, "--against", "random", "--blocks", "2", "--json")
        assert json.loads(run("-m", "foretold", *line))["hashes"]["policy"]
