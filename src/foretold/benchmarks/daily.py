"""The cost of a daily with very many attempts: CPU time of its page, and disk space per attempt."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec

from foretold.games import TITLES
from foretold.server.base.clock import date
from foretold.server.features.challenges import calendar, daily_routes
from foretold.server.features.challenges.attempts import TriedRound
from foretold.server.store import AddPerson, BeginTry, EndTry, Operation, Store, open_store

PEOPLE = 10_000  # people with an attempt at every match of the day
AT_ONCE = 500  # people written in one transaction
ASKED = 50  # pages measured


def figures(seconds: float) -> dict[str, object]:
    """Measures a day with 10,000 attempts per match: CPU time of its page with histograms and ranks, disk space."""
    with TemporaryDirectory() as directory:
        path = Path(directory) / "foretold.sqlite"
        today = calendar.day_of(date())
        with open_store(path) as store:
            store.write([calendar.promised(today, game, bytes([number]) * 32, 0) for number, game in enumerate(TITLES)])
            store.write([AddPerson(f"person-{n}", f"{n}".encode(), f"Person {n}", 0) for n in range(PEOPLE)])
        empty = _size(path)
        _fill(path, today)
        tried = (_size(path) - empty) / (PEOPLE * len(TITLES))
        with open_store(path) as store:
            return {
                "daily: tries at each of the three matches": PEOPLE,
                "daily: CPU ms for the page with histograms and own ranks": _cpu(
                    lambda n: _asked(store, n, today), seconds
                ),
                "daily: bytes on disk for a try beside its record, indexes included": tried,
            }


def _size(path: Path) -> int:
    """Returns the bytes of a closed database."""
    return sum(file.stat().st_size for file in path.parent.iterdir())


def _fill(path: Path, today: str) -> None:
    rng = Random(1)
    with open_store(path) as store:
        for first in range(0, PEOPLE, AT_ONCE):
            done: list[Operation] = []
            for number in range(first, first + AT_ONCE):
                for game in TITLES:
                    id, table = calendar.daily_id(today, game), f"table-of-sixteen-bytes-{number}"
                    rounds = tuple(TriedRound(rng.randrange(6), rng.randrange(8), 7) for _ in range(8))
                    points = sum(scored.points for scored in rounds)
                    body = msgspec.json.encode(rounds)
                    done.append(BeginTry(id, f"person-{number}", table, calendar.begins(today)))
                    done.append(
                        EndTry(id, table, f"match-of-sixteen-bytes-{number}", 5, True, points, points > 20, body)
                    )
            store.write(done)


def _asked(store: Store, number: int, today: str) -> None:
    """Requests the page as somebody who has played."""
    msgspec.json.encode(daily_routes.told(store, f"person-{number}", today, today))


def _cpu(work: Callable[[int], None], seconds: float) -> float:
    """Returns the mean CPU milliseconds of a page over many people."""
    rng = Random(2)
    work(0)
    begun, asked = time.process_time(), 0
    while asked < ASKED or time.process_time() - begun < seconds:
        work(rng.randrange(PEOPLE))
        asked += 1
    return 1000 * (time.process_time() - begun) / asked
