"""Freezes the cyclic garbage collector during play and collects when idle.

With hundreds of tables a collection takes a tenth of a second and frees next to nothing: moves, requests and closed
connections leave no cycles. Objects are frozen before Python would scan them, and everything is collected when nobody
plays, or after a long time.
"""

from __future__ import annotations

import gc
import time

ASIDE = 1.0  # seconds between two freezes
TIDYING = 10.0  # seconds between two checks whether a full collection is due
QUIET = 1.0  # seconds without activity that count as idle
LATE = 900.0  # seconds after which a full collection runs even when busy
THRESHOLD = 50_000  # allocations before Python collects by itself: far more than in one second


class GcControl:
    """Decides when the cyclic garbage collector runs."""

    def __init__(self) -> None:
        self._busy = self._searched = time.monotonic()  # times of the last activity and the last full collection

    @staticmethod
    def hold_off() -> None:
        """Keeps Python from collecting by itself, as long as `set_aside` is called often."""
        gc.set_threshold(THRESHOLD)

    @staticmethod
    def set_aside() -> None:
        """Freezes all current objects, so that they are skipped until the next full collection."""
        gc.freeze()

    @staticmethod
    def release() -> None:
        """Unfreezes all objects."""
        gc.unfreeze()

    def something_happened(self) -> None:
        """Notes activity."""
        self._busy = time.monotonic()

    def search_if_due(self) -> None:
        """Runs a full collection if idle or overdue, unless nothing has happened since the last one."""
        now = time.monotonic()
        if self._busy < self._searched:
            return
        if now - self._busy > QUIET or now - self._searched > LATE:
            gc.unfreeze()
            gc.collect()
            self._searched = now
