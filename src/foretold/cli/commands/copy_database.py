"""`foretold copy-database`: all that one database holds, in another one, of either kind."""

from __future__ import annotations

import argparse

from foretold.cli import Usage
from foretold.cli.chunks import printable
from foretold.cli.database import database, existing, served, working_on
from foretold.cli.options import add_language_argument, language


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `foretold copy-database`."""
    parser.add_argument("source", type=database, metavar="FROM", help="a file, or postgresql://…")
    parser.add_argument("target", type=database, metavar="TO", help="the same; it must not hold anything yet")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Copies everything, and compares what is there then with what was there before."""
    from foretold.i18n import say
    from foretold.server.maintenance.copy import Differs, copy
    from foretold.server.store import open_store, shown

    source, target = existing(arguments.source), arguments.target
    with working_on(source), open_store(source) as reading:
        if served(source):  # what happens meanwhile would be missing
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
