"""A real server in its own process, and real clients: what the tests of the server share."""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import os
import re
import secrets
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import httpx
import websockets
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from websockets.asyncio.client import ClientConnection, connect

from foretold.server.protocol import messages
from tests.postgres import run_apart
from tests.server.conforming import conform
from tests.server.faults.linearizability import Call, History, acknowledge, refuse

PROTOCOL = "foretold-wire/1"
PATIENCE = 60.0  # seconds in which something has to happen, on a busy machine, too
for phase in ("connect", "read", "write", "pool"):  # also of requests that say nothing of it: 5 otherwise
    setattr(DEFAULT_TIMEOUT_CONFIG, phase, PATIENCE)
Choice = Callable[["Player", int, list[str]], str]


# All of these people come from one address.
SERVER_ENVIRONMENT = {
    "FORETOLD_TABLES_PER_PERSON": "100000",
    "FORETOLD_TABLES_PER_ADDRESS": "100000",
    "FORETOLD_CONNECTIONS_PER_ADDRESS": "0",
    "FORETOLD_METRICS": "127.0.0.1:0",
}


class Server:
    """`foretold serve` in a process of its own, on a free port, with a database in the directory."""

    def __init__(
        self,
        directory: Path,
        *flags: str,
        command: tuple[str, ...] = ("-m", "foretold", "serve"),
        database: str = "",
    ) -> None:
        self.directory = directory
        self.database = directory / "foretold.sqlite"
        self.place = database or str(self.database)  # of SQLite or PostgreSQL
        self.log = directory / "server.log"
        self.flags = flags
        self.command = command
        self.environment: dict[str, str] = {}  # beside that of the test
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self._clients: list[httpx.Client] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Self:
        """The server listens; on the same port as before if it ran before."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, *self.command, "--host", "127.0.0.1", "--port", str(self.port)),
                    *("--database", self.place, "--bot-delay", "0.02", *self.flags),
                ],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={
                    **os.environ,
                    **SERVER_ENVIRONMENT,
                    "FORETOLD_LANG": "en",
                    "FORETOLD_DATA": str(self.directory),
                    **self.environment,
                },
            )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            match = re.search(r"(?:port |127\.0\.0\.1:)(\d+)", line)
            if match:
                self.port = int(match[1])
                return self
        raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def metrics(self) -> list[str]:
        """The metrics of each of its processes that answers, in Prometheus' text format."""
        lines = [json.loads(line) for line in self.log.read_text().splitlines() if '"metrics_port"' in line]
        texts = []
        for port in {line["metrics_port"] for line in lines}:
            with suppress(httpx.TransportError):
                texts.append(httpx.get(f"http://127.0.0.1:{port}/metrics").text)
        return texts

    def kill(self) -> None:
        """The server is gone at once, as by a power cut for this process."""
        assert self.process is not None
        self.process.kill()
        self._ended()

    def stop(self) -> int:
        """The server was asked to stop and did; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def _ended(self) -> int:
        assert self.process is not None
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    def client(self, cookie: str = "") -> httpx.Client:
        """A person's HTTP client: keeps its cookie; closed with the server."""
        made = httpx.Client(base_url=self.url, cookies={"foretold": cookie} if cookie else None, timeout=PATIENCE)
        return self.keep(made)

    def keep(self, client: httpx.Client) -> httpx.Client:
        """This client, which is closed with the server."""
        self._clients.append(client)
        return client

    def run(self, statement: str) -> list[tuple[Any, ...]]:
        """What a statement gives in the server's database, of whichever kind."""
        if "://" in self.place:
            return [tuple(row) for row in run_apart(self.place, statement)]
        with closing(sqlite3.connect(self.database, timeout=PATIENCE)) as database, database:
            return database.execute(statement).fetchall()

    def clear(self) -> None:
        """Nothing of the server or its clients is left."""
        if self.process is not None:
            self.kill()
        for client in self._clients:
            client.close()


