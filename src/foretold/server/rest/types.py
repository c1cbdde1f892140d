"""Request and answer types of the REST interface; OpenAPI and input validation are made from them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

import msgspec

from foretold.server.protocol.messages import (
    Chat,
    Name,
    Options,
    Pace,
    Phase,
    SeatKind,
    Sight,
    Values,
)
from foretold.server.protocol.replays import ReplayedStep
from foretold.server.protocol.table_parts import DrawnCard, ShareFacts, WhatIfFacts
from foretold.server.protocol.views import MatchEvent, MeasuredReason, Shape

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]  # a fraction or a probability, 0 to 1


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request is refused: a stable reason, its values, and the sentence made from them."""

    reason: str
    sentence: str
    clause: str | None = None
    values: Values = {}
    retry: float | None = None  # seconds


class Failure(msgspec.Struct, frozen=True):
    """The body of every refused request."""

    error: Problem


class Health(msgspec.Struct, frozen=True):
    """The server runs."""

    ok: bool
    version: str
    protocol: str


class Title(msgspec.Struct, frozen=True):
    """A game, with what a lobby needs to know about it."""

    name: str
    label: dict[str, str]  # by language
    suits: str
    players: tuple[int, ...]
    minutes: int
    minutes_with_bots: int
    designers: tuple[str, ...]
    publisher: str
    year: int | None
    variants: tuple[str, ...]
    options: tuple[str, ...]


class Games(msgspec.Struct, frozen=True):
    """What can be played here, and with which bots."""

    games: tuple[Title, ...]
    bots: tuple[str, ...]
    ladder: bool  # whether ratings are public here


class Me(msgspec.Struct, frozen=True):
    """Who I am here; `known` is false before the first request that needs a person."""

    known: bool
    name: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name to use."""

    name: Name


class Chair(msgspec.Struct, frozen=True):
    """A seat in a list of tables."""

    kind: SeatKind
    name: str
    bot: str
    before: str  # for a seat opened during a match: the name of its last person


class Summary(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    players: int
    options: Options
    public: bool
    drop_in: bool  # whether visitors may take over bots' seats between rounds
    spectators: bool
    pace: Pace
    chat: Chat
    phase: Phase
    what_if: bool  # whether a what-if of another match is played here
    round: int  # from 1; 0 before the first deal
    actors: tuple[int, ...]  # the seats that are to act
    mine: tuple[int, ...]  # my seats
    had: tuple[int, ...]  # seats of the running match that were mine and no longer are
    free: int
    takeable: int  # bots' seats that can be asked for now
    seats: tuple[Chair, ...]


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chat line to report: who said it, and what."""

    seat: int
    name: Annotated[str, msgspec.Meta(max_length=80)]
    phrase: Annotated[str, msgspec.Meta(max_length=64)] = ""
    text: Annotated[str, msgspec.Meta(max_length=400)] = ""


class ReportedChat(msgspec.Struct, frozen=True):
    """A chat line that was reported, and when; without a name if it is too old to be in the chat."""

    at: int
    seat: int
    name: str
    phrase: str
    text: str


class Reports(msgspec.Struct, frozen=True):
    """The chat lines that were reported at a table, oldest first."""

    lines: tuple[ReportedChat, ...]


class Tables(msgspec.Struct, frozen=True):
    """Tables that anyone may find, to join or to watch, and those where I have a seat."""

    public: tuple[Summary, ...]
    mine: tuple[Summary, ...]


class Made(msgspec.Struct, frozen=True):
    """A new table: its id is its link, and `seats` are mine."""

    table: str
    url: str
    seats: tuple[int, ...]


class Carried(msgspec.Struct, frozen=True):
    """The command is carried out; `number` is that of the table's last entry."""

    number: int


class Views(msgspec.Struct, frozen=True):
    """The views of all of my seats, or the spectator's."""

    views: tuple[Sight, ...]


class PersonalLink(msgspec.Struct, frozen=True):
    """A link that moves the seat to the device that opens it first, for 15 minutes."""

    token: str
    url: str
    expires: int


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a personal link."""

    token: Name


class Claimed(msgspec.Struct, frozen=True):
    """The seat is now on this device."""

    table: str
    seat: int


class CodeText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a QR code, such as a link."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]


class Code(msgspec.Struct, frozen=True):
    """A QR code: its modules per side, and the dark ones as an SVG path."""

    size: int
    path: str


class BotName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of the external bot."""

    name: Name = ""


