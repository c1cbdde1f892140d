"""Connections join and leave tables; seats are marked as away."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from foretold.server.base import metrics
from foretold.server.live.bot_warmup import BotWarmup
from foretold.server.live.connection import Connection
from foretold.server.live.live_table import LiveTable
from foretold.server.protocol import messages
from foretold.server.table.permissions import NoSuch, NotYours

if TYPE_CHECKING:
    from foretold.server.live.hub import Hub

MEMORY = 60.0  # seconds that messages are kept at a table for connections that broke, from the last of them
HICCUP = 2.0  # seconds that a connection may be gone before its seat is marked


class Presence:
    """Connections joining and leaving the tables of a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._warmup = BotWarmup(hub)

    def join(self, connection: Connection, hello: messages.Hello) -> None:
        """Joins a connection to its table: it gets what it missed or a snapshot, then every update."""
        hub = self._hub
        live = hub.open_table(hello.table)
        if hello.token and not live.table.seats_of(connection.person):
            raise NoSuch("no-such-token")
        if live.shuts_out(connection.person):
            raise NotYours("no-spectators")
        connection.live = live
        connection.bids, connection.previews = hello.bids, hello.previews
        process = hub.pipeline.id
        if not live.returns(connection.person, process):
            self._greet(connection, live, hello.last)
        elif not process:
            hub.perform(live, lambda _: live.returns(connection.person))
            self._greet(connection, live, hello.last)
        else:
            hub.perform(
                live,
                lambda _: live.returns(connection.person, process),
                answer=lambda number: None if number is None else self._greet(connection, live, hello.last),
            )

    def _greet(self, connection: Connection, live: LiveTable, last: int | None) -> None:
        """Sends the first messages to a connection and subscribes it to updates."""
        hub = self._hub
        if connection.live is not live:  # it has left in the meantime
            return
        connection.seats = live.audiences(connection.person)
        waiting = live.greeting(connection, last, hub.clock.now())
        live.come(connection)
        metrics.LINES.inc()
        deliveries = [partial(connection.tell, data) for data in waiting]
        greeted = partial(setattr, connection, "greeted", True)
        hub.pipeline.deliver(
            live, [*deliveries, greeted, partial(hub.foresee, live), partial(self._warmup.tell, live, connection)]
        )

    def part(self, connection: Connection) -> None:
        """Removes a connection; its person is marked as away unless they reconnect soon."""
        hub = self._hub
        live = connection.live
        if live is None:
            return
        connection.live = None
        if connection in live.connections:
            live.go(connection)
            metrics.LINES.dec()
        if not hub.stopping:
            self._loop.call_later(HICCUP, self.miss, live, connection.person)
            if live.fading is not None:  # one timer per table, however many connections leave
                live.fading.cancel()
            live.fading = self._loop.call_later(MEMORY, live.drop_unheard)

    def has_seat(self, person: str) -> bool:
        """True if the person has a seat at an open table."""
        return bool(person) and any(live.table.seats_of(person) for live in self._hub.live_tables.values())

    def part_with(self, person: str) -> None:
        """Closes all connections of a person and asks their clients to reconnect."""
        for live in self._hub.live_tables.values():
            for connection in live.connections:
                if connection.person == person:
                    connection.end("restart", retry=1.0)

    def miss(self, live: LiveTable, person: str) -> None:
        """Marks a person as away who has not reconnected by now."""
        hub = self._hub
        if hub.stopping or hub.live_tables.get(live.table.id) is not live:
            return
        is_ours = not hub.pipeline.id or live.where.get(person) in (None, hub.pipeline.id)
        if is_ours and live.absences(person):
            hub.perform(live, lambda _: live.absences(person))
