"""Operations and rows about finished matches and their reviews."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

How: TypeAlias = Literal["over", "given-up", "what-if"]  # a what-if stands in no list


class KeepMatch(NamedTuple):
    """The record of an ended match is kept; `people` are the seats of persons, who find it among their own.

    `result` is what it brought each seat, which follows from the record.
    """

    id: str
    table: str
    ended: int
    how: How
    public: bool
    game: str
    record: bytes
    people: tuple[tuple[int, str], ...] = ()
    result: bytes = b""


class KeepResult(NamedTuple):
    """What a kept match brought each seat is noted, a JSON object; nothing if the match is gone."""

    match: str
    body: bytes


class ShareMatch(NamedTuple):
    """The match is found by this share link, or by none."""

    id: str
    share: bytes | None


class AskReview(NamedTuple):
    """The match is to be reviewed, unless it is already, or is to be; `version` is the program's."""

    match: str
    asked: int
    worlds: int
    seed: int
    version: str


class KeepDecision(NamedTuple):
    """One decision of the review that was asked for then is weighed; a JSON object. Nothing if it is, or is void."""

    match: str
    asked: int
    event: int
    body: bytes


class KeepReview(NamedTuple):
    """The review that was asked for then is whole; a JSON object, which has all decisions. Nothing if it is void."""

    match: str
    asked: int
    body: bytes


class SealMatch(NamedTuple):
    """Nobody is shown the record of the match before then."""

    match: str
    until: int


class KeptMatch(NamedTuple):
    """An ended match, or what-if, as stored; `record` is one line of a file of records."""

    id: str
    table: str
    ended: int
    how: How
    public: bool
    game: str
    share: bytes | None
    record: bytes


class KeptReview(NamedTuple):
    """A review as stored; without a body it is not whole."""

    match: str
    asked: int
    worlds: int
    seed: int
    version: str
    body: bytes | None


class OwnMatch(NamedTuple):
    """A seat of a person in an ended match, and what the match brought its seats, once that is noted."""

    match: str
    game: str
    ended: int
    seat: int
    result: bytes | None
