"""Who is rated by what at a real server, who is told, and what is left of it afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from foretold.games import TITLES
from foretold.ratings import START, anchors, shown
from foretold.server.features.people import types as people_types
from foretold.server.features.ratings import types as rating_types
from tests.conftest import chosen
from tests.server.conforming import conform
from tests.server.requesting import SHORT, play, refused
from tests.server.serving import Player, Server, command, make_table, serving

GAME = str(SHORT["game"])
LADDER = f"/api/ladder/{GAME}"
BEGUN = shown(START)


@pytest.fixture(scope="module", params=chosen(["sqlite", "postgres"], "postgres"))
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = "" if request.param == "sqlite" else request.getfixturevalue("postgres").new()
    with serving(tmp_path_factory.mktemp("ratings"), "--ladder", database=place) as running:
        yield running


def person(server: Server, name: str, *, rated: bool = True) -> httpx.Client:
    client = server.client()
    assert client.post("/api/me", json={"name": name}).status_code == 200
    if rated:
        assert wish(client, rated=True)["rated"]
    return client


def wish(client: httpx.Client, *, rated: bool) -> dict[str, Any]:
    answer = client.post("/api/me/ratings", json={"rated": rated}).raise_for_status().json()
    conform(answer, rating_types.OwnRatings)
    return dict(answer)


def own(client: httpx.Client) -> dict[str, Any]:
    """What somebody is told of their rating in the game of these tests."""
    answer = client.get("/api/me/ratings").raise_for_status().json()
    conform(answer, rating_types.OwnRatings)
    return next((line for line in answer["games"] if line["game"] == GAME), {})


def ladder(client: httpx.Client) -> dict[str, Any]:
    answer = client.get(LADDER).raise_for_status().json()
    conform(answer, rating_types.Ladder)
    return dict(answer)


def table_of(*people: httpx.Client, bot: str = "bot:novice", **settings: Any) -> str:
    """A table of three with these people, and with bots."""
    seats = ["me", *["open"] * (len(people) - 1), *[bot] * (3 - len(people))]
    table = make_table(people[0], seats, "", **{**SHORT, **settings})
    for seat, client in enumerate(people[1:], start=1):
        assert command(client, table, type="sit", seat=seat, name="").status_code == 200
    for client in people:
        assert command(client, table, type="ready", ready=True).status_code == 200
    return table


def played(server: Server, *people: httpx.Client, **settings: Any) -> str:
    """A match of these people, played to its end; its id."""
    table = table_of(*people, **settings)
    return asyncio.run(play(*(Player(server.url, table, client.cookies["foretold"]) for client in people)))


def test_people_who_opt_in_are_rated_and_bots_keep_their_strength(server: Server) -> None:
    ann, bo = person(server, "Ann"), person(server, "Bo")
    assert own(ann) == {
        "game": GAME,
        "rating": 1500,
        "spread": BEGUN.spread,
        "matches": 0,
        "place": None,
        "of": 0,
        "history": [],
    }
    match = played(server, ann, bo)
    a, b = own(ann), own(bo)
    assert [match["match"] for match in a["history"]] == [match]
    assert (a["matches"], a["rating"], a["spread"]) == (1, a["history"][0]["rating"], a["history"][0]["spread"])
    record = ann.get(f"/api/matches/{match}").json()
    scores = record["events"][-1]["match"]["scores"]
    if scores[0] != scores[1]:
        assert (a["rating"] > b["rating"]) == (scores[0] > scores[1])
    assert a["spread"] < BEGUN.spread
    listed = ladder(ann)
    assert {(line["name"], line["own"]) for line in listed["lines"]} >= {("Ann", True), ("Bo", False)}
    assert [(bot["bot"], bot["rating"], bot["spread"]) for bot in listed["bots"]] == [
        (bot, *shown(rating)) for bot, rating in sorted(anchors(GAME).items(), key=lambda entry: -entry[1].mu)
    ]
    rows = server.run(f"SELECT bot, mu, new_mu FROM rated WHERE match_id = '{match}' AND bot <> ''")
    assert rows == [("novice", anchors(GAME)["novice"].mu, anchors(GAME)["novice"].mu)]


def test_people_who_opt_out_are_neither_rated_nor_listed(server: Server) -> None:
    cy, dee, eve = person(server, "Cy"), person(server, "Dee"), person(server, "Eve Unrated", rated=False)
    match = played(server, cy, dee, eve)
    assert len(server.run(f"SELECT seat FROM rated WHERE match_id = '{match}'")) == 2
    assert own(eve) == {}
    assert "Eve Unrated" not in cy.get(LADDER).text
    assert not any(line["own"] for line in ladder(eve)["lines"])
    played(server, cy, eve)  # one alone is rated against nobody
    assert own(cy)["matches"] == 1


def test_matches_with_aids_or_stand_ins_rate_nobody(server: Server) -> None:
    fay, gus, hal = person(server, "Fay"), person(server, "Gus"), person(server, "Hal")
    aided = played(server, fay, gus, aids=True)
    assert fay.get(f"/api/matches/{aided}").json()["aided"] is True
    assert own(fay)["matches"] == 0

    async def left_alone(table: str) -> None:
        there = [Player(server.url, table, client.cookies["foretold"]) for client in (fay, gus, hal)]
        for player in there:
            await player.connect()
        await asyncio.gather(*(player.play(lambda player: player.facts.get("phase") == "playing") for player in there))
        assert command(hal, table, type="leave").status_code == 200
        await asyncio.gather(*(player.play() for player in there[:2]))
        for player in there:
            await player.close()

    asyncio.run(left_alone(table_of(fay, gus, hal)))
    record = fay.get("/api/matches").json()["mine"][0]["id"]
    assert any(event.get("by") == "bot" for event in fay.get(f"/api/matches/{record}").json()["events"])
    assert "aided" not in fay.get(f"/api/matches/{record}").json()
    assert (own(fay)["matches"], own(gus)["matches"]) == (0, 0)


def test_deleting_a_person_deletes_the_rating_and_the_export_has_all_of_it(server: Server) -> None:
    ida, jon = person(server, "Ida"), person(server, "Jon")
    match = played(server, ida, jon)
    exported = ida.get("/api/me/export").json()
    conform(exported, people_types.Export)
    assert sorted(game["game"] for game in exported["ratings"]) == sorted(TITLES)
    assert [match["match"] for rating in exported["ratings"] for match in rating["matches"]] == [match]
    before = own(jon)
    assert wish(ida, rated=False) == {"rated": False, "since": None, "ladder": True, "games": []}
    assert "Ida" not in jon.get(LADDER).text
    assert ida.get("/api/me/export").json()["ratings"] == []
    assert own(jon)["history"] == before["history"]
    assert wish(ida, rated=True)["rated"]
    assert own(ida)["rating"] == BEGUN.rating
    jon.delete("/api/me")
    assert "Jon" not in ida.get(LADDER).text
    assert server.run(f"SELECT person_id FROM rated WHERE match_id = '{match}' ORDER BY seat") == [(None,)] * 3


def test_the_ladder_is_off_by_default(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("private")) as server:
        ann = person(server, "Ann")
        assert refused(ann.get(LADDER)) == (404, "no-ladder")
        assert ann.get("/api/games").json()["ladder"] is False
        assert wish(ann, rated=True)["ladder"] is False
        assert refused(server.client().get("/api/me/ratings")) == (403, "nobody-known")
        assert refused(server.client().post("/api/me/ratings", json={"rated": True})) == (403, "nobody-known")
