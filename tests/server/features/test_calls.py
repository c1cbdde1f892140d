"""A word when it is somebody's turn: to whom, when, what it says, and what becomes of it where nobody answers."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from foretold.server.features.notifications import safe_http, webpush
from tests.conftest import chosen
from tests.server.called import COMMAND, Browser, Service, certificate, service, signed_by
from tests.server.requesting import SHORT, play, refused
from tests.server.serving import Player, Server, command, make_table, serving
from tests.server.serving import wait_for as eventually

FLAGS = ("--push-hosts", "localhost", "--webhook-hosts", "localhost", "--contact", "mailto:ann@example.org")


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = certificate(tmp_path_factory.mktemp("trust"))
    with patch.dict(os.environ, SSL_CERT_FILE=str(path)):
        yield path


@pytest.fixture(scope="module", params=chosen(["sqlite", "postgres"], "postgres"))
def server(request: pytest.FixtureRequest, pem: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = "" if request.param == "sqlite" else request.getfixturevalue("postgres").new()
    flags = (*FLAGS, "--call-delay", "0.2")
    with serving(tmp_path_factory.mktemp("calls"), *flags, command=COMMAND, database=place) as running:
        yield running


@pytest.fixture
def push(pem: Path) -> Iterator[Service]:
    with service(pem) as pushing:
        yield pushing


def somebody(server: Server, name: str, language: str = "en") -> httpx.Client:
    client = server.client()
    client.headers["accept-language"] = language
    assert client.post("/api/me", json={"name": name}).status_code == 200
    return client


def listen(client: httpx.Client, wish: dict[str, Any]) -> str:
    answer = client.post("/api/me/listeners", json=wish)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def until(read: Callable[[], object], wanted: object) -> None:
    """It is so, or will be soon."""
    end = time.monotonic() + 30
    while (now := read()) != wanted:
        assert time.monotonic() < end, now
        time.sleep(0.02)


def wait_for(bo: httpx.Client, server: Server) -> str:
    """Ann is at a table at which Bo is to act, who is not there; the table."""
    ann = somebody(server, "Ann")
    table = make_table(ann, ["me", "open", "bot:greedy"], **SHORT)
    assert command(bo, table, type="sit", seat=1, name="").status_code == 200
    for client in (ann, bo):
        assert command(client, table, type="ready").status_code == 200
    asyncio.run(begun(Player(server.url, table, ann.cookies["foretold"], choice=None)))
    return table


async def begun(player: Player) -> None:
    """The player is at the table until cards are dealt."""
    await player.connect()
    while player.facts.get("phase") != "playing":
        await player.hear()
    await player.close()


def test_an_absent_player_is_notified_once_with_an_encrypted_message_of_fixed_length(
    server: Server, push: Service
) -> None:
    bo, cy = somebody(server, "Bo"), somebody(server, "Cy", "ja")
    browsers = [Browser(push.url, "bo"), Browser(push.url, "cy")]
    listen(bo, browsers[0].wish())
    listen(cy, browsers[1].wish())
    eventually(lambda: bo.get("/api/me/listeners").json()["push"])  # the server makes its key once
    listed = bo.get("/api/me/listeners").json()
    assert [listener["host"] for listener in listed["listeners"]] == ["localhost"]
    titles, sizes = [], set()
    for client, browser in zip((bo, cy), browsers, strict=True):
        table = wait_for(client, server)
        asked = push.heard()
        assert asked.path == browser.url.removeprefix(push.url)
        word = browser.read(asked.body)
        assert set(word) == {"title", "path", "lang"}
        assert word["path"] == f"tables/{table}"
        titles.append(word["title"])
        sizes.add(len(asked.body))
        claims = signed_by(asked.headers["authorization"], listed["push"])
        assert (claims["aud"], claims["sub"]) == (push.url, "mailto:ann@example.org")
        assert time.time() < claims["exp"] < time.time() + 24 * 3600
        assert (asked.headers["content-encoding"], int(asked.headers["ttl"]) > 0) == ("aes128gcm", True)
    assert titles == ["Seven Prophecies, first edition: your turn", "七つの予言（初版）：あなたの番です"]
    assert len(sizes) == 1
    assert push.asked.empty()
    assert "friend" not in bo.get("/api/me/export").json()["listeners"][0]["address"]["wants"]


def test_players_who_are_present_or_did_not_subscribe_are_not_notified(server: Server, push: Service) -> None:
    ann, bo = somebody(server, "Ann"), somebody(server, "Bo")
    listen(bo, Browser(push.url, "bo").wish())
    table = make_table(ann, ["me", "open", "bot:greedy"], **SHORT)
    command(bo, table, type="sit", seat=1, name="")
    for client in (ann, bo):
        command(client, table, type="ready")
    asyncio.run(play(*(Player(server.url, table, client.cookies["foretold"]) for client in (ann, bo))))
    listen(ann, Browser(push.url, "ann").wish("friend"))
    assert server.run(f"SELECT * FROM calls WHERE path = 'tables/{table}'") == []
    assert push.asked.empty()


def test_dead_push_services_are_retried_and_unknown_subscriptions_removed(
    server: Server, pem: Path, push: Service
) -> None:
    bo = somebody(server, "Bo")
    gone = listen(bo, Browser(push.url, "gone").wish())
    push.status = 410
    with service(pem) as dead, service(pem) as chat:
        dead.status = 0
        listen(bo, Browser(dead.url, "dead").wish())
        listen(bo, {"kind": "hook", "url": f"{chat.url}/hook?key=1", "wants": ["turn"]})
        wait_for(bo, server)
        assert dead.heard().path == "/push/dead"
        word = chat.heard()  # while the dead one lets us wait
        assert word.path == "/hook?key=1"
        assert json.loads(word.body) == dict.fromkeys(("text", "content"), "Seven Prophecies, first edition: your turn")
        assert push.heard().path == "/push/gone"
        until(lambda: gone in [listener["id"] for listener in bo.get("/api/me/listeners").json()["listeners"]], False)


def test_a_kill_loses_no_notification_and_failures_are_retried(pem: Path, push: Service, tmp_path: Path) -> None:
    with serving(tmp_path, *FLAGS, "--call-delay", "2", command=COMMAND) as server:
        bo = somebody(server, "Bo")
        browser = Browser(push.url, "bo")
        listen(bo, browser.wish())
        key = bo.get("/api/me/listeners").json()["push"]
        push.status = 500
        table = wait_for(bo, server)
        until(lambda: len(server.run("SELECT * FROM calls")), 1)
        server.kill()
        server.start()
        bo.base_url = server.url
        assert browser.read(push.heard().body)["path"] == f"tables/{table}"
        until(lambda: server.run("SELECT tries, told FROM calls"), [(1, None)])
        server.run("UPDATE calls SET due = due - 120000")
        push.status = 302  # is not followed, and is no success
        server.kill()
        server.start()
        assert signed_by(push.heard().headers["authorization"], key)
        until(lambda: server.run("SELECT tries, told FROM calls"), [(2, None)])
        assert push.asked.empty()


def test_the_maker_of_a_challenge_is_notified_when_a_friend_has_played_it(server: Server, push: Service) -> None:
    ann, bo = somebody(server, "Ann"), somebody(server, "Bo")
    browser = Browser(push.url, "ann")
    listen(ann, browser.wish("friend"))
    wish = {"game": "seven-prophecies-2017", "players": 3, "options": {"variant": "single-round"}, "bot": "novice"}
    id = ann.post("/api/challenges", json=wish).json()["id"]
    for client in (ann, bo):  # her own match is no news to her
        table = client.post(f"/api/challenges/{id}", json={}).json()["table"]
        asyncio.run(play(Player(server.url, table, client.cookies["foretold"])))
    word = browser.read(push.heard().body)
    assert (word["title"], word["path"]) == ("A friend has played your cards", f"challenges/{id}")
    assert push.asked.empty()
    assert len(ann.get("/api/me/export").json()["challenges"]) == 1


def test_nobody_is_notified_through_hosts_the_operator_does_not_allow(server: Server, push: Service) -> None:
    bo = somebody(server, "Bo")
    wish = Browser(push.url, "bo").wish()
    for wrong in (
        {**wish, "url": "https://elsewhere.example.org/push"},
        {**wish, "url": wish["url"].replace("https", "http")},
        {**wish, "url": wish["url"].replace("localhost", "127.0.0.1")},
        {**wish, "url": wish["url"].replace("localhost", "ann@localhost")},
        {**wish, "p256dh": wish["auth"]},
        {**wish, "auth": "?"},
        {"kind": "hook", "url": "https://chat.example.org/hook", "wants": ["turn"]},
    ):
        assert refused(bo.post("/api/me/listeners", json=wrong)) == (409, "not-called")
    id = listen(bo, wish)
    other = somebody(server, "Other")
    assert refused(other.delete(f"/api/me/listeners/{id}")) == (404, "no-such-listener")
    assert bo.delete(f"/api/me/listeners/{id}").json() == {}
    for number in range(12):
        listen(bo, {**wish, "url": f"{wish['url']}{number}"})
    assert refused(bo.post("/api/me/listeners", json=wish)) == (409, "too-many-listeners")
    listen(bo, {**wish, "url": f"{wish['url']}3", "wants": []})  # one that is there
    assert bo.delete("/api/me").json() == {}


def test_a_webhook_named_by_somebody_else_stays_mine(server: Server) -> None:
    """It belonged to whoever had named it last: naming somebody's webhook took their calls from them."""
    bo, eve = somebody(server, "Bo"), somebody(server, "Eve")
    wish = {"kind": "hook", "url": "https://localhost/hook?key=2", "wants": ["turn"]}
    mine, theirs = listen(bo, wish), listen(eve, wish)
    assert mine != theirs
    assert [listener["id"] for listener in bo.get("/api/me/listeners").json()["listeners"]] == [mine]
    assert listen(bo, {**wish, "wants": ["friend"]}) == mine  # said again, it is the same
    assert refused(eve.delete(f"/api/me/listeners/{mine}")) == (404, "no-such-listener")
    assert eve.delete(f"/api/me/listeners/{theirs}").json() == {}
    assert len(bo.get("/api/me/listeners").json()["listeners"]) == 1


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "172.20.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *("::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::"),
        *("::127.0.0.1", "::10.0.0.1", "fec0::1", "feff::1"),
        *("224.0.0.1", "no"),
    ],
)
def test_nothing_is_sent_to_a_private_address(address: str) -> None:
    assert not safe_http.reachable(address)


