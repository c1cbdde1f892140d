"""`foretold forget`: deletes what a server's database holds about people."""

from __future__ import annotations

import argparse
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from foretold.cli import Usage
from foretold.cli.database import add_database_argument, changing, existing_database, served
from foretold.cli.options import add_language_argument, language
from foretold.cli.record_chunks import printable

if TYPE_CHECKING:
    from foretold.server.store import Person, Store

DAY = 86_400_000  # milliseconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold forget`."""
    add_database_argument(parser)
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--name", metavar="NAME", help="everyone with exactly this name")
    who.add_argument("--person", metavar="ID", help="the person with this id")
    who.add_argument("--idle", type=_days, metavar="DAYS", help="everyone not seen for so many days")
    parser.add_argument("--list", action="store_true", help="only list them")
    parser.add_argument("--yes", action="store_true", help="delete without asking")
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Lists the matching people and, if confirmed, deletes them."""
    from foretold.i18n import say
    from foretold.server.store import ForgetPerson

    spoken = language(arguments)
    database = existing_database(arguments)
    with changing(database) as (store, write):
        people = _meant(store, arguments)
        for person in people:
            print(printable(_line(store, person, spoken)))
        if not people:
            print(say(spoken, "forget.nobody"))
        if arguments.list or not people:
            return 0
        if not arguments.yes and not _agreed(len(people), spoken):
            print(say(spoken, "forget.kept"))
            return 0
        write([ForgetPerson(person.id) for person in people])
        running = isinstance(database, Path) and served(database)  # else the servers are notified
    print(say(spoken, "forget.done", count=len(people)))
    if running:
        print(say(spoken, "forget.running"))
    return 0


def _meant(store: Store, arguments: argparse.Namespace) -> list[Person]:
    if arguments.name is not None:
        return store.people_named(arguments.name)
    if arguments.person is not None:
        person = store.person(arguments.person)
        return [] if person is None else [person]
    return store.people_unseen(_now() - arguments.idle * DAY)


def _line(store: Store, person: Person, spoken: str) -> str:
    from foretold.i18n import say

    seen = datetime.fromtimestamp(person.seen / 1000).strftime("%Y-%m-%d %H:%M")
    matches = store.count_matches(person.id)
    return say(spoken, "forget.person", person=person.id, seen=seen, matches=matches, name=person.name)


def _agreed(count: int, spoken: str) -> bool:
    """Asks the person at the terminal; without one nothing is deleted."""
    from foretold.i18n import say

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Usage("forget-unasked")
    try:
        return input(say(spoken, "forget.ask", count=count) + " ").strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False


def _now() -> int:
    return time.time_ns() // 1_000_000


def _days(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 36_500:
        return int(text)
    raise argparse.ArgumentTypeError("days are a whole number from 1 on")
