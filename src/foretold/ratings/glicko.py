"""Glicko ratings of people who solve puzzles, and of the puzzles: an answer is a game between the two.

Glicko by Mark Glickman (1995), without the growth of uncertainty over time. Values are stored in whole thousandths, so
that every database holds the same numbers.
"""

from __future__ import annotations

from math import log, log10, pi, sqrt
from typing import NamedTuple

THOUSAND = 1000
LEAST = 45 * THOUSAND  # the deviation never falls below this, so that ratings keep moving
_Q = log(10) / 400
_EASIEST, _HARDEST = 0.05, 0.95  # shares of solvers that a puzzle's first rating is taken from


class Glicko(NamedTuple):
    """A rating and its standard deviation, in thousandths."""

    rating: int
    deviation: int


START = Glicko(1500 * THOUSAND, 350 * THOUSAND)  # of a person


def of_puzzle(difficulty: float) -> Glicko:
    """Returns a puzzle's first rating, from the share of our solvers who miss it."""
    missed = min(_HARDEST, max(_EASIEST, difficulty))
    return Glicko(round((1500 + 400 * log10(missed / (1 - missed))) * THOUSAND), 200 * THOUSAND)


def after(person: Glicko, puzzle: Glicko, *, solved: bool) -> tuple[Glicko, Glicko]:
    """Returns both ratings after the person's answer."""
    return _moved(person, puzzle, float(solved)), _moved(puzzle, person, float(not solved))


def expected(person: Glicko, puzzle: Glicko) -> float:
    """Returns the chance with which the person solves the puzzle, 0 to 1."""
    apart = (person.rating - puzzle.rating) / THOUSAND
    return float(1 / (1 + 10 ** (-_weight(puzzle) * apart / 400)))


def _weight(other: Glicko) -> float:
    deviation = other.deviation / THOUSAND
    return 1 / sqrt(1 + 3 * _Q**2 * deviation**2 / pi**2)


def _moved(own: Glicko, other: Glicko, score: float) -> Glicko:
    weight, chance = _weight(other), expected(own, other)
    deviation = own.deviation / THOUSAND
    precision = 1 / deviation**2 + (_Q * weight) ** 2 * chance * (1 - chance)
    rating = own.rating / THOUSAND + _Q * weight * (score - chance) / precision
    return Glicko(round(rating * THOUSAND), max(LEAST, round(sqrt(1 / precision) * THOUSAND)))
