"""Under which names a server answers: its own, and not those that another site gives to its address."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from foretold.server.base.hosts import Hosts
from tests.server.requesting import refused
from tests.server.serving import Server, serving

MACHINE = socket.gethostname().lower()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    flags = ("--public-url", "https://cards.example.org/", "--names", "box.example", "--request-rate", "1000")
    with serving(tmp_path_factory.mktemp("server"), *flags) as running:
        yield running


OWN = (
    "127.0.0.1",
    "localhost:1",
    "LOCALHOST",
    "cards.example.org",
    "box.example:8421",
    MACHINE,
    "192.168.1.5",
    "[::1]:8421",
)
OTHERS = (
    "evil.example",
    "evil.example:80",
    "cards.example.org.evil.example",
    "xlocalhost",
    "9.9.9.9",
    "8.8.8.8",
    "a b",
)


async def greeted(server: Server, host: str) -> int:
    """The status with which a websocket for that name is answered."""
    address = f"ws://127.0.0.1:{server.port}/ws"
    try:
        async with connect(address.replace("127.0.0.1", host.partition(":")[0]), host="127.0.0.1", port=server.port):
            return 101
    except InvalidStatus as denied:
        return denied.response.status_code


@pytest.mark.parametrize("host", OWN)
def test_requests_for_own_names_are_answered(server: Server, host: str) -> None:
    for path in ("/", "/api/health"):
        assert httpx.get(server.url + path, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", OTHERS)
def test_requests_for_other_names_are_refused(server: Server, host: str) -> None:
    for path in ("/", "/api/health", "/nowhere"):
        answer = httpx.get(server.url + path, headers={"Host": host})
        assert refused(answer) == (421, "other-host")
        assert answer.headers["x-frame-options"] == "DENY"
    assert refused(httpx.post(server.url + "/api/tables", json={}, headers={"Host": host})) == (421, "other-host")


def test_websockets_are_accepted_for_own_names_only(server: Server) -> None:
    assert asyncio.run(greeted(server, "localhost")) == 101
    assert asyncio.run(greeted(server, "box.example")) == 101
    assert asyncio.run(greeted(server, "evil.example")) == 421


def test_any_name_is_accepted_only_on_request(tmp_path: Path) -> None:
    with serving(tmp_path, "--names", "*") as server:
        assert httpx.get(server.url, headers={"Host": "evil.example"}).status_code == 200


def test_the_address_of_the_socket_counts_as_an_own_name() -> None:
    hosts = Hosts()
    assert hosts.knows("9.9.9.9:8421", "9.9.9.9")
    assert hosts.knows("[2606:4700::1]", "2606:4700:0::1")
    assert hosts.knows("9.9.9.9", "::ffff:9.9.9.9")
    assert hosts.knows("", "127.0.0.1"), "HTTP/1.0 has none"
    assert hosts.knows(f"{MACHINE}.local.", "127.0.0.1")
    assert not hosts.knows("9.9.9.9", "9.9.9.8")
    assert not hosts.knows("9.9.9.9", "/run/foretold.socket")
    assert not hosts.knows("[2606:4700::1", "127.0.0.1")
