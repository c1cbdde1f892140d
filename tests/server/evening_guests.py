"""People at an evening of a real server: each asks where to sit, plays there, and comes back."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import Any

import httpx
from websockets.exceptions import InvalidHandshake

from foretold.server.features.evenings import types as evening_types
from tests.server.conforming import conform
from tests.server.serving import CLOSED, Player, Server

SHORT: dict[str, Any] = {
    "game": "seven-prophecies-2017",
    "options": {"variant": "single-round"},
    "pause": 0,
    "bot": "novice",
}
BROKEN = (*CLOSED, InvalidHandshake, httpx.HTTPError, OSError)


class Guest:
    """One of the people."""

    def __init__(self, server: Server, name: str) -> None:
        self.server, self.name = server, name
        self.client = server.client()
        self.evening = ""
        self.done: list[Player] = []  # of the rounds that are over for this one

    def make(self, title: str = "", **settings: Any) -> str:
        """This one is host of a new evening; its id."""
        wish = {"title": title, "name": self.name, "settings": {**SHORT, **settings}}
        answer = self.client.post("/api/evenings", json=wish)
        assert answer.status_code == 201, answer.text
        conform(answer.json(), evening_types.EveningFacts)
        self.evening = str(answer.json()["id"])
        return self.evening

    def join(self, evening: str) -> None:
        self.evening = evening
        assert self.say("join", name=self.name).status_code == 200

    def say(self, kind: str, **more: Any) -> httpx.Response:
        """A command at the evening."""
        return self.client.post(f"/api/evenings/{self.evening}/commands", json={"type": kind, **more})

    def facts(self) -> dict[str, Any]:
        """How the evening stands."""
        answer = self.client.get(f"/api/evenings/{self.evening}").raise_for_status()
        answered: dict[str, Any] = answer.json()
        conform(answered, evening_types.EveningFacts)
        return answered

    def place(self, facts: dict[str, Any]) -> str | None:
        """The table at which this one plays now."""
        for table in facts["rounds"][-1] if facts["phase"] == "playing" else ():
            if table["table"] and table["state"] == "playing":
                return str(table["table"])
        return None

    def player(self, table: str) -> Player:
        """A line to a table of this one."""
        drawn = random.Random(f"{self.name} {table}")
        return Player(
            self.server.url, table, self.client.cookies["foretold"], lambda player, seat, legal: drawn.choice(legal)
        )

    async def play(self, rounds: int) -> None:
        """So many rounds are played to their end, over any number of broken lines; or the evening is over."""
        player: Player | None = None
        while len(self.done) < rounds:
            with suppress(*BROKEN):
                facts = await asyncio.to_thread(self.facts)
                if facts["phase"] == "over":
                    return
                place = self.place(facts)
                if place is not None and place not in [player.table for player in self.done]:
                    player = player if player is not None and player.table == place else self.player(place)
                    await self._play(player)
                    self.done.append(player)
            await asyncio.sleep(0.5 if len(self.done) else 0.1)

    async def _play(self, player: Player) -> None:
        try:
            await player.resume()
            await player.play()
        finally:
            with suppress(*BROKEN):
                await player.close()


def gather(servers: list[Server], people: int, **settings: Any) -> list[Guest]:
    """An evening with so many people, at the servers in turn, of whom the first is host."""
    guests = [Guest(servers[number % len(servers)], f"Guest {number}") for number in range(people)]
    evening = guests[0].make(**settings)
    for guest in guests[1:]:
        guest.join(evening)
    return guests


async def play(guests: list[Guest], rounds: int) -> None:
    """All of them play so many rounds."""
    await asyncio.gather(*(guest.play(rounds) for guest in guests))
