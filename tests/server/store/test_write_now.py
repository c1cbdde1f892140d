"""Entries are written at once by who asks, where the disk is quick; all else is queued, and nothing overtakes."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from foretold.server.live.commit_queue import CommitQueue
from foretold.server.store import AddEntry, AddTable, Call, Operation, Written
from foretold.server.store.sqlite import store as sqlite_store
from foretold.server.store.sqlite.schema import BUSY_SECONDS
from foretold.server.store.sqlite.store import SqliteStore
from tests.server.store.helpers import opened


def entry(number: int) -> AddEntry:
    return AddEntry("t", number, 1, b"{}")


def numbers(path: Path) -> list[int]:
    """The entries that are on disk."""
    with closing(sqlite3.connect(path)) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM entries ORDER BY number")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with SqliteStore(tmp_path / "foretold.sqlite") as it:
        it.write([AddTable("t", 1)])
    return tmp_path / "foretold.sqlite"


def test_entries_are_on_disk_at_once(path: Path) -> None:
    with opened(path) as (it, listener):
        calls = [Call((entry(0), entry(1)), "a"), Call((), "b"), Call((entry(2),), "c")]
        assert it.write_now(calls) == [Written("a", None), Written("b", None), Written("c", None)]
        assert numbers(path) == [0, 1, 2]
        assert listener.batches.empty()  # who asked knows


def test_slow_operations_are_left_to_the_thread(path: Path) -> None:
    with SqliteStore(path) as it:
        for operations in ((entry(0), AddTable("u", 1)), (), tuple(entry(number) for number in range(200))):
            assert it.write_now([Call(operations, None)]) is None
    assert numbers(path) == []


def test_calls_with_a_refused_one_among_them_are_not_written_at_once(path: Path) -> None:
    calls = [Call((entry(number),), number) for number in (0, 0, 1)]
    with opened(path) as (it, listener):
        assert it.write_now(calls) is None
        assert numbers(path) == []
        for call in calls:
            it.write(*call)
        assert [outcome.error is None for outcome in listener.hear(3)] == [True, False, True]
    assert numbers(path) == [0, 1]


def test_only_the_thread_waits_while_another_process_writes(path: Path) -> None:
    with opened(path) as (it, listener), closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        assert it.write_now([Call((entry(0),), None)]) is None
        assert time.monotonic() - began < BUSY_SECONDS
        it.write([entry(0)])
        other.execute("COMMIT")
        assert listener.hear(1)[0].error is None
    assert numbers(path) == [0]


def test_on_a_slow_disk_the_thread_writes_until_it_is_fast_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    slow = [True]

    class Time:
        """A clock by which a commit takes a second on a slow disk."""

        @staticmethod
        def monotonic() -> float:
            now[0] += slow[0]
            return now[0]

        @staticmethod
        def sleep(seconds: float) -> None:
            pass

    monkeypatch.setattr(sqlite_store, "time", Time)
    with opened(path) as (it, listener):
        assert it.write_now([Call((entry(0),), None)]) is not None
        assert it.write_now([Call((entry(1),), None)]) is None
        slow[0] = False
        number = 1
        while it.write_now([Call((entry(number),), None)]) is None:
            it.write([entry(number)])
            listener.hear(1)
            number += 1
        assert number > 10
    assert numbers(path) == [*range(number + 1)]


def test_nothing_is_sent_before_earlier_writes(path: Path) -> None:
    """Also where the first is queued, because it is no entry, and the next could be written at once."""
    order: list[str] = []

    async def run() -> None:
        commits = CommitQueue(path, lambda account, error: None)
        wishes: list[tuple[str, list[Operation]]] = [
            ("entry", [entry(0)]),
            ("table", [AddTable("u", 1)]),
            ("entry of u", [AddEntry("u", 0, 1, b"{}")]),
            ("nothing", []),
            ("another", [entry(1)]),
        ]
        for name, operations in wishes:
            commits.write(operations, [lambda name=name: order.append(name)])  # type: ignore[misc]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        await commits.durable()
        assert order == [name for name, _ in wishes]
        commits.write([entry(2)], [])
        await commits.leave()

    asyncio.run(run())
    assert numbers(path) == [0, 0, 1, 2]  # of both tables
