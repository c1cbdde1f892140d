"""Makes reviews of finished matches in the background, one after the other.

Requests and every decision weighed so far are in the store, so work continues after a restart. Between two decisions
it gives way to bots, previews and hints, but not for long.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import msgspec

from foretold import __version__
from foretold.coach import WORLDS
from foretold.server import store
from foretold.server.base import metrics
from foretold.server.base.clock import date
from foretold.server.base.failure_log import traced
from foretold.server.base.rate_limits import OF_BLOCKS, SteppedBuckets, TooMany
from foretold.server.jobs.queue import Work, quiet
from foretold.server.live.commit_queue import NotStored
from foretold.server.table.permissions import NotNow

if TYPE_CHECKING:
    from foretold.server.live.commit_queue import CommitQueue

log = logging.getLogger("foretold.server")

SEED = 0  # the default of `foretold review`
TRIES = 3  # worker processes that may die during one review
WAITING = 500  # reviews in the queue at most
BURST, EVERY = 10, 60.0  # reviews a person may request at once, seconds for each further one; blocks: OF_BLOCKS
LINGER = 60.0  # seconds until an idle worker process ends, as starting one takes a while


class Maker(Protocol):
    """Makes reviews: a line starts one, and each empty line after it asks for the next piece."""

    @property
    def running(self) -> bool:
        """True if its process runs."""

    async def answer(self, line: bytes) -> bytes:
        """The next piece as a line of JSON; empty if the process has died and another may continue."""

    def end(self) -> None:
        """Ends the process until the next request."""

    def stop(self) -> None:
        """Ends the process for good."""


def _process(nice: int) -> Maker:
    from foretold.server.jobs.worker_process import WorkerProcess  # a browser has no processes

    return WorkerProcess("foretold.server.features.reviews.worker", nice)


class Quality(NamedTuple):
    """How reviews are made: worlds per decision (0: no reviews), the process's priority, and the maker."""

    worlds: int = WORLDS
    nice: int = 19
    maker: Callable[[int], Maker] = _process


QUALITY = Quality()
State = Literal["none", "waiting", "working", "done", "failed"]


class _Piece(msgspec.Struct):
    """A piece of a review: a decision has an event, a whole review has seats, a failure says so."""

    event: int | None = None
    seats: msgspec.Raw = msgspec.Raw()
    failed: str | None = None
    traceback: list[str] = []


_PIECE = msgspec.json.Decoder(_Piece)


class Reviews:
    """The reviews of one server: a background job that makes one after the other."""

    name = "reviews"
    at_once = 1

    def __init__(self, commits: CommitQueue, busy: Callable[[], bool], quality: Quality) -> None:
        """`busy` says whether somebody waits for a bot, a preview or a hint."""
        self._commits, self._busy, self._quality = commits, busy, quality
        self._store = commits.store
        self._failed: set[tuple[str, int]] = set()  # matches, and when they were requested
        self._buckets = SteppedBuckets(1 / EVERY, BURST, *OF_BLOCKS)
        self._maker = quality.maker(quality.nice)
        self._worked = 0.0  # when it last made something
        self._current = ""  # the match whose review is being made
        self.wake: Callable[[], None] = lambda: None  # asks the queue to look at once

    async def ask(self, match: str, who: Sequence[str]) -> None:
        """Requests a review of the match, unless there is one; a Refusal says why not.

        `who`: the person and their address blocks.
        """
        review = await self._store.ask(self._store.review, match)
        if not self._quality.worlds:
            raise NotNow("no-reviews")
        if review is None:
            wait = self._buckets.take(who, asyncio.get_running_loop().time())
            if wait > 0 or len(await self._store.ask(self._store.reviews_to_make, WAITING)) >= WAITING:
                raise TooMany("too-many-reviews", wait or EVERY)
            await self._commits.durable([store.AskReview(match, date(), self._quality.worlds, SEED, __version__)])
        else:
            self._failed.discard((match, review.asked))
        self.wake()

    def state(self, review: store.KeptReview | None) -> State:
        """The state of a review."""
        if review is None:
            return "none"
        if review.body is not None:
            return "done"
        if (review.match, review.asked) in self._failed:
            return "failed"
        return "working" if review.match == self._current else "waiting"

    async def ahead(self, match: str) -> int:
        """How many reviews are in the queue before this one."""
        waiting = [review.match for review in await self._to_make()]
        return waiting.index(match) if match in waiting else 0

    async def _to_make(self) -> list[store.KeptReview]:
        """The reviews still to make, in order."""
        waiting = await self._store.ask(self._store.reviews_to_make, WAITING + len(self._failed))
        return [review for review in waiting if (review.match, review.asked) not in self._failed]

    # The job ---------------------------------------------------------------------------------------------------

    async def due(self) -> Sequence[Work]:
        """The requested reviews, in order."""
        if not self._quality.worlds:
            return ()
        return [Work(review.match, partial(self._work, review)) for review in await self._to_make()]

    async def _work(self, review: store.KeptReview) -> None:
        self._current = review.match
        try:
            await self._make(review)
        except NotStored:
            self._maker.end()  # it holds pieces that were not stored
            raise
        except Exception as error:  # affects this review only
            self._maker.end()
            self._note(review, type(error).__name__, traced(error))
        finally:
            self._current = ""
            self._worked = asyncio.get_running_loop().time()

    async def idle(self) -> float | None:
        """Ends the worker process if it has had nothing to do for long."""
        if not self._maker.running:
            return None
        left = self._worked + LINGER - asyncio.get_running_loop().time()
        if left <= 0:
            self._maker.end()
            return None
        return left

    async def _make(self, review: store.KeptReview) -> None:
        for _ in range(TRIES):
            if await self._made(review):
                return
            self._maker.end()
        self._note(review, "ended", ())

    async def _made(self, review: store.KeptReview) -> bool:
        """Makes the review; False if the process died and another may continue."""
        line = await self._store.ask(self._begin, review)
        while line is not None:
            await quiet(self._busy)
            body = await self._maker.answer(line)
            if not body:
                return False
            piece = _PIECE.decode(body)
            if piece.failed is not None:
                self._note(review, piece.failed, piece.traceback)
                return True
            if piece.seats:
                await self._commits.durable([store.KeepReview(review.match, review.asked, body)])
                metrics.REVIEWS.labels("made").inc()
                return True
            assert piece.event is not None
            await self._commits.durable([store.KeepDecision(review.match, review.asked, piece.event, body)])
            now = await self._store.ask(self._store.review, review.match)
            line = b"\n" if now is not None and now.asked == review.asked else None  # void: the match was resumed
        return True

    def _begin(self, review: store.KeptReview) -> bytes | None:
        """The line that starts or continues a review."""
        match = self._store.match(review.match)
        if match is None:
            return None
        known = [msgspec.Raw(body) for body in self._store.decisions(review.match)]
        task = {"record": match.record.decode(), "worlds": review.worlds, "seed": review.seed, "decisions": known}
        return msgspec.json.encode(task) + b"\n"

    def _note(self, review: store.KeptReview, error: str, frames: Collection[str]) -> None:
        self._failed.add((review.match, review.asked))
        metrics.REVIEWS.labels("failed").inc()
        log.error("review failed", extra={"error": error, "traceback": list(frames)})

    async def stop(self) -> None:
        """Ends the worker process."""
        self._maker.stop()
