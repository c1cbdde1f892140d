"""Hints: whoever is to choose may ask for the best choice, where the table allows it; nobody else hears of it.

A hint is computed off the event loop from the seat's view alone, and is in no journal. It is sent after everything
that is still being committed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, cast

from foretold.bots import previews
from foretold.errors import Refusal
from foretold.server.base import metrics
from foretold.server.base.failure_log import Failures
from foretold.server.live.connection import Connection
from foretold.server.live.previews import compiled
from foretold.server.protocol import messages
from foretold.server.protocol.views import HintChoice
from foretold.server.table.permissions import NotNow, NotYours
from foretold.views import View

if TYPE_CHECKING:
    from foretold.server.live.commit_queue import CommitQueue
    from foretold.server.live.live_table import LiveTable


class Hints:
    """Computes hints for all tables, one at a time and at most one per connection."""

    def __init__(self, commits: CommitQueue) -> None:
        self._commits = commits
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="hint")
        self._tasks: dict[Connection, asyncio.Task[None]] = {}
        self._failures = Failures("hint", metrics.PREVIEWS_FAILED)

    def ask(
        self, live: LiveTable, connection: Connection, asked: messages.AskHint, refused: Callable[[Refusal], None]
    ) -> None:
        """Sends the connection the best choices for its seat; raises a Refusal, or reports it later by `refused`.

        Until the kernels are compiled, the answer waits.
        """
        table, seat = live.table, asked.seat
        if seat not in table.seats_of(connection.person):
            raise NotYours("not-your-seat", {"seat": seat})
        if not table.aided():
            raise NotNow("no-aids")
        if table.state is None or seat not in table.state.actors:
            raise NotNow("hint-not-now")
        if connection in self._tasks:
            raise NotNow("hint-waits")
        previews.get_ready()
        task = asyncio.create_task(self._work_out(live, connection, asked, refused))
        self._tasks[connection] = task
        task.add_done_callback(lambda _: self._tasks.pop(connection, None))

    async def _work_out(
        self, live: LiveTable, connection: Connection, asked: messages.AskHint, refused: Callable[[Refusal], None]
    ) -> None:
        if not previews.settled():
            await compiled()
        state, seat = live.table.state, asked.seat
        if state is None or seat not in state.actors:  # the decision has been made in the meantime
            if connection in live.connections:
                refused(NotNow("hint-not-now"))
            return
        view, decision = live.table.view(seat), live.table.seats[seat].made
        make = partial(self._message, view, asked, decision, connection.language)
        data = await asyncio.get_running_loop().run_in_executor(self._pool, make)
        if connection not in live.connections or seat not in live.table.seats_of(connection.person):
            return
        if data is None:
            refused(NotNow("hint-failed"))
        else:
            self._commits.write([], [partial(connection.tell, data)], live)

    def _message(self, view: View, asked: messages.AskHint, decision: int, language: str) -> bytes | None:
        """The hint for the seat of a view; None if that fails, which is logged."""
        try:
            return message(view, asked, decision, language)
        except Exception as error:
            self._failures.note(view.game, error)
            return None

    @property
    def busy(self) -> bool:
        """True while a hint is being computed."""
        return bool(self._tasks)

    async def stop(self) -> None:
        """Cancels all hints."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def message(view: View, asked: messages.AskHint, decision: int, language: str) -> bytes:
    """The hint message for the seat of a view."""
    from foretold.coach.hints import hint

    advice = hint(view, language, laid=asked.laid)
    assert advice is not None
    return messages.write(
        messages.Hint(
            id=asked.id,
            seat=asked.seat,
            decision=decision,
            deals=advice.deals,
            exact=advice.exact,
            best=tuple([cast(HintChoice, choice.to_dict()) for choice in advice.best]),
            counts=advice.counts,
            won=advice.won,
            yours=None if advice.yours is None else cast(HintChoice, advice.yours.to_dict()),
        )
    )
