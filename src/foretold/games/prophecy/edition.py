"""Prophecy and its variants as data, without any computation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Course:
    """The rounds of a variant: the default trump wheel (PR-20), and what a table may set it to."""

    wheel: str  # the trump of each round, as suit letters
    each_once: bool  # a custom wheel has each of these letters once; else any of the suits
    without_trump: bool  # whether a round without a trump suit follows (PR-18)
    clause: str  # the clause about the number of rounds


@dataclass(frozen=True)
class ProphecyEdition:
    """Cards and deal by player count (PR-1), and the variants."""

    numbers: int  # cards of a suit
    dealt: Mapping[int, int]
    bid: Mapping[int, int]
    bonus: Mapping[int, int]
    variants: Mapping[str, Course]
    switches: Mapping[str, bool] = field(default_factory=dict)  # on/off options with their defaults


PROPHECY = ProphecyEdition(
    numbers=14,
    dealt={2: 17, 3: 17, 4: 15, 5: 12, 6: 10},
    bid={2: 4, 3: 3, 4: 3, 5: 2, 6: 2},
    bonus={2: 6, 3: 5, 4: 5, 5: 4, 6: 3},
    variants={
        "standard": Course(wheel="SPVESPVE", each_once=False, without_trump=False, clause="PR-3"),
        "short": Course(wheel="SPVE", each_once=True, without_trump=True, clause="PR-18"),
    },
    switches={"early_bids": False},  # PR-22
)
