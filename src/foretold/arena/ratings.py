"""Ratings of bots from their placings, match by match."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from foretold.arena.blocks import Block, Schedule
from foretold.ratings import MILLION, START, Rating, after


def rate(schedule: Schedule, blocks: Iterable[Block]) -> list[Rating]:
    """Returns the ratings after all matches, in block order; a bot in several seats moves by the mean over its
    seats."""
    held = [Rating(START.mu / MILLION, START.sigma / MILLION) for _ in schedule.bots]
    for block in blocks:
        for seating, ranks in zip(schedule.seatings(block.number), block.ranks, strict=True):
            rated = after([held[bot] for bot in seating], ranks)
            for bot in set(seating):
                seats = [rated[seat] for seat, sitting in enumerate(seating) if sitting == bot]
                held[bot] = Rating(fmean(rating.mu for rating in seats), fmean(rating.sigma for rating in seats))
    return held
