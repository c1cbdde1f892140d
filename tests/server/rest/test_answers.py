"""Replays, figures, deletion and the plain page of a real server."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

import foretold
from foretold.coach.open_hands import open_end
from foretold.fair import verify
from foretold.games import State
from foretold.games.replay import steps
from foretold.kernels import warm
from foretold.server.protocol import messages
from foretold.server.table import journal
from foretold.server.table.table import Table
from foretold.server.updates.replay import ACTIONS, replayed
from foretold.server.web.plain_page import home
from tests.server.requesting import SHORT, played, refused
from tests.server.serving import Player, Server, command, make_table, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000") as running:
        yield running


@pytest.fixture(scope="module")
def record(server: Server) -> dict[str, Any]:
    client = server.client()
    answer: dict[str, Any] = client.get(f"/api/matches/{played(server, client)}").json()
    return answer


@pytest.mark.parametrize(("wish", "seats"), [("", [None]), ("spectator", [None]), ("1", [1]), ("all", [0, 1, 2])])
def test_a_record_becomes_the_views_of_its_steps(
    server: Server, record: dict[str, Any], wish: str, seats: list[int | None]
) -> None:
    answer = httpx.post(server.url + "/api/replay", json=record, params={"seat": wish} if wish else {})
    answered = answer.json()
    assert (answered["game"], answered["players"], answered["names"]) == (record["game"], 3, record["names"])
    views: dict[int | None, dict[str, Any]] = {seat: {} for seat in seats}
    histories: dict[int | None, list[Any]] = {seat: [] for seat in seats}
    shown = [event for event in record["events"] if "deal" in event or "action" in event]
    assert [step["step"] for step in answered["steps"]] == list(range(len(shown) + 1))
    for step in answered["steps"]:
        assert [view["seat"] for view in step["views"]] == seats
        for view in step["views"]:
            views[view["seat"]].update(view["view"])
            if view["history"] is not None:
                histories[view["seat"]][view["history"]["keep"] :] = view["history"]["add"]
    state = foretold.replay(record)
    for seat in seats:
        assert views[seat]["scores"] == list(state.scores)
        assert histories[seat] == [event.to_dict() for event in state.view(seat).history]
    hands = [view["view"].get("hand") for step in answered["steps"] for view in step["views"]]
    assert any(hands) == (wish not in ("", "spectator"))


def test_with_all_hands_open_the_last_tricks_say_how_the_round_ends(record: dict[str, Any]) -> None:
    assert warm.wait()
    read = foretold.Record.from_dict(record)
    states = list(steps(read))
    shown = [step.get("ends") for step in json.loads(b"".join(replayed(read, "all")))["steps"]]
    assert shown == [None if end is None else list(end) for end in map(open_end, states)]
    ends = [at for at, pair in enumerate(pairwise(states)) if len(pair[1].finished) > len(pair[0].finished)]
    for at in ends:
        assert shown[at] is not None, "a round that ends with this play is at its last tricks"
        if len(states[at].legal(states[at].actors[0])) == 1:
            assert shown[at] == list(states[at + 1].finished[-1].points), "nobody had a choice any more"
    assert len(ends) == len(states[-1].finished)
    for wish in ("0", "spectator"):
        assert b'"ends"' not in b"".join(replayed(read, wish)), "nobody sees all hands"


def test_a_record_that_breaks_a_rule_can_not_be_replayed(server: Server, record: dict[str, Any]) -> None:
    def ask(changed: Any, **params: str) -> tuple[int, str]:
        return refused(httpx.post(server.url + "/api/replay", json=changed, params=params))

    for seat in ("3", "-1", "one", "", "²", "all "):
        assert ask(record, seat=seat) == (400, "replay-seat")
    assert ask(record, bids="many") == (400, "option-value")
    twice = {**record, "events": [*record["events"][:3], *record["events"][2:]]}
    assert ask(twice)[0] == 400
    plays = [{"seat": 0, "action": "S1"}] * (ACTIONS + 1)
    assert ask({**record, "events": plays}) == (400, "replay-too-long")
    assert ask({**record, "events": [record["events"][0]] * 3})[0] == 400
    assert ask({**record, "game": "chess"})[0] == 400
    others: list[Any] = [[], 1, "x", {"format": "foretold-record/1"}, {**record, "players": 10**30}]
    assert [ask(other)[0] for other in others] == [400] * len(others)
    cut = httpx.post(server.url + "/api/replay", json={**record, "events": record["events"][:5]})
    assert cut.status_code == 200


def test_replays_of_long_records_wait_for_their_turn(server: Server) -> None:
    state: State = foretold.load("seven-prophecies-2017", players=4, variant="first-to-two").start(seed=1)
    chance = random.Random(1)
    while len(state.finished) < 40:  # a match in which nobody ever gains anything
        begun, state = state, later(state, chance)
        if state.over or state.scores != begun.scores:
            state = begun
    line = state.record().to_line()

    async def ask_many() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
            kind = {"content-type": "application/json"}
            asked = [client.post("/api/replay", content=line, headers=kind) for _ in range(16)]
            tasks = [asyncio.create_task(request) for request in asked]
            await asyncio.sleep(0.1)
            assert (await client.get("/api/health")).json()["ok"]
            return await asyncio.gather(*tasks)

    answers = asyncio.run(ask_many())
    assert {answer.status_code for answer in answers} == {200, 429}
    for answer in answers:
        assert answer.status_code == 200 or int(answer.headers["retry-after"]) >= 1
    assert sum(answer.status_code == 200 for answer in answers) >= 9, "one at work and eight waiting, of one block"


def later(state: State, chance: random.Random) -> State:
    """The state after one more round of random play."""
    rounds = len(state.finished)
    while not state.over and len(state.finished) == rounds:
        seat = state.actors[0]
        state = state.apply(seat, chance.choice(state.legal(seat)))
    return state


# Figures ---------------------------------------------------------------------------------------------------------


def test_metrics_hold_counts_and_nothing_about_people_or_cards(server: Server) -> None:
    client = server.client()
    assert client.post("/api/me", json={"name": "Zanzibar"}).status_code == 200
    match = played(server, client, public=True)
    table = make_table(client, ["me", "open", "open"], public=True, name="Zanzibar", **SHORT)
    client.get("/api/tables/Zanzibar")
    [text] = server.metrics()
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert families["foretold_open_tables"].samples[0].value >= 1
    assert sum(sample.value for sample in families["foretold_matches"].samples if sample.name.endswith("_total")) >= 1
    assert families["foretold_lines"].samples[0].value >= 0
    labels = {label for family in families.values() for sample in family.samples for label in sample.labels}
    assert labels <= {"how", "kind", "reason", "status", "le"}
    with closing(sqlite3.connect(server.database)) as database:
        people = [person for (person,) in database.execute("SELECT id FROM people")]
    for hidden in ("Zanzibar", "Ann", match, table, client.cookies["foretold"], *people):
        assert hidden not in text
    assert all(hidden not in server.log.read_text() for hidden in ("Zanzibar", match, table, *people))


# Forgetting ------------------------------------------------------------------------------------------------------


def test_a_deleted_person_is_gone_from_lists_records_tables_and_the_disk(tmp_path: Path) -> None:
    name, other = "Wilhelmine Zauberfee", "Xaver Querkopf"
    with serving(tmp_path, "--request-rate", "1000") as server:
        client, friend, stranger = (server.client() for _ in range(3))
        public = {**SHORT, "public": True, "chat": "free"}
        assert client.post("/api/me", json={"name": "Vorname Alterna"}).status_code == 200
        match = played(server, client, public=True, name=name)
        table = make_table(client, ["me", "open", "bot:random"], name=name, **public)
        assert command(friend, table, type="sit", seat=1, name=other).status_code == 200
        assert command(client, table, type="say", phrase="hello").status_code == 200
        lobby = make_table(friend, ["me", "open", "open"], name=other, **public)
        assert command(client, lobby, type="sit", seat=1, name=name).status_code == 200
        closed = make_table(client, ["me", "open", "open"], name=name, **public)
        assert command(client, closed, type="close").status_code == 200
        link = client.post(f"/api/tables/{table}/seats/0/link").json()
        for person in (client, friend):
            assert command(person, table, type="ready").status_code == 200

        async def leave_in_the_middle() -> None:
            one = Player(server.url, table, client.cookies["foretold"])
            two = Player(server.url, table, friend.cookies["foretold"])
            watching = Player(server.url, lobby, client.cookies["foretold"], choice=None)
            for player in (one, two, watching):
                await player.connect()

            def enough(_: Player) -> bool:
                return len(one.sent) + len(two.sent) >= 4

            await asyncio.gather(one.play(until=enough), two.play(until=enough))
            assert name in stranger.get("/api/tables").text
            assert (await asyncio.to_thread(client.delete, "/api/me")).json() == {}
            assert "foretold" not in client.cookies
            await ended(one)
            await ended(two)
            await ended(watching)
            await two.resume()
            await two.play()
            assert two.facts["seats"][0]["kind"] == "bot"
            assert name not in json.dumps(two.facts)
            await two.close()

        asyncio.run(leave_in_the_middle())
        for path in ("/api/tables", "/api/matches", f"/api/matches/{match}", f"/api/tables/{lobby}/views", "/"):
            for person in (client, friend, stranger):
                answer = person.get(path)
                assert answer.status_code == 200
                assert name not in answer.text
        assert verify(stranger.get(f"/api/matches/{match}").json()).shared == (0,)
        assert other in friend.get("/api/tables").text
        assert stranger.post("/api/links", json={"token": link["token"]}).status_code == 404
        [last] = friend.get("/api/matches").json()["mine"]
        assert last["names"][:2] == ["", other]
        verify(friend.get(f"/api/matches/{last['id']}").json())
        server.kill()
        server.start()
        assert friend.get(f"/api/tables/{table}").json()["phase"] == "over"
        assert server.stop() == 0
    for file in server.directory.iterdir():
        for gone in (name, "Vorname Alterna"):
            assert gone.encode() not in file.read_bytes(), file
    assert other.encode() in server.database.read_bytes()


async def ended(player: Player) -> None:
    """The line was told to come back."""
    while player.bye is None:
        await player.hear()
    assert player.bye["reason"] == "restart"
    await player.close()


# Pages -----------------------------------------------------------------------------------------------------------


def test_the_page_has_no_script_of_its_own_and_no_names(server: Server) -> None:
    client = server.client()
    make_table(client, ["me", "open", "open"], name="<script>alert(1)</script>", public=True, **SHORT)
    answer = client.get("/", headers={"accept-language": "ja"})
    assert answer.headers["content-type"].startswith("text/html")
    assert "alert(1)" not in answer.text
    assert all(piece.startswith((" type=", " src=", " crossorigin")) for piece in answer.text.split("<script")[1:])
    assert "onload=" not in answer.text
    assert "javascript:" not in answer.text


def test_the_plain_page_escapes_what_others_wrote_and_speaks_japanese() -> None:
    table = Table("<b>id</b>")
    chairs = (journal.Chair("person", "p", "<script>"), journal.Chair(), journal.Chair("bot", bot="adept"))
    table.apply(journal.Made(settings=messages.Settings(**SHORT), person="p", chairs=chairs), 0)
    pages = {language: home([table], language, 'http://"><script>') for language in ("en", "ja")}
    for language, page in pages.items():
        assert f'<html lang="{language}">' in page
        assert "<script" not in page
        assert "<b>" not in page
        assert "&lt;b&gt;id" in page
    assert any("\u3040" <= character <= "\u30ff" for character in pages["ja"])
    assert not any("\u3040" <= character <= "\u30ff" for character in pages["en"])
    assert "<ul>" not in home([], "en", "")


def test_refusals_are_in_the_browsers_language(server: Server) -> None:
    english, japanese = (
        httpx.get(server.url + "/api/tables/x", headers={"accept-language": language}).json()["error"]
        for language in ("de,en;q=0.5", "ja-JP,ja;q=0.9,en;q=0.1")
    )
    assert english["reason"] == japanese["reason"] == "no-such-table"
    assert english["sentence"].isascii()
    assert any("\u3040" <= character <= "\u30ff" for character in japanese["sentence"])
