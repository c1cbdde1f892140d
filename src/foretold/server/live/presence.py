"""Who comes to a table, and who goes."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from foretold.server.base import metrics
from foretold.server.live.bot_warmup import Preparing
from foretold.server.live.connection import Connection
from foretold.server.live.live_table import Desk
from foretold.server.protocol import messages
from foretold.server.table.permissions import NoSuch, NotYours

if TYPE_CHECKING:
    from foretold.server.live.hub import Hub

MEMORY = 60.0  # seconds that messages are kept at a table for connections that broke, from the last of them
HICCUP = 2.0  # seconds that a connection may be gone before its seat is marked


class Arrivals:
    """The connections of a hub as they come and go."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._preparing = Preparing(hub)

    def join(self, connection: Connection, hello: messages.Hello) -> None:
        """The connection is at the table: it gets what it missed, or a fresh view, and then everything that happens."""
        hub = self._hub
        desk = hub.desk(hello.table)
        if hello.token and not desk.table.seats_of(connection.person):
            raise NoSuch("no-such-token")
        if desk.shuts_out(connection.person):
            raise NotYours("no-spectators")
        connection.desk = desk
        connection.bids, connection.previews = hello.bids, hello.previews
        process = hub.process
        if not desk.returns(connection.person, process):
            self._greet(connection, desk, hello.last)
        elif not process:
            hub.perform(desk, lambda _: desk.returns(connection.person))
            self._greet(connection, desk, hello.last)
        else:
            hub.perform(
                desk,
                lambda _: desk.returns(connection.person, process),
                answer=lambda number: None if number is None else self._greet(connection, desk, hello.last),
            )

    def _greet(self, connection: Connection, desk: Desk, last: int | None) -> None:
        """The connection hears the first words, and what happens from now on."""
        hub = self._hub
        if connection.desk is not desk:  # it is gone again
            return
        connection.seats = desk.audiences(connection.person)
        waiting = desk.first_words(connection, last, hub.now())
        desk.come(connection)
        metrics.LINES.inc()
        told = [partial(connection.tell, data) for data in waiting]
        greeted = partial(setattr, connection, "greeted", True)
        hub.deliver(desk, [*told, greeted, partial(hub.foresee, desk), partial(self._preparing.tell, desk, connection)])

    def part(self, connection: Connection) -> None:
        """The connection is gone; its seats are marked unless another comes soon."""
        hub = self._hub
        desk = connection.desk
        if desk is None:
            return
        connection.desk = None
        if connection in desk.connections:
            desk.go(connection)
            metrics.LINES.dec()
        if not hub.stopping:
            self._loop.call_later(HICCUP, self.miss, desk, connection.person)
            if desk.fading is not None:  # one for all who go: there may be many, again and again
                desk.fading.cancel()
            desk.fading = self._loop.call_later(MEMORY, desk.drop_unheard)

    def part_with(self, person: str) -> None:
        """The lines of the person end; who may come back does."""
        for desk in self._hub.desks.values():
            for connection in desk.connections:
                if connection.person == person:
                    connection.end("restart", retry=1.0)

    def miss(self, desk: Desk, person: str) -> None:
        """Who has not come back by now is away."""
        hub = self._hub
        if hub.stopping or hub.desks.get(desk.table.id) is not desk:
            return
        here = not hub.process or desk.where.get(person) in (None, hub.process)
        if here and desk.absences(person):
            hub.perform(desk, lambda _: desk.absences(person))
