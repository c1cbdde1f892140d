"""The network between processes and their database parts in two: people are told, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.conftest import chosen
from tests.postgres import NOBODY, Gate, Postgres, Way
from tests.server.faults.companies import BRIEF, check_company, check_order, company, keep_playing
from tests.server.faults.test_fleet_kills import stored
from tests.server.serving import Player, Server, serving

CUT = 5.0  # seconds: after three the others take a silent process for gone


def play_through(near: Server, far: Server, part: Callable[[], None]) -> None:
    """One sits at a process that keeps its database, one at a process that loses it while they play."""
    table = company(near, ["me", "open"], 1, game="prophecy", players=2, options=BRIEF, grace=600)
    here, there = table.players
    there.url = far.url

    def acknowledged() -> int:
        return len(here.done) + len(there.done)

    async def until(condition: Callable[[], bool]) -> None:
        while not condition():
            await asyncio.sleep(0.01)

    async def play() -> None:
        enough = asyncio.Event()
        async with asyncio.timeout(120), asyncio.TaskGroup() as group:
            for player in table.players:
                group.create_task(keep_playing(table, player, enough))
            await until(lambda: acknowledged() >= 6)
            parted = asyncio.create_task(asyncio.to_thread(part))
            await until(lambda: there.bye is not None)
            assert there.bye is not None
            assert there.bye["reason"] == "database-away"
            await asyncio.to_thread(check_told, far, near, table.table, there)
            await parted
            known = acknowledged()
            await until(lambda: acknowledged() >= known + 6 and len(there.done) > 4)
            enough.set()
        for player in table.players:
            await player.close()

    asyncio.run(play())
    journals, records = stored(near.place)
    check_company(table, journals[table.table], records[table.table])
    check_order(table, journals[table.table])


def check_told(far: Server, near: Server, table: str, player: Player) -> None:
    """Who asks the process that is cut off gets a sentence at once; the other one can take people."""
    client = httpx.Client(base_url=far.url, cookies={"foretold": player.cookie}, timeout=10)
    with client:
        assert client.get("/api/ready").status_code == 503
        answer = client.post(f"/api/tables/{table}/commands", json={"type": "say", "phrase": "sorry"})
        assert answer.status_code == 503
        assert answer.json()["error"]["reason"] == "database-away"
        assert answer.json()["error"]["sentence"]
    assert near.client().get("/api/ready").status_code == 200


@pytest.mark.parametrize("way", chosen(["there", "back", "both"], "back"))
def test_cut_off_clients_get_an_error_and_nothing_acknowledged_is_lost(
    way: Way, postgres: Postgres, tmp_path: Path
) -> None:
    """A proxy stops forwarding: questions don't arrive, or the answers don't, or neither; then it goes on."""
    with ExitStack() as running, tempfile.TemporaryDirectory(prefix="gate-", dir="/tmp") as short:
        place = postgres.new()
        gate = Gate(Path(short) / "gate", postgres)
        running.callback(gate.close)
        by_gate = postgres.url(place.partition("?")[0].rpartition("/")[2], gate.directory)
        near, far = (
            running.enter_context(serving(folder, "--request-rate", "1000", database=database))
            for folder, database in ((made(tmp_path / "near"), place), (made(tmp_path / "far"), by_gate))
        )
        play_through(near, far, lambda: gate.cut(CUT, way, breaks=False))
        assert [server.stop() for server in (near, far)] == [0, 0]
        assert '"crash"' not in far.log.read_text()


def made(folder: Path) -> Path:
    folder.mkdir()
    return folder


# A real network ----------------------------------------------------------------------------------------------------


class Network:
    """A network namespace with one line to this one, which can be cut without anybody being told."""

    def __init__(self) -> None:
        number = os.getpid()
        self.name, self._here, self._there = f"foretold-{number}", f"fth{number}", f"ftt{number}"
        subnet = f"10.213.{number % 250}"
        self.here, self.there = f"{subnet}.1", f"{subnet}.2"
        self._run("netns", "add", self.name)
        self._run("link", "add", self._here, "type", "veth", "peer", "name", self._there)
        self._run("link", "set", self._there, "netns", self.name)
        self._run("addr", "add", f"{self.here}/24", "dev", self._here)
        self._run("link", "set", self._here, "up")
        self._inside("addr", "add", f"{self.there}/24", "dev", self._there)
        self._inside("link", "set", self._there, "up")
        self._inside("link", "set", "lo", "up")

    @staticmethod
    def _run(*words: str) -> None:
        subprocess.run(["ip", *words], check=True, capture_output=True)

    def _inside(self, *words: str) -> None:
        self._run("-n", self.name, *words)

    def cut(self, seconds: float, way: Way) -> None:
        """Nothing arrives this way for so long."""
        changes = {
            "both": (self._inside, ("link", "set", self._there, "down"), ("link", "set", self._there, "up")),
            "back": (self._inside, *self._black_hole(self.here)),
            "there": (self._run, *self._black_hole(self.there)),
        }
        run, begin, end = changes[way]
        run(*begin)
        try:
            subprocess.run(["sleep", str(seconds)], check=True)
        finally:
            run(*end)

    @staticmethod
    def _black_hole(address: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return ("route", "add", "blackhole", f"{address}/32"), ("route", "del", "blackhole", f"{address}/32")

    def close(self) -> None:
        subprocess.run(["ip", "link", "del", self._here], check=False, capture_output=True)
        subprocess.run(["ip", "netns", "del", self.name], check=False, capture_output=True)


@pytest.fixture
def network() -> Iterator[Network]:
    if shutil.which("ip") is None or shutil.which("setpriv") is None or os.getuid() != 0:
        pytest.skip("network namespaces need root, `ip` (iproute2) and `setpriv` (util-linux)")
    try:
        proxied = Network()
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network namespace can be made here: {error.stderr.decode().strip()}")
    try:
        yield proxied
    finally:
        proxied.close()


@pytest.mark.long
@pytest.mark.parametrize("way", ["there", "back", "both"])
def test_a_partitioned_network_loses_nothing(way: Way, network: Network, tmp_path: Path) -> None:
    """PostgreSQL runs in a network of its own; one process reaches it by TCP, the other by its socket."""
    memory = Path("/dev/shm")
    directory = Path(tempfile.mkdtemp(prefix="foretold-pg-", dir=memory if memory.is_dir() else "/tmp"))
    with ExitStack() as running:
        running.callback(shutil.rmtree, directory)
        postgres = Postgres(directory, options=(f"listen_addresses={network.there}",))
        with (directory / "data" / "pg_hba.conf").open("a") as allowed:
            allowed.write(f"host all all {network.here}/24 trust\n")
        postgres.prefix = (
            *("ip", "netns", "exec", network.name, "setpriv"),
            *(f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"),
        )
        postgres.start()
        running.callback(postgres.stop)
        place = postgres.new()
        by_network = f"postgresql://foretold@{network.there}:5432/{place.partition('?')[0].rpartition('/')[2]}"
        near, far = (
            running.enter_context(serving(folder, "--request-rate", "1000", database=database))
            for folder, database in ((made(tmp_path / "near"), place), (made(tmp_path / "far"), by_network))
        )
        play_through(near, far, lambda: network.cut(2 * CUT, way))
        assert [server.stop() for server in (near, far)] == [0, 0]
