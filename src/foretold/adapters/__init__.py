"""Adapters for batches, Gymnasium, PufferLib, PettingZoo and OpenSpiel, each imported only where it is used."""

from __future__ import annotations

MOST_ROUNDS = 50  # at which a match without a bound is cut off (SP1-16)


class MissingExtra(ImportError):
    """Raised if an adapter's package is not installed; the message says how to install it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed: pip install foretold[{extra}]")
        self.extra = extra


__all__ = ["MOST_ROUNDS", "MissingExtra"]
