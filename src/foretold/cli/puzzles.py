"""`foretold puzzles`: positions to solve in the terminal; `foretold puzzles make` finds such positions."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage
from foretold.cli.chunks import sentence
from foretold.cli.options import (
    DEFAULT_GAME,
    add_language_argument,
    language,
    progress,
    seed_argument,
    wait_for_kernels,
    writing,
)
from foretold.errors import BadRecord

if TYPE_CHECKING:
    from foretold.coach.puzzles import Puzzle
    from foretold.records import Record

COUNT = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `foretold puzzles`."""
    parser.add_argument(
        "make", nargs="?", choices=["make"], metavar="make", help="find puzzles instead of solving some"
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
        "--seed", type=seed_argument, default=0, metavar="S", help="with make: same seed, same puzzles (default 0)"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="with make: write them here, the easiest first (.jsonl)"
    )
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Lets somebody solve puzzles, or finds some."""
    return _make(arguments) if arguments.make else _solve(arguments)


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
        found = list(_found(arguments))
    except BadRecord as error:
        print(sentence(error, spoken), file=sys.stderr)
        return 1
    found.sort(key=lambda puzzle: puzzle.difficulty)
    text = "".join(json.dumps(puzzle.to_dict(), ensure_ascii=False, separators=(",", ":")) + "\n" for puzzle in found)
    if arguments.out is None:
        print(text, end="")
        return 0
    with writing(arguments.out):
        arguments.out.write_text(text, "utf-8")
    return 0


def _found(arguments: argparse.Namespace) -> Iterator[Puzzle]:
    """The puzzles of the files; of self-play until there are enough, one of each kind from a round."""
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


def _solve(arguments: argparse.Namespace) -> int:
    from foretold.cli.puzzling import Puzzling
    from foretold.cli.screen import Screen
    from foretold.coach.puzzles import Puzzle, shipped
    from foretold.games import load

    if arguments.source is None:
        game = load(arguments.game or DEFAULT_GAME, arguments.players).name
        puzzles = shipped(game)
    else:
        if not arguments.source.is_file():
            raise Usage("terminal-no-file", {"file": str(arguments.source)})
        lines = arguments.source.read_text("utf-8").splitlines()
        puzzles = tuple(Puzzle.from_dict(json.loads(line)) for line in lines)
    if not 1 <= arguments.number <= len(puzzles):
        raise Usage("puzzles-number", {"found": arguments.number, "last": len(puzzles)})
    screen = Screen(language(arguments))
    Puzzling(screen, puzzles).run(arguments.number - 1)
    return 0
