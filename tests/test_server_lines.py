"""Lines to a table: broken, doubled, dead, slow, rude; spectators, seats that move, absence, talk."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import sqlite3
import struct
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from foretold.server.hub import HICCUP
from foretold.server.names import NAME_LENGTH
from foretold.server.telling import KEPT
from foretold.server.wire import MESSAGE_LIMIT
from tests.serving import CLOSED, Player, Server, command, first, make_table, serving, wait_for

SHORT: dict[str, Any] = {
    "game": "seven-prophecies-2017",
    "players": 3,
    "options": {"variant": "single-round"},
}  # 27 actions


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000") as running:
        yield running


def person(server: Server, client: httpx.Client, table: str, **options: Any) -> Player:
    """A line of this person to the table."""
    return Player(server.url, table, client.cookies["foretold"], **options)


def gathered(server: Server, people: int = 2, **settings: Any) -> tuple[str, list[httpx.Client]]:
    """A table of people and bots where the match begins when the host is ready; against bots alone, at once."""
    settings = {**SHORT, **settings}
    clients = [server.client() for _ in range(people)]
    bots = ["bot:random"] * (settings["players"] - people)
    table = make_table(clients[0], ["me", *["open"] * (people - 1), *bots], **settings)
    for seat, client in enumerate(clients[1:], start=1):
        assert command(client, table, type="sit", seat=seat, name=f"Guest {seat}").status_code == 200
        assert command(client, table, type="ready").status_code == 200
    return table, clients


def begin(client: httpx.Client, table: str) -> None:
    assert command(client, table, type="ready").status_code == 200


@asynccontextmanager
async def lines(*players: Player) -> AsyncIterator[None]:
    """All of them are connected, and gone afterwards."""
    try:
        for player in players:
            await player.connect()
        yield
    finally:
        for player in players:
            if player.socket is not None:
                await player.drop()
        await asyncio.sleep(0)


async def hear_until(player: Player, condition: Callable[[Player], bool], timeout: float = 20) -> None:
    """Listens, without a word of its own."""
    async with asyncio.timeout(timeout):
        while not condition(player):
            await player.hear(timeout)


async def ask(player: Player, **message: Any) -> dict[str, Any]:
    """A command and its answer."""
    id = f"ask {len(player.raw)} {message['type']}"
    await player.send({**message, "id": id})
    await hear_until(player, lambda player: id in player.done or id in player.refused)
    return player.refused.get(id, {"reason": "done"})


async def last_word(player: Player) -> str:
    """Why the server ended the line."""
    with suppress(*CLOSED):
        while True:
            await player.hear()
    assert player.bye is not None
    return str(player.bye["reason"])


async def play_together(*players: Player, actions: int) -> None:
    """They go on by so many actions, and rest."""
    wanted = sum(len(player.sent) for player in players) + actions

    def enough(_: Player) -> bool:
        return sum(len(player.sent) for player in players) >= wanted

    await asyncio.gather(*(player.play(until=enough) for player in players))


def told(player: Player, since: int, *kinds: str) -> list[str]:
    """The messages of these kinds that came after that number, as they came."""
    found = [(json.loads(text), text) for text in player.raw]
    return [text for message, text in found if message["type"] in kinds and message["number"] > since]


async def level(*players: Player) -> None:
    """All of them have heard the same; nothing happens at the table."""
    while len({player.number for player in players}) > 1:
        most = max(player.number for player in players)
        for player in players:
            await hear_until(player, lambda player: player.number >= most)  # noqa: B023


# After a broken line ---------------------------------------------------------------------------------------------


def test_who_comes_back_is_told_exactly_what_was_missed(server: Server) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        steady, shaky = person(server, ann, table), person(server, ann, table, choice=None)
        async with lines(steady):
            await steady.play(until=lambda player: len(player.done) > 1)
            async with lines(shaky):
                await steady.play(until=lambda player: len(player.done) > 3)
                await hear_until(shaky, lambda player: bool(told(player, -1, "update")))
                heard = shaky.number
                await shaky.drop()
                await steady.play(until=lambda player: len(player.done) > 5)
                missed = told(steady, heard, "update")
                assert 1 < len(missed) < KEPT
                shaky.raw.clear()
                await shaky.resume()
                await level(shaky, steady)
                assert json.loads(shaky.raw[0])["type"] == "welcome"
                assert told(shaky, -1, "view", "update")[: len(missed)] == missed
                agree(steady, shaky)
                shaky.raw.clear()
                await shaky.drop()
                await shaky.resume()  # nothing has happened since
                assert (await ask(shaky, type="say", phrase="hello"))["reason"] == "done"
                assert [json.loads(text)["type"] for text in shaky.raw][:1] == ["welcome"]
                assert not told(shaky, -1, "view")

    asyncio.run(play())


def agree(one: Player, other: Player) -> None:
    """Two lines of one person know the same."""
    assert one.number == other.number
    assert one.views == other.views
    assert one.histories == other.histories
    assert one.turns == other.turns
    assert one.facts == other.facts


@pytest.mark.parametrize("last", [0, 10**9, -1, 2**70])
def test_who_says_a_number_that_is_not_known_gets_a_fresh_view(server: Server, last: int) -> None:
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


def test_an_action_that_is_sent_again_is_played_once(server: Server) -> None:
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


def test_one_device_plays_two_seats_and_each_sees_its_own_cards(server: Server) -> None:
    ann = server.client()
    table = make_table(ann, ["me", "bot:random", "me"], name="Ann", **SHORT)

    async def play() -> None:
        player = person(server, ann, table)
        async with lines(player):
            await player.play(until=lambda player: all(player.views.get(seat) for seat in (0, 2)))
            assert player.seats == [0, 2]
            assert [seat["name"] for seat in player.facts["seats"]] == ["Ann", "", "Ann 2"]
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


def test_a_spectator_comes_in_the_middle_and_sees_what_is_public(server: Server) -> None:
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


def test_where_spectators_are_off_they_go_when_the_match_begins(server: Server) -> None:
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


def test_a_link_serves_one_device_even_if_two_are_as_quick(server: Server) -> None:
    table, [ann] = gathered(server, 1)
    link = ann.post(f"/api/tables/{table}/seats/0/link").json()

    async def claim() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url, timeout=20) as client:
            asked = [client.post("/api/links", json={"token": link["token"]}, headers={"cookie": ""}) for _ in range(8)]
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert sorted(asyncio.run(claim())) == [200, *[404] * 7]


def test_a_link_is_void_when_its_time_is_over_or_the_seat_was_left(server: Server) -> None:
    table, [ann, bo] = gathered(server, 2)
    expired = ann.post(f"/api/tables/{table}/seats/0/link").json()
    with closing(sqlite3.connect(server.database, timeout=10)) as database, database:
        database.execute("UPDATE links SET expires = ?", (time.time_ns() // 1_000_000 - 1,))
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


def test_a_table_that_all_have_left_is_closed(server: Server) -> None:
    table, [ann, bo] = gathered(server, 2)
    for client in (ann, bo):
        assert command(client, table, type="leave").status_code == 200
    assert ann.get(f"/api/tables/{table}").status_code == 404


# Talk and names --------------------------------------------------------------------------------------------------

EVIL = "  \u202eA\u0000nn\n<script>alert(1)</script>\u200b Ö"


@pytest.mark.parametrize(
    ("chat", "phrase", "text"),
    [("off", "no-chat", "no-chat"), ("phrases", "done", "phrases-only"), ("free", "done", "done")],
)
def test_who_sits_may_say_what_the_table_allows(server: Server, chat: str, phrase: str, text: str) -> None:
    table, [ann, bo] = gathered(server, 2, chat=chat)

    async def talk() -> None:
        speaker, hearer, guest = person(server, ann, table), person(server, bo, table), Player(server.url, table)
        async with lines(speaker, hearer, guest):
            assert (await ask(speaker, type="say", phrase="hello"))["reason"] == phrase
            assert (await ask(speaker, type="say", text=EVIL))["reason"] == text
            assert (await ask(speaker, type="say", phrase="shut up"))["reason"] in ("no-chat", "no-such-phrase")
            assert (await ask(speaker, type="say", text="\u200b \n"))["reason"] in ("no-chat", "nothing-said")
            assert (await ask(guest, type="say", phrase="hello"))["reason"] == "not-seated"
            assert (await ask(hearer, type="ready", ready=False))["reason"] == "done"
            said = [{"seat": 0, "name": "Ann", "phrase": "hello"}] * (phrase == "done")
            said += [{"seat": 0, "name": "Ann", "text": "A nn <script>alert(1)</script> Ö"}] * (text == "done")
            assert hearer.chat == said
            assert guest.chat[: len(said)] == said
            await speaker.send({"type": "say", "text": "x" * 401})
            await hear_until(speaker, lambda player: player.refused.get("", {}).get("reason") == "bad-message")

    asyncio.run(talk())


def test_a_line_of_talk_and_a_name_are_one_short_line(server: Server) -> None:
    ann, bo = server.client(), server.client()
    table = make_table(ann, ["me", "open", "open"], name=EVIL, chat="free", **SHORT)
    assert command(bo, table, type="sit", seat=1, name=EVIL).status_code == 200

    async def talk() -> None:
        player = person(server, ann, table)
        async with lines(player):
            assert (await ask(player, type="say", text="a" * 400))["reason"] == "done"
            names = [seat["name"] for seat in player.facts["seats"][:2]]
            assert names[0] == "A nn <script>alert(1)</script> Ö"[:NAME_LENGTH]
            assert names[1] != names[0]
            assert all(len(name) <= NAME_LENGTH for name in names)
            assert len(player.chat[-1]["text"]) == 200

    asyncio.run(talk())


# Rude lines ------------------------------------------------------------------------------------------------------

HELLO = {"type": "hello", "protocol": "foretold-wire/1"}


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ('{"type": "ping"}', "no-hello"),
        ("no JSON", "bad-message"),
        ("[" * 4000, "bad-message"),
        ('{"a": ' * 600, "bad-message"),
        (json.dumps({**HELLO, "table": "x" * 65}), "bad-message"),
        (json.dumps({**HELLO, "table": "x", "more": 1}), "bad-message"),
        (json.dumps({**HELLO, "table": "x", "last": 0.5}), "bad-message"),
        (json.dumps({**HELLO, "table": "x"}) + " " * MESSAGE_LIMIT, "no-hello"),
        (json.dumps({**HELLO, "table": "x", "protocol": "foretold-wire/2"}), "other-protocol"),
        (json.dumps({**HELLO, "table": "x"}), "no-such-table"),
        (json.dumps({**HELLO, "table": ""}), "no-such-table"),
    ],
)
def test_a_line_that_does_not_say_hello_is_told_why_it_ends(server: Server, message: str, reason: str) -> None:
    async def greet() -> None:
        player = Player(server.url, "")
        player.socket = await connect(server.url.replace("http", "ws", 1) + "/ws")
        await player.send(message)
        assert await last_word(player) == reason
        assert player.bye is not None
        assert player.bye["sentence"]
        await player.close()

    asyncio.run(greet())


def test_a_rude_message_is_refused_and_the_line_lives(server: Server) -> None:
    table, [ann] = gathered(server, 1, chat="free")

    async def play() -> None:
        player = person(server, ann, table, choice=None)
        async with lines(player):
            await hear_until(player, lambda player: 0 in player.views)
            assert player.socket is not None
            rude: dict[str | bytes, str] = {
                "": "bad-message",
                "{": "bad-message",
                "null": "bad-message",
                "\u0000": "bad-message",
                b"\xff\xfe": "bad-message",
                '{"type": "act"}': "bad-message",
                '{"type": "act", "seat": -1, "decision": 0, "action": ""}': "bad-message",
                '{"type": "act", "seat": true, "decision": 0, "action": ""}': "bad-message",
                '{"type": "dance"}': "bad-message",
                '{"x":' + "[" * 2000 + "]" * 2000 + "}": "bad-message",
                '{"type": "say", "text": "\\ud800"}': "bad-message",
                '{"type": "ready", "ready": "yes"}': "bad-message",
                '{"type": "ping", "id": "' + "x" * MESSAGE_LIMIT + '"}': "message-too-long",
                json.dumps({**HELLO, "table": table}): "hello-twice",
                '{"type": "act", "seat": 0, "decision": 0, "action": "ZZ9"}': "any",
                '{"type": "act", "seat": 5, "decision": 0, "action": "S1"}': "not-your-seat",
            }
            for message, reason in rude.items():
                player.refused.clear()
                await player.socket.send(message)
                await hear_until(player, lambda player: "" in player.refused)
                assert reason in ("any", player.refused[""]["reason"]), message
                assert player.refused[""]["sentence"]
            await player.socket.send(b'{"type": "ping"}')  # a binary frame will do as well
            await hear_until(player, lambda player: json.loads(player.raw[-1])["type"] == "pong")

    asyncio.run(play())


def test_a_message_far_too_long_ends_the_line(server: Server) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        player = person(server, ann, table, choice=None)
        async with lines(player):
            await player.send("x" * 20 * MESSAGE_LIMIT)
            with pytest.raises(ConnectionClosedError) as ended:
                await hear_until(player, lambda player: False)
            assert ended.value.rcvd is not None
            assert ended.value.rcvd.code == 1009

    asyncio.run(play())


def test_too_many_messages_are_read_later_and_too_many_errors_end_the_line(server: Server) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        player = person(server, ann, table, choice=None)
        async with lines(player):
            await hear_until(player, lambda player: 0 in player.views)
            begun = time.monotonic()
            for _ in range(90):  # 60 at once, then 20 a second
                await player.send({"type": "ping"})
            await hear_until(player, lambda player: sum('"pong"' in text for text in player.raw) == 90)
            assert time.monotonic() - begun > 1.0
            assert (await ask(player, type="say", phrase="sorry"))["reason"] == "done"
        other = person(server, ann, table, choice=None)
        async with lines(other):
            for _ in range(60):
                await other.send("nonsense")
            assert await last_word(other) == "too-many-errors"

    asyncio.run(play())


# Dead, slow and absent lines -------------------------------------------------------------------------------------


def test_dead_slow_silent_hasty_and_absent_lines_are_noticed(server: Server, tmp_path: Path) -> None:
    """All at the same time, since each takes many seconds."""
    with serving(tmp_path, "--message-rate", "100000") as quick:

        async def all_of_them() -> None:
            async with asyncio.timeout(90), asyncio.TaskGroup() as group:
                for scene in (dead_line, silent_line, hasty_line, absent_person):
                    group.create_task(scene(server))
                group.create_task(slow_line(quick))

        asyncio.run(all_of_them())
        wait_for(lambda: lines_of(quick) == 0)
        assert '"level": "error"' not in quick.log.read_text() + server.log.read_text()


def lines_of(server: Server) -> int:
    found = [
        line for line in httpx.get(server.url + "/metrics").text.splitlines() if line.startswith("foretold_lines ")
    ]
    return int(float(found[0].split()[1]))


async def raw_line(server: Server, table: str, cookie: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A websocket by hand, that has said hello and answers no ping; it takes little before it is read."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.setblocking(False)
    await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", server.port))
    reader, writer = await asyncio.open_connection(sock=plain, limit=4096)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: foretold={cookie}\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    writer.write(frame({**HELLO, "table": table}))
    return reader, writer


def frame(message: dict[str, Any]) -> bytes:
    """A text frame of a client, with a mask of zeros."""
    data = json.dumps(message).encode()
    assert len(data) < 1 << 16
    return b"\x81" + struct.pack("!BH", 0x80 | 126, len(data)) + bytes(4) + data


async def dead_line(server: Server) -> None:
    """Who answers no ping is noticed in under 15 seconds, and the seat is marked."""
    table, [ann, bo] = gathered(server, 2)
    watcher = person(server, ann, table, choice=None)
    async with lines(watcher):
        await hear_until(watcher, lambda player: bool(player.facts))
        begun = time.monotonic()
        _, writer = await raw_line(server, table, bo.cookies["foretold"])
        await hear_until(watcher, lambda player: not player.facts["seats"][1]["away"])
        await hear_until(watcher, lambda player: player.facts["seats"][1]["away"], 30)
        took = time.monotonic() - begun
        assert 5 < took - HICCUP < 15
        writer.transport.abort()


async def silent_line(server: Server) -> None:
    """Who does not say hello within 10 seconds is told so."""
    player = Player(server.url, "")
    player.socket = await connect(server.url.replace("http", "ws", 1) + "/ws")
    begun = time.monotonic()
    assert await last_word(player) == "no-hello"
    assert 9 < time.monotonic() - begun < 15
    await player.close()


async def hasty_line(server: Server) -> None:
    """Who goes on to send faster than the server reads is told so after 10 seconds."""
    table, [ann] = gathered(server, 1)
    player = person(server, ann, table, choice=None)
    async with lines(player):
        await hear_until(player, lambda player: 0 in player.views)
        begun = time.monotonic()
        for _ in range(400):
            await player.send({"type": "ping"})
        with suppress(*CLOSED):
            await hear_until(player, lambda player: player.bye is not None)
        if player.bye is not None:  # else a busy machine has taken it for dead before
            assert player.bye["reason"] == "too-fast"
            assert player.bye["retry"] > 0
            assert time.monotonic() - begun > 9


async def slow_line(server: Server) -> None:
    """Who never reads is given up, and what was to be sent is not kept."""
    table, [ann] = gathered(server, 1)
    memory = resident(server)
    reader, writer = await raw_line(server, table, ann.cookies["foretold"])
    reader._transport.pause_reading()  # type: ignore[attr-defined]
    refused = frame({"type": "say", "phrase": "x", "id": "x" * 64}) * 40  # 500 bytes come back for each of them
    begun = time.monotonic()
    for _ in range(400):  # more than all buffers hold
        writer.write(refused)
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(0.1):
                await writer.drain()
        await asyncio.sleep(0.01)
        if writer.is_closing():
            break
    views = f"/api/tables/{table}/views"
    while not (await asyncio.to_thread(ann.get, views)).json()["views"][0]["table"]["seats"][0]["away"]:
        assert time.monotonic() - begun < 30
        await asyncio.sleep(0.2)
    assert resident(server) - memory < 30
    writer.transport.abort()


def resident(server: Server) -> float:
    """Megabytes that the server's process holds."""
    assert server.process is not None
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def absent_person(server: Server) -> None:
    """A seat is marked soon after its line broke, then a bot stands in; who comes back has the seat again."""
    table, [ann, bo] = gathered(server, 2, grace=5)
    await asyncio.to_thread(begin, ann, table)
    host, guest = person(server, ann, table), person(server, bo, table)
    async with lines(host, guest):
        await play_together(host, guest, actions=4)
        await level(host, guest)
        heard = host.number
        await guest.drop()
        await asyncio.sleep(0.5)
        await guest.resume()
        await asyncio.sleep(HICCUP)
        await play_together(host, guest, actions=2)
        await level(host, guest)
        assert not any('"away":true' in text for text in told(host, heard, "update"))  # it was a hiccup
        await guest.drop()
        broke = time.monotonic()
        await host.play(until=lambda player: player.facts["seats"][1]["away"])
        assert HICCUP - 0.5 < time.monotonic() - broke < HICCUP + 3
        await host.play(until=lambda player: player.facts["seats"][1]["stood_in"])
        assert time.monotonic() - broke > HICCUP + 4.5
        acted = len(guest.sent)
        await host.play(until=lambda player: player.views[0]["phase"] == "tricks" and len(player.done) > 7)
        heard = host.number
        await guest.resume()
        await hear_until(guest, lambda player: player.number > heard and not player.facts["seats"][1]["stood_in"])
        assert not guest.facts["seats"][1]["away"]
        assert guest.turns[1]["decision"] > acted
        await asyncio.gather(host.play(), guest.play())
        record = ann.get(f"/api/matches/{host.facts['match']}").json()
        by = {event.get("by") for event in record["events"] if event.get("seat") == 1 and "action" in event}
        assert by == {None, "bot"}
