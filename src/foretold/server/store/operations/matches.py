"""Operations and rows about finished matches and their reviews."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

How: TypeAlias = Literal["over", "given-up", "what-if"]  # what-ifs are in no list


class KeepMatch(NamedTuple):
    """Stores the record of an ended match; `people` are the seats of people, who see it in their list.

    `result` is what each seat got, computed from the record.
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
    """Stores what each seat of a match got, a JSON object; does nothing if the match is gone."""

    match: str
    body: bytes


class ShareMatch(NamedTuple):
    """Sets or removes the share link of a match."""

    id: str
    share: bytes | None


class AskReview(NamedTuple):
    """Requests a review of the match unless there is one or it is requested; `version` is the program's."""

    match: str
    asked: int
    worlds: int
    seed: int
    version: str


class KeepDecision(NamedTuple):
    """Stores one reviewed decision, a JSON object; does nothing if it is stored or the request is void."""

    match: str
    asked: int
    event: int
    body: bytes


class KeepReview(NamedTuple):
    """Stores a finished review, a JSON object with all decisions; does nothing if the request is void."""

    match: str
    asked: int
    body: bytes


class SealMatch(NamedTuple):
    """Hides the record of the match until then."""

    match: str
    until: int


class KeptMatch(NamedTuple):
    """An ended match, or what-if, as stored; `record` is one line of a records file."""

    id: str
    table: str
    ended: int
    how: How
    public: bool
    game: str
    share: bytes | None
    record: bytes


class KeptReview(NamedTuple):
    """A review as stored; an unfinished one has no body."""

    match: str
    asked: int
    worlds: int
    seed: int
    version: str
    body: bytes | None


class OwnMatch(NamedTuple):
    """A seat of a person in an ended match, with what the match brought its seats, if computed."""

    match: str
    game: str
    ended: int
    seat: int
    result: bytes | None