class BotToken(msgspec.Struct, frozen=True):
    """The token with which an external bot says hello."""

    token: str
    table: str
    seat: int


class MatchLine(msgspec.Struct, frozen=True):
    """A finished match in a list."""

    id: str
    game: str
    ended: int
    how: Literal["over", "given-up"]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seats: tuple[int, ...]  # mine
    stood_in: tuple[int, ...]  # seats not credited to their people: a bot made more than a fifth of the decisions
    practised: bool  # something was taken back
    joined: tuple[int, ...]  # seats that a person took over from a bot after the first round; they are in stood_in too


class Matches(msgspec.Struct, frozen=True):
    """Finished matches: mine, and public ones; newest first."""

    mine: tuple[MatchLine, ...]
    public: tuple[MatchLine, ...]


class ShareLink(msgspec.Struct, frozen=True):
    """A link by which anyone can see the record of this match."""

    token: str
    url: str


class ShareToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a share link."""

    token: Name


class Figures(msgspec.Struct, frozen=True):
    """Expected points of the round, and chance to win the match."""

    points: float
    match: float


class ReviewedChances(msgspec.Struct, frozen=True, omit_defaults=True):
    """The chance that all seven come true or the bid is met; for a card, its places in the trick or to win it."""

    fulfilled: Share | msgspec.UnsetType = msgspec.UNSET
    places: tuple[Share, ...] | msgspec.UnsetType = msgspec.UNSET
    met: Share | msgspec.UnsetType = msgspec.UNSET
    wins: Share | msgspec.UnsetType = msgspec.UNSET


class ReviewedAction(msgspec.Struct, frozen=True):
    """The value of an action given what its seat knew; errors are those of the difference to the best."""

    action: str
    points: float
    match: Share
    error: Figures
    chances: ReviewedChances


class ReviewedDecision(msgspec.Struct, frozen=True):
    """What a decision lost against the best one (docs/coach.md); trick 0 is a prophecy or bid.

    `actions` are sorted by `match`, best first: all of the `legal` actions, or the likeliest of them.
    """

    event: int
    seat: int
    round: int
    trick: int
    action: str
    best: str
    loss: Figures
    error: Figures
    mark: Literal["inaccuracy", "mistake", "blunder"] | None
    only: bool
    exact: bool
    worlds: int
    actions: tuple[ReviewedAction, ...]
    legal: int = 0  # 0 in reviews by older versions
    reasons: tuple[MeasuredReason, ...] = ()  # why the best is better than the action taken; () in older reviews


class ReviewedSteps(msgspec.Struct, frozen=True):
    """A result as shown to people: even + cards + choice + play + others = result, each running sum possible.

    In shares of the match or in points; what own decisions cost is 0 or less.
    """

    even: float
    cards: float
    choice: float
    play: float
    others: float
    result: float


class ReviewedUnits(msgspec.Struct, frozen=True):
    """The same sum in both units."""

    match: ReviewedSteps
    points: ReviewedSteps


class ReviewedSeat(msgspec.Struct, frozen=True):
    """What made the result of a seat, in shares of the match: result = expected + cards + others - choice - play.

    `curve`: events and the chance after each, summing to 1 over all seats; `known`: the same as this seat could know
    it. Reviews by older versions have in `curve` what the seat could know, and neither of the others.
    """

    expected: Share
    cards: float
    others: float
    choice: float
    play: float
    result: Share
    error: float
    accuracy: Share
    decisions: int
    marks: dict[str, int]
    loss: float
    curve: tuple[tuple[float, ...], ...]
    known: tuple[tuple[float, ...], ...] | msgspec.UnsetType = msgspec.UNSET
    steps: ReviewedUnits | msgspec.UnsetType = msgspec.UNSET


class ReviewedTurn(msgspec.Struct, frozen=True):
    """A turning point: a seat's chance to win changed by `amount` to `chance`."""

    event: int
    seat: int
    cause: Literal["cards", "others", "choice", "play"]
    amount: float
    chance: Share


class ReviewedTold(msgspec.Struct, frozen=True):
    """A prophecy or bid, the best one given what was known, and what would have come true."""

    round: int
    seat: int
    told: str
    foresight: str
    hindsight: str | None


