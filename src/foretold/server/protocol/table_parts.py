"""Parts of a table's public state: clocks, the pause between rounds, fair deals, what-if origins."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Clock(TypedDict):
    """A running clock: milliseconds left for the seat's decision, its bank, and when the time starts to run."""

    seat: int
    left: int
    bank: int
    wait: int


class Absence(TypedDict):
    """An absent person whom others wait for: a bot plays for the seat in so many milliseconds."""

    seat: int
    left: int


class Interval(TypedDict):
    """The look at the end of a round, without clocks: for so many milliseconds, or until these seats go on."""

    left: int
    waiting: list[int]


class ShareFacts(TypedDict, total=False):
    """A seat's contribution to the deals, or why it gives none."""

    commitment: str
    bytes: str
    none: Literal["bot", "device", "silent"]


class Fair(TypedDict):
    """The public part of the fairness commitment: the secret only once the match is over."""

    scheme: str
    commitment: str
    secret: NotRequired[str]
    shares: list[ShareFacts]
    stage: Literal["commit", "reveal", "done"]


class GivenFacts(TypedDict):
    """Of a table with given deals: the id of the challenge, whether the result counts, and before when the record is
    sealed (milliseconds since the epoch; 0: it is not)."""

    challenge: str
    counts: bool
    sealed: int


class WhatIfFacts(TypedDict):
    """For a what-if: the match it branches off, after which step and on which seat, and what happened there.

    `match` is empty if it is not stored here. `rounds`: the points by seat of the rounds from `round` on that are over
    here too; `scores` and `winners` once the whole match is over.
    """

    match: str
    step: int
    seat: int
    round: int
    rounds: list[list[int]]
    scores: list[int] | None
    winners: list[int] | None


class DrawnCard(TypedDict):
    """A card that a seat drew for who starts or deals first."""

    seat: int
    card: str


class RematchFacts(TypedDict):
    """The table is open for another match: the seat whose person asked (null: unknown), and the match before."""

    seat: int | None
    match: str | None


class TallyLine(TypedDict):
    """A player at this table: how many matches they played, and how many they won, shared victories included.

    `seat` is where they sit now, null: nowhere. Bots are listed only if they have won.
    """

    name: str
    seat: int | None
    bot: bool
    wins: int
    matches: int


class PastMatch(TypedDict):
    """A match that was played to its end at this table; `ended` in milliseconds since the epoch."""

    match: str
    game: str
    ended: int
    names: list[str]
    scores: list[int]
    winners: list[int]
