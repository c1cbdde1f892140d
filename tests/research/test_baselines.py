"""Baselines: networks that play without PyTorch, and the examples that train them where it is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
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
