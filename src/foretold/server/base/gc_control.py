"""Freezes the cyclic garbage collector during play and collects when idle.

With hundreds of tables a collection takes a tenth of a second and frees next to nothing: moves, requests and closed
connections leave no cycles. Objects are frozen before Python would scan them, and everything is collected when nobody
plays, or after a long time.
"""

from __future__ import annotations

import gc
import time

ASIDE = 1.0  # seconds between two times that what is there is set aside
TIDYING = 10.0  # seconds between two looks whether it is time to look through all
QUIET = 1.0  # seconds in which nothing happens
LATE = 900.0  # seconds after which it is done anyway
THRESHOLD = 50_000  # objects after which Python would look by itself: a second's worth is far less


class GcControl:
    """When memory is looked through for cycles that nobody uses."""

    def __init__(self) -> None:
        self._busy = self._searched = time.monotonic()  # when something last happened, when all was looked through

    @staticmethod
    def hold_off() -> None:
        """Python does not look by itself as long as `set_aside` is called often."""
        gc.set_threshold(THRESHOLD)

    @staticmethod
    def set_aside() -> None:
        """What is there now is not looked through before the next search."""
        gc.freeze()

    @staticmethod
    def release() -> None:
        """Nothing is set aside any more."""
        gc.unfreeze()

    def something_happened(self) -> None:
        """It is not quiet now."""
        self._busy = time.monotonic()

    def search_if_due(self) -> None:
        """All is looked through if it is quiet, or high time; not if nothing has happened since the last time."""
        now = time.monotonic()
        if self._busy < self._searched:
            return
        if now - self._busy > QUIET or now - self._searched > LATE:
            gc.unfreeze()
            gc.collect()
            self._searched = now
