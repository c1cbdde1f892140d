"""`foretold ratings recompute`: recomputes the ratings of a server's people from the stored matches."""

from __future__ import annotations

import argparse

from foretold.cli.database import add_database_argument, changing, existing_database
from foretold.cli.options import add_language_argument, language

TRIES = 5  # attempts, since people may be rated meanwhile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold ratings`."""
    parser.add_argument("what", choices=("recompute",), help="recompute all ratings from the records of matches")
    add_database_argument(parser)
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Recomputes all ratings and reports how many changed."""
    from foretold.i18n import say
    from foretold.server.features.ratings.service import recomputed
    from foretold.server.store import Conflict

    spoken = language(arguments)
    database = existing_database(arguments)
    with changing(database) as (store, write):
        for attempt in range(1, TRIES + 1):
            before = {*store.ratings(), *store.rated()}
            again = recomputed(store)
            changed = [entry for entry in again.ratings if entry not in before]
            if before >= {*again.ratings, *again.rated}:
                break
            try:
                write([again])
                break
            except Conflict:
                if attempt == TRIES:
                    raise
    matches = len({entry.match for entry in again.rated})
    print(say(spoken, "ratings.again", matches=matches, ratings=len(again.ratings)))
    print(say(spoken, "ratings.changed", count=len(changed)) if changed else say(spoken, "ratings.same"))
    return 0
