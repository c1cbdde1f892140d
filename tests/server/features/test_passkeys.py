"""Passkeys without a browser: where they are offered, and what is refused. tests/web has them with a real one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from foretold.server.features.people.passkeys import PASSKEYS, site_of
from tests.server.requesting import refused
from tests.server.serving import Server, serving

PUBLIC = "https://play.example.org"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Server]:
    flags = ("--public-url", PUBLIC, "--request-rate", "1000")
    with serving(tmp_path_factory.mktemp("server"), *flags, database=database) as running:
        yield running


@pytest.mark.parametrize(
    ("base", "site"),
    [
        ("https://play.example.org", ("https://play.example.org", "play.example.org")),
        ("https://play.example.org:8443/games", ("https://play.example.org:8443", "play.example.org")),
        ("https://Play.Example.org:443", ("https://play.example.org", "play.example.org")),
        ("http://localhost:8000", ("http://localhost:8000", "localhost")),
        ("http://foretold.localhost", ("http://foretold.localhost", "foretold.localhost")),
        ("http://play.example.org", None),
        ("https://192.168.1.4", None),
        ("https://[::1]:8000", None),
        ("http://127.0.0.1:8000", None),
    ],
)
def test_passkeys_are_for_secure_pages_with_a_name(base: str, site: tuple[str, str] | None) -> None:
    assert site_of(base) == site


def person(server: Server, name: str = "Ann") -> httpx.Client:
    """Somebody the server knows."""
    client = server.client()
    answer = client.post("/api/me", json={"name": name}, headers={"Origin": PUBLIC})
    assert answer.status_code == 200
    client.headers["Cookie"] = answer.headers["Set-Cookie"].partition(";")[0]  # as a proxy passes it on
    return client


def test_behind_a_proxy_passkeys_are_for_the_public_address(server: Server) -> None:
    ann = person(server)
    assert ann.get("/api/me/passkeys").json() == {"offered": True, "passkeys": []}
    offer = ann.post("/api/me/passkeys/challenge", json={}).json()
    assert (offer["site"], offer["name"], offer["known"]) == ("play.example.org", "Ann", [])
    assert offer["user"] == ann.post("/api/me/passkeys/challenge", json={}).json()["user"]
    assert server.client().post("/api/passkeys/challenge", json={}).json()["site"] == "play.example.org"


def test_invalid_passkeys_are_refused(server: Server) -> None:
    ann, nobody = person(server), server.client()
    assert refused(nobody.get("/api/me/passkeys")) == (403, "nobody-known")
    offer = ann.post("/api/me/passkeys/challenge", json={}).json()
    broken: list[dict[str, Any]] = [{}, {"id": "AA", "rawId": "AA", "type": "public-key", "response": {}}]
    for credential in broken:
        wish = {"challenge": offer["challenge"], "credential": credential}
        assert refused(ann.post("/api/me/passkeys", json=wish)) == (409, "passkey-refused")
    question = nobody.post("/api/passkeys/challenge", json={}).json()
    for credential in (*broken, {"rawId": 7}, {"rawId": "%%%"}):
        wish = {"challenge": question["challenge"], "credential": credential}
        assert refused(nobody.post("/api/passkeys", json=wish)) == (404, "no-such-passkey")
    assert refused(ann.delete("/api/me/passkeys/0123456789abcdef")) == (404, "no-such-passkey")


def test_a_challenge_belongs_to_one_person_and_works_once(server: Server) -> None:
    ann, bo = person(server), person(server, "Bo")
    challenge = ann.post("/api/me/passkeys/challenge", json={}).json()["challenge"]
    wish = {"challenge": challenge, "credential": {}}
    before = server.run("SELECT count(*) FROM passkey_challenges")[0][0]
    assert refused(bo.post("/api/me/passkeys", json=wish)) == (409, "passkey-refused")
    assert server.run("SELECT count(*) FROM passkey_challenges")[0][0] == before
    assert refused(ann.post("/api/me/passkeys", json=wish)) == (409, "passkey-refused")
    assert server.run("SELECT count(*) FROM passkey_challenges")[0][0] == before - 1


def test_the_number_of_passkeys_is_limited(server: Server) -> None:
    ann = person(server, "Many")
    [(id,)] = server.run("SELECT id FROM people WHERE name = 'Many'")
    for number in range(PASSKEYS):
        key = f"'{number:02x}'" if "://" not in server.place else f"'\\x{number:02x}'"
        hex_key = f"X{key}" if "://" not in server.place else key
        server.run(
            "INSERT INTO passkeys (id, person_id, public_key, counter, created) "
            f"VALUES ({hex_key}, '{id}', {hex_key}, 0, {number})"
        )
    assert len(ann.get("/api/me/passkeys").json()["passkeys"]) == PASSKEYS
    assert refused(ann.post("/api/me/passkeys/challenge", json={})) == (409, "too-many-passkeys")
    exported = ann.get("/api/me/export").json()["passkeys"]
    assert [set(passkey) for passkey in exported] == [{"id", "created", "used"}] * PASSKEYS
    first = ann.get("/api/me/passkeys").json()["passkeys"][0]["id"]
    assert ann.delete(f"/api/me/passkeys/{first}").status_code == 200
    assert len(ann.get("/api/me/passkeys").json()["passkeys"]) == PASSKEYS - 1
    assert ann.delete("/api/me").status_code == 200
    assert server.run(f"SELECT count(*) FROM passkeys WHERE person_id = '{id}'")[0][0] == 0


def test_challenges_are_limited_for_a_block_of_addresses(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("own"), "--public-url", PUBLIC, "--request-rate", "1000") as own:
        client = own.client()
        statuses = [client.post("/api/passkeys/challenge", json={}).status_code for _ in range(40)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
