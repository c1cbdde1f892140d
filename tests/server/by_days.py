"""A table by days whose people act over HTTP: nobody has to be connected."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import httpx

from tests.server.serving import Server, command, first_bid, make_table, wait_for

NAMES = ("Ann", "Bo", "Cy", "Dee")
DAYS = {"kind": "days", "days": 2}


class ByDays:
    """A match by days of three people or more, each with one seat."""

    def __init__(
        self,
        server: Server,
        game: str = "seven-prophecies",
        players: int = 3,
        host: httpx.Client | None = None,
        **settings: Any,
    ) -> None:
        self.server = server
        self.people = [host or server.client(), *(server.client() for _ in range(players - 1))]
        settings = {"game": game, "players": players, "pace": DAYS, **settings}
        self.table = make_table(self.people[0], ["me", *["open"] * (players - 1)], **settings)
        for seat, person in enumerate(self.people[1:], start=1):
            assert command(person, self.table, type="sit", seat=seat, name=NAMES[seat]).status_code == 200
        self._begin()

    def _begin(self) -> None:
        shares = [bytes([seat]) * 16 for seat in range(len(self.people))]
        for person in self.people:
            assert command(person, self.table, type="ready").status_code == 200
        for person, share in zip(self.people, shares, strict=True):
            digest = hashlib.sha256(share).hexdigest()
            assert command(person, self.table, type="commit", commitment=digest).status_code == 200
        for person, share in zip(self.people, shares, strict=True):
            assert command(person, self.table, type="reveal", bytes=share.hex()).status_code == 200

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    def sight(self, seat: int) -> dict[str, Any]:
        """What the seat sees."""
        [sight] = self.people[seat].get(f"{self.path}/views").json()["views"]
        found: dict[str, Any] = sight
        return found

    def legal(self, seat: int) -> list[str]:
        """What the seat may do now."""
        turn = self.sight(seat).get("turn") or {"legal": []}
        return [choice["action"] for choice in turn["legal"]] or first_bid(turn)

    def decision(self, seat: int) -> int:
        return int(self.sight(seat)["turn"]["decision"])

    def hand(self, seat: int) -> list[str]:
        return [str(card) for card in self.sight(seat)["view"]["hand"]]

    def actors(self) -> list[int]:
        found: list[int] = self.people[0].get(self.path).json()["actors"]
        return found

    def number(self) -> int:
        """The number of the table's last entry."""
        return int(self.sight(0)["number"])

    def act(self, seat: int, action: str = "") -> str:
        """The seat acts itself, by its first legal action unless it is said which."""
        chosen = action or self.legal(seat)[0]
        sent = {"type": "act", "seat": seat, "decision": self.decision(seat), "action": chosen}
        answer = command(self.people[seat], self.table, **sent)
        assert answer.status_code == 200, answer.text
        return chosen

    def choose_all(self) -> None:
        """Everybody has foretold or bid."""
        for seat in list(self.actors()):
            self.act(seat)
        while self.sight(0)["view"]["phase"] != "tricks":  # Prophecy's leaders bid first
            for seat in self.actors():
                self.act(seat)

    def plan(self, seat: int, action: str, decision: int | None = None) -> httpx.Response:
        """The seat chooses a card in advance, or none."""
        for_decision = self.decision(seat) if decision is None else decision
        wish = {"seat": seat, "decision": for_decision, "action": action}
        return self.people[seat].post(f"{self.path}/plans", json=wish)

    def planned(self, seat: int) -> list[dict[str, Any]]:
        """What the seat has chosen in advance."""
        found: list[dict[str, Any]] = self.people[seat].get(f"{self.path}/plans").json()["cards"]
        return found

    def play_forced(self, seat: int, forced: bool = True) -> None:
        """Forced cards of the seat are played by themselves from now on, or not."""
        answer = self.people[seat].post(f"{self.path}/forced", json={"forced": forced})
        assert answer.json()["forced"] is forced

    def acted(self) -> list[tuple[int, str]]:
        """Every action of the journal on disk, in order."""
        rows = self.server.run(f"SELECT body FROM entries WHERE table_id = '{self.table}' ORDER BY number")
        entries = [json.loads(body) for (body,) in rows]
        return [(entry["seat"], entry["action"]) for entry in entries if entry["entry"] == "acted"]

    def wait_for_acts(self, count: int) -> None:
        """So many actions have been taken."""
        wait_for(lambda: len(self.acted()) >= count)

    def until(self, done: Callable[[], bool]) -> None:
        """Whoever is to act does, until it is so."""
        while not done():
            for seat in self.actors()[:1]:
                self.act(seat)
