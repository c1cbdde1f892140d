"""Timer wheel for WebSocket keepalives: one timer per 250 ms tick."""

from __future__ import annotations

import asyncio
from typing import Protocol
from weakref import WeakKeyDictionary

BEAT = 0.25  # seconds from one beat to the next


class Patient(Protocol):
    """Who is looked after."""

    loop: asyncio.AbstractEventLoop

    def look(self) -> None:
        """It is time."""


class Pulse:
    """Who is to be looked after at which beat."""

    def __init__(self) -> None:
        self._due: dict[int, dict[Patient, None]] = {}  # by beat

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> Pulse:
        """The one of this loop."""
        return _PULSES.setdefault(loop, cls())

    def look_after(self, patient: Patient, seconds: float) -> int:
        """The patient is looked after at the first beat after so many seconds, which is returned."""
        loop = patient.loop
        beat = int((loop.time() + seconds) / BEAT) + 1
        if beat not in self._due:
            self._due[beat] = {}
            loop.call_at(beat * BEAT, self._strike, beat)
        self._due[beat][patient] = None
        return beat

    def leave(self, patient: Patient, beat: int) -> None:
        """The patient is not looked after at this beat."""
        self._due.get(beat, {}).pop(patient, None)

    def _strike(self, beat: int) -> None:
        for patient in self._due.pop(beat):
            patient.loop.call_soon(patient.look)  # what fails for one does not for the others


_PULSES: WeakKeyDictionary[asyncio.AbstractEventLoop, Pulse] = WeakKeyDictionary()
