"""Challenges among friends: the same cards for whoever has the link, and no result before one's own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import foretold
from tests.challenges.from_records import of_record
from tests.server.serving import Player, Server, make_table, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("friends"), "--request-rate", "1000") as running:
        yield running


def person(server: Server, name: str) -> httpx.Client:
    """Somebody who is known."""
    client = server.client()
    assert client.post("/api/me", json={"name": name}).status_code == 200
    return client


def play(server: Server, client: httpx.Client, table: str, last: bool = False) -> str:
    """The match is played with the first, or the last, of what is legal; its id."""

    async def whole() -> str:
        choice = (lambda _, __, legal: legal[-1]) if last else (lambda _, __, legal: legal[0])
        player = await Player(server.url, table, client.cookies["foretold"], choice=choice).connect()
        await player.play()
        await player.close()
        return str(player.facts["match"])

    return asyncio.run(whole())


def make(client: httpx.Client, **wish: Any) -> str:
    """A challenge; its id."""
    answer = client.post("/api/challenges", json=wish)
    assert answer.status_code == 201, answer.text
    assert answer.json()["url"].endswith(f"/challenges/{answer.json()['id']}")
    return str(answer.json()["id"])


def begin(client: httpx.Client, id: str, **wish: Any) -> str:
    """A table with the challenge."""
    answer = client.post(f"/api/challenges/{id}", json=wish)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def test_friends_get_the_same_cards_and_see_only_names_until_they_have_played(server: Server) -> None:
    ann, bob, eve = person(server, "Ann"), person(server, "Bob"), server.client()
    id = make(ann, game="seven-prophecies-2017", players=3, options={"variant": "first-to-two"}, bot="novice", seat=1)
    matches = [play(server, client, begin(client, id)) for client in (ann, bob)]
    records = [client.get(f"/api/matches/{match}").json() for client, match in zip((ann, bob), matches, strict=True)]
    events = [[{**event, "at": 0} for event in record["events"]] for record in records]
    assert events[0] == events[1], "the same decisions: the same match"
    table = begin(eve, id, name="Eve")
    seen = eve.get(f"/api/challenges/{id}")
    challenge = seen.json()
    assert (challenge["own"], challenge["table"], [attempt["name"] for attempt in challenge["tries"]]) == (
        "begun",
        table,
        ["Ann", "Bob", "Eve"],
    )
    assert all(
        (attempt["points"], attempt["won"], attempt["rounds"], attempt["ended"]) == (None, False, [], None)
        for attempt in challenge["tries"]
    )
    seed = of_record(foretold.Record.from_dict(records[0]))
    assert seed is not None
    assert seed.seed.hex() not in seen.text
    for match in matches:
        assert eve.get(f"/api/matches/{match}").status_code == 404
    assert eve.get("/api/matches").json() == {"mine": [], "public": []}
    play(server, eve, table, last=True)
    challenge = eve.get(f"/api/challenges/{id}").json()
    assert challenge["own"] == "over"
    assert {attempt["name"]: len(attempt["rounds"]) > 0 for attempt in challenge["tries"]} == {
        "Ann": True,
        "Bob": True,
        "Eve": True,
    }
    points = [attempt["points"] for attempt in challenge["tries"]]
    assert points == sorted(points, reverse=True)
    assert begin(eve, id) != table, "a later try is practice"
    assert eve.get(f"/api/challenges/{id}").json() == challenge


@pytest.mark.parametrize(
    ("game", "variant"),
    [pytest.param("prophecy", "short", marks=pytest.mark.long), ("seven-prophecies-2017", "single-round")],
)
def test_a_finished_match_becomes_a_challenge_with_the_result_of_its_maker(
    server: Server, game: str, variant: str
) -> None:
    ann, bob = person(server, "Ann"), person(server, "Bob")
    seats = ["bot:greedy", "me", "bot:novice"]
    match = play(server, ann, make_table(ann, seats, players=3, game=game, options={"variant": variant}))
    record = ann.get(f"/api/matches/{match}").json()
    assert bob.post("/api/challenges", json={"match": match}).status_code == 404
    id = make(ann, match=match)
    answer = ann.get(f"/api/challenges/{id}").json()
    assert (answer["seat"], answer["bots"]) == (1, ["greedy", "", "novice"])
    [own] = answer["tries"]
    assert (own["original"], own["mine"], own["points"]) == (True, True, record["events"][-1]["match"]["scores"][1])
    assert [attempt["points"] for attempt in bob.get(f"/api/challenges/{id}").json()["tries"]] == [None]
    rematch = bob.get(f"/api/matches/{play(server, bob, begin(bob, id))}").json()
    deals = [[event["deal"] for event in record["events"] if "deal" in event] for record in (record, rematch)]
    assert deals[0][0] == deals[1][0]
    assert len(bob.get(f"/api/challenges/{id}").json()["tries"]) == 2
    again = make(bob, match=rematch["id"])  # of a challenge another
    assert bob.get(f"/api/challenges/{again}").json()["bots"] == answer["bots"]
    assert ann.post(f"/api/challenges/{id}", json={}).status_code == 201  # the maker has played: practice
    assert len(ann.get(f"/api/challenges/{id}").json()["tries"]) == 2


def test_invalid_challenges_are_refused(server: Server) -> None:
    ann = person(server, "Ann")
    assert ann.get("/api/challenges/nothing").status_code == 404
    assert ann.post("/api/challenges/nothing", json={}).status_code == 404
    assert ann.post("/api/challenges", json={"bot": "cheat"}).status_code == 400
    assert ann.post("/api/challenges", json={"players": 3, "seat": 3}).status_code == 400
    assert ann.post("/api/challenges", json={"match": "nothing"}).status_code == 404
    today = ann.get("/api/daily").json()["today"]
    assert ann.get(f"/api/challenges/{today}-prophecy").status_code == 404
    assert ann.post(f"/api/challenges/{today}-prophecy", json={}).status_code == 404
    id = make(ann)
    server.run(f"UPDATE challenges SET ends = 5 WHERE id = '{id}'")
    late = ann.post(f"/api/challenges/{id}", json={})
    assert json.loads(late.text)["error"]["reason"] == "challenge-ended"
    answers = [ann.post("/api/challenges", json={}).status_code for _ in range(30)]
    assert answers.count(429) > 5
