"""Data sets: made by one command, in shards that can be resumed, and read back by one call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import foretold
from foretold.adapters.numbering import numbering
from foretold.research.dataset import CHOICE_COLUMNS, OUTCOME_COLUMNS, Plan, read, write
from foretold.research.tasks import FIRST_SEED
from tests.cli.running import clean_environment, in_process, text_of

pytest.importorskip("pyarrow")


def run(*arguments: str) -> Any:
    return text_of(in_process("dataset", *arguments, environment=clean_environment()))


@pytest.mark.parametrize("task", ["seven-prophecies-3", "prophecy-2"])
def test_a_data_set_agrees_with_the_engine(task: str, tmp_path: Path) -> None:
    plan = Plan(task, "greedy", seed=1, shard_rounds=3)
    assert [*write(tmp_path, plan, 5)] == [0, 3, 2]
    rows = read(tmp_path)
    assert set(rows) == {*CHOICE_COLUMNS, *OUTCOME_COLUMNS}
    assert set(rows["round"]) == set(range(5))
    assert (rows["match_seed"] < FIRST_SEED).all()
    assert rows["mask"][np.arange(len(rows["action"])), rows["action"]].all()
    assert (rows["mask"].sum(axis=1) >= 1).all()
    bot = foretold.bot("greedy")
    for number in (0, 3):  # the first round of each shard is that of its first match
        mine = rows["round"] == number
        state = plan.game.start(seed=int(rows["match_seed"][mine][0]))
        while not state.finished:
            state = state.apply(state.actors[0], bot.choose(state.view(state.actors[0]), None))  # type: ignore[arg-type]
        for seat in plan.game.seats:
            own = mine & (rows["seat"] == seat)
            assert set(rows["points"][own]) == {state.finished[0].points[seat]}
            assert set(rows["fulfilled"][own]) == {state.finished[0].fulfilled[seat]}
            actions = [
                numbering(plan.game).actions[action] for action in rows["action"][own & (rows["phase"] != "bid")]
            ]
            assert actions == [*rows["notation"][own & (rows["phase"] != "bid")]]


def test_an_interrupted_data_set_resumes_and_ends_the_same(tmp_path: Path) -> None:
    plan = Plan("seven-prophecies-3", "greedy", seed=2, shard_rounds=2)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    list(write(whole, plan, 6))
    pieces = write(broken, plan, 3)  # a shard and a half
    list(pieces)
    assert sorted(path.name for path in broken.glob("*.parquet"))[-1] == "rounds-0000002-0000002.parquet"
    assert [*write(broken, plan, 6)] == [2, 2, 2]
    first, second = read(whole), read(broken)
    assert all(np.array_equal(first[name], second[name]) for name in first if first[name].dtype.kind != "f")
    with pytest.raises(foretold.Refusal, match="seed"):
        list(write(broken, Plan("seven-prophecies-3", "greedy", seed=3, shard_rounds=2), 6))


def test_one_command_writes_seers_values_and_a_card(tmp_path: Path) -> None:
    line = ("seven-prophecies-3", "--rounds", "1", "--bot", "seer:worlds=2", "--out", str(tmp_path / "set"))
    done = run(*line)
    assert done.returncode == 0, done.stderr
    rows = read(tmp_path / "set", ["value", "values", "action", "mask"])
    valued = rows["values"][np.arange(len(rows["action"])), rows["action"]]
    assert np.isfinite(rows["value"]).all()
    assert np.allclose(valued, rows["value"])
    assert np.isnan(rows["values"][rows["mask"] == 0]).all()
    assert "seer:worlds=2" in (tmp_path / "set" / "README.md").read_text("utf-8")
    again = run(*line)
    assert again.returncode == 2
    assert "--resume" in again.stderr
    assert run(*line, "--resume").returncode == 0
    assert run("chess").returncode == 2
    assert run("prophecy-2", "--rounds", "0").returncode == 2
