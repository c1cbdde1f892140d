"""Simulated players over real WebSockets, cheap enough that the server is measured and not its clients."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import http.client
import json
import secrets
from collections.abc import Callable, Mapping
from random import expovariate
from time import perf_counter
from typing import Self, cast

import msgspec

from foretold.server.base import identity
from foretold.server.protocol import messages

PLAYERS = 4
GAME = "seven-prophecies"
ARRIVING = 32  # tables set up at the same time
PATIENCE = 60.0  # seconds a table may take to start, or a move to arrive

TakeSeats = Callable[[int, int], tuple[str, list[tuple[str, str]]]]
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


# Only the fields a player needs to continue: the rest of a message is skipped.
class HeardLegal(msgspec.Struct, frozen=True, gc=False):
    action: str


class HeardTurn(msgspec.Struct, frozen=True, gc=False):
    decision: int
    legal: list[HeardLegal]


class HeardFair(msgspec.Struct, frozen=True, gc=False):
    stage: str
    commitment: str


class HeardFacts(msgspec.Struct, frozen=True, gc=False):
    phase: str = ""
    fair: HeardFair | None = None


class HeardView(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="view"):
    number: int
    table: HeardFacts = HeardFacts()
    turn: HeardTurn | None = None


class HeardUpdate(HeardView, frozen=True, gc=False, tag_field="type", tag="update"):
    """A message with a whole view or with changes."""


class HeardWelcome(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"): ...


class HeardDone(msgspec.Struct, frozen=True, tag_field="type", tag="done"): ...


class HeardRefused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    id: str
    reason: str


class HeardBye(msgspec.Struct, frozen=True, tag_field="type", tag="bye"):
    reason: str


_read = msgspec.json.Decoder(HeardView | HeardUpdate | HeardWelcome | HeardDone | HeardRefused | HeardBye).decode


class Caller(asyncio.Protocol):
    """One player's WebSocket, frame by frame: a library would take longer for a message than the server."""

    def __init__(self, table: Foursome, seat: int, address: str, cookie: str = "") -> None:
        self.seat = seat
        self.number = -1  # of the last update
        self.turn: HeardTurn | None = None
        self.size = 0  # bytes of the last update
        self._table = table
        self._address = address
        self._cookie = cookie
        self._share = secrets.token_bytes(16)
        self._promised: set[tuple[str, str]] = set()
        self._rest = b""
        self._open = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Requests a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's transport is one, but not a subclass
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._transport.write(
            f"GET {self._address} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {identity.COOKIE}={self._cookie}\r\n\r\n"
            .encode()
        )  # fmt: skip

    def connection_lost(self, error: Exception | None) -> None:
        self._table.room.fail("a connection was lost")

    def close(self) -> None:
        """Drops the connection."""
        if self._transport is not None:
            self._transport.abort()

    def send(self, message: Mapping[str, object]) -> None:
        self._frame(_TEXT, json.dumps(message).encode())

    def _frame(self, kind: int, payload: bytes) -> None:
        """Returns a frame as clients must send it: masked, with a mask of zeros."""
        assert self._transport is not None
        size = len(payload)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 254, size >> 8, size & 255))
        self._transport.write(head + b"\0\0\0\0" + payload)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at = 0
        if not self._open:
            at = data.find(b"\r\n\r\n") + 4
            if at >= 4 and b" 101 " not in data[:16]:
                self._table.room.fail(f"no websocket: {data[:40]!r}")
            if at >= 4:
                self._open = True
                self.send({"type": "hello", "protocol": messages.PROTOCOL, "table": self._table.id})
            else:
                at = 0
        while self._open and (end := self._one(data, at)):
            at = end
        self._rest = data[at:]

    def _one(self, data: bytes, at: int) -> int:
        """Reads the frame that starts here; returns its end, or 0 if it is incomplete."""
        have = len(data)
        if have < at + 2:
            return 0
        size, begin = data[at + 1], at + 2
        if size > 125:
            begin += 2 if size == 126 else 8
            size = int.from_bytes(data[at + 2 : begin], "big")
        end = begin + size
        if have < end:
            return 0
        kind = data[at] & 15
        if kind == _TEXT:
            self._hear(data[begin:end])
        elif kind == _PING:
            self._frame(_PONG, data[begin:end])
        elif kind == _CLOSE:
            self._table.room.fail("the server ended a connection")
        return end

    def _hear(self, data: bytes) -> None:
        message = _read(data)
        if isinstance(message, HeardView):
            if message.turn is not None:
                self.turn = message.turn
            self.number, self.size = message.number, len(data)
            if message.table.fair is not None:
                self._promise(message.table.fair)
            self._table.heard(self, message)
        elif isinstance(message, HeardBye) or (isinstance(message, HeardRefused) and message.id):
            self._table.room.fail(message.reason)  # refusals of late deal bytes have no id and do no harm

    def _promise(self, fair: HeardFair) -> None:
        """Sends this player's contribution to the deals, once per match and stage."""
        key = (fair.stage, fair.commitment)
        if fair.stage == "done" or key in self._promised:
            return
        self._promised.add(key)
        if fair.stage == "commit":
            self.send({"type": "commit", "commitment": hashlib.sha256(self._share).hexdigest()})
        else:
            self.send({"type": "reveal", "bytes": self._share.hex()})


