"""The journal of an evening: all entries, in order. Members are numbered as they joined."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.protocol.messages import Id, Options

Why = Literal["", "removed", "absent"]


class EveningSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an evening is: fixed when it is made. Tables have the sizes of the game, this one if it can be."""

    game: Id = "seven-prophecies"
    options: Options = {}
    size: Annotated[int, msgspec.Meta(ge=2, le=6)] = 4
    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)] = 4
    seconds: Annotated[int, msgspec.Meta(ge=5, le=600)] = 30  # for a decision, and a bank for the whole match
    bank: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 120
    grace: Annotated[int, msgspec.Meta(ge=5, le=600)] = 60  # seconds until a bot stands in for who is not there
    pause: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 60  # seconds between two rounds
    bot: Id = "adept"


class Entry(msgspec.Struct, frozen=True, tag_field="entry", omit_defaults=True):
    """One thing that happened; when is kept beside it."""


class Made(Entry, tag="made", kw_only=True, frozen=True):
    """The evening was made, by its host, who is there first."""

    settings: EveningSettings
    title: str
    secret: str  # what the deals of all rounds follow from
    person: str
    name: str
    planned: int = 0  # when it is to begin, in milliseconds since the epoch; 0: as soon as the host begins


class Joined(Entry, tag="joined", frozen=True):
    """Somebody came."""

    person: str
    name: str


class Left(Entry, tag="left", frozen=True):
    """Somebody is not there for the next rounds: went, was removed, or has not played at all in the last one."""

    member: int
    why: Why = ""


class Returned(Entry, tag="returned", frozen=True):
    """Who had left is there again from the next round on."""

    member: int


class Seating(msgspec.Struct, frozen=True):
    """A table of a round: by seat who sits there; None is a bot."""

    table: str
    match: str
    members: tuple[int | None, ...]


class Began(Entry, tag="began", frozen=True):
    """A round began at these tables, which were made at the same moment."""

    tables: tuple[Seating, ...]


class TableEnded(Entry, tag="table-ended", kw_only=True, frozen=True):
    """A table of the round is done: by seat its points, whether its person played it, and has decided anything.

    Without points: it was given up, or is lost.
    """

    table: int
    points: tuple[int, ...] = ()
    own: tuple[bool, ...] = ()
    decided: tuple[bool, ...] = ()


class RoundEnded(Entry, tag="round-ended", frozen=True):
    """All tables are done; by size of a table that was alone of it what bots made of its seats."""

    bots: tuple[tuple[int, ...], ...] = ()


class Paused(Entry, tag="paused", frozen=True):
    """Tables stand still, and no round begins."""


class Resumed(Entry, tag="resumed", frozen=True):
    """It goes on."""


class Shortened(Entry, tag="shortened", frozen=True):
    """The round that is played is the last one."""


class Ended(Entry, tag="ended", frozen=True):
    """The evening is over."""


class Followed(Entry, tag="followed", frozen=True):
    """After the end: the same people are invited to another evening."""

    evening: str


class Restarted(Entry, tag="restarted", frozen=True):
    """The server was down for so many milliseconds: the time to the next round does not count them."""

    down: int


AnyEntry = (
    Made
    | Joined
    | Left
    | Returned
    | Began
    | TableEnded
    | RoundEnded
    | Paused
    | Resumed
    | Shortened
    | Ended
    | Followed
    | Restarted
)

_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_ENCODER = msgspec.json.Encoder()


def read(data: bytes) -> AnyEntry:
    """The entry in these bytes."""
    return _DECODER.decode(data)


def write(entry: Entry) -> bytes:
    """The bytes of an entry."""
    return _ENCODER.encode(entry)
