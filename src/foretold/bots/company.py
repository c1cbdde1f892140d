"""Strength of the players at a table: measured for bots, estimated from results for people, else average.

Strength 0 plays like `greedy`, strength 1 like `seer`. Choices are valued among a number of strong opponents
(`foretold.weigh(strong=)`), which may be fractional.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log
from typing import NamedTuple

BOTS = {
    "random": 0.0,
    "novice": 0.0,
    "greedy": 0.0,
    "ppo": 0.0,
    "student": 0.4,
    "adept": 0.7,
    "seer": 1.0,
    "cheat": 1.0,
}
MIDDLE = 0.5  # prior mean of an unknown player
SCATTER = 0.3  # prior standard deviation of people's strength
STEPS = 50  # grid points of the estimate
# By title: log odds of winning a match that a `seer` has over a `greedy` in the same seat.
ODDS = {"seven-prophecies": 1.7, "seven-prophecies-2017": 2.3, "prophecy": 2.7}


class Result(NamedTuple):
    """A match that somebody finished."""

    game: str  # the title
    players: int
    others: float  # mean strength of the others
    share: float  # of the victory


def strength_of(results: Iterable[Result]) -> float:
    """Estimates a player's strength from results (posterior mean); the average without any."""
    strengths = [step / STEPS for step in range(STEPS + 1)]
    likely = [-(((strength - MIDDLE) / SCATTER) ** 2) / 2 for strength in strengths]
    for result in results:
        for at, strength in enumerate(strengths):
            odds = exp(ODDS.get(result.game, ODDS["prophecy"]) * (strength - result.others)) / (result.players - 1)
            won = odds / (1 + odds)
            likely[at] += result.share * log(won) + (1 - result.share) * log(1 - won)
    weights = [exp(log_likelihood - max(likely)) for log_likelihood in likely]
    return sum(strength * weight for strength, weight in zip(strengths, weights, strict=True)) / sum(weights)


def strong_others(seats: Sequence[str | float | None], seat: int) -> float:
    """Returns how many of the others are strong, given each seat's bot name, strength, or None if unknown."""
    strong = 0.0
    for number, sitting in enumerate(seats):
        if number != seat:
            strong += MIDDLE if sitting is None else BOTS.get(sitting, MIDDLE) if isinstance(sitting, str) else sitting
    return strong
