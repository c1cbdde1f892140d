"""Stands in for the Prometheus metrics where nothing is counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self


class Uncounted:
    """A metric, or registry, that records nothing."""

    def __init__(self, *about: object, **settings: object) -> None:
        pass

    def labels(self, *values: object) -> Self:
        """The metric itself, whatever the labels."""
        return self

    def inc(self, amount: float = 1) -> None:
        """Does nothing."""

    def set_function(self, function: Callable[[], float]) -> None:
        """Does nothing."""

    dec = set = observe = inc


CollectorRegistry = Counter = Gauge = Histogram = Uncounted