def test_only_public_addresses_and_their_usual_port_are_reached() -> None:
    assert safe_http.reachable("1.1.1.1")
    assert safe_http.reachable("2606:4700:4700::1111")
    hosts = ["push.example.org", "*.example.net"]
    assert safe_http.target("https://push.example.org/a?b=c", hosts) == ("push.example.org", 443, "/a?b=c")
    assert safe_http.target("https://x.Example.net", hosts).origin == "https://x.example.net"
    for wrong in ("https://example.net/", "https://push.example.org:444/", "https://push.example.org/ x", "https://["):
        with pytest.raises(safe_http.Forbidden):
            safe_http.target(wrong, hosts)


def test_a_name_that_resolves_to_a_private_address_is_refused() -> None:
    with pytest.raises(safe_http.Forbidden):
        asyncio.run(safe_http.Sender().post(safe_http.Target("localhost", 443, "/"), {}, b""))


def test_a_notification_has_a_maximum_size() -> None:
    browser = Browser("https://localhost", "x")
    wish = browser.wish()
    keys = webpush.Keys(wish["p256dh"], wish["auth"])
    assert browser.read(webpush.sealed(b"{}", keys)) == {}
    with pytest.raises(ValueError, match="too long"):
        webpush.sealed(b"x" * webpush.LENGTH, keys)
