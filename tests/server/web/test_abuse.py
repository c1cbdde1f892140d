"""One block of addresses can't take the server from everybody else: bounded attacks over loopback."""

from __future__ import annotations

import asyncio
import json
import resource
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from pathlib import Path
from socket import create_connection
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from foretold.server.base.address_blocks import blocks, shares
from foretold.server.base.rate_limits import Bucket, Notices, SteppedBuckets, Turns
from foretold.server.live.connection import Connection
from foretold.server.web.capacity import MARKED, Capacity
from tests.server.faults.test_kills import limit_files
from tests.server.requesting import SHORT, refused
from tests.server.serving import PATIENCE, PROTOCOL, Player, Server, command, make_table, serving, wait_for

FEW = ("--connections-per-address", "8")


@contextmanager
def elsewhere(server: Server, address: str = "127.0.1.1") -> Iterator[httpx.Client]:
    """A client in another block of addresses."""
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(base_url=server.url, transport=transport, timeout=PATIENCE) as client:
        yield client


def logged(server: Server, event: str, **facts: object) -> list[dict[str, Any]]:
    """The lines of the log about this event."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    return [line for line in lines if line["event"] == event and facts.items() <= line.items()]


def metric(server: Server, name: str) -> float:
    """A figure of the server's metrics, 0 if it is not there yet."""
    lines = "".join(server.metrics()).splitlines()
    return next((float(line.rpartition(" ")[2]) for line in lines if line.startswith(name + " ")), 0.0)


async def spectator(server: Server, table: str, address: str = "127.0.0.1") -> tuple[ClientConnection, dict[str, Any]]:
    """A websocket that looks on at the table, and the first thing that it hears."""
    url = server.url.replace("http", "ws", 1) + "/ws"
    socket = await connect(url, proxy=None, local_addr=(address, 0), open_timeout=PATIENCE)
    await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table}))
    return socket, json.loads(await socket.recv())


# Connections -----------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process can't be set here")
def test_spectators_from_one_address_can_not_exhaust_file_descriptors(tmp_path: Path) -> None:
    """A thousand were enough to cut every new visitor, without a line in the log."""
    limits = (
        "-c",
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)); "
        "sys.argv[0] = 'foretold'; runpy.run_module('foretold', run_name='__main__')",
        "serve",
    )
    with serving(tmp_path, "--request-rate", "1000", "--connections-per-address", "500", command=limits) as server:
        ann = server.client()
        table = make_table(ann, ["me", "open", "open"], **SHORT)
        ann.close()

        async def attack() -> None:
            async with AsyncExitStack() as stack:
                heard = []
                for _ in range(60):
                    socket, first = await spectator(server, table)
                    stack.push_async_callback(socket.close)
                    heard.append(first.get("reason", first["type"]))
                assert set(heard) == {"welcome", "busy-here"}
                assert heard.count("welcome") <= 16
                with elsewhere(server) as other:
                    assert other.get("/").status_code == 200
                socket, first = await spectator(server, table, "127.0.1.1")
                assert first["type"] == "welcome"
                await socket.close()
                cookie = ann.cookies["foretold"]
                player = await Player(server.url, table, cookie).connect()  # of the same block, with a seat
                await player.hear()
                assert player.bye is None
                assert player.seats == [0]
                await player.close()

        asyncio.run(attack())
        assert logged(server, "limit reached", reason="busy-here")
        assert metric(server, 'foretold_limits_total{reason="busy-here"}') > 0
        assert metric(server, "foretold_connections_most") == 128


def test_connections_are_limited_per_block_and_the_page_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, *FEW) as server:
        port = int(server.url.rpartition(":")[2])
        idle = [create_connection(("127.0.0.1", port)) for _ in range(16)]
        try:
            wait_for(lambda: metric(server, "foretold_connections") >= 16)
            page = {"sec-fetch-mode": "navigate"}
            for language, title in (("en", "The server is busy"), ("ja", "サーバーが混み合っています")):
                answer = httpx.get(server.url + "/", headers={**page, "accept-language": language})
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
                assert title in answer.text
                assert f'lang="{language}"' in answer.text
            assert refused(httpx.get(server.url + "/api/me")) == (503, "busy-here")
            with elsewhere(server) as other:
                assert other.get("/").status_code == 200
            more = [create_connection(("127.0.0.1", port)) for _ in range(MARKED + 4)]
            with closing(more[-1]) as last:  # answered at once, before it has asked anything
                last.settimeout(PATIENCE)
                assert last.recv(4096).startswith(b"HTTP/1.1 503")
            for connection in more:
                connection.close()
        finally:
            for connection in idle:
                connection.close()
        wait_for(lambda: httpx.get(server.url + "/api/me").status_code == 200)
        assert len(logged(server, "limit reached", reason="busy-here")) <= 2
        assert metric(server, 'foretold_limits_total{reason="busy-here"}') >= 3


class _Transport(asyncio.Transport):
    """A connection that is only counted."""


