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
        "benchmark",
        "dataset",
        "train",
    ),
    *("site", "service", "export", "backup", "restore", "copy-database", "doctor", "forget", "ratings"),
    *("admin", "languages"),
)
MAIN_JOB = ("serve", "--host", "127.0.0.1", "--open")
_SUMMARIES = {
    "serve": "run a server: people and bots play in real time",
    "play": "play a match in the terminal against bots",
    "daily": "play a match that is the same for everyone: today's, or one by a seed",
    "show": "step through a recorded match in the terminal",
    "review": "show what each decision of a match cost, given what its seat knew",
    "puzzles": "solve positions: find the card, the prophecy or the bid",
    "simulate": "play bots against bots: records and statistics",
    "check": "replay records; exit 0 only if all are valid",
    "verify": "check that the deals of matches are the promised ones",
    "arena": "run a tournament of bots on duplicate deals",
    "calibrate": "fit by self-play what raw values mean against weak and strong players",
    "bench": "measure speed on this machine",
    "benchmark": "measure how strong a policy or bot is, on five fixed tasks",
    "dataset": "write decisions of strong players with observations, values and outcomes, as Parquet",
    "train": "make the networks of the bot student again",
    "site": "write the whole game as files for any web host; it runs in the browser, offline too",
    "service": "install a hardened systemd unit that runs the server",
    "export": "export all finished matches of a server as records",
    "backup": "make a consistent copy of a server's database, also while it runs",
    "restore": "restore a server's database from a backup, checked before and after",
    "copy-database": "copy a server's database to another one, SQLite or PostgreSQL, in either direction",
    "doctor": "check a server's database and its journals, and repair them",
    "ratings": "recompute a server's ratings from its stored matches",
    "languages": "show how complete each language is; exchange phrases with PO files",
    "admin": "see who and what is on a server, and close, mute, block, announce; print a link to its operator's page",
    "forget": "delete what a server stores about people",
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
        epilog="Without a command, opens the game in your browser, served by this machine for this machine only.",
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
