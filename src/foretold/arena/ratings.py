"""Ratings of bots from who came in where, match by match (Plackett–Luce, by openskill)."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import NamedTuple

from foretold.arena.blocks import Block, Schedule


class Rating(NamedTuple):
    """How strong a bot is believed to be, and how sure that is."""

    mu: float
    sigma: float


def rate(schedule: Schedule, blocks: Iterable[Block]) -> list[Rating]:
    """The ratings after all matches, in block order; a bot in several seats moves by the mean over its seats."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    start = model.rating()
    held = [Rating(start.mu, start.sigma) for _ in schedule.bots]
    for block in blocks:
        for seating, ranks in zip(schedule.seatings(block.number), block.ranks, strict=True):
            teams = [[model.rating(mu=held[bot].mu, sigma=held[bot].sigma)] for bot in seating]
            rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
            for bot in set(seating):
                seats = [rated[seat][0] for seat, sitting in enumerate(seating) if sitting == bot]
                held[bot] = Rating(fmean(each.mu for each in seats), fmean(each.sigma for each in seats))
    return held
