"""`foretold puzzles`: puzzles to solve in the terminal; `make` finds new ones, `check` values them again."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from foretold import i18n
from foretold.cli import Usage
from foretold.cli.options import (
    DEFAULT_GAME,
    add_language_argument,
    language,
    progress,
    seed_argument,
    wait_for_kernels,
    writing,
)
from foretold.cli.record_chunks import sentence
from foretold.errors import BadRecord

if TYPE_CHECKING:
    from foretold.coach.puzzles import Puzzle
    from foretold.records import Record

COUNT = 20
SEEDS, SEEDS_APART = 3, 1_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold puzzles`."""
    parser.add_argument(
        "make",
        nargs="?",
        choices=["make", "check"],
        metavar="make|check",
        help="find puzzles instead of solving some, or weigh their answers again in fresh deals",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="with make: look in these records")
    parser.add_argument("--game", metavar="GAME", help="seven-prophecies (default), seven-prophecies-2017 or prophecy")
    parser.add_argument(
        "--players", type=int, default=4, metavar="N", help="with make: players of self-play (default 4)"
    )
    parser.add_argument("--from", type=Path, dest="source", metavar="FILE", help="solve those of this file (.jsonl)")
    parser.add_argument("--number", type=int, default=1, metavar="K", help="begin with this one, from 1 (default 1)")
    parser.add_argument(
        "--count", type=int, default=COUNT, metavar="N", help=f"with make: find so many in self-play (default {COUNT})"
    )
    parser.add_argument(
        "--seed", type=seed_argument, default=0, metavar="S", help="with make and check: same seed, same (default 0)"
    )
    parser.add_argument(
        "--seeds", type=int, default=SEEDS, metavar="N", help=f"with check: weigh so many times (default {SEEDS})"
    )
    parser.add_argument(
        "--worlds", type=int, default=None, metavar="N", help="with check: deals each time (default 4000)"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write what make finds here, or what stands with check (.jsonl)"
    )
    parser.add_argument("--json", action="store_true", help="with check: a line of JSON for each puzzle")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Lets somebody solve puzzles, makes some or checks some."""
    if arguments.make == "check":
        return _check(arguments)
    return _make(arguments) if arguments.make else _solve(arguments)


def _check(arguments: argparse.Namespace) -> int:
    """Values the answers again; returns 1 if one does not hold."""
    from foretold.coach.puzzles import WORLDS, check
    from foretold.kernels import warm

    spoken = language(arguments)
    for name in ("seeds", "worlds"):
        if getattr(arguments, name) is not None and getattr(arguments, name) < 1:
            raise Usage("games-count", {"found": getattr(arguments, name)})
    puzzles = _chosen(arguments)
    if arguments.out is not None:
        with writing(arguments.out):
            arguments.out.touch()
    warm.start()
    wait_for_kernels()
    seeds = range(arguments.seed * SEEDS_APART, arguments.seed * SEEDS_APART + arguments.seeds)
    stands = []
    with progress("puzzles", len(puzzles)) as bar:
        for number, puzzle in enumerate(puzzles, 1):
            found = check(puzzle, seeds, arguments.worlds or WORLDS)
            bar(1)
            if found.holds:
                stands.append(puzzle)
            if arguments.json:
                print(json.dumps({"number": number, "holds": found.holds, "ahead": found.ahead}), flush=True)
            elif not found.holds:
                ahead = ", ".join(f"{points:+.2f}" for points in found.ahead)
                print(i18n.say(spoken, "terminal.puzzle.falls", number=number, ahead=ahead), flush=True)
    if not arguments.json:
        print(i18n.say(spoken, "terminal.puzzle.checked", count=len(puzzles), stands=len(stands)))
    if arguments.out is not None:
        with writing(arguments.out):
            arguments.out.write_text("".join(map(_line, stands)), "utf-8")
    return 0 if len(stands) == len(puzzles) else 1


def _line(puzzle: Puzzle) -> str:
    return json.dumps(puzzle.to_dict(), ensure_ascii=False, separators=(",", ":")) + "\n"


def _make(arguments: argparse.Namespace) -> int:
    from foretold.kernels import warm

    spoken = language(arguments)
    if arguments.count < 1:
        raise Usage("games-count", {"found": arguments.count})
    for path in arguments.files:
        if not path.is_file():
            raise Usage("terminal-no-file", {"file": str(path)})
    if arguments.out is not None:
        with writing(arguments.out):
            arguments.out.touch()
    warm.start()
    wait_for_kernels()
    try:
        made = list(_found(arguments))
    except BadRecord as error:
        print(sentence(error, spoken), file=sys.stderr)
        return 1
    made.sort(key=lambda puzzle: puzzle.difficulty)
    text = "".join(map(_line, made))
    if arguments.out is None:
        print(text, end="")
        return 0
    with writing(arguments.out):
        arguments.out.write_text(text, "utf-8")
    return 0


def _found(arguments: argparse.Namespace) -> Iterator[Puzzle]:
    """Yields the puzzles of the files; from self-play until there are enough, one of each kind per round."""
    from foretold.coach.puzzles import puzzles_in
    from foretold.files import read

    if arguments.files:
        for path in arguments.files:
            for record in read(path):
                yield from puzzles_in(record, arguments.seed)
        return
    left = arguments.count
    with progress("puzzles", left) as bar:
        for record in _rounds(arguments):
            kinds: set[str] = set()
            for puzzle in puzzles_in(record, arguments.seed):
                if puzzle.kind not in kinds and left:
                    kinds.add(puzzle.kind)
                    left -= 1
                    bar(1)
                    yield puzzle
            if not left:
                return


def _rounds(arguments: argparse.Namespace) -> Iterator[Record]:
    from itertools import count

    from foretold.coach.puzzles import played_round
    from foretold.games import load

    game = load(arguments.game or DEFAULT_GAME, arguments.players)
    for number in count():
        yield played_round(game, arguments.seed, number)


def _chosen(arguments: argparse.Namespace) -> tuple[Puzzle, ...]:
    """Returns the puzzles of a file, or those of the package."""
    from foretold.coach.puzzles import Puzzle, shipped
    from foretold.games import load

    if arguments.source is None:
        return shipped(load(arguments.game or DEFAULT_GAME, arguments.players).name)
    if not arguments.source.is_file():
        raise Usage("terminal-no-file", {"file": str(arguments.source)})
    lines = arguments.source.read_text("utf-8").splitlines()
    return tuple(Puzzle.from_dict(json.loads(line)) for line in lines)


def _solve(arguments: argparse.Namespace) -> int:
    from foretold.cli.terminal.puzzle_session import Puzzling
    from foretold.cli.terminal.screen import Screen

    puzzles = _chosen(arguments)
    if not 1 <= arguments.number <= len(puzzles):
        raise Usage("puzzles-number", {"found": arguments.number, "last": len(puzzles)})
    screen = Screen(language(arguments))
    Puzzling(screen, puzzles).run(arguments.number - 1)
    return 0
