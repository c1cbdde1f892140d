"""One queue for all background jobs.

A job says what is due; the queue asks each job in turn, keeps the work that this process owns, and runs as many pieces
at once as the job allows. Work that fails is tried again after a pause.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from foretold.server.base.failure_log import traced

log = logging.getLogger("foretold.server")

RETRY = 5.0  # seconds after which work that failed is tried again
POLL = 2.0  # seconds between two checks where other processes can add work
QUIET_TIMEOUT = 10.0  # seconds that background work waits for people at most
GLANCE = 0.05  # seconds between two checks whether anybody still waits


class Work(NamedTuple):
    """One piece of work: what it is known by, which also decides the process that does it, and how it is done."""

    key: str
    run: Callable[[], Awaitable[None]]
    owner: str = ""  # what decides the process instead of the key
    everywhere: bool = False  # whether every process does it


class Job(Protocol):
    """A kind of background work."""

    name: str  # as the log says it
    at_once: int  # pieces of work that may run at the same time

    async def due(self) -> Sequence[Work]:
        """The work that is due, most urgent first."""

    async def idle(self) -> float | None:
        """Called while there is room for more; returns the seconds until some may be due, None: not before `wake`."""

    async def stop(self) -> None:
        """Frees what the job holds; its work has been cancelled."""


class JobQueue:
    """The background jobs of one process."""

    def __init__(self, owns: Callable[[str], bool], *, shared: bool) -> None:
        """`owns` decides whether this process does a piece of work, `shared` whether there are other processes."""
        self._owns, self._shared = owns, shared
        self._runners: list[_Runner] = []

    def add(self, job: Job) -> Callable[[], None]:
        """Adds a job; the function returned makes the queue ask it at once."""
        runner = _Runner(job, self._owns, POLL if self._shared else None)
        self._runners.append(runner)
        return runner.wake

    def running(self) -> dict[str, int]:
        """How many pieces of work of each job run now."""
        return {runner.name: runner.running for runner in self._runners}

    def start(self) -> None:
        """Starts all jobs."""
        for runner in self._runners:
            runner.start()

    async def stop(self) -> None:
        """Cancels all work."""
        for runner in self._runners:
            await runner.stop()


class _Runner:
    """Runs one job."""

    def __init__(self, job: Job, owns: Callable[[str], bool], poll: float | None) -> None:
        self._job, self._owns, self._poll = job, owns, poll
        self._woken = asyncio.Event()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._not_before: dict[str, float] = {}  # by key of work that failed
        self._task: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        return self._job.name

    @property
    def running(self) -> int:
        return len(self._running)

    def wake(self) -> None:
        self._woken.set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        tasks = [*self._running.values(), *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._job.stop()

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            try:
                self._begin(await self._job.due())
                pause = None if len(self._running) >= self._job.at_once else await self._job.idle()
            except Exception as error:  # for example, the database is unreachable
                log.warning("job not looked at", extra={"job": self._job.name, "error": type(error).__name__})
                pause = RETRY
            waits = [pause for pause in (pause, self._poll, self._next_retry()) if pause is not None]
            with suppress(TimeoutError):
                async with asyncio.timeout(min(waits, default=None)):
                    await self._woken.wait()

    def _begin(self, due: Sequence[Work]) -> None:
        """Begins as much of this work as there is room for."""
        now = asyncio.get_running_loop().time()
        for work in due:
            if len(self._running) >= self._job.at_once:
                break
            later = self._not_before.get(work.key, 0.0) > now
            if work.key in self._running or later or not self._mine(work):
                continue
            self._not_before.pop(work.key, None)
            self._running[work.key] = asyncio.create_task(self._do(work))

    def _mine(self, work: Work) -> bool:
        return work.everywhere or self._owns(work.owner or work.key)

    async def _do(self, work: Work) -> None:
        try:
            await work.run()
        except Exception as error:
            self._not_before[work.key] = asyncio.get_running_loop().time() + RETRY
            extra = {"job": self._job.name, "error": type(error).__name__, "traceback": traced(error)}
            log.error("job failed", extra=extra)
        finally:
            del self._running[work.key]
            self._woken.set()

    def _next_retry(self) -> float | None:
        """Seconds until work that failed may be tried again."""
        now = asyncio.get_running_loop().time()
        self._not_before = {key: at for key, at in self._not_before.items() if at > now}
        return min((at - now for at in self._not_before.values()), default=None)


async def quiet(busy: Callable[[], bool]) -> None:
    """Waits until nobody waits for a bot, a preview or a hint, but not for long."""
    loop = asyncio.get_running_loop()
    until = loop.time() + QUIET_TIMEOUT
    while busy() and loop.time() < until:
        await asyncio.sleep(GLANCE)
