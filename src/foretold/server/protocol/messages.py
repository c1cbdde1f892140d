"""The wire protocol, `foretold-wire/1`: messages between client and server (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias, TypedDict

import msgspec

from foretold.server.protocol.table_parts import (
    Absence,
    Clock,
    DrawnCard,
    Fair,
    GivenFacts,
    Interval,
    PastMatch,
    RematchFacts,
    TallyLine,
    WhatIfFacts,
)
from foretold.server.protocol.views import (
    BidChoice,
    EventFields,
    HintChoice,
    Outlook,
    PreviewCard,
    PreviewProphecy,
    Shape,
    ViewChanges,
    ViewFields,
)

PROTOCOL = "foretold-wire/1"
JOURNAL = 5  # version of the journal format; raised with a new entry or field, so that older processes let the table go
MESSAGE_LIMIT = 4096  # bytes of one message from a client
HEARTBEAT = 7.0  # seconds between two keepalives on a connection

Id = Annotated[str, msgspec.Meta(max_length=64)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Text = Annotated[str, msgspec.Meta(max_length=400)]
Notation = Annotated[str, msgspec.Meta(max_length=64)]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Share = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]

Values = dict[str, object]  # JSON values that fill a sentence's placeholders
Options = dict[str, str | bool]
Bids = Literal["list", "cards"]
SeatKind = Literal["open", "person", "bot", "external"]
Phase = Literal["open", "sharing", "playing", "over", "closed"]
Chat = Literal["off", "phrases", "free"]
Tempo = Literal["slow", "normal", "at-once"]  # of the server's bots
Notice: TypeAlias = Literal[
    "", "stood-in", "back", "bot", "opened", "seated", "asked-bot", "asked-open", "applied", "withdrew", "took-over"
]
Successor = Literal["bot", "open"]  # who gets an absent person's seat: a bot, or somebody new
PHRASES = (
    *("hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "ready", "again", "goodbye"),
    "may-i-play",  # from a spectator who would like a seat
)
REACTIONS = ("nice", "wow", "ha-ha", "ouch", "hmm", "thanks")
Watchers = Literal["silent", "phrases"]  # what those who watch may say
First = Literal["lot", "drawn"] | SeatNumber  # who starts or deals in round 1: by lot, by drawing cards, or this seat


class FromClient(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message from a client."""


class Hello(FromClient, tag="hello", kw_only=True, frozen=True):
    """The first message of a connection: which table, and the number of the last message received."""

    protocol: str
    table: Id
    last: int | None = None
    token: Id = ""  # of an external bot
    language: Annotated[str, msgspec.Meta(max_length=35)] = "en"  # of refusals; English if unknown
    bids: Bids = "list"  # how a turn gives the legal bids: every bid, or the cards to make one of
    previews: bool = False  # whether to send previews, where the table allows them


class Ping(FromClient, tag="ping", frozen=True):
    """Asks for a pong, as a keepalive."""


class Command(FromClient, frozen=True):
    """Something that a person wants done at the table; `id` is chosen by the client and repeated in the answer."""

    repeatable: ClassVar[bool] = False  # True: a client may send it again after a lost connection, without harm
    id: Id = ""


class Sit(Command, tag="sit", kw_only=True, frozen=True):
    """Take a free seat; a device may take several."""

    repeatable: ClassVar[bool] = True
    seat: SeatNumber
    name: Name = ""


class Leave(Command, tag="leave", kw_only=True, frozen=True):
    """Give up one's seat, or all of one's seats."""

    seat: SeatNumber | None = None


class Ready(Command, tag="ready", kw_only=True, frozen=True):
    """All of one's seats are ready, or not; a match begins when every seat is taken and ready."""

    repeatable: ClassVar[bool] = True
    ready: bool = True


class Fill(Command, tag="fill", kw_only=True, frozen=True):
    """The host gives a seat without a person to a bot, or frees it."""

    seat: SeatNumber
    bot: Id | None = None


class Swap(Command, tag="swap", kw_only=True, frozen=True):
    """The host swaps two seats before the start."""

    seat: SeatNumber
    other: SeatNumber


class Remove(Command, tag="remove", kw_only=True, frozen=True):
    """The host removes a person: before the start the seat becomes free, later a bot takes it over for good."""

    seat: SeatNumber


