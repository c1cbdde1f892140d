"""How strong a company is: bots as they were measured, people as their results say, else in the middle.

A seat is 0 where it plays like `greedy`, 1 where it plays like `seer`; what a choice is worth is read among so many
strong others (`foretold.weigh(strong=)`), who may also be half strong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log
from typing import NamedTuple

BOTS = {"random": 0.0, "novice": 0.0, "greedy": 0.0, "adept": 0.7, "seer": 1.0, "cheat": 1.0}
MIDDLE = 0.5  # of whom nothing is known
SCATTER = 0.3  # how far people are from the middle, before anything is known of them
STEPS = 50  # of strengths that are weighed
# By title: the logarithm of the odds to win a match that a `seer` has over a `greedy` in the same seat.
ODDS = {"seven-prophecies": 1.7, "seven-prophecies-2017": 2.3, "prophecy": 2.7}


class Result(NamedTuple):
    """A match that somebody finished."""

    game: str  # the title
    players: int
    others: float  # how strong the others were, on average
    share: float  # of the victory


def strength_of(results: Iterable[Result]) -> float:
    """How strong somebody is by their results: the mean of what is likely, in the middle where there are none."""
    strengths = [step / STEPS for step in range(STEPS + 1)]
    likely = [-(((strength - MIDDLE) / SCATTER) ** 2) / 2 for strength in strengths]
    for result in results:
        for at, strength in enumerate(strengths):
            odds = exp(ODDS.get(result.game, ODDS["prophecy"]) * (strength - result.others)) / (result.players - 1)
            won = odds / (1 + odds)
            likely[at] += result.share * log(won) + (1 - result.share) * log(1 - won)
    weights = [exp(each - max(likely)) for each in likely]
    return sum(strength * weight for strength, weight in zip(strengths, weights, strict=True)) / sum(weights)


def strong_others(seats: Sequence[str | float | None], seat: int) -> float:
    """How many of the others are strong, from what sits at each seat: a bot's name, a strength, None for anybody."""
    found = 0.0
    for number, sitting in enumerate(seats):
        if number != seat:
            found += MIDDLE if sitting is None else BOTS.get(sitting, MIDDLE) if isinstance(sitting, str) else sitting
    return found
