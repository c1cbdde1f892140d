"""Operations and rows about challenges and the attempts at them."""

from __future__ import annotations

from typing import NamedTuple


class AddChallenge(NamedTuple):
    """Adds a challenge unless its id exists; `body` is a JSON object, `ends` when its day is over."""

    id: str
    made: int
    ends: int | None
    person: str | None  # who made it
    body: bytes


class AskBotTry(NamedTuple):
    """Requests a bot's attempt at the challenge, unless it is made or requested already."""

    challenge: str
    bot: str


class BeginTry(NamedTuple):
    """Begins a person's first attempt at a challenge at this table; an earlier attempt stays the first."""

    challenge: str
    person: str
    table: str
    at: int


class MoveTry(NamedTuple):
    """Moves an unfinished attempt to another table, as the old one is gone."""

    challenge: str
    person: str
    old: str
    table: str


class EndTry(NamedTuple):
    """Ends the attempt at this table; without points it was given up. `counted`: whether it counts in the results."""

    challenge: str
    table: str
    match: str
    ended: int
    counted: bool
    points: int | None
    won: bool
    rounds: bytes  # a JSON list


class KeepBotTry(NamedTuple):
    """Stores a bot's attempt at a challenge, a JSON object, unless it is stored already."""

    challenge: str
    bot: str
    body: bytes


class AskComparison(NamedTuple):
    """Requests a bot's play of a person's seat in an ended match, unless it is made or requested already."""

    match: str
    seat: int
    bot: str
    asked: int


class KeepComparison(NamedTuple):
    """Stores how a bot did with the cards of a match, a JSON object, unless it is stored already."""

    match: str
    seat: int
    bot: str
    body: bytes


class KeptComparison(NamedTuple):
    """A bot's play with the cards of a match; without a body still to be made."""

    match: str
    seat: int
    bot: str
    body: bytes | None


class KeptChallenge(NamedTuple):
    """A challenge as stored."""

    id: str
    made: int
    ends: int | None
    person: str | None
    body: bytes


class KeptTry(NamedTuple):
    """Somebody's first attempt at a challenge as stored; one under way has no end."""

    challenge: str
    person: str
    table: str
    begun: int
    match: str | None
    ended: int | None
    counted: bool
    points: int | None
    won: bool
    rounds: bytes | None
