"""Parts of what everybody may know of a table: clocks, the pause between rounds, the promise of the deals."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Clock(TypedDict):
    """A seat whose time runs: milliseconds its decision has left, its bank, and how soon the time begins to run."""

    seat: int
    left: int
    bank: int
    wait: int


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