@contextmanager
def serving(directory: Path, *flags: str, **options: Any) -> Iterator[Server]:
    """A running server; it is gone afterwards."""
    server = Server(directory, *flags, **options)
    server.start()
    try:
        yield server
    finally:
        server.clear()


def make_table(client: httpx.Client, seats: list[str] | None = None, name: str = "Ann", **settings: Any) -> str:
    """A new table of this person; its id."""
    wish: dict[str, Any] = {"name": name, "settings": settings}
    if seats is not None:
        wish["seats"] = seats
    answer = client.post("/api/tables", json=wish)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def command(client: httpx.Client, table: str, **message: Any) -> httpx.Response:
    """A command by HTTP."""
    return client.post(f"/api/tables/{table}/commands", json=message)


def first(player: Player, seat: int, legal: list[str]) -> str:
    """The first legal action."""
    return legal[0]


def first_bid(turn: dict[str, Any]) -> list[str]:
    """The first bid that the cards of a turn make; none where it has no such cards."""
    choice = turn.get("bid", {"size": 0, "cards": []})
    cards = "+".join(choice_card["card"] for choice_card in choice["cards"][: choice["size"]])
    return [cards] if cards else []


class Player:
    """One line to a table: keeps what it was told, and acts for its seats as its choice says."""

    def __init__(
        self,
        url: str,
        table: str,
        cookie: str = "",
        choice: Choice | None = first,
        token: str = "",
        bids: messages.Bids | None = None,
        previews: bool = False,
    ) -> None:
        self.url, self.table, self.cookie, self.choice, self.token, self.bids = url, table, cookie, choice, token, bids
        self.wants_previews = previews
        self.conforming = True  # to the types of this version; a server of another one has other fields
        self.previews: list[dict[str, Any]] = []
        self.hints: list[dict[str, Any]] = []
        self.raw: list[str] = []  # every message as it came
        self.facts: dict[str, Any] = {}  # of the table
        self.views: dict[int | None, dict[str, Any]] = {}
        self.histories: dict[int | None, list[dict[str, Any]]] = {}
        self.turns: dict[int | None, dict[str, Any]] = {}
        self.numbers: dict[int | None, int] = {}  # by seat, of the last message
        self.chat: list[dict[str, Any]] = []
        self.seats: list[int] = []
        self.done: dict[str, int] = {}
        self.refused: dict[str, dict[str, Any]] = {}
        self.bye: dict[str, Any] | None = None
        self.sent: dict[tuple[int, int], dict[str, Any]] = {}  # by seat and decision: what was sent
        self.share = secrets.token_bytes(16)
        self.socket: ClientConnection | None = None
        self.history = History()
        self._calls: dict[str, Call] = {}  # by id, those that the history is told the answer of
        self._asked = 0.0  # when this line said hello
        self._shared: set[str] = set()

    @property
    def number(self) -> int:
        """What every seat of this line has heard: what it says after a broken line; -1 before it has heard anything."""
        return min(self.numbers.get(seat, -1) for seat in self.audiences)

    @property
    def audiences(self) -> list[int | None]:
        """The seats from which this line looks; a spectator's is None."""
        return [*self.seats] or [None]

    async def connect(self, last: int | None = None) -> Self:
        """Says hello; with `last` as after a broken line."""
        headers = {"Cookie": f"foretold={self.cookie}"} if self.cookie else {}
        address = self.url.replace("http", "ws", 1) + "/ws"
        self.socket = await connect(address, additional_headers=headers, proxy=None, open_timeout=PATIENCE)
        hello: dict[str, Any] = {"type": "hello", "protocol": PROTOCOL, "table": self.table}
        if last is not None:
            hello["last"] = last
        if self.token:
            hello["token"] = self.token
        if self.bids:
            hello["bids"] = self.bids
        if self.wants_previews:
            hello["previews"] = True
        self._asked = time.monotonic()
        await self.send(hello)
        return self

    async def resume(self) -> Self:
        """A new line after a broken one: it says what it has heard last, and sends again what nobody has answered."""
        await self.connect(last=self.number if self.number >= 0 else None)
        self._shared.clear()
        for message in self.sent.values():
            if message["id"] not in self.done and message["id"] not in self.refused:
                await self.send(message)
        return self

    async def send(self, message: dict[str, Any] | str) -> None:
        assert self.socket is not None
        await self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message, taken to heart."""
        assert self.socket is not None
        async with asyncio.timeout(timeout):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if self.conforming:
            conform(message, messages.ServerMessage)
        self._note(message)
        return message

    def _note(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.seats = message["seats"]
        elif kind == "view":
            seat = message["seat"]
            self.numbers[seat] = message["number"]
            self.history.saw(self.cookie[:6], message["number"], self._asked)
            self.chat = message.get("chat") or []
            self.facts = message["table"]
            self.views[seat] = message.get("view") or {}
            self.histories[seat] = message.get("history") or []
            self.turns[seat] = message.get("turn") or {}
        elif kind == "update":
            seat = message["seat"]
            self.numbers[seat] = message["number"]
            self.history.saw(self.cookie[:6], message["number"], -math.inf)  # may repeat what was missed
            self.chat += message.get("chat", ()) if seat == self.audiences[0] else ()
            self.facts.update(message.get("table", {}))
            self.views[seat].update(message.get("view", {}))
            history = message.get("history")
            if history is not None:
                self.histories[seat][history["keep"] :] = history["add"]
            self.turns[seat] = message.get("turn", self.turns[seat])
        elif kind == "preview":
            self.previews.append(message)
        elif kind == "hint":
            self.hints.append(message)
        elif kind == "done":
            self.done[message["id"]] = message["number"]
            if message["id"] in self._calls:
                acknowledge(self._calls[message["id"]], message["number"])
        elif kind == "refused":
            self.refused[message["id"]] = message
            if message["id"] in self._calls:
                refuse(self._calls[message["id"]])
        elif kind == "bye":
            self.bye = message

    async def play(self, until: Callable[[Player], bool] | None = None, timeout: float = 3 * PATIENCE) -> Self:
        """Hears and acts until the match is over, or until the condition holds."""
        enough = until or (lambda player: player.facts.get("phase") == "over")
        async with asyncio.timeout(timeout):
            while not enough(self):
                await self.act()
                await self.hear(timeout)
        return self

    async def act(self) -> None:
        """Does what is due: bytes for the deals, and an action for each seat whose turn it is."""
        fair = self.facts.get("fair") or {}
        if (
            self.facts.get("phase") == "sharing"
            and self.seats
            and fair["stage"] + fair["commitment"] not in self._shared
        ):
            self._shared.add(fair["stage"] + fair["commitment"])
            if fair["stage"] == "commit":
                await self.send({"type": "commit", "commitment": hashlib.sha256(self.share).hexdigest()})
            else:
                await self.send({"type": "reveal", "bytes": self.share.hex()})
        if self.facts.get("phase") != "playing" or self.choice is None:
            return
        for seat in self.seats:
            turn = self.turns.get(seat) or {}
            legal = [choice["action"] for choice in turn.get("legal", ())] or first_bid(turn)
            if legal and (seat, turn["decision"]) not in self.sent:
                action = self.choice(self, seat, legal)
                message = {
                    "type": "act",
                    "id": secrets.token_hex(8),
                    "seat": seat,
                    "decision": turn["decision"],
                    "action": action,
                }
                self.sent[seat, turn["decision"]] = message
                await self.invoke(message, message["id"], f"{seat} {action}")

    async def invoke(self, message: dict[str, Any], key: str, value: str) -> None:
        """Sends a command that the history keeps by this key, with what its entry has to say."""
        self._calls[message["id"]] = self.history.invoke(self.cookie[:6], key, value)
        await self.send(message)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    async def drop(self) -> None:
        """The line breaks, without a word."""
        assert self.socket is not None
        self.socket.transport.abort()
        self.socket = None


def wait_for(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """What the condition gives once it is true; a failure after so long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError("it did not happen in time")


CLOSED = (websockets.ConnectionClosed, OSError)
