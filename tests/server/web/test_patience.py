"""Requests that do not come to their end are cut, and what visitors do wrong is no error of the server's."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.serving import Player, Server, make_table, serving

WITHIN = 1.0
LAUNCH = f"""
import sys
from foretold.cli import main
from foretold.server.web import uvicorn_protocols as protocols
protocols.WITHIN = {WITHIN}
sys.exit(main(["serve", *sys.argv[1:]]))
"""
POST = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
GET = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
UNFINISHED = {
    "half a line": b"GET /api/he",
    "half a head": GET,
    "half a body": POST + b"Content-Length: 20\r\n\r\n" + b'{"name": ',
    "half a body in pieces": POST + b"Transfer-Encoding: chunked\r\n\r\n3\r\n{  \r\n",
    "a body for who asked for none": GET + b"Content-Length: 20\r\n\r\n",
    "half a websocket": b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n",
    "half a request after a whole one": GET + b"\r\n" + GET,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("server")
    with serving(directory, "--request-rate", "1000", command=("-c", LAUNCH)) as running:
        yield running


def dial(server: Server, sent: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    line.sendall(sent)
    return line


def to_the_end(line: socket.socket) -> bytes:
    """All that the server says until it ends the connection."""
    with line:
        return b"".join(iter(lambda: line.recv(4096), b""))


@pytest.mark.parametrize("sent", UNFINISHED.values(), ids=UNFINISHED)
def test_an_unfinished_request_is_cut_off(server: Server, sent: bytes) -> None:
    lines = [dial(server, sent) for _ in range(20)]
    assert httpx.get(server.url + "/api/health").status_code == 200
    answered = sent == UNFINISHED["a body for who asked for none"]  # before it is cut
    for answer in map(to_the_end, lines):
        assert answer.rpartition(b"HTTP/1.1 ")[2].startswith(b"200" if answered else b"408")


def test_a_silent_connection_is_closed_without_an_answer(server: Server) -> None:
    assert to_the_end(dial(server)) == b""


def test_trickled_bytes_do_not_extend_the_time_limit(server: Server) -> None:
    with dial(server, GET) as line:
        line.settimeout(WITHIN / 10)
        answer = b""
        while not answer:
            line.sendall(b"X: y\r\n")
            try:
                answer = line.recv(4096)
            except TimeoutError:
                continue
        assert answer.startswith(b"HTTP/1.1 408")


def test_large_slow_uploads_get_more_time(server: Server) -> None:
    """A large body in pieces that together take longer than a request without one may."""
    pieces = [b" " * 16_384] * 8
    with dial(server, POST.replace(b"/api/me", b"/api/replay")) as line:
        line.sendall(b"Content-Length: %d\r\n\r\n" % (sum(map(len, pieces)) + 2))
        begun = time.monotonic()
        for piece in pieces:
            line.sendall(piece)
            time.sleep(WITHIN / 5)
        assert time.monotonic() - begun > WITHIN
        line.sendall(b"{}")
        assert line.recv(4096).startswith(b"HTTP/1.1 400")  # read to its end: no record


def test_websockets_and_answered_requests_are_left_alone(server: Server) -> None:
    client = server.client()
    table = make_table(client, ["me", "open", "open"], game="seven-prophecies", players=3)

    async def stay() -> None:
        player = await Player(server.url, table, client.cookies["foretold"]).connect()
        while "phase" not in player.facts:
            await player.hear()
        await asyncio.sleep(2 * WITHIN)
        await player.send({"type": "ping"})
        assert (await player.hear())["type"] == "pong"
        await player.close()

    asyncio.run(stay())
    with dial(server, GET + b"\r\n") as line:
        for _ in range(2):
            answer = b""
            while not answer.endswith(b"}"):  # head and body may come one after the other
                answer += line.recv(4096)
            assert answer.startswith(b"HTTP/1.1 200")
            line.sendall(GET + b"\r\n")


def events(server: Server) -> list[dict[str, str]]:
    return [json.loads(line) for line in server.log.read_text().splitlines()]


def test_visitors_mistakes_are_not_logged_as_errors(server: Server) -> None:
    address = server.url.replace("http", "ws", 1) + "/ws"

    async def misbehave() -> None:
        with pytest.raises(InvalidStatus):
            await connect(address, origin="https://elsewhere.example", proxy=None)  # type: ignore[arg-type]
        for broken in (b"\xff\xfe", [b"\xe3", b"\x81"]):
            async with connect(address, proxy=None) as line:
                await line.send(broken, text=True)
                with pytest.raises(ConnectionClosed) as closed:
                    await line.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1007

    asyncio.run(misbehave())
    assert httpx.get(server.url + "/api/health").status_code == 200
    assert [event for event in events(server) if event["level"] not in ("info", "warning")] == []


def test_debug_logs_this_server_and_not_its_libraries() -> None:
    code = """
import logging
from foretold.server.web.process import log_to
log_to(None, "debug")
for name in ("numba.core.ssa", "asyncio", "uvicorn.error", "websockets.server", "foretold.server"):
    logging.getLogger(name).debug(name)
    logging.getLogger(name).warning(name)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    events = [json.loads(line) for line in done.stderr.splitlines()]
    assert len([event for event in events if event["level"] == "warning"]) == 5
    assert [event["event"] for event in events if event["level"] == "debug"] == ["foretold.server"]
