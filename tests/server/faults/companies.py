"""People who play match after match while servers and databases break, and what their tables must be afterwards."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import InvalidHandshake

import foretold
from foretold.fair import verify
from foretold.server.table import journal
from tests.server.faults.linearizability import violations, written
from tests.server.serving import CLOSED, Player, Server, command, make_table

BROKEN = (*CLOSED, InvalidHandshake)
FIRST_EDITION, SINGLE, BRIEF = "seven-prophecies-2017", {"variant": "single-round"}, {"variant": "short"}
PACE = {"kind": "seconds", "seconds": 30}
TALK = 12  # actions between two chat lines of a player
STAY = 6  # actions after which a visitor leaves
Seek = Callable[[str], Player]  # makes a player with this cookie, at whichever server


class Company:
    """The people of one table; the first is its host and says when it is enough."""

    def __init__(self, table: str, players: list[Player]) -> None:
        self.table = table
        self.players = players
        self.visitors: list[Player] = []  # who took over a bot's seat for a while, or wanted to
        self.finished = asyncio.Event()
        self.resent = 0

    def done_with(self, player: Player) -> bool:
        """Whether this player has nothing more to do or to hear."""
        return self.finished.is_set() and player.facts.get("phase") == "over" and _answered(player)


def company(server: Server, seats: list[str], guests: int = 0, **settings: Any) -> Company:
    """A table whose open seats are taken by guests, the last of them by one with several."""
    host = server.client()
    return gather(server, host, make_table(host, seats, chat="free", **settings), seats, guests)


def gather(server: Server, host: httpx.Client, table: str, seats: list[str], guests: int) -> Company:
    """The company of a table whose open seats are taken by guests."""
    people = [host, *(server.client() for _ in range(guests))]
    free = [seat for seat, wish in enumerate(seats) if wish == "open"]
    for client in people:
        assert client.post("/api/me", json={"name": "?"}).status_code == 200
        assert client.post("/api/me/ratings", json={"rated": True}).status_code == 200
    for number, seat in enumerate(free):
        guest = people[1 + min(number, guests - 1)]
        assert command(guest, table, type="sit", seat=seat, name=f"Guest {seat}").status_code == 200
    return Company(table, [Player(server.url, table, client.cookies["foretold"], chance(table)) for client in people])


def chance(seed: str) -> Callable[[Player, int, list[str]], str]:
    """Any legal action."""
    drawn = random.Random(seed)
    return lambda player, seat, legal: drawn.choice(legal)


async def keep_playing(company: Company, player: Player, enough: asyncio.Event) -> None:
    """Match after match, over any number of broken lines, until the host finds it enough and the last match is over."""
    host = player is company.players[0]
    talked = 0
    while not company.done_with(player):
        with suppress(*BROKEN):
            await player.resume()
            company.resent += sum(message["id"] not in player.done for message in player.sent.values())
            asked: set[tuple[str, Any]] = set()
            while not company.done_with(player):
                with suppress(TimeoutError):
                    await player.hear(0.5)
                await player.act()
                phase = player.facts.get("phase")
                if host and phase == "over" and enough.is_set():
                    company.finished.set()
                if len(player.sent) >= talked + TALK and player.seats:
                    talked = len(player.sent)
                    await say(player)
                for wish in _wishes(player, host=host) if not company.finished.is_set() else ():
                    if (str(wish), player.number) not in asked:
                        asked.add((str(wish), player.number))
                        await player.send(wish)
        await asyncio.sleep(0.02)


def _wishes(player: Player, *, host: bool) -> list[dict[str, Any]]:
    """What this player does between two matches."""
    phase = player.facts.get("phase")
    if phase not in ("open", "over"):
        return []
    seats, wishes = player.facts["seats"], []
    if host and phase == "open":  # a visitor has left
        wishes += [
            {"type": "fill", "seat": seat, "bot": "random"}
            for seat, status in enumerate(seats)
            if status["kind"] == "open"
        ]
    unready = not all(seats[seat]["ready"] for seat in player.seats)
    if unready and phase == "open":
        wishes.append({"type": "ready"})
    if unready and phase == "over" and host:
        wishes.append({"type": "rematch"})
    return wishes


async def say(player: Player) -> None:
    """Something that nobody has said before; it is not sent again if there is no answer."""
    text = secrets.token_hex(8)
    await player.invoke({"type": "say", "id": text, "text": text}, text, str(min(player.seats)))


# Visitors ---------------------------------------------------------------------------------------------------------


async def keep_visiting(company: Company, seek: Seek, clients: Callable[[], httpx.Client]) -> None:
    """One visitor after the other takes over a bot's seat, plays a little and leaves, until the company is finished."""
    while not company.finished.is_set():
        client, name = clients(), f"Visitor {len(company.visitors)}"
        try:
            made = await asyncio.to_thread(client.post, "/api/me", json={"name": name})
        except httpx.HTTPError:
            await asyncio.sleep(0.1)
            continue
        if made.status_code == 200:
            visitor = seek(client.cookies["foretold"])
            company.visitors.append(visitor)
            await _visit(company, visitor, name)
        await asyncio.sleep(0.1)


