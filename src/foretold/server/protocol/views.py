"""JSON types of views, events and outlooks.

The games build these objects (`to_dict`); they are declared here once for the server, the client and the docs.
`scripts/wire-types` generates the client's types from them, and tests compare both with what is really sent. In the
client a `…Json` type goes by its name without that ending.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired, TypedDict


@dataclass(frozen=True)
class Shape:
    """Declares which of these types a dict in a message has, where msgspec can't tell several apart.

    `part`: fields may be missing.
    """

    kind: object
    part: bool = False


class TookJson(TypedDict):
    """A seat took an action."""

    seat: int
    action: str


class ShamanIs(TypedDict):
    """What the Shaman counts as: the card before it, half a rank higher; after a Specialist neither suit nor rank."""

    copies: str
    suit: str | None
    rank: float | None


# History ---------------------------------------------------------------------------------------------------------


class SevenDealJson(TypedDict):
    """The public facts of a deal of Seven Prophecies, and one's own hand."""

    starter: int
    future: list[str]
    open: NotRequired[list[str]]
    hand: NotRequired[list[str]]


class ProphecyDealJson(TypedDict):
    """The public facts of a deal of Prophecy, and one's own hand."""

    dealer: int
    trump: str | None
    hand: NotRequired[list[str]]


class RoundResult(TypedDict):
    """How a round was scored; in Prophecy with everybody's bids."""

    points: list[int]
    scores: list[int]
    fulfilled: list[bool]
    bids: NotRequired[list[str]]


class MatchResult(TypedDict):
    """How a match ended."""

    scores: list[int]
    winners: list[int]


class DealEvent(TypedDict):
    """The cards were dealt."""

    deal: SevenDealJson | ProphecyDealJson


class ChosenEvent(TypedDict):
    """These seats have made their hidden choice."""

    chosen: list[int]


class RoundEvent(TypedDict):
    """A round was scored."""

    round: RoundResult


class MatchEvent(TypedDict):
    """The match is over."""

    match: MatchResult


SeenEventJson = TookJson | DealEvent | ChosenEvent | RoundEvent | MatchEvent


# Views -----------------------------------------------------------------------------------------------------------


class PointsPart(TypedDict):
    """A part of a seat's points in a round: why, how many, the clause, and the number that its sentence needs."""

    reason: str
    points: int
    clause: str
    number: int


class _RoundOfAnyGame(TypedDict):
    number: int  # of the round, from 1
    points: list[int]
    parts: list[list[PointsPart]]  # by seat, the parts of its points
    before: list[int]  # the totals before
    scores: list[int]  # the totals after
    fulfilled: list[bool]


class TieJson(TypedDict):
    """How a tie for the highest total was broken: what each seat brought to the tie-break, in parts."""

    rule: str
    clause: str
    seats: list[int]
    counts: list[list[int]]


class _EndingOfAnyGame(TypedDict):
    number: int  # the target total, or the rounds of a match
    clause: str
    tie: TieJson | None


class _ViewOfAnyGame(TypedDict):
    game: str
    players: int
    seat: int | None
    actors: list[int]
    hand: list[str]
    scores: list[int]
    over: bool
    winners: list[int]
    round: int
    chosen: list[int]
    leader: int | None
    trick: list[TookJson]
    voids: list[str]  # by seat, the suits that it is known not to hold


class SevenTrickJson(TypedDict):
    """A finished trick of Seven Prophecies."""

    plays: list[TookJson]
    places: list[int]  # by seat
    confirmed: list[bool]


class SevenRoundLine(_RoundOfAnyGame):
    """The result of a round of Seven Prophecies."""

    starter: int
    prophecies: list[str]
    left: list[list[int]]  # by seat the tokens left, by place


class SevenRound(SevenRoundLine):
    """A scored round of Seven Prophecies with everything public about it."""

    future: list[str]
    open: list[str]
    tricks: list[SevenTrickJson]


class SevenEnding(_EndingOfAnyGame):
    """How a match of Seven Prophecies ended."""

    reason: Literal["target", "last-round", "single"]
    rounds: list[SevenRoundLine]


class SevenViewJson(_ViewOfAnyGame):
    """What a seat knows in a match of Seven Prophecies."""

    rounds: int | None  # null: unlimited
    counts: Literal["points", "rounds", "tokens"]  # the unit of scores
    target: int | None  # the total that ends a match, where one does
    phase: Literal["deal", "prophecy", "tricks", "over"]
    starter: int | None
    future: list[str]
    open: list[str]
    prophecy: str | None
    prophecies: list[str]
    left: list[list[int]]
    tricks: list[SevenTrickJson]
    numbers: int  # of a suit: the highest is printed on its last card
    prizes: list[int]  # for all seven in trick 7, 8, 9, 10
    standing: list[int]  # in the running trick: by play, its place so far
    last_round: SevenRound | None
    ending: SevenEnding | None


