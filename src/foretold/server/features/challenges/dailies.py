"""The daily matches: a background job that fixes those of today and tomorrow, once somebody asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from foretold import fair
from foretold.games import TITLES
from foretold.server.base.clock import date
from foretold.server.features.challenges import calendar
from foretold.server.jobs.queue import Work
from foretold.server.live.commit_queue import CommitQueue, NotStored
from foretold.server.table.follow_ups import Entropy


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
        """Today's and tomorrow's matches, if somebody waits for them."""
        today = calendar.day_of(date())
        return [Work(today, partial(self._fix, today), everywhere=True)] if self._waiting else []

    async def _fix(self, today: str) -> None:
        try:
            for day in (today, calendar.later(today, 1)):
                for game in TITLES:
                    if await self._commits.read(self._commits.store.challenge, calendar.daily_id(day, game)) is None:
                        secret = self._entropy(fair.SECRET_SIZE)
                        await self._commits.durable([calendar.promised(day, game, secret, date())])
        except Exception:
            self._answer(NotStored("not-stored"))
            raise
        self._fixed = today
        self._answer(None)

    def _answer(self, error: NotStored | None) -> None:
        """Tells everybody who waits that the matches are stored, or why not."""
        waiting, self._waiting = self._waiting, []
        for stored in waiting:
            if stored.done():
                continue
            if error is None:
                stored.set_result(None)
            else:
                stored.set_exception(error)

    async def idle(self) -> float | None:
        """Nothing is due before somebody asks."""
        return None

    async def stop(self) -> None:
        """Refuses everybody who still waits."""
        self._answer(NotStored("not-stored"))
