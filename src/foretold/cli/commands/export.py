"""`foretold export`: all ended matches of a server as records."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from foretold.cli import Usage
from foretold.cli.chunks import printable
from foretold.cli.database import add_database_argument, existing_database, working_on
from foretold.cli.options import add_language_argument, language, writing

STANDARD_OUTPUT = Path("-")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `foretold export`."""
    add_database_argument(parser)
    parser.add_argument(
        "--output",
        type=Path,
        default=STANDARD_OUTPUT,
        metavar="FILE",
        help="write the records here (.jsonl, .jsonl.gz); - for standard output, the default",
    )
    parser.add_argument("--force", action="store_true", help="replace the file if it is there")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Writes every record that may be shown, in the order in which the matches ended."""
    from foretold.i18n import say
    from foretold.server.base.clock import date
    from foretold.server.store import open_store

    database, output = existing_database(arguments), arguments.output
    if output.is_file() and not arguments.force:
        raise Usage("file-exists", {"file": str(output)})
    with working_on(database), open_store(database) as store:
        if output == STANDARD_OUTPUT:
            for record in store.records(date()):
                sys.stdout.buffer.write(record + b"\n")
            sys.stdout.flush()
            return 0
        count = _write(output, store.records(date()))
    print(printable(say(language(arguments), "export.done", count=count, file=output)))
    return 0


def _write(output: Path, records: Iterator[bytes]) -> int:
    """The records stand in the file, which is there only if all went well; their number."""
    from foretold.files import new_file

    count = 0
    with writing(output), new_file(output) as stream:
        for record in records:
            stream.write(record.decode("utf-8") + "\n")
            count += 1
    return count
