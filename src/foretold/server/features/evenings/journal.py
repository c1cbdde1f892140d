"""The journal of an evening: all entries, in order. Members are numbered as they joined."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.protocol.messages import Id, Options

Why = Literal["", "removed", "absent"]


class EveningSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of an evening, fixed when it is made; tables have this size where the numbers allow it."""

    game: Id = "seven-prophecies"
    options: Options = {}
    size: Annotated[int, msgspec.Meta(ge=2, le=6)] = 4
    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)] = 4
    seconds: Annotated[int, msgspec.Meta(ge=5, le=600)] = 30  # for a decision, and a bank for the whole match
    bank: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 120
    grace: Annotated[int, msgspec.Meta(ge=5, le=600)] = 60  # seconds until a bot stands in for an absent person
    pause: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 60  # seconds between two rounds
    bot: Id = "adept"


class Entry(msgspec.Struct, frozen=True, tag_field="entry", omit_defaults=True):
    """One thing that happened; its time is stored beside it."""


class Made(Entry, tag="made", kw_only=True, frozen=True):
    """The evening was made by its host, who is its first member."""

    settings: EveningSettings
    title: str
    secret: str  # what the deals of all rounds are derived from
    person: str
    name: str
    planned: int = 0  # the planned start, in milliseconds since the epoch; 0: when the host begins


class Joined(Entry, tag="joined", frozen=True):
    """Somebody joined."""

    person: str
    name: str


class Left(Entry, tag="left", frozen=True):
    """A member left, was removed, or did not play at all in the last round."""

    member: int
    why: Why = ""


class Returned(Entry, tag="returned", frozen=True):
    """A member who had left returned for the next round."""

    member: int


class Seating(msgspec.Struct, frozen=True):
    """A table of a round: the member at each seat; None is a bot."""

    table: str
    match: str
    members: tuple[int | None, ...]


class Began(Entry, tag="began", frozen=True):
    """A round began at these tables, which were created at the same time."""

    tables: tuple[Seating, ...]


class TableEnded(Entry, tag="table-ended", kw_only=True, frozen=True):
    """A table of the round is done: by seat, its points, whether its person played it, and decided anything.

    Without points, it was given up or lost.
    """

    table: int
    points: tuple[int, ...] = ()
    own: tuple[bool, ...] = ()
    decided: tuple[bool, ...] = ()


class RoundEnded(Entry, tag="round-ended", frozen=True):
    """All tables are done; `bots`: bots' points for tables that had no other of their size."""

    bots: tuple[tuple[int, ...], ...] = ()


class Paused(Entry, tag="paused", frozen=True):
    """Tables were paused, and no round begins."""


class Resumed(Entry, tag="resumed", frozen=True):
    """The evening resumed."""


class Shortened(Entry, tag="shortened", frozen=True):
    """The running round became the last one."""


class Ended(Entry, tag="ended", frozen=True):
    """The evening is over."""


class Followed(Entry, tag="followed", frozen=True):
    """After the end, the same people were invited to another evening."""

    evening: str


class Restarted(Entry, tag="restarted", frozen=True):
    """The server was down for so many milliseconds, which the countdown to the next round doesn't count."""

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
    """Decodes an entry."""
    return _DECODER.decode(data)


def write(entry: Entry) -> bytes:
    """Encodes an entry."""
    return _ENCODER.encode(entry)
