"""Whole matches on a real server with real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

import foretold
from foretold.fair import verify
from foretold.games import TITLES
from tests.conftest import chosen
from tests.server.serving import Player, Server, make_table, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.mark.parametrize("game", chosen(TITLES, "seven-prophecies"))
def test_one_request_starts_a_match_against_bots(server: Server, game: str) -> None:
    client = server.client()
    table = make_table(client, game=game)
    player = asyncio.run(play_alone(server, table, client.cookies["foretold"]))
    record = client.get(f"/api/matches/{player.facts['match']}").json()
    state = foretold.replay(record)
    assert state.over
    assert list(state.scores) == player.views[0]["scores"]
    assert verify(record).shared == (0,)


async def play_alone(server: Server, table: str, cookie: str) -> Player:
    player = await Player(server.url, table, cookie).connect()
    await player.play()
    await player.close()
    return player