class Review(msgspec.Struct, frozen=True):
    """A whole review, as it is stored and as `foretold review --json` prints it."""

    seats: tuple[ReviewedSeat, ...]
    decisions: tuple[ReviewedDecision, ...]
    turns: tuple[ReviewedTurn, ...]
    told: tuple[ReviewedTold, ...]
    over: bool


class MatchReview(msgspec.Struct, frozen=True):
    """The review of a match as far as it is done; the parts about the whole match come at its end.

    `ahead`: reviews in the queue before it. `decisions`: those of events after the one that was asked for.
    """

    state: Literal["none", "waiting", "working", "done", "failed"]
    ahead: int
    worlds: int
    seed: int
    version: str
    decisions: tuple[ReviewedDecision, ...]
    seats: tuple[ReviewedSeat, ...] | msgspec.UnsetType = msgspec.UNSET
    turns: tuple[ReviewedTurn, ...] | msgspec.UnsetType = msgspec.UNSET
    told: tuple[ReviewedTold, ...] | msgspec.UnsetType = msgspec.UNSET
    over: bool | msgspec.UnsetType = msgspec.UNSET


class Replayed(msgspec.Struct, frozen=True):
    """A record as the views of its steps: a snapshot first, then what each step changed."""

    game: str
    players: int
    options: Options
    names: tuple[str, ...] | None
    steps: tuple[ReplayedStep, ...]


class Nothing(msgspec.Struct, frozen=True):
    """Done; an empty answer."""


# Records ---------------------------------------------------------------------------------------------------------


class RecordedDeal(TypedDict):
    """A deal in a record; which keys there are depends on the game (docs/records.md)."""

    starter: NotRequired[int]
    dealer: NotRequired[int]
    trump: NotRequired[str | None]
    hands: list[list[str]]
    future: NotRequired[list[str]]
    future_hidden: NotRequired[list[str]]
    open: NotRequired[list[str]]
    hidden: list[str]


class RecordedDealEvent(TypedDict):
    """The cards were dealt."""

    deal: RecordedDeal


class RecordedAction(TypedDict):
    """A seat acted; `by` says who acted for it, `at` how many milliseconds after the beginning."""

    seat: int
    action: str
    by: NotRequired[Literal["bot", "clock"]]
    at: NotRequired[int]


class RecordedResult(TypedDict):
    """The points of a round, and the totals after it."""

    points: list[int]
    scores: list[int]


class RecordedRoundEvent(TypedDict):
    """A round was scored."""

    round: RecordedResult


RecordedEvent = RecordedDealEvent | RecordedAction | RecordedRoundEvent | MatchEvent


class RecordedSeat(TypedDict):
    """Who played at a seat."""

    kind: Literal["person", "bot"]
    bot: NotRequired[str]
    version: NotRequired[str]
    worlds: NotRequired[int]


class RecordedFair(TypedDict):
    """What `foretold verify` needs."""

    scheme: str
    commitment: str
    secret: str
    shares: list[ShareFacts]


class RecordedJoin(TypedDict):
    """A seat that a person took over from a bot: since which round, and the bot's name if it began the match there."""

    seat: int
    round: int
    bot: NotRequired[str]


class RecordedFirst(TypedDict):
    """Who starts or deals first, if not by lot: chosen, or by the cards drawn."""

    by: Literal["chosen", "drawn"]
    seat: int
    draws: NotRequired[list[list[DrawnCard]]]


class MatchRecord(TypedDict):
    """The record of a match (docs/records.md)."""

    format: str
    game: str
    players: int
    options: NotRequired[Options]
    names: NotRequired[list[str]]
    events: list[Annotated[dict[str, object], Shape(RecordedEvent)]]
    id: NotRequired[str]
    seats: NotRequired[list[RecordedSeat]]
    fair: NotRequired[RecordedFair]
    first: NotRequired[RecordedFirst]
    look_back: NotRequired[Literal[False]]
    ended: NotRequired[Literal["given-up"]]
    practised: NotRequired[Literal[True]]
    joined: NotRequired[list[RecordedJoin]]
    aided: NotRequired[Literal[True]]
    what_if: NotRequired[WhatIfFacts]
    challenge: NotRequired[dict[str, str | int]]  # its id, seat and seed
