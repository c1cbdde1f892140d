"""Connections to services that messages are sent to: kept while they are used, and never trusted to stay open."""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from foretold.server.features.notifications import safe_http
from foretold.server.features.notifications.safe_http import Sender, Target
from tests.server.called import Service, certificate, service

CLOSING = 0.2  # seconds in which connections say goodbye


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = certificate(tmp_path_factory.mktemp("trust"))
    with patch.dict(os.environ, SSL_CERT_FILE=str(path)), patch.object(safe_http, "LOOPBACK", True):
        safe_http._trust.cache_clear()
        yield path
    safe_http._trust.cache_clear()


@pytest.fixture
def push(pem: Path) -> Iterator[Service]:
    with service(pem) as pushing:
        yield pushing


async def send(sender: Sender, push: Service, times: int, pause: float = 0.0) -> list[int]:
    statuses = []
    for number in range(times):
        statuses.append(await sender.post(Target("localhost", push.port, f"/push/{number}"), {}, b"body"))
        await asyncio.sleep(pause)
    return statuses


async def all_sent(push: Service, times: int, pause: float = 0.0) -> list[int]:
    sender = Sender()
    try:
        return await send(sender, push, times, pause)
    finally:
        sender.close()
        await asyncio.sleep(CLOSING)


def test_messages_to_one_service_share_a_connection(push: Service) -> None:
    assert asyncio.run(all_sent(push, 5)) == [201] * 5
    assert [push.heard().path for _ in range(5)] == [f"/push/{number}" for number in range(5)]
    assert push.connections == 1


def test_messages_sent_at_once_have_connections_of_their_own(push: Service) -> None:
    async def sent() -> None:
        sender = Sender()
        await asyncio.gather(*(send(sender, push, 1) for _ in range(3)))
        await send(sender, push, 3)
        sender.close()
        await asyncio.sleep(CLOSING)

    asyncio.run(sent())
    assert push.connections == 3


def test_a_connection_that_the_service_closed_is_not_used_again(push: Service) -> None:
    push.stays = False
    assert asyncio.run(all_sent(push, 3, pause=0.1)) == [201] * 3
    assert push.connections == 3


def test_an_unused_connection_is_closed_after_a_while(push: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_http, "KEPT", 0.05)
    assert asyncio.run(all_sent(push, 2, pause=0.3)) == [201] * 2
    assert push.connections == 2


@pytest.mark.parametrize(
    ("response", "status"),
    [
        (b"HTTP/1.1 201 Created\r\n\r\n", 201),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", 200),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody", 200),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 200),
        (b"HTTP/1.1 410 Gone\r\nContent-Length: 99999999999999999999\r\n\r\n", 410),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nless", 200),
    ],
)
def test_a_response_without_a_known_end_is_the_last_on_its_connection(pem: Path, response: bytes, status: int) -> None:
    with Responder(pem, response) as (port, connections):

        async def twice() -> list[int]:
            sender = Sender()
            statuses = [await sender.post(Target("localhost", port, "/"), {}, b"") for _ in range(2)]
            await asyncio.sleep(CLOSING)
            return statuses

        assert asyncio.run(twice()) == [status] * 2
        assert len(connections) == 2


@pytest.mark.parametrize(
    "response", [b"", b"SSH-2.0-OpenSSH_9.2\r\n\r\n", b"HTTP/1.1 fine\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"x" * 20_000]
)
def test_what_is_no_response_is_an_error(pem: Path, response: bytes) -> None:
    with Responder(pem, response) as (port, _):

        async def once() -> None:
            with pytest.raises(OSError, match="no response in HTTP"):
                await Sender().post(Target("localhost", port, "/"), {}, b"")
            await asyncio.sleep(CLOSING)

        asyncio.run(once())


class Responder:
    """A service that answers each connection with these bytes and closes it a moment later."""

    def __init__(self, pem: Path, response: bytes) -> None:
        self._response, self._connections = response, list[int]()
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(pem)

    def __enter__(self) -> tuple[int, list[int]]:
        self._listening = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._answer, daemon=True).start()
        return self._listening.getsockname()[1], self._connections

    def __exit__(self, *_: object) -> None:
        self._listening.close()

    def _answer(self) -> None:
        while True:
            try:
                connection, address = self._listening.accept()
            except OSError:
                return
            self._connections.append(address[1])
            with self._context.wrap_socket(connection, server_side=True) as line:
                line.recv(1000)
                line.sendall(self._response)
                time.sleep(0.05)
