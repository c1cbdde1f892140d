"""The two editions of Seven Prophecies and their variants as data, without any computation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Literal

PROPHECIES = 7  # tokens per seat
TRICKS = 10  # maximum number in a round
COLOUR_CARDS = 3  # of each suit, second edition (SP2-3)

Counted = Literal["points", "rounds", "tokens"]


class TieBreak(IntEnum):
    """The rule that picks the winners among the seats with the highest total."""

    SHARED = 0  # all of them
    FEWEST_ON_EDGES = 1  # those that placed the fewest tokens on the first and last place in the final round (SP2-10)
    NEAREST_TO_LAST = (
        2  # if any of them fulfilled all seven: of those the one nearest to last place in the last trick (SP1-17)
    )


@dataclass(frozen=True)
class Scoring:
    """Points of a round, end and winners of a match; `clauses` are cited when a record claims something else."""

    counts: Counted  # the unit of a score
    prizes: tuple[int, int, int, int]  # for fulfilling all seven in trick 7, 8, 9, 10
    shortfalls: tuple[int, ...]  # for 1 … 7 tokens left
    runner_up: int  # for the fewest tokens left among the others if somebody fulfilled before trick 10 (SP2-7)
    rounds: Mapping[int, int | None]  # the maximum of a match, by player count; None if unbounded
    target: int | None  # the total that ends a match
    tie_break: TieBreak
    clauses: Mapping[str, str]  # "points", "match", "winners"
    floor: int | None = 0  # the minimum of a total; the option `negative_scores` lifts it (SP1-14)
    asks_tenth_trick: bool = False  # whether the option `tenth_trick_scores` exists (SP1-13)

    @property
    def least(self) -> int:
        """The fewest points that a round can score."""
        return min(*self.prizes, *self.shortfalls)

    @property
    def most(self) -> int:
        """The most points that a round can score."""
        return max(*self.prizes, *(points + self.runner_up for points in self.shortfalls))


STANDARD_2017 = Scoring(
    counts="points",
    prizes=(2, 2, 2, 2),
    shortfalls=(0, -1, -2, -3, -4, -5, -6),
    runner_up=0,
    rounds={3: 3, 4: 4},
    target=None,
    tie_break=TieBreak.SHARED,
    clauses={"points": "SP1-12", "match": "SP1-15", "winners": "SP1-15"},
    asks_tenth_trick=True,
)

FIRST_TO_TWO = replace(
    STANDARD_2017,
    counts="rounds",
    prizes=(1, 1, 1, 1),
    shortfalls=(0,) * PROPHECIES,
    rounds={3: None, 4: None},
    target=2,
    clauses={"points": "SP1-16", "match": "SP1-16", "winners": "SP1-16"},
    asks_tenth_trick=False,
)

SINGLE_ROUND = replace(
    STANDARD_2017,
    counts="tokens",
    prizes=(7, 7, 7, 7),
    shortfalls=(6, 5, 4, 3, 2, 1, 0),
    rounds={3: 1, 4: 1},
    tie_break=TieBreak.NEAREST_TO_LAST,
    clauses={"points": "SP1-17", "match": "SP1-17", "winners": "SP1-17"},
    asks_tenth_trick=False,
)

STANDARD = Scoring(
    counts="points",
    prizes=(5, 3, 2, 1),
    shortfalls=(0,) * PROPHECIES,
    runner_up=1,
    rounds={3: 3, 4: 4},
    target=7,
    tie_break=TieBreak.FEWEST_ON_EDGES,
    clauses={"points": "SP2-7", "match": "SP2-9", "winners": "SP2-10"},
)


@dataclass(frozen=True)
class SevenEdition:
    """Cards and deal of an edition, and its variants; `clauses` are cited by refusals."""

    numbers: Mapping[int, int]  # cards of a suit, by player count
    future_of_deck: bool  # the future row is dealt from the deck; else from separate colour cards
    open_aside: Mapping[int, int]  # cards set aside face up, by player count
    hidden_aside: Mapping[int, int]  # cards set aside face down, by player count
    clauses: Mapping[str, str]
    variants: Mapping[str, Scoring]
    switches: Mapping[str, bool] = field(default_factory=dict)  # on/off options with their defaults


FIRST_EDITION = SevenEdition(
    numbers={3: 11, 4: 13},  # SP1-1
    future_of_deck=True,  # SP1-5
    open_aside={3: 2, 4: 0},  # SP1-4, SP1-3
    hidden_aside={3: 2, 4: 2},
    clauses={
        "deck": "SP1-1",
        "starter": "SP1-2",
        "deal-3": "SP1-4",
        "deal-4": "SP1-3",
        "future": "SP1-5",
        "prophecy": "SP1-6",
        "follow": "SP1-7",
        "round-end": "SP1-11",
        "tenth-trick": "SP1-13",
    },
    variants={"standard": STANDARD_2017, "first-to-two": FIRST_TO_TWO, "single-round": SINGLE_ROUND},
    switches={"tenth_trick_scores": True, "negative_scores": False},
)

SECOND_EDITION = replace(
    FIRST_EDITION,
    numbers={3: 9, 4: 11},  # SP2-1
    future_of_deck=False,  # SP2-3
    open_aside={3: 0, 4: 0},  # SP2-2
    hidden_aside={3: 6, 4: 4},
    clauses={
        **FIRST_EDITION.clauses,
        "deck": "SP2-1",
        "deal-3": "SP2-2",
        "deal-4": "SP2-2",
        "future": "SP2-3",
        "prophecy": "SP2-4",
        "round-end": "SP2-6",
    },
    variants={"standard": STANDARD},
    switches={},
)