class ProphecyTrickJson(TypedDict):
    """A finished trick of Prophecy."""

    plays: list[TookJson]
    lead: str | None
    winner: int
    shaman: NotRequired[ShamanIs]


class ProphecyRoundLine(_RoundOfAnyGame):
    """The result of a round of Prophecy."""

    dealer: int
    trump: str | None
    bids: list[str]
    bid_values: list[int]
    won: list[int]  # by seat the tricks won


class ProphecyRound(ProphecyRoundLine):
    """A scored round of Prophecy with everything public about it."""

    tricks: list[ProphecyTrickJson]


class ProphecyEnding(_EndingOfAnyGame):
    """How a match of Prophecy ended."""

    reason: Literal["last-round"]
    rounds: list[ProphecyRoundLine]


class ProphecyViewJson(_ViewOfAnyGame):
    """What a seat knows in a match of Prophecy."""

    rounds: int
    counts: Literal["points"]
    target: None
    phase: Literal["deal", "bid", "tricks", "over"]
    dealer: int | None
    trump: str | None
    wheel: list[str | None]
    open_bidders: list[int]
    bids: list[str | None]
    bid_values: list[int | None]
    bonus: int  # for winning exactly as many tricks as were bid
    won: list[int]
    tricks: list[ProphecyTrickJson]
    lead: str | None
    standing: int | None  # the seat that wins the running trick so far
    shaman: ShamanIs | None  # what the Shaman in the running trick counts as
    last_round: ProphecyRound | None
    ending: ProphecyEnding | None


ViewJson = SevenViewJson | ProphecyViewJson

ViewFields = Annotated[dict[str, object], Shape(ViewJson)]
ViewChanges = Annotated[dict[str, object], Shape(ViewJson, part=True)]
EventFields = Annotated[dict[str, object], Shape(SeenEventJson)]


# Turns -----------------------------------------------------------------------------------------------------------


class Outlook(TypedDict):
    """A legal action, and what it would do now, as far as that applies."""

    action: str
    place: NotRequired[int]
    token: NotRequired[bool]
    wins: NotRequired[bool]
    bid: NotRequired[int]
    shaman: NotRequired[ShamanIs]
    lowest: NotRequired[str]  # the suit whose lowest card the Lizard would be


class BidCard(TypedDict):
    """A card that may be bid, and what it adds to the bid."""

    card: str
    worth: int


class PreviewCard(TypedDict):
    """The effect of a card on the running trick; `sure` if it is the same in every possible deal.

    In Seven Prophecies the chance of each place, and that a token comes true; in Prophecy the chance to win.
    """

    action: str
    sure: bool
    places: NotRequired[list[float]]
    token: NotRequired[float]
    wins: NotRequired[float]


class PreviewProphecy(TypedDict):
    """The chance that all seven parts of a prophecy come true, and the place and chance of its weakest part."""

    action: str
    fulfilled: float
    weakest: int
    chance: float  # of taking that place as often as foretold


class MeasuredReason(TypedDict):
    """Why a choice is worse than the best one: an event, how often it comes after each, what of the loss it explains.

    `kind` says which event (docs/coach.md lists them); the fields below `sure` say whose and where, as the kind needs.
    """

    kind: str
    best: str  # the best choice
    other: str  # the one that is worse
    often: float  # after the best choice: a share of the deals; for some kinds a number of tricks or points
    instead: float  # the same after the other one
    error: float  # standard error of the difference
    explains: float  # part of the loss, from a third to 1
    match: float  # the same as a share of the match
    points: float  # the same in points of the round
    sure: bool  # what the seat knows proves `often` and `instead` where they are 0 or 1
    seat: NotRequired[int]
    place: NotRequired[int]
    suit: NotRequired[str]
    card: NotRequired[str]
    trick: NotRequired[int]
    count: NotRequired[int]
    fewer: NotRequired[int]
    gain: NotRequired[int]  # the place that the best prophecy has instead, `more` times, and how often that comes true
    more: NotRequired[int]
    gained: NotRequired[float]
    bid: NotRequired[int]
    tricks: NotRequired[float]


class HintChoice(TypedDict):
    """One of the best choices: the chance to win the match, the expected points of the round, and why.

    Errors are standard errors of the difference to the first choice. For a card, its effect on the running trick, as in
    a preview.
    """

    action: str
    points: float
    error: float
    match: float
    as_good: bool  # indistinguishable from the first choice
    reason: str
    places: NotRequired[list[float]]
    token: NotRequired[float]
    wins: NotRequired[float]
    match_error: NotRequired[float]
    why: NotRequired[list[MeasuredReason]]  # of the first choice: against the next; of another: against the first


class BidChoice(TypedDict):
    """The bids that a hand allows: any `size` of these cards, in this order joined by `+`."""

    size: int
    cards: list[BidCard]
