"""Who somebody is on several devices, what their own matches say of them, and all that is stored about them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import foretold
from tests.conftest import chosen
from tests.server.requesting import SHORT, played, refused
from tests.server.serving import Server, make_table, serving

WORDS = "acorn-apple-arrow-badge-baker-banjo"


@pytest.fixture(scope="module", params=chosen(["sqlite", "postgres"], "sqlite"))
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = "" if request.param == "sqlite" else request.getfixturevalue("postgres").new()
    with serving(tmp_path_factory.mktemp("people"), database=place) as running:
        yield running


def named(server: Server, name: str) -> httpx.Client:
    client = server.client()
    assert client.post("/api/me", json={"name": name}).status_code == 200
    return client


def offer(client: httpx.Client, words: str) -> httpx.Response:
    return client.post("/api/me/carry", json={"hash": hashlib.sha256(words.encode()).hexdigest()})


def take(client: httpx.Client, words: str, **more: str) -> httpx.Response:
    return client.post("/api/carries", json={"words": words, **more})


def test_a_pairing_code_adds_one_device_once(server: Server) -> None:
    old, new, third = named(server, "Ines"), server.client(), named(server, "Somebody")
    table = make_table(old, ["me", "open", "open"], name="Ines", **SHORT)
    assert offer(old, WORDS).json()["expires"] > 0
    stored = server.run("SELECT token FROM carries")
    assert [bytes(token) for (token,) in stored] == [hashlib.sha256(WORDS.encode()).digest()]
    taken = take(new, WORDS, kind="phone")
    assert taken.json() == {"known": True, "name": "Ines"}
    assert new.cookies["foretold"] != old.cookies["foretold"]
    assert "httponly" in taken.headers["set-cookie"].lower()
    assert [table["id"] for table in new.get("/api/tables").json()["mine"]] == [table]
    assert refused(take(third, WORDS)) == (404, "no-such-words")
    assert third.get("/api/me").json()["name"] == "Somebody"

    devices = new.get("/api/me/profile").json()["devices"]
    assert [(device["kind"], device["this"]) for device in devices] == [("", False), ("phone", True)]
    assert [device["this"] for device in old.get("/api/me/profile").json()["devices"]] == [True, False]
    first, second = (device["id"] for device in devices)
    assert refused(new.delete(f"/api/me/devices/{second}")) == (404, "no-such-device")
    assert refused(third.delete(f"/api/me/devices/{first}")) == (404, "no-such-device")
    assert new.delete(f"/api/me/devices/{first}").json() == {}
    assert old.get("/api/me").json() == {"known": False, "name": ""}
    assert new.get("/api/me").json() == {"known": True, "name": "Ines"}
    assert refused(new.delete(f"/api/me/devices/{second}")) == (404, "no-such-device")


def test_a_new_pairing_code_replaces_the_last_one_and_each_expires(server: Server) -> None:
    old = named(server, "Ines")
    offer(old, "first")
    offer(old, "second")
    assert refused(take(server.client(), "first")) == (404, "no-such-words")
    server.run("UPDATE carries SET expires = 1")
    assert refused(take(server.client(), "second")) == (404, "no-such-words")
    assert refused(offer(server.client(), "third")) == (403, "nobody-known")
    assert refused(old.post("/api/me/carry", json={"hash": "third"})) == (400, "bad-message")


def test_pairing_an_own_device_does_not_add_it_twice(server: Server) -> None:
    old, new = named(server, "Ines"), named(server, "Ines here")
    offer(old, "one")
    assert take(new, "one").status_code == 200
    offer(old, "two")
    assert take(new, "two", kind="phone").status_code == 200
    assert [device["kind"] for device in new.get("/api/me/profile").json()["devices"]] == ["", "phone"]


def test_a_profile_sums_up_the_own_matches(server: Server) -> None:
    ann = named(server, "Ann")
    ids = [
        played(server, ann),
        played(server, ann),
        played(server, ann, game="prophecy", players=3, options={"variant": "short"}),
    ]
    make_table(ann, **SHORT)  # not over
    records = [ann.get(f"/api/matches/{id}").json() for id in ids]
    profile = ann.get("/api/me/profile").json()
    assert (profile["name"], profile["matches"], profile["reviews"]) == ("Ann", 3, [])
    by_game: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        by_game.setdefault(record["game"], []).append(record)
    assert [statistics["game"] for statistics in profile["games"]] == sorted(by_game)
    for statistics in profile["games"]:
        states = [foretold.replay(record) for record in by_game[statistics["game"]]]
        rounds = [ended for state in states for ended in state.finished]
        assert (statistics["matches"], statistics["rounds"]) == (len(states), len(rounds))
        assert statistics["points"] == sum(state.scores[0] for state in states)
        assert statistics["won"] == sum((0 in state.winners) / len(state.winners) for state in states)
        assert statistics["even"] == pytest.approx(len(states) / 3)
        assert statistics["met"] == sum(ended.fulfilled[0] for ended in rounds)
        assert sum(tally["rounds"] for tally in statistics["told"]) == len(rounds)
    server.run("DELETE FROM results")  # as of matches of an older version
    assert ann.get("/api/me/profile").json() == profile
    assert len(server.run("SELECT match_id FROM results")) == 3
    assert refused(server.client().get("/api/me/profile")) == (403, "nobody-known")


def test_matches_with_take_backs_count_in_no_profile(server: Server) -> None:
    ann = named(server, "Ann")
    match = played(server, ann)
    record = server.run(f"SELECT record FROM matches WHERE id = '{match}'")[0][0]
    practised = bytes(record).decode().replace('{"format"', '{"practised":true,"format"', 1)
    quoted = practised.replace("'", "''")
    blob = f"CAST('{quoted}' AS BLOB)" if "://" not in server.place else f"convert_to('{quoted}', 'UTF8')"
    server.run(f"UPDATE matches SET record = {blob} WHERE id = '{match}'")
    server.run("DELETE FROM results")
    profile = ann.get("/api/me/profile").json()
    assert (profile["matches"], profile["games"]) == (1, [])


def test_the_export_holds_everything_about_a_person_and_nobody_else(server: Server) -> None:
    ann, bo = named(server, "Ann"), named(server, "Bo")
    match = played(server, ann)
    table = make_table(ann, ["me", "open", "open"], **SHORT)
    bo.post(f"/api/tables/{table}/commands", json={"type": "sit", "seat": 1, "name": "Bo"})
    ann.post(f"/api/tables/{table}/seats/0/link")
    make_table(ann, **SHORT)  # runs
    offer(ann, "one")
    answer = ann.get("/api/me/export")
    export = answer.json()
    [(person, other)] = server.run(
        "SELECT a.id, b.id FROM people a, people b WHERE a.name = 'Ann' AND b.name = 'Bo' "
        "ORDER BY a.created DESC, b.created DESC LIMIT 1"
    )
    assert (export["id"], export["name"], len(export["devices"])) == (person, "Ann", 1)
    assert [(line["id"], line["seats"]) for line in export["matches"]] == [(match, [0])]
    assert export["matches"][0]["record"] == ann.get(f"/api/matches/{match}").json()
    assert {line["table"] for line in export["tables"]} >= {table}
    assert [(link["table"], link["seat"]) for link in export["links"]] == [(table, 0)]
    assert export["carry"] > 0
    assert other not in answer.text
    assert "made" in {line["says"]["entry"] for line in export["tables"]}
    says = {key for line in export["tables"] for key in line["says"]}  # nothing of the match that runs
    assert says <= {"entry", "person", "name", "seat", "kind", "bot"}
    assert refused(server.client().get("/api/me/export")) == (403, "nobody-known")
    assert ann.delete("/api/me").json() == {}
    parts = [("devices", "person_id"), ("carries", "person_id"), ("links", "person_id"), ("seats", "person_id")]
    for part, column in parts:
        assert server.run(f"SELECT * FROM {part} WHERE {column} = '{person}'") == []


def test_guessing_pairing_codes_is_slow(tmp_path: Path) -> None:
    with serving(tmp_path) as alone:
        guesser = alone.client()
        statuses = [take(guesser, f"guess {number}").status_code for number in range(14)]
        assert statuses == [404] * 10 + [429] * 4
        assert float(take(guesser, "once more").headers["retry-after"]) > 1
