"""`foretold show`: a recorded match in the terminal, step by step."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage
from foretold.cli.options import add_language_argument, add_plain_argument, language
from foretold.errors import BadRecord

if TYPE_CHECKING:
    from foretold.records import Record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold show`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a file of records (.jsonl, .jsonl.gz)")
    parser.add_argument("--line", type=int, metavar="K", help="which match of the file, from 1 (default 1)")
    parser.add_argument(
        "--seat",
        metavar="WHO",
        help="show what this seat knew: a name, a letter, or a number from 0 (default: all hands)",
    )
    add_plain_argument(parser)
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Shows the match: step by step in a terminal, as one text in a pipe."""
    from foretold.cli.terminal.replay_viewer import Stepping
    from foretold.cli.terminal.screen import Screen

    screen = Screen(language(arguments), plain=arguments.plain)
    if screen.language != screen.wished_language:
        screen.tell(screen.say("no-letters", language=screen.wished_language))
    if not arguments.file.is_file():
        raise Usage("terminal-no-file", {"file": str(arguments.file)})
    try:
        record, line, count = _pick(arguments.file, arguments.line)
        stepping = Stepping(screen, record, wished_seat(record, arguments.seat))
    except BadRecord as error:
        clause = f" ({error.clause})" if error.clause else ""
        print(f"{error.where(screen.language)}: {error.sentence(screen.language)}{clause}", file=sys.stderr)
        return 1
    notice = screen.say("show.count", file=arguments.file, count=count, line=line) if count > 1 else ""
    if screen.interactive:
        stepping.walk(notice)
    else:
        stepping.print_all(notice)
    return 0


def wished_seat(record: Record, wished: str | None) -> int | None:
    """Returns the requested seat, None for all."""
    from foretold.cli.terminal.style import LETTERS
    from foretold.cli.terminal.typed_input import seat_of

    if wished is None:
        return None
    names = record.names or tuple(LETTERS[: record.players])
    seat = seat_of(wished, names)
    if seat is None:
        raise Usage("terminal-no-seat", {"found": wished, "names": names, "last": record.players - 1})
    return seat


def _pick(path: Path, wished: int | None) -> tuple[Record, int, int]:
    """Returns the requested match of a file, its number, and the number of matches; parses only that one."""
    from foretold.files import lines
    from foretold.records import Record

    wanted = 1 if wished is None else wished
    count = 0
    record: Record | None = None
    for line in lines(path):
        count += 1
        if count == wanted:
            try:
                if line.error is not None:
                    raise line.error
                record = Record.from_line(line.text)
            except BadRecord as error:
                raise error.at(file=str(path), line=line.number or None) from None
    if count == 0:
        raise BadRecord("no-record", file=str(path))
    if record is None:
        raise Usage("terminal-no-line", {"found": str(wanted), "last": count})
    return record, wanted, count
