"""Monotonic wall clock: starts at the machine's date and ignores later changes to it."""

from __future__ import annotations

import time


def date() -> int:
    """Milliseconds since the epoch by the system clock, which may be set at any moment: for people to read."""
    return time.time_ns() // 1_000_000


class Clock:
    """A monotonic clock in milliseconds that starts from the system date, or from `newest` if that is later.

    Where several machines have to agree, `today` is the shared date.
    """

    def __init__(self, newest: int = 0, today: int | None = None) -> None:
        self.restart(newest, today)

    def restart(self, newest: int = 0, today: int | None = None) -> None:
        """Starts again from these dates."""
        self._base = max(date() if today is None else today, newest) - _passed()

    def now(self) -> int:
        """The current time, never earlier than a time returned before."""
        return self._base + _passed()


def _passed() -> int:
    return time.monotonic_ns() // 1_000_000