def test_near_the_limit_the_log_and_the_metrics_say_so(caplog: pytest.LogCaptureFixture) -> None:
    capacity = Capacity(files=228, per_block=0)
    transports = [_Transport() for _ in range(101)]
    answers = [capacity.enter(transport, f"10.{number}.0.1") for number, transport in enumerate(transports)]
    assert answers == [""] * 100 + ["busy"]
    assert "connections near the limit" in caplog.messages
    for transport in transports:
        capacity.leave(transport)
    assert capacity.enter(_Transport(), "10.0.0.1") == ""


def test_limits_apply_to_the_clients_of_a_proxy_not_to_the_proxy() -> None:
    capacity = Capacity(files=1128, per_block=4, trusted=lambda peer: peer == "192.0.2.1")
    assert {capacity.enter(_Transport(), "192.0.2.1") for _ in range(50)} == {""}
    lines = [Connection("", "en", Bucket(1, 1)) for _ in range(6)]
    assert [capacity.admit(line, blocks("198.51.100.7"), lambda: False) for line in lines[:5]] == [""] * 4 + [
        "busy-here"
    ]
    assert capacity.admit(lines[5], blocks("198.51.100.9"), lambda: True) == ""  # has a seat: a spectator gives way
    assert lines[0].closing is not None
    assert lines[0].closing.reason == "busy-seats"


def test_wider_blocks_have_limits_of_their_own() -> None:
    assert shares(blocks("2001:db8:1:2::3"), 4) == [("2001:db8:1:2::/64", 4), ("2001:db8:1::/48", 8)]
    capacity = Capacity(files=1128, per_block=2)
    answers = [capacity.enter(_Transport(), f"2001:db8:1:{net:x}::1") for net in range(9)]
    assert answers == [""] * 8 + ["busy-here"]


def test_the_limit_of_open_files_is_raised_at_the_start(tmp_path: Path) -> None:
    low = (
        "-c",
        "import resource, runpy, sys; hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]; "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (200, min(hard, 4096))); "
        "sys.argv[0] = 'foretold'; runpy.run_module('foretold', run_name='__main__')",
        "serve",
    )
    with serving(tmp_path, command=low) as server:
        assert server.process is not None
        limits = Path(f"/proc/{server.process.pid}/limits")
        if not limits.exists():
            pytest.skip("no /proc here")
        [line] = [line for line in limits.read_text().splitlines() if line.startswith("Max open files")]
        soft, hard = line.split()[3:5]
        assert soft == hard != "200"


# Quotas ----------------------------------------------------------------------------------------------------------


def test_one_block_can_not_take_all_evenings(server: Server) -> None:
    """New people of one address took all 200 in seconds."""
    wish = {"name": "Eve", "settings": {}}
    statuses = []
    for _ in range(5):
        client = server.client()
        for _ in range(3):
            answer = client.post("/api/evenings", json=wish)
            statuses.append(answer.status_code)
    assert statuses == [201] * 10 + [409] * 5
    assert refused(answer) == (409, "too-many-evenings-here")
    with elsewhere(server) as other:
        assert other.post("/api/evenings", json=wish).status_code == 201
    assert logged(server, "limit reached", reason="too-many-evenings-here")
    assert metric(server, 'foretold_limits_total{reason="too-many-evenings-here"}') == 5


def test_new_people_of_one_block_share_its_limit_of_challenges(server: Server) -> None:
    wish = {"name": "Eve", "game": "seven-prophecies", "players": 3, "bot": "greedy"}
    made = 0
    for _ in range(70):
        answer = httpx.post(server.url + "/api/challenges", json=wish)  # somebody new each time
        made += answer.status_code == 201
    assert 60 <= made < 70
    assert refused(answer) == (429, "too-many-challenges")
    with elsewhere(server) as other:
        assert other.post("/api/challenges", json=wish).status_code == 201


def test_public_tables_of_one_block_do_not_push_others_off_the_list(server: Server) -> None:
    public = {"settings": {**SHORT, "public": True}, "seats": ["me", "open", "open"]}
    with elsewhere(server) as other:
        first = other.post("/api/tables", json=public).json()["table"]
    for _ in range(101):
        assert httpx.post(server.url + "/api/tables", json=public).status_code == 201
    listed = [table["id"] for table in httpx.get(server.url + "/api/tables").json()["public"]]
    assert len(listed) == 100
    assert first in listed


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000") as running:
        yield running


def test_requests_are_counted_by_address_and_by_block() -> None:
    buckets = SteppedBuckets(1, 5, 1, 4)
    assert [buckets.take(("a", "net"), 0) > 0 for _ in range(6)] == [False] * 5 + [True]
    passed = sum(buckets.take((f"host {number}", "net"), 0) == 0 for number in range(600))
    assert passed == 15
    assert buckets.take(("b", "another"), 0) == 0


