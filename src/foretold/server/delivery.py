"""Store, then send: what everybody is told waits until what it tells of is on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from foretold.errors import Refusal
from foretold.server import metrics
from foretold.server.operations import Operation, Written
from foretold.server.store import Store

Delivery = Callable[[], None]
OpenStore = Callable[[Path, Callable[[list[Written]], None]], Store]  # a database, and who is told what was committed
Answer = Callable[[int | None], None]  # gets the table's number once all is on disk, None if it can't be stored


class NotStored(Refusal):
    """What was asked for could not be written to disk, and has not happened."""


class Account(Protocol):
    """Of whom the store is asked to write: how much is on its way, and whether any of it failed."""

    unwritten: int
    void: bool


class _Parcel(NamedTuple):
    deliveries: Sequence[Delivery]
    account: Account | None
    failed: Delivery | None


class Dispatch:
    """The store of a server, and all that is delivered once the store has written it."""

    def __init__(
        self,
        database: Path,
        failed: Callable[[Account | None, BaseException], None],
        open_store: OpenStore = Store,
    ) -> None:
        """`failed` is told what could not be stored; of whom, and why."""
        self._loop = asyncio.get_running_loop()
        self._failed = failed
        self._pending = 0
        self.store = open_store(database, self._committed)

    def write(
        self,
        operations: Sequence[Operation],
        deliveries: Sequence[Delivery],
        account: Account | None = None,
        failed: Delivery | None = None,
    ) -> None:
        """The deliveries happen once the operations, and all before them, are on disk; else `failed` does."""
        if not operations and not self._pending:
            for delivery in deliveries:
                delivery()
            return
        self._pending += 1
        if account is not None:
            account.unwritten += 1
        self.store.write(operations, _Parcel(deliveries, account, failed))

    def _committed(self, written: list[Written]) -> None:
        """Called by the writer's thread, once for each transaction."""
        self._loop.call_soon_threadsafe(self._deliver, written)

    def _deliver(self, written: list[Written]) -> None:
        metrics.COMMITS.observe(len(written))
        for parcel, error in written:
            assert isinstance(parcel, _Parcel)
            deliveries, account, failed = parcel
            self._pending -= 1
            if account is not None:
                account.unwritten -= 1
            if error is None and not (account is not None and account.void):
                for delivery in deliveries:
                    delivery()
                continue
            if failed is not None:
                failed()
            if error is not None:
                metrics.STORE_ERRORS.inc()
                self._failed(account, error)

    def durable(self, operations: Sequence[Operation] = ()) -> asyncio.Future[None]:
        """Done once the operations, and everything before them, are on disk."""
        done: asyncio.Future[None] = self._loop.create_future()
        self.write(
            operations,
            [lambda: None if done.done() else done.set_result(None)],
            failed=lambda: None if done.done() else done.set_exception(NotStored("not-stored")),
        )
        return done

    def promise(self) -> tuple[asyncio.Future[int], Answer]:
        """A future and the answer that fills it: with the number of the table, or with NotStored."""
        done: asyncio.Future[int] = self._loop.create_future()

        def answer(number: int | None) -> None:
            if done.done():
                return
            if number is None:
                done.set_exception(NotStored("not-stored"))
            else:
                done.set_result(number)

        return done, answer
