"""`foretold show`: a recorded match in the terminal, step by step."""

from __future__ import annotations

import argparse
from pathlib import Path

from foretold.cli import Usage
from foretold.cli.options import add_language_argument, language


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `foretold show`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a file of records (.jsonl, .jsonl.gz)")
    parser.add_argument("--line", type=int, metavar="K", help="which match of the file, from 1 (default 1)")
    parser.add_argument("--seat", type=int, metavar="N", help="show what this seat knew (default: all hands)")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Shows the match: by steps in a terminal, as one text in a pipe."""
    return 0
