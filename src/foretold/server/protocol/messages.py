"""The wire protocol, `foretold-wire/1`: messages between client and server (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypedDict

import msgspec

from foretold.server.protocol.table_parts import (
    Absence,
    Clock,
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
MESSAGE_LIMIT = 4096  # bytes of one message from a client
HEARTBEAT = 7.0  # seconds between two signs of life that the server asks of a line

Id = Annotated[str, msgspec.Meta(max_length=64)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Text = Annotated[str, msgspec.Meta(max_length=400)]
Notation = Annotated[str, msgspec.Meta(max_length=64)]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
Share = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]

Values = dict[str, object]  # what a sentence is made from: JSON
Options = dict[str, str | bool]
Bids = Literal["list", "cards"]
SeatKind = Literal["open", "person", "bot", "external"]
Phase = Literal["open", "sharing", "playing", "over", "closed"]
Chat = Literal["off", "phrases", "free"]
Tempo = Literal["slow", "normal", "at-once"]  # of the server's bots
Notice = Literal["", "stood-in", "back", "bot", "opened", "seated", "asked-bot", "asked-open"]
Successor = Literal["bot", "open"]  # who gets the seat of somebody who is gone: a bot, or whoever comes
PHRASES = (
    *("hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "ready", "again", "goodbye"),
    "may-i-play",  # of somebody who watches and would like a seat
)
REACTIONS = ("nice", "wow", "ha-ha", "ouch", "hmm", "thanks")
Watchers = Literal["silent", "phrases"]  # what those who watch may say


class FromClient(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message of a client."""


class Hello(FromClient, tag="hello", kw_only=True, frozen=True):
    """The first message of a line: which table, and the number of the last message that arrived."""

    protocol: str
    table: Id
    last: int | None = None
    token: Id = ""  # of an external bot
    language: Annotated[str, msgspec.Meta(max_length=35)] = "en"  # of refusals; else English
    bids: Bids = "list"  # how a turn says what may be bid: every bid, or the cards to make one of
    previews: bool = False  # whether to tell, where the table allows it, what the cards to play bring


class Ping(FromClient, tag="ping", frozen=True):
    """Asks for a sign of life."""


class Command(FromClient, frozen=True):
    """Something that a person wants done at the table; `id` is the client's own and comes back in the answer."""

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
    """The host lets two seats change places before the start."""

    seat: SeatNumber
    other: SeatNumber


class Remove(Command, tag="remove", kw_only=True, frozen=True):
    """The host removes a person: before the start the seat is free, later a bot stands in for good."""

    seat: SeatNumber


class Change(Command, tag="change", kw_only=True, frozen=True):
    """The host changes what is played before a match; what is left out stays as it is, and so does the link."""

    repeatable: ClassVar[bool] = True
    game: Id | None = None
    players: Annotated[int, msgspec.Meta(ge=2, le=6)] | None = None
    options: Options | None = None
    pace: Pace | None = None


class Queue(Command, tag="queue", kw_only=True, frozen=True):
    """Somebody without a seat waits for the next one that is free, or no longer; whoever leaves the table stops."""

    repeatable: ClassVar[bool] = True
    name: Name = ""
    wait: bool = True


class Pause(Command, tag="pause", frozen=True):
    """The host stops clocks and bots."""


class Resume(Command, tag="resume", frozen=True):
    """The host lets clocks and bots go on."""


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
    """In a match the seat of who is gone goes to a bot, or to somebody new: the host decides, others vote."""

    seat: SeatNumber
    to: Successor = "bot"


class GoOn(Command, tag="go-on", frozen=True):
    """All of one's seats have seen the end of the round: nobody has to wait for them any more."""

    repeatable: ClassVar[bool] = True


class TakeBack(Command, tag="take-back", frozen=True):
    """Who plays with bots alone takes the last decision back, and all that was played after it."""


class Hurry(Command, tag="hurry", frozen=True):
    """Who plays with bots alone lets them act at once until it is one's own turn."""


class SetTempo(Command, tag="tempo", kw_only=True, frozen=True):
    """The host lets bots act slowly, normally or at once."""

    tempo: Tempo


