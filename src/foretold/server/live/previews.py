"""Previews: computed off the event loop after each turn, from the view of the seat to act."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from foretold.bots import previews
from foretold.games import Game, State
from foretold.server.base import metrics
from foretold.server.base.failure_log import Failures
from foretold.server.live.connection import Connection
from foretold.server.protocol import messages
from foretold.server.protocol.views import PreviewCard, PreviewProphecy
from foretold.views import View

if TYPE_CHECKING:
    from foretold.server.live.commit_queue import CommitQueue
    from foretold.server.live.live_table import LiveTable
    from foretold.server.table.table import Table

Made = TypeVar("Made")


@dataclass(eq=False)
class Foreseen:
    """The preview of one decision: for which moment, its bytes once they are there, and which lines have them."""

    state: State
    seat: int
    data: bytes | None = None
    told: set[Connection] = field(default_factory=set)

    def holds(self, table: Table) -> bool:
        """Whether this decision is still due: others may have laid their prophecies meanwhile."""
        state, before = table.state, self.state
        if state is before or state is None or before.phase == "tricks" or self.seat not in table.actors():
            return state is before
        same = (state.game, state.phase, state.round) == (before.game, before.phase, before.round)
        return same and state.view(self.seat).hand == before.view(self.seat).hand


class Previews:
    """The previews of all tables. People's moves come first: nothing is begun before what they brought was told."""

    def __init__(self, commits: CommitQueue) -> None:
        self._commits = commits
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="preview")
        self._tasks: set[asyncio.Task[None]] = set()
        self._rehearsed: set[Game] = set()  # those of which a preview was made before anybody waited for one
        self._failures = Failures("preview", metrics.PREVIEWS_FAILED)

    def attend(self, live: LiveTable) -> None:
        """Every seat of this table that is to play hears what its cards bring, where its lines want that."""
        table = live.table
        state = table.state
        live.previews = {seat: found for seat, found in live.previews.items() if found.holds(table)}
        if state is None or not _wanted(live):
            return
        previews.get_ready()
        if state.game not in self._rehearsed:
            self._rehearsed.add(state.game)
            self._begin(self._rehearse(state.game))
        for seat in table.actors() if state.phase in ("prophecy", "tricks") else ():
            if table.seats[seat].by_bot or not _lines(live, seat):
                continue
            found = live.previews.get(seat)
            if found is None:
                found = live.previews[seat] = Foreseen(state, seat)
                self._begin(self._foresee(live, seat, found))
            elif found.data is not None:
                self._tell(live, seat, found)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _rehearse(self, game: Game) -> None:
        """Once what counts is compiled, the first preview of this game is made, for nobody."""
        await compiled()
        await self._make(game.name, partial(previews.rehearse, game))

    async def _foresee(self, live: LiveTable, seat: int, found: Foreseen) -> None:
        """What the cards bring is told; what is sure at once, and all of it once what counts is compiled."""
        view, decision = found.state.view(seat), live.table.seats[seat].made
        settled = False
        while not settled and found.holds(live.table):
            settled = previews.settled()
            data = await self._make(view.game, partial(message, view, decision))
            if data is not None and data != found.data:
                found.data = data
                found.told.clear()
                # Told after all that is on its way to the disk: the moment that it speaks of may be.
                self._commits.write([], [partial(self._tell, live, seat, found)], live)
            if not settled:
                await compiled()

    async def _make(self, game: str, make: Callable[[], Made]) -> Made | None:
        """What is made, beside the loop; None if that fails, which is noted."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, make)
        except Exception as error:
            self._failures.note(game, error)
            return None

    def _tell(self, live: LiveTable, seat: int, found: Foreseen) -> None:
        if found.data is None or not found.holds(live.table) or not _wanted(live):
            return
        for connection in _lines(live, seat):
            if connection not in found.told:
                found.told.add(connection)
                connection.tell(found.data)

    @property
    def busy(self) -> bool:
        """Whether something is being worked out."""
        return bool(self._tasks)

    async def stop(self) -> None:
        """Nothing is worked out any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


async def compiled() -> None:
    """What counts is compiled, or can't be; no thread waits for it."""
    done = asyncio.Event()
    previews.when_settled(partial(soon, asyncio.get_running_loop(), done.set))
    await done.wait()


def soon(loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> None:
    """From another thread: the loop calls, unless it is over."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)


def message(view: View, decision: int) -> bytes | None:
    """What the seat of a view is told of its cards, or of its hand before a prophecy; None where there is nothing."""
    found = previews.preview(view)
    if found is None or view.seat is None:
        return None
    return messages.write(
        messages.Preview(
            seat=view.seat,
            decision=decision,
            deals=found.deals,
            cards=tuple([cast(PreviewCard, card.to_dict()) for card in found.cards]),
            places=found.places,
            prophecies=tuple([cast(PreviewProphecy, each.to_dict()) for each in found.prophecies]) or None,
        )
    )


def _wanted(live: LiveTable) -> bool:
    """Whether this table allows previews, and a line wants them."""
    table = live.table
    return any(each.previews for each in live.connections) and table.aided()


def _lines(live: LiveTable, seat: int) -> list[Connection]:
    """The lines of who has the seat that want previews and have their first view: that makes a client forget them."""
    person = live.table.seats[seat].person
    wanting = [line for line in live.connections if line.previews and line.greeted]
    return [line for line in wanting if line.person == person and seat in line.seats]
