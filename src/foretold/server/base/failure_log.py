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
    """A bot chose what its seat may not do."""


class Failures:
    """The kinds of failure of one thing that have been logged; may be told of more from any thread."""

    def __init__(self, what: str, counter: Counter) -> None:
        """`what` fails, as the log calls it; the counter has a label for which of them did."""
        self._what, self._counter = what, counter
        self._known: set[tuple[str, str, str]] = set()
        self._lock = threading.Lock()

    def note(self, which: str, error: BaseException) -> None:
        """The failure is counted; if it is the first with this name, error and place, the log says so."""
        self._counter.labels(which).inc()
        frames = traced(error)
        kind = (which, type(error).__name__, frames[-1])
        with self._lock:
            if kind in self._known or len(self._known) >= MOST_KINDS:
                return
            self._known.add(kind)
        log.error(f"{self._what} failed", extra={self._what: which, "error": kind[1], "traceback": frames})


def traced(error: BaseException) -> list[str]:
    """The traceback as types and places of code alone: messages and values may hold cards."""
    causes: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and all(cause is not each for each in causes):
        causes.append(cause)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return [
        line
        for each in reversed(causes)
        for line in (
            type(each).__name__,
            *(
                f"{frame.filename}:{frame.lineno} in {frame.name}"
                for frame in traceback.StackSummary.extract(traceback.walk_tb(each.__traceback__), lookup_lines=False)
            ),
        )
    ]
