"""The load of this process: people, connections, moves, CPU and memory, and the last hour of them."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from foretold import __version__
from foretold.server.base.clock import date
from foretold.server.features.admin import types
from foretold.server.features.admin.limits import RunningLimits
from foretold.server.live.hub import Hub

MINUTES = 60  # of the past that are kept
MINUTE = 60.0  # seconds


class WebLoad(NamedTuple):
    """What the web server of this process has to do."""

    connections: int = 0
    most: int = 0
    heavy: int = 0
    heavy_waiting: int = 0


class LoadMeter:
    """Measures this process; `web` and `jobs` are asked for their parts."""

    def __init__(self, hub: Hub, browsing: Callable[[], int], limits: RunningLimits) -> None:
        self._hub, self._browsing, self._limits = hub, browsing, limits
        self.web: Callable[[], WebLoad] = WebLoad
        self.jobs: Callable[[], dict[str, int]] = dict
        self._started = date()
        self._at, self._cpu, self._moves = time.monotonic(), time.process_time(), hub.moves
        self._shares = (0.0, 0.0)  # CPU and moves per second, as last measured
        self._history: deque[types.Moment] = deque(maxlen=MINUTES)
        self._noted = -MINUTE

    @property
    def history(self) -> tuple[types.Moment, ...]:
        """A moment of each of the last minutes, oldest first."""
        return tuple(self._history)

    def measure(self) -> types.ProcessFigures:
        """The figures since the last time."""
        now, cpu, moves = time.monotonic(), time.process_time(), self._hub.moves
        passed = now - self._at
        if passed > 0.5:
            self._shares = ((cpu - self._cpu) / passed, (moves - self._moves) / passed)
            self._at, self._cpu, self._moves = now, cpu, moves
        share, pace = self._shares
        connections = [connection for live in self._hub.live_tables.values() for connection in live.connections]
        seated = {connection.person for connection in connections if connection.seated}
        people = {connection.person for connection in connections if connection.person}
        watching = sum(not connection.seated for connection in connections)
        anonymous = sum(not connection.person for connection in connections)
        web = self.web()
        if now - self._noted >= MINUTE:
            self._noted = now
            tables = len(self._hub.live_tables)
            self._history.append(types.Moment(date(), len(people) + anonymous, tables, round(share, 3), round(pace, 2)))
        return types.ProcessFigures(
            process=self._hub.pipeline.id or "server",
            version=__version__,
            started=self._started,
            at=date(),
            people=len(people) + anonymous,
            seated=len(seated),
            watching=watching,
            browsing=self._browsing(),
            connections=web.connections,
            most_connections=web.most,
            moves=round(pace, 2),
            cpu=round(share, 3),
            cores=os.cpu_count() or 1,
            memory=memory(),
            commits=self._hub.commits.pending,
            heavy=web.heavy,
            heavy_waiting=web.heavy_waiting,
            jobs=tuple(types.JobLoad(name, running) for name, running in self.jobs().items()),
            move_p95_ms=p95(self._hub.moves_took),
            started_with={str(name): value for name, value in self._limits.defaults.items()},
        )


def p95(seconds: Sequence[float]) -> float | None:
    """The milliseconds that 95 % of these times don't exceed; None if there are none."""
    return round(1000 * sorted(seconds)[-(-19 * len(seconds) // 20) - 1], 1) if seconds else None


def memory() -> int:
    """The bytes of memory that this process has in RAM, 0 where the system doesn't say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0
