"""The command `foretold`; each subcommand imports what it needs when it runs."""

from __future__ import annotations

import argparse
import io
import os
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module

from foretold.errors import BadOption, Refusal, UnknownBot, UnknownGame

COMMANDS = (
    *(
        "serve",
        "play",
        "daily",
        "show",
        "review",
        "puzzles",
        "simulate",
        "check",
        "verify",
        "arena",
        "calibrate",
        "bench",
    ),
    *("site", "export", "backup", "copy-database", "doctor", "forget", "ratings"),
)
MAIN_JOB = ("serve", "--host", "127.0.0.1", "--open")
_SUMMARIES = {
    "serve": "a table server: people and bots play in real time",
    "play": "a match in the terminal against bots",
    "daily": "a match that is the same for everybody who plays it: today's, or by a seed",
    "show": "a recorded match in the terminal, step by step",
    "review": "what each decision of a match cost against the best one, by what its seat knew",
    "puzzles": "positions to solve: find the card, the prophecy, the bid",
    "simulate": "bots against bots: records and statistics",
    "check": "replay records; exit 0 only if all hold",
    "verify": "whether the deals of matches are those that were promised",
    "arena": "a tournament of bots on duplicate deals",
    "calibrate": "what raw values mean against weak and strong company, fitted by self-play",
    "bench": "speed figures of this machine",
    "site": "the whole game as files for any web host: it runs in the browser, offline too",
    "export": "all ended matches of a server as records",
    "backup": "a consistent copy of a server's database, also while it runs",
    "copy-database": "all that a server's database holds in another one: SQLite or PostgreSQL, both ways",
    "doctor": "whether a server's database and its journals are whole, and a repair",
    "ratings": "the ratings of a server's people again, from the matches that are kept",
    "forget": "delete what a server's database holds about people",
}


class Usage(Refusal):
    """Wrong usage of a command; exit code 2."""


def program() -> str:
    """Returns how this program was called, for hints that can be typed: FORETOLD_COMMAND, set by scripts/play."""
    return shlex.quote(os.environ.get("FORETOLD_COMMAND") or "foretold")


def build_parser() -> argparse.ArgumentParser:
    """Builds the parser of all commands."""
    parser = argparse.ArgumentParser(
        prog=program(),
        description="Seven Prophecies (both editions) and Prophecy: play, check, study.",
        epilog="Without a command: the table in your browser, served by this machine for this machine.",
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in COMMANDS:
        command = commands.add_parser(name, help=_SUMMARIES[name], description=_SUMMARIES[name])
        import_module(_module(name)).add_arguments(command)
    return parser


def _module(command: str) -> str:
    return "foretold.cli.commands." + command.replace("-", "_")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command; returns 0 on success, 1 if a check failed, 2 on wrong usage."""
    try:
        return _run(argv)
    except BrokenPipeError:  # the reader of our output is gone: nothing left to do
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _run(argv: Sequence[str] | None) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # without UTF-8, text is escaped rather than lost
            stream.reconfigure(errors="backslashreplace")
    from foretold.cli.options import language

    parser = build_parser()
    given = list(sys.argv[1:] if argv is None else argv)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given = [*MAIN_JOB, *given]  # options alone belong to the main job
    arguments = parser.parse_args(given)
    if arguments.version:
        from foretold import __version__

        print(f"foretold {__version__}")
        return 0
    try:
        if "lang" in arguments:
            arguments.lang = language(arguments)  # an unknown language is refused before anything else
        code: int = import_module(_module(arguments.command)).run(arguments)
        return code
    except (Usage, BadOption, UnknownBot, UnknownGame) as error:
        print(f"{program()} {arguments.command}: {error.sentence(_spoken(arguments))}", file=sys.stderr)
        return 2


def _spoken(arguments: argparse.Namespace) -> str:
    """Returns the language of a refusal: the one asked for, else that of the locale."""
    from foretold.cli.options import language, language_of_locale

    try:
        return language(arguments)
    except Usage:
        return language_of_locale()
