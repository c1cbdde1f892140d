"""Form: a person's strength from matches against bots alone, on the scale of the bots' fixed ratings.

The model is the one behind ratings among people, Plackett–Luce with openskill's constants. But the bots' strengths are
known, so only one number is unknown, and its distribution is computed on a grid instead of being approximated match by
match: the interval is as wide as the evidence makes it, and nothing but the standard library is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import exp, log, sqrt
from typing import NamedTuple

from foretold.ratings import MILLION, START, Kept

BETA = 25 / 6  # openskill's: the spread of one player's performance from match to match
HALF_LIFE = 40  # matches after which a match counts half
_DECAY = 0.5 ** (1 / HALF_LIFE)
_LOW, _HIGH, _STEP = -15.0, 70.0, 0.5  # strengths considered
_GRID = tuple(_LOW + _STEP * number for number in range(round((_HIGH - _LOW) / _STEP) + 1))


class AgainstBots(NamedTuple):
    """A match against bots: what they are rated, and by bot whether it finished behind (-1), level (0) or ahead (1)."""

    bots: tuple[Kept, ...]  # the first to finish comes first
    ahead: tuple[int, ...]


def against(seat: int, bots: dict[int, Kept], places: Sequence[int]) -> AgainstBots:
    """Returns a match as form needs it, from the bots' ratings by seat and the places of all seats."""
    others = sorted(bots, key=lambda other: (places[other], bots[other]))
    ahead = tuple((places[seat] > places[other]) - (places[seat] < places[other]) for other in others)
    return AgainstBots(tuple(bots[other] for other in others), ahead)


def forms(matches: Iterable[AgainstBots]) -> Iterator[Kept]:
    """Yields a person's form after each of these matches, which are in their order."""
    evidence = [0.0] * len(_GRID)
    weight = unsure = 0.0
    for match in matches:
        evidence = [_DECAY * before + now for before, now in zip(evidence, _evidence(match), strict=True)]
        weight = _DECAY * weight + 1
        unsure = _DECAY * unsure + sum((bot.sigma / MILLION) ** 2 for bot in match.bots) / len(match.bots)
        yield _believed(evidence, unsure / weight)


def _believed(evidence: Sequence[float], unsure: float) -> Kept:
    """Returns the mean and standard error of the strength; `unsure` is the variance of the bots' own ratings.

    What nobody knows of the bots can't be known of the person either, so it is added.
    """
    middle, spread = START.mu / MILLION, START.sigma / MILLION
    logs = [seen - ((mu - middle) / spread) ** 2 / 2 for mu, seen in zip(_GRID, evidence, strict=True)]
    most = max(logs)
    weights = [exp(value - most) for value in logs]
    total = sum(weights)
    mean = sum(weight * mu for weight, mu in zip(weights, _GRID, strict=True)) / total
    variance = sum(weight * (mu - mean) ** 2 for weight, mu in zip(weights, _GRID, strict=True)) / total
    return Kept(round(mean * MILLION), round(sqrt(variance + unsure) * MILLION))


@lru_cache(maxsize=4096)
def _evidence(match: AgainstBots) -> tuple[float, ...]:
    """Returns by strength the logarithm of how likely the person's places against the bots were.

    Of several orders that a tie leaves open, the first and the last count half each.
    """
    before = sum(ahead > 0 for ahead in match.ahead)
    level = sum(ahead == 0 for ahead in match.ahead)
    places = {before, before + level}
    scale = sqrt(BETA**2 + sum((bot.sigma / MILLION) ** 2 + BETA**2 for bot in match.bots))
    bots = [exp(bot.mu / MILLION / scale) for bot in match.bots]
    unfinished = [sum(bots[stage:]) for stage in range(len(bots) + 1)]
    likelihoods = []
    for mu in _GRID:
        own = exp(mu / scale)
        logs = [
            log(own / (own + unfinished[place])) - sum(log(unfinished[stage] + own) for stage in range(place))
            for place in places
        ]
        likelihoods.append(sum(logs) / len(logs))
    return tuple(likelihoods)
