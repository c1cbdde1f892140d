"""`foretold train`: makes the networks of the bot `student` again."""

from __future__ import annotations

import argparse
from pathlib import Path

from foretold.cli import Usage
from foretold.cli.options import add_language_argument, language, progress, seed_argument, writing

ROUNDS = 60_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold train`."""
    parser.add_argument("game", metavar="GAME", help="seven-prophecies, seven-prophecies-2017 or prophecy")
    parser.add_argument(
        "--rounds", type=int, default=ROUNDS, metavar="N", help=f"rounds to learn from, of all player counts ({ROUNDS})"
    )
    parser.add_argument("--seed", type=seed_argument, default=1, metavar="S", help="same seed, same files (default 1)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write here (default student-GAME)")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Trains, writes the files and prints how strong the networks are."""
    from foretold.games import load
    from foretold.i18n import say
    from foretold.research.training import train

    if arguments.rounds < 1:
        raise Usage("games-count", {"found": arguments.rounds})
    title = load(arguments.game).name
    path: Path = arguments.out or Path(f"student-{title}")
    spoken = language(arguments)
    done = 0
    with progress("train", arguments.rounds) as bar, writing(path):

        def report(rounds: int) -> None:
            nonlocal done
            bar(min(rounds, arguments.rounds) - done)
            done = min(rounds, arguments.rounds)

        about = train(title, arguments.rounds, arguments.seed, path, lambda now: report(now.rounds))
    for players, figures in about["against_greedy"].items():
        print(say(spoken, "train.strength", players=players, **_written(figures["ahead"], figures["interval"])))
    print(say(spoken, "train.done", path=path, seconds=round(about["seconds"])))
    return 0


def _written(ahead: float, interval: float) -> dict[str, str]:
    return {"ahead": f"{ahead:+.2f}", "interval": f"{interval:.2f}"}
