"""`foretold puzzles`: puzzles to solve in the terminal; `make` finds new ones, `check` values them again."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from math import ceil
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from foretold import i18n
from foretold.cli import Usage
from foretold.cli.options import (
    DEFAULT_GAME,
    add_language_argument,
    add_plain_argument,
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
    from foretold.views import View

COUNT = 20
SEEDS, SEEDS_APART = 3, 1_000
MOST = 1.5  # times an even share that one theme may have in a collection


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold puzzles`."""
    parser.add_argument(
        "make",
        nargs="?",
        choices=["make", "check"],
        metavar="make|check",
        help="find puzzles instead of solving them, or check their answers in fresh deals",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="with make: look in these records")
    parser.add_argument("--game", metavar="GAME", help="seven-prophecies (default), seven-prophecies-2017 or prophecy")
    parser.add_argument(
        "--players", type=int, default=4, metavar="N", help="with make: players of self-play (default 4)"
    )
    parser.add_argument(
        "--from", type=Path, dest="source", metavar="FILE", help="solve the puzzles in this file (.jsonl)"
    )
    parser.add_argument(
        "--number", type=int, metavar="K", help="start with the puzzle of this number (default: the easiest)"
    )
    parser.add_argument(
        "--count",
        type=int,
        default=COUNT,
        metavar="N",
        help=f"with make: how many to find in self-play (default {COUNT})",
    )
    parser.add_argument(
        "--minutes",
        type=float,
        metavar="M",
        help="with make: stop after this many minutes of CPU time; run it again to continue",
    )
    parser.add_argument(
        "--seed",
        type=seed_argument,
        default=0,
        metavar="S",
        help="with make and check: same seed, same result (default 0)",
    )
    parser.add_argument(
        "--seeds",
        type=int,
        default=SEEDS,
        metavar="N",
        help=f"with check: how many times to weigh each (default {SEEDS})",
    )
    parser.add_argument(
        "--worlds", type=int, default=None, metavar="N", help="with check: deals each time (default 4000)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="where make adds the puzzles it finds, or check writes those that hold (.jsonl)",
    )
    parser.add_argument("--json", action="store_true", help="with check: a line of JSON for each puzzle")
    add_plain_argument(parser)
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
            checked = check(puzzle, seeds, arguments.worlds or WORLDS)
            number = puzzle.number or number
            bar(1)
            if checked.holds:
                stands.append(puzzle)
            if arguments.json:
                print(json.dumps({"number": number, "holds": checked.holds, "ahead": checked.ahead}), flush=True)
            elif not checked.holds:
                ahead = ", ".join(f"{points:+.2f}" for points in checked.ahead)
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
    collection = _Collection(arguments.out)
    warm.start()
    wait_for_kernels()
    try:
        for puzzle in _found(arguments, collection):
            collection.add(puzzle)
    except BadRecord as error:
        print(sentence(error, spoken), file=sys.stderr)
        return 1
    if arguments.out is not None:
        themes = ", ".join(f"{tag} {count}" for tag, count in sorted(collection.themes.items()))
        print(i18n.say(spoken, "terminal.puzzle.made", count=len(collection.ids), themes=themes), file=sys.stderr)
    return 0


