"""Freezes the cyclic garbage collector while the server works and collects when it is idle.

With hundreds of tables a collection takes a tenth of a second and frees next to nothing: moves, requests and closed
connections leave no cycles. Objects are frozen before Python would scan them, and everything is collected when the
process has next to nothing to do, or after a long time.
"""

from __future__ import annotations

import gc
import time

ASIDE = 1.0  # seconds between two freezes, and between two checks whether a full collection is due
IDLE = 0.02  # share of a core that an idle process uses at most
WORTH = 1.0  # seconds of CPU time since the last full collection that make another one worthwhile
LATE = 900.0  # seconds after which a full collection runs even when busy
THRESHOLD = 50_000  # allocations before Python collects by itself: far more than in one second


class GcControl:
    """Decides when the cyclic garbage collector runs."""

    def __init__(self) -> None:
        self._checked, self._collected = (time.monotonic(), time.process_time()), (time.monotonic(), 0.0)

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

    def search_if_due(self) -> None:
        """Runs a full collection if the process is idle or one is overdue, unless little was done since the last."""
        now, spent = time.monotonic(), time.process_time()
        (checked, spent_then), self._checked = self._checked, (now, spent)
        idle = spent - spent_then <= IDLE * (now - checked)
        collected, spent_at_collection = self._collected
        if spent - spent_at_collection >= WORTH and (idle or now - collected > LATE):
            gc.unfreeze()
            gc.collect()
            self._collected = time.monotonic(), time.process_time()
