"""Logs each kind of failure of bots and previews once, with its location and without hidden information."""

from __future__ import annotations

import logging
import threading
import traceback
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client import Counter

log = logging.getLogger("foretold.server")

MOST_KINDS = 100  # that are logged: a bot that fails differently each time must not fill the disk


class IllegalChoice(ValueError):
    """A bot chose an action that is not legal for its seat."""


class Failures:
    """Counts failures of one component and logs each kind once; thread-safe."""

    def __init__(self, what: str, counter: Counter) -> None:
        """`what` names the component in the log; the counter has one label, for which of them failed."""
        self._what, self._counter = what, counter
        self._known: set[tuple[str, str, str]] = set()
        self._lock = threading.Lock()

    def note(self, which: str, error: BaseException) -> None:
        """Counts a failure, and logs it if it is the first with this name, error and location."""
        self._counter.labels(which).inc()
        frames = traced(error)
        kind = (which, type(error).__name__, frames[-1])
        with self._lock:
            if kind in self._known or len(self._known) >= MOST_KINDS:
                return
            self._known.add(kind)
        log.error(f"{self._what} failed", extra={self._what: which, "error": kind[1], "traceback": frames})


def traced(error: BaseException) -> list[str]:
    """The traceback as types and code locations only: messages and values may hold cards."""
    causes: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and all(cause is not exception for exception in causes):
        causes.append(cause)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return [
        line
        for exception in reversed(causes)
        for line in (
            type(exception).__name__,
            *(
                f"{frame.filename}:{frame.lineno} in {frame.name}"
                for frame in traceback.StackSummary.extract(
                    traceback.walk_tb(exception.__traceback__), lookup_lines=False
                )
            ),
        )
    ]
