"""The daily match: promised the day before, opened the day after, and between nobody is shown a card of it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import foretold
from foretold.server.features.challenges.calendar import day_and_game, later, streak
from tests.server.serving import Player, Server, serving, wait_for

GAME = "seven-prophecies"


class Calendar:
    """A server whose day the test turns, and the people who play there."""

    def __init__(self, server: Server, file: Path) -> None:
        self.server, self._file, self._days = server, file, 0
        self.turn(0)

    def turn(self, days: int) -> None:
        """So many days pass; it is the middle of the day."""
        import time

        self._days += days
        shift = self._days * 86_400 + 43_200 - int(time.time()) % 86_400
        new = self._file.with_suffix(".new")
        new.write_text(str(shift))
        new.replace(self._file)

    def person(self, name: str) -> httpx.Client:
        """Somebody who is known."""
        client = self.server.client()
        assert client.post("/api/me", json={"name": name}).status_code == 200
        return client

    def day(self, client: httpx.Client, **query: str) -> dict[str, Any]:
        """What somebody is told of a day."""
        answer = client.get("/api/daily", params=query)
        assert answer.status_code == 200, answer.text
        page: dict[str, Any] = answer.json()
        return page

    def match(self, client: httpx.Client, **query: str) -> dict[str, Any]:
        """What somebody is told of the match of a day."""
        daily: dict[str, Any] = next(match for match in self.day(client, **query)["matches"] if match["game"] == GAME)
        return daily

    def begin(self, client: httpx.Client, day: str = "") -> str:
        """A table with the match of a day."""
        answer = client.post(f"/api/daily/{day or self.day(client)['today']}/{GAME}", json={})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def play(self, client: httpx.Client, table: str, decisions: int | None = None) -> Player:
        """The match is played, to its end or so far."""

        async def play() -> Player:
            player = await Player(self.server.url, table, client.cookies["foretold"]).connect()
            enough = None if decisions is None else lambda player: len(player.done) >= decisions
            await player.play(enough)
            await player.close()
            return player

        return asyncio.run(play())


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def calendar(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calendar]:
    directory = tmp_path_factory.mktemp("daily")
    file = directory / "shift"
    file.write_text("0")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHIFT", str(file))
        flags = ("--request-rate", "1000", "--review-worlds", "2")
        place = "" if request.param == "sqlite" else str(request.getfixturevalue("postgres").new())
        with serving(directory, *flags, command=("-m", "tests.server.shifted"), database=place) as server:
            yield Calendar(server, file)


def exported(server: Server) -> list[dict[str, Any]]:
    """What `foretold export` gives now."""
    command = [sys.executable, "-m", "foretold", "export", "--database", server.place]
    shifted = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in shifted.stdout.splitlines()]


def test_no_card_is_shown_before_the_day_is_over_and_then_everything_verifies(calendar: Calendar) -> None:
    ann, bob, eve = (calendar.person(name) for name in ("Ann", "Bob", "Eve"))
    calendar.day(ann)  # the day before: its promises
    calendar.turn(1)
    before = calendar.day(ann, day=later(calendar.day(ann)["today"], -1))["tomorrow"]
    first = calendar.match(ann)
    today = calendar.day(ann)["today"]
    assert first["own"]["state"] == "new"
    assert next(match["commitment"] for match in before if match["game"] == GAME) == first["commitment"]
    assert len({match["commitment"] for match in calendar.day(ann)["matches"]}) == 3

    # Leaving and coming back goes on; nothing is taken back; nobody looks on.
    table = calendar.begin(ann)
    calendar.play(ann, table, decisions=3)
    assert calendar.begin(ann) == table
    taken = ann.post(f"/api/tables/{table}/commands", json={"type": "take-back"})
    assert taken.json()["error"]["reason"] == "challenge-counts"
    assert calendar.match(ann)["own"]["state"] == "begun"
    assert bob.get(f"/api/tables/{table}/views").status_code == 403
    player = calendar.play(ann, table)
    match = player.facts["match"]
    assert player.facts["fair"] is None
    mine = wait_for(lambda: calendar.match(ann)["own"] if calendar.match(ann)["own"]["state"] == "over" else None)
    assert mine["points"] == player.views[0]["scores"][0]
    assert sum(round_["points"] for round_ in mine["rounds"]) == mine["points"]
    assert calendar.match(ann)["results"] == [{"points": mine["points"], "people": 1}]

    # Until the day is over nobody is shown cards or choices, also not who has played; the others not even results.
    assert ann.post(f"/api/matches/{match}/share").json()["error"]["reason"] == "match-sealed"
    heard = []
    for client in (ann, bob, eve):
        refused = [client.get(f"/api/matches/{match}"), client.get(f"/api/matches/{match}/review")]
        refused += [client.post(f"/api/matches/{match}/review", json={})]
        assert [answer.json()["error"]["reason"] for answer in refused] == ["match-sealed"] * 3
        heard += [
            *refused,
            *(client.get(path) for path in ("/api/daily", "/api/matches", "/api/tables", "/api/puzzles", "/")),
        ]
        heard += [
            client.get("/api/me/export"),
            client.get(f"/api/tables/{table}"),
            client.get("/api/daily", params={"day": today}),
        ]
    assert ann.get("/api/puzzles").json()["own"] == []
    secret = json.loads(calendar.server.run(f"SELECT body FROM challenges WHERE id = '{today}-{GAME}'")[0][0])
    for answer in heard:
        for hidden in (secret["secret"], secret["seed"], '"action"', '"hands"'):
            assert hidden not in answer.text
    daily = calendar.match(bob)
    assert (daily["played"], daily["results"], daily["levels"], daily["best"]) == (
        1,
        [],
        [],
        [],
    )
    assert [(match["id"], match["mine"]) for match in bob.get("/api/matches").json()["public"]] == []
    # The machine's own date is no more than hours away from the server's: the export is of the same day, or of before.
    assert all(record["id"] != match for record in exported(calendar.server))

    # Later tries are practice, without hints while others are still to play these cards.
    again = calendar.begin(ann)
    assert again != table
    assert not ann.get(f"/api/tables/{again}/views").json()["views"][0]["table"]["aids"]
    practice = calendar.play(ann, again)
    assert calendar.match(ann)["own"] == mine
    assert ann.get(f"/api/matches/{practice.facts['match']}").status_code == 409

    # Who is late does not count.
    late = calendar.begin(bob)
    calendar.play(bob, late, decisions=2)
    wait_for(lambda: all(level["points"] is not None for level in calendar.match(ann)["levels"]), 900)
    levels = calendar.match(ann)["levels"]
    assert [level["bot"] for level in levels] == ["novice", "adept", "seer"]
    calendar.turn(1)
    calendar.play(bob, late)
    wait_for(lambda: calendar.match(bob, day=today)["own"]["state"] == "over")
    over = calendar.match(bob, day=today)
    assert not over["own"]["counted"]
    assert over["results"] == [{"points": mine["points"], "people": 1}]

    # The day is over: the secret opens the promise, and the best lines are for everybody.
    assert hashlib.sha256(bytes.fromhex(over["secret"])).hexdigest() == first["commitment"]
    assert [(line["name"], line["match"]) for line in over["best"]] == [("Ann", match)]
    record = eve.get(f"/api/matches/{match}").json()
    verified = foretold.fair.verify(record)
    assert verified.fair.commitment == first["commitment"]
    assert eve.post(f"/api/matches/{match}/review", json={}).status_code == 200
    assert ann.post(f"/api/matches/{match}/share").status_code == 200
    old = ann.post(f"/api/daily/{today}/{GAME}", json={}).json()["table"]
    assert ann.get(f"/api/tables/{old}/views").json()["views"][0]["table"]["aids"]
    assert eve.get(f"/api/matches/{practice.facts['match']}").status_code == 404
    assert calendar.day(ann)["streak"] == 1
    assert calendar.day(ann)["since"] == later(today, -1)
    assert calendar.day(calendar.server.client())["since"] == calendar.day(ann)["today"]
    assert calendar.match(ann)["own"]["state"] == "new"
    assert calendar.server.run("SELECT max(length(rounds)) FROM tries")[0][0] < 1_000


def test_two_tabs_that_start_at_once_share_one_table(calendar: Calendar) -> None:
    person = calendar.person("Fay")
    today = calendar.day(person)["today"]

    async def both() -> list[str]:
        async with httpx.AsyncClient(base_url=calendar.server.url, cookies=person.cookies) as client:
            asked = [client.post(f"/api/daily/{today}/prophecy", json={}) for _ in range(4)]
            return [answer.json()["table"] for answer in await asyncio.gather(*asked)]

    tables = set(asyncio.run(both()))
    kept = {
        table for (table,) in calendar.server.run(f"SELECT table_id FROM tries WHERE challenge_id = '{today}-prophecy'")
    }
    assert len(kept & tables) == 1
    counting = [
        table
        for table in tables
        if person.get(f"/api/tables/{table}/views").json()["views"][0]["table"]["given"]["counts"]
    ]
    assert set(counting) == kept & tables


def test_an_invalid_day_is_refused(calendar: Calendar) -> None:
    client = calendar.person("Gil")
    tomorrow = later(calendar.day(client)["today"], 1)
    for path in (f"/api/daily/{tomorrow}/{GAME}", "/api/daily/2020-01-01/prophecy", "/api/daily/x/y"):
        assert client.post(path, json={}).status_code == 404
    for day in (tomorrow, "yesterday", "2026-1-1", ""):
        assert client.get("/api/daily", params={"day": day}).status_code == 404
    assert calendar.day(client, day="2020-01-01")["matches"] == []


def test_a_match_without_a_decision_can_be_restarted_and_giving_up_counts_as_played(calendar: Calendar) -> None:
    client = calendar.person("Hal")
    for decisions, state in ((0, "begun"), (1, "given-up")):
        table = calendar.begin(client)
        if decisions:
            calendar.play(client, table, decisions=decisions)
        client.post(f"/api/tables/{table}/commands", json={"type": "close"})
        wait_for(lambda: not client.get("/api/tables").json()["mine"])
        assert calendar.match(client)["own"]["state"] == state
    assert calendar.begin(client) != table
    assert calendar.match(client)["own"]["points"] is None


def test_deleting_a_person_removes_everything_stored_about_them(calendar: Calendar) -> None:
    client = calendar.person("Ida")
    calendar.begin(client)
    assert client.delete("/api/me").status_code == 200
    rows = calendar.server.run("SELECT count(*) FROM tries WHERE person_id NOT IN (SELECT id FROM people)")
    assert rows == [(0,)]


@pytest.mark.parametrize(
    ("missed", "length"),
    [((), 30), ((0,), 29), ((0, 1), 28), ((3,), 29), ((3, 4), 3), ((3, 9), 8), ((3, 10), 28), ((1, 2), 1), ((40,), 30)],
)
def test_one_missed_day_in_a_week_is_forgiven(missed: tuple[int, ...], length: int) -> None:
    today = "2026-11-17"
    days = {later(today, -back) for back in range(30)} - {later(today, -back) for back in missed}
    assert streak(days, today) == length


def test_an_id_names_its_day_and_game() -> None:
    assert day_and_game("2026-11-17-prophecy") == ("2026-11-17", "prophecy")
    assert day_and_game("2026-11-17-seven-prophecies-2017") == ("2026-11-17", "seven-prophecies-2017")
    assert day_and_game("2026-13-17-prophecy") is None
    assert day_and_game("abcdef") is None
