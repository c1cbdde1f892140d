"""The websocket: reads messages, hands them to the hub, sends what waits."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from foretold import words
from foretold.errors import Refusal
from foretold.server import identity, metrics, wire
from foretold.server.connections import Connection
from foretold.server.hub import Hub
from foretold.server.limits import Bucket
from foretold.server.names import NAME_LENGTH, clean
from foretold.server.protocols import LINE, Line

HELLO_WITHIN = 10.0  # seconds
PATIENCE = 10.0  # seconds that a connection may send faster than it is read
BAD_MESSAGES = 50  # that a connection may send before it is ended


async def serve(websocket: WebSocket, hub: Hub, rate: float) -> None:
    """One connection, from its hello to its end."""
    await websocket.accept()
    secret = websocket.cookies.get(identity.COOKIE, "")
    person = hub.store.person_by_secret(identity.hashed(secret)) if secret else None
    line: Line = websocket.scope["extensions"][LINE]["line"]
    connection = Connection("" if person is None else person.id, "en", Bucket(rate, 3 * rate), line)
    listener = _Listener(line, hub, connection, "" if person is None else person.name)
    try:
        line.listen(listener)
        await listener.over
    finally:
        listener.close()
        hub.part(connection)
    if connection.closing is not None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # gone already
            await websocket.close(1013 if connection.closing.retry is not None else 1000, connection.closing.reason)


class _Listener:
    """Takes in what comes over a line, no faster than it may; `over` is done once there is no more to hear or say."""

    def __init__(self, line: Line, hub: Hub, connection: Connection, name: str) -> None:
        loop = asyncio.get_running_loop()
        self.over: asyncio.Future[None] = loop.create_future()
        self._line, self._hub, self._connection, self._name = line, hub, connection, name
        self._greeted = False
        self._bad = 0  # messages that could not be read
        self._slowed = 0.0  # seconds without a break that it has been too fast
        self._hello = loop.call_later(HELLO_WITHIN, connection.end, "no-hello")
        connection.ended = self._ended

    def hear(self, text: str) -> None:
        """The message is answered, or waits until it is time for it."""
        connection = self._connection
        if connection.closing is not None:
            return
        wait = connection.bucket.take(time.monotonic()) if self._greeted else 0.0
        if wait > 0:  # what is not read yet waits in the network: nobody's message is lost
            self._slowed += wait
            self._line.hold(wait, text)
            if self._slowed > PATIENCE:
                connection.end("too-fast", retry=PATIENCE)
            return
        self._slowed = 0.0
        self._take(text)

    def _take(self, text: str) -> None:
        connection = self._connection
        if not self._greeted:
            self._hello.cancel()
            self._greeted = _greet(self._hub, connection, text)
            return
        if too_long(text):
            self._bad += 1
            connection.tell(refusal(connection, "", Refusal("message-too-long", {"limit": wire.MESSAGE_LIMIT})))
        else:
            self._bad += not _answer(self._hub, connection, text, self._name)
        if self._bad > BAD_MESSAGES:
            connection.end("too-many-errors")

    def _ended(self) -> None:
        self._line.loop.call_soon(self.readable)  # after all that is told of the same

    def readable(self) -> None:
        """What waits goes out; after the last word the line is over."""
        if not self.over.done() and self._connection.flush():
            self.lost()

    def lost(self) -> None:
        """There is no more to hear or say."""
        if not self.over.done():
            self.over.set_result(None)

    def close(self) -> None:
        """Nothing is waited for any more."""
        self._hello.cancel()


def too_long(data: str) -> bool:
    """Whether a message has more bytes than one may have."""
    return len(data) > wire.MESSAGE_LIMIT or len(data.encode()) > wire.MESSAGE_LIMIT


def _greet(hub: Hub, connection: Connection, data: str) -> bool:
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
        hub.join(connection, hello)
    except Refusal as error:
        metrics.REFUSALS.labels(error.reason).inc()
        connection.end(error.reason)
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

        hub.command(desk, connection.person, message, answer)
        return True
    except (msgspec.DecodeError, RecursionError) as error:
        hub.answer(
            connection, refusal(connection, _id(data), Refusal("bad-message", {"found": clean(str(error), 200)}))
        )
        return False
    except Refusal as error:
        hub.answer(connection, refusal(connection, id, error))
        return True


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
