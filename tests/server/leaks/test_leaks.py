"""Hidden means hidden: the bytes that a seat gets are the same when the cards that it can't see are others.

A real server deals what a file says. A match is played whole by scripted seats; then in other worlds, where the cards
and choices that one seat (or a spectator) can't see are others but everything public is the same.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

import foretold
from foretold.bots.greedy import GreedyBot
from foretold.games import State
from foretold.server.base.clock import date
from foretold.server.live import bot_runner
from foretold.server.live.bot_runner import _delays
from foretold.server.live.live_table import LiveTable
from tests.conftest import GAMES, every_game, random_states
from tests.rules.other_worlds import _change_secret_prophecies, _rounds, _swap_unseen
from tests.server.at_tables import Room
from tests.server.leaks.rigged import LEAKY
from tests.server.serving import PROTOCOL, Server, make_table, serving

NAMES = ("Ann", "Bob", "Cem", "Dan", "Eve", "Fay")
SHORT: list[tuple[str, int, dict[str, Any]]] = [  # title, players, options
    ("seven-prophecies", 3, {}),
    ("seven-prophecies", 4, {}),
    ("seven-prophecies-2017", 3, {}),
    ("seven-prophecies-2017", 4, {"variant": "single-round"}),
    ("prophecy", 3, {"variant": "short"}),
    ("prophecy", 6, {"variant": "short"}),
    ("prophecy", 3, {"variant": "short", "early_bids": True}),
]
ALL: list[tuple[str, int, dict[str, Any]]] = [(game.name, game.players, dict(game.given)) for game in GAMES]


# Worlds -----------------------------------------------------------------------------------------------------------


def other_world(state: State, seat: int | None, rng: Random, tries: int = 12) -> State | None:
    """The same match up to here with other cards, in every round where some can be, where the seat saw none."""
    source = state.record().to_dict()
    rounds = _rounds(source["events"])
    for number in range(len(rounds)):
        running = number == len(rounds) - 1 and not state.over
        if state.game.name == "prophecy" and not running:
            continue  # in the end all its cards were played or bid, and the bids are told
        for _ in range(tries):
            trial = deepcopy(rounds)
            _swap_unseen(state, trial[number], seat, running, rng)
            if running:
                _change_secret_prophecies(state, trial[number], seat, rng)
            try:
                foretold.replay({**source, "events": [event for events in trial for event in events]})
            except foretold.BadRecord:
                continue  # a seat would have had to follow suit, or a Specialist got into a bid
            rounds = trial
    other = foretold.replay({**source, "events": [event for events in rounds for event in events]})
    return other if hidden(other, seat) != hidden(state, seat) else None


def hidden(state: State, seat: int | None) -> list[Any]:
    """By round what is worth hiding from the seat: the hands of the others, and their choices if they stay hidden."""
    actions: list[Any] = []
    for events in _rounds(state.record().to_dict()["events"]):
        hands = [sorted(hand) for number, hand in enumerate(events[0]["deal"]["hands"]) if number != seat]
        actions.append((hands, [event["action"] for event in events if "action" in event]))
    return actions


@dataclass
class Script:
    """A match to be played on the server: what to deal, what to do; then all that was sent in it."""

    state: State
    number: int
    leaky: bool = False
    table: str = ""
    streams: dict[int | None, list[str]] = field(default_factory=dict)  # by seat, None is the spectator

    @property
    def events(self) -> list[dict[str, Any]]:
        return [event for event in self.state.record().to_dict()["events"] if "action" in event]

    @property
    def deals(self) -> list[dict[str, Any]]:
        return [event["deal"] for event in self.state.record().to_dict()["events"] if "deal" in event]

    def normal(self, seat: int | None) -> list[str]:
        """The stream of a seat without what is new in every match: ids, the promise of the deals, the time of day."""
        chance: set[Any] = {self.table}
        for text in self.streams[seat]:
            facts = json.loads(text).get("table")
            if isinstance(facts, dict):
                fair = facts.get("fair") or {}
                chance |= {fair.get("commitment"), fair.get("secret"), facts.get("match")}
                chance |= {share.get(key) for share in fair.get("shares", ()) for key in ("commitment", "bytes")}
        pattern = re.compile("|".join(sorted(re.escape(name) for name in chance if name)))
        texts = (re.sub(r'(?<="interval":{"left":)\d+|(?<="ended":)\d+', "·", text) for text in self.streams[seat])
        return [pattern.sub(lambda match: "·" * len(match[0]), text) for text in texts]


# Playing ----------------------------------------------------------------------------------------------------------


class Stage:
    """All lines of one table, one thing at a time: nothing is sent before everybody has heard of the last."""

    def __init__(self, script: Script, server: Server, cookies: list[str]) -> None:
        self.script, self.server, self.cookies = script, server, cookies
        self.lines: dict[int | None, ClientConnection] = {}
        script.streams = {}

    async def play(self) -> None:
        """The whole script."""
        players = self.script.state.game.players
        for seat in (None, *range(1, players), 0):  # the host last: only its line changes the table
            await self.join(seat)
        for seat in range(1, players):
            await self.say(seat, 3, type="sit", seat=seat, name=NAMES[seat])  # welcome, view, done
        for seat in range(players):
            await self.say(seat, type="ready")
        number = self.script.number + (LEAKY if self.script.leaky else 0)
        shares = [(number if seat == 0 else seat).to_bytes(16, "big") for seat in range(players)]
        for seat, share in enumerate(shares):
            await self.say(seat, type="commit", commitment=hashlib.sha256(share).hexdigest())
        for seat, share in enumerate(shares):
            await self.say(seat, type="reveal", bytes=share.hex())
        made = [0] * players
        for event in self.script.events:
            seat = event["seat"]
            await self.say(seat, type="act", seat=seat, decision=made[seat], action=event["action"])
            made[seat] += 1

    async def join(self, seat: int | None) -> None:
        headers = {"Cookie": f"foretold={self.cookies[seat]}"} if seat is not None else {}
        url = self.server.url.replace("http", "ws", 1) + "/ws"
        line = self.lines[seat] = await connect(url, additional_headers=headers, compression=None)
        self.script.streams[seat] = []
        bids = "cards" if seat is not None and seat % 2 else "list"
        await line.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": self.script.table, "bids": bids}))
        await self.hear(seat, 2)  # welcome, view
        if seat == 0:
            for other in self.script.streams:
                await self.hear(other, other != 0)

    async def say(self, who: int, answers: int = 2, **message: Any) -> None:
        """The seat says something, which is done; everybody hears of it once."""
        await self.lines[who].send(json.dumps({"id": f"{who}", **message}))
        for seat in self.lines:
            await self.hear(seat, answers if seat == who else 1)
        last = self.script.streams[who][-1]
        assert last.startswith('{"type":"done"'), last

    async def hear(self, seat: int | None, messages: int) -> None:
        for _ in range(messages):
            async with asyncio.timeout(30):
                text = await self.lines[seat].recv()
            assert isinstance(text, str)
            self.script.streams[seat].append(text)

    async def check(self) -> None:
        """No line has got anything that was not awaited."""
        for line in self.lines.values():
            await line.send('{"type":"ping"}')
            assert await line.recv() == '{"type":"pong"}'


class Theatre:
    """The rigged server and the people who play on it."""

    def __init__(self, server: Server, deals: Path) -> None:
        self.server, self.deals = server, deals
        self.clients = [server.client() for _ in NAMES]
        for client, name in zip(self.clients, NAMES, strict=True):
            assert client.post("/api/me", json={"name": name}).status_code == 200
        self.cookies = [client.cookies["foretold"] for client in self.clients]
        self.scripts = 0

    def script(self, state: State, **options: Any) -> Script:
        """A script for this match; its deals wait for the server."""
        self.scripts += 1
        script = Script(state, self.scripts, **options)
        (self.deals / f"{script.number}.json").write_text(json.dumps(script.deals))
        game = state.game
        seats = ["me", *["open"] * (game.players - 1)]
        settings: dict[str, Any] = {
            "game": game.name,
            "players": game.players,
            "options": dict(game.given),
            "public": True,
        }
        script.table = make_table(self.clients[0], seats, **settings)
        return script

    def play(self, *scripts: Script) -> None:
        """All scripts are played, many at the same time."""

        async def all_of_them() -> None:
            at_once = asyncio.Semaphore(24)
            async with asyncio.TaskGroup() as group:
                for script in scripts:
                    group.create_task(self._one(script, at_once))

        asyncio.run(all_of_them())

    async def _one(self, script: Script, at_once: asyncio.Semaphore) -> None:
        stage = Stage(script, self.server, self.cookies)
        async with at_once:
            try:
                await stage.play()
                await stage.check()
            finally:
                for line in stage.lines.values():
                    await line.close()


@pytest.fixture(scope="module")
def theatre(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Theatre]:
    directory = tmp_path_factory.mktemp("rigged")
    rigged = ("-m", "tests.server.leaks.rigged")
    with serving(directory, "--deals", str(directory), command=rigged, database=database) as server:
        yield Theatre(server, directory)


def moments(states: list[State]) -> list[State]:
    """Moments of a match at which much is hidden: choices half made, tricks half played; of later rounds too."""
    players = states[0].game.players
    places = [states[players - 1], states[3 * players]]
    later = [state for state in states if len(state.finished) >= 2]
    if states[0].game.name == "prophecy":  # a round in which the leaders bid first and face up
        places += [state for state in later if len(state.chosen) == players - 1 and state.phase == "bid"][:1]
    return places


@pytest.fixture(scope="module")
def plays(theatre: Theatre, request: pytest.FixtureRequest) -> list[tuple[Script, int | None, Script]]:
    """Pairs of a whole match and its other world for a seat, all played."""
    long = request.config.getoption("--long")
    pairs: list[tuple[Script, int | None, Script]] = []
    scripts: list[Script] = []
    for number, (name, players, options) in enumerate(ALL if long else SHORT):
        rng = Random(f"{name} {players} {options}")
        game = foretold.load(name, players=players, **options)
        states = random_states(game, 7 + number, rounds=99)
        base = theatre.script(states[-1])
        scripts.append(base)
        for seat in (None, *game.seats) if long else (None, rng.choice(game.seats)):
            for state in [*moments(states), states[-1]]:
                other = other_world(state, seat, rng)
                if other is not None:
                    scripts.append(theatre.script(other))
                    pairs.append((base, seat, scripts[-1]))
    theatre.play(*scripts)
    return pairs


def test_a_stream_does_not_change_with_hidden_cards(
    plays: list[tuple[Script, int | None, Script]],
) -> None:
    for base, seat, other in plays:
        expected, stream = base.normal(seat), other.normal(seat)
        assert len(stream) <= len(expected)
        for number, (message, right) in enumerate(zip(stream, expected, strict=False)):
            assert message == right, f"message {number} to seat {seat} of {base.state.game!r}"
        if other.state.over:
            assert len(stream) == len(expected), "as many messages, in the same order"


def test_other_worlds_cover_all_titles_for_seats_and_spectators_early_and_late(
    plays: list[tuple[Script, int | None, Script]],
) -> None:
    covered = {(base.state.game.name, seat is None, other.state.phase) for base, seat, other in plays}
    for spectator in (False, True):
        for title in ("seven-prophecies", "seven-prophecies-2017"):
            assert {(title, spectator, phase) for phase in ("prophecy", "tricks", "over")} <= covered
        assert {("prophecy", spectator, phase) for phase in ("bid", "tricks")} <= covered
    assert max(other.state.round for base, _, other in plays if base.state.game.name == "prophecy") >= 3
    assert all(base.state.over for base, _, _ in plays)
    changed = [
        sum(map(lambda a, b: a != b, hidden(base.state, seat), hidden(other.state, seat)))
        for base, seat, other in plays
    ]
    assert max(changed) > 1, "in several rounds at once"


def test_the_server_played_the_scripts(theatre: Theatre, plays: list[tuple[Script, int | None, Script]]) -> None:
    for script in {id(base): base for base, _, _ in plays}.values():
        match = json.loads(script.streams[None][-1])["table"]["match"]
        record = theatre.clients[0].get(f"/api/matches/{match}").json()
        assert foretold.replay(record) == script.state
        assert record["fair"]["shares"][0]["bytes"] == f"{script.number:032x}"


def test_other_seats_do_see_the_difference(plays: list[tuple[Script, int | None, Script]]) -> None:
    """The comparison can fail: of the same matches, streams of other seats differ."""
    differ = 0
    for base, seat, other in plays:
        others = [player for player in base.state.game.seats if player != seat]
        changed = [seat for seat in others if other.normal(seat) != base.normal(seat)[: len(other.streams[seat])]]
        hands = [
            seat
            for seat in others
            if any(a["hands"][seat] != b["hands"][seat] for a, b in zip(base.deals, other.deals, strict=False))
        ]
        assert set(hands) <= set(changed)
        differ += bool(changed)
    assert differ > len(plays) / 2


def test_a_leak_would_be_found(theatre: Theatre) -> None:
    """A server that tells of each seat only in how many suits it holds cards does not pass."""
    state = random_states(foretold.load("seven-prophecies", players=4), 3, rounds=1)[8]
    rng = Random(1)
    worlds = [world for world in (other_world(state, None, rng) for _ in range(3)) if world is not None]
    scripts = [theatre.script(world, leaky=True) for world in (state, *worlds)]
    theatre.play(*scripts)
    assert len({str(script.normal(None)) for script in scripts}) > 1


def test_the_secret_is_revealed_only_with_the_last_message_of_a_match(
    theatre: Theatre, plays: list[tuple[Script, int | None, Script]]
) -> None:
    checked = 0
    for script in {id(script): script for base, _, other in plays for script in (base, other)}.values():
        secret = secret_of(theatre.server, script.table)
        for stream in script.streams.values():
            sent = [number for number, text in enumerate(stream) if secret in text]
            assert sent == (
                [max(n for n, text in enumerate(stream) if '"update"' in text)] if script.state.over else []
            )
            checked += 1
    assert checked > 50


def secret_of(server: Server, table: str) -> str:
    """The secret of the table's match, as the journal on disk has it."""
    rows = server.run(f"SELECT body FROM entries WHERE table_id = '{table}'")
    return str(next(entry["secret"] for (body,) in rows if (entry := json.loads(body))["entry"] == "began"))


