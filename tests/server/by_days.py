"""A table by days whose people act over HTTP: nobody has to be connected."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, Protocol

import httpx

from tests.server.serving import command, first_bid, make_table, wait_for

NAMES = ("Ann", "Bo", "Cy", "Dee")
DAYS = {"kind": "days", "days": 2}


class Reachable(Protocol):
    """A server, or several, that people reach."""

    def client(self) -> httpx.Client:
        """A person's client."""

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """What a statement gives in the database."""


class Planned(NamedTuple):
    """A card that was chosen in advance: whose decision it was for, and what was played before it was played."""

    table: str
    leader: int
    seat: int
    card: str
    acts: int  # actions of the table before the trick


class ByDays:
    """A match by days of three people or more, each with one seat."""

    def __init__(
        self,
        server: Reachable,
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
        fields: dict[str, Any] = sight
        return fields

    def legal(self, seat: int) -> list[str]:
        """What the seat may do now."""
        turn = self.sight(seat).get("turn") or {"legal": []}
        return [choice["action"] for choice in turn["legal"]] or first_bid(turn)

    def decision(self, seat: int) -> int:
        return int(self.sight(seat)["turn"]["decision"])

    def hand(self, seat: int) -> list[str]:
        return [str(card) for card in self.sight(seat)["view"]["hand"]]

    def actors(self) -> list[int]:
        seats: list[int] = self.people[0].get(self.path).json()["actors"]
        return seats

    def number(self) -> int:
        """The number of the table's last entry."""
        return int(self.sight(0)["number"])

    def act(self, seat: int, action: str = "") -> str:
        """The seat acts itself, by its first legal action unless it is said which."""
        chosen = action or self.legal(seat)[0]
        id = secrets.token_hex(8)  # by which it is known when it comes twice
        sent = {"type": "act", "id": id, "seat": seat, "decision": self.decision(seat), "action": chosen}
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
        cards: list[dict[str, Any]] = self.people[seat].get(f"{self.path}/plans").json()["cards"]
        return cards

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

    def over(self) -> bool:
        return bool(self.people[0].get(self.path).json()["phase"] == "over")

    def plan_next(self, moments: Random) -> Planned | None:
        """Whoever follows the next leader chooses a card that will be legal; None where it is not time for it yet."""
        if self.sight(0)["view"]["phase"] != "tricks":
            self.choose_all()
            return None
        [leader] = self.actors()
        follower = (leader + 1) % len(self.people)
        view, hand = self.sight(follower)["view"], self.hand(follower)
        if view["trick"] or len(hand) < 2:
            self.act(leader)
            return None
        lead = view["future"][len(view["tricks"])][0]
        card = moments.choice([card for card in hand if card[0] == lead] or hand)
        before = len(self.acted())
        assert self.plan(follower, card).status_code == 200
        return Planned(self.table, leader, follower, card, before)

    def check_played(self, planned: Planned) -> None:
        """The card is played for its person, once, and it is the next one's turn."""
        self.wait_for_acts(planned.acts + 2)
        assert self.acted()[planned.acts + 1] == (planned.seat, planned.card)
        assert self.planned(planned.seat) == []
        assert self.actors() == [(planned.seat + 1) % len(self.people)], "it was played once"