class Onlooker(Caller):
    """A spectator."""

    def _hear(self, data: bytes) -> None:
        self.size = len(data)
        if not self.joined.done() and b'"type":"view"' in data[:20]:
            self.joined.set_result(None)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Requests a WebSocket."""
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        super().connection_made(transport)


class Foursome:
    """Four players at a table; on request, one whose turn it is takes the first legal action."""

    def __init__(self, room: Room, id: str, phase: str = "") -> None:
        self.room = room
        self.id = id
        self.callers: list[Caller] = []
        self.phase = phase
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.ahead = 0  # moves to make as soon as possible
        self.sent: float | None = None  # when the current move was due
        self._due: float | None = None  # when the next move was due, if it had to wait
        self._before = -1  # the table's entry number before the move

    def move(self, due: float) -> None:
        """Makes a move as soon as everybody knows the one before."""
        caller = next((caller for caller in self.callers if caller.turn is not None and caller.turn.legal), None)
        if self.sent is not None or self.phase != "playing" or caller is None:
            self._due = due if self._due is None else self._due
            return
        self.sent, self._due, self._before = due, None, caller.number
        self.act(caller)

    def act(self, caller: Caller) -> None:
        """Takes the first legal action for the player whose turn it is."""
        turn, caller.turn = caller.turn, None
        assert turn is not None
        action = turn.legal[0].action
        caller.send({"type": "act", "id": "move", "seat": caller.seat, "decision": turn.decision, "action": action})

    def act_in_time(self, caller: Caller) -> None:
        """Lets a player whose turn it is act after a while, whatever the others do."""
        wait = self.room.musing
        if wait is not None and self.phase == "playing" and caller.turn is not None and caller.turn.legal:
            asyncio.get_running_loop().call_later(expovariate(1 / wait), self._act_by_oneself, caller, caller.turn)

    def _act_by_oneself(self, caller: Caller, turn: HeardTurn) -> None:
        if self.room.musing is not None and caller.turn is turn and self.phase == "playing":
            self.room.moves += 1
            self.act(caller)

    def heard(self, caller: Caller, message: HeardView) -> None:
        """Handles a message to a player, who may be the last to learn of the move."""
        phase = message.table.phase
        if phase == "over":
            caller.turn = None
            caller.send({"type": "rematch"})
        elif phase == "open" and not isinstance(message, HeardUpdate):
            caller.send({"type": "ready"})
        if phase:
            self.phase = phase
        if self.phase == "playing" and not self.begun.done():
            self.begun.set_result(None)
        if message.turn is not None:
            self.act_in_time(caller)
        if min(caller.number for caller in self.callers) <= self._before:
            return
        if self.sent is not None:
            now = perf_counter()
            self.room.told(now - self.sent, [caller.size for caller in self.callers])
            self.sent = None
            self.ahead = max(0, self.ahead - 1)
            if self.room.saturated or self.ahead:
                self.move(now)
        if self._due is not None:
            self.move(self._due)


class Room:
    """All tables of a server and the time their moves take; players of one table may be at several processes."""

    def __init__(self, *ports: int, apart: bool = False) -> None:
        self.tables: list[Foursome] = []
        self.onlookers: list[Onlooker] = []
        self.saturated = False
        self.musing: float | None = None  # mean seconds each player takes for a decision
        self.moves = 0
        self.spent = 0.0  # CPU seconds of the server for these moves
        self.latencies: list[float] = []  # seconds
        self.sizes: list[list[int]] = []  # by move: bytes sent to each of the four players
        self._ports = ports
        self._apart = apart
        self._leaving = False
        self._broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnects everybody."""
        self._leaving = True
        for caller in (*self.onlookers, *(caller for table in self.tables for caller in table.callers)):
            caller.close()
        if not self._broken.cancel():
            self._broken.exception()  # everybody who must know of it does

    def told(self, latency: float, sizes: list[int]) -> None:
        """Records a move that all four players of its table know."""
        self.moves += 1
        self.latencies.append(latency)
        self.sizes.append(sizes)

    def clear(self) -> None:
        """Resets all counts."""
        self.moves = 0
        self.latencies.clear()
        self.sizes.clear()

    def fail(self, reason: str) -> None:
        """Ends the measurement with this error."""
        if not self._broken.done() and not self._leaving:
            self._broken.set_exception(RuntimeError(reason))

    # Connecting ------------------------------------------------------------------------------------------------

    async def fill(self, tables: int, take_seats: TakeSeats) -> None:
        """Starts so many tables; `take_seats` returns a table's id and each player's address and cookie."""
        limit = asyncio.Semaphore(ARRIVING)

        async def begin(number: int) -> None:
            async with limit:
                loop = asyncio.get_running_loop()
                id, people = await loop.run_in_executor(
                    None, take_seats, self._ports[number % len(self._ports)], number
                )
                table = Foursome(self, id)
                self.tables.append(table)
                for seat, (address, cookie) in enumerate(people):
                    table.callers.append(Caller(table, seat, address, cookie))
                for caller in table.callers:
                    port = self._ports[(number + caller.seat * self._apart) % len(self._ports)]
                    await loop.create_connection(lambda caller=caller: caller, "127.0.0.1", port)  # type: ignore[misc]
                await self.unbroken(table.begun)

        await asyncio.gather(*(begin(number) for number in range(tables)))

    async def gather_round(self, onlookers: int) -> None:
        """Connects so many spectators to the first table."""
        table, loop = self.tables[0], asyncio.get_running_loop()
        for begin in range(0, onlookers, ARRIVING):
            some = [Onlooker(table, -1, "/ws") for _ in range(min(ARRIVING, onlookers - begin))]
            self.onlookers += some
            for spectator in some:
                await loop.create_connection(lambda spectator=spectator: spectator, "127.0.0.1", self._ports[0])  # type: ignore[misc]
            for spectator in some:
                await self.unbroken(spectator.joined)

    async def unbroken(self, until: asyncio.Future[None]) -> None:
        """Waits for the awaitable, or fails as the players' connections did."""
        await asyncio.wait((self._broken, until), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if self._broken.done():
            self._broken.result()
        if not until.done():
            raise RuntimeError("the server does not answer")

    # Moves -----------------------------------------------------------------------------------------------------

    async def spread(self, moves: int) -> None:
        """Spreads the tables over different points of their matches, up to so many moves apart."""
        for number, table in enumerate(self.tables):
            table.ahead = moves * number // len(self.tables)
            if table.ahead:
                table.move(perf_counter())
        await self._rest()

    async def pace(self, seconds: float) -> None:
        """Makes one move a second at every table, evenly spread over the second, whether or not the server keeps up."""
        tables, start = self.tables, perf_counter()
        for number in range(max(1, round(seconds * len(tables)))):
            wait = start + number / len(tables) - perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            tables[number % len(tables)].move(perf_counter())
        await self._rest()

    async def saturate(self, seconds: float) -> None:
        """Makes the next move at every table as soon as everybody knows the one before."""
        self.saturated = True
        for table in self.tables:
            table.move(perf_counter())
        await asyncio.sleep(seconds)
        self.saturated = False
        await self._rest()

    async def muse(self, seconds: float, wait: float) -> None:
        """Lets players act on their turns after so many seconds on average, whatever the others do meanwhile."""
        self.musing = wait
        for table in self.tables:
            for caller in table.callers:
                table.act_in_time(caller)
        await asyncio.sleep(seconds)
        self.musing = None
        await asyncio.sleep(1.0)  # for moves in progress

    async def _rest(self) -> None:
        """Waits until no move is in progress."""
        deadline = perf_counter() + PATIENCE
        while any(table.sent is not None for table in self.tables):
            if self._broken.done() or perf_counter() > deadline:
                await self.unbroken(asyncio.get_running_loop().create_future())
            await asyncio.sleep(0.005)


def newcomers(port: int, number: int) -> tuple[str, list[tuple[str, str]]]:
    """Opens a new table for four new people."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        wish = {"name": "Ann", "seats": ["me", "open", "open", "open"], "settings": {"game": GAME, "players": PLAYERS}}
        made, host = post(connection, "/api/tables", wish)
        table = str(made["table"])
        commands = f"/api/tables/{table}/commands"
        cookies = [host]
        for seat in range(1, PLAYERS):
            cookies.append(post(connection, commands, {"type": "sit", "seat": seat, "name": f"Ben {seat}"})[1])
        return table, [("/ws", cookie) for cookie in cookies]
    finally:
        connection.close()


def post(
    connection: http.client.HTTPConnection, path: str, body: Mapping[str, object]
) -> tuple[dict[str, object], str]:
    """Posts as an unknown person; returns the answer and the secret that identifies the person from now on."""
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= 300:
        raise RuntimeError(f"{path}: {answer.status} {text[:200]!r}")
    given = answer.getheader("set-cookie") or ""
    return json.loads(text), given.partition("=")[2].partition(";")[0]