@pytest.mark.parametrize("name", ["seven-prophecies", "seven-prophecies-2017", "prophecy"])
def test_no_answer_metric_or_log_reveals_a_hidden_card_or_the_secret(theatre: Theatre, name: str) -> None:
    """While a match runs, everything that can be asked is asked, by a seat and by a stranger."""
    game = foretold.load(name, players=4)
    state = random_states(game, 5, rounds=1)[game.players + 6]
    assert state.phase == "tricks"
    script = theatre.script(state)
    theatre.play(script)
    secret = secret_of(theatre.server, script.table)
    paths = [
        "/",
        "/api/health",
        "/api/games",
        *("/api/me", "/api/me/profile"),
        "/api/tables",
        "/api/matches",
        "/api/openapi.json",
    ]
    paths += [f"/api/tables/{script.table}{rest}" for rest in ("", "/views")] + [f"/api/matches/{script.table}"]
    for seat, client in ((0, theatre.clients[0]), (2, theatre.clients[2]), (None, theatre.server.client())):
        texts = {path: re.sub(r"assets/\S+", "", client.get(path).text) for path in paths}
        wrong = {"type": "act", "seat": 1, "decision": 0, "action": str(state.view(1).hand[0])}
        texts["act"] = client.post(f"/api/tables/{script.table}/commands", json=wrong).text
        texts["log"] = theatre.server.log.read_text("utf-8")
        texts["metrics"] = "".join(theatre.server.metrics())
        unseen = set(map(str, state.view(seat).unseen)) - {str(state.view(1).hand[0])}
        assert len(unseen) > 10
        for where, text in texts.items():
            assert secret not in text, where
            assert not unseen & set(re.findall(r"[A-Za-z]+\d*", text)) - {"Monkey", "Jaguar", "Lizard", "Shaman"}, where
        own = texts[f"/api/tables/{script.table}/views"]
        assert all(f'"{card}"' in own for card in state.view(seat).hand), "the scan can read cards"