async def _visit(company: Company, visitor: Player, name: str) -> None:
    """Asks for a seat once; whoever is not let in when the round ends goes again, as who has left the table."""
    asked, seated, left = False, False, False
    rounds: set[tuple[object, object]] = set()  # that the visitor was shown
    withdrawn = {"wish", "wait"}  # ids of the commands by which who has waited too long goes again
    while not left:
        with suppress(*BROKEN):
            await visitor.resume()
            while not left:
                with suppress(TimeoutError):
                    await visitor.hear(0.5)
                await visitor.act()
                facts = visitor.facts
                phase, seated = facts.get("phase"), seated or bool(visitor.seats)
                rounds.add((facts.get("match"), (visitor.views.get(visitor.audiences[0]) or {}).get("round")))
                if not asked and phase == "playing":
                    free = [
                        seat
                        for seat, status in enumerate(facts["seats"])
                        if status["kind"] == "bot" and not status["next"]
                    ]
                    asked = True
                    if free:
                        wish = {"type": "take-over", "id": name, "seat": free[0], "name": name}
                        await visitor.invoke(wish, name, str(free[0]))
                elif not visitor.seats and (seated or name in visitor.refused or withdrawn <= visitor.done.keys()):
                    left = True
                elif not visitor.seats and len(rounds) > 2:  # a restart has dropped the wish
                    await visitor.send({"type": "take-over", "id": "wish", "wish": False})
                    await visitor.send({"type": "queue", "id": "wait", "wait": False})
                elif visitor.seats and (len(visitor.sent) >= STAY or phase != "playing") and _answered(visitor):
                    await visitor.send({"type": "leave"})
                left = left or company.finished.is_set()
        await asyncio.sleep(0.05)
    await visitor.close()


def _answered(player: Player) -> bool:
    return all(message["id"] in player.done for message in player.sent.values())


# What must be true afterwards -------------------------------------------------------------------------------------


class Made(NamedTuple):
    action: str
    by: str


def check_company(company: Company, entries: list[journal.AnyEntry], records: list[dict[str, Any]]) -> None:
    """Every acknowledged action stands in the records at its place, and nothing else does; all of them verify."""
    made: dict[int, list[Made]] = {}  # by seat, over all matches of the table
    for record in records:
        assert foretold.replay(record).over
        verify(record)
        for event in record["events"]:
            if "action" in event:
                made.setdefault(event["seat"], []).append(Made(event["action"], event.get("by", "")))
    ids = Counter((entry.seat, entry.id) for entry in entries if isinstance(entry, journal.Acted) and entry.id)
    assert set(ids.values()) == {1}
    for player in company.players:
        assert player.sent
        for (seat, decision), message in player.sent.items():
            assert message["id"] in player.done, player.refused.get(message["id"])
            assert made[seat][decision] == Made(message["action"], "")
            assert (seat, message["id"]) in ids
        for seat in player.seats:
            assert len(made[seat]) == sum(sent == seat for sent, _ in player.sent)


def check_order(company: Company, entries: list[journal.AnyEntry]) -> int:
    """The journal is a linear order of everything that was done at the table; how many commands that were."""
    calls = [call for player in (*company.players, *company.visitors) for call in player.history.calls]
    assert violations(calls, written(entries)) == []
    return sum(bool(call.key) for call in calls)


def summed_up(companies: Iterable[Company]) -> str:
    """What was done at these tables, in figures."""
    players = [player for company in companies for player in (*company.players, *company.visitors)]
    outcomes = Counter(call.outcome for player in players for call in player.history.calls if call.key)
    return f"commands by outcome: {dict(outcomes)}; shown {sum(len(player.history.calls) for player in players)} times"
