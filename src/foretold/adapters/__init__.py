"""Adapters for PettingZoo and OpenSpiel, each imported only where it is used."""

from __future__ import annotations

MOST_ROUNDS = 50  # of a match without a bound (SP1-16); then it is cut


class MissingExtra(ImportError):
    """The package behind a door is not installed; the sentence says how to install it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed: pip install foretold[{extra}]")
        self.extra = extra


__all__ = ["MOST_ROUNDS", "MissingExtra"]
