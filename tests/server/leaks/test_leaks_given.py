"""Cards that others have as well: what a person hears before their own result does not hang on what they may not know.

Two servers, two worlds: other secrets and seeds, other cards where nobody has looked yet, other choices and results of
who has played. The same things happen in both, as far as somebody may know who is still to play; then that one asks for
everything, and gets the same bytes.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

import foretold
from foretold.games import TITLES, State
from foretold.server.features.evenings.evening import Evening
from foretold.server.features.evenings.journal import read
from tests.conftest import random_states
from tests.server.called import Browser, Service, certificate, service
from tests.server.evening_guests import SHORT, Guest
from tests.server.features.test_daily import Calendar
from tests.server.leaks.test_leaks import hidden, other_world
from tests.server.serving import Player, Server, serving, wait_for

WILD = "seven-prophecies"  # of which others play whole matches
CHANCES = (0, 9)  # by which they do so, with other points in each world
GAMES = [(name, 4, {}) for name in TITLES] + [(SHORT["game"], 3, SHORT["options"])]
PEOPLE = ("Ann", "Bob", "Cem", "Dan", "Eve", "Fay", "Gus")
PATHS: tuple[str, ...] = ("/", "/api/health", "/api/games", "/api/me", "/api/tables", "/api/matches", "/api/daily")
PATHS += ("/api/puzzles", "/api/evenings", "/api/me/profile", "/api/me/export", "/api/me/listeners", "/api/me/ratings")
PATHS += tuple(f"/api/ladder/{game}" for game in TITLES)
RUNNING = re.compile(r'(?<="(?:left|wait|next|bank)":)\d+')  # time that runs
CHANCE = re.compile(
    r"\b[a-z2-7]{26}\b|\b(?:[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{16})\b|\b1[0-9]{12}\b|127.0.0.1:\d+|[\w-]{87}"
)
FLAGS = ("--request-rate", "1000", "--ladder", "--push-hosts", "localhost", "--call-delay", "0", "--bot-delay", "0.01")


def normal(text: str) -> str:
    """A text without ids, hashes and the time of day; of their length something is left."""
    return CHANCE.sub(lambda match: "·" * len(match[0]), RUNNING.sub("·", text))


def unordered(value: Any) -> Any:
    """JSON without the order of what is listed."""
    if isinstance(value, list):
        return sorted((unordered(item) for item in value), key=lambda item: normal(json.dumps(item)))
    return {key: unordered(item) for key, item in value.items()} if isinstance(value, dict) else value


def pair(game: tuple[str, int, dict[str, Any]], seed: int) -> tuple[State, State]:
    """A moment of a match at which the first seat is to act, and another world for that seat."""
    name, players, options = game
    rng = Random(seed)
    states = random_states(foretold.load(name, players, **options), seed, rounds=2)
    late = [state for state in states if state.actors == (0,) and state.phase == "tricks"]
    late = [state for state in late if len(state.view(0).hand) > 3]
    for state in reversed(late):
        other = other_world(state, 0, rng)
        if other is not None:
            return state, other
    raise AssertionError("there is no other world")


class World(Calendar):
    """A server with its cards, who is there, and what they were told."""

    def __init__(self, server: Server, directory: Path, scripts: list[State], number: int, service: Service) -> None:
        super().__init__(server, directory / "shift")
        self.scripts, self.service = scripts, service
        self.number = number  # whoever is free to do as they like does something else in each
        self.people = {name: self.person(name) for name in PEOPLE}
        self.heard: dict[tuple[str, str], str] = {}  # by who and what
        self.matches: list[str] = []  # that were played to their end
        self.challenges: list[str] = []
        self.evening = ""
        for client in self.people.values():
            assert client.post("/api/me/ratings", json={"rated": True}).status_code == 200

    def script(self, game: str, players: int) -> State:
        return next(state for state in self.scripts if (state.game.name, state.game.players) == (game, players))

    # What happens ----------------------------------------------------------------------------------------------

    def tell(self, long: bool) -> None:
        """Everything happens: others have played, Bob is in the middle of it, Ann is still to begin."""
        self._dailies(list(TITLES) if long else [WILD])
        self._friends()
        self._evening()
        self.ask("Ann", "Bob", "Cem", "")

    def _dailies(self, games: list[str]) -> None:
        today = self.day(self.people["Bob"])["today"]
        for game in TITLES:
            tables = {
                name: str(self.people[name].post(f"/api/daily/{today}/{game}", json={}).json()["table"])
                for name in (("Cem", "Bob") if game in games else ("Bob",))
            }
            if "Cem" in tables:
                self._play("Cem", tables["Cem"])
            self._follow(f"{today}-{game}", tables["Bob"], game, "Bob")

    def _friends(self) -> None:
        ann, bob, cem = (self.people[name] for name in ("Ann", "Bob", "Cem"))
        browser = Browser(self.service.url, "ann")
        assert ann.post("/api/me/listeners", json=browser.wish("friend")).status_code == 201
        fresh = ann.post("/api/challenges", json={"game": WILD, "bot": "novice"}).json()["id"]
        match = self._play("Cem", cem.post(f"/api/challenges/{fresh}", json={}).json()["table"])
        self.heard["Ann", "a word"] = normal(json.dumps(browser.read(self.service.heard().body)))
        again = cem.post("/api/challenges", json={"match": match}).json()["id"]
        self.challenges += [fresh, again]
        for number, id in enumerate(self.challenges):
            table = bob.post(f"/api/challenges/{id}", json={}).json()["table"]
            assert bob.post(f"/api/tables/{table}/commands", json={"type": "close"}).status_code == 200
            table = bob.post(f"/api/challenges/{id}", json={}).json()["table"]
            self._follow(f"table of challenge {number}", table, WILD, "Bob")

    def _evening(self) -> None:
        """At one table the round is over, at the other one Bob plays, who is not the host."""
        guests = {name: Guest(self.server, name) for name in ("Cem", "Dan", "Eve", "Bob", "Fay", "Gus")}
        for name, guest in guests.items():
            guest.client = self.people[name]
        host, *others = guests.values()
        self.evening = host.make(rounds=2)
        for guest in others:
            guest.join(self.evening)
        assert guests["Cem"].say("begin").status_code == 200
        first, second = (guests[name].place(guests[name].facts()) for name in ("Cem", "Bob"))
        assert first is not None
        assert second is not None
        self._play("Cem", first, "Dan", "Eve")
        wait_for(lambda: guests["Bob"].facts()["rounds"][0][0]["state"] == "over")
        self._follow("table of the evening", second, SHORT["game"], "Bob", "Fay", "Gus")

    def _play(self, name: str, table: str, *others: str) -> str:
        """The match is played to its end by people who do as they like; its id."""
        chance = Random(CHANCES[self.number])

        async def whole() -> str:
            cookies = [self.people[person].cookies["foretold"] for person in (name, *others)]
            lines = [
                Player(self.server.url, table, cookie, lambda _, __, legal: chance.choice(legal)) for cookie in cookies
            ]
            await asyncio.gather(*[line.connect() for line in lines])
            await asyncio.gather(*[line.play() for line in lines])
            await asyncio.gather(*[line.close() for line in lines])
            return str(lines[0].facts["match"])

        self.matches.append(asyncio.run(whole()))
        return self.matches[-1]

    def _follow(self, what: str, table: str, game: str, *names: str) -> None:
        """People, by seat, play as the script does, until it ends where the first of them is to act."""

        async def whole() -> None:
            lines = [Player(self.server.url, table, self.people[name].cookies["foretold"], None) for name in names]
            for seat in reversed(range(len(lines))):
                await lines[seat].connect()
                while not lines[seat].views:
                    await lines[seat].hear()
            script = self.script(game, 4 if len(names) == 1 else len(names))
            tasks = [asyncio.create_task(follow(line, seat, script)) for seat, line in enumerate(lines)]
            await tasks[0]
            for task in tasks:
                task.cancel()
            for name, line in zip(names, lines, strict=True):
                self.heard[name, what] = "\n".join(map(normal, line.raw))
                await line.close()

        asyncio.run(whole())

    # What is asked ---------------------------------------------------------------------------------------------

    def ask(self, *names: str) -> None:
        """Everything that these people can ask for is answered, somebody unknown is ''."""
        mine = self.people["Cem"].get("/api/tables").json()["mine"]  # in the order of moments and ids: alike here
        tables = [table["id"] for table in sorted(mine, key=lambda table: normal(json.dumps(table)))]
        for name in names:
            client = self.people[name] if name else self.server.client()
            answers = {path: client.get(path) for path in PATHS}
            answers["the evening"] = client.get(f"/api/evenings/{self.evening}")
            for number, id in enumerate(self.challenges):
                answers[f"challenge {number}"] = client.get(f"/api/challenges/{id}")
            own = [match["id"] for match in answers["/api/matches"].json()["mine"]]
            for number, id in enumerate([*self.matches, *own]):
                answers |= {f"match {number}{rest}": client.get(f"/api/matches/{id}{rest}") for rest in ("", "/review")}
                if name != "Cem":  # who may have one made
                    answers[f"match {number}, asked"] = client.post(f"/api/matches/{id}/review", json={})
                answers[f"match {number}, shared"] = client.post(f"/api/matches/{id}/shared", json={"token": "x"})
                answers[f"match {number}, as a challenge"] = client.post("/api/challenges", json={"match": id})
            for number, id in enumerate(tables):
                answers[f"table {number}"] = client.get(f"/api/tables/{id}/views")
                sit = {"type": "sit", "seat": 1, "name": "Eve"}
                answers[f"table {number}, a seat"] = client.post(f"/api/tables/{id}/commands", json=sit)
            self.heard |= {(name, path): normal(answer.text) for path, answer in answers.items()}
            for path in ("/api/tables", "/api/me/export"):  # one's own, in the order of ids and of moments
                self.heard[name, path] = normal(json.dumps(unordered(answers[path].json())))
            texts = [*self.server.metrics(), self.server.log.read_text("utf-8")]
            texts += [answer.text for answer in answers.values()]
            assert not [text for secret in self.secrets(name) for text in texts if secret in text]

    def secrets(self, name: str = "") -> list[str]:
        """What the cards follow from that this one is still to play, or others are."""
        hidden = []
        for (body,) in self.server.run("SELECT body FROM challenges"):
            terms = json.loads(body)
            if "secret" in terms or name != "Cem":  # who has played a friend's challenge has its record
                hidden += [terms["seed"], *([terms["secret"]] if "secret" in terms else [])]
        evening = Evening(self.evening)
        [(made,)] = self.server.run("SELECT body FROM evening_entries WHERE number = 0")
        evening.apply(read(made), 0)
        return [*hidden, evening.secret.hex(), *(evening.round_secret(number).hex() for number in range(2))]


async def follow(line: Player, seat: int, script: State) -> None:
    """The seat does what it does in the script; of several that are to act the last one is the first."""
    events = script.record().to_dict()["events"]
    waiting = [event["action"] for event in events if event.get("seat") == seat and "action" in event]
    sent = -1
    while True:
        turn, actors = line.turns[seat], line.views[seat]["actors"]
        if actors and actors[-1] == seat and turn.get("legal", turn.get("bid")) and turn["decision"] > sent:
            sent = turn["decision"]
            if not waiting:
                return
            message = {"type": "act", "id": f"{sent}", "seat": seat, "decision": sent, "action": waiting.pop(0)}
            await line.send(message)
        await line.hear()
        assert not line.refused, line.refused


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[list[World]]:
    """Two worlds in which everything has happened."""
    trust = certificate(tmp_path_factory.mktemp("trust"))
    pairs = [pair(game, 11) for game in GAMES]
    all_worlds: list[World] = []
    with service(trust) as called, ExitStack() as running:
        for number in range(2):
            directory = tmp_path_factory.mktemp(f"world-{number}")
            (directory / "shift").write_text("0")
            scripts = [both[number] for both in pairs]
            for state in scripts:
                file = directory / f"{state.game.name}-{state.game.players}.json"
                file.write_text(json.dumps(state.record().to_dict()))
            environment = {"SSL_CERT_FILE": str(trust), "SCRIPTS": str(directory), "SHIFT": str(directory / "shift")}
            with patch.dict(os.environ, environment):
                server = running.enter_context(
                    serving(directory, *FLAGS, command=("-m", "tests.server.leaks.scripted"))
                )
            all_worlds.append(World(server, directory, scripts, number, called))
        for world in all_worlds:
            world.tell(request.config.getoption("--long"))
        yield all_worlds


def differing(worlds: list[World], *names: str) -> dict[str, tuple[str, ...]]:
    """By what they heard otherwise in the one world than in the other, how that goes on where it parts."""
    one, other = (world.heard for world in worlds)
    assert one.keys() == other.keys()
    differences = {}
    for name, what in one:
        texts = one[name, what], other[name, what]
        if name in names and texts[0] != texts[1]:
            parted = next((at for at, (a, b) in enumerate(zip(*texts, strict=False)) if a != b), min(map(len, texts)))
            differences[f"{name}: {what}"] = tuple(text[max(0, parted - 40) :][:160] for text in texts)
    return differences


def test_the_worlds_differ_in_cards_secrets_and_in_what_others_did(worlds: list[World]) -> None:
    one, other = worlds
    for a, b in zip(one.scripts, other.scripts, strict=True):
        assert hidden(a, 0) != hidden(b, 0)
        assert a.view(0) == b.view(0)
    assert not {*one.secrets()} & {*other.secrets()}
    for table in ("tries", "evening_entries"):
        column = "points" if table == "tries" else "body"
        kept = [world.server.run(f"SELECT {column} FROM {table} WHERE {column} IS NOT NULL") for world in worlds]
        assert kept[0] != kept[1]


def test_players_who_have_not_played_hear_the_same_in_every_world(worlds: list[World]) -> None:
    assert differing(worlds, "Ann", "Bob", "") == {}
    assert len(worlds[0].heard) > 100


def test_those_who_have_played_see_results_and_everyone_does_once_the_day_is_over(worlds: list[World]) -> None:
    """The comparison can fail."""
    otherwise = differing(worlds, "Cem", "Fay")
    for what in ("/api/daily", "challenge 0", "challenge 1", "/api/matches", "/api/me/profile"):
        assert f"Cem: {what}" in otherwise
    assert "Fay: table of the evening" in otherwise
    days = []
    for world in worlds:
        today = world.day(world.people["Ann"])["today"]
        world.turn(1)
        days.append(normal(world.people["Ann"].get("/api/daily", params={"day": today}).text))
    assert days[0] != days[1]
