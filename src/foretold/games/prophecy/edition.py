"""Prophecy and its variants as data: what differs stands here, and nothing computes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Course:
    """The rounds of a variant: the trump wheel as it comes (PR-20), and what a table may set it to."""

    wheel: str  # the trump of each round, as suit letters
    each_once: bool  # a wheel of a table's own has each of these letters once; else any of the suits
    without_trump: bool  # whether a round without a trump suit follows (PR-18)
    clause: str  # says how many rounds there are


@dataclass(frozen=True)
class ProphecyEdition:
    """What the box says of cards and deal, by player count (PR-1), and the variants."""

    numbers: int  # of a suit
    dealt: Mapping[int, int]
    bid: Mapping[int, int]
    bonus: Mapping[int, int]
    variants: Mapping[str, Course]


PROPHECY = ProphecyEdition(
    numbers=14,
    dealt={2: 17, 3: 17, 4: 15, 5: 12, 6: 10},
    bid={2: 4, 3: 3, 4: 3, 5: 2, 6: 2},
    bonus={2: 6, 3: 5, 4: 5, 5: 4, 6: 3},
    variants={
        "standard": Course(wheel="SPVESPVE", each_once=False, without_trump=False, clause="PR-3"),
        "short": Course(wheel="SPVE", each_once=True, without_trump=True, clause="PR-18"),
    },
)
