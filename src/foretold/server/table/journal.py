"""The journal of a table: everything that happened, in order. A table is computed from its journal alone."""

from __future__ import annotations

from typing import Any

import msgspec

from foretold.server.protocol.messages import SeatKind, Settings, Successor, Tempo


class Entry(msgspec.Struct, frozen=True, tag_field="entry", omit_defaults=True):
    """One thing that happened; its time is stored beside it."""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the table was created with it."""

    kind: SeatKind = "open"
    person: str = ""
    name: str = ""
    bot: str = ""


class Given(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Fixed chance of a challenge table: the deals and the bots' randomness follow from a seed.

    So the same decisions give the same match (`foretold.challenges`). Such a table has one match.
    """

    seed: str
    bots: tuple[str, ...]  # by seat, the bot (with its number of worlds) that plays or stands in there
    challenge: str = ""  # its id
    secret: str = ""  # what the seed is derived from, if it was committed to
    counts: bool = False  # whether its result counts, so that nothing can be taken back
    sealed: int = 0  # until when its record is hidden, in milliseconds since the epoch
    evening: str = ""  # the evening's id: its other tables have the same deals at the same time


class Made(Entry, tag="made", kw_only=True, frozen=True):
    """The table was created."""

    settings: Settings
    person: str  # the host
    name: str = ""
    chairs: tuple[Chair, ...]
    given: Given | None = None
    group: str = ""  # the group whose members see this table in their list


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
    """A person left or was removed: before a match the seat becomes free, during one a bot takes it over."""

    seat: int


class Opened(Entry, tag="opened", frozen=True):
    """During a match an absent person's seat became free for somebody new; a bot plays it while people wait."""

    seat: int


class Voted(Entry, tag="voted", frozen=True):
    """A person voted to give an absent person's seat to a bot, or to somebody new."""

    seat: int
    person: str
    to: Successor


class Filled(Entry, tag="filled", frozen=True):
    """A seat without a person got a bot, was reserved for an external one, or became free."""

    seat: int
    kind: SeatKind
    bot: str = ""
    name: str = ""  # of the bot; missing in journals of older versions


class Admitted(Entry, tag="admitted", frozen=True):
    """An external bot, holder of the token of this `person`, got the seat."""

    seat: int
    person: str
    name: str


class Swapped(Entry, tag="swapped", frozen=True):
    """Two seats changed places."""

    seat: int
    other: int


class Changed(Entry, tag="changed", kw_only=True, frozen=True):
    """The host changed what is played: free seats were added, or the last ones without a person removed."""

    settings: Settings


class Queued(Entry, tag="queued", frozen=True):
    """A visitor joined the queue for the next free seat."""

    person: str
    name: str


class Unqueued(Entry, tag="unqueued", frozen=True):
    """A visitor left the queue for a seat."""

    person: str


class DropIn(Entry, tag="drop-in", frozen=True):
    """The host let visitors take over bots' seats between rounds, or stopped that."""

    allowed: bool


class Applied(Entry, tag="applied", frozen=True):
    """A visitor asked for a bot's seat, which becomes theirs when the round ends."""

    seat: int
    person: str
    name: str


class Withdrew(Entry, tag="withdrew", frozen=True):
    """A visitor no longer wants the bot's seat that they had asked for."""

    person: str


class TookOver(Entry, tag="took-over", frozen=True):
    """A visitor took over a bot's seat before the first action of a round."""

    seat: int
    person: str
    name: str


class Readied(Entry, tag="readied", frozen=True):
    """These seats became ready, or not ready."""

    seats: tuple[int, ...]
    ready: bool


class Began(Entry, tag="began", frozen=True):
    """All were ready: a match began with the server's secret, whose hash is public."""

    match: str
    secret: str


class LeftMatch(Entry, tag="left-match", kw_only=True, frozen=True):
    """A what-if began from the deals and the first `step` events of another match."""

    match: str
    secret: str  # for deals that the other match didn't get to
    source: str  # the id of the other match; empty if it is not stored here
    step: int
    events: tuple[dict[str, Any], ...]


class Committed(Entry, tag="committed", frozen=True):
    """A seat committed to its bytes."""

    seat: int
    commitment: str


class Asked(Entry, tag="asked", frozen=True):
    """Commitments were in, or late: bytes could be revealed from now on."""


class Revealed(Entry, tag="revealed", frozen=True):
    """A seat revealed its bytes."""

    seat: int
    bytes: str


class Dealt(Entry, tag="dealt", frozen=True):
    """The bytes were in, or late: the seed was fixed and the first round dealt."""


class Acted(Entry, tag="acted", frozen=True):
    """A seat took an action; `by` is empty for its person, otherwise 'bot' or 'clock'."""

    seat: int
    action: str
    by: str = ""
    id: str = ""


class Away(Entry, tag="away", frozen=True):
    """The last connection for these seats was lost."""

    seats: tuple[int, ...]


class Here(Entry, tag="here", frozen=True):
    """Somebody connected for these seats again."""

    seats: tuple[int, ...]


class StoodIn(Entry, tag="stood-in", frozen=True):
    """A bot began to stand in for the seat until its person is back."""

    seat: int


class TookBack(Entry, tag="took-back", frozen=True):
    """The person took these seats back from stand-ins."""

    seats: tuple[int, ...]


class Paused(Entry, tag="paused", frozen=True):
    """Clocks and bots were paused."""


class Resumed(Entry, tag="resumed", frozen=True):
    """Clocks and bots resumed."""


class WentOn(Entry, tag="went-on", frozen=True):
    """These seats finished looking at the end of a round, or their time for it was over."""

    seats: tuple[int, ...]


class Unplayed(Entry, tag="unplayed", frozen=True):
    """A person alone with bots took back: only the first `keep` actions of the match stand."""

    keep: int


class Hurried(Entry, tag="hurried", frozen=True):
    """A person alone with bots made them act at once until it is the person's turn."""


class Paced(Entry, tag="paced", frozen=True):
    """The tempo of the bots was changed."""

    tempo: Tempo


class Spoke(Entry, tag="spoke", kw_only=True, frozen=True):
    """Chat of a seat, or of a spectator (seat -1); reactions are not kept in the chat log."""

    seat: int
    person: str
    name: str
    phrase: str = ""
    text: str = ""
    reaction: str = ""


class GivenUp(Entry, tag="given-up", frozen=True):
    """The match ended without a result."""


class Reopened(Entry, tag="reopened", frozen=True):
    """The seats were kept for another match, asked for by the person of this seat (-1: unknown)."""

    seat: int = -1


class Closed(Entry, tag="closed", frozen=True):
    """The table was closed."""


class Restarted(Entry, tag="restarted", frozen=True):
    """The server was down for so many milliseconds, which clocks don't count; all connections were lost."""

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
    | DropIn
    | Applied
    | Withdrew
    | TookOver
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
    """Decodes an entry."""
    return _DECODER.decode(data)


def write(entry: Entry) -> bytes:
    """Encodes an entry."""
    return _ENCODER.encode(entry)
