"""Evenings on a real server: the same cards at all tables, standings, late-comers, leavers, kills, no spoilers."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import foretold
from foretold.evenings.standings import Result, standings
from foretold.fair import verify
from tests.conftest import chosen
from tests.server.evening_guests import SHORT, Guest, gather, play
from tests.server.lining import last_word
from tests.server.requesting import refused
from tests.server.serving import Player, Server, serving, wait_for

PATHS = ("/api/me", "/api/tables", "/api/matches", "/api/evenings", "/api/openapi.json")


@pytest.fixture(scope="module", params=chosen(["sqlite", "postgres"], "sqlite"))
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = "" if request.param == "sqlite" else request.getfixturevalue("postgres").new()
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000", database=place) as running:
        yield running


def records(guest: Guest, facts: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """By round and table the records, as anybody at the evening gets them."""
    deals = []
    for tables in facts["rounds"]:
        answers = [guest.client.get(f"/api/matches/{table['match']}") for table in tables]
        assert {answer.status_code for answer in answers} == {200}
        deals.append([answer.json() for answer in answers])
    return deals


def check(guest: Guest, facts: dict[str, Any]) -> None:
    """The evening is whole: each table of a size had the same deals, as promised, and the standings follow."""
    played = records(guest, facts)
    for number, (tables, round) in enumerate(zip(facts["rounds"], played, strict=True)):
        for size in {len(table["members"]) for table in tables}:
            same = [record for record in round if record["players"] == size]
            deals = [[event["deal"] for event in record["events"] if "deal" in event] for record in same]
            assert all(deal[0] == deals[0][0] for deal in deals)
        for table, record in zip(tables, round, strict=True):
            assert verify(foretold.Record.from_dict(record)).deals
            assert record["fair"]["commitment"] == facts["promises"][number]
            assert table["points"] == record["events"][-1]["match"]["scores"]
            named = [None if member is None else facts["members"][member]["name"] for member in table["members"]]
            assert all(name in (None, known) for name, known in zip(named, record["names"], strict=True))
    lines = standings(
        range(len(facts["members"])),
        [
            [Result(tuple(t["members"]), tuple(t["points"]), (True,) * len(t["points"])) for t in tables]
            for tables in facts["rounds"]
        ],
    )
    by_member = {line["member"]: line for line in facts["standings"]}
    for line in lines:
        for mine, theirs in zip(line.rounds, by_member[line.person]["rounds"], strict=True):
            assert (mine is None) == (theirs is None)
            if mine is not None:
                assert (theirs["points"], theirs["mean"]) == (mine.points, pytest.approx(float(mine.mean), abs=0.01))
    gains = [line["gain"] for line in facts["standings"]]
    assert gains == sorted(gains, reverse=True)


def test_an_evening_of_seven_begins_its_rounds_by_itself_and_ends(server: Server) -> None:
    guests = gather([server], 7, title="Friday", rounds=2)
    host, guest = guests[0], guests[1]
    assert refused(guest.say("begin")) == (403, "not-host")
    assert host.say("begin").status_code == 200
    asyncio.run(play(guests, 2))
    facts = wait_for(lambda: (now := guest.facts())["phase"] == "over" and now)
    assert [sorted(map(len, (t["members"] for t in tables))) for tables in facts["rounds"]] == [[4, 4]] * 2
    assert all(list(chain(*(t["members"] for t in tables))).count(None) == 1 for tables in facts["rounds"])
    check(guest, facts)
    assert guest.client.get("/api/evenings").json()["evenings"][0]["title"] == "Friday"
    assert refused(host.say("begin")) == (409, "evening-over")


def test_nobody_sees_another_table_while_it_plays_the_same_cards(server: Server) -> None:
    guests = gather([server], 6, rounds=1)
    assert guests[0].say("begin").status_code == 200
    places = {guest.name: guest.place(guest.facts()) for guest in guests}
    assert len({*places.values()} - {None}) == 2
    early = [guest for guest in guests if places[guest.name] == places[guests[0].name]]
    late = [guest for guest in guests if guest not in early]
    asyncio.run(play(early, 1))
    one = early[0]
    match = str(one.done[0].facts["match"])
    other = late[0].place(late[0].facts())
    assert other is not None
    for path, kind in (("", "get"), ("/review", "get"), ("/review", "post"), ("/share", "post"), ("/share", "delete")):
        assert refused(getattr(one.client, kind)(f"/api/matches/{match}{path}")) == (409, "round-running")
        assert refused(getattr(server.client(), kind)(f"/api/matches/{match}{path}")) == (404, "no-such-match")
    wait_for(lambda: sorted(t["state"] for t in one.facts()["rounds"][0]) == ["over", "playing"])
    facts = one.facts()
    assert [(t["match"], t["points"]) for t in facts["rounds"][0]] == [(None, [])] * 2
    assert {t["table"] for t in facts["rounds"][0]} == {None, one.done[0].table}
    assert all(line["rounds"] == [] for line in facts["standings"])
    for looker in (one.client, server.client()):
        assert refused(looker.get(f"/api/tables/{other}/views")) == (403, "no-spectators")
        sit = {"type": "sit", "seat": 0, "name": "Eve"}
        assert refused(looker.post(f"/api/tables/{other}/commands", json=sit)) == (409, "evening-seats")

    assert one.client.get("/api/me/export").json()["matches"] == []
    texts = [looker.get(path).text for looker in (one.client, server.client()) for path in PATHS]
    texts += [looker.get(f"/api/evenings/{one.evening}").text for looker in (one.client, server.client())]
    texts += [server.log.read_text(), *server.metrics()]
    [given] = [
        entry["given"]
        for (body,) in server.run(f"SELECT body FROM entries WHERE table_id = '{other}'")
        if (entry := json.loads(body))["entry"] == "made"
    ]
    assert given["evening"] == one.evening
    for hidden in (given["secret"], given["seed"], other):
        assert all(hidden not in text for text in texts)
    assert all(not re.search(r'"[BMPS]\d+"', text) for text in texts)

    async def look() -> str:
        return await last_word(await Player(server.url, other, one.client.cookies["foretold"]).connect())

    assert asyncio.run(look()) == "no-spectators"
    assert refused(late[0].client.post(f"/api/tables/{other}/commands", json={"type": "pause"}))[0] == 403
    asyncio.run(play(late, 1))
    wait_for(lambda: one.facts()["phase"] == "over")
    check(one, one.facts())
    assert [match["id"] for match in one.client.get("/api/me/export").json()["matches"]] == [match]
    assert server.client().get(f"/api/matches/{match}").status_code == 404


def test_a_host_pauses_all_tables_removes_a_member_and_ends_with_the_round(server: Server) -> None:
    guests = gather([server], 4, rounds=3)
    host = guests[0]
    assert refused(guests[1].say("pause")) == (403, "not-host")
    assert refused(Guest(server, "Late").client.post(f"/api/evenings/{host.evening}/commands", json={"type": "leave"}))
    assert host.say("begin").status_code == 200
    assert host.say("pause").json()["paused"]
    table = host.place(host.facts())
    assert table is not None
    assert host.client.get(f"/api/tables/{table}/views").json()["views"][0]["table"]["paused"]
    assert host.say("remove", member=3).json()["members"][3]["why"] == "removed"
    assert not host.say("resume").json()["paused"]
    seats = host.client.get(f"/api/tables/{table}").json()["seats"]
    assert [seat["kind"] for seat in seats].count("bot") == 1
    assert host.say("end").json()["total"] == 1
    asyncio.run(play(guests[:3], 1))
    facts = wait_for(lambda: (now := host.facts())["phase"] == "over" and now)
    assert [line["member"] for line in facts["standings"] if line["rounds"] != [None]] != []
    assert all(
        score["others"] == 1 for line in facts["standings"] for score in line["rounds"]
    )  # bots, at their own table


def test_a_bot_plays_for_an_absent_member_who_is_not_seated_again(server: Server) -> None:
    guests = gather([server], 4, rounds=2, seconds=5, bank=0, grace=5)
    assert guests[0].say("begin").status_code == 200
    asyncio.run(play(guests[:3], 1))
    facts = wait_for(lambda: len((now := guests[0].facts())["rounds"]) == 2 and now, 30)
    assert facts["members"][3] == {"name": "Guest 3", "here": False, "why": "absent"}
    assert [t["members"].count(3) for t in facts["rounds"][1]] == [0]
    guests[3].join(guests[0].evening)
    assert guests[0].facts()["members"][3]["here"]


def test_a_deleted_person_is_at_no_evening(server: Server) -> None:
    guests = gather([server], 4, rounds=2)
    assert guests[3].client.delete("/api/me").status_code == 200
    facts = guests[0].facts()
    assert facts["members"][3] == {"name": "", "here": False, "why": ""}
    kept = server.run(f"SELECT body FROM evening_entries WHERE evening_id = '{guests[0].evening}'")
    assert "Guest 2" in str(kept)
    assert "Guest 3" not in str(kept)


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"bot": "cheat"}, "unknown-bot"),
        ({"options": {"variant": "none"}}, "option-value"),
        ({"rounds": 0}, "bad-message"),
    ],
)
def test_an_impossible_evening_is_refused(server: Server, wish: dict[str, Any], reason: str) -> None:
    client = server.client()
    answer = client.post("/api/evenings", json={"settings": {**SHORT, **wish}})
    assert refused(answer)[1] == reason
    assert "foretold" not in client.cookies
    assert refused(client.get("/api/evenings/none")) == (404, "no-such-evening")


@pytest.mark.parametrize("processes", chosen([1, 2], 2))  # of SQLite, and together over one PostgreSQL
def test_an_evening_survives_kills_leavers_and_newcomers(
    tmp_path: Path, processes: int, request: pytest.FixtureRequest
) -> None:
    people, rounds, leave, arrive, kills = (23, 6, 3, 2, 3) if request.config.getoption("--long") else (8, 2, 1, 1, 1)
    database = "" if processes == 1 else str(request.getfixturevalue("postgres").new())
    with ExitStack() as running:
        servers = []
        for number in range(processes):
            (tmp_path / str(number)).mkdir()
            one = serving(tmp_path / str(number), "--request-rate", "1000", database=database)
            servers.append(running.enter_context(one))
        guests = gather(servers, people, rounds=rounds)
        assert guests[0].say("begin").status_code == 200
        leaving, late = guests[-leave:], [Guest(servers[-1], f"Late {number}") for number in range(arrive)]

        async def change() -> None:
            for guest in leaving:
                assert (await asyncio.to_thread(guest.say, "leave")).status_code == 200
            for guest in late:
                await asyncio.to_thread(guest.join, guests[0].evening)

        async def disturb() -> None:
            for number in range(kills):
                while sum(len(guest.done) for guest in guests) <= number * people * rounds // kills:
                    await asyncio.sleep(0.05)
                struck = servers[number % processes]
                await asyncio.to_thread(struck.kill)
                await asyncio.to_thread(struck.start)

        async def whole() -> None:
            gone = asyncio.gather(*(guest.play(1) for guest in leaving), return_exceptions=True)
            staying = asyncio.create_task(play(guests[:-leave], rounds))
            await change()
            await asyncio.gather(play(late, rounds), staying, disturb())
            gone.cancel()

        asyncio.run(whole())
        facts = wait_for(lambda: (now := guests[0].facts())["phase"] == "over" and now, 60)
        assert len(facts["rounds"]) == rounds
        assert all(t["state"] == "over" for tables in facts["rounds"] for t in tables)
        check_kept(guests[0], facts)
        there = [set(chain(*(t["members"] for t in tables))) - {None} for tables in facts["rounds"]]
        stayed = set(range(people - leave))
        assert all(stayed <= number for number in there)
        assert set(range(people, people + arrive)) <= there[-1]
        assert not set(range(people - leave, people)) & there[-1]


def check_kept(guest: Guest, facts: dict[str, Any]) -> None:
    """Every match that was begun is kept once, whole."""
    played = records(guest, facts)
    ids = [record["id"] for record in chain(*played)]
    assert len(set(ids)) == len(ids) == sum(map(len, facts["rounds"]))
    for record in chain(*played):
        foretold.replay(record)
