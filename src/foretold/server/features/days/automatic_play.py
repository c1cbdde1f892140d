"""Plays cards for people at tables by days: those chosen in advance, and forced ones where a person wants that.

Nobody else may learn which of the two it was, or that there was anything to play. So nothing of it is in the journal,
every turn of a person gets a delay drawn in advance, whatever the cards are and whatever was chosen, and what is
stored is looked up at its end in every case. The delay is random, not derived from the match: otherwise the record
would give away afterwards which cards were played this way.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from foretold.server import store
from foretold.server.table import follow_ups, journal
from foretold.server.table.journal import AnyEntry
from foretold.server.table.planning import automatic_action, waits_for_person

if TYPE_CHECKING:
    from foretold.server.live.hub import Hub
    from foretold.server.live.live_table import LiveTable
    from foretold.server.table.table import Table

log = logging.getLogger("foretold.server")

SHORTEST, LONGEST = 5.0, 16.0  # delay from the turn to the card, in units of the bots' delay
RETRY = 5.0  # seconds after which a look-up that failed is repeated


class _Turn(NamedTuple):
    """A turn that was noticed: its decision, and the timer that ends its delay."""

    decision: int
    timer: asyncio.TimerHandle


class AutomaticPlay:
    """The cards that are played for people at the tables of one process."""

    def __init__(self, hub: Hub, entropy: follow_ups.Entropy, delay: float) -> None:
        """`delay`: seconds that a bot takes, from which the delays are made."""
        self._hub, self._entropy, self._delay = hub, entropy, delay
        self._turns: dict[tuple[str, int], _Turn] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def attend(self, live: LiveTable) -> None:
        """Begins the delay of every person's turn at this table."""
        table = live.table
        for seat in table.actors() if table.settings.pace.kind == "days" else ():
            known, made = self._turns.get((table.id, seat)), table.seats[seat].made
            if not waits_for_person(table, seat) or (known is not None and known.decision == made):
                continue
            if known is not None:
                known.timer.cancel()
            drawn = int.from_bytes(self._entropy(4), "big") / 2**32
            due = table.seats[seat].since / 1000 + self._delay * (SHORTEST + drawn * (LONGEST - SHORTEST))
            self._wait(table.id, seat, made, max(0.0, due - self._hub.clock.now() / 1000))

    def _wait(self, table: str, seat: int, made: int, seconds: float) -> None:
        timer = asyncio.get_running_loop().call_later(seconds, self._begin, table, seat, made)
        self._turns[table, seat] = _Turn(made, timer)

    def _begin(self, table: str, seat: int, made: int) -> None:
        task = asyncio.create_task(self._play(table, seat, made))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _play(self, id: str, seat: int, made: int) -> None:
        """Plays a card chosen in advance or a forced one for this turn, if there is one."""
        live = self._hub.live_tables.get(id)
        if live is None or self._hub.stopping or not self._hub.owns_table(live):
            self._turns.pop((id, seat), None)
            return
        if not waits_for_person(live.table, seat):  # paused, or played meanwhile: a later change begins it again
            self._turns.pop((id, seat), None)
            return
        kept, person = self._hub.commits.store, live.table.seats[seat].person
        try:
            plan = await self._hub.commits.read(kept.plan, id, seat)
            forced = await self._hub.commits.read(kept.plays_forced, id, person)
        except Exception as error:  # the database is unreachable
            log.warning("turn not looked up", extra={"error": type(error).__name__})
            self._wait(id, seat, made, RETRY)
            return
        mine = plan is not None and plan.person == person and plan.decision == made
        planned = plan.action if plan is not None and mine else None

        def rule(table: Table) -> list[AnyEntry]:
            chair = table.seats[seat]
            if chair.made != made or chair.person != person or not waits_for_person(table, seat):
                return []
            action = automatic_action(table, seat, planned, forced=forced)
            return [] if action is None else [journal.Acted(seat, action)]

        chair = live.table.seats[seat]
        over = chair.made != made or chair.person != person
        if self._hub.live_tables.get(id) is not live or not (over or waits_for_person(live.table, seat)):
            self._turns.pop((id, seat), None)  # closed or paused while it was looked up: a later change begins it again
            return
        used = store.DropPlan(id, seat, made)
        if rule(live.table):
            self._hub.perform(live, rule, before=[used])
        elif planned is not None:  # it is not legal now, or the turn is over
            self._hub.commits.write([used], [])

    def match_ended(self, table: Table) -> Sequence[store.Operation]:
        """Drops what was chosen in advance for later turns of the match."""
        return [store.DropPlans(table.id)] if table.settings.pace.kind == "days" else []

    def leave(self, table: str) -> None:
        """Drops the turns of a closed table."""
        for key in [key for key in self._turns if key[0] == table]:
            self._turns.pop(key).timer.cancel()

    async def stop(self) -> None:
        """Ends all delays."""
        for turn in self._turns.values():
            turn.timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
