"""`foretold benchmark`: how strong a policy or bot is, on five fixed tasks."""

from __future__ import annotations

import argparse
import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage
from foretold.cli.executors import add_worker_arguments, workers
from foretold.cli.options import add_language_argument, language, progress, writing

if TYPE_CHECKING:
    from foretold.research.evaluation import BenchmarkResult, BlockResult, Subject
    from foretold.research.tasks import Task


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold benchmark`."""
    parser.add_argument("task", metavar="TASK", nargs="?", help="one of the five tasks; without it they are listed")
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--policy", metavar="MODULE:CALLABLE", help="a policy on observations and masks; or FILE.npz, a network"
    )
    who.add_argument("--bot", metavar="NAME", help="a bot, such as greedy or seer:worlds=64")
    parser.add_argument("--against", metavar="A,B,…", help="only these opponents (default: all of the task)")
    parser.add_argument("--blocks", type=int, metavar="N", help="at most so many deals per opponent: a quick look")
    parser.add_argument(
        "--best-response",
        action="store_true",
        help="learn to play against the bot (random, greedy or student) and print what that gains",
    )
    parser.add_argument(
        "--rounds", type=int, default=20_000, metavar="N", help="rounds of learning with --best-response (20000)"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the result here, as JSON")
    add_worker_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Plays the task and prints the figures."""
    from foretold.files import new_file
    from foretold.research.evaluation import Subject, evaluate, result_of
    from foretold.research.tasks import TASKS, task_of

    spoken = language(arguments)
    if arguments.task is None:
        print("\n".join([_say(spoken, "tasks"), *TASKS]))
        return 0
    task = task_of(arguments.task)
    if arguments.policy is None and arguments.bot is None:
        raise Usage("benchmark-who")
    if arguments.best_response:
        return _best_response(arguments, task, spoken)
    subject = Subject("bot", arguments.bot) if arguments.policy is None else Subject("policy", arguments.policy)
    against = _opponents(arguments)
    played: dict[str, list[BlockResult]] = {opponent: [] for opponent in against}
    with ExitStack() as stack:
        executor, count = stack.enter_context(workers(arguments))
        out = None
        if arguments.out is not None:
            with writing(arguments.out):
                out = stack.enter_context(new_file(arguments.out))
        bar = stack.enter_context(progress("benchmark", sum(against.values())))
        for opponent, block in evaluate(task, subject, against, executor, 2 * count):
            played[opponent].append(block)
            bar(1)
        result = result_of(task, subject, played)
        if out is not None:
            with writing(arguments.out):
                out.write(json.dumps(result, indent=1) + "\n")
                stack.close()
    if arguments.json:
        print(json.dumps(result))
    else:
        _print(task, subject, result, spoken)
    return 0


def _best_response(arguments: argparse.Namespace, task: Task, spoken: str) -> int:
    """Trains a best response and prints what it gains."""
    from foretold.files import new_file
    from foretold.research.best_response import best_response

    if arguments.bot is None:
        raise Usage("benchmark-who")
    if arguments.rounds < 1:
        raise Usage("games-count", {"found": arguments.rounds})
    with ExitStack() as stack:
        out = None
        if arguments.out is not None:
            with writing(arguments.out):
                out = stack.enter_context(new_file(arguments.out))
        result = best_response(task, arguments.bot, arguments.rounds)
        if out is not None:
            with writing(arguments.out):
                out.write(json.dumps(result, indent=1) + "\n")
                stack.close()
    if arguments.json:
        print(json.dumps(result))
        return 0
    for key in ("before", "best_response"):
        figures = result[key]
        values = {"ahead": f"{figures['ahead']:+.3f}", "interval": f"{figures['interval']:.3f}"}
        print(
            _say(spoken, key.replace("_", "-"), task=task.name, bot=result["bot"], rounds=figures["rounds"], **values)
        )
    return 0


def _opponents(arguments: argparse.Namespace) -> dict[str, int]:
    """The blocks to play by opponent."""
    from foretold.research.tasks import BLOCKS

    if arguments.blocks is not None and arguments.blocks < 1:
        raise Usage("games-count", {"found": arguments.blocks})
    named = {opponent.partition(":")[0]: opponent for opponent in BLOCKS}
    wanted = list(named) if arguments.against is None else arguments.against.split(",")
    if unknown := [name for name in wanted if name.partition(":")[0] not in named]:
        values = {"option": "against", "found": unknown[0][:40], "choices": ", ".join(named)}
        raise Usage("option-value", values)
    chosen = [named[name.partition(":")[0]] for name in wanted]
    most = max(BLOCKS.values()) if arguments.blocks is None else arguments.blocks
    return {opponent: min(BLOCKS[opponent], most) for opponent in BLOCKS if opponent in chosen}


def _say(spoken: str, key: str, **values: object) -> str:
    from foretold.i18n import say

    return say(spoken, f"benchmark.{key}", **values)


def _print(task: Task, subject: Subject, result: BenchmarkResult, spoken: str) -> None:
    from rich import box
    from rich.table import Table

    from foretold.cli.options import console
    from foretold.research.tasks import BLOCKS

    out = console()
    out.print(_say(spoken, "summary", task=task.name, player=result["player"]))
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    for number, column in enumerate(("against", "count", "ahead", "rounds", "matches", "fulfilled", "values", "time")):
        shown.add_column(_say(spoken, column), justify="left" if number == 0 else "right", no_wrap=number == 0)
    for opponent, figures in result["against"].items():
        ahead, values = figures["ahead"], figures["values"]
        shown.add_row(
            opponent,
            str(figures["rounds"]),
            _with_interval(f"{ahead['mean']:+.3f}", ahead["interval"], 1, 3),
            *(
                _with_interval(f"{100 * share['mean']:.1f}%", share["interval"], 100, 1)
                for share in (figures["round_share"], figures["match_share"], figures["fulfilled"])
            ),
            "–"
            if values is None
            else _with_interval(f"{values['bias']['mean']:+.2f}", values["bias"]["interval"], 1, 2),
            f"{figures['ms_per_decision']:.2f}",
        )
    out.print(shown)
    out.print(_say(spoken, "note", share=f"{1 / task.players:.1%}"))
    if any(result["against"].get(opponent, {"blocks": 0})["blocks"] < blocks for opponent, blocks in BLOCKS.items()):
        out.print(_say(spoken, "short"))


def _with_interval(text: str, half: float | None, scale: float, digits: int) -> str:
    return text if half is None else f"{text} ±{scale * half:.{digits}f}"
