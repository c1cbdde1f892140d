"""The machine dies, and with it all that was written and not synced: what was acknowledged is there nevertheless."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.postgres import Postgres
from tests.server.faults.companies import BRIEF, Company, check_company, check_order, company, keep_playing, summed_up
from tests.server.faults.test_fleet_kills import stored as stored_in_postgres
from tests.server.faults.test_kills import stored
from tests.server.faults.unsynced import Unsynced
from tests.server.serving import Server, serving

COMMITS = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute(f"PRAGMA synchronous = {sys.argv[2]}")
database.execute("CREATE TABLE numbers (number INTEGER)")
for number in range(50):
    database.execute("INSERT INTO numbers VALUES (?)", (number,))
    print(number, flush=True)
import os, signal
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("synchronous", "kept"), [("FULL", True), ("OFF", False)])
def test_commits_that_were_not_synced_are_lost_when_the_machine_dies(
    synchronous: str, kept: bool, tmp_path: Path
) -> None:
    """Else the simulation would prove nothing."""
    root = tmp_path / "root"
    root.mkdir()
    machine, database = Unsynced(root, tmp_path), root / "numbers.sqlite"
    command = [sys.executable, "-c", COMMITS, str(database), synchronous]
    done = subprocess.run(command, env={**os.environ, **machine.environment}, capture_output=True, check=False)
    assert done.stdout.split()[-1] == b"49", done.stderr
    machine.lose()
    assert _numbers(database) == (50 if kept else 0)


def _numbers(database: Path) -> int:
    with closing(sqlite3.connect(database)) as opened:
        if not opened.execute("SELECT * FROM sqlite_master").fetchall():
            return 0
        [(count,)] = opened.execute("SELECT count(*) FROM numbers").fetchall()
        return int(count)


def companies_of(server: Server) -> list[Company]:
    return [
        company(server, ["me", "open", "open"], 2, game="seven-prophecies", players=3, grace=600),
        company(server, ["me", "open"], 1, game="prophecy", players=2, options=BRIEF, grace=600),
        company(server, ["me", "bot:random"], game="prophecy", players=2, options=BRIEF, grace=600),
    ]


async def play_through(companies: list[Company], deaths: int, die: Callable[[], None]) -> None:
    """Matches go on while the machine dies so often, each time after any number of answers."""
    enough, moments = asyncio.Event(), random.Random(3)
    players = [player for company in companies for player in company.players]

    def acknowledged() -> int:
        return sum(len(player.done) for player in players)

    async def die_often() -> None:
        for _ in range(deaths):
            wanted, end = acknowledged() + moments.randrange(40), time.monotonic() + 5
            while acknowledged() < wanted and time.monotonic() < end:
                await asyncio.sleep(0.002)
            await asyncio.to_thread(die)
        enough.set()

    async with asyncio.timeout(120 + 15 * deaths), asyncio.TaskGroup() as group:
        group.create_task(die_often())
        for company in companies:
            for player in company.players:
                group.create_task(keep_playing(company, player, enough))
    for player in players:
        await player.close()


def test_sqlite_has_acknowledged_moves_on_disk(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    deaths = 100 if request.config.getoption("--long") else 2
    root = tmp_path / "root"
    root.mkdir()
    machine, chance, lost = Unsynced(root, tmp_path), random.Random(9), 0
    server = Server(root, "--request-rate", "1000")
    server.environment = machine.environment
    server.start()

    def die() -> None:
        nonlocal lost
        server.kill()
        lost += machine.lose(chance)
        server.start()

    try:
        companies = companies_of(server)
        asyncio.run(play_through(companies, deaths, die))
        assert server.stop() == 0
        journals, records = stored(server)
        for company in companies:
            check_company(company, journals[company.table], records[company.table])
            check_order(company, journals[company.table])
        assert '"entries gone"' not in server.log.read_text()
        print(f"\n{deaths} deaths, {lost} files set back; {summed_up(companies)}")
    finally:
        server.clear()


@pytest.fixture
def synced_postgres() -> Iterator[tuple[Postgres, Unsynced]]:
    """A PostgreSQL that syncs, and whose unsynced writes can be lost."""
    memory = Path("/dev/shm")
    outer = Path(tempfile.mkdtemp(prefix="foretold-pg-", dir=memory if memory.is_dir() else "/tmp"))
    outer.chmod(0o755)
    directory = outer / "pg"
    directory.mkdir()
    try:
        machine = Unsynced(directory, outer)
        postgres = Postgres(directory, options=("fsync=on", "full_page_writes=on"), environment=machine.environment)
        postgres.start()
        try:
            yield postgres, machine
        finally:
            postgres.stop()
    finally:
        shutil.rmtree(outer)


@pytest.mark.long
def test_postgres_has_acknowledged_moves_on_disk(synced_postgres: tuple[Postgres, Unsynced], tmp_path: Path) -> None:
    postgres, machine = synced_postgres
    deaths, chance, lost = 40, random.Random(9), 0

    def die() -> None:
        nonlocal lost
        postgres.stop()
        lost += machine.lose(chance)
        postgres.start()

    with serving(tmp_path, "--request-rate", "1000", database=postgres.new()) as server:
        companies = companies_of(server)
        asyncio.run(play_through(companies, deaths, die))
        assert server.stop() == 0
        journals, records = stored_in_postgres(server.place)
    for party in companies:
        check_company(party, journals[party.table], records[party.table])
        check_order(party, journals[party.table])
    print(f"\n{deaths} deaths, {lost} files set back; {summed_up(companies)}")
    assert lost > 0
