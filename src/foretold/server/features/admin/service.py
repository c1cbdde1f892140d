"""Operators: reads what they changed, carries out their orders, keeps this process's figures. A background job.

Whatever an operator does, on the page or by a command beside the server, adds a line to the log in the same
transaction. Every process looks at the log's last number once a second and, if it has changed, reads the rest.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import msgspec

from foretold.server import store
from foretold.server.base import identity, metrics
from foretold.server.base.clock import date
from foretold.server.base.rate_limits import notices
from foretold.server.base.text import short
from foretold.server.features.admin.figures import LoadMeter
from foretold.server.features.admin.limits import RunningLimits
from foretold.server.jobs.queue import Work
from foretold.server.live.hub import Hub
from foretold.server.live.live_table import LiveTable
from foretold.server.table import journal
from foretold.server.table.commands.play import close_table
from foretold.server.table.permissions import NotYours
from foretold.server.table.table import Table

log = logging.getLogger("foretold.server")

LOOK = 1.0  # seconds between two looks at the log
FIGURES = 5.0  # seconds between two notes of this process's figures
STALE = 15_000  # ms after which a process without new figures counts as ended
RECENT = 200  # lines of the log read for what they ask of connections


class Operators:
    """What operators have decided, as this process knows it."""

    name = "operators"
    at_once = 4

    def __init__(self, hub: Hub, limits: RunningLimits, meter: LoadMeter) -> None:
        self._hub, self.limits, self.meter = hub, limits, meter
        self._number = -1  # of the last line of the log that was read
        self._orders: list[store.Order] = []
        self._sessions: dict[bytes, store.OperatorSession] = {}
        self._announcements: list[store.Announcement] = []
        self._noted = 0.0  # when figures were last stored
        self._looking = asyncio.Lock()
        self.wake: Callable[[], None] = lambda: None  # asks the queue to look at once

    # What is known ---------------------------------------------------------------------------------------------

    def announcements(self) -> list[store.Announcement]:
        """The announcements in force."""
        now = date()
        return [shown for shown in self._announcements if shown.until is None or shown.until > now]

    def session(self, secret: str) -> store.OperatorSession | None:
        """The session with this secret, if it has not ended."""
        session = self._sessions.get(identity.hashed(secret)) if secret else None
        return None if session is None or session.expires < date() else session

    async def signed_in(self, secret: str) -> store.OperatorSession:
        """The session with this secret, also if another process has just begun it; refused if there is none."""
        session = self.session(secret)
        if session is None and secret:
            await self.look()
            session = self.session(secret)
        if session is None:
            if secret:
                self.failed("session")
            raise NotYours("admin-link")
        return session

    @staticmethod
    def failed(how: str) -> None:
        """Counts and logs an attempt with a link or a session that is not valid."""
        metrics.ADMIN_REFUSED.labels(how).inc()
        notices.note("operator refused", how)

    async def look(self) -> None:
        """Reads what operators changed since the last time."""
        async with self._looking:
            commits = self._hub.commits
            number = await commits.read(commits.store.last_operation)
            if number != self._number:
                lines, read = await commits.read(_read, commits.store, date())
                self._take(number, lines, *read)

    def load(self) -> None:
        """Reads everything at the start, before anybody is let in; a server starts on a damaged database, too."""
        try:
            lines, read = _read(self._hub.commits.store, date())
        except store.BadDatabase:
            log.error("operators' decisions not readable")
            return
        self._take(max((line.number for line in lines), default=0), (), *read)

    def _take(
        self,
        number: int,
        lines: Iterable[store.OperatorLine],
        restrictions: Sequence[store.Restriction],
        announcements: list[store.Announcement],
        limits: Sequence[store.ChangedLimit],
        orders: list[store.Order],
        sessions: Sequence[store.OperatorSession],
    ) -> None:
        new = [line for line in lines if line.number > self._number]
        self._number = number
        self._announcements, self._orders = announcements, orders
        self._sessions = {session.token: session for session in sessions}
        self._hub.sanctions.take(restrictions)
        self.limits.take(limits)
        self._end_connections({(line.person, line.target) for line in new if line.action == "remove" and line.person})

    def _end_connections(self, removed: set[tuple[str | None, str]]) -> None:
        """Ends the connections of people who are blocked, or who were removed from this table or from all."""
        now = date()
        for live in list(self._hub.live_tables.values()):
            for connection in list(live.connections):
                refusal = self._hub.sanctions.refusal(connection.person, connection.address, now)
                if refusal is not None:
                    connection.refuse(refusal)
                elif {(connection.person, ""), (connection.person, live.table.id)} & removed:
                    connection.end("removed")

    # The job ---------------------------------------------------------------------------------------------------

    async def due(self) -> Sequence[Work]:
        """The orders that wait."""
        await self.look()
        return [
            Work(f"order {order.id}", partial(self._carry_out, order), owner=order.table or order.person)
            for order in self._orders
        ]

    async def idle(self) -> float | None:
        """Notes this process's figures from time to time, and looks again in a second."""
        if time.monotonic() - self._noted >= FIGURES:
            self._noted = time.monotonic()
            figures = self.meter.measure()
            await self._hub.commits.durable(
                [store.KeepFigures(figures.process, figures.at, msgspec.json.encode(figures))]
            )
        return LOOK

    async def stop(self) -> None:
        """Deletes the figures of this process."""
        self._hub.commits.write([store.DropFigures(self._hub.pipeline.id or "server")], [])

    async def _carry_out(self, order: store.Order) -> None:
        """Closes a table, or frees a person's seats; the order is gone once that is stored."""
        commits = self._hub.commits
        for table in [order.table] if order.table else await commits.read(commits.store.tables_naming, order.person):
            live = await self._hub.pipeline.at(table)
            if live is not None and order.kind == "close":
                await self._perform(live, close_table)
            elif live is not None and live.table.seats_of(order.person):
                await self._perform(live, partial(_vacate, order.person))
        log.info("operator's order", extra={"kind": order.kind, "table": short(order.table)})
        await self._hub.commits.durable([store.DropOrder(order.id)])
        self._orders = [other for other in self._orders if other.id != order.id]

    async def _perform(self, live: LiveTable, rule: Callable[[Table], list[journal.AnyEntry]]) -> None:
        done, answer, refused = self._hub.commits.promise()
        self._hub.perform(live, rule, answer=answer, refused=refused)
        await done


def _vacate(person: str, table: Table) -> list[journal.AnyEntry]:
    return [journal.Vacated(seat) for seat in table.seats_of(person)]


_Read = tuple[
    list[store.Restriction],
    list[store.Announcement],
    list[store.ChangedLimit],
    list[store.Order],
    list[store.OperatorSession],
]


def _read(database: store.Store, now: int) -> tuple[list[store.OperatorLine], _Read]:
    """The last lines of the log, and all that operators have decided."""
    return database.operator_log(RECENT), (
        database.restrictions(now),
        database.announcements(now),
        database.changed_limits(),
        database.orders(),
        database.operator_sessions(now),
    )
