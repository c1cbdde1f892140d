"""Hints on lines: who is to choose may ask, where the table allows it, and nobody else hears of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from foretold.kernels import warm
from foretold.server.live.hints import message
from foretold.server.protocol import messages
from tests.conftest import GAMES, random_states
from tests.rules.other_worlds import other_worlds
from tests.server.conforming import conform
from tests.server.lining import begin, gathered, hear_until, lines, person
from tests.server.serving import Player, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    warm.wait()  # so that the server finds the kernels compiled
    with serving(tmp_path_factory.mktemp("server"), "--request-rate", "1000", "--bot-delay", "0.05") as running:
        yield running


def refusals(player: Player, id: str) -> list[str]:
    messages = [json.loads(text) for text in player.raw]
    return [message["reason"] for message in messages if message["type"] == "refused" and message["id"] == id]


async def answered(player: Player, id: str, seat: int = 0) -> dict[str, Any] | str:
    """The hint, or the reason why there is none."""
    await player.send({"type": "ask-hint", "id": id, "seat": seat})
    await hear_until(
        player, lambda player: bool(refusals(player, id)) or any(hint["id"] == id for hint in player.hints)
    )
    reasons = refusals(player, id)
    return reasons[0] if reasons else player.hints[-1]


def test_only_the_client_that_asks_gets_the_best_choices(server: Server) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        one, other = (person(server, ann, table, choice=None) for _ in range(2))
        guest = Player(server.url, table)
        async with lines(one, other, guest):
            for number in range(4):
                await hear_until(one, lambda player: bool((player.turns.get(0) or {}).get("legal")))
                turn = one.turns[0]
                given = await answered(one, f"h{number}")
                assert isinstance(given, dict)
                conform(given, messages.Hint)
                assert given["decision"] == turn["decision"]
                legal = {choice["action"] for choice in turn["legal"]}
                assert {choice["action"] for choice in given["best"]} <= legal
                assert ("counts" in given) == (number == 0)
                best = given["best"][0]["action"]
                sent = {"type": "act", "id": f"a{number}", "seat": 0, "decision": turn["decision"], "action": best}
                await one.send(sent)
                after = turn["decision"] + 1
                await hear_until(one, lambda player: (player.turns.get(0) or {}).get("decision") == after)  # noqa: B023
            for player in (other, guest):
                await player.send({"type": "ping"})
                await hear_until(player, lambda player: '{"type":"pong"}' in player.raw)
            assert len(one.hints) == 4
            assert other.hints == guest.hints == []

    asyncio.run(play())


def test_hints_are_refused_to_others_out_of_turn_and_without_aids(server: Server) -> None:
    table, [ann, ben] = gathered(server, 2)
    begin(ann, table)

    async def play() -> None:
        one, other, guest = person(server, ann, table), person(server, ben, table), Player(server.url, table)
        async with lines(one, other, guest):
            await hear_until(one, lambda player: bool((player.turns.get(0) or {}).get("legal")))
            assert await answered(one, "a") == "no-aids"
            assert await answered(other, "b") == "not-your-seat"
            assert await answered(guest, "c") == "not-your-seat"

    asyncio.run(play())
    table, [ann, ben] = gathered(server, 2, aids=True)

    async def wait() -> None:
        one = person(server, ann, table, choice=None)
        async with lines(one):
            assert await answered(one, "d") == "hint-not-now", "the match has not begun"
            begin(ann, table)
            await hear_until(one, lambda player: bool((player.turns.get(0) or {}).get("legal")))
            assert isinstance(await answered(one, "e"), dict)

    asyncio.run(wait())


def _answered(id: str, player: Player) -> bool:
    return bool(refusals(player, id)) or player.hints[-1]["id"] == id


def test_a_connection_asks_for_one_hint_at_a_time(server: Server) -> None:
    table, [ann] = gathered(server, 1)

    async def play() -> None:
        one = person(server, ann, table, choice=None)
        async with lines(one):
            await hear_until(one, lambda player: bool((player.turns.get(0) or {}).get("legal")))
            assert isinstance(await answered(one, "first"), dict)
            for attempt in range(20):  # the first answer may be quicker than the second question
                first, second = f"{attempt}-first", f"{attempt}-second"
                for id in (first, second):
                    await one.send({"type": "ask-hint", "id": id, "seat": 0})
                await hear_until(one, partial(_answered, second))
                if refusals(one, second):
                    break
            assert refusals(one, second) == ["hint-waits"]
            await hear_until(one, lambda player: player.hints[-1]["id"] == first)

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES[::3], ids=repr)
def test_a_hint_message_does_not_change_with_hidden_cards(game: Any) -> None:
    """To the byte: over positions of a match, in other worlds that look the same from the seat."""
    rng = Random(11)
    asked = messages.AskHint(id="1", seat=0)
    compared = 0
    for state in random_states(game, 4, rounds=1)[1:-1:6]:
        if state.finished or not state.actors:
            continue
        seat = state.actors[0]
        answer = message(state.view(seat), asked, 1, "en")
        for other in list(other_worlds(state, seat, rng, 12))[:2]:
            assert message(other.view(seat), asked, 1, "en") == answer
            compared += 1
    assert compared >= 3
