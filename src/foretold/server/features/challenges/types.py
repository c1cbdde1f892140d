"""Request and answer types of daily matches and challenges."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.features.challenges.attempts import TriedRound
from foretold.server.protocol.messages import Id, Name, Options, SeatNumber

TryState = Literal["new", "begun", "over", "given-up"]


class OwnTry(msgspec.Struct, frozen=True):
    """My first try: where it goes on, or what came of it. `better`: how many others had fewer points."""

    state: TryState
    table: str = ""
    match: str = ""
    points: int | None = None
    won: bool = False
    counted: bool = False  # whether it ended in time
    rounds: tuple[TriedRound, ...] = ()
    better: int = 0


class BotResult(msgspec.Struct, frozen=True):
    """What a bot made of the same seat; null points: it still plays."""

    bot: str
    points: int | None
    won: bool


class BestLine(msgspec.Struct, frozen=True):
    """One of the best results of a day that is over, with its match."""

    name: str
    points: int
    won: bool
    match: str


class PointCount(msgspec.Struct, frozen=True):
    """How many people have so many points."""

    points: int
    people: int


class DailyMatch(msgspec.Struct, frozen=True):
    """The daily match of a game. Results are told once mine is in or the day is over, its secret once it is over."""

    id: str
    game: str
    players: int
    bots: tuple[str, ...]  # by seat; '' is mine
    seat: int
    commitment: str  # SHA-256 of the secret
    promised: int  # when that was fixed
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
    """A day: its matches, what is promised for the day after it, and my days of its month."""

    day: str
    today: str
    ends: int  # when the day is over
    now: int
    matches: tuple[DailyMatch, ...]
    tomorrow: tuple[Promised, ...]
    days: tuple[DayPlayed, ...]
    streak: int
    since: str  # the day on which I came: I have missed none before it


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays."""

    name: Name = ""


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The request for a challenge: of a finished match that I took part in, or of fresh cards."""

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
    """Somebody's try at a challenge: no more than the name until I have played."""

    name: str
    mine: bool
    state: TryState
    original: bool  # the match that it was made of, where bots had other chances
    ended: int | None
    points: int | None
    won: bool
    rounds: tuple[TriedRound, ...]


class Friends(msgspec.Struct, frozen=True):
    """A challenge: what is played, and who has played it."""

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
