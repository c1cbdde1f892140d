"""`foretold dataset`: decisions of strong players as Parquet."""

from __future__ import annotations

import argparse
from pathlib import Path

from foretold.cli import Usage
from foretold.cli.executors import add_worker_arguments, refusing, workers
from foretold.cli.options import add_language_argument, language, progress, seed_argument, writing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold dataset`."""
    parser.add_argument("task", metavar="TASK", help="a task of the benchmark, such as seven-prophecies-4")
    parser.add_argument("--rounds", type=int, default=1000, metavar="N", help="rounds to play (default 1000)")
    parser.add_argument("--bot", default="seer:worlds=64", metavar="NAME", help="who plays (default seer:worlds=64)")
    parser.add_argument("--seed", type=seed_argument, default=0, metavar="S", help="same seed, same data (default 0)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write here (default dataset-TASK)")
    parser.add_argument("--shard", type=int, default=500, metavar="N", help="rounds per file (default 500)")
    parser.add_argument("--resume", action="store_true", help="go on with what is in the directory")
    add_worker_arguments(parser)
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Plays the rounds that are missing and writes them."""
    from foretold.i18n import say
    from foretold.research.dataset import Plan, write
    from foretold.research.tasks import task_of

    task_of(arguments.task)
    for count in (arguments.rounds, arguments.shard):
        if count < 1:
            raise Usage("games-count", {"found": count})
    path: Path = arguments.out or Path(f"dataset-{arguments.task}")
    if (path / "dataset.json").exists() and not arguments.resume:
        raise Usage("arena-exists", {"file": str(path)})
    plan = Plan(arguments.task, arguments.bot, arguments.seed, arguments.shard)
    with (
        workers(arguments) as (executor, count),
        progress("dataset", arguments.rounds) as bar,
        refusing(),
        writing(path),
    ):
        for rounds in write(path, plan, arguments.rounds, executor, count + 1):
            bar(rounds)
    print(say(language(arguments), "dataset.done", rounds=arguments.rounds, path=path))
    return 0
