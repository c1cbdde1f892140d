"""Reviews in a page: another worker makes them; of records from files too, which become matches of the page."""

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
    """A worker that makes reviews as `server/features/reviews/worker.py` does, begun when it is first asked."""

    def answer(self, line: str) -> Awaitable[str]:
        """One piece more; '' if it could not be begun, or has ended."""

    def end(self) -> object:
        """It takes up no room any more."""


class CoachWorker:
    """That worker as the maker of reviews."""

    def __init__(self, coach: Coach) -> None:
        self._coach = coach
        self.running = False

    async def answer(self, line: bytes) -> bytes:
        """The next piece as a line of JSON."""
        self.running = True
        return (await self._coach.answer(line.decode())).encode()

    def end(self) -> None:
        """It takes up no room until it is asked again."""
        self.running = False
        self._coach.end()

    stop = end


async def keep_record(call: Call, body: bytes) -> dict[str, str]:
    """The record is a match of the page, but nobody's own: it can be reviewed as others are."""
    record = Record.from_line(body)
    replay(record)
    id = base64.b32encode(hashlib.sha256(body).digest()[:16]).decode().rstrip("=").lower()
    if call.commits.store.match(id) is None:
        await call.commits.durable([KeepMatch(id, "", date(), "what-if", True, record.game, body)])
    return {"match": id}
