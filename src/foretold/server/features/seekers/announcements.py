"""Notifies people who asked for it that somebody has opened a table.

Recipients are claimed in the store before anything is sent, a page at a time, so nobody gets a notification twice,
whatever fails in between and however many processes there are. Sending is paced: moves come first.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from foretold import i18n
from foretold.server import store
from foretold.server.features.seekers.quiet_hours import quiet
from foretold.server.jobs.queue import Work
from foretold.server.jobs.queue import quiet as nobody_waits
from foretold.server.table.permissions import NoSuch

if TYPE_CHECKING:
    from foretold.server.features.notifications.notifier import Notifier
    from foretold.server.live.hub import Hub
    from foretold.server.live.live_table import LiveTable
    from foretold.server.store import KeptSeeker, Subscription
    from foretold.server.table.table import Table

SETTLING = 3_000  # ms from opening a table to the first notification: it may be closed again at once
FRESH = 600_000  # ms after which a table is not announced any more
PAGE = 50  # people claimed at a time
AT_ONCE = 8  # notifications on their way at the same time
PAUSE = 0.25  # seconds between two pages
BREATH = 0.02  # seconds from one notification to the next: to encrypt several at a stretch would delay moves
LASTING = 1800  # seconds that a push service keeps a notification for a device that is off


class Announcements:
    """Announces new tables: a background job with one piece of work per table."""

    name = "announcements"
    at_once = 2  # tables

    def __init__(self, hub: Hub, notifier: Notifier) -> None:
        self._hub, self._commits, self._notifier = hub, hub.commits, notifier
        self._known: dict[str, int] = {}  # by table, since when it has been open to everybody
        self._due: dict[str, int] = {}  # when each table is due to be announced
        self.wake: Callable[[], None] = lambda: None  # asks the queue to look at once

    def attend(self, live: LiveTable) -> None:
        """Announces a table that has just become open to everybody."""
        table = live.table
        if self._known.get(table.id) == table.listed_at or self._notifier.policy is None:
            return
        self._known[table.id] = table.listed_at
        now = self._hub.clock.now()
        if room(table) > 0 and now < table.listed_at + FRESH:
            self._due[table.id] = table.listed_at + SETTLING
            self.wake()

    def leave(self, table: str) -> None:
        """Drops a closed table."""
        self._known.pop(table, None)
        self._due.pop(table, None)

    async def due(self) -> Sequence[Work]:
        """The tables that are to be announced now; this process owns them, as it was told of their change."""
        now = self._hub.clock.now()
        return [
            Work(table, partial(self._announce, table), everywhere=True) for table, at in self._due.items() if at <= now
        ]

    async def idle(self) -> float | None:
        """Seconds until the next table is due to be announced."""
        first = min(self._due.values(), default=None)
        return None if first is None else max(0.05, (first - self._hub.clock.now()) / 1000)

    async def stop(self) -> None:
        """Nothing is held: after a restart the job goes on with those who have not been claimed."""

    async def _announce(self, id: str) -> None:
        """Notifies everybody who asked for it, page by page, until the table is full."""
        after = (-1, "")
        while True:
            table = self._open_table(id)
            if table is None:
                break
            game, days = table.settings.game, table.settings.pace.kind == "days"
            now = self._hub.clock.now()
            page = await self._commits.read(self._commits.store.seekers_to_notify, game, days, now, after, PAGE)
            if not page:
                break
            after = (page[-1].called, page[-1].person)
            present = self._present()
            wanted = [
                seeker
                for seeker in page
                if seeker.person not in present
                and not table.mentions(seeker.person)
                and not quiet(seeker.quiet_from, seeker.quiet_to, seeker.zone, now)
            ]
            if wanted:
                await self._notify(wanted, table, now)
            await asyncio.sleep(PAUSE)
            await nobody_waits(self._hub.busy)
        self._due.pop(id, None)

    def _open_table(self, id: str) -> Table | None:
        """The table, if there is still room for others."""
        with suppress(NoSuch):
            table = self._hub.open_table(id).table
            return table if room(table) > 0 else None
        return None

    def _present(self) -> set[str]:
        """Everybody who is at a table right now."""
        tables = (live.table for live in self._hub.live_tables.values())
        return {seat.person for table in tables for seat in table.seats if seat.present}

    async def _notify(self, seekers: Sequence[KeptSeeker], table: Table, now: int) -> None:
        """Claims these people and sends to those who were claimed."""
        claim = secrets.token_hex(8)
        await self._commits.durable([store.ClaimSeeker(seeker.person, seeker.called, now, claim) for seeker in seekers])
        subscriptions = await self._commits.read(self._commits.store.claimed_subscriptions, claim)
        free = asyncio.Semaphore(AT_ONCE)
        sending: list[asyncio.Task[None]] = []
        try:
            for subscription in subscriptions:
                await free.acquire()
                sending.append(asyncio.create_task(self._send(subscription, table)))
                sending[-1].add_done_callback(lambda _: free.release())
                await asyncio.sleep(BREATH)
            await asyncio.gather(*sending)
        finally:
            for task in sending:
                task.cancel()

    async def _send(self, subscription: Subscription, table: Table) -> None:
        text = opened(subscription.language, table)
        await self._notifier.send(subscription, "opened", f"tables/{table.id}", text, LASTING)


def room(table: Table) -> int:
    """How many people find a seat at a table that is open to everybody."""
    if table.evening or table.given is not None or table.paused:
        return 0
    if table.phase == "open" and (table.settings.public or table.drops_in()):
        return sum(seat.kind == "open" for seat in table.seats)
    if table.phase == "sharing" and table.drops_in():
        return sum(seat.kind == "bot" for seat in table.seats)
    return len(table.takeable())


def opened(language: str, table: Table) -> str:
    """The text of the notification: who has opened a table of which game, and how many seats are free."""
    name = next((seat.name for seat in table.seats if seat.person and seat.person == table.host), "")
    name = name or next((seat.name for seat in table.seats if seat.kind == "person"), "?")
    game = i18n.title_name(language, table.settings.game)
    return i18n.say(language, "call.opened", name=name, game=game, seats=room(table))
