"""The server is killed while people play daily matches: a first try goes on where it was, and ends once."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

import foretold
from foretold.games import TITLES
from tests.server.faults.companies import BROKEN, chance
from tests.server.faults.test_kills import kill_often
from tests.server.serving import Player, Server, serving


class Regular:
    """Somebody who plays the daily matches, then challenges of their own until it is enough."""

    def __init__(self, server: Server, name: str, games: list[str]) -> None:
        self.games = games
        self.server, self.client = server, server.client()
        assert self.client.post("/api/me", json={"name": name}).status_code == 200
        self.played: list[Player] = []

    async def come_back(self, enough: asyncio.Event) -> None:
        today = self.client.get("/api/daily").json()["today"]
        places = [f"/api/daily/{today}/{game}" for game in self.games]
        while places or not enough.is_set():
            with suppress(httpx.HTTPError):
                if not places:
                    made = await asyncio.to_thread(self.client.post, "/api/challenges", json={"bot": "novice"})
                    places = [f"/api/challenges/{made.json()['id']}"]
                await self._play(places[0])
                places.pop(0)

    async def _play(self, place: str) -> None:
        """To its end, over any number of broken lines."""
        player: Player | None = None
        while player is None or player.facts.get("phase") != "over":
            with suppress(*BROKEN, httpx.HTTPError, TimeoutError):
                if player is None:
                    made = await asyncio.to_thread(self.client.post, place, json={})
                    assert made.status_code == 201, made.text
                    table = made.json()["table"]
                    player = Player(self.server.url, table, self.client.cookies["foretold"], chance(table))
                    self.played.append(player)
                await player.resume()
                await player.play()
                await player.close()
            await asyncio.sleep(0.02)


def test_first_tries_end_once_after_any_number_of_kills(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    long = request.config.getoption("--long")
    kills, count = (200, 3) if long else (2, 1)
    games = list(TITLES) if long else ["seven-prophecies"]
    with serving(tmp_path, "--request-rate", "1000", "--bot-delay", "0.05") as server:
        people = [Regular(server, f"Person {number}", games) for number in range(count)]

        def answered() -> int:
            return sum(len(player.done) for visitor in people for player in visitor.played)

        async def play_all() -> None:
            enough = asyncio.Event()
            async with asyncio.timeout(120 + 15 * kills), asyncio.TaskGroup() as group:
                group.create_task(kill_often(server, kills, answered, enough))
                for visitor in people:
                    group.create_task(visitor.come_back(enough))

        asyncio.run(play_all())
        for visitor in people:
            matches = visitor.client.get("/api/daily").json()["matches"]
            own = [match["own"] for match in matches if match["game"] in games]
            assert [mine["state"] for mine in own] == ["over"] * len(games)
            assert all(mine["counted"] for mine in own)
        rows = server.run(
            "SELECT challenge_id, person_id, counted, points, record FROM tries JOIN matches ON id = match_id"
        )
        tries = server.run("SELECT ended FROM tries")
        assert server.stop() == 0
    assert len(rows) == len(tries) == len({row[:2] for row in rows}) == sum(len(visitor.played) for visitor in people)
    for _, _, counted, points, line in rows:
        state = foretold.replay(json.loads(line))
        assert (state.over, counted, points) == (True, 1, state.scores[0])
    print(f"\n{kills} kills, {len(rows)} tries")
