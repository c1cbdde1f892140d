"""Lines to tables of a real server: what the tests of lines share."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx

from tests.server.serving import CLOSED, PATIENCE, Player, Server, command, make_table

SHORT: dict[str, Any] = {
    "game": "seven-prophecies-2017",
    "players": 3,
    "options": {"variant": "single-round"},
}  # 24 to 33 actions, 8 to 11 of each seat: a round may end before the hands do


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


async def hear_until(player: Player, condition: Callable[[Player], bool], timeout: float = PATIENCE) -> None:
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


def messages_of(player: Player, since: int, *kinds: str) -> list[str]:
    """The messages of these kinds that came after that number, as they came."""
    messages = [(json.loads(text), text) for text in player.raw]
    return [text for message, text in messages if message["type"] in kinds and message["number"] > since]


async def level(*players: Player) -> None:
    """All of them have heard the same; nothing happens at the table."""
    while len({player.number for player in players}) > 1:
        most = max(player.number for player in players)
        for player in players:
            await hear_until(player, lambda player: player.number >= most)  # noqa: B023


# After a broken line ---------------------------------------------------------------------------------------------
