"""Parts of a table's public state: clocks, the pause between rounds, fair deals, what-if origins."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Clock(TypedDict):
    """A seat whose time runs: milliseconds its decision has left, its bank, and how soon the time begins to run."""

    seat: int
    left: int
    bank: int
    wait: int


class Absence(TypedDict):
    """A seat whose person is away while others wait for it: a bot plays for it in so many milliseconds."""

    seat: int
    left: int


class Interval(TypedDict):
    """People look at the end of a round and no clock runs: for so many milliseconds, or until these seats go on."""

    left: int
    waiting: list[int]


class ShareFacts(TypedDict, total=False):
    """What a seat gave to the deals, or why it gives nothing."""

    commitment: str
    bytes: str
    none: Literal["bot", "device", "silent"]


class Fair(TypedDict):
    """The promise of the deals as far as it is public: the secret only once the match is over."""

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
    """Of a what-if: the match that it left and after which step, who took which seat, and what happened there.

    `match` is empty where it has no id here. `rounds`: the points by seat of the rounds from `round` on, as far as they
    are over in the line too; `scores` and `winners` once all of it is over.
    """

    match: str
    step: int
    seat: int
    round: int
    rounds: list[list[int]]
    scores: list[int] | None
    winners: list[int] | None


class RematchFacts(TypedDict):
    """The table is open for another match: the seat whose person asked (null: unknown), and the match before."""

    seat: int | None
    match: str | None


class TallyLine(TypedDict):
    """Somebody who has played at this table: how many matches, and how many were won, shared victories included.

    `seat` is where they sit now, null: nowhere. Of bots only those that have won are listed.
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
