"""Timer wheel for WebSocket keepalives: one timer per 250 ms tick."""

from __future__ import annotations

import asyncio
from typing import Protocol
from weakref import WeakKeyDictionary

BEAT = 0.25  # seconds per tick


class Pingable(Protocol):
    """A connection that is checked from time to time."""

    loop: asyncio.AbstractEventLoop

    def look(self) -> None:
        """Checks the connection, when its time has come."""


class TimerWheel:
    """The timer wheel of an event loop: which connections to check at which tick."""

    def __init__(self) -> None:
        self._due: dict[int, dict[Pingable, None]] = {}  # by tick

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> TimerWheel:
        """The timer wheel of this loop."""
        return _WHEELS.setdefault(loop, cls())

    def schedule(self, connection: Pingable, seconds: float) -> int:
        """Schedules a check at the first tick after so many seconds; returns the tick."""
        loop = connection.loop
        beat = int((loop.time() + seconds) / BEAT) + 1
        if beat not in self._due:
            self._due[beat] = {}
            loop.call_at(beat * BEAT, self._tick, beat)
        self._due[beat][connection] = None
        return beat

    def cancel(self, connection: Pingable, beat: int) -> None:
        """Cancels a scheduled check."""
        self._due.get(beat, {}).pop(connection, None)

    def _tick(self, beat: int) -> None:
        for connection in self._due.pop(beat):
            connection.loop.call_soon(connection.look)  # so that one failure doesn't affect the others


_WHEELS: WeakKeyDictionary[asyncio.AbstractEventLoop, TimerWheel] = WeakKeyDictionary()
