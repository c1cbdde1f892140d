"""The command pipeline: a command is decided, stored, and only then sent to everybody.

There are two: `SinglePipeline` for one process that owns its database, and `Cluster` (in `cluster`) for several
processes that share one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from foretold.server.base.address_blocks import Blocks
from foretold.server.live.commit_queue import CommitQueue, Delivery, PendingCommand
from foretold.server.live.live_table import LiveTable

if TYPE_CHECKING:
    from foretold.server.live.hub import Hub

FLUSHES = 100  # commits awaited at most before a table is read again


class Started(NamedTuple):
    """How this process begins: whether no other one serves the tables yet, and the date that all agree on."""

    first: bool = True
    today: int | None = None


class Pipeline(Protocol):
    """How the commands of a hub take effect."""

    id: str  # of this process among those that share the database; '' if it is the only one
    away: bool  # whether the database is unreachable at the moment

    def start(self) -> Started:
        """Joins the processes that share the database."""

    async def stop(self) -> None:
        """Ends everything under way."""

    def owns(self, name: str, near: Collection[str] = ()) -> bool:
        """True if this process does this job (rendezvous hash); processes in `near` come first."""

    def served_elsewhere(self, prefix: str) -> bool:
        """True if a table whose id begins with this is left to processes of a newer version."""

    def anonymous(self, blocks: Blocks) -> Blocks:
        """The blocks of addresses as they may be stored."""

    async def at(self, id: str) -> LiveTable | None:
        """The open table as it is stored now."""

    def submit(self, live: LiveTable, command: PendingCommand) -> None:
        """Carries out a command; raises its Refusal, or reports it later through `command.refused`."""

    def deliver(self, live: LiveTable | None, deliveries: Sequence[Delivery]) -> None:
        """Makes the deliveries once everything before them is stored."""

    async def settled(self) -> None:
        """Waits until every command submitted so far is done."""

    async def reread(self, live: LiveTable) -> None:
        """Rebuilds the table from its journal."""


class SinglePipeline:
    """The pipeline of a process that has its database to itself."""

    id = ""
    away = False

    def __init__(self, hub: Hub, commits: CommitQueue) -> None:
        self._hub, self._commits = hub, commits

    def start(self) -> Started:
        """There are no other processes to join."""
        return Started()

    async def stop(self) -> None:
        """Nothing runs on its own."""

    def owns(self, name: str, near: Collection[str] = ()) -> bool:
        """Every job is this process's."""
        return True

    def served_elsewhere(self, prefix: str) -> bool:
        """Never: there is no other process."""
        return False

    def anonymous(self, blocks: Blocks) -> Blocks:
        """Blocks stay in memory, so they stay as they are."""
        return blocks

    async def at(self, id: str) -> LiveTable | None:
        """The open table: memory is never behind."""
        return self._hub.live_tables.get(id)

    def submit(self, live: LiveTable, command: PendingCommand) -> None:
        """Applies the command in memory, and sends its effects once they are stored."""
        hub, table, answer = self._hub, live.table, command.answer
        done, operations = hub.apply(live, command.rule(table), command.before)
        deliveries = live.updates() if done else []
        if answer is not None:
            deliveries.append(partial(answer, table.number))
        deliveries.append(partial(hub.sent, live, table.number))
        self._commits.write(operations, deliveries, live, None if answer is None else partial(answer, None))
        hub.attend(live)
        if table.phase == "closed":
            hub.dismiss(live)

    def deliver(self, live: LiveTable | None, deliveries: Sequence[Delivery]) -> None:
        """Queues the deliveries behind the commits under way."""
        self._commits.write([], deliveries, live)

    async def settled(self) -> None:
        """Commands take effect at once."""

    async def reread(self, live: LiveTable) -> None:
        """Reads the table again once all of it is stored."""
        for _ in range(FLUSHES):
            if live.unwritten:
                await self._commits.durable()
        if self._hub.live_tables.get(live.table.id) is live:
            self._hub.reload(live, "restart")
