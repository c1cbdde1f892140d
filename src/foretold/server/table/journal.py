"""The journal of a table: everything that happened, in order. A table is computed from its journal alone."""

from __future__ import annotations

from typing import Any

import msgspec

from foretold.server.base import versions
from foretold.server.protocol.messages import SeatKind, Settings, Successor, Tempo

VERSION = versions.JOURNAL


class Entry(msgspec.Struct, frozen=True, tag_field="entry", omit_defaults=True):
    """One thing that happened; when is kept beside it."""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the table was made with it."""

    kind: SeatKind = "open"
    person: str = ""
    name: str = ""
    bot: str = ""


class Given(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a table was given instead of chance of its own: the deals and the chance of bots follow from a seed.

    So whoever decides the same has the same match (`foretold.challenges`). There is one match at such a table.
    """

    seed: str
    bots: tuple[str, ...]  # by seat the bot with its worlds that plays there, or that stands in
    challenge: str = ""  # its id
    secret: str = ""  # what the seed follows from, where it was promised
    counts: bool = False  # whether its result counts: nothing is taken back
    sealed: int = 0  # before when nobody is shown its record, in milliseconds since the epoch
    evening: str = ""  # of which this is a table: others there have the same deals at the same time


class Made(Entry, tag="made", kw_only=True, frozen=True):
    """The table was made."""

    settings: Settings
    person: str  # the host
    name: str = ""
    chairs: tuple[Chair, ...]
    given: Given | None = None


class Seated(Entry, tag="seated", frozen=True):
    """A person took a free seat."""

    seat: int
    person: str
    name: str


class Moved(Entry, tag="moved", frozen=True):
    """A person took the seat over by its personal link."""

    seat: int
    person: str


class Vacated(Entry, tag="vacated", frozen=True):
    """A person left or was removed: before a match the seat is free, in a match a bot has it from now on."""

    seat: int


class Opened(Entry, tag="opened", frozen=True):
    """In a match the seat of who is gone is free for somebody new; till then a bot plays it while people wait."""

    seat: int


class Voted(Entry, tag="voted", frozen=True):
    """A person asks that the seat of who is gone goes to a bot, or to somebody new."""

    seat: int
    person: str
    to: Successor


class Filled(Entry, tag="filled", frozen=True):
    """A seat without a person has a bot now, or waits for an external one, or is free."""

    seat: int
    kind: SeatKind
    bot: str = ""
    name: str = ""  # of the bot; a journal of an older version has none


class Admitted(Entry, tag="admitted", frozen=True):
    """An external bot has the seat: whoever holds the token of this `person`."""

    seat: int
    person: str
    name: str


class Swapped(Entry, tag="swapped", frozen=True):
    """Two seats changed places."""

    seat: int
    other: int


class Changed(Entry, tag="changed", kw_only=True, frozen=True):
    """The host changed what is played: seats are added free at the end, or the last ones without a person go."""

    settings: Settings


class Queued(Entry, tag="queued", frozen=True):
    """A visitor waits for a seat: the next one that is free is theirs."""

    person: str
    name: str


class Unqueued(Entry, tag="unqueued", frozen=True):
    """A visitor does not wait for a seat any more."""

    person: str


class Readied(Entry, tag="readied", frozen=True):
    """These seats are ready, or not."""

    seats: tuple[int, ...]
    ready: bool


class Began(Entry, tag="began", frozen=True):
    """All are ready: a match begins with the server's secret; its hash is public."""

    match: str
    secret: str


class LeftMatch(Entry, tag="left-match", kw_only=True, frozen=True):
    """A what-if begins: the deals and actions of another match, of which the first `step` stand."""

    match: str
    secret: str  # for deals that the other match had not
    source: str  # the id of the other match; empty: it has none here
    step: int
    events: tuple[dict[str, Any], ...]


class Committed(Entry, tag="committed", frozen=True):
    """A seat committed itself to its bytes."""

    seat: int
    commitment: str


class Asked(Entry, tag="asked", frozen=True):
    """Commitments are in, or late: the bytes may be told."""


class Revealed(Entry, tag="revealed", frozen=True):
    """A seat told its bytes."""

    seat: int
    bytes: str


class Dealt(Entry, tag="dealt", frozen=True):
    """The bytes are in, or late: the seed is fixed and the first round dealt."""


class Acted(Entry, tag="acted", frozen=True):
    """A seat took an action; `by` is empty for its person, else 'bot' or 'clock'."""

    seat: int
    action: str
    by: str = ""
    id: str = ""


class Away(Entry, tag="away", frozen=True):
    """Nobody is connected for these seats any more."""

    seats: tuple[int, ...]


class Here(Entry, tag="here", frozen=True):
    """Somebody is connected for these seats again."""

    seats: tuple[int, ...]


class StoodIn(Entry, tag="stood-in", frozen=True):
    """A bot stands in for the seat until its person is back."""

    seat: int


class TookBack(Entry, tag="took-back", frozen=True):
    """The person has these seats again."""

    seats: tuple[int, ...]


class Paused(Entry, tag="paused", frozen=True):
    """Clocks and bots stand still."""


class Resumed(Entry, tag="resumed", frozen=True):
    """Clocks and bots go on."""


class WentOn(Entry, tag="went-on", frozen=True):
    """These seats have seen the end of a round, or had the time for it."""

    seats: tuple[int, ...]


class Unplayed(Entry, tag="unplayed", frozen=True):
    """Who plays with bots alone took back: of all that was played in the match only the first `keep` actions stand."""

    keep: int


class Hurried(Entry, tag="hurried", frozen=True):
    """Who plays with bots alone has seen enough: they act at once until it is the person's turn."""


class Paced(Entry, tag="paced", frozen=True):
    """Bots act at this tempo from now on."""

    tempo: Tempo


class Spoke(Entry, tag="spoke", kw_only=True, frozen=True):
    """Chat of a seat, or of somebody who watches (seat -1); a reaction stays out of the log."""

    seat: int
    person: str
    name: str
    phrase: str = ""
    text: str = ""
    reaction: str = ""


class GivenUp(Entry, tag="given-up", frozen=True):
    """The match ends without a result."""


class Reopened(Entry, tag="reopened", frozen=True):
    """After a match: the seats are kept for another one, which the person of this seat asked for (-1: unknown)."""

    seat: int = -1


class Closed(Entry, tag="closed", frozen=True):
    """Nothing more happens at this table."""


class Restarted(Entry, tag="restarted", frozen=True):
    """The server was down for so many milliseconds: clocks do not count them, and nobody is connected."""

    down: int


AnyEntry = (
    Made
    | Seated
    | Moved
    | Vacated
    | Opened
    | Voted
    | Filled
    | Admitted
    | Swapped
    | Changed
    | Queued
    | Unqueued
    | Readied
    | Began
    | LeftMatch
    | Committed
    | Asked
    | Revealed
    | Dealt
    | Acted
    | Away
    | Here
    | StoodIn
    | TookBack
    | Paused
    | Resumed
    | WentOn
    | Unplayed
    | Hurried
    | Paced
    | Spoke
    | GivenUp
    | Reopened
    | Closed
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
