"""Bots play each challenge, and people's matches against bots, for comparison: one after the other, at low priority.

Pending attempts are stored, so they continue after a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from foretold.challenges import LEVELS
from foretold.errors import Refusal
from foretold.records import Record
from foretold.server import store
from foretold.server.features.challenges.attempts import Terms
from foretold.server.features.challenges.from_match import of_match
from foretold.server.features.reviews.service import Maker
from foretold.server.jobs.queue import Work, quiet
from foretold.server.live.commit_queue import CommitQueue

log = logging.getLogger("foretold.server")

WAITING = 100  # attempts read at a time


class BotAttempts:
    """The bots' own attempts: a background job."""

    name = "bot attempts"
    at_once = 1

    def __init__(self, commits: CommitQueue, busy: Callable[[], bool], nice: int) -> None:
        """`busy` says whether somebody waits for a bot, a preview or a hint."""
        self._commits, self._busy, self._nice = commits, busy, nice
        self.failed: set[tuple[str, str]] = set()  # challenges or matches, with the bot
        self._player: Maker | None = None
        self.wake: Callable[[], None] = lambda: None  # asks the queue to look at once

    async def due(self) -> Sequence[Work]:
        """The requested attempts at challenges, then the comparisons with matches."""
        database = self._commits.store
        tries = await self._commits.read(database.bot_tries_to_make, WAITING)
        matches = await self._commits.read(database.comparisons_to_make, WAITING)
        return [
            Work(f"{challenge.id} {bot}", partial(self._try, challenge, bot), owner=challenge.id)
            for challenge, bot in tries
            if (challenge.id, bot) not in self.failed
        ] + [
            Work(f"{row.match} {row.seat} {row.bot}", partial(self._compare, row), owner=row.match)
            for row in matches
            if (row.match, row.bot) not in self.failed
        ]

    async def _try(self, challenge: store.KeptChallenge, bot: str) -> None:
        body = await self._played(challenge.id, bot, challenge.body)
        if body:
            await self._commits.durable([store.KeepBotTry(challenge.id, bot, body)])

    async def _compare(self, row: store.KeptComparison) -> None:
        match = await self._commits.read(self._commits.store.match, row.match)
        if match is None:
            return
        try:
            terms = await asyncio.to_thread(_terms, match, row.seat)
        except Refusal:  # there are no seed and no bots in its record
            self.failed.add((row.match, row.bot))
            return
        body = await self._played(row.match, row.bot, msgspec.json.encode(terms))
        if body:
            await self._commits.durable([store.KeepComparison(row.match, row.seat, row.bot, body)])

    async def _played(self, id: str, bot: str, terms: bytes) -> bytes:
        """The bot's result in the challenge with these terms; empty if it failed."""
        await quiet(self._busy)
        if self._player is None:
            from foretold.server.jobs.worker_process import WorkerProcess  # a browser has no processes

            self._player = WorkerProcess("foretold.server.features.challenges.worker", self._nice)
        line = msgspec.json.encode({"terms": msgspec.Raw(terms), "bot": bot}) + b"\n"
        body = await self._player.answer(line)
        if not body or body.startswith(b'{"failed"'):
            self.failed.add((id, bot))
            self._player.end()
            log.error("bot try failed", extra={"bot": bot})
            return b""
        return body

    async def idle(self) -> float | None:
        """Ends the worker process."""
        if self._player is not None:
            self._player.end()
        return None

    async def stop(self) -> None:
        """Ends the worker process for good."""
        if self._player is not None:
            self._player.stop()


def _terms(match: store.KeptMatch, seat: int) -> Terms:
    return of_match(Record.from_line(match.record), seat, LEVELS[0], match.id)
