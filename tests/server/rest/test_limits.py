"""Limits that keep one visitor from taking a server from all others: sizes, rates, tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from foretold.server.routes import LARGE, SMALL
from tests.server.requesting import SHORT, refused
from tests.server.serving import Server, command, make_table, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000") as running:
        yield running


def test_the_number_of_tables_is_limited(tmp_path: Path) -> None:
    with serving(tmp_path, "--most-tables", "2") as server:
        client = server.client()
        tables = [make_table(client, ["me", "open", "open"], **SHORT) for _ in range(2)]
        assert refused(client.post("/api/tables", json={})) == (409, "too-many-tables")
        assert command(client, tables[0], type="close").status_code == 200
        assert make_table(client)


def test_bodies_are_json_of_a_limited_size(server: Server) -> None:
    kind = {"content-type": "application/json"}
    for path, limit in (("/api/me", SMALL), ("/api/replay", LARGE)):
        for body in (b" " * (limit + 1), (b" " * 4096 for _ in range(limit // 4096 + 1))):
            assert refused(httpx.post(server.url + path, content=body, headers=kind)) == (413, "body-too-large")
        assert refused(httpx.post(server.url + path, content=b" " * limit, headers=kind))[0] == 400
    for wrong in ({}, {"content-type": "text/plain"}, {"content-type": "application/x-www-form-urlencoded"}):
        answer = httpx.post(server.url + "/api/me", content=b'{"name": "Ann"}', headers=wrong)
        assert refused(answer) == (415, "not-json-type")
    charset = {"content-type": "Application/JSON; charset=utf-8"}
    assert httpx.post(server.url + "/api/me", content=b'{"name": "Ann"}', headers=charset).status_code == 200


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"[" * 16_000, b'{"x":' + b"[" * 8_000, b'{"name": "\\ud800"}', b"NaN"]
)
def test_unreadable_requests_are_refused(server: Server, body: bytes) -> None:
    client = server.client()
    table = make_table(client, ["me", "open", "open"], **SHORT)
    for path in ("/api/me", "/api/tables", f"/api/tables/{table}/commands", "/api/links", "/api/codes", "/api/replay"):
        answer = client.post(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400, path
        assert refused(answer)


def test_too_many_requests_are_told_when_to_retry(tmp_path: Path) -> None:
    with serving(tmp_path, "--request-rate", "1") as server, httpx.Client(base_url=server.url) as client:
        refusal = client.get("/api/health")
        assert refusal.status_code == 200
        while refusal.status_code == 200:
            refusal = client.get("/api/health")
        assert refused(refusal) == (429, "too-many-requests")
        wait = int(refusal.headers["retry-after"])
        assert wait >= 1
        assert 0 < refusal.json()["error"]["retry"] <= wait
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2")) as neighbour:
            assert neighbour.get(server.url + "/api/health").status_code == 200

        async def listen() -> int:
            try:
                async with connect(server.url.replace("http", "ws", 1) + "/ws"):
                    return 101
            except InvalidStatus as error:
                return error.response.status_code if "retry-after" in error.response.headers else 0

        while (status := asyncio.run(listen())) == 101:
            pass
        assert status == 429
        time.sleep(wait)
        assert httpx.get(server.url + "/api/health").status_code == 200


def test_the_rate_limit_covers_every_path(tmp_path: Path) -> None:
    """Each of these was asked for without end before; files of the page count less, so that a page can be opened."""
    with serving(tmp_path, "--request-rate", "1") as server:
        for number, path in enumerate(
            ("/", "/api/games", "/api/openapi.json", "/nowhere", "/api/nowhere", "/icon.svg")
        ):
            transport = httpx.HTTPTransport(local_address=f"127.0.{number + 10}.1")  # each from a block of its own
            with httpx.Client(base_url=server.url, transport=transport) as client:
                answers = [client.get(path).status_code]
                while answers[-1] != 429 and len(answers) < 400:  # as fast as this machine asks
                    answers.append(client.get(path).status_code)
                assert answers[0] == (404 if "nowhere" in path else 200)
                assert answers[-1] == 429, path
                assert path != "/icon.svg" or answers.count(200) > 50


# Tables ----------------------------------------------------------------------------------------------------------


def test_open_tables_are_limited_per_person_and_address(tmp_path: Path) -> None:
    with serving(tmp_path, "--tables-per-person", "2", "--tables-per-address", "3") as server:
        ann, wish = server.client(), {"seats": ["me", "open", "open"], "settings": SHORT}
        tables = [make_table(ann, ["me", "open", "open"], **SHORT) for _ in range(2)]
        assert refused(ann.post("/api/tables", json=wish)) == (409, "too-many-of-yours")
        for client, status in ((server.client(), 201), (server.client(), 409)):  # somebody new each time
            assert client.post("/api/tables", json=wish).status_code == status
            assert ("set-cookie" in client.post("/api/me", json={"name": "Eve"}).headers) == (status == 409)
        assert refused(server.client().post("/api/tables", json=wish)) == (409, "too-many-from-here")
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.1.2")) as elsewhere:
            assert elsewhere.post(server.url + "/api/tables", json=wish).status_code == 201
        assert command(ann, tables[0], type="close").status_code == 200
        assert make_table(ann, ["me", "open", "open"], **SHORT)
