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

SEED = 0  # as `foretold review` has it by default
TRIES = 3  # makers that may end while one review is being made
WAITING = 500  # reviews at most that are to be made
BURST, EVERY = 10, 60.0  # reviews that one person may ask for at once, and seconds for each one more
LINGER = 60.0  # seconds after which the maker ends if nothing more is asked for: it takes some to begin


class Maker(Protocol):
    """Who makes reviews: a line begins one, and it and each empty line after it bring one piece more."""

    @property
    def running(self) -> bool:
        """Whether it takes up room."""

    async def answer(self, line: bytes) -> bytes:
        """The next piece as a line of JSON; nothing if the maker has ended, and another may go on."""

    def end(self) -> None:
        """It takes up no room until it is asked again."""

    def stop(self) -> None:
        """It is asked no more."""


def _process(nice: int) -> Maker:
    from foretold.server.jobs.worker_process import WorkerProcess  # no page can have one

    return WorkerProcess("foretold.server.features.reviews.worker", nice)


class Quality(NamedTuple):
    """In how many worlds a decision is weighed, 0: nothing is reviewed; how far behind others that is done, by whom."""

    worlds: int = WORLDS
    nice: int = 19
    maker: Callable[[int], Maker] = _process


QUALITY = Quality()
State = Literal["none", "waiting", "working", "done", "failed"]


class _Piece(msgspec.Struct):
    """What the maker has made: a decision has an event, a review has seats, what failed says so."""

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
        self._failed: set[tuple[str, int]] = set()  # matches, and when they were asked for
        self._buckets = SteppedBuckets(1 / EVERY, BURST, *OF_BLOCKS)
        self._maker = quality.maker(quality.nice)
        self._worked = 0.0  # when it made something last
        self._current = ""  # the match whose review is being made
        self.wake: Callable[[], None] = lambda: None  # asks the queue to look at once

    async def ask(self, match: str, who: Sequence[str]) -> None:
        """The match will be reviewed, unless it is; a Refusal says why not.

        `who` are the person and the blocks of addresses they come from.
        """
        kept = await self._store.ask(self._store.review, match)
        if not self._quality.worlds:
            raise NotNow("no-reviews")
        if kept is None:
            wait = self._buckets.take(who, asyncio.get_running_loop().time())
            if wait > 0 or len(await self._store.ask(self._store.reviews_to_make, WAITING)) >= WAITING:
                raise TooMany("too-many-reviews", wait or EVERY)
            await self._commits.durable([store.AskReview(match, date(), self._quality.worlds, SEED, __version__)])
        else:
            self._failed.discard((match, kept.asked))
        self.wake()

    def state(self, kept: store.KeptReview | None) -> State:
        """How far a review is."""
        if kept is None:
            return "none"
        if kept.body is not None:
            return "done"
        if (kept.match, kept.asked) in self._failed:
            return "failed"
        return "working" if kept.match == self._current else "waiting"

    async def ahead(self, match: str) -> int:
        """How many reviews are to be made before this one."""
        waiting = [each.match for each in await self._to_make()]
        return waiting.index(match) if match in waiting else 0

    async def _to_make(self) -> list[store.KeptReview]:
        """Those that are to be made, in order."""
        waiting = await self._store.ask(self._store.reviews_to_make, WAITING + len(self._failed))
        return [each for each in waiting if (each.match, each.asked) not in self._failed]

    # The job ---------------------------------------------------------------------------------------------------

    async def due(self) -> Sequence[Work]:
        """The reviews that were asked for, in order."""
        if not self._quality.worlds:
            return ()
        return [Work(kept.match, partial(self._work, kept)) for kept in await self._to_make()]

    async def _work(self, kept: store.KeptReview) -> None:
        self._current = kept.match
        try:
            await self._make(kept)
        except NotStored:
            self._maker.end()  # it has what is not in the store
            raise
        except Exception as error:  # of this review alone
            self._maker.end()
            self._note(kept, type(error).__name__, traced(error))
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

    async def _make(self, kept: store.KeptReview) -> None:
        for _ in range(TRIES):
            if await self._made(kept):
                return
            self._maker.end()
        self._note(kept, "ended", ())

    async def _made(self, kept: store.KeptReview) -> bool:
        """Whether there is nothing more to do; else the maker has ended, and another may go on."""
        line = await self._store.ask(self._begin, kept)
        while line is not None:
            await quiet(self._busy)
            body = await self._maker.answer(line)
            if not body:
                return False
            piece = _PIECE.decode(body)
            if piece.failed is not None:
                self._note(kept, piece.failed, piece.traceback)
                return True
            if piece.seats:
                await self._commits.durable([store.KeepReview(kept.match, kept.asked, body)])
                metrics.REVIEWS.labels("made").inc()
                return True
            assert piece.event is not None
            await self._commits.durable([store.KeepDecision(kept.match, kept.asked, piece.event, body)])
            now = await self._store.ask(self._store.review, kept.match)
            line = b"\n" if now is not None and now.asked == kept.asked else None  # void: the match went on
        return True

    def _begin(self, kept: store.KeptReview) -> bytes | None:
        """What begins a review, or goes on with it."""
        match = self._store.match(kept.match)
        if match is None:
            return None
        known = [msgspec.Raw(body) for body in self._store.decisions(kept.match)]
        task = {"record": match.record.decode(), "worlds": kept.worlds, "seed": kept.seed, "decisions": known}
        return msgspec.json.encode(task) + b"\n"

    def _note(self, kept: store.KeptReview, error: str, frames: Collection[str]) -> None:
        self._failed.add((kept.match, kept.asked))
        metrics.REVIEWS.labels("failed").inc()
        log.error("review failed", extra={"error": error, "traceback": list(frames)})

    async def stop(self) -> None:
        """Ends the worker process."""
        self._maker.stop()
