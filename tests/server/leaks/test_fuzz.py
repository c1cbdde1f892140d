"""Anything at all is sent to a real server: it answers, keeps its state, and does not grow."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import string
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import InvalidHandshake

import foretold
from foretold.fair import verify
from foretold.server.protocol import messages as wire
from foretold.server.routes import openapi
from foretold.server.table import journal
from foretold.server.table.table import Table
from foretold.server.updates.stream import PublicSnapshot, UpdateStream
from tests.server.leaks.fuzzing import LAUNCH, readable, resident, without_time
from tests.server.requesting import SHORT, play
from tests.server.serving import CLOSED, Player, Server, command, make_table, serving

FREE = ("--review-worlds", "2", "--review-nice", "0", "--message-rate", "1000000", "--request-rate", "1000000")
CRASHES = ('"event": "crash"', "Traceback", "Exception in ASGI", '"event": "not stored"', "not readable")


def crashes(server: Server) -> list[str]:
    """The lines of the log that tell of a fault."""
    return [line for line in server.log.read_text().splitlines() if any(sign in line for sign in CRASHES)]


# Requests --------------------------------------------------------------------------------------------------------

LONG = settings.default is not None and settings.default.max_examples > 100
api = schemathesis.openapi.from_dict(openapi())
api.config.phases.update(phases=["examples", "coverage", "fuzzing"] if LONG else ["fuzzing"])
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, list[str]], str]]:
    """A server with tables and matches; the places that requests may name, and the cookie of who owns them."""
    with serving(tmp_path_factory.mktemp("server"), *FREE, "--ladder") as server:
        client = server.client()
        tables = [
            make_table(client, ["me", "open", "external"], public=True, **SHORT),
            make_table(client, ["me", "me", "bot:random"], chat="free", **SHORT),
            make_table(client, ["me", "bot:random", "bot:random"], **SHORT),
        ]
        player = Player(server.url, tables[-1], client.cookies["foretold"])
        asyncio.run(play(player))
        places = {"table": tables, "match": [player.facts["match"]], "seat": ["0", "1", "2"], "language": ["en", "ja"]}
        places |= {"set": [*foretold.games.TITLES, "own"], "name": ["1", "66", "999", "x"]}
        host, *guests = [server.client() for _ in range(3)]
        evenings = [person.post("/api/evenings", json={}).json()["id"] for person in (client, host)]
        for guest in (*guests, client):
            assert guest.post(f"/api/evenings/{evenings[1]}/commands", json={"type": "join"}).status_code == 200
        assert host.post(f"/api/evenings/{evenings[1]}/commands", json={"type": "begin"}).status_code == 200
        challenge = client.post("/api/challenges", json={"bot": "novice"}).json()["id"]
        places |= {"evening": evenings, "challenge": [challenge], "game": [*foretold.games.TITLES]}
        groups = [person.post("/api/groups", json={"title": "Friends"}).json() for person in (client, host)]
        places |= {"group": [group["id"] for group in groups]}
        places |= {"invite": [group["invite"].rpartition("/")[2] for group in groups]}
        places["day"] = [client.get("/api/daily").json()["today"]]
        yield server, places, client.cookies["foretold"]
        assert crashes(server) == []


@api.parametrize()
@settings(max_examples=200 if LONG else 8)
def test_every_request_is_answered_as_described(
    case: schemathesis.Case[Any], real: tuple[Server, dict[str, list[str]], str]
) -> None:
    server, places, cookie = real
    headers = {}
    if case.method != "DELETE":  # else nothing would be left to ask for
        chance = random.Random(repr((case.path_parameters, case.body)))
        for name in case.path_parameters:
            if chance.random() < 0.7:
                case.path_parameters[name] = chance.choice(places[name])
        headers = {"Cookie": f"foretold={cookie}"} if chance.random() < 0.7 else {}
    answer = case.call(base_url=server.url, headers=headers)
    case.validate_response(answer, checks=CHECKS)


# Messages --------------------------------------------------------------------------------------------------------

PLACES: list[tuple[list[str], dict[str, Any]]] = [
    (["me", "open", "open"], {**SHORT, "chat": "free"}),
    (["me", "open", "bot:random"], {**SHORT, "public": True, "grace": 5}),
    (["me", "me", "open"], {"game": "seven-prophecies", "players": 3, "chat": "off"}),
    (["open", "me"], {"game": "prophecy", "players": 2, "options": {"variant": "short"}, "spectators": False}),
    (["me", "external", "bot:greedy"], {**SHORT, "pace": {"kind": "seconds", "seconds": 3600}}),
]


class Rough:
    """Tables with all kinds of people, and what they say: sense, nonsense, and sense at the wrong moment."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.random = random.Random(seed)
        self.people = [server.client() for _ in range(4)]
        for number, client in enumerate(self.people):
            assert client.post("/api/me", json={"name": f"Person {number}"}).status_code == 200
        self.tables: list[str] = []
        self.tokens: dict[str, str] = {}
        self.seated: dict[str, set[str]] = {}  # by table the cookies of those who have sat there
        self.sent = 0
        self.proper = 0  # well-formed commands of seated people
        self.heard: deque[str] = deque(maxlen=300)  # messages of anybody, to be sent again by anybody
        self.answers: Counter[str] = Counter()
        for number in range(len(PLACES)):
            self.tables.append(self.make(number))

    def make(self, place: int) -> str:
        """A new table in this place."""
        seats, wishes = PLACES[place]
        host = self.people[place % len(self.people)]
        table = make_table(host, seats, **wishes)
        if "external" in seats:
            path = f"/api/tables/{table}/seats/{seats.index('external')}/token"
            self.tokens[table] = host.post(path, json={}).json()["token"]
        return table

    # What is said ----------------------------------------------------------------------------------------------

    def message(self, player: Player) -> str | bytes:
        """The next message of this line, whatever it is."""
        kind = self.random.choices(
            (self.sense, self.untimely, self.odd, self.again, self.broken, self.nonsense, self.oversized),
            (86, 4, 3, 2, 2, 2, 1),
        )[0]
        said = kind(player)
        if player.seats and isinstance(said, str) and readable(said):
            self.proper += 1
        if isinstance(said, str) and len(said) < 1000:
            self.heard.append(said)
        if self.random.random() < 0.05:
            return said.encode("utf-8", "surrogatepass") if isinstance(said, str) else said
        return said

    def sense(self, player: Player) -> str:
        """What the moment asks for, as far as this line knows."""
        facts, chance = player.facts, self.random
        phase, chairs = facts.get("phase"), facts.get("seats") or []
        turns = [(seat, turn) for seat, turn in player.turns.items() if turn and turn.get("legal") and seat is not None]
        free = [seat for seat, chair in enumerate(chairs) if chair["kind"] == "open"]
        if facts.get("paused"):
            return self.write("resume")
        if phase == "playing" and turns:
            seat, turn = chance.choice(turns)
            return self.write(
                "act", seat=seat, decision=turn["decision"], action=chance.choice(turn["legal"])["action"]
            )
        if phase == "sharing":
            if facts["fair"]["stage"] == "commit":
                return self.write("commit", commitment=hashlib.sha256(player.share).hexdigest())
            return self.write("reveal", bytes=player.share.hex())
        if phase == "open" and free and not player.seats:
            return self.write("sit", seat=chance.choice(free), name="Guest")
        if phase == "open" and free and chance.random() < 0.2:
            return self.write("fill", seat=chance.choice(free), bot="random")
        if phase in ("open", "over"):
            return self.write("ready" if phase == "open" else "rematch")
        for seat in player.seats:  # not its turn
            hand, turn = (player.views.get(seat) or {}).get("hand") or ["S1"], player.turns.get(seat) or {}
            return self.write("act", seat=seat, decision=turn.get("decision", 0), action=hand[0])
        return self.untimely(player) if chance.random() < 0.9 else '{"type": "ping"}'

    def untimely(self, player: Player) -> str:
        """A command that can be read, at any moment and for anybody's seat."""
        chance = self.random
        turn = next((turn for turn in player.turns.values() if turn), {"decision": 0})
        kinds: dict[str, Callable[[], dict[str, Any]]] = {
            "sit": lambda: {"seat": chance.randrange(6), "name": self.text(80)},
            "leave": lambda: {"seat": chance.choice((None, 0, 1, 5)) if chance.random() < 0.02 else 5},
            "close": lambda: {} if chance.random() < 0.05 else {"more": 1},
            "ready": lambda: {"ready": chance.random() < 0.7},
            "fill": lambda: {
                "seat": chance.randrange(6),
                "bot": chance.choice((None, "random", "greedy", "external", "x")),
            },
            "swap": lambda: {"seat": chance.randrange(6), "other": chance.randrange(6)},
            "remove": lambda: {"seat": chance.randrange(6) if chance.random() < 0.02 else 5},
            "change": lambda: {
                "players": chance.choice((None, 2, 3, 4, 6)),
                "game": chance.choice((None, None, "prophecy", "x")),
                "pace": chance.choice((None, {"kind": "none"}, {"kind": "seconds", "seconds": 60})),
            },
            "queue": lambda: {"name": self.text(80), "wait": chance.random() < 0.7},
            "pause": dict,
            "resume": dict,
            "rematch": dict,
            "commit": lambda: {"commitment": chance.randbytes(32).hex()},
            "reveal": lambda: {"bytes": chance.randbytes(16).hex()},
            "act": lambda: {
                "seat": chance.randrange(6),
                "decision": max(0, turn["decision"] + chance.choice((-2, -1, 0, 1, 10**6, 2**62))),
                "action": chance.choice(("S1", "M7", "3-2-2", "7-0-0", "surrender", "", "P1", "Jaguar", self.text(64))),
            },
            "back": dict,
            "say": lambda: {"phrase": chance.choice(("", "hello", "x")), "text": self.text(400)},
        }
        kind = chance.choice([*kinds, "act", "act", "resume"])
        if kind == "pause" and chance.random() < 0.8:
            kind = "resume"
        return self.write(kind, **kinds[kind]())

    def odd(self, player: Player) -> str:
        """A command whose fields have wrong types, or too many or too few of them."""
        message = json.loads(self.chosen((self.sense, self.untimely), player))
        for _ in range(self.random.choice((1, 1, 2))):
            field = self.random.choice([*message, "more"])
            if self.random.random() < 0.2:
                message.pop(field, None)
            else:
                message[field] = self.value(3)
        return json.dumps(message)

    def again(self, player: Player) -> str:
        """What somebody has said before, here or elsewhere."""
        return self.random.choice(self.heard) if self.heard else "{}"

    def broken(self, player: Player) -> str | bytes:
        """A command cut, doubled or with other characters in it."""
        text = self.chosen((self.sense, self.untimely, self.again), player)
        at = self.random.randrange(len(text) + 1)
        return self.random.choice(
            (
                text[:at],
                text[at:],
                text[:at] + self.random.choice(string.printable) + text[at + 1 :],
                text + text,
                text.replace('"', "'"),
                text.encode("utf-16"),
                text.upper(),
            )
        )

    def nonsense(self, player: Player) -> str | bytes:
        """No command at all."""
        chance = self.random
        return chance.choice(
            (
                lambda: json.dumps(self.value(4)),
                lambda: chance.randbytes(chance.randrange(60)),
                lambda: self.text(200),
                lambda: "[" * chance.randrange(4000),
                lambda: '{"a":' * chance.randrange(600),
                lambda: '{"id":' + "9" * chance.randrange(1, 3000) + "}",
                lambda: json.dumps({"type": "hello", "protocol": wire.PROTOCOL, "table": chance.choice(self.tables)}),
                lambda: '{"type": "' + self.text(20) + '"}',
                lambda: "",
            )
        )()

    def oversized(self, player: Player) -> str | bytes:
        """More than a message may have; now and then so much that the line ends."""
        size = 70_000 if self.random.random() < 0.02 else self.random.randrange(4097, 30_000)
        text = self.chosen((self.sense, self.untimely), player)
        return text + " " * size if self.random.random() < 0.5 else text[:-1] + ', "x": "' + "y" * size + '"}'

    def chosen(self, kinds: tuple[Callable[[Player], str], ...], player: Player) -> str:
        return self.random.choice(kinds)(player)

    def write(self, kind: str, **fields: Any) -> str:
        given = {name: value for name, value in fields.items() if value is not None}
        id = (
            {"id": self.random.choice(("", "same", self.random.randbytes(8).hex()))}
            if self.random.random() < 0.9
            else {}
        )
        return json.dumps({"type": kind, **id, **given})

    def text(self, most: int) -> str:
        signs = "aZ9 <>&\"'\\/{}[]\u0000\u202e\u200b\u3042\U0001f0cf\n"
        return "".join(self.random.choice(signs) for _ in range(self.random.randrange(most + 2)))

    def value(self, depth: int) -> Any:
        """Any JSON value."""
        chance = self.random
        made: tuple[Callable[[], Any], ...] = (
            lambda: None,
            lambda: chance.choice((True, False)),
            lambda: chance.choice((0, -1, 1, 5, 6, 2**31, 2**53, 2**63, -(2**63) - 1, 2**64, 10**30, 10**300)),
            lambda: chance.choice((0.0, -0.5, 1e308, 1e-320, 3.0)),
            lambda: self.text(90),
            lambda: "x" * chance.choice((64, 65, 400, 401)),
            lambda: [self.value(depth - 1) for _ in range(chance.randrange(4))] if depth else [],
            lambda: {self.text(8): self.value(depth - 1) for _ in range(chance.randrange(4))} if depth else {},
        )
        return chance.choice(made)()

    # Who says it -----------------------------------------------------------------------------------------------

    async def line(self, messages: int) -> None:
        """One line after the other, until enough was said."""
        while self.sent < messages:
            place = self.random.randrange(len(PLACES))
            table = self.tables[place]
            cookies = ["", *(person.cookies["foretold"] for person in self.people)]
            seated = sorted(self.seated.get(table, ()))
            cookie = self.random.choice(seated if seated and self.random.random() < 0.85 else cookies)
            token = self.tokens.get(table, "") if self.random.random() < 0.2 else ""
            player = Player(self.server.url, table, cookie, token=token)
            player.share = hashlib.sha256(f"{cookie} {table}".encode()).digest()[:16]
            with suppress(*CLOSED, InvalidHandshake):
                await player.connect(last=self.random.choice((None, None, 10**6, -1, -(2**70), 2**70)))
                await self.talk(player, min(messages, self.sent + self.random.randrange(300)))
            if player.seats and not token:
                self.seated.setdefault(table, set()).add(cookie)
            gone = player.bye is not None and player.bye["reason"] in ("table-closed", "no-such-table")
            left = bool(player.facts) and not any(chair["kind"] == "person" for chair in player.facts["seats"])
            if (gone or left) and self.tables[place] == table:
                self.tables[place] = self.make(place)
            if player.socket is not None:
                await player.drop()

    async def talk(self, player: Player, until: int) -> None:
        """Says a few things at a time; each of them is answered, once, unless the line ends."""
        while self.sent < until and player.bye is None:
            messages = [self.message(player) for _ in range(self.random.choice((1, 1, 2, 5)))]
            self.sent += len(messages)
            for message in messages:
                assert player.socket is not None
                await player.socket.send(message)
            waiting = len(messages)
            while waiting and player.bye is None:
                heard = await player.hear(30)
                if heard["type"] in ("done", "refused", "pong"):
                    waiting -= 1
                    self.answers[heard.get("reason", heard["type"])] += 1
                    assert heard.get("sentence", "x"), heard
            player.raw.clear()