class Say(Command, tag="say", kw_only=True, frozen=True):
    """Chat: a preset phrase by its key, or free text where the table allows it; or a reaction by its key.

    Who watches may say preset phrases where the table allows it, and goes by `name`.
    """

    phrase: Id = ""
    text: Text = ""
    reaction: Id = ""
    name: Name = ""


class AskHint(FromClient, tag="ask-hint", kw_only=True, frozen=True):
    """Asks what is best for a seat that is to choose, where the table allows aids; answered to this line alone."""

    id: Id = ""
    seat: SeatNumber


_Sitting = Sit | Leave | Ready | Fill | Swap | Remove | Change | Queue
_Running = Pause | Resume | Close | Rematch | Commit | Reveal
_Playing = Act | Back | Release | GoOn | TakeBack | Hurry | SetTempo | Say
TableCommand = _Sitting | _Running | _Playing
ClientMessage = Hello | Ping | AskHint | TableCommand


class FromServer(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """A message of the server."""


class Welcome(FromServer, tag="welcome", kw_only=True, frozen=True):
    """The answer to hello: whose seats this line has, and how often it should show life.

    `had`: the seats of the running match that this person had and has no more.
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
    """What everybody may know of a seat."""

    kind: SeatKind
    name: str
    bot: str
    ready: bool
    away: bool
    stood_in: bool
    host: bool
    before: str  # of a seat that is open in a match: the name of the person who had it


class TableFacts(TypedDict):
    """What everybody may know of a table, cards aside."""

    game: str
    players: int
    options: Options
    public: bool
    spectators: bool
    chat: Chat
    watchers: Watchers
    pace: Pace
    grace: int
    tempo: Tempo
    aids: bool
    phase: Phase
    paused: bool
    seats: list[SeatFacts]
    clocks: list[Clock]
    interval: Interval | None
    absences: list[Absence]  # seats of people who are away while others wait, and how soon a bot plays for them
    practised: bool  # whether something was taken back in this match
    lent: list[int]  # after a match: seats that are not their persons': bots made more than a fifth of the decisions
    borrowed: list[list[int]]  # after a match by seat: the rounds in which somebody else decided for its person
    fair: Fair | None  # null before a match, and in a what-if
    what_if: WhatIfFacts | None
    given: GivenFacts | None
    match: str | None
    evening: str  # the id of the evening of which this is a table; empty: of none
    rematch: RematchFacts | None  # while the table is open again after a match
    queue: list[str]  # who waits for a seat, by name, the first first
    tally: list[TallyLine]  # who has won how many matches at this table; the most wins first
    past: list[PastMatch]  # the last matches that were played to the end at this table, the newest first


TableChanges = Annotated[dict[str, object], Shape(TableFacts, part=True)]


class WhyNot(msgspec.Struct, frozen=True, gc=False):
    """Why none of these cards of the own hand may be played now."""

    cards: tuple[str, ...]
    reason: str
    clause: str
    values: Values


class Turn(msgspec.Struct, frozen=True, gc=False):
    """What a seat may do now: how many decisions it has made, each legal action with what it would do, and why not.

    `bid`: while it bids, what it may bid; `legal` is then empty on lines that asked for the cards only.
    """

    decision: int
    legal: tuple[Outlook, ...]
    why_not: tuple[WhyNot, ...]
    bid: BidChoice | msgspec.UnsetType = msgspec.UNSET


class History(msgspec.Struct, frozen=True, gc=False):
    """How a view's history has changed: its first `keep` events stand, then come these."""

    keep: int
    add: tuple[EventFields, ...]


class ChatLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of chat of a seat: a preset phrase by its key, free text, or both; or what happened to it, unsaid.

    Seat -1 is somebody who watches. A reaction is shown for a moment and is in no later view.
    """

    seat: int
    name: str
    phrase: str = ""
    text: str = ""
    notice: Notice = ""
    reaction: str = ""


class Sight(FromServer, tag="view", kw_only=True, frozen=True):
    """A fresh view: all that a seat, or a spectator (seat null), may know now."""

    number: int
    seat: int | None
    table: TableFacts
    view: ViewFields | None = None
    history: tuple[EventFields, ...] = ()
    turn: Turn | None = None
    chat: tuple[ChatLine, ...] = ()


class Update(FromServer, tag="update", kw_only=True, frozen=True, gc=False):
    """What changed: the fields of the table and of the view that are others now."""

    number: int
    seat: int | None
    table: TableChanges = {}
    view: ViewChanges = {}
    history: History | None = None
    turn: Turn | msgspec.UnsetType | None = msgspec.UNSET  # null: there is none any more
    chat: tuple[ChatLine, ...] = ()


class PlayedFor(msgspec.Struct, frozen=True):
    """A decision of a seat that its person did not take, but a bot or the clock."""

    round: int
    action: str
    by: Literal["bot", "clock"]


class Missed(FromServer, tag="missed", kw_only=True, frozen=True):
    """Told to who comes back: what was played for this seat since its person's last own decision."""

    seat: int
    decisions: tuple[PlayedFor, ...]


class Preview(FromServer, tag="preview", kw_only=True, frozen=True):
    """What the cards of a seat bring in the running trick, counted over so many deals that fit what it knows.

    Without deals only what is sure is told, and only the cards of which something is. Before a prophecy: how often the
    hand takes each place on average, and how likely each prophecy is.
    """

    seat: int
    decision: int
    deals: int
    cards: tuple[PreviewCard, ...]
    places: tuple[float, ...] | None = None
    prophecies: tuple[PreviewProphecy, ...] | None = None


class Hint(FromServer, tag="hint", kw_only=True, frozen=True):
    """The best choices of a seat by its chance to win the match, over so many deals that fit what it knows, or all.

    Before the first trick also by place the chance to take it 0, 1, … times, or the chance of each number of tricks.
    """

    id: str
    seat: int
    decision: int
    deals: int
    exact: bool
    best: tuple[HintChoice, ...]
    counts: tuple[tuple[float, ...], ...] | None = None
    won: tuple[float, ...] | None = None


class Preparing(FromServer, tag="preparing", kw_only=True, frozen=True):
    """Told at a table whose bots others meet as well: until they are ready they wait, and no other plays for them."""

    ready: bool


class Done(FromServer, tag="done", kw_only=True, frozen=True):
    """The command with this id is carried out, for good; `number` is where the table stands."""

    id: str
    number: int


class Refused(FromServer, tag="refused", kw_only=True, frozen=True):
    """The command with this id is not carried out; nothing has changed."""

    id: str
    reason: str
    sentence: str
    clause: str | None = None
    values: Values = {}


class Pong(FromServer, tag="pong", frozen=True):
    """A sign of life."""


class Bye(FromServer, tag="bye", kw_only=True, frozen=True):
    """The server ends this line; `retry` says after how many seconds a new one is welcome, null: never."""

    reason: str
    sentence: str
    retry: float | None = None


ServerMessage = Welcome | Sight | Update | Missed | Preview | Hint | Preparing | Done | Refused | Pong | Bye


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is: chosen when it is made; before a match the host may change game, players, options and pace."""

    game: Id = "seven-prophecies"
    players: int = 4
    options: Options = {}
    public: bool = False
    spectators: bool = True
    chat: Chat = "phrases"
    pace: Pace = Pace()
    grace: Annotated[int, msgspec.Meta(ge=5, le=86_400)] = 60  # seconds until a bot stands in for an absent person
    tempo: Tempo = "normal"  # with which the table begins: the host may change it
    watchers: Watchers = "phrases"  # what those who watch may say
    aids: bool | None = None  # whether previews are allowed; null: while all seats but one are bots of the server


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The request for a table; `seats`: 'me', 'open', 'bot:adept' or 'external' for each, by default me and bots."""

    name: Name = ""
    seats: list[Id] | None = None
    settings: Settings = Settings()


_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_ENCODER = msgspec.json.Encoder()


def read(data: bytes | str) -> ClientMessage:
    """The message in these bytes; msgspec.ValidationError or DecodeError where it is none."""
    return _DECODER.decode(data)


def write_part(part: object) -> bytes:
    """The bytes of a part of a message."""
    return _ENCODER.encode(part)


def write(message: FromServer) -> bytes:
    """The bytes of a message."""
    return _ENCODER.encode(message)
