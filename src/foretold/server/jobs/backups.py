"""The daily copy of the database: a background job, with a process of low priority that copies and checks."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections.abc import Callable, Sequence

from foretold.server.base import metrics
from foretold.server.jobs.queue import Work
from foretold.server.store.sqlite.backups import BackupPolicy, daily_copies, drop_old_copies, new_copy

log = logging.getLogger("foretold.server")

DAY = 86_400.0
SETTLED = 600.0  # seconds from the start of the server to its first copy


class Backups:
    """Makes a verified copy of the database once a day: a background job."""

    name = "backups"
    at_once = 1

    def __init__(
        self,
        policy: BackupPolicy,
        settled: float = SETTLED,
        date: Callable[[], float] = time.time,
        pause: float = 3600.0,
    ) -> None:
        """A copy that fails is tried again after `pause` seconds."""
        self._policy, self._date, self._pause = policy, date, pause
        self._not_before = time.monotonic() + settled
        self._process: asyncio.subprocess.Process | None = None
        self.wake: Callable[[], None] = lambda: None  # asks the queue to look at once
        metrics.BACKUP_TIME.set(self._newest(date()))

    async def due(self) -> Sequence[Work]:
        """A copy, if the newest one is a day old."""
        return [Work("copy", self._copy)] if self._seconds_left() <= 0 else []

    async def idle(self) -> float | None:
        """Seconds until the next copy is due."""
        return max(1.0, self._seconds_left())

    def _seconds_left(self) -> float:
        now = self._date()
        return max(self._newest(now) + DAY - now, self._not_before - time.monotonic())

    def _newest(self, now: float) -> float:
        """When the newest copy was made; 0 if there is none."""
        return max((copy.made for copy in daily_copies(self._policy) if copy.made <= now), default=0.0)

    async def _copy(self) -> None:
        began = time.monotonic()
        self._not_before = began + self._pause  # counts if this copy fails
        try:
            target = new_copy(self._policy, self._date())
        except OSError as error:  # the folder can't be made
            self._failed(self._policy.folder.name, str(error))
            return
        command = (sys.executable, "-m", "foretold", "backup", str(target), "--database", str(self._policy.database))
        pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(*command, stdin=null, stdout=null, stderr=pipe)
        if sys.platform != "win32":
            os.setpriority(os.PRIO_PROCESS, self._process.pid, 10)
        _, output = await self._process.communicate()
        code, self._process = self._process.returncode, None
        if code:
            self._failed(target.name, output.decode(errors="replace").strip()[-300:])
            return
        dropped = drop_old_copies(self._policy)
        metrics.BACKUPS.labels("made").inc()
        metrics.BACKUP_TIME.set(self._date())
        facts = {"file": target.name, "bytes": target.stat().st_size, "ms": round((time.monotonic() - began) * 1000)}
        log.info("backup made", extra={**facts, "dropped": len(dropped)})

    @staticmethod
    def _failed(file: str, reason: str) -> None:
        metrics.BACKUPS.labels("failed").inc()
        log.error("backup failed", extra={"file": file, "why": reason})

    async def stop(self) -> None:
        """Ends a copy that is being made."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
