"""The websocket: reads messages, hands them to the hub, sends what waits."""

from __future__ import annotations

import asyncio
import contextlib
import time

from starlette.websockets import WebSocket, WebSocketDisconnect

from foretold.errors import Refusal
from foretold.server import identity, wire
from foretold.server.connections import Connection
from foretold.server.hub import Hub
from foretold.server.limits import Bucket
from foretold.server.lines import answer, greet, refusal, too_long

HELLO_WITHIN = 10.0  # seconds
READ_WITHIN = 10.0  # seconds that one message waits for a connection that does not read
PATIENCE = 10.0  # seconds that a connection may send faster than it is read
BAD_MESSAGES = 50  # that a connection may send before it is ended


async def serve(websocket: WebSocket, hub: Hub, rate: float) -> None:
    """One connection, from its hello to its end."""
    await websocket.accept()
    secret = websocket.cookies.get(identity.COOKIE, "")
    person = hub.store.person_by_secret(identity.hashed(secret)) if secret else None
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
    if not greet(hub, connection, first):
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
            bad += not answer(hub, connection, data, name)
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


async def _message(websocket: WebSocket) -> str:
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    return message.get("text") or (message.get("bytes") or b"").decode("utf-8", "replace")


async def _never() -> None:
    """Waits for the writer to say the last word."""
    await asyncio.sleep(HELLO_WITHIN)
