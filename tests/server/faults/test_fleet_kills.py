"""Three processes and a PostgreSQL, killed, stopped and cut off at random: what is acknowledged stands, once."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from foretold.server.protocol import messages
from foretold.server.store.postgres.store import PostgresStore
from foretold.server.table import journal
from tests.postgres import Gate, Postgres
from tests.postgres import serving as serving_postgres
from tests.server.faults import newer
from tests.server.faults.companies import (
    BRIEF,
    FIRST_EDITION,
    PACE,
    SINGLE,
    Company,
    check_company,
    check_order,
    company,
    keep_playing,
    keep_visiting,
    summed_up,
)
from tests.server.faults.mixture import Circle, Planner
from tests.server.faults.patience import PatientServers
from tests.server.faults.test_kills import Stored
from tests.server.serving import Player, Server, make_table, serving, wait_for

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'foretold'"


NEWER = (str(Path(newer.__file__)),)  # the command of a server of the next version


class Fleet:
    """Processes that serve one database; the last one reaches it by a way that can be cut."""

    def __init__(self, servers: list[Server], postgres: Postgres, gate: Gate, long: bool) -> None:
        self.servers = servers
        self.faults: Counter[str] = Counter()
        self._postgres, self._gate, self._long = postgres, gate, long
        self._chance = random.Random(5)

    def place(self) -> str:
        """The address of one of them, whether it runs or not."""
        return self._chance.choice(self.servers).url

    def fault(self, number: int) -> None:
        """Something breaks, and is mended again: mostly a process, else the database or the lines to it."""
        kind = ("kill", "cut", "database", "stop", "kill", "cut", "kill", "away")[number % 8]
        if number == 9:
            kind = "upgrade"
        self.faults[kind] += 1
        getattr(self, f"_{kind}")(self.servers[number % 3])

    def _kill(self, server: Server) -> None:
        server.kill()
        time.sleep(self._chance.choice((0, 0.3, 4 if self._long else 0.6)))
        server.start()

    def _cut(self, server: Server) -> None:
        """All its lines to the database break."""
        self._postgres.run(CUT, server.place)

    def _database(self, server: Server) -> None:
        self._postgres.stop()
        self._postgres.start()

    def _stop(self, server: Server) -> None:
        """It believes to be alive all the time."""
        assert server.process is not None
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(self._first("stop", 30 if self._long else 4) or (5 if self._long else 0.3))
        server.process.send_signal(signal.SIGCONT)

    def _away(self, server: Server) -> None:
        """One of them can't reach the database, and nobody tells it so."""
        self._gate.cut(self._first("away", 12 if self._long else 1) or (4 if self._long else 0.3))

    def _first(self, kind: str, seconds: float) -> float:
        """So long where it is the first fault of this kind."""
        return seconds if self.faults[kind] == 1 else 0

    def _upgrade(self, server: Server) -> None:
        """One process after the other is of the next version."""
        for member in self.servers:
            assert member.stop() == 0
            member.command = NEWER
            member.start()


class Wanderer(Player):
    """A player who comes to another process with each new line."""

    def __init__(self, fleet: Fleet, player: Player) -> None:
        super().__init__(player.url, player.table, player.cookie, player.choice)
        self._fleet = fleet

    async def connect(self, last: int | None = None) -> Wanderer:
        self.url = self._fleet.place()
        return await super().connect(last)


@pytest.fixture
def fleet(postgres: Postgres, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Fleet]:
    with (
        ExitStack() as running,
        TemporaryDirectory(prefix="gate-", dir="/tmp") as short,
    ):  # as a socket's path has to be
        place, servers = postgres.new(), []
        gate = Gate(Path(short) / "gate", postgres)
        running.callback(gate.close)
        for name in "abc":
            (tmp_path / name).mkdir()
            database = (
                place if name != "c" else postgres.url(place.partition("?")[0].rpartition("/")[2], gate.directory)
            )
            servers.append(running.enter_context(serving(tmp_path / name, "--request-rate", "1000", database=database)))
        yield Fleet(servers, postgres, gate, request.config.getoption("--long"))


