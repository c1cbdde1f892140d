"""Arguments shared by several commands, and their handling."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from foretold import i18n
from foretold.cli import Usage

if TYPE_CHECKING:
    from rich.console import Console

    from foretold.games import Game

DEFAULT_GAME = "seven-prophecies"


def add_game_arguments(parser: argparse.ArgumentParser, *, with_players: bool = True) -> None:
    """Adds GAME, --players, --variant, --option."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        default=DEFAULT_GAME,
        help="seven-prophecies (default), seven-prophecies-2017 or prophecy",
    )
    if with_players:
        parser.add_argument("--players", type=int, metavar="N", help="number of players (default 4)")
    parser.add_argument("--variant", metavar="V", help="a variant of the game")
    parser.add_argument(
        "--option",
        metavar="K=V",
        action="append",
        default=[],
        help="an option of the game; can be repeated",
    )


def load_game(arguments: argparse.Namespace, players: int) -> Game:
    """Loads the game that the arguments name."""
    from foretold.games import load

    return load(str(arguments.game), players, options=game_options(arguments))


def game_options(arguments: argparse.Namespace) -> dict[str, str | bool]:
    """Collects --variant and every --option, with true and false as booleans."""
    options: dict[str, str | bool] = {} if arguments.variant is None else {"variant": arguments.variant}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise Usage("option-form", {"text": text})
        options[name] = {"true": True, "false": False}.get(value, value)
    return options


def add_language_argument(parser: argparse.ArgumentParser) -> None:
    """Adds --lang; the default is the language of the environment."""
    tags = ", ".join(i18n.languages())
    parser.add_argument("--lang", metavar="LANGUAGE", help=f"{tags} (default: FORETOLD_LANG, else the locale)")


def add_plain_argument(parser: argparse.ArgumentParser) -> None:
    """Adds --plain, for screen readers and scripts."""
    parser.add_argument("--plain", action="store_true", help="no frames, no colours, one fact a line")


def language(arguments: argparse.Namespace) -> str:
    """Returns the language: the flag, FORETOLD_LANG, the locale, English; an unknown one is refused."""
    wish = getattr(arguments, "lang", None) or os.environ.get("FORETOLD_LANG")
    if not wish:
        return language_of_locale()
    known = i18n.known(wish)
    if known is None:
        raise Usage("no-such-language", {"found": wish[:40], "known": list(i18n.languages())})
    return known


def language_of_locale() -> str:
    """Returns the language of the locale if it is supported, else English."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return i18n.known(locale) or i18n.DEFAULT


def seed_argument(text: str) -> int:
    """Parses a seed."""
    if text.isascii() and text.isdigit() and int(text) < 2**64:
        return int(text)
    raise argparse.ArgumentTypeError("a seed is a whole number from 0 to 2^64-1")


def add_jobs_argument(parser: argparse.ArgumentParser) -> None:
    """Adds --jobs: one process by default, all cores without a number."""
    parser.add_argument(
        "--jobs",
        type=_count,
        nargs="?",
        const=0,
        default=1,
        metavar="N",
        help="number of processes; without a number, all cores (default 1)",
    )


def _count(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) <= 1024:
        return int(text)
    raise argparse.ArgumentTypeError("jobs are a whole number; 0 means all cores")


def console(*, stderr: bool = False, plain: bool = False) -> Console:
    """Creates a console that writes plain text without colour, terminal or UTF-8; `plain`: also on a terminal."""
    from rich.console import Console

    if plain:
        return Console(stderr=stderr, highlight=False, color_system=None, no_color=True, soft_wrap=True)
    return Console(stderr=stderr, highlight=False, safe_box=True)


@contextmanager
def progress(task: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Shows a progress bar on a terminal, nothing elsewhere; call the result to advance."""
    if not sys.stderr.isatty():
        yield lambda advance: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        running = bar.add_task(task, total=total)
        yield lambda advance: bar.advance(running, advance)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Reports a file that can't be written as wrong usage."""
    try:
        yield
    except OSError as error:
        raise Usage("unwritable-file", {"file": str(path), "why": error.strerror or type(error).__name__}) from None


def wait_for_kernels() -> None:
    """Waits until the kernels of a bot are compiled, with a progress bar on a terminal."""
    warm = sys.modules.get("foretold.kernels.warm")
    if warm is None or warm.settled():
        return
    with progress("compile", len(warm.STEPS)) as bar:
        shown = 0
        while not warm.wait(0.2) and not warm.settled():
            bar(warm.steps_done() - shown)
            shown = warm.steps_done()
