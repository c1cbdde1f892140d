"""The WebSocket endpoint: rate limit, hello, messages, end."""

from __future__ import annotations

import asyncio
import contextlib
import time

from starlette.websockets import WebSocket, WebSocketDisconnect

from foretold import i18n
from foretold.errors import Refusal
from foretold.server.base import identity, metrics
from foretold.server.base.address_blocks import Blocks
from foretold.server.base.clock import date
from foretold.server.base.rate_limits import Bucket
from foretold.server.live.connection import Connection
from foretold.server.live.hub import Hub
from foretold.server.live.session import answer, hello_of, join, refusal, too_long, turn_away
from foretold.server.protocol import messages
from foretold.server.web.capacity import Capacity
from foretold.server.web.uvicorn_protocols import LINE, Line

HELLO_WITHIN = 10.0  # seconds
PATIENCE = 10.0  # seconds that a client may exceed its rate
BREAK = 1.0  # seconds within the rate after which that starts again
BAD_MESSAGES = 50  # invalid messages before a connection is closed


async def serve(
    websocket: WebSocket,
    hub: Hub,
    rate: float,
    capacity: Capacity | None = None,
    where: Blocks = (),
    address: str = "",
) -> None:
    """Serves one connection from its hello to its end."""
    await websocket.accept()
    secret = identity.secret_in(websocket.cookies)
    person = await hub.commits.read(hub.commits.store.person_by_secret, identity.hashed(secret)) if secret else None
    line: Line = websocket.scope["extensions"][LINE]["line"]
    connection = Connection("" if person is None else person.id, "en", Bucket(rate, 3 * rate), line)
    listener = _Listener(line, hub, connection, "" if person is None else person.name, capacity)
    connection.address = address
    blocked = hub.sanctions.blocked(connection.person, date())
    if blocked is not None:
        metrics.BLOCKED.inc()
        connection.language = i18n.accepted(websocket.headers.get("accept-language", ""))
        connection.refuse(blocked)
    elif capacity is not None:
        full = capacity.admit(connection, where, lambda: hub.presence.has_seat(connection.person))
        if full:
            connection.language = i18n.accepted(websocket.headers.get("accept-language", ""))
            connection.end(full)
    try:
        line.listen(listener)
        await listener.over
    finally:
        listener.close()
        hub.presence.part(connection)
        if capacity is not None:
            capacity.dismiss(connection)
    if connection.closing is not None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # already closed
            await websocket.close(1013 if connection.closing.retry is not None else 1000, connection.closing.reason)


class _Listener:
    """Handles a connection's messages within its rate; `over` is done once the connection has ended."""

    def __init__(
        self, line: Line, hub: Hub, connection: Connection, name: str, capacity: Capacity | None = None
    ) -> None:
        loop = asyncio.get_running_loop()
        self.over: asyncio.Future[None] = loop.create_future()
        self._line, self._hub, self._connection, self._name = line, hub, connection, name
        self._capacity = capacity
        self._greeted = False
        self._joining: asyncio.Task[None] | None = None
        self._bad = 0  # invalid messages
        self._slowed = self._slowing = 0.0  # when a message was last held back, and since when without a break
        self._hello = loop.call_later(HELLO_WITHIN, connection.end, "no-hello")
        connection.ended = self._ended

    def hear(self, text: str) -> None:
        """Handles the message, or holds it back until the rate allows it."""
        connection = self._connection
        if connection.closing is not None:
            return
        now = time.monotonic()
        wait = connection.bucket.take(now) if self._greeted else 0.0
        if wait > 0:  # unread data stays in the network buffers, so no message is lost
            if now - self._slowed > BREAK:
                self._slowing = now
            self._slowed = now
            self._line.hold(wait, text)
            if now - self._slowing > PATIENCE:
                connection.end("too-fast", retry=PATIENCE)
            return
        self._take(text)

    def _take(self, text: str) -> None:
        connection = self._connection
        if not self._greeted:
            self._hello.cancel()
            self._greet(text)
            return
        if too_long(text):
            self._bad += 1
            connection.tell(refusal(connection, "", Refusal("message-too-long", {"limit": messages.MESSAGE_LIMIT})))
        else:
            self._bad += not answer(self._hub, connection, text, self._name)
        if self._bad > BAD_MESSAGES:
            connection.end("too-many-errors")

    def _greet(self, text: str) -> None:
        """Handles the hello; pauses while its table has to be read from the database."""
        hello = hello_of(self._connection, text)
        if hello is None:
            return
        if not self._hub.pipeline.id:
            self._join(hello)
        else:
            self._line.rest()
            self._joining = asyncio.create_task(self._find(hello))

    def _join(self, hello: messages.Hello) -> None:
        """Joins the connection to its table, unless its address block has too many spectators."""
        connection, live = self._connection, self._hub.live_tables.get(hello.table)
        if self._capacity is not None and live is not None and not live.table.seats_of(connection.person):
            full = self._capacity.watched(connection)
            if full:
                connection.end(full)
                return
        self._greeted = join(self._hub, connection, hello)

    async def _find(self, hello: messages.Hello) -> None:
        try:
            await self._hub.at(hello.table)
            self._join(hello)
        except Refusal as error:
            turn_away(self._connection, error)
        self._line.go_on()

    def _ended(self) -> None:
        self._line.loop.call_soon(self.readable)  # after all messages of the same command

    def readable(self) -> None:
        """Sends waiting messages; after the farewell the connection is over."""
        if not self.over.done() and self._connection.flush():
            self.lost()

    def lost(self) -> None:
        """Ends the connection."""
        if not self.over.done():
            self.over.set_result(None)

    def close(self) -> None:
        """Cancels all timers and detaches from the connection."""
        self._connection.ended = _nothing
        self._hello.cancel()
        if self._joining is not None:
            self._joining.cancel()


def _nothing() -> None:
    pass