class Change(Command, tag="change", kw_only=True, frozen=True):
    """The host changes what is played before a match; omitted fields stay as they are, and so does the link.

    `drop_in`, whether visitors may take over bots' seats between rounds, may be changed at any time.
    """

    repeatable: ClassVar[bool] = True
    game: Id | None = None
    players: Annotated[int, msgspec.Meta(ge=2, le=6)] | None = None
    options: Options | None = None
    pace: Pace | None = None
    drop_in: bool | None = None
    first: First | None = None
    look_back: bool | None = None


class Queue(Command, tag="queue", kw_only=True, frozen=True):
    """Joins or leaves the queue for the next free seat; leaving the table leaves the queue."""

    repeatable: ClassVar[bool] = True
    name: Name = ""
    wait: bool = True


class TakeOver(Command, tag="take-over", kw_only=True, frozen=True):
    """Asks for a bot's seat, which becomes one's own when the round ends; `wish` false takes that back."""

    repeatable: ClassVar[bool] = True
    seat: SeatNumber = 0
    name: Name = ""
    wish: bool = True


class Pause(Command, tag="pause", frozen=True):
    """The host pauses clocks and bots."""


class Resume(Command, tag="resume", frozen=True):
    """The host resumes clocks and bots."""


class Close(Command, tag="close", frozen=True):
    """The host closes the table; a running match is given up."""


class Rematch(Command, tag="rematch", frozen=True):
    """After a match: the same people, another match; everybody readies up."""


class Commit(Command, tag="commit", kw_only=True, frozen=True):
    """The SHA-256 of one's 16 bytes for the deals (docs/fairness.md)."""

    repeatable: ClassVar[bool] = True
    commitment: Digest


class Reveal(Command, tag="reveal", kw_only=True, frozen=True):
    """The 16 bytes themselves."""

    repeatable: ClassVar[bool] = True
    bytes: Share


class Act(Command, tag="act", kw_only=True, frozen=True):
    """An action, with the number of this seat's decision that it is meant for."""

    repeatable: ClassVar[bool] = True
    seat: SeatNumber
    decision: Annotated[int, msgspec.Meta(ge=0)]
    action: Notation


class Back(Command, tag="back", frozen=True):
    """Take one's seats back from the bots that stand in."""

    repeatable: ClassVar[bool] = True


class Release(Command, tag="release", kw_only=True, frozen=True):
    """Gives an absent person's seat in a match to a bot, or to somebody new: the host decides, others vote."""

    seat: SeatNumber
    to: Successor = "bot"


class GoOn(Command, tag="go-on", frozen=True):
    """All of one's seats have seen the end of the round, so nobody has to wait for them."""

    repeatable: ClassVar[bool] = True


class TakeBack(Command, tag="take-back", frozen=True):
    """A person alone with bots takes back the last decision and everything played after it."""


class Hurry(Command, tag="hurry", frozen=True):
    """A person alone with bots makes them act at once until it is the person's turn."""


class SetTempo(Command, tag="tempo", kw_only=True, frozen=True):
    """The host makes bots act slowly, normally or at once."""

    tempo: Tempo


class Say(Command, tag="say", kw_only=True, frozen=True):
    """Chat: a preset phrase by its key, or free text where the table allows it; or a reaction by its key.

    Spectators may say preset phrases where the table allows it, under the given `name`.
    """

    phrase: Id = ""
    text: Text = ""
    reaction: Id = ""
    name: Name = ""


class AskHint(FromClient, tag="ask-hint", kw_only=True, frozen=True):
    """Asks for the best choices of a seat that is to act, where the table allows aids; only the sender is answered.

    `laid` is a prophecy or bid that the seat has laid out but not yet given: it is rated as well.
    """

    id: Id = ""
    seat: SeatNumber
    laid: Notation = ""


_Sitting = Sit | Leave | Ready | Fill | Swap | Remove | Change | Queue | TakeOver
_Running = Pause | Resume | Close | Rematch | Commit | Reveal
_Playing = Act | Back | Release | GoOn | TakeBack | Hurry | SetTempo | Say
TableCommand = _Sitting | _Running | _Playing
ClientMessage = Hello | Ping | AskHint | TableCommand


