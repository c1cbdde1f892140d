"""When the garbage collector runs: not while the server works."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from foretold.server.base import gc_control
from foretold.server.base.gc_control import LATE, GcControl


class Times:
    """A clock and a meter of CPU time that the test moves."""

    def __init__(self) -> None:
        self.now = self.spent = 100.0

    def monotonic(self) -> float:
        return self.now

    def process_time(self) -> float:
        return self.spent


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    times = Times()
    monkeypatch.setattr(gc_control, "time", times)
    return times


@pytest.fixture
def collections(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The full collections that were run."""
    runs: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: runs.append("full"))
    yield runs
    gc.unfreeze()


def after(control: GcControl, times: Times, seconds: float, spent: float) -> None:
    """Lets so much time pass, of which the process worked for a part, and looks whether a collection is due."""
    times.now += seconds
    times.spent += spent
    control.search_if_due()


def test_a_busy_process_collects_only_after_a_long_time(times: Times, collections: list[str]) -> None:
    control = GcControl()
    for _ in range(int(LATE)):
        after(control, times, 1, 0.3)
    assert collections == []
    after(control, times, 2, 0.6)
    assert len(collections) == 1


def test_a_process_collects_once_it_is_idle_after_work(times: Times, collections: list[str]) -> None:
    control = GcControl()
    after(control, times, 1, 0.9)
    after(control, times, 1, 0.9)
    assert collections == []
    after(control, times, 1, 0.005)
    assert len(collections) == 1
    for _ in range(60):
        after(control, times, 1, 0.005)
    assert len(collections) == 1, "an idle process has nothing new to collect"


def test_a_process_that_only_idles_collects_now_and_then(times: Times, collections: list[str]) -> None:
    control = GcControl()
    after(control, times, 1, 2.0)
    for _ in range(1000):
        after(control, times, 1, 0.01)
    assert 2 <= len(collections) <= 11
