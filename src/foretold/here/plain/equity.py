"""No chances to win a match: to work them out takes NumPy. What is told by them is not told here."""

from __future__ import annotations

from typing import NamedTuple

from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.game import SevenGame

NODES, FARTHEST = 0, 0


class Unknown:
    """A table of chances of which none is known."""

    def __getitem__(self, at: object) -> float:
        return 0.0

    def __len__(self) -> int:
        return 1


class SevenEquity(NamedTuple):
    """The share of the first seat, by rounds done and totals of all seats."""

    lowest: int
    size: int
    shares: Unknown


class ProphecyEquity(NamedTuple):
    """The chance to stay ahead, and what to weigh it with."""

    ahead: Unknown
    weights: Unknown


def seven_equity(game: SevenGame) -> SevenEquity:
    """The table of a game."""
    return SevenEquity(0, 1, Unknown())


def prophecy_equity(game: ProphecyGame) -> ProphecyEquity:
    """The table of a game."""
    return ProphecyEquity(Unknown(), Unknown())
