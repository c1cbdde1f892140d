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
    """The preview of one decision: its message once computed, and the connections it was sent to."""

    state: State
    seat: int
    data: bytes | None = None
    told: set[Connection] = field(default_factory=set)

    def holds(self, table: Table) -> bool:
        """True if this decision is still due, even if others have laid their prophecies in the meantime."""
        state, before = table.state, self.state
        if state is before or state is None or before.phase == "tricks" or self.seat not in table.actors():
            return state is before
        same = (state.game, state.phase, state.round) == (before.game, before.phase, before.round)
        return same and state.view(self.seat).hand == before.view(self.seat).hand


class Previews:
    """Computes previews for all tables, after the updates that people's moves bring."""

    def __init__(self, commits: CommitQueue) -> None:
        self._commits = commits
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="preview")
        self._tasks: set[asyncio.Task[None]] = set()
        self._rehearsed: set[Game] = set()  # games whose first, slow preview was computed in advance
        self._failures = Failures("preview", metrics.PREVIEWS_FAILED)

    def attend(self, live: LiveTable) -> None:
        """Sends previews to every seat that is to act and whose clients want them."""
        table = live.table
        live.previews = {seat: preview for seat, preview in live.previews.items() if preview.holds(table)}
        if not _wanted(live):  # the table may rest
            return
        state = table.state
        if state is None:
            return
        previews.get_ready()
        if state.game not in self._rehearsed:
            self._rehearsed.add(state.game)
            self._begin(self._rehearse(state.game))
        for seat in table.actors() if state.phase in ("prophecy", "tricks") else ():
            if table.seats[seat].by_bot or not _lines(live, seat):
                continue
            preview = live.previews.get(seat)
            if preview is None:
                preview = live.previews[seat] = Foreseen(state, seat)
                self._begin(self._foresee(live, seat, preview))
            elif preview.data is not None:
                self._tell(live, seat, preview)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _rehearse(self, game: Game) -> None:
        """Computes a first preview of this game, for nobody, once the kernels are compiled."""
        await compiled()
        await self._make(game.name, partial(previews.rehearse, game))

    async def _foresee(self, live: LiveTable, seat: int, preview: Foreseen) -> None:
        """Sends what is certain at once, and the full preview once the kernels are compiled."""
        entered, decision = live.table.seats[seat].entered, live.table.seats[seat].made
        view = preview.state.view(seat, entered)
        settled = False
        while not settled and preview.holds(live.table):
            settled = previews.settled()
            data = await self._make(view.game, partial(message, view, decision))
            if data is not None and data != preview.data:
                preview.data = data
                preview.told.clear()
                # Sent after pending commits: the position it is about may be one of them.
                self._commits.write([], [partial(self._tell, live, seat, preview)], live)
            if not settled:
                await compiled()

    async def _make(self, game: str, make: Callable[[], Made]) -> Made | None:
        """Computes something off the event loop; None if that fails, which is logged."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, make)
        except Exception as error:
            self._failures.note(game, error)
            return None

    def _tell(self, live: LiveTable, seat: int, preview: Foreseen) -> None:
        if preview.data is None or not preview.holds(live.table) or not _wanted(live):
            return
        for connection in _lines(live, seat):
            if connection not in preview.told:
                preview.told.add(connection)
                connection.tell(preview.data)

    @property
    def busy(self) -> bool:
        """True while a preview is being computed."""
        return bool(self._tasks)

    async def stop(self) -> None:
        """Cancels all previews."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


async def compiled() -> None:
    """Waits, without blocking a thread, until the kernels are compiled or have failed to."""
    done = asyncio.Event()
    previews.when_settled(partial(soon, asyncio.get_running_loop(), done.set))
    await done.wait()


def soon(loop: asyncio.AbstractEventLoop, call: Callable[[], object]) -> None:
    """Schedules a call on the loop from another thread, unless the loop is closed."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)


def message(view: View, decision: int) -> bytes | None:
    """The preview for the seat of a view: its cards, or its hand before a prophecy; None if there is none."""
    preview = previews.preview(view)
    if preview is None or view.seat is None:
        return None
    return messages.write(
        messages.Preview(
            seat=view.seat,
            decision=decision,
            deals=preview.deals,
            cards=tuple([cast(PreviewCard, card.to_dict()) for card in preview.cards]),
            places=preview.places,
            prophecies=tuple([cast(PreviewProphecy, prophecy.to_dict()) for prophecy in preview.prophecies]) or None,
        )
    )


def _wanted(live: LiveTable) -> bool:
    """True if this table allows previews and a connection wants them."""
    table = live.table
    return any(connection.previews for connection in live.connections) and table.aided()


def _lines(live: LiveTable, seat: int) -> list[Connection]:
    """The connections of a seat's person that want previews and have their first view, which resets previews."""
    person = live.table.seats[seat].person
    wanting = [connection for connection in live.connections if connection.previews and connection.greeted]
    return [connection for connection in wanting if connection.person == person and seat in connection.seats]
