"""The two editions of Seven Prophecies: one set of rules, and a record of what differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

PROPHECIES = 7  # tokens of a seat
TRICKS = 10  # at most, in a round
COLOUR_CARDS = 3  # of each suit, second edition (SP2-3)


@dataclass(frozen=True)
class Edition:
    """What an edition says of cards and deal; `clauses` are cited by refusals."""

    numbers: Mapping[int, int]  # of a suit, by player count
    future_of_deck: bool  # the future row is dealt from the deck; else from colour cards of its own
    open_aside: Mapping[int, int]  # cards set aside face up, by player count
    hidden_aside: Mapping[int, int]  # cards set aside unseen, by player count
    clauses: Mapping[str, str]


FIRST_EDITION = Edition(
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
    },
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
)
