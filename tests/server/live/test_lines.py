"""Lines to a table: broken, doubled, doubled; spectators, seats that move."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from foretold.server.base.text import BOTS
from foretold.server.updates.stream import KEPT
from tests.conftest import chosen
from tests.server.lining import (
    SHORT,
    ask,
    begin,
    gathered,
    hear_until,
    last_word,
    level,
    lines,
    messages_of,
    person,
    play_together,
)
from tests.server.serving import Player, Server, command, first, make_table, serving


@pytest.fixture(scope="module", params=chosen(["sqlite", "postgres"], "postgres"))
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = "" if request.param == "sqlite" else request.getfixturevalue("postgres").new()
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000", database=place) as running:
        yield running


def test_a_reconnecting_client_gets_exactly_what_it_missed(server: Server) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        steady, shaky = person(server, ann, table), person(server, ann, table, choice=None)
        async with lines(steady):
            await steady.play(until=lambda player: len(player.done) > 1)
            async with lines(shaky):
                await steady.play(until=lambda player: len(player.done) > 3)
                await hear_until(shaky, lambda player: bool(messages_of(player, -1, "update")))
                heard = shaky.number
                await shaky.drop()
                await steady.play(until=lambda player: len(player.done) > 5)
                missed = messages_of(steady, heard, "update")
                assert 1 < len(missed) < KEPT
                shaky.raw.clear()
                await shaky.resume()
                await level(shaky, steady)
                assert json.loads(shaky.raw[0])["type"] == "welcome"
                assert messages_of(shaky, -1, "view", "update")[: len(missed)] == missed
                agree(steady, shaky)
                shaky.raw.clear()
                await shaky.drop()
                await shaky.resume()  # nothing has happened since
                assert (await ask(shaky, type="say", phrase="hello"))["reason"] == "done"
                assert [json.loads(text)["type"] for text in shaky.raw][:1] == ["welcome"]
                assert not messages_of(shaky, -1, "view")

    asyncio.run(play())


def agree(one: Player, other: Player) -> None:
    """Two lines of one person know the same."""
    assert one.number == other.number
    assert one.views == other.views
    assert one.histories == other.histories
    assert one.turns == other.turns
    assert one.facts == other.facts


@pytest.mark.parametrize("last", [0, 10**9, -1, 2**70])
def test_a_client_with_an_unknown_number_gets_a_fresh_view(server: Server, last: int) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        steady, late = person(server, ann, table), person(server, ann, table, choice=None)
        async with lines(steady):
            await steady.play(until=lambda player: len(player.done) > 3)
            await late.connect(last=last)
            await level(late, steady)
            assert [json.loads(text)["type"] for text in late.raw][:2] == ["welcome", "view"]
            agree(steady, late)
            await late.close()

    asyncio.run(play())


def test_a_resent_action_is_played_once(server: Server) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        player = person(server, ann, table)
        async with lines(player):
            await player.play(until=lambda player: len(player.done) > 3)
            made = len(player.sent)
            message = next(reversed(player.sent.values()))
            await hear_until(player, lambda player: message["id"] in player.done)
            number = player.done.pop(message["id"])
            await player.send(message)
            await hear_until(player, lambda player: message["id"] in player.done)
            assert player.done[message["id"]] >= number
            await player.send({**message, "id": "another"})
            await hear_until(player, lambda player: "another" in player.refused)
            assert player.refused["another"]["reason"] == "stale"
            assert player.refused["another"]["values"] == {"found": message["decision"], "made": made}

    asyncio.run(play())


# Several lines and seats -----------------------------------------------------------------------------------------


def test_two_tabs_of_a_person_see_and_do_the_same(server: Server) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        one, other = person(server, ann, table), person(server, ann, table, choice=None)
        async with lines(one):
            await one.play(until=lambda player: len(player.done) > 2)
            async with lines(other):
                for acting, watching in ((one, other), (other, one), (one, other)):
                    acting.choice, watching.choice = first, None
                    wanted = len(acting.done)
                    await acting.play(until=lambda player, wanted=wanted: len(player.done) > wanted)  # type: ignore[misc]
                    await level(acting, watching)
                    agree(acting, watching)
                assert not {message["id"] for message in one.sent.values()} & other.done.keys()

    asyncio.run(play())


def test_each_connection_gets_bids_in_the_form_it_asked_for(server: Server) -> None:
    ann = server.client()
    table = make_table(ann, ["me", "bot:random"], game="prophecy", players=2, options={"variant": "short"})

    def turn_to_bid(player: Player) -> bool:
        return "bid" in player.turns.get(0, {})

    async def play() -> None:
        plain, brief = person(server, ann, table), person(server, ann, table, bids="cards")
        plain.choice = brief.choice = None
        async with lines(plain, brief):
            await asyncio.gather(*(player.play(until=turn_to_bid) for player in (plain, brief)))
            long, short = plain.turns[0], brief.turns[0]
            assert short == {**long, "legal": []}
            assert len(long["legal"]) > 700
            fresh = ann.get(f"/api/tables/{table}/views", params={"bids": "cards"}).json()["views"][0]["turn"]
            assert fresh == short
            assert ann.get(f"/api/tables/{table}/views").json()["views"][0]["turn"] == long
            brief.choice = first
            await brief.play(until=lambda player: bool(player.sent) and not turn_to_bid(player))
            assert next(iter(brief.sent.values()))["action"] in [choice["action"] for choice in long["legal"]]
            await level(plain, brief)
            agree(plain, brief)
            await brief.drop()
            await brief.resume()
            await brief.play(until=lambda player: player.views[0]["round"] == 2 and turn_to_bid(player))
            assert brief.turns[0]["legal"] == []
            await level(plain, brief)
            assert plain.turns[0]["legal"]

    asyncio.run(play())


def test_one_device_plays_two_seats_and_each_sees_its_own_cards(server: Server) -> None:
    ann = server.client()
    table = make_table(ann, ["me", "bot:random", "me"], name="Ann", **SHORT)

    async def play() -> None:
        player = person(server, ann, table)
        async with lines(player):
            await player.play(until=lambda player: all(player.views.get(seat) for seat in (0, 2)))
            assert player.seats == [0, 2]
            names = [seat["name"] for seat in player.facts["seats"]]
            assert (names[::2], names[1] in BOTS) == (["Ann", "Ann 2"], True)
            assert player.views.keys() == {0, 2}
            assert not set(player.views[0]["hand"]) & set(player.views[2]["hand"])
            assert player.facts["fair"]["shares"][2] == {"none": "device"}
            await player.play(until=lambda player: len(player.done) > 8)
            await player.drop()
            await player.resume()
            await player.play()
            await hear_until(player, lambda player: player.numbers[0] == player.numbers[2])
            assert {seat for seat, _ in player.sent} == {0, 2}
            assert player.views[0]["scores"] == player.views[2]["scores"]

    asyncio.run(play())


# Spectators ------------------------------------------------------------------------------------------------------


def test_a_late_spectator_sees_what_is_public(server: Server) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        player, guest = person(server, ann, table), Player(server.url, table)
        async with lines(player):
            await player.play(until=lambda player: len(player.done) > 4)
            async with lines(guest):
                await guest.hear()
                await guest.hear()
                assert guest.seats == []
                assert guest.views.keys() == {None}
                assert not guest.turns[None]
                assert guest.facts["phase"] == "playing"
                for message in ({"type": "act", "seat": 0, "decision": 3, "action": "S1"}, {"type": "pause"}):
                    refused = await ask(guest, **message)
                    assert refused["reason"] in ("not-your-seat", "not-seated", "not-host")
                assert (await ask(guest, type="sit", seat=1))["reason"] == "nobody-known"
                await asyncio.gather(player.play(), guest.play())
                await hear_until(guest, lambda guest: guest.number >= player.number)
                assert guest.views[None]["scores"] == player.views[0]["scores"]
                assert guest.facts == player.facts
        hands = {card for text in player.raw for card in json.loads(text).get("view", {}).get("hand", ())}
        assert hands
        assert all(not json.loads(text).get("view", {}).get("hand") for text in guest.raw)

    asyncio.run(play())


def test_without_spectators_visitors_are_disconnected_when_the_match_begins(server: Server) -> None:
    table, [ann, bo] = gathered(server, 2, spectators=False)

    async def play() -> None:
        guest, late = Player(server.url, table), Player(server.url, table)
        players = [person(server, client, table) for client in (ann, bo)]
        async with lines(guest, *players):
            await hear_until(guest, lambda guest: guest.facts.get("phase") == "open")
            await asyncio.to_thread(begin, ann, table)
            assert await last_word(guest) == "no-spectators"
            assert all("fair" not in text or json.loads(text)["table"]["fair"] is None for text in guest.raw)
            async with lines(late):
                assert await last_word(late) == "no-spectators"
            assert [json.loads(text)["type"] for text in late.raw] == ["bye"]
            answer = server.client().get(f"/api/tables/{table}/views")
            assert (answer.status_code, answer.json()["error"]["reason"]) == (403, "no-spectators")
            assert bo.get(f"/api/tables/{table}/views").json()["views"][0]["seat"] == 1
            await play_together(*players, actions=4)
            assert (await ask(players[1], type="leave"))["reason"] == "done"
            assert await last_word(players[1]) == "no-spectators"  # without a seat Bo is one

    asyncio.run(play())


# Seats that move -------------------------------------------------------------------------------------------------


def test_a_personal_link_moves_a_seat_to_another_device(server: Server) -> None:
    table, [ann, bo] = gathered(server, 2)
    begin(ann, table)
    assert bo.post(f"/api/tables/{table}/seats/0/link").status_code == 403
    link, other = (ann.post(f"/api/tables/{table}/seats/0/link").json() for _ in range(2))
    assert link["url"] == f"{server.url}/tables/{table}#move={link['token']}"
    assert 0 < link["expires"] - time.time() * 1000 <= 15 * 60_000

    async def play() -> str:
        old, guest = person(server, ann, table), person(server, bo, table)
        async with lines(old, guest):
            await play_together(old, guest, actions=6)
            hand = old.views[0]["hand"]
            phone = server.client()
            claimed = await asyncio.to_thread(phone.post, "/api/links", json={"token": link["token"]})
            assert claimed.json() == {"table": table, "seat": 0}
            await hear_until(old, lambda player: player.seats == [] and None in player.views)
            assert (await ask(old, type="act", seat=0, decision=3, action="S1"))["reason"] == "not-seated"
            for void in (link, other):
                again = server.client().post("/api/links", json={"token": void["token"]})
                assert (again.status_code, again.json()["error"]["reason"]) == (404, "no-such-link")
                assert "set-cookie" not in again.headers
            new = person(server, phone, table)
            async with lines(new):
                await hear_until(new, lambda player: player.seats == [0] and 0 in player.views)
                assert set(new.views[0]["hand"]) <= set(hand)
                assert new.facts["seats"][0]["host"]
                assert new.facts["seats"][0]["name"] == "Ann"
                await asyncio.gather(new.play(), guest.play(), old.play())
                match = str(new.facts["match"])
        assert old.numbers.keys() == {0, None}
        assert phone.get(f"/api/matches/{match}").json()["names"][0] == "Ann"
        assert ann.get(f"/api/matches/{match}").status_code == 404  # the seat is the other device's now
        return match

    asyncio.run(play())


def test_a_link_works_for_one_device_even_if_two_race(server: Server) -> None:
    table, [ann] = gathered(server, 1)
    link = ann.post(f"/api/tables/{table}/seats/0/link").json()

    async def claim() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url) as client:
            asked = [client.post("/api/links", json={"token": link["token"]}, headers={"cookie": ""}) for _ in range(8)]
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert sorted(asyncio.run(claim())) == [200, *[404] * 7]


def test_a_link_expires_with_its_time_or_its_seat(server: Server) -> None:
    table, [ann, bo] = gathered(server, 2)
    expired = ann.post(f"/api/tables/{table}/seats/0/link").json()
    server.run(f"UPDATE links SET expires = {time.time_ns() // 1_000_000 - 1}")
    left = bo.post(f"/api/tables/{table}/seats/1/link").json()
    assert command(bo, table, type="leave").status_code == 200
    assert command(bo, table, type="sit", seat=1, name="Bo").status_code == 200
    kept = bo.post(f"/api/tables/{table}/seats/1/link").json()
    assert command(ann, table, type="swap", seat=1, other=0).status_code == 200
    for token in (expired["token"], kept["token"], left["token"], "", "x" * 80):
        assert server.client().post("/api/links", json={"token": token}).status_code == 404


def test_an_external_bot_plays_by_its_token_and_an_older_token_is_void(server: Server) -> None:
    ann = server.client()
    table = make_table(ann, ["me", "external", "bot:random"], **SHORT)
    old, token = (
        ann.post(f"/api/tables/{table}/seats/1/token", json={"name": "Deep\nThought"}).json()["token"] for _ in range(2)
    )
    assert server.client().post(f"/api/tables/{table}/seats/1/token", json={}).status_code == 403

    async def play() -> None:
        bot, guest = Player(server.url, table, token=token), Player(server.url, table, token=old)
        player = person(server, ann, table)
        async with lines(bot, guest, player):
            await hear_until(bot, lambda player: player.seats == [1] and 1 in player.views)
            assert bot.facts["seats"][1]["name"] == "Deep Thought"
            assert await last_word(guest) == "no-such-token"
            assert (await ask(player, type="ready"))["reason"] == "done"
            dealt = [bot.play(lambda bot: bool(bot.turns.get(1))), player.play(lambda ann: bool(ann.turns.get(0)))]
            await asyncio.gather(*dealt)
            again = ann.post(f"/api/tables/{table}/seats/1/token", json={})
            assert (again.status_code, again.json()["error"]["reason"]) == (409, "needs-open"), "no look into its hand"
            await asyncio.gather(bot.play(), player.play())
            record = ann.get(f"/api/matches/{player.facts['match']}").json()
            assert record["seats"][1]["bot"] == "external"
            assert record["fair"]["shares"][1] == {"none": "bot"}

    asyncio.run(play())


# Coming and going ------------------------------------------------------------------------------------------------


def test_the_same_people_play_again(server: Server) -> None:
    table, [ann, bo] = gathered(server, 2)
    begin(ann, table)

    async def play() -> None:
        players = [person(server, client, table) for client in (ann, bo)]
        async with lines(*players):
            matches, promises = [], []
            for number in range(2):
                await asyncio.gather(*(player.play() for player in players))
                matches.append(players[0].facts["match"])
                promises.append(players[0].facts["fair"]["secret"])
                made = [len(player.sent) for player in players]
                if number == 0:
                    assert [(await ask(player, type="rematch"))["reason"] for player in players] == ["done", "done"]
                    for player in players:
                        player.share = os.urandom(16)
                        await player.act()
                    await asyncio.gather(*(player.play(until=playing) for player in players))
            assert len(set(matches)) == len(set(promises)) == 2
            assert made == [max(decision for _, decision in player.sent) + 1 for player in players]
            for client in (ann, bo):
                assert [line["id"] for line in client.get("/api/matches").json()["mine"]] == matches[::-1]

    asyncio.run(play())


def playing(player: Player) -> bool:
    return bool(player.facts["phase"] == "playing")


def test_when_the_host_leaves_the_next_person_is_host(server: Server) -> None:
    table, [ann, bo, cy] = gathered(server, 3)

    async def play() -> None:
        players = [person(server, client, table) for client in (ann, bo, cy)]
        async with lines(*players):
            one, two, three = players
            await hear_until(three, lambda player: bool(player.facts))
            assert (await ask(one, type="leave"))["reason"] == "done"
            await hear_until(three, lambda player: player.facts["seats"][1]["host"])
            assert (await ask(one, type="fill", seat=0, bot="random"))["reason"] == "not-host"
            assert (await ask(two, type="fill", seat=0, bot="random"))["reason"] == "done"
            await play_together(two, three, actions=4)
            assert (await ask(two, type="leave"))["reason"] == "done"
            await hear_until(three, lambda player: player.facts["seats"][2]["host"])
            assert three.facts["seats"][1]["kind"] == "bot"
            await three.play()
            assert (await ask(three, type="close"))["reason"] == "done"
            for player in players:
                assert await last_word(player) == "table-closed"

    asyncio.run(play())


def test_a_table_that_everyone_has_left_is_closed(server: Server) -> None:
    table, [ann, bo] = gathered(server, 2)
    for client in (ann, bo):
        assert command(client, table, type="leave").status_code == 200
    assert ann.get(f"/api/tables/{table}").status_code == 404


# A server in which nobody looks for cycles, and which says at its end how much is left of lines.
NEVER_SEARCHED = """
import gc, sys
from foretold.cli import main
from foretold.server.live.connection import Connection
from foretold.server.base.gc_control import GcControl
from foretold.server.web.uvicorn_protocols import Line
GcControl.search_if_due = lambda self: None
gc.disable()
code = main(["serve", *sys.argv[1:]])
left = [type(each).__name__ for each in gc.get_objects() if isinstance(each, Line | Connection)]
print("left:", left, file=sys.stderr)
sys.exit(code)
"""


def test_nothing_is_left_of_a_closed_connection(tmp_path: Path) -> None:
    with serving(tmp_path, command=("-c", NEVER_SEARCHED)) as running:
        table, [ann, bob] = gathered(running, 2)

        async def come_and_go() -> None:
            for player in (person(running, ann, table), person(running, bob, table), Player(running.url, table)):
                async with lines(player):
                    await ask(player, type="pause")
            stranger = Player(running.url, "nowhere")
            async with lines(stranger):
                assert await last_word(stranger) == "no-such-table"

        asyncio.run(come_and_go())
        assert running.stop() == 0
        assert "left: []" in running.log.read_text()
