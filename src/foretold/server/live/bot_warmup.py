"""Tells clients to wait while kernels that a challenge's bots need are still being compiled."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from foretold.bots import previews
from foretold.server.live.connection import Connection
from foretold.server.live.live_table import LiveTable
from foretold.server.live.previews import soon
from foretold.server.protocol import messages

if TYPE_CHECKING:
    from foretold.server.live.hub import Hub


class BotWarmup:
    """Tells clients at challenge tables when their bots are still warming up, and when they are ready."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._waiting: set[Connection] = set()

    def tell(self, live: LiveTable, connection: Connection) -> None:
        """Tells a connection if the bots of its table are still warming up."""
        if live.table.given is None:
            return
        previews.get_ready()
        if previews.settled():
            return
        connection.tell(messages.write(messages.Preparing(ready=False)))
        if not self._waiting:
            previews.when_settled(partial(soon, self._loop, self._ready))
        self._waiting.add(connection)

    def _ready(self) -> None:
        """Tells all waiting connections that the bots are ready."""
        waiting, self._waiting = self._waiting, set()
        for connection in waiting:
            if connection.live is not None:
                connection.tell(messages.write(messages.Preparing(ready=True)))
