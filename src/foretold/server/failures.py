"""Bots that fail at tables: each kind of failure stands in the log once, with where it happened and nothing hidden."""

from __future__ import annotations

import logging
import threading
import traceback

from foretold.server import metrics

log = logging.getLogger("foretold.server")

MOST_KINDS = 100  # that are logged: a bot that fails differently each time must not fill the disk


class IllegalChoice(ValueError):
    """A bot chose what its seat may not do."""


class Failures:
    """The kinds of failure that have been logged; may be told of more from any thread."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str, str]] = set()
        self._lock = threading.Lock()

    def note(self, bot: str, error: BaseException) -> None:
        """The failure is counted; if it is the first with this bot, error and place, the log says so."""
        metrics.BOTS_FAILED.labels(bot).inc()
        frames = traced(error)
        kind = (bot, type(error).__name__, frames[-1])
        with self._lock:
            if kind in self._known or len(self._known) >= MOST_KINDS:
                return
            self._known.add(kind)
        log.error("bot failed", extra={"bot": bot, "error": kind[1], "traceback": frames})


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
