"""Requests to a real server: what the tests of the HTTP API share."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import httpx

from tests.server.serving import CLOSED, Player, Server, make_table

SHORT: dict[str, Any] = {"game": "seven-prophecies-2017", "players": 3, "options": {"variant": "single-round"}}


def refused(answer: httpx.Response) -> tuple[int, str]:
    """Status and reason; the sentence is there as well, and nothing was set or kept."""
    error = answer.json()["error"]
    assert error["sentence"]
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, error["reason"]


def played(server: Server, client: httpx.Client, **settings: Any) -> str:
    """A match against bots, played to its end; its id."""
    table = make_table(client, **{**SHORT, **settings})
    return asyncio.run(play(Player(server.url, table, client.cookies["foretold"])))


async def play(*players: Player) -> str:
    """The match of these players is played to its end; its id."""
    try:
        for player in players:
            await player.connect()
        await asyncio.gather(*(player.play() for player in players))
    finally:
        for player in players:
            with suppress(*CLOSED):
                await player.close()
    return str(players[0].facts["match"])


# Every request ---------------------------------------------------------------------------------------------------
