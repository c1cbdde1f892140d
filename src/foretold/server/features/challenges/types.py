"""Request and answer types of daily matches and challenges."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.features.challenges.attempts import TriedRound
from foretold.server.protocol.messages import Id, Name, Options, SeatNumber

TryState = Literal["new", "begun", "over", "given-up"]


class OwnTry(msgspec.Struct, frozen=True):
    """My first attempt: where it continues, or its result. `better`: how many others had fewer points."""

    state: TryState
    table: str = ""
    match: str = ""
    points: int | None = None
    won: bool = False
    counted: bool = False  # whether it ended in time
    rounds: tuple[TriedRound, ...] = ()
    better: int = 0


class BotResult(msgspec.Struct, frozen=True):
    """A bot's result in the same seat; null points: still playing."""

    bot: str
    points: int | None
    won: bool


class Comparison(msgspec.Struct, frozen=True):
    """My result in a match against bots, and what bots make of the same seat and deals; `asked`: they were asked to."""

    asked: bool
    points: int
    won: bool
    bots: tuple[BotResult, ...]


class BestLine(msgspec.Struct, frozen=True):
    """One of the best results of a past day, with its match."""

    name: str
    points: int
    won: bool
    match: str


class PointCount(msgspec.Struct, frozen=True):
    """How many people have so many points."""

    points: int
    people: int


class DailyMatch(msgspec.Struct, frozen=True):
    """A game's daily match; results are shown once mine is in or the day is over, its secret once it is over."""

    id: str
    game: str
    players: int
    bots: tuple[str, ...]  # by seat; '' is mine
    seat: int
    commitment: str  # SHA-256 of the secret
    promised: int  # when the commitment was made
    secret: str
    played: int  # how many have a result
    own: OwnTry
    results: tuple[PointCount, ...]  # fewest points first
    levels: tuple[BotResult, ...]
    best: tuple[BestLine, ...]


class Promised(msgspec.Struct, frozen=True):
    """The commitment of a daily match to come."""

    game: str
    commitment: str
    promised: int


class DayPlayed(msgspec.Struct, frozen=True):
    """A day on which I played."""

    day: str
    game: str
    points: int | None
    won: bool


class Daily(msgspec.Struct, frozen=True):
    """A day: its matches, the commitments for the next day, and my days of its month."""

    day: str
    today: str
    ends: int  # when the day is over
    now: int
    matches: tuple[DailyMatch, ...]
    tomorrow: tuple[Promised, ...]
    days: tuple[DayPlayed, ...]
    streak: int
    since: str  # the day on which I joined: earlier days don't count as missed


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player's name."""

    name: Name = ""


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The request for a challenge: from a finished match that I took part in, or with fresh cards."""

    name: Name = ""
    match: Id = ""
    game: Id = "seven-prophecies"
    players: Annotated[int, msgspec.Meta(ge=2, le=6)] = 4
    options: Options = {}
    seat: SeatNumber = 0
    bot: Id = "adept"


class Challenged(msgspec.Struct, frozen=True):
    """The challenge that was made, and its link."""

    id: str
    url: str


class FriendTry(msgspec.Struct, frozen=True):
    """Somebody's attempt at a challenge: only the name until I have played."""

    name: str
    mine: bool
    state: TryState
    original: bool  # the match it was made from, in which bots had other random numbers
    ended: int | None
    points: int | None
    won: bool
    rounds: tuple[TriedRound, ...]


class Friends(msgspec.Struct, frozen=True):
    """A challenge: its definition, and who has played it."""

    id: str
    game: str
    players: int
    options: Options
    seat: int
    bots: tuple[str, ...]
    made: int
    ends: int
    open: bool  # whether it can be played
    own: TryState
    table: str
    match: str
    tries: tuple[FriendTry, ...]
