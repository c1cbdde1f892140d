"""Limits of rate: buckets that fill with time, one per connection, person or address; turns for what is heavy work."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from foretold.errors import Refusal


class TooMany(Refusal):
    """More than the limits allow; `wait` says for how many seconds."""

    def __init__(self, reason: str, wait: float, status: int = 429) -> None:
        super().__init__(reason)
        self.wait = wait
        self.status = status


class Bucket:
    """So many at once, then so many per second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = 0.0

    def take(self, now: float, share: float = 1.0) -> float:
        """0.0 and one, or this share of one, less in the bucket, or the seconds until there is as much."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= share:
            self._left -= share
            return 0.0
        return (share - self._left) / self._rate


class Buckets:
    """A bucket for each key; keys that have not come for longest are forgotten, so memory stays flat."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now: float, share: float = 1.0) -> float:
        """As of a bucket, for this key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(now, share)


class Turns:
    """So many work at the same time and so many more wait: what takes seconds must not take the processor from all."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._left = at_once + waiting

    @property
    def full(self) -> bool:
        """Whether nobody else may wait."""
        return self._left <= 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Within, it is one's turn."""
        self._left -= 1
        try:
            async with self._places:
                yield
        finally:
            self._left += 1
