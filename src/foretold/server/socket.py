"""The websocket: reads messages, hands them to the hub, sends what waits."""

from __future__ import annotations

import asyncio
import contextlib
import time
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from foretold import words
from foretold.errors import Refusal
from foretold.server import identity, metrics, wire
from foretold.server.connections import Connection
from foretold.server.delivery import NotStored
from foretold.server.hub import Hub
from foretold.server.limits import Bucket
from foretold.server.names import NAME_LENGTH, clean

HELLO_WITHIN = 10.0  # seconds
READ_WITHIN = 10.0  # seconds that one message waits for a connection that does not read
PATIENCE = 10.0  # seconds that a connection may send faster than it is read
BAD_MESSAGES = 50  # that a connection may send before it is ended


async def serve(websocket: WebSocket, hub: Hub, rate: float) -> None:
    """One connection, from its hello to its end."""
    await websocket.accept()
    secret = websocket.cookies.get(identity.COOKIE, "")
    person = await hub.read(hub.store.person_by_secret, identity.hashed(secret)) if secret else None
    connection = Connection("" if person is None else person.id, "en", Bucket(rate, 3 * rate))
    reader = asyncio.create_task(_read(websocket, hub, connection, "" if person is None else person.name))
    writer = asyncio.create_task(_write(websocket, connection))
    try:
        await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.part(connection)
        for task in (reader, writer):
            task.cancel()
        for result in await asyncio.gather(reader, writer, return_exceptions=True):
            if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                raise result


async def _write(websocket: WebSocket, connection: Connection) -> None:
    limit = _Limit(READ_WITHIN)
    with contextlib.closing(limit), contextlib.suppress(RuntimeError):  # closed below, for want of a sign of life
        while True:
            for data in await connection.next():
                with limit:
                    await websocket.send_text(data.decode())
            if connection.closing is not None:
                with limit:
                    await websocket.close(
                        1013 if connection.closing.retry is not None else 1000, connection.closing.reason
                    )
                return


class _Limit:
    """Cancels the task that made it once it is within this for so long: nobody reads.

    One timer for all that is sent meanwhile: asyncio.timeout would set and cancel one for each message.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._due: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> None:
        self._due = self._loop.time() + self._seconds
        if self._timer is None:
            self._timer = self._loop.call_at(self._due, self._look)

    def __exit__(self, *_: object) -> None:
        self._due = None

    def close(self) -> None:
        """Nothing is held any more: the task is done."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        self._timer = None
        if self._due is None or self._task is None:
            return
        if self._loop.time() < self._due:
            self._timer = self._loop.call_at(self._due, self._look)
        else:
            self._task.cancel()


async def _read(websocket: WebSocket, hub: Hub, connection: Connection, name: str) -> None:
    try:
        async with asyncio.timeout(HELLO_WITHIN):
            first = await _message(websocket)
    except TimeoutError:
        connection.end("no-hello")
        return await _never()
    if not await _greet(hub, connection, first):
        return await _never()
    bad, slowed = 0, 0.0
    while True:
        data = await _message(websocket)
        slowed = await _slowly(connection, slowed)
        if slowed > PATIENCE:
            connection.end("too-fast", retry=PATIENCE)
            return await _never()
        if too_long(data):
            bad += 1
            connection.tell(refusal(connection, "", Refusal("message-too-long", {"limit": wire.MESSAGE_LIMIT})))
        else:
            bad += not _answer(hub, connection, data, name)
        if bad > BAD_MESSAGES:
            connection.end("too-many-errors")
            return await _never()


async def _slowly(connection: Connection, slowed: float) -> float:
    """Reads no faster than the connection may send; the seconds without a break that it has been too fast."""
    wait = connection.bucket.take(time.monotonic())
    if wait <= 0:
        return 0.0
    while wait > 0:  # what is not read yet waits in the network: nobody's message is lost
        await asyncio.sleep(wait)
        slowed += wait
        wait = connection.bucket.take(time.monotonic())
    return slowed


def too_long(data: str) -> bool:
    """Whether a message has more bytes than one may have."""
    return len(data) > wire.MESSAGE_LIMIT or len(data.encode()) > wire.MESSAGE_LIMIT


async def _message(websocket: WebSocket) -> str:
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    return message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace")


async def _never() -> None:
    """Waits for the writer to say the last word."""
    await asyncio.sleep(HELLO_WITHIN)


async def _greet(hub: Hub, connection: Connection, data: str) -> bool:
    """Whether the first message brought the connection to a table; else the connection ends with the reason."""
    try:
        hello = None if too_long(data) else wire.read(data)
    except (msgspec.DecodeError, RecursionError) as error:
        connection.end("bad-message", found=clean(str(error), 200))
        return False
    if not isinstance(hello, wire.Hello):
        connection.end("no-hello")
        return False
    connection.language = words.known(hello.language) or words.DEFAULT
    if hello.protocol != wire.PROTOCOL:
        connection.end("other-protocol")
        return False
    if hello.token:
        connection.person = identity.external(hello.token)
    metrics.messages("hello").inc()
    try:
        await hub.at(hello.table)
        hub.join(connection, hello)
    except Refusal as error:
        metrics.REFUSALS.labels(error.reason).inc()
        connection.end(error.reason, retry=1.0 if isinstance(error, NotStored) else None)
        return False
    return True


def _answer(hub: Hub, connection: Connection, data: str, name: str) -> bool:
    """Carries out one message; False where it could not be read."""
    id = ""
    try:
        message = wire.read(data)
        if isinstance(message, wire.Ping):
            connection.tell(_PONG)
            return True
        if isinstance(message, wire.Hello):
            raise Refusal("hello-twice")
        id = message.id
        if isinstance(message, wire.AskHint):
            metrics.messages("ask-hint").inc()
            hub.hint(connection, message)
            return True
        metrics.messages(message.__struct_config__.tag).inc()
        if isinstance(message, wire.Sit):
            message = _named(connection, message, name)
        desk = connection.desk
        assert desk is not None

        def answer(number: int | None) -> None:
            if number is not None:  # else the connection is about to be ended
                connection.tell(wire.write(wire.Done(id=id, number=number)))

        hub.command(desk, connection.person, message, answer, partial(_refuse, hub, connection, id))
        return True
    except (msgspec.DecodeError, RecursionError) as error:
        hub.answer(
            connection, refusal(connection, _id(data), Refusal("bad-message", {"found": clean(str(error), 200)}))
        )
        return False
    except Refusal as error:
        _refuse(hub, connection, id, error)
        return True


def _refuse(hub: Hub, connection: Connection, id: str, error: Refusal) -> None:
    hub.answer(connection, refusal(connection, id, error))


class _Id(msgspec.Struct):
    id: wire.Id = ""


def _id(data: str) -> str:
    """The id of a message that can't be read otherwise, '' where not even that can."""
    try:
        return msgspec.json.decode(data, type=_Id).id
    except (msgspec.DecodeError, RecursionError):
        return ""


def _named(connection: Connection, message: wire.Sit, name: str) -> wire.Sit:
    if not connection.person or connection.person.startswith("external:"):
        raise Refusal("nobody-known")
    return msgspec.structs.replace(message, name=clean(message.name, NAME_LENGTH) or name or "?")


def refusal(connection: Connection, id: str, error: Refusal) -> bytes:
    """The message that refuses a command, in the connection's language."""
    metrics.REFUSALS.labels(error.reason).inc()
    return wire.write(
        wire.Refused(
            id=id,
            reason=error.reason,
            sentence=error.sentence(connection.language),
            clause=error.clause,
            values=error.values,
        )
    )


_PONG = wire.write(wire.Pong())
