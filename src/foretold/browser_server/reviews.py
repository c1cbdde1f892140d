"""Reviews in a page, made by a second worker; also of records from files, which become matches of the page."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Awaitable
from typing import Protocol

from foretold.games.replay import replay
from foretold.records import Record
from foretold.server.base.clock import date
from foretold.server.rest.call import Call
from foretold.server.store import KeepMatch


class Coach(Protocol):
    """A worker that makes reviews like `server/features/reviews/worker.py`, started on first use."""

    def answer(self, line: str) -> Awaitable[str]:
        """Returns the next part; '' if the worker could not start or has ended."""

    def end(self) -> object:
        """Ends the worker and frees its memory."""


class CoachWorker:
    """Adapts that worker to the review service."""

    def __init__(self, coach: Coach) -> None:
        self._coach = coach
        self.running = False

    async def answer(self, line: bytes) -> bytes:
        """Returns the next part as a line of JSON."""
        self.running = True
        return (await self._coach.answer(line.decode())).encode()

    def end(self) -> None:
        """Frees its memory until the next request."""
        self.running = False
        self._coach.end()

    stop = end


async def keep_record(call: Call, body: bytes) -> dict[str, str]:
    """Stores the record as a match of the page that belongs to nobody, so that it can be reviewed."""
    record = Record.from_line(body)
    replay(record)
    id = base64.b32encode(hashlib.sha256(body).digest()[:16]).decode().rstrip("=").lower()
    if call.commits.store.match(id) is None:
        await call.commits.durable([KeepMatch(id, "", date(), "what-if", True, record.game, body)])
    return {"match": id}
