"""Lines as they are written and read: who shows no life is given up, and what is told at once goes out at once."""

from __future__ import annotations

import asyncio

import uvicorn
from starlette.types import Receive, Scope, Send

from foretold.server.base.rate_limits import Bucket
from foretold.server.live.connection import Connection, at_once
from foretold.server.web.process import Server
from foretold.server.web.uvicorn_protocols import LINE, Line, Requests

PING, CLOSE = 0x89, 0x88
PONG = bytes((0x8A, 0x80, 0, 0, 0, 0))
OPENING = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Silent:
    """Hears, and says nothing."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    def hear(self, text: str) -> None: ...

    def readable(self) -> None: ...

    def lost(self) -> None:
        self.over.set()


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    silent = Silent()
    scope["extensions"][LINE]["line"].listen(silent)
    await silent.over.wait()


async def pinged(port: int, *, answers: int) -> int:
    """How often a line was asked for a sign of life until it was given up; it answers the first few times."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(OPENING)
    await reader.readuntil(b"\r\n\r\n")
    count = 0
    while True:
        kind, size = await reader.readexactly(2)
        await reader.readexactly(size)
        if kind == CLOSE:
            writer.close()
            return count
        assert kind == PING
        count += 1
        if count <= answers:
            writer.write(PONG)


def test_clients_that_answer_pings_stay_and_silent_ones_are_dropped() -> None:
    async def run() -> list[int]:
        port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        settings = uvicorn.Config(app, port=0, log_config=None, lifespan="off", http=Requests, ws=Line)
        settings.ws_ping_interval, settings.ws_ping_timeout = 0.05, 0.5
        server = Server(settings, port.set_result)
        serving = asyncio.create_task(server.serve())
        answered = [await pinged(await port, answers=answers) for answers in (0, 3)]
        server.should_exit = True
        await serving
        return answered

    assert asyncio.run(run()) == [1, 4]


class Sink:
    def __init__(self) -> None:
        self.open = True
        self.sent: list[tuple[bytes, ...]] = []

    def tell(self, *texts: bytes) -> None:
        self.sent.append(texts)


def test_messages_sent_together_go_out_together_and_in_order() -> None:
    sink, slow = Sink(), Sink()
    line, other = (Connection("", "en", Bucket(1, 1), transport) for transport in (sink, slow))
    with at_once():
        line.tell(b"1")
        other.tell(b"a")
        with at_once():
            line.tell(b"2")
        slow.open = False
        assert sink.sent == []
    line.tell(b"3")
    other.tell(b"b")
    assert sink.sent == [(b"1", b"2"), (b"3",)]
    slow.open = True
    assert other.flush() is False
    assert slow.sent == [(b"a",), (b"b",)]
