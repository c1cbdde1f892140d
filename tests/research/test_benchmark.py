"""The benchmark: fixed tasks, results that repeat, and a file of results that holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import foretold
from foretold.adapters.policies import act, load_policy
from foretold.adapters.vector import batch
from foretold.research import evaluation
from foretold.research.results import check_results, table
from foretold.research.tasks import BLOCKS, FIRST_SEED, TASKS
from tests.cli.running import clean_environment, in_process, text_of

DOCS = Path(__file__).parents[2] / "docs"


def first_legal(observations: Any, mask: Any) -> Any:
    return mask.argmax(axis=1)


def hopeful(observations: Any, mask: Any) -> Any:
    return mask.argmax(axis=1), np.full(len(mask), 2.5)


def illegal(observations: Any, mask: Any) -> Any:
    return mask.argmin(axis=1)


def run(*arguments: str) -> Any:
    return text_of(in_process("benchmark", *arguments, environment=clean_environment()))


def test_the_tasks_never_change() -> None:
    """A result names the hash of its task: results stay comparable as long as these are the same."""
    assert {name: task.hash for name, task in TASKS.items()} == {
        "seven-prophecies-4": "2d623ff7430f8d98",
        "seven-prophecies-3": "8ac8dd239beb92d6",
        "seven-prophecies-2017-4": "3e398c20a7f4498d",
        "prophecy-4": "077bde3758132858",
        "prophecy-2": "c5860214fb1e4da1",
    }
    assert all(task.seed(block) >= FIRST_SEED for task in TASKS.values() for block in range(100))
    assert len({task.seed(block) for task in TASKS.values() for block in range(100)}) == 500


def test_a_policy_acts_on_a_view_as_in_the_environment() -> None:
    for name in ("seven-prophecies", "prophecy"):
        table_ = batch(name, 2 if name == "prophecy" else 3, 1)
        table_.reset([5])
        state = table_.game.start(seed=5)
        for _ in range(30):
            action, value = act(state.view(state.actors[0]), first_legal)
            assert value is None
            cards = str(action).count("+") + 1
            for _ in range(cards):
                table_.step(first_legal(table_.observations, table_.mask))
            state = state.apply(state.actors[0], action)
            assert table_.player[0] == state.actors[0]
    with pytest.raises(foretold.BadOption):
        load_policy("no_such_module:policy")
    with pytest.raises(foretold.BadOption):
        load_policy("json")


def test_a_policy_is_evaluated_by_one_command_and_the_result_repeats() -> None:
    line = ("seven-prophecies-3", "--policy", "tests.research.test_benchmark:hopeful", "--blocks", "2")
    results = [json.loads(run(*line, "--against", "random,greedy", "--json").stdout) for _ in range(2)]
    for result in results:
        for figures in result["against"].values():
            del figures["ms_per_decision"]
    assert results[0] == results[1]
    result = results[0]
    assert [*result["against"]] == ["random", "greedy"]
    figures = result["against"]["greedy"]
    assert (figures["blocks"], figures["matches"]) == (2, 6)
    bias = figures["values"]["bias"]["mean"]
    assert bias == pytest.approx(2.5 - figures["points_per_round"], abs=0.8)  # rounds count by their decisions
    assert figures["values"]["slope"] is None
    assert result["hashes"]["task"] == TASKS["seven-prophecies-3"].hash
    assert result["hashes"]["policy"]
    assert check_results([result]) == [result]


def test_equal_bots_are_even_and_files_and_tables_are_written(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    done = run("prophecy-2", "--bot", "greedy", "--against", "greedy", "--blocks", "2", "--out", str(path))
    assert done.returncode == 0
    assert "greedy" in done.stdout
    figures = json.loads(path.read_text())["against"]["greedy"]
    assert figures["ahead"]["mean"] == 0
    assert figures["match_share"]["mean"] == 0.5
    assert figures["values"] is None


def test_the_values_of_seer_are_measured() -> None:
    subject = evaluation.Subject("bot", "seer:worlds=2")
    [(opponent, block)] = evaluation.evaluate(TASKS["seven-prophecies-3"], subject, {"random": 1})
    assert opponent == "random"
    assert block.valued
    assert evaluation.figures([block])["values"] is not None


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nothing",), "isn't a value of option task"),
        (("prophecy-2",), "say who plays"),
        (("prophecy-2", "--bot", "nobody"), "no bot called 'nobody'"),
        (("prophecy-2", "--policy", "nowhere:policy"), "can't be loaded"),
        (("prophecy-2", "--bot", "greedy", "--against", "cheat"), "isn't a value of option against"),
        (("prophecy-2", "--bot", "greedy", "--blocks", "0"), "0"),
    ],
)
def test_wrong_usage_gets_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr


def test_the_tasks_are_listed_and_an_illegal_policy_is_refused() -> None:
    assert all(name in run().stdout for name in TASKS)
    subject = evaluation.Subject("policy", "tests.research.test_benchmark:illegal")
    with pytest.raises(foretold.IllegalAction):
        list(evaluation.evaluate(TASKS["seven-prophecies-3"], subject, {"random": 1}))


def test_documented_results_are_consistent_and_shown_on_the_page() -> None:
    results = check_results(json.loads((DOCS / "benchmark-results.json").read_text("utf-8")))
    page = (DOCS / "benchmark.md").read_text("utf-8")
    assert {result["task"] for result in results} == set(TASKS)
    for task in TASKS:
        assert table(results, task) in page, task


def test_an_impossible_result_is_refused() -> None:
    good = json.loads((DOCS / "benchmark-results.json").read_text("utf-8"))[0]
    opponent = next(iter(good["against"]))
    share = {"mean": 1.2, "interval": 0.1}
    wrong: list[Any] = [
        {},
        [{}],
        [good, good],
        [{**good, "task": "chess"}],
        [{**good, "hashes": {**good["hashes"], "task": "0"}}],
        [{**good, "kind": "policy"}],
        [{**good, "against": {}}],
        [{**good, "against": {"seer:worlds=9": good["against"][opponent]}}],
        [{**good, "against": {opponent: {**good["against"][opponent], "round_share": share}}}],
        [{**good, "against": {opponent: {**good["against"][opponent], "blocks": 10**6}}}],
    ]
    for document in wrong:
        with pytest.raises(foretold.Refusal):
            check_results(document)
    assert BLOCKS