class _Collection:
    """The puzzles of a file, to which each new one is added at once, so that the command can be stopped and continued.

    Beside the file is another one that says how far self-play was searched. Without a file, puzzles are printed.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.ids: set[str] = set()
        self.themes: Counter[str] = Counter()
        self._last = 0
        if path is None:
            return
        with writing(path):
            path.touch()
        for puzzle in _read(path):
            self._note(puzzle)

    def _note(self, puzzle: Puzzle) -> None:
        self.ids.add(puzzle.id)
        self.themes[puzzle.theme] += 1
        self._last = max(self._last, puzzle.number)

    def add(self, puzzle: Puzzle) -> None:
        """Adds a puzzle with the next number, unless it is there already."""
        if self._path is None:
            print(_line(puzzle), end="", flush=True)
        elif puzzle.id not in self.ids:
            numbered = puzzle._replace(number=self._last + 1)
            with writing(self._path), self._path.open("a", encoding="utf-8") as file:
                file.write(_line(numbered))
            self._note(numbered)

    def begin(self, made_from: dict[str, object]) -> int:
        """Returns the round at which a search that was made so continues."""
        if self._path is None or not self._progress.is_file():
            return 0
        kept: dict[str, object] = json.loads(self._progress.read_text("utf-8"))
        reached = kept.pop("round", 0)
        return reached if kept == made_from and isinstance(reached, int) else 0

    def reach(self, made_from: dict[str, object], number: int) -> None:
        """Notes that all rounds before this one were searched."""
        if self._path is not None:
            with writing(self._progress):
                self._progress.write_text(json.dumps({**made_from, "round": number}) + "\n", "utf-8")

    @property
    def _progress(self) -> Path:
        assert self._path is not None
        return self._path.with_name(f"{self._path.name}.progress")


def _found(arguments: argparse.Namespace, collection: _Collection) -> Iterator[Puzzle]:
    """Yields the puzzles of the files; without files those of self-play, spread over themes, until there are enough."""
    from foretold.coach.puzzles import puzzles_in
    from foretold.files import read

    if not arguments.files:
        yield from _in_self_play(arguments, collection)
        return
    for path in arguments.files:
        for record in read(path):
            yield from puzzles_in(record, arguments.seed)


def _in_self_play(arguments: argparse.Namespace, collection: _Collection) -> Iterator[Puzzle]:
    """Yields puzzles that hold in fresh deals, at most one of a theme from each round, themes with fewest first."""
    from foretold.coach.puzzle_tags import rarest, themes_of
    from foretold.coach.puzzles import holds, played_round, puzzles_in
    from foretold.games import load

    game = load(arguments.game or DEFAULT_GAME, arguments.players)
    made_from: dict[str, object] = {"game": game.name, "players": game.players, "seed": arguments.seed}
    most = ceil(MOST * arguments.count / len(themes_of(game)))
    began, themes_had = process_time(), Counter(collection.themes)
    seeds = range(arguments.seed * SEEDS_APART, arguments.seed * SEEDS_APART + SEEDS)

    def wanted(view: View) -> bool:
        return any(themes_had[theme] < most for theme in themes_of(game, view))

    with progress("puzzles", arguments.count) as bar:
        bar(themes_had.total())
        for number in count(collection.begin(made_from)):
            if themes_had.total() >= arguments.count:
                return
            puzzles = [*puzzles_in(played_round(game, arguments.seed, number), arguments.seed, wanted)]
            for theme in rarest([puzzle.theme for puzzle in puzzles], themes_had):
                puzzle = next(puzzle for puzzle in puzzles if puzzle.theme == theme)
                new = (
                    themes_had[theme] < most
                    and themes_had.total() < arguments.count
                    and puzzle.id not in collection.ids
                )
                if new and holds(puzzle, seeds):
                    themes_had[theme] += 1
                    bar(1)
                    yield puzzle
            collection.reach(made_from, number + 1)
            if arguments.minutes is not None and process_time() - began > 60 * arguments.minutes:
                return


def _chosen(arguments: argparse.Namespace) -> tuple[Puzzle, ...]:
    """Returns the puzzles of a file, or those of the package."""
    from foretold.coach.puzzles import shipped
    from foretold.games import load

    if arguments.source is None:
        return shipped(load(arguments.game or DEFAULT_GAME, arguments.players).name)
    if not arguments.source.is_file():
        raise Usage("terminal-no-file", {"file": str(arguments.source)})
    return _read(arguments.source)


def _read(path: Path) -> tuple[Puzzle, ...]:
    """Returns the puzzles of a file."""
    from foretold.coach.puzzles import Puzzle

    return tuple(Puzzle.from_dict(json.loads(line)) for line in path.read_text("utf-8").splitlines())


def _solve(arguments: argparse.Namespace) -> int:
    from foretold.cli.terminal.puzzle_session import Puzzling
    from foretold.cli.terminal.screen import Screen

    puzzles = _chosen(arguments)
    numbers = [puzzle.number or place for place, puzzle in enumerate(puzzles, 1)]
    if arguments.number is not None and arguments.number not in numbers:
        raise Usage("puzzles-number", {"found": arguments.number, "last": max(numbers, default=0)})
    first = 0 if arguments.number is None else numbers.index(arguments.number)
    Puzzling(Screen(language(arguments), plain=arguments.plain), puzzles).run(first)
    return 0
