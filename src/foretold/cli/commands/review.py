"""`foretold review`: what each decision of a match cost, given what its seat knew; luck and skill separately."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from foretold.cli import Usage
from foretold.cli.options import (
    add_jobs_argument,
    add_language_argument,
    add_plain_argument,
    language,
    progress,
    seed_argument,
    wait_for_kernels,
    writing,
)
from foretold.cli.record_chunks import sentence
from foretold.errors import BadRecord

if TYPE_CHECKING:
    from foretold.coach.review import Review
    from foretold.json_types import JsonObject
    from foretold.records import Record

SECONDS = 20  # timeout of a server's answer


class _Found(NamedTuple):
    """A match, and the server's review of it as JSON if it has one."""

    record: Record
    kept: JsonObject | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of `foretold review`."""
    parser.add_argument("source", metavar="FILE|LINK", help="records (.jsonl, .jsonl.gz), or the link to a match")
    parser.add_argument("--seat", metavar="WHO", help="show what this seat lost: a name, a letter, or a number from 0")
    parser.add_argument("--worlds", type=int, metavar="N", help="deals in which a decision is weighed (default 600)")
    parser.add_argument(
        "--seed", type=seed_argument, default=0, metavar="S", help="same seed and worlds, same figures (default 0)"
    )
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each match")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page here (.html)")
    add_jobs_argument(parser)
    parser.set_defaults(jobs=0)
    add_plain_argument(parser)
    add_language_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Reviews every record of a file, or the one behind a link; returns 1 if a record is broken."""
    from foretold.cli.commands.show import wished_seat
    from foretold.cli.terminal.review_table import print_review
    from foretold.coach import WORLDS
    from foretold.coach.page import page
    from foretold.coach.review_text import Reviewed

    spoken = language(arguments)
    worlds = WORLDS if arguments.worlds is None else arguments.worlds
    if worlds < 2:
        raise Usage("worlds-count", {"found": worlds})
    if arguments.html is not None:
        with writing(arguments.html):
            arguments.html.touch()  # an unwritable file is reported before the work
    reviews: list[Reviewed] = []
    try:
        for match in _records(arguments.source):
            seat = wished_seat(match.record, arguments.seat)
            made = Reviewed(match.record, _review(match, worlds, arguments), seat, spoken)
            if arguments.json:
                print(json.dumps(_of_seat(made.review.to_dict(), seat)), flush=True)
            elif arguments.html is None:
                print_review(made, plain=arguments.plain)
            reviews.append(made)
    except BadRecord as error:
        print(sentence(error, spoken), file=sys.stderr)
        return 1
    if arguments.html is not None:
        with writing(arguments.html):
            arguments.html.write_text(page(reviews, worlds, arguments.seed), "utf-8")
    return 0


def _review(source: _Found, worlds: int, arguments: argparse.Namespace) -> Review:
    from foretold import __version__
    from foretold.arena.pool import cores, in_order, processes
    from foretold.coach.decisions import decisions, tasks, weigh_task
    from foretold.coach.json_format import weighed_of
    from foretold.coach.review import assemble
    from foretold.games.replay import steps
    from foretold.kernels import warm

    record, kept = source
    warm.start()
    if kept is not None and (kept["worlds"], kept["seed"], kept["version"]) == (worlds, arguments.seed, __version__):
        game = next(iter(steps(record))).game
        wait_for_kernels()
        return assemble(record, [weighed_of(decision, game) for decision in kept["decisions"]])
    count = len(decisions(record))
    wait_for_kernels()
    with processes(arguments.jobs) as executor, progress("review", count) as bar:
        weighed = []
        work = tasks(record, count, worlds, arguments.seed)
        for decision in in_order(executor, weigh_task, work, 4 * cores(arguments.jobs)):
            weighed.append(decision)
            bar(1)
    return assemble(record, weighed)


def _records(source: str) -> Iterator[_Found]:
    """Returns the records of a file, or the one behind a link, fetched from its server."""
    from foretold.files import read

    if source.startswith(("http://", "https://")):
        yield _fetched(source)
        return
    path = Path("/dev/stdin") if source == "-" else Path(source)
    if not path.exists():
        raise Usage("review-what", {"found": source[:80]})
    none = True
    for record in read(path):
        none = False
        yield _Found(record, None)
    if none:
        raise BadRecord("no-record", file=source)


def _fetched(link: str) -> _Found:
    """Fetches the match behind a link, with the server's review if it is available."""
    from urllib.parse import parse_qs, urlsplit, urlunsplit

    from foretold.records import Record

    parts = urlsplit(link)
    share = parse_qs(parts.fragment).get("share")  # the form of older share links
    before, matches, id = parts.path.removesuffix("/review").rpartition("/matches/")
    if not matches:
        before, matches, rest = parts.path.removesuffix("/review").rpartition("/shared/")
        id, _, token = rest.partition("/")
        share = [token] if token else None
    if not matches:
        raise Usage("review-what", {"found": link[:80]})
    address = urlunsplit((parts.scheme, parts.netloc, f"{before.removesuffix('/api')}/api/matches/{id}", "", ""))
    try:
        if share:  # posted, so that it appears in no log
            return _Found(Record.from_line(_asked(f"{address}/shared", {"token": share[0]})), None)
        record = Record.from_line(_asked(address))
    except OSError as error:
        raise Usage("review-unreachable", {"link": link[:80], "why": str(error)[:80]}) from None
    try:
        kept = json.loads(_asked(f"{address}/review"))
    except (OSError, ValueError):  # an older server, or no permission: the record is enough
        return _Found(record, None)
    return _Found(record, kept if kept.get("state") == "done" else None)


def _asked(address: str, body: dict[str, str] | None = None) -> bytes:
    """Returns a server's answer, up to the size limit of a record."""
    from urllib.request import Request, urlopen

    from foretold.records import LINE_LIMIT

    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=SECONDS) as answer:
        content: bytes = answer.read(LINE_LIMIT + 1)
    return content


def _of_seat(review_json: dict[str, object], seat: int | None) -> dict[str, object]:
    """Filters the decisions of a review by seat, if one is given."""
    decisions = review_json["decisions"]
    assert isinstance(decisions, list)
    return {
        **review_json,
        "decisions": [decision for decision in decisions if seat is None or decision["seat"] == seat],
    }
