"""The daily matches: a background job that fixes those of today and tomorrow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from foretold import fair
from foretold.games import TITLES
from foretold.server.base.clock import date
from foretold.server.features.challenges import calendar
from foretold.server.jobs.queue import Work
from foretold.server.live.commit_queue import CommitQueue
from foretold.server.table.follow_ups import Entropy
from foretold.server.table.table import DAY

CHECK = 600.0  # seconds between two checks: the system date may be changed


class Dailies:
    """Fixes the daily matches: a background job."""

    name = "dailies"
    at_once = 1

    def __init__(self, commits: CommitQueue, entropy: Entropy) -> None:
        self._commits, self._entropy = commits, entropy
        self._fixed = ""  # the last day whose matches are known to be stored, with those of the day after
        self._waiting: list[asyncio.Future[None]] = []
        self.wake: Callable[[], None] = lambda: None  # asks the queue to look at once

    async def ready(self, today: str) -> None:
        """Waits until the matches of today are stored."""
        if self._fixed >= today:
            return
        stored = asyncio.get_running_loop().create_future()
        self._waiting.append(stored)
        self.wake()
        await stored

    async def due(self) -> Sequence[Work]:
        """Today's and tomorrow's matches, until they are stored."""
        today = calendar.day_of(date())
        return [] if self._fixed >= today else [Work(today, partial(self._fix, today), everywhere=True)]

    async def _fix(self, today: str) -> None:
        for day in (today, calendar.later(today, 1)):
            for game in TITLES:
                if await self._commits.read(self._commits.store.challenge, calendar.daily_id(day, game)) is None:
                    secret = self._entropy(fair.SECRET_SIZE)
                    await self._commits.durable([calendar.promised(day, game, secret, date())])
        self._fixed = today
        waiting, self._waiting = self._waiting, []
        for stored in waiting:
            if not stored.done():
                stored.set_result(None)

    async def idle(self) -> float | None:
        """Seconds until tomorrow, or until the next check of the date."""
        return min(CHECK, (DAY - date() % DAY) / 1000 + 0.05)

    async def stop(self) -> None:
        """Cancels everybody who waits for today's matches."""
        for stored in self._waiting:
            stored.cancel()
