"""What the bots make of a challenge: played one after the other in a process of low priority, behind all else.

What is to be played stands in the store, so that it goes on after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec

from foretold.server import store
from foretold.server.delivery import NotStored
from foretold.server.reviews import answer_of, end_process, quiet, worker_process

if TYPE_CHECKING:
    from foretold.server.delivery import Dispatch

log = logging.getLogger("foretold.server")

WAITING = 100  # looked for at a time
AGAIN = 5.0  # seconds after which it is tried again where the store did not answer


class BotTries:
    """The bots' own tries of one server."""

    def __init__(self, dispatch: Dispatch, busy: Callable[[], bool], mine: Callable[[str], bool], nice: int) -> None:
        """`busy` says whether somebody waits for something, `mine` whether this process is to play a challenge."""
        self._dispatch, self._busy, self._mine, self._nice = dispatch, busy, mine, nice
        self._store = dispatch.store
        self._failed: set[tuple[str, str]] = set()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="bot-try")
        self._process: subprocess.Popen[bytes] | None = None
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
            end_process(self._process)
            self._process = None

    async def _play(self, challenge: store.KeptChallenge, bot: str) -> None:
        await quiet(self._busy)
        if self._process is None:
            self._process = worker_process("foretold.server.challenge_worker", self._nice)
        line = msgspec.json.encode({"terms": msgspec.Raw(challenge.body), "bot": bot}) + b"\n"
        body = await asyncio.get_running_loop().run_in_executor(self._thread, answer_of, self._process, line)
        if not body or body.startswith(b'{"failed"'):
            self._failed.add((challenge.id, bot))
            end_process(self._process)
            self._process = None
            log.error("bot try failed", extra={"bot": bot})
            return
        await self._dispatch.durable([store.KeepBotTry(challenge.id, bot, body)])

    async def stop(self) -> None:
        """Nothing is played any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)
