"""What the bots make of a challenge: played one after the other in a process of low priority, behind all else.

What is to be played stands in the store, so that it goes on after a restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from foretold.server import store
from foretold.server.features.reviews.service import Maker, quiet
from foretold.server.live.commit_queue import NotStored

if TYPE_CHECKING:
    from foretold.server.live.commit_queue import CommitQueue

log = logging.getLogger("foretold.server")

WAITING = 100  # looked for at a time
AGAIN = 5.0  # seconds after which it is tried again where the store did not answer


class BotAttempts:
    """The bots' own tries of one server."""

    def __init__(self, commits: CommitQueue, busy: Callable[[], bool], mine: Callable[[str], bool], nice: int) -> None:
        """`busy` says whether somebody waits for something, `mine` whether this process is to play a challenge."""
        self._commits, self._busy, self._mine, self._nice = commits, busy, mine, nice
        self._store = commits.store
        self._failed: set[tuple[str, str]] = set()
        self._player: Maker | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """What was asked for before is played."""
        if not self._store.shared or self._store.bot_tries_to_make(1):
            self.ask()

    def ask(self) -> None:
        """Something is to be played."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        try:
            while True:
                waiting = [
                    (challenge, bot)
                    for challenge, bot in await self._store.ask(self._store.bot_tries_to_make, WAITING)
                    if (challenge.id, bot) not in self._failed and self._mine(challenge.id)
                ]
                if not waiting:
                    return
                await self._play(*waiting[0])
        except NotStored:
            asyncio.get_running_loop().call_later(AGAIN, self.ask)
        finally:
            if self._player is not None:
                self._player.end()

    async def _play(self, challenge: store.KeptChallenge, bot: str) -> None:
        await quiet(self._busy)
        if self._player is None:
            from foretold.server.jobs.worker_process import WorkerProcess  # no page can have one

            self._player = WorkerProcess("foretold.server.features.challenges.worker", self._nice)
        line = msgspec.json.encode({"terms": msgspec.Raw(challenge.body), "bot": bot}) + b"\n"
        body = await self._player.answer(line)
        if not body or body.startswith(b'{"failed"'):
            self._failed.add((challenge.id, bot))
            self._player.end()
            log.error("bot try failed", extra={"bot": bot})
            return
        await self._commits.durable([store.KeepBotTry(challenge.id, bot, body)])

    async def stop(self) -> None:
        """Nothing is played any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._player is not None:
            self._player.stop()
