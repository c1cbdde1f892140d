"""Previews on lines: who is to play hears what the cards bring, where the table allows it and the line wants it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import foretold
from foretold.bots import previews as foreseen
from foretold.kernels import warm
from foretold.server.live.previews import message
from foretold.server.protocol import messages
from foretold.server.table import journal
from foretold.server.updates.stream import PublicSnapshot
from tests.conftest import random_states
from tests.server.at_tables import OPEN, Room
from tests.server.conforming import conform
from tests.server.lining import begin, gathered, hear_until, lines, person
from tests.server.live.test_hints import answered
from tests.server.serving import Player, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    warm.wait()  # so that the server finds the kernels compiled
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000", "--bot-delay", "0.05") as running:
        asyncio.run(get_ready(running))
        yield running


async def get_ready(server: Server) -> None:
    """The server has loaded what counts: until then it tells what is sure, and all of it later."""
    table, [ann] = gathered(server, 1)
    player = person(server, ann, table, choice=None)
    async with lines(player):
        await hear_until(player, lambda player: bool((player.turns.get(0) or {}).get("legal")))
        assert isinstance(await answered(player, "ready"), dict)


async def play_on(player: Player, *others: Player, until: int) -> None:
    """The player acts, but waits for the preview of the prophecy and of each card; the others listen."""

    def due() -> list[tuple[int, int, list[str]]]:
        seen = []
        for seat in player.seats:
            turn = player.turns.get(seat) or {}
            if turn.get("legal"):
                seen.append((seat, turn["decision"], [choice["action"] for choice in turn["legal"]]))
        return seen

    def previewed(who: Player, seat: int, decision: int) -> bool:
        return any((preview["seat"], preview["decision"]) == (seat, decision) for preview in who.previews)

    while len(player.sent) < until:
        for seat, decision, legal in due():
            for who in (player, *others):
                if who.wants_previews:
                    await hear_until(who, lambda who: previewed(who, seat, decision))  # noqa: B023
                    last = who.previews[-1]
                    told_of = [choice["action"] for choice in last.get("prophecies", last["cards"])]
                    assert set(told_of) <= set(legal)
                    assert len(told_of) == len(legal) or last["deals"] == 0
        await player.act()
        await player.hear()


def test_every_connection_of_the_seat_that_wants_previews_gets_each_once(server: Server) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        one, other = (person(server, ann, table, previews=True) for _ in range(2))
        plain, guest = person(server, ann, table, choice=None), Player(server.url, table, previews=True)
        other.choice = None
        async with lines(one, other, plain, guest):
            await play_on(one, other, until=5)
            assert one.facts["aids"] is True
            for player in (plain, guest):
                await player.send({"type": "ping"})
                await hear_until(player, lambda player: '{"type":"pong"}' in player.raw)
            assert one.previews[: len(other.previews)] == other.previews[: len(one.previews)]
            decisions = [preview["decision"] for preview in one.previews]
            assert decisions == sorted(set(decisions)), "once for each decision"
            [before] = [preview for preview in one.previews if preview["decision"] == 0]
            assert before["cards"] == []
            assert len(before["places"]) == len(one.facts["seats"])
            assert len(before["prophecies"]) == len({choice["action"] for choice in before["prophecies"]}) > 30
            assert plain.previews == guest.previews == []
            late = person(server, ann, table, choice=None, previews=True)
            async with lines(late):
                await play_on(one, other, late, until=7)
                assert late.previews

    asyncio.run(play())


def test_a_reconnecting_client_gets_the_same_preview(server: Server) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        player = person(server, ann, table, previews=True)
        async with lines(player):
            await play_on(player, until=4)
            await hear_until(player, lambda player: bool((player.turns.get(0) or {}).get("legal")))
            decision = player.turns[0]["decision"]
            await hear_until(player, lambda player: player.previews[-1]["decision"] == decision)
            before = player.previews[-1]
            await player.drop()
            player.previews.clear()
            await player.resume()
            await hear_until(player, lambda player: bool(player.previews))
            assert player.previews == [before]

    asyncio.run(play())


@pytest.mark.parametrize("aids", [None, True])
def test_previews_among_people_need_the_tables_consent(server: Server, aids: bool | None) -> None:
    table, [ann, ben] = gathered(server, 2, **({} if aids is None else {"aids": aids}))
    begin(ann, table)

    async def play() -> None:
        players = [person(server, client, table, previews=True) for client in (ann, ben)]
        async with lines(*players):
            if aids is None:
                await asyncio.gather(*(player.play(until=lambda player: len(player.sent) > 4) for player in players))
            else:
                await asyncio.gather(*(play_on(player, until=4) for player in players))
        for seat, player in enumerate(players):
            assert player.facts["aids"] is bool(aids)
            assert {preview["seat"] for preview in player.previews} == ({seat} if aids else set())

    asyncio.run(play())


def test_a_preview_message_holds_only_the_preview() -> None:
    for name in ("seven-prophecies", "prophecy"):
        state = next(state for state in random_states(foretold.load(name), 5) if state.phase == "tricks")
        view = state.view(state.actors[0])
        data = message(view, 12)
        assert data is not None
        preview: dict[str, Any] = msgspec.json.decode(data)
        conform(preview, messages.ServerMessage)
        figures = foreseen.preview(view)
        assert figures is not None
        assert (preview["type"], preview["seat"], preview["decision"], preview["deals"]) == (
            "preview",
            view.seat,
            12,
            figures.deals,
        )
        assert len(preview["cards"]) == len(figures.cards)
        for card, right in zip(preview["cards"], figures.cards, strict=True):
            known = {key: value for key, value in right._asdict().items() if value is not None}
            assert {**card, "places": tuple(card.get("places", ()))} == {"places": (), **known}
        assert message(state.view(None), 12) is None


# Which tables allow it -------------------------------------------------------------------------------------------


def aids(room: Room) -> bool:
    return PublicSnapshot(room.table).fields["aids"]


@pytest.mark.parametrize(
    ("seats", "allowed"),
    [
        (("me", "bot:adept", "bot:seer", "bot:novice"), True),
        (("me", "me", "bot:adept", "bot:adept"), False),
        (("me", "open", "bot:adept", "bot:adept"), False),
        (("me", "external", "bot:adept", "bot:adept"), False),
        (("external", "bot:adept", "bot:adept", "bot:adept"), True),
    ],
)
def test_by_default_aids_are_for_people_playing_alone_with_bots(seats: tuple[str, ...], allowed: bool) -> None:
    assert aids(Room(*seats)) is allowed
    assert aids(Room(*seats, aids=True)) is True
    assert aids(Room(*seats, aids=False)) is False


def test_aids_follow_who_is_seated_and_everyone_is_told() -> None:
    room = Room(*OPEN)
    for seat in (1, 2):
        room.do("ann", messages.Fill(seat=seat, bot="adept"))
    assert not aids(room)
    room.do("ann", messages.Fill(seat=3, bot="adept"))
    assert aids(room)


def test_a_journal_from_before_aids_is_read() -> None:
    """The entry as it was written then: without the field it is as if nothing had been said."""
    old = (
        b'{"entry":"made","settings":{"game":"seven-prophecies","players":4,"options":{},"public":false,'
        b'"spectators":true,"chat":"phrases","pace":{"kind":"none","seconds":30,"bank":120,"days":2},"grace":60},'
        b'"person":"ann","name":"Ann","chairs":[{"kind":"person","person":"ann","name":"Ann"},'
        b'{"kind":"bot","bot":"adept"},{"kind":"bot","bot":"adept"},{"kind":"bot","bot":"adept"}]}'
    )
    entry = journal.read(old)
    assert isinstance(entry, journal.Made)
    assert entry.settings == messages.Settings()
    room = Room(*OPEN)
    room.table.apply(entry, room.now)
    assert aids(room)