# Time -------------------------------------------------------------------------------------------------------------


@every_game
def test_a_bots_thinking_time_depends_only_on_public_information(game: Any) -> None:
    for state in random_states(game, 3, rounds=2)[::3]:
        if state.actors:
            assert len({_delays(state.view(seat)) for seat in (None, *game.seats)}) == 1


@pytest.mark.parametrize("quick", [True, False])
def test_a_bot_acts_on_time_whether_or_not_it_has_thought_enough(quick: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is not done plays as greedy does: it is never late, and nothing waits for it."""
    room = Room("bot:adept", "me", "bot:adept", "bot:adept")
    room.begin()
    room.now = date()
    table, performed, slept, made, done = room.table, list[Any](), list[float](), list[bot_runner.BotRunner](), Event()
    for seat in table.seats:
        seat.since = room.now
    state = table.state
    assert state is not None
    action = str(state.legal(0)[5])

    def think(*_: object) -> str:
        if not quick:
            done.wait(10)
        return action

    async def let_pass(seconds: float, *_: object) -> None:
        slept.append(seconds)
        while quick and made[0].busy:
            await asyncio.sleep(0.001)

    monkeypatch.setattr(bot_runner, "_choose", think)
    monkeypatch.setattr(bot_runner, "_let_pass", let_pass)

    async def one_turn() -> None:
        live = LiveTable(table)
        hub: Any = SimpleNamespace(
            live_tables={table.id: live},
            stopping=False,
            clock=SimpleNamespace(now=lambda: room.now),
            perform=lambda live, rule: performed.extend(rule(live.table)),
        )
        bots = bot_runner.BotRunner(hub, 0.9, 3)
        made.append(bots)
        bots.attend(live)
        bots.attend(live)  # one thought for each decision
        await asyncio.gather(*(thought.task for thought in bots._thinking.values()))
        done.set()
        await bots.stop()

    asyncio.run(one_turn())
    performed.sort(key=lambda entry: entry.seat)
    assert [entry.seat for entry in performed] == [0, 2, 3]
    greedy = [str(GreedyBot().choose(state.view(seat), Random(1))) for seat in (0, 2, 3)]
    assert [entry.action for entry in performed] == ([action] * 3 if quick else greedy)
    assert slept == [pytest.approx(0.9)] * 3
