"""Many are looked after together, each not before its time; who has gone is not, and who fails is no harm to others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from foretold.server.web import keepalive
from foretold.server.web.keepalive import TimerWheel


class Patient:
    """Somebody who notes when it was looked after."""

    def __init__(self, look: Callable[[], None] = lambda: None) -> None:
        self.loop = asyncio.get_running_loop()
        self.looked: list[float] = []
        self._look = look

    def look(self) -> None:
        self.looked.append(self.loop.time())
        self._look()


@pytest.fixture(autouse=True)
def quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepalive, "BEAT", 0.05)


async def looked_after(*patients: Patient) -> None:
    async with asyncio.timeout(60):
        while not all(patient.looked for patient in patients):
            await asyncio.sleep(0.01)


def test_keepalives_of_a_tick_share_a_timer_and_none_is_early(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        loop = asyncio.get_running_loop()
        beats = TimerWheel.of(loop)
        assert TimerWheel.of(loop) is beats
        timers: list[float] = []
        call_at = loop.call_at

        def noted(when: float, *call: Any) -> asyncio.TimerHandle:
            timers.append(when)
            return call_at(when, *call)

        monkeypatch.setattr(loop, "call_at", noted)
        begun, patients = loop.time(), [Patient() for _ in range(50)]
        due = [beats.schedule(patient, 0.2) for patient in patients]
        assert timers == sorted({beat * keepalive.BEAT for beat in due})
        monkeypatch.setattr(loop, "call_at", call_at)
        await looked_after(*patients)
        assert all(begun + 0.2 <= at for patient in patients for at in patient.looked)
        assert [len(patient.looked) for patient in patients] == [1] * 50

    asyncio.run(run())


def test_a_closed_connection_gets_no_keepalive() -> None:
    async def run() -> None:
        beats = TimerWheel.of(asyncio.get_running_loop())
        gone, other = Patient(), Patient()
        beats.cancel(gone, beats.schedule(gone, 0.1))
        last = beats.schedule(other, 0.1)
        await looked_after(other)
        assert gone.looked == []
        beats.cancel(other, last)  # nothing is left of that beat

    asyncio.run(run())


def test_a_failing_keepalive_does_not_harm_others() -> None:
    def fail() -> None:
        raise RuntimeError

    async def run() -> None:
        loop = asyncio.get_running_loop()
        failures: list[object] = []
        loop.set_exception_handler(lambda _, context: failures.append(context))
        patients = [Patient(), Patient(fail), Patient()]
        for patient in patients:
            TimerWheel.of(loop).schedule(patient, 0.1)
        await looked_after(*patients)
        assert len(failures) == 1

    asyncio.run(run())
