"""Upgrades from an earlier version: its database is read, its open matches go on, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path

import pytest

from foretold.server.table import journal
from tests.postgres import Postgres
from tests.server import shifted
from tests.server.faults.companies import chance, check_company, keep_playing
from tests.server.faults.earlier_version import COMMIT, DATABASE, PEOPLE, Upgradable, checked_out, open_matches
from tests.server.faults.test_fleet_kills import stored
from tests.server.serving import Player, Server


def test_a_database_of_an_earlier_version_opens_and_its_matches_are_played_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(tmp_path, command=(shifted.__file__,))
    server.database.write_bytes(gzip.decompress(DATABASE.read_bytes()))
    [(written,)] = server.run("SELECT max(at) FROM entries")
    shift = tmp_path / "shift"  # a minute after that: a year later nobody is expected back
    shift.write_text(str(written // 1000 + 60 - int(time.time())))
    monkeypatch.setenv("SHIFT", str(shift))
    people = json.loads(PEOPLE.read_text())
    assert set(people) == {"seven-prophecies", "seven-prophecies-2017", "prophecy"}
    server.start()
    try:
        for game, who in people.items():
            before = actions(server, who["table"])
            assert len(before) >= 4
            players = [Player(server.url, who["table"], cookie, chance(game)) for cookie in who["cookies"]]
            asyncio.run(play_on(players))
            answer = server.client(players[0].cookie).get(f"/api/matches/{players[0].facts['match']}").json()
            assert answer["game"] == game
            made = [(event["seat"], event["action"]) for event in answer["events"] if "action" in event]
            assert made[: len(before)] == before, "what was played before the upgrade stands"
        assert server.stop() == 0
        assert '"crash"' not in server.log.read_text()
    finally:
        server.clear()


def actions(server: Server, table: str) -> list[tuple[int, str]]:
    """What the seats of a table have done, in order."""
    rows = server.run(f"SELECT body FROM entries WHERE table_id = '{table}' ORDER BY number")
    entries = [journal.read(body) for (body,) in rows]
    return [(entry.seat, entry.action) for entry in entries if isinstance(entry, journal.Acted)]


async def play_on(players: list[Player]) -> None:
    async with asyncio.timeout(120), asyncio.TaskGroup() as group:
        for player in players:
            await player.connect()
            group.create_task(player.play())
    for player in players:
        await player.close()


class Wanderer(Player):
    """A player whose connections go to one server after the other, as a load balancer would send them."""

    def __init__(self, servers: Sequence[Server], player: Player) -> None:
        super().__init__(player.url, player.table, player.cookie, player.choice)
        self.conforming = False
        self._urls = cycle([server.url for server in servers])

    async def connect(self, last: int | None = None) -> Wanderer:
        self.url = next(self._urls)
        return await super().connect(last)


def test_a_rolling_upgrade_from_an_earlier_version_loses_and_doubles_nothing(
    postgres: Postgres, tmp_path: Path
) -> None:
    sources = checked_out(tmp_path)
    if sources is None:
        pytest.skip(f"this clone has no history: {COMMIT} is not in it")
    place = postgres.new()
    servers = []
    for name in "ab":
        (tmp_path / name).mkdir()
        servers.append(Upgradable(tmp_path / name, "--request-rate", "1000", database=place))
        servers[-1].sources = sources
    with ExitStack() as running:
        for server in servers:
            server.start()
            running.callback(server.clear)
        companies = list(open_matches(servers[0]).values())
        for table in companies:
            table.players = [Wanderer(servers, player) for player in table.players]
        players = [player for table in companies for player in table.players]

        async def upgrade_one_by_one() -> None:
            enough = asyncio.Event()
            async with asyncio.timeout(600), asyncio.TaskGroup() as group:
                for table in companies:
                    for player in table.players:
                        group.create_task(keep_playing(table, player, enough))
                for server in servers:
                    await acknowledged(10)
                    await asyncio.to_thread(server.upgrade)
                await acknowledged(10)
                enough.set()
            for player in players:
                await player.close()

        async def acknowledged(more: int) -> None:
            wanted = sum(len(player.done) for player in players) + more
            while sum(len(player.done) for player in players) < wanted:
                await asyncio.sleep(0.01)

        asyncio.run(upgrade_one_by_one())
        for server in servers:
            assert server.stop() == 0
            assert '"crash"' not in server.log.read_text()
    journals, records = stored(place)
    for table in companies:
        check_company(table, journals[table.table], records[table.table])
