"""Monotonic wall clock: starts at the machine's date and ignores later changes to it."""

from __future__ import annotations

import time


def date() -> int:
    """Milliseconds since the epoch by the machine's own date, which may be set at any moment: for people to read."""
    return time.time_ns() // 1_000_000


class Clock:
    """Milliseconds that pass as they do, from the machine's date at first, or from `newest` where that is later.

    Where several machines have to agree, `today` is the date that they all take.
    """

    def __init__(self, newest: int = 0, today: int | None = None) -> None:
        self.restart(newest, today)

    def restart(self, newest: int = 0, today: int | None = None) -> None:
        """Begins again from these dates."""
        self._base = max(date() if today is None else today, newest) - _passed()

    def now(self) -> int:
        """The moment, never before one that was told earlier."""
        return self._base + _passed()


def _passed() -> int:
    return time.monotonic_ns() // 1_000_000
