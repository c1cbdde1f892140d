"""95 % confidence intervals of means over matches and of shares."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import sqrt
from typing import NamedTuple

NORMAL_95 = 1.96


class Interval(NamedTuple):
    """A figure with the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


@dataclass
class MatchSums:
    """Sums over matches for an amount per unit; whole numbers, so that the order of adding does not matter.

    A match adds an amount (such as points) over a number of units (such as its rounds).
    """

    matches: int = 0
    units: int = 0
    amount: int = 0
    squares: int = 0  # sum of the squared amounts
    products: int = 0  # sum of amount times units
    unit_squares: int = 0

    def join(self, other: MatchSums) -> None:
        """Adds the sums of other matches."""
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))

    def interval(self, whole: int = 1) -> Interval:
        """Returns the amount per unit, in parts of `whole`, with its interval over matches (a ratio of two means).

        Rounds of one match are not independent but matches are, so the spread is measured between matches.
        """
        if not self.units:
            return Interval(0.0, 0.0, 0.0)
        ratio = self.amount / self.units
        if self.matches < 2:
            return Interval(ratio / whole, ratio / whole, ratio / whole)
        spread = self.squares - 2 * ratio * self.products + ratio * ratio * self.unit_squares
        error = sqrt(max(0.0, spread) / (self.matches - 1) * self.matches) / self.units
        return Interval(
            ratio / whole,
            (ratio - NORMAL_95 * error) / whole,
            (ratio + NORMAL_95 * error) / whole,
        )


def share(count: int, of: int) -> Interval:
    """Returns a share of independent cases with Wilson's interval, which is also valid near 0 and 1."""
    if not of:
        return Interval(0.0, 0.0, 0.0)
    share, square = count / of, NORMAL_95 * NORMAL_95
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = NORMAL_95 * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))
