"""Talk, rude and dead lines, absent people."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from foretold.server.base.text import NAME_LENGTH
from foretold.server.live.presence import HICCUP
from foretold.server.protocol.messages import MESSAGE_LIMIT
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
from tests.server.serving import Player, Server, command, make_table, serving, wait_for


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000") as running:
        yield running


# Talk and names --------------------------------------------------------------------------------------------------

EVIL = "  \u202eA\u0000nn\n<script>alert(1)</script>\u200b Ö"


@pytest.mark.parametrize(
    ("chat", "phrase", "text"),
    [("off", "no-chat", "no-chat"), ("phrases", "done", "phrases-only"), ("free", "done", "done")],
)
def test_seated_players_may_say_what_the_table_allows(server: Server, chat: str, phrase: str, text: str) -> None:
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


def test_chat_lines_and_names_are_one_short_line(server: Server) -> None:
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
def test_a_connection_without_hello_is_told_why_it_is_closed(server: Server, message: str, reason: str) -> None:
    async def greet() -> None:
        player = Player(server.url, "")
        player.socket = await connect(server.url.replace("http", "ws", 1) + "/ws")
        await player.send(message)
        assert await last_word(player) == reason
        assert player.bye is not None
        assert player.bye["sentence"]
        await player.close()

    asyncio.run(greet())


def test_a_malformed_message_is_refused_and_the_connection_stays(server: Server) -> None:
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


def test_a_message_far_too_long_closes_the_connection(server: Server) -> None:
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


def test_too_many_messages_are_delayed_and_too_many_errors_close_the_connection(server: Server) -> None:
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


def test_dead_slow_silent_hasty_and_absent_connections_are_detected(server: Server, tmp_path: Path) -> None:
    """All at the same time, since each takes many seconds."""
    with serving(tmp_path, "--message-rate", "100000") as quick:

        async def all_of_them() -> None:
            async with asyncio.timeout(90), asyncio.TaskGroup() as group:
                for scene in (dead_line, silent_line, hasty_line, absent_person, replaced_person):
                    group.create_task(scene(server))
                group.create_task(slow_line(quick))

        asyncio.run(all_of_them())
        wait_for(lambda: lines_of(quick) == 0)
        assert '"level": "error"' not in quick.log.read_text() + server.log.read_text()


def lines_of(server: Server) -> int:
    lines = [line for line in "".join(server.metrics()).splitlines() if line.startswith("foretold_lines ")]
    return int(float(lines[0].split()[1]))


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
        await hear_until(player, lambda player: player.bye is not None)
        assert player.bye is not None
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
        assert not any('"away":true' in text for text in messages_of(host, heard, "update"))  # it was a hiccup
        await guest.drop()
        broke = time.monotonic()
        await host.play(until=lambda player: player.facts["seats"][1]["away"])
        assert HICCUP - 0.5 < time.monotonic() - broke < HICCUP + 3
        await host.play(until=lambda player: player.facts["seats"][1]["stood_in"])
        assert time.monotonic() - broke > HICCUP + 4.5
        acted = len(guest.sent)
        await host.play(until=lambda player: player.views[0]["phase"] == "tricks" and len(player.done) > 5)
        heard = host.number
        await guest.resume()
        await hear_until(guest, lambda player: player.number > heard and not player.facts["seats"][1]["stood_in"])
        assert not guest.facts["seats"][1]["away"]
        assert guest.turns[1]["decision"] > acted
        await asyncio.gather(host.play(), guest.play())
        [missed] = [message for text in guest.raw if (message := json.loads(text))["type"] == "missed"]
        assert (missed["seat"], {decision["by"] for decision in missed["decisions"]}) == (1, {"bot"})
        assert not any('"type":"missed"' in text for text in host.raw)
        assert {line.get("notice") for line in host.chat} >= {"stood-in", "back"}
        record = ann.get(f"/api/matches/{host.facts['match']}").json()
        by = {event.get("by") for event in record["events"] if event.get("seat") == 1 and "action" in event}
        assert by == {None, "bot"}


async def replaced_person(server: Server) -> None:
    """The seat of who is gone is opened; who takes it sees its cards from then on, and who left sees them no more."""
    table, [ann, bo] = gathered(server, 2, grace=5)
    await asyncio.to_thread(begin, ann, table)
    eve = server.client()
    assert eve.post("/api/me", json={"name": "Eve"}).status_code == 200
    host, guest, newcomer = (person(server, client, table) for client in (ann, bo, eve))
    async with lines(host, guest, newcomer):
        await play_together(host, guest, actions=4)
        await level(host, guest)
        hand = guest.views[1]["hand"]
        await guest.drop()
        assert (await ask(newcomer, type="sit", seat=1, name="Eve"))["reason"] == "needs-open"
        await host.play(until=lambda player: player.facts["seats"][1]["stood_in"])
        assert (await ask(newcomer, type="release", seat=1, to="open"))["reason"] == "not-seated"
        assert (await ask(host, type="release", seat=1, to="open"))["reason"] == "done"
        assert (await ask(host, type="sit", seat=1, name="Ann"))["reason"] == "seen-cards"
        await hear_until(newcomer, lambda player: player.facts["seats"][1]["kind"] == "open")
        assert all(not json.loads(text).get("view", {}).get("hand") for text in newcomer.raw), "a spectator until now"
        assert (await ask(newcomer, type="sit", seat=1, name="Eve"))["reason"] == "done"
        assert newcomer.seats == [1]
        assert newcomer.views[1]["hand"]
        assert set(newcomer.views[1]["hand"]) <= set(hand), "the hand goes on as it was"
        former = person(server, bo, table)
        async with lines(former):
            await hear_until(former, lambda player: None in player.views)
            assert former.seats == []
            assert former.views[None]["hand"] == []
            assert former.histories[None][0]["deal"].get("hand") is None
            assert not any('"type":"missed"' in text for text in (*former.raw, *newcomer.raw))
            await asyncio.gather(host.play(), newcomer.play())
            await hear_until(former, lambda player: player.facts["phase"] == "over")
            assert all(json.loads(text).get("seat") is None for text in former.raw if '"seat":1' in text[:60])
    lists = [client.get("/api/matches").json()["mine"] for client in (ann, bo, eve)]
    assert [len(mine) for mine in lists] == [1, 1, 1], "who was replaced keeps the match in their list"
    assert lists[1][0]["seats"] == [], "but it is of who played it to the end"
    assert lists[2][0]["names"][1] == "Eve"
    assert 0 not in lists[0][0]["stood_in"]
