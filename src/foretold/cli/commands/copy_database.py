"""`foretold copy-database`: copies the contents of one database to another, of either kind."""

from __future__ import annotations

import argparse

from foretold.cli import Usage
from foretold.cli.database import database, existing, served, working_on
from foretold.cli.options import add_language_argument, language
from foretold.cli.record_chunks import printable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold copy-database`."""
    parser.add_argument("source", type=database, metavar="FROM", help="a file, or postgresql://…")
    parser.add_argument("target", type=database, metavar="TO", help="the same; it must be empty")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Copies everything and compares the copy with the original."""
    from foretold.i18n import say
    from foretold.server.maintenance.copy import Differs, copy
    from foretold.server.store import open_store, shown

    source, target = existing(arguments.source), arguments.target
    with working_on(source), open_store(source) as reading:
        if served(source):  # changes during the copy would be missing
            raise Usage("copy-while-served", {"file": shown(source)})
        with working_on(target), open_store(target) as writing:
            if not writing.empty():
                raise Usage("copy-onto-something", {"file": shown(target)})
            try:
                count = copy(reading, writing)
            except Differs as error:
                raise Usage("copy-differs", {"file": shown(target), "part": error.part}) from None
    spoken = language(arguments)
    print(printable(say(spoken, "copy.done", file=shown(target), database=shown(source), count=count)))
    return 0
