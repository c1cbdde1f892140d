"""A websocket of somebody to a table (the protocol's *line*), without the socket: who it is, what waits to be sent."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from foretold import words
from foretold.server import wire
from foretold.server.limits import Bucket

if TYPE_CHECKING:
    from foretold.server.desks import Audiences, Desk

OUTBOX = 400  # messages that may wait for a connection that reads slowly


class Connection:
    """Who is connected to a table, and what waits to be sent there."""

    def __init__(self, person: str, language: str, bucket: Bucket) -> None:
        self.person = person
        self.language = language
        self.bucket = bucket
        self.desk: Desk | None = None
        self.seats: Audiences = ()  # those that it was told of
        self.bids: wire.Bids = "list"  # how it wants to hear what may be bid
        self.previews = False  # whether it wants to hear what its cards bring
        self.closing: wire.Bye | None = None
        self._outbox: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None  # of the writer, for something to send

    def tell(self, data: bytes) -> None:
        """These bytes are sent after all before them; who does not read is given up."""
        if len(self._outbox) >= OUTBOX:
            self.end("too-slow", retry=1.0)
            return
        self._outbox.append(data)
        self._wake()

    def end(self, reason: str, retry: float | None = None, **values: str) -> None:
        """The connection ends after a word of why."""
        if self.closing is None:
            sentence = words.refusal(self.language, reason, "", values)
            self.closing = wire.Bye(reason=reason, sentence=sentence, retry=retry)
            self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self) -> list[bytes]:
        """What is to be sent now, once there is something; the last word is a farewell."""
        while not self._outbox and self.closing is None:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        found = list(self._outbox)
        self._outbox.clear()
        return [*found, wire.write(self.closing)] if self.closing is not None else found