class FromServer(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """A message from the server."""


class Welcome(FromServer, tag="welcome", kw_only=True, frozen=True):
    """The answer to hello: which seats this connection has, and how often it should send a keepalive.

    `had`: the seats of the running match that this person once had and no longer has.
    """

    protocol: str
    server: str
    table: str
    seats: tuple[int, ...]
    heartbeat: float
    had: tuple[int, ...] = ()


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a decision may take: any time; seconds, then a bank for the whole match; or days."""

    kind: Literal["none", "seconds", "days"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 30
    bank: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 120
    days: Annotated[int, msgspec.Meta(ge=1, le=14)] = 2


class SeatFacts(TypedDict):
    """The public facts about a seat."""

    kind: SeatKind
    name: str
    bot: str
    ready: bool
    away: bool
    stood_in: bool
    host: bool
    before: str  # for a seat opened during a match: the name of its last person
    next: str  # for a bot's seat: the name of the visitor who takes it over when the round ends


class TableFacts(TypedDict):
    """The public facts about a table, except the cards."""

    game: str
    players: int
    options: Options
    public: bool
    drop_in: bool  # whether visitors may take over bots' seats between rounds
    spectators: bool
    chat: Chat
    watchers: Watchers
    pace: Pace
    grace: int
    tempo: Tempo
    aids: bool
    look_back: bool  # whether earlier tricks may be looked at; Prophecy only
    first: First
    draws: list[list[DrawnCard]]  # during a match: the cards drawn for who starts or deals first, ties drawn again
    phase: Phase
    paused: bool
    seats: list[SeatFacts]
    clocks: list[Clock]
    interval: Interval | None
    absences: list[Absence]  # absent people whom others wait for, and when a bot will play for them
    practised: bool  # whether something was taken back in this match
    lent: list[
        int
    ]  # after a match: seats not credited to their people, as bots made more than a fifth of the decisions
    borrowed: list[list[int]]  # after a match, by seat: the rounds in which somebody else decided for its person
    joined: dict[str, int]  # after a match: seats taken over from bots, and the first round of their person
    fair: Fair | None  # null before a match, and in a what-if
    what_if: WhatIfFacts | None
    given: GivenFacts | None
    match: str | None
    evening: str  # the id of the evening that this table belongs to; empty: none
    rematch: RematchFacts | None  # while the table is open again after a match
    queue: list[str]  # the names of people waiting for a seat, in order
    tally: list[TallyLine]  # wins at this table by player, most wins first
    past: list[PastMatch]  # the last matches played to the end at this table, newest first


TableChanges = Annotated[dict[str, object], Shape(TableFacts, part=True)]


class WhyNot(msgspec.Struct, frozen=True, gc=False):
    """Why none of these cards in one's hand may be played now."""

    cards: tuple[str, ...]
    reason: str
    clause: str
    values: Values


class Turn(msgspec.Struct, frozen=True, gc=False):
    """What a seat may do now: its number of decisions so far, each legal action with its effect, and why not others.

    `bid`: while bidding, the bids allowed; `legal` is then empty on connections that asked for the cards only.
    """

    decision: int
    legal: tuple[Outlook, ...]
    why_not: tuple[WhyNot, ...]
    bid: BidChoice | msgspec.UnsetType = msgspec.UNSET


class History(msgspec.Struct, frozen=True, gc=False):
    """How a view's history has changed: its first `keep` events stand, followed by these."""

    keep: int
    add: tuple[EventFields, ...]


class ChatLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat line of a seat: a preset phrase by its key, free text, or both; or an automatic notice about the seat.

    With the notices `applied`, `withdrew` and `took-over` the text is the name of the bot.
    Seat -1 is a spectator. A reaction is shown for a moment and is in no later snapshot.
    """

    seat: int
    name: str
    phrase: str = ""
    text: str = ""
    notice: Notice = ""
    reaction: str = ""


class Sight(FromServer, tag="view", kw_only=True, frozen=True):
    """A snapshot: all that a seat, or a spectator (seat null), may know now."""

    number: int
    seat: int | None
    table: TableFacts
    view: ViewFields | None = None
    history: tuple[EventFields, ...] = ()
    turn: Turn | None = None
    chat: tuple[ChatLine, ...] = ()


class Update(FromServer, tag="update", kw_only=True, frozen=True, gc=False):
    """What changed: the changed fields of the table and of the view."""

    number: int
    seat: int | None
    table: TableChanges = {}
    view: ViewChanges = {}
    history: History | None = None
    turn: Turn | msgspec.UnsetType | None = msgspec.UNSET  # null: there is no turn any more
    chat: tuple[ChatLine, ...] = ()


class PlayedFor(msgspec.Struct, frozen=True):
    """A decision that a bot or the clock took instead of the seat's person."""

    round: int
    action: str
    by: Literal["bot", "clock"]


class Missed(FromServer, tag="missed", kw_only=True, frozen=True):
    """Sent to a person who comes back: what was played for this seat since their last own decision."""

    seat: int
    decisions: tuple[PlayedFor, ...]


class Preview(FromServer, tag="preview", kw_only=True, frozen=True):
    """The effect of a seat's cards on the running trick, counted over so many deals that fit what it knows.

    Without deals, it holds only what is certain, and only the cards concerned. Before a prophecy: how often the hand
    takes each place on average, and how likely each prophecy is.
    """

    seat: int
    decision: int
    deals: int
    cards: tuple[PreviewCard, ...]
    places: tuple[float, ...] | None = None
    prophecies: tuple[PreviewProphecy, ...] | None = None


class Hint(FromServer, tag="hint", kw_only=True, frozen=True):
    """A seat's best choices by its chance to win the match, over so many deals that fit what it knows, or all.

    Before the first trick it also gives the chance to take each place 0, 1, … times, or of each number of tricks.
    """

    id: str
    seat: int
    decision: int
    deals: int
    exact: bool
    best: tuple[HintChoice, ...]
    counts: tuple[tuple[float, ...], ...] | None = None
    won: tuple[float, ...] | None = None
    yours: HintChoice | None = None  # what was laid out


class Preparing(FromServer, tag="preparing", kw_only=True, frozen=True):
    """Sent at a challenge table: until its bots are ready, play waits for them, and no other bot plays instead."""

    ready: bool


class Done(FromServer, tag="done", kw_only=True, frozen=True):
    """The command with this id is carried out and stored; `number` is that of the table's last entry."""

    id: str
    number: int


class Refused(FromServer, tag="refused", kw_only=True, frozen=True):
    """The command with this id was refused; nothing has changed."""

    id: str
    reason: str
    sentence: str
    clause: str | None = None
    values: Values = {}


class Pong(FromServer, tag="pong", frozen=True):
    """The answer to a ping."""


class Bye(FromServer, tag="bye", kw_only=True, frozen=True):
    """The server closes this connection; `retry`: seconds after which to reconnect, null: never."""

    reason: str
    sentence: str
    retry: float | None = None


ServerMessage = Welcome | Sight | Update | Missed | Preview | Hint | Preparing | Done | Refused | Pong | Bye


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table's settings; before a match the host may change game, players, options and pace."""

    game: Id = "seven-prophecies"
    players: int = 4
    options: Options = {}
    public: bool = False
    spectators: bool = True
    chat: Chat = "phrases"
    pace: Pace = Pace()
    grace: Annotated[int, msgspec.Meta(ge=5, le=86_400)] = 60  # seconds until a bot stands in for an absent person
    tempo: Tempo = "normal"  # at the start; the host may change it
    watchers: Watchers = "phrases"  # what those who watch may say
    aids: bool | None = None  # whether previews are allowed; null: while all seats but one are bots of the server
    drop_in: bool = False  # whether anyone finds the table and visitors may take over bots' seats between rounds
    first: First = "lot"  # who starts or deals in round 1
    look_back: bool = True  # whether earlier tricks may be looked at; Prophecy only


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The request for a table; `seats`: 'me', 'open', 'bot:adept' or 'external' for each, by default me and bots."""

    name: Name = ""
    seats: list[Id] | None = None
    settings: Settings = Settings()


_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_ENCODER = msgspec.json.Encoder()


def read(data: bytes | str) -> ClientMessage:
    """Decodes a message; raises msgspec.ValidationError or DecodeError if it is invalid."""
    return _DECODER.decode(data)


def write_part(part: object) -> bytes:
    """Encodes a part of a message."""
    return _ENCODER.encode(part)


def write(message: FromServer) -> bytes:
    """Encodes a message."""
    return _ENCODER.encode(message)