def test_addresses_of_one_64_share_its_requests(tmp_path: Path) -> None:
    """600 addresses of one /64 passed 600 times what one may."""
    with serving(tmp_path, "--request-rate", "1", "--proxies", "127.0.0.1") as server:
        client = server.client()
        statuses = [
            client.get("/api/health", headers={"x-forwarded-for": f"2001:db8::{number:x}"}).status_code
            for number in range(60)
        ]
        assert 429 in statuses
        assert statuses.count(200) < 30
        assert client.get("/api/health", headers={"x-forwarded-for": "2001:db8:9::1"}).status_code == 200
        assert logged(server, "limit reached", reason="too-many-requests")


# Heavy work ------------------------------------------------------------------------------------------------------


def test_heavy_work_alternates_between_blocks() -> None:
    done: list[str] = []

    async def work(turns: Turns, key: str, name: str) -> None:
        async with turns.turn(key):
            await asyncio.sleep(0)
            done.append(name)

    async def run() -> None:
        turns = Turns(1, 10, 4)
        names = ["a1", "a2", "a3", "b1", "c1"]
        tasks = [asyncio.create_task(work(turns, name[0], name)) for name in names]
        await asyncio.sleep(0)
        gone = asyncio.create_task(work(turns, "b", "b2"))
        await asyncio.sleep(0)
        gone.cancel()
        assert not turns.full("b")
        await asyncio.gather(*tasks)
        assert not turns._queues
        assert (turns._free, turns._left) == (1, 10)

    asyncio.run(run())
    assert done == ["a1", "b1", "c1", "a2", "a3"]


def test_one_block_has_one_job_at_a_time_and_a_limited_queue() -> None:
    async def run() -> None:
        turns, running, most = Turns(4, 100, 3), 0, 0

        async def work() -> None:
            nonlocal running, most
            async with turns.turn("a"):
                running += 1
                most = max(most, running)
                await asyncio.sleep(0)
                running -= 1

        tasks = [asyncio.create_task(work()) for _ in range(4)]
        await asyncio.sleep(0)
        assert turns.full("a")
        assert not turns.full("b")
        await asyncio.gather(*tasks)
        assert most == 1

    asyncio.run(run())


# What the log says -----------------------------------------------------------------------------------------------


def test_the_log_has_one_line_with_a_count_per_kind(caplog: pytest.LogCaptureFixture) -> None:
    notices = Notices()
    for _ in range(1000):
        notices.note("limit reached", "too-many-requests")
        notices.note("limit reached", "busy")
    assert len(caplog.records) == 2


def test_invalid_http_is_counted_and_does_not_fill_the_log(tmp_path: Path) -> None:
    """Each was a line: 13,806 of them in five seconds."""
    with serving(tmp_path) as server:
        for _ in range(300):
            with create_connection(("127.0.0.1", server.port)) as socket:
                socket.sendall(b"\x16\x03\x01 this is no HTTP\r\n\r\n")
                assert socket.recv(64).startswith(b"HTTP/1.1 400")
        assert metric(server, "foretold_garbage_total") == 300
        assert len(server.log.read_text().splitlines()) < 20
        assert logged(server, "no HTTP")


# Who somebody is -------------------------------------------------------------------------------------------------


def test_signing_out_everywhere_else_makes_a_stolen_cookie_worthless(server: Server) -> None:
    """Whoever had one device only could not be rid of somebody who had copied its cookie."""
    ann = server.client()
    table = make_table(ann, ["me", "open", "open"], **SHORT)
    stolen = ann.cookies["foretold"]
    link = ann.post(f"/api/tables/{table}/seats/0/link").json()["token"]

    async def watch() -> dict[str, Any] | None:
        thief = await Player(server.url, table, stolen).connect()
        await thief.hear()
        assert thief.seats == [0]
        assert (await asyncio.to_thread(ann.delete, "/api/me/devices")).status_code == 200
        while thief.bye is None:
            await thief.hear()
        again = await Player(server.url, table, stolen).connect()
        await again.hear()
        assert again.seats == []  # nobody who has a seat
        await again.close()
        return thief.bye

    assert asyncio.run(watch()) is not None
    assert ann.cookies["foretold"] != stolen
    assert ann.get("/api/me").json() == {"known": True, "name": "Ann"}
    assert command(ann, table, type="ready", ready=True).status_code == 200
    assert server.client(stolen).get("/api/me").json()["known"] is False
    assert refused(server.client().post("/api/links", json={"token": link})) == (404, "no-such-link")
    assert refused(server.client().delete("/api/me/devices")) == (403, "nobody-known")


# The disk --------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="limits of another process can't be set here")
def test_a_server_that_can_not_write_is_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        client = server.client()
        assert client.get("/api/ready").status_code == 200
        limit_files(server, 1)
        answer = wait_for(lambda: answer if (answer := client.get("/api/ready")).status_code == 503 else None)
        assert refused(answer) == (503, "not-writable")
        assert client.get("/api/health").status_code == 200
        limit_files(server, resource.RLIM_INFINITY)
        assert wait_for(lambda: client.get("/api/ready").status_code == 200)
