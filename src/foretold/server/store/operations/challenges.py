"""Operations and rows about challenges and the attempts at them."""

from __future__ import annotations

from typing import NamedTuple


class AddChallenge(NamedTuple):
    """A challenge is there, unless one of its id is; `body` is a JSON object, `ends` when its day is over."""

    id: str
    made: int
    ends: int | None
    person: str | None  # who made it
    body: bytes


class AskBotTry(NamedTuple):
    """The bot is to play the challenge, unless it has or is to."""

    challenge: str
    bot: str


class BeginTry(NamedTuple):
    """A person has begun to play a challenge at this table; who had begun before has their first try still."""

    challenge: str
    person: str
    table: str
    at: int


class MoveTry(NamedTuple):
    """The try goes on at another table, unless it has ended: the old one is gone."""

    challenge: str
    person: str
    old: str
    table: str


class EndTry(NamedTuple):
    """The try at this table has ended; without points it was given up. `counted`: it stands among all results."""

    challenge: str
    table: str
    match: str
    ended: int
    counted: bool
    points: int | None
    won: bool
    rounds: bytes  # a JSON list


class KeepBotTry(NamedTuple):
    """What a bot made of a challenge, a JSON object; nothing if that is known."""

    challenge: str
    bot: str
    body: bytes


class KeptChallenge(NamedTuple):
    """A challenge as stored."""

    id: str
    made: int
    ends: int | None
    person: str | None
    body: bytes


class KeptTry(NamedTuple):
    """Somebody's first try at a challenge as stored; while it goes on it has not ended."""

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
