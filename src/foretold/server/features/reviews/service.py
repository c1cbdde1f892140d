"""Reviews of finished matches: asked for by people, made one after the other, beside all else that goes on.

What is asked for stands in the store, and so does every decision that is weighed: after a restart the work goes on
where it was. Between two decisions it waits as long as bots, previews or hints are worked out, up to `PATIENCE`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import msgspec

from foretold import __version__
from foretold.coach import WORLDS
from foretold.server import store
from foretold.server.base import metrics
from foretold.server.base.clock import date
from foretold.server.base.failure_log import traced
from foretold.server.base.rate_limits import OF_BLOCKS, SteppedBuckets, TooMany
from foretold.server.live.commit_queue import NotStored
from foretold.server.table.permissions import NotNow

if TYPE_CHECKING:
    from foretold.server.live.commit_queue import CommitQueue

log = logging.getLogger("foretold.server")

SEED = 0  # as `foretold review` has it by default
PATIENCE = 10.0  # seconds that a decision waits at most while others are being worked out
GLANCE = 0.05  # seconds from one look whether it is quiet to the next
TRIES = 3  # makers that may end while one review is being made
WAITING = 500  # reviews at most that are to be made
BURST, EVERY = 10, 60.0  # reviews that one person may ask for at once, and seconds for each one more
LINGER = 60.0  # seconds after which the maker ends if nothing more is asked for: it takes some to begin
AGAIN = 5.0  # seconds after which it goes on where the store did not answer
ELSEWHERE = 2.0  # seconds after which it looks whether another process was asked


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
    """The reviews of one server."""

    def __init__(
        self, commits: CommitQueue, busy: Callable[[], bool], mine: Callable[[str], bool], quality: Quality
    ) -> None:
        """`busy` says whether something is worked out for which somebody waits, `mine` whether it is for this process
        to make the review of a match."""
        self._commits, self._busy, self._mine, self._quality = commits, busy, mine, quality
        self._store = commits.store
        self._asked = asyncio.Event()
        self._failed: set[tuple[str, int]] = set()  # matches, and when they were asked for
        self._buckets = SteppedBuckets(1 / EVERY, BURST, *OF_BLOCKS)
        self._maker = quality.maker(quality.nice)
        self._worked = 0.0  # when it made something last
        self._current = ""  # the match whose review is being made
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """What was asked for is made, one after the other."""
        if self._quality.worlds:
            self._task = asyncio.create_task(self._work())

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
        self._asked.set()

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

    # Making ----------------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        while True:
            self._asked.clear()
            try:
                waiting = [each for each in await self._to_make() if self._mine(each.match)]
            except Exception as error:  # the database does not answer
                log.warning("not looked for reviews", extra={"error": type(error).__name__})
                await asyncio.sleep(AGAIN)
                continue
            if not waiting:
                await self._rest()
                continue
            self._current = waiting[0].match
            try:
                await self._make(waiting[0])
            except NotStored:
                self._maker.end()  # it has what is not in the store
                await asyncio.sleep(AGAIN)
            except Exception as error:  # of this review alone
                self._maker.end()
                self._note(waiting[0], type(error).__name__, traced(error))
            finally:
                self._current = ""
                self._worked = asyncio.get_running_loop().time()

    async def _rest(self) -> None:
        """Until something may have been asked for; the maker ends if that takes long."""
        seconds = ELSEWHERE if self._store.shared else LINGER if self._maker.running else None
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._asked.wait()
                return
        if asyncio.get_running_loop().time() - self._worked >= LINGER:
            self._maker.end()

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
        """Nothing is made any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._maker.stop()


async def quiet(busy: Callable[[], bool]) -> None:
    """Nobody waits for something that is being worked out, or it has been so for too long."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while busy() and loop.time() < until:
        await asyncio.sleep(GLANCE)
