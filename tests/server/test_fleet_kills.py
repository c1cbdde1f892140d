"""Three processes and a PostgreSQL, killed, stopped and cut off at random: what is acknowledged stands, once."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from foretold.server import journal
from foretold.server.postgres_store import PostgresStore
from tests.postgres import Postgres
from tests.server.serving import Player, Server, make_table, serving, wait_for
from tests.server.test_kills import (
    BRIEF,
    FIRST_EDITION,
    PACE,
    SINGLE,
    Company,
    Stored,
    check_company,
    company,
    keep_playing,
)

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'foretold'"


class Fleet:
    """Processes that serve one database."""

    def __init__(self, servers: list[Server], postgres: Postgres) -> None:
        self.servers = servers
        self.postgres = postgres
        self.killed = 0
        self._chance = random.Random(5)

    def place(self) -> str:
        """The address of one of them, whether it runs or not."""
        return self._chance.choice(self.servers).url

    def fault(self, number: int) -> None:
        """Something breaks, and is mended again: mostly a process, now and then the database or the lines to it."""
        server = self.servers[number % 3]
        if number % 4 == 3:
            self.postgres.stop()
            self.postgres.start()
        elif number % 8 == 5:
            self.postgres.run(CUT, server.place)
        elif number % 8 == 6:  # it believes to be alive all the time
            assert server.process is not None
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(5)
            server.process.send_signal(signal.SIGCONT)
        else:
            server.kill()
            self.killed += 1
            time.sleep(self._chance.choice((0, 0.5, 4)))
            server.start()


class Wanderer(Player):
    """A player who comes to another process with each new line."""

    def __init__(self, fleet: Fleet, player: Player) -> None:
        super().__init__(player.url, player.table, player.cookie, player.choice)
        self._fleet = fleet

    async def connect(self, last: int | None = None) -> Wanderer:
        self.url = self._fleet.place()
        return await super().connect(last)


@pytest.fixture
def fleet(postgres: Postgres, tmp_path: Path) -> Iterator[Fleet]:
    with ExitStack() as running:
        place, servers = postgres.new(), []
        for name in "abc":
            (tmp_path / name).mkdir()
            servers.append(running.enter_context(serving(tmp_path / name, "--request-rate", "1000", database=place)))
        yield Fleet(servers, postgres)


def test_whatever_is_acknowledged_stands_once_whatever_breaks(fleet: Fleet, request: pytest.FixtureRequest) -> None:
    faults = 300 if request.config.getoption("--long") else 8
    first = fleet.servers[0]
    companies = [
        company(first, ["me", "open", "open"], 2, game="seven-prophecies", players=3, grace=600),
        company(first, ["open", "me", "bot:random", "bot:greedy"], 1, game="seven-prophecies", grace=600),
        company(first, ["open", "me", "open"], 2, game="prophecy", players=3, options=BRIEF, pace=PACE, grace=600),
        company(first, ["me", "bot:novice", "bot:random"], game=FIRST_EDITION, players=3, options=SINGLE),
    ]
    for each in companies:
        each.players = [Wanderer(fleet, player) for player in each.players]
    asyncio.run(play_all(fleet, companies, faults))
    for server in fleet.servers:
        assert server.stop() == 0
        assert '"crash"' not in server.log.read_text()
        assert "not readable" not in server.log.read_text()
    journals, records = stored(first.place)
    for each in companies:
        check_company(each, journals[each.table], records[each.table])
    acted = sum(isinstance(entry, journal.Acted) for entries in journals.values() for entry in entries)
    resent = sum(each.resent for each in companies)
    print(f"\n{faults} faults, {fleet.killed} kills of processes, {acted} actions, {resent} sent again")


async def play_all(fleet: Fleet, companies: list[Company], faults: int) -> None:
    enough = asyncio.Event()
    players = [player for each in companies for player in each.players]
    async with asyncio.timeout(120 + 20 * faults), asyncio.TaskGroup() as group:
        group.create_task(break_often(fleet, faults, lambda: sum(len(player.done) for player in players), enough))
        for each in companies:
            for player in each.players:
                group.create_task(keep_playing(each, player, enough))
    for player in players:
        await player.close()


async def break_often(fleet: Fleet, faults: int, acknowledged: Callable[[], int], enough: asyncio.Event) -> None:
    moments = random.Random(7)
    for number in range(faults):
        wanted = acknowledged() + moments.randrange(60)
        deadline = time.monotonic() + 5
        while acknowledged() < wanted and time.monotonic() < deadline:
            await asyncio.sleep(0.002)
        await asyncio.to_thread(fleet.fault, number)
    enough.set()


def stored(place: str) -> Stored:
    """By table its journal, and the records of its matches in the order in which they were played."""
    with PostgresStore(place) as store:
        rows = [row for page in store.rows_of("matches") for row in page]
        tables = [row[0] for page in store.rows_of("tables") for row in page]
        journals = {table: [journal.read(each.body) for each in store.entries(table)] for table in tables}
    records = {
        table: [json.loads(row[7]) for row in sorted(rows, key=lambda row: row[2]) if row[1] == table]
        for table in tables
    }
    return journals, records


def test_workers_serve_together_and_one_that_ends_is_followed_by_another(postgres: Postgres, tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2", database=postgres.new()) as server:
        client = server.client()
        # Every connection is taken by either of them, and both know of both, in whichever order they came.
        wait_for(lambda: all("foretold_processes 2.0" in server.client().get("/metrics").text for _ in range(8)))
        table = make_table(client, ["me", "open"], game="prophecy", players=2)
        assert client.get("/api/ready").status_code == 200
        assert server.process is not None
        workers = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        assert len(workers) == 2
        for each in workers:
            os.kill(int(each), signal.SIGKILL)
        wait_for(lambda: answers(server, table))
        assert server.stop() == 0
    log = server.log.read_text()
    assert log.count('"process ended"') == 2
    assert "Traceback" not in log


def answers(server: Server, table: str) -> bool:
    try:
        return server.client().get(f"/api/tables/{table}").status_code == 200
    except httpx.HTTPError:
        return False


def test_a_table_goes_on_when_the_process_that_looked_after_it_is_killed(fleet: Fleet) -> None:
    """Bots play on: one table for each process at least, and nobody is there to wake them."""
    client = fleet.servers[0].client()
    seats = ["me", "bot:random", "bot:random", "bot:random", "bot:random", "bot:random"]
    tables = [make_table(client, seats, game="prophecy", players=6) for _ in range(9)]
    for table in tables:
        assert client.post(f"/api/tables/{table}/commands", json={"type": "leave"}).status_code == 200
    fleet.servers[1].kill()
    fleet.servers[2].kill()
    wait_for(lambda: all(client.get(f"/api/tables/{table}").json()["phase"] == "over" for table in tables), 90)