def test_acknowledged_moves_are_stored_exactly_once_whatever_breaks(
    fleet: Fleet, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = 300 if request.config.getoption("--long") else 20
    first = fleet.servers[0]
    companies = [
        company(first, ["me", "open", "open"], 2, game="seven-prophecies", players=3, grace=600),
        company(first, ["open", "me", "bot:random", "bot:greedy"], 1, game=FIRST_EDITION, options=SINGLE, grace=600),
        company(first, ["open", "me", "open"], 2, game="prophecy", players=3, options=BRIEF, pace=PACE, grace=600),
        company(first, ["me", "bot:novice", "bot:random"], game=FIRST_EDITION, players=3, options=SINGLE),
    ]
    servers = PatientServers(first, fleet.place)
    bots = ["me", "bot:random", "bot:random"]
    dropping_in = company(first, bots, game="seven-prophecies", players=3, drop_in=True, grace=600)
    circle = Circle(first, servers)
    planner = Planner(servers, circle.join)
    companies += [dropping_in, circle.company]
    for party in companies:
        party.players = [Wanderer(fleet, player) for player in party.players]
    breaks = Breaks(fleet, companies, dropping_in, planner, servers.client)
    asyncio.run(breaks.play_through(faults))
    for server in fleet.servers:
        assert server.stop() == 0
        assert '"crash"' not in server.log.read_text()
        assert "not readable" not in server.log.read_text()
    monkeypatch.setattr(messages, "JOURNAL", messages.JOURNAL + 1)  # as the processes have it by now
    journals, records = stored(first.place)
    for party in companies:
        check_company(party, journals[party.table], records[party.table])
        check_order(party, journals[party.table])
    circle.check(first, [record["id"] for record in records[circle.company.table]])
    assert first.run("SELECT * FROM plans") == []
    acted = sum(isinstance(entry, journal.Acted) for entries in journals.values() for entry in entries)
    resent = sum(company.resent for company in companies)
    waits = sorted(breaks.waits)
    print(f"\n{dict(fleet.faults)}, {acted} actions, {resent} sent again; {summed_up(companies)}")
    print(f"{len(dropping_in.visitors)} visitors, {planner.played} cards in advance, {len(circle.joined)} joined")
    print(f"after a kill a table went on within {waits[len(waits) // 2]:.1f} s, all within {waits[-1]:.1f} s")
    assert waits[-1] < 60  # 5 on a machine that has nothing else to do: docs/scale.md


class Breaks:
    """Companies at their tables while the fleet breaks, and how long each table waits when a process ends."""

    def __init__(
        self,
        fleet: Fleet,
        companies: list[Company],
        dropping_in: Company,
        planner: Planner,
        clients: Callable[[], httpx.Client],
    ) -> None:
        self._fleet, self._companies, self._dropping_in, self._planner = fleet, companies, dropping_in, planner
        self._clients = clients
        self._players = [player for company in companies for player in company.players]
        self._enough = asyncio.Event()
        self.waits: list[float] = []  # seconds

    async def play_through(self, faults: int) -> None:
        """So many faults, then the matches that are under way come to their end."""
        async with asyncio.timeout(120 + 20 * faults), asyncio.TaskGroup() as group:
            group.create_task(self._break_often(faults))
            group.create_task(self._planner.keep_planning(self._enough))
            group.create_task(keep_visiting(self._dropping_in, self._seek, self._clients))
            for company in self._companies:
                for player in company.players:
                    group.create_task(keep_playing(company, player, self._enough))
        for player in self._players:
            await player.close()

    def _seek(self, cookie: str) -> Wanderer:
        return Wanderer(self._fleet, Player(self._fleet.place(), self._dropping_in.table, cookie))

    async def _break_often(self, faults: int) -> None:
        moments = random.Random(7)
        for number in range(faults):
            wanted = self._acknowledged() + moments.randrange(12)
            deadline = time.monotonic() + 5
            while self._acknowledged() < wanted and time.monotonic() < deadline:
                await asyncio.sleep(0.002)
            kills = self._fleet.faults["kill"]
            fault = asyncio.create_task(asyncio.to_thread(self._fleet.fault, number))
            await asyncio.sleep(0.01)
            if self._fleet.faults["kill"] > kills:
                await asyncio.gather(*map(self._wait, self._companies))
            await fault
        self._enough.set()

    def _acknowledged(self) -> int:
        return sum(len(player.done) for player in self._players)

    async def _wait(self, company: Company) -> None:
        """Until something new is heard at the table."""
        begun, known = time.monotonic(), {player: player.number for player in company.players}
        while all(player.number <= number for player, number in known.items()):
            await asyncio.sleep(0.01)
        self.waits.append(time.monotonic() - begun)


def stored(place: str) -> Stored:
    """By table its journal, and the records of its matches in the order in which they were played."""
    with PostgresStore(place) as store:
        rows = [row for page in store.rows_of("matches") for row in page]
        tables = [row[0] for page in store.rows_of("tables") for row in page]
        journals = {table: [journal.read(entry.body) for entry in store.entries(table)] for table in tables}
    records = {
        table: [json.loads(row[7]) for row in sorted(rows, key=lambda row: row[2]) if row[1] == table]
        for table in tables
    }
    return journals, records


def test_workers_serve_together_and_a_dead_one_is_replaced(postgres: Postgres, tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2", database=postgres.new()) as server:
        client = server.client()
        wait_for(lambda: ["foretold_processes 2.0" in text for text in server.metrics()] == [True, True])
        table = make_table(client, ["me", "open"], game="prophecy", players=2)
        assert client.get("/api/ready").status_code == 200
        assert server.process is not None
        workers = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        assert len(workers) == 2
        for worker in workers:
            os.kill(int(worker), signal.SIGKILL)
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


def test_a_table_continues_when_its_process_is_killed(fleet: Fleet) -> None:
    """Bots play on: one table for each process at least, and nobody is there to wake them."""
    client = fleet.servers[0].client()
    seats = ["me", "bot:random", "bot:random", "bot:random", "bot:random", "bot:random"]
    tables = [make_table(client, seats, game="prophecy", players=6) for _ in range(9)]
    for table in tables:
        assert client.post(f"/api/tables/{table}/commands", json={"type": "leave"}).status_code == 200
    fleet.servers[1].kill()
    fleet.servers[2].kill()
    killed, before = time.monotonic(), numbers(fleet)
    waits: dict[str, float] = {}

    def all_went_on() -> bool:
        now = numbers(fleet)
        for table, number in before.items():
            if now.get(table, number + 1) > number:
                waits.setdefault(table, time.monotonic() - killed)
        return len(waits) == len(before)

    wait_for(all_went_on, 60)
    print(f"\nall went on within {max(waits.values(), default=0):.1f} s")  # 5 on a machine that has nothing else to do
    wait_for(lambda: all(client.get(f"/api/tables/{table}").json()["phase"] == "over" for table in tables), 90)


def numbers(fleet: Fleet) -> dict[str, int]:
    """By table whose match goes on the number of its last entry."""
    running = "FROM entries WHERE table_id NOT IN (SELECT table_id FROM matches)"
    return dict(fleet.servers[0].run(f"SELECT table_id, max(number) {running} GROUP BY table_id"))


def test_when_the_database_fails_over_to_its_replica_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    with ExitStack() as running:
        primary = running.enter_context(serving_postgres())
        replica = running.enter_context(serving_postgres(primary))
        primary.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.run("SELECT pg_reload_conf()")
        place = primary.url(primary.new().partition("?")[0].rpartition("/")[2], primary.directory, replica.directory)
        server = running.enter_context(serving(tmp_path, "--request-rate", "1000", database=place))
        table = company(server, ["me", "open", "bot:random"], 1, game="prophecy", players=3, options=BRIEF, grace=600)

        async def play() -> None:
            enough = asyncio.Event()
            async with asyncio.timeout(120), asyncio.TaskGroup() as group:
                for player in table.players:
                    group.create_task(keep_playing(table, player, enough))
                while sum(len(player.done) for player in table.players) < 12:
                    await asyncio.sleep(0.01)
                await asyncio.to_thread(primary.stop)
                await asyncio.to_thread(replica.run, "SELECT pg_promote()")
                acknowledged = sum(len(player.done) for player in table.players)
                while sum(len(player.done) for player in table.players) < acknowledged + 6:
                    await asyncio.sleep(0.01)
                enough.set()
            for player in table.players:
                await player.close()

        asyncio.run(play())
        assert server.stop() == 0
        journals, records = stored(place)
        check_company(table, journals[table.table], records[table.table])
        check_order(table, journals[table.table])
        assert '"crash"' not in server.log.read_text()