def test_any_message_is_answered_without_losing_state_or_growing_memory(
    tmp_path: Path, database: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foretold.server.table.table.STAND_IN", "random")
    messages = 1_000_000 if request.config.getoption("--long") else 3_000
    seed = random.randrange(10**9) if request.config.getoption("--long") else 1
    print(f"\nseed {seed}")
    with serving(tmp_path, *FREE, command=("-c", LAUNCH), database=database) as server:
        rough = Rough(server, seed)
        first = max(1_000, messages // 2)  # until tables, pages of the database and all else that fills once are there
        asyncio.run(talk_all(rough, first))
        begun, memory = time.monotonic(), resident(server)
        asyncio.run(talk_all(rough, messages))
        took, grown = time.monotonic() - begun, resident(server) - memory
        print(f"{rough.sent} messages, {(rough.sent - first) / took:.0f} a second, grown by {grown:.1f} MB")
        print(rough.answers)
        print(f"{rough.proper / rough.sent:.0%} well-formed commands of seated people")
        assert rough.proper >= rough.sent / 2
        assert crashes(server) == []
        assert grown < (10 if messages < 10_000 else 6)
        said = {table: views(rough, table) for table in rough.tables}
        assert httpx.get(server.url + "/api/health").json()["ok"]
        finish(rough, rough.tables[1])
        finish(rough, rough.make(1))
        assert server.stop() == 0
        assert crashes(server) == []
    for record in check_journals(server, said):
        verify(record)


async def talk_all(rough: Rough, messages: int) -> None:
    async with asyncio.timeout(60 + messages / 20), asyncio.TaskGroup() as group:
        for _ in range(20):
            group.create_task(rough.line(messages))


def views(rough: Rough, table: str) -> dict[str, Any]:
    """What the server says of the table, to each of the people."""
    answers = [client.get(f"/api/tables/{table}/views") for client in (*rough.people, rough.server.client())]
    all_views = [view for answer in answers if answer.status_code == 200 for view in answer.json()["views"]]
    return {str(view["seat"]): view for view in all_views}


def finish(rough: Rough, table: str) -> None:
    """A match at this table, the one that runs or another, is played to its end; nothing if nobody sits there."""

    def anybody(**message: Any) -> None:
        any(command(client, table, **message).status_code == 200 for client in rough.people)

    anybody(type="resume")
    anybody(type="rematch")
    page = rough.server.client().get(f"/api/tables/{table}")
    if page.status_code == 404:  # somebody has closed it
        return
    for seat, chair in enumerate(page.json()["seats"]):
        if chair["kind"] in ("open", "external"):
            anybody(type="fill", seat=seat, bot="random")
    for client in rough.people:
        command(client, table, type="ready")
    seated = [
        Player(rough.server.url, table, client.cookies["foretold"])
        for client in rough.people
        if client.get(f"/api/tables/{table}/views").json()["views"][0]["seat"] is not None
    ]
    if seated:
        asyncio.run(play(*seated))
        assert all(player.facts["phase"] == "over" for player in seated)


def check_journals(server: Server, said: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Every table is what its journal makes of it; the records kept, each of them a match by the rules."""
    rows = server.run("SELECT table_id, at, body FROM entries ORDER BY table_id, number")
    records = [json.loads(record) for (record,) in server.run("SELECT record FROM matches")]
    tables: dict[str, Table] = {}
    for id, at, body in rows:
        table = tables.setdefault(id, Table(id))
        table.apply(journal.read(body), at)
        for seat, view in said.get(id, {}).items():
            if view["number"] == table.number:
                rebuilt = UpdateStream(table, None if seat == "None" else int(seat)).fresh(PublicSnapshot(table))
                assert without_time(json.loads(rebuilt)) == without_time(view)
                view["seen"] = True
    assert all("seen" in view for kept in said.values() for view in kept.values())
    for record in records:
        foretold.replay(record)
    return records
