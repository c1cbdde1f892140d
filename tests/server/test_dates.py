"""The machine's date is set while people play: time at tables runs on as it did."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Player, Server, command, make_table, serving

PACE = {"kind": "seconds", "seconds": 60, "bank": 60}


class Machine:
    """A machine whose date is set by `shift`, in seconds, with a server on it."""

    def __init__(self, server: Server, file: Path) -> None:
        self.server, self._file = server, file

    def shift(self, seconds: int) -> None:
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds))
        new.replace(self._file)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str) -> Iterator[Machine]:
    file = tmp_path / "shift"
    file.write_text("0")
    monkeypatch.setenv("SHIFT", str(file))
    command = ("-m", "tests.server.shifted")
    with serving(tmp_path, "--request-rate", "1000", command=command, database=database) as server:
        yield Machine(server, file)


async def begun(server: Server, table: str, cookie: str) -> Player:
    """Ann, who has been told of a turn of hers and of its clock, which runs once she is there."""
    ann = await Player(server.url, table, cookie, choice=None).connect()
    await ann.play(lambda player: bool(player.turns.get(0)) and bool(clocks_of(player)))
    return ann


def clocks_of(player: Player) -> list[dict[str, Any]]:
    """The clock of seat 0, if one runs."""
    return [clock for clock in player.facts["clocks"] if clock["seat"] == 0]


def test_a_clock_set_back_stalls_no_timer(machine: Machine) -> None:
    server = machine.server
    client = server.client()
    table = make_table(client, ["me", "bot:novice", "bot:novice"], players=3, pace=PACE)

    async def wait() -> None:
        ann = await Player(server.url, table, client.cookies["foretold"], choice=None).connect()
        while ann.facts.get("phase") != "sharing":
            await ann.hear()
        machine.shift(-600)
        while ann.facts["phase"] != "playing":  # she gives no bytes: the match begins without them
            await ann.hear()
        await ann.close()

    asyncio.run(wait())


def test_a_clock_set_forward_decides_for_nobody(machine: Machine) -> None:
    server = machine.server
    client = server.client()
    table = make_table(client, ["me", "bot:novice", "bot:novice"], players=3, pace=PACE, chat="free")

    async def look() -> None:
        ann = await begun(server, table, client.cookies["foretold"])
        machine.shift(3 * 3600)
        assert command(client, table, type="say", text="What time is it?").status_code == 200
        again = await begun(server, table, client.cookies["foretold"])
        [clock] = clocks_of(again)
        assert again.turns[0]["decision"] == 0
        assert 0 < clock["left"] <= 60_000
        assert clock["bank"] == 60_000
        await ann.close()
        await again.close()

    asyncio.run(look())
    assert command(client, table, type="close").status_code == 200
    [kept] = client.get("/api/matches").json()["mine"]
    assert abs(kept["ended"] / 1000 - time.time() - 3 * 3600) < 600, "what people read is the date"


def test_a_start_with_an_earlier_date_continues_from_the_newest_entry(machine: Machine) -> None:
    server = machine.server
    client = server.client()
    table = make_table(client, ["me", "bot:novice", "bot:novice"], players=3, pace=PACE)

    async def look(decision: int, least: int) -> None:
        ann = await begun(server, table, client.cookies["foretold"])
        [clock] = clocks_of(ann)
        assert ann.turns[0]["decision"] == decision
        assert least < clock["left"] <= 60_000
        ann.choice = lambda player, seat, legal: legal[0]
        await ann.play(lambda player: (player.turns.get(0) or {}).get("decision") == decision + 1)
        await ann.close()

    asyncio.run(look(0, 30_000))
    server.kill()
    machine.shift(-600)
    server.start()
    asyncio.run(look(1, 0))
    server.stop()
    times = [at for (at,) in server.run(f"SELECT at FROM entries WHERE table_id = '{table}' ORDER BY number")]
    assert times == sorted(times)
    assert times[-1] - times[0] < 120_000
