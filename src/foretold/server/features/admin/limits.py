"""Limits that operators change while the server runs, and rate limits of signing in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from foretold.server.base.address_blocks import WIDER
from foretold.server.base.rate_limits import SteppedBuckets
from foretold.server.features.admin.types import LimitName
from foretold.server.store import ChangedLimit


class Range(NamedTuple):
    """The values that a limit can have."""

    least: int
    most: int


RANGES: dict[LimitName, Range] = {
    "most-tables": Range(1, 1_000_000),
    "tables-per-person": Range(1, 100_000),
    "tables-per-address": Range(1, 100_000),
    "request-rate": Range(1, 100_000),
    "message-rate": Range(1, 10_000),
    "connections-per-address": Range(0, 1_000_000),
}


class RunningLimits:
    """The limits in force: those that operators have set, else those that the server was started with."""

    def __init__(self, defaults: Mapping[LimitName, float]) -> None:
        self.defaults = dict(defaults)
        self._changed: dict[str, int] = {}
        self.changed: list[Callable[[], None]] = []  # called after a change

    def take(self, rows: Iterable[ChangedLimit]) -> None:
        """Takes what operators have set; values outside the ranges of this version don't count."""
        known = {str(name): values for name, values in RANGES.items()}
        kept = {row.name: row.value for row in rows if row.name in known}
        kept = {name: value for name, value in kept.items() if known[name].least <= value <= known[name].most}
        if kept != self._changed:
            self._changed = kept
            for tell in self.changed:
                tell()

    def value(self, name: LimitName) -> float:
        """The value of a limit now."""
        return self._changed.get(name, self.defaults.get(name, 0))


class AdminLimits:
    """Rate limits of the operator's page."""

    def __init__(self) -> None:
        self.wrong_links = SteppedBuckets(1 / 30, 5, 1, WIDER)  # per address block
