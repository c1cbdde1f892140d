"""Many open tables at one process: what each takes of memory and of the start, and that nothing is kept for nobody."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from foretold.server.base.rate_limits import Bucket
from foretold.server.live.connection import Connection
from foretold.server.live.live_table import LiveTable
from foretold.server.live.previews import Foreseen
from tests.server.at_tables import Room


class Page:
    """A connection's other end, which counts what it is sent."""

    open = True

    def __init__(self) -> None:
        self.messages = 0

    def tell(self, *texts: bytes) -> None:
        self.messages += len(texts)


def keeps(live: LiveTable) -> bool:
    """True if anything is kept that clients would be shown."""
    return live.facts is not None or bool(live.streams)


def rests(live: LiveTable) -> bool:
    """True if the table rests."""
    return live.table.resting


def test_snapshots_are_built_and_kept_only_while_somebody_looks() -> None:
    room = Room("me", "bot:random", "bot:random", players=3)
    room.begin()
    live, page = LiveTable(room.table), Page()
    room.play(Random(1), 3)
    assert live.updates() == []
    assert not keeps(live)
    connection = Connection("eve", "en", Bucket(1, 1), page)
    connection.seats = live.audiences("eve")
    live.greeting(connection, None, 0)
    live.come(connection)
    room.play(Random(1), 3)
    for delivery in live.updates():
        delivery()
    assert page.messages == 1
    assert keeps(live)
    live.go(connection)
    live.drop_unheard()
    assert not keeps(live)
    room.play(Random(1), 3)
    assert live.updates() == []
    assert not keeps(live)


def test_previews_of_those_who_left_keep_no_table_from_resting() -> None:
    room = Room("me", "bot:random", "bot:random", players=3)
    room.begin()
    live = LiveTable(room.table)
    room.play(Random(1), 3)
    assert room.table.state is not None
    live.previews[0] = Foreseen(room.table.state, 0)
    live.rest()
    assert not rests(live), "something has happened since the last look"
    live.rest()
    assert rests(live)
    assert not live.previews


def test_a_process_loads_many_open_tables(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    count = 100_000 if request.config.getoption("--long") else 300
    command = [sys.executable, "-m", "tests.server.live.many_tables", str(tmp_path / "foretold.sqlite"), str(count)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[3], check=False)
    assert done.returncode == 0, done.stderr
    taken = json.loads(done.stdout)
    print(f"\n{count} tables: {taken['bytes'] / 1000:.1f} kB and {taken['ms']:.2f} ms of CPU for each")
    assert taken["tables"] == count
    assert taken["bytes"] < 15_000
