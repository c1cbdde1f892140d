"""Bots play each challenge for comparison, one attempt after the other in a process of low priority.

Pending attempts are stored, so they continue after a restart.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from foretold.server import store
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
        self._failed: set[tuple[str, str]] = set()
        self._player: Maker | None = None
        self.wake: Callable[[], None] = lambda: None  # asks the queue to look at once

    async def due(self) -> Sequence[Work]:
        """The requested attempts."""
        waiting = await self._commits.read(self._commits.store.bot_tries_to_make, WAITING)
        return [
            Work(f"{challenge.id} {bot}", partial(self._play, challenge, bot), owner=challenge.id)
            for challenge, bot in waiting
            if (challenge.id, bot) not in self._failed
        ]

    async def _play(self, challenge: store.KeptChallenge, bot: str) -> None:
        await quiet(self._busy)
        if self._player is None:
            from foretold.server.jobs.worker_process import WorkerProcess  # a browser has no processes

            self._player = WorkerProcess("foretold.server.features.challenges.worker", self._nice)
        line = msgspec.json.encode({"terms": msgspec.Raw(challenge.body), "bot": bot}) + b"\n"
        body = await self._player.answer(line)
        if not body or body.startswith(b'{"failed"'):
            self._failed.add((challenge.id, bot))
            self._player.end()
            log.error("bot try failed", extra={"bot": bot})
            return
        await self._commits.durable([store.KeepBotTry(challenge.id, bot, body)])

    async def idle(self) -> float | None:
        """Ends the worker process."""
        if self._player is not None:
            self._player.end()
        return None

    async def stop(self) -> None:
        """Ends the worker process for good."""
        if self._player is not None:
            self._player.stop()
