"""Rate limits: token buckets, a fair queue for heavy requests, and log notices for whoever hits a limit."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from foretold.errors import Refusal
from foretold.server.base import metrics
from foretold.server.base.address_blocks import WIDER

log = logging.getLogger("foretold.server")

OF_BLOCKS = (1, 3, 3 * WIDER)  # limits of a person, their /24 or /64, and their /48, as multiples of one person's
SAMPLE = 10.0  # seconds between two log lines about the same kind of event


class TooMany(Refusal):
    """More than the limits allow; `wait` is the number of seconds until the next try."""

    def __init__(self, reason: str, wait: float, status: int = 429) -> None:
        super().__init__(reason)
        self.wait = wait
        self.status = status


class Bucket:
    """A token bucket: a burst at once, then a constant rate per second."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = 0.0

    def wait(self, now: float, share: float = 1.0) -> float:
        """Seconds until one token, or this share of one, is available; 0.0 if it is now."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        return 0.0 if self._left >= share else (share - self._left) / self._rate

    def take(self, now: float, share: float = 1.0) -> float:
        """Takes one token, or this share of one, and returns 0.0; otherwise the seconds until it is available."""
        wait = self.wait(now, share)
        if wait == 0.0:
            self._left -= share
        return wait


class Buckets:
    """A token bucket per key; the least recently used keys are dropped, so memory stays bounded."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        """The bucket of this key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket

    def take(self, key: str, now: float, share: float = 1.0) -> float:
        """Takes from the bucket of this key, as `Bucket.take`."""
        return self.of(key).take(now, share)


class SteppedBuckets:
    """Nested token buckets, such as a person and their address blocks: every level must have enough."""

    def __init__(self, rate: float, burst: float, *factors: float) -> None:
        """Each level has its factor times the rate and the burst."""
        self._steps = [Buckets(factor * rate, factor * burst) for factor in factors]

    def wait(self, keys: Sequence[str], now: float) -> float:
        """Seconds until there is a token at every level; 0.0 if there is one now."""
        return max((bucket.wait(now) for bucket in self._of(keys)), default=0.0)

    def _of(self, keys: Sequence[str]) -> list[Bucket]:
        return [buckets.of(key) for buckets, key in zip(self._steps, keys, strict=False) if key]

    def take(self, keys: Sequence[str], now: float, share: float = 1.0) -> float:
        """Takes one token, or this share of one, at every level and returns 0.0; otherwise the seconds to wait.

        The keys are in the order of the levels; empty ones don't count.
        """
        taken = self._of(keys)
        wait = max((bucket.wait(now, share) for bucket in taken), default=0.0)
        if wait == 0.0:
            for bucket in taken:
                bucket.take(now, share)
        return wait


class Turns:
    """A fair queue for heavy work: so many at a time, one per key, waiting keys round-robin.

    So whoever asks for a lot delays themselves, not everybody else.
    """

    def __init__(self, at_once: int, waiting: int, of_one: int) -> None:
        """At most `waiting` requests wait, and at most `of_one` per key."""
        self._free = at_once
        self._left, self._of_one = waiting, of_one
        self._working: Counter[str] = Counter()
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def load(self) -> tuple[int, int]:
        """How many requests work, and how many wait."""
        return self._working.total(), sum(map(len, self._queues.values()))

    def full(self, key: str) -> bool:
        """True if no more requests of this key may wait."""
        return self._left <= 0 or len(self._queues.get(key, ())) >= self._of_one

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Waits for a turn and holds it inside the block."""
        if self._free > 0 and not self._working[key]:
            self._begin(key)
        else:
            await self._wait(key)
        try:
            yield
        finally:
            self._end(key)

    def _begin(self, key: str) -> None:
        self._free -= 1
        self._working[key] += 1

    def _end(self, key: str) -> None:
        self._free += 1
        self._working[key] -= 1
        if not self._working[key]:
            del self._working[key]
        if key in self._queues:  # other keys come first
            self._queues.move_to_end(key)
        while self._free > 0:
            following = next((queued for queued in self._queues if not self._working[queued]), None)
            if following is None:
                return
            self._leave(following, self._queues[following][0]).set_result(None)
            self._begin(following)

    async def _wait(self, key: str) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(key, deque()).append(place)
        self._left -= 1
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # the turn was already granted
                self._end(key)
            else:
                self._leave(key, place)
            raise

    def _leave(self, key: str, place: asyncio.Future[None]) -> asyncio.Future[None]:
        """Removes one waiter from its queue."""
        queue = self._queues[key]
        queue.remove(place)
        self._left += 1
        if not queue:
            del self._queues[key]
        return place


class Notices:
    """Log lines about events that visitors can cause at will: one per kind in ten seconds, with a count."""

    def __init__(self, level: int = logging.WARNING) -> None:
        self._level = level
        self._logged: dict[tuple[str, str], float] = {}
        self._count: Counter[tuple[str, str]] = Counter()

    def note(self, event: str, reason: str = "", **facts: object) -> None:
        """Counts an event, and logs it unless its kind has just been logged."""
        kind, now = (event, reason), time.monotonic()
        self._count[kind] += 1
        if now - self._logged.get(kind, -SAMPLE) >= SAMPLE:
            self._logged[kind] = now
            about = {"reason": reason} if reason else {}
            log.log(self._level, event, extra={**about, **facts, "count": self._count.pop(kind)})


notices = Notices()


def is_limit(reason: str) -> bool:
    """True if a refusal with this reason reports a limit reached."""
    return reason.startswith(("too-many", "too-much", "too-fast", "too-slow", "busy"))


def reached(reason: str, **facts: object) -> None:
    """Counts that somebody reached a limit, and logs it from time to time."""
    metrics.LIMITS.labels(reason).inc()
    notices.note("limit reached", reason, **facts)
