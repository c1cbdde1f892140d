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
    """Says of a dict in a message which of these types it has, where msgspec can't tell several apart.

    `part`: only some of the fields may be there.
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
    """The open facts of a deal of Seven Prophecies, and the own hand."""

    starter: int
    future: list[str]
    open: NotRequired[list[str]]
    hand: NotRequired[list[str]]


class ProphecyDealJson(TypedDict):
    """The open facts of a deal of Prophecy, and the own hand."""

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
    parts: list[list[PointsPart]]  # by seat what its points are made of
    before: list[int]  # the totals before
    scores: list[int]  # the totals after
    fulfilled: list[bool]


class TieJson(TypedDict):
    """Several seats had the highest total: how it was broken, by seat with what each brought to it, in parts."""

    rule: str
    clause: str
    seats: list[int]
    counts: list[list[int]]


class _EndingOfAnyGame(TypedDict):
    number: int  # the total that was asked for, or the rounds of a match
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
    voids: list[str]  # by seat the suits that it is proven not to hold


class SevenTrickJson(TypedDict):
    """A finished trick of Seven Prophecies."""

    plays: list[TookJson]
    places: list[int]  # by seat
    confirmed: list[bool]


class SevenRoundLine(_RoundOfAnyGame):
    """What a round of Seven Prophecies brought."""

    starter: int
    prophecies: list[str]
    left: list[list[int]]  # by seat the tokens left, by place


class SevenRound(SevenRoundLine):
    """A round of Seven Prophecies that was scored, with all that is public of it."""

    future: list[str]
    open: list[str]
    tricks: list[SevenTrickJson]


class SevenEnding(_EndingOfAnyGame):
    """How a match of Seven Prophecies ended."""

    reason: Literal["target", "last-round", "single"]
    rounds: list[SevenRoundLine]


class SevenViewJson(_ViewOfAnyGame):
    """What a seat knows in a match of Seven Prophecies."""

    rounds: int | None  # null where a match has no bound
    counts: Literal["points", "rounds", "tokens"]  # what a score is a number of
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
    standing: list[int]  # of the running trick: by play the place it has for now
    last_round: SevenRound | None
    ending: SevenEnding | None


class ProphecyTrickJson(TypedDict):
    """A finished trick of Prophecy."""

    plays: list[TookJson]
    lead: str | None
    winner: int
    shaman: NotRequired[ShamanIs]


class ProphecyRoundLine(_RoundOfAnyGame):
    """What a round of Prophecy brought."""

    dealer: int
    trump: str | None
    bids: list[str]
    bid_values: list[int]
    won: list[int]  # by seat the tricks won


class ProphecyRound(ProphecyRoundLine):
    """A round of Prophecy that was scored, with all that is public of it."""

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
    standing: int | None  # the seat that wins the running trick for now
    shaman: ShamanIs | None  # what the Shaman in the running trick counts as
    last_round: ProphecyRound | None
    ending: ProphecyEnding | None


ViewJson = SevenViewJson | ProphecyViewJson

ViewFields = Annotated[dict[str, object], Shape(ViewJson)]
ViewChanges = Annotated[dict[str, object], Shape(ViewJson, part=True)]
EventFields = Annotated[dict[str, object], Shape(SeenEventJson)]


# Turns -----------------------------------------------------------------------------------------------------------


class Outlook(TypedDict):
    """A legal action, and as far as it applies what it would do now."""

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
    """What a card brings when the running trick is done: `sure` where no deal that fits says otherwise.

    In Seven Prophecies the chance of each place, and that a token comes true; in Prophecy the chance to win.
    """

    action: str
    sure: bool
    places: NotRequired[list[float]]
    token: NotRequired[float]
    wins: NotRequired[float]


class PreviewProphecy(TypedDict):
    """How likely it is that all seven of a prophecy come true, and the place of its weakest part, with its chance."""

    action: str
    fulfilled: float
    weakest: int
    chance: float  # to take that place as often as foretold


class HintChoice(TypedDict):
    """A choice that is among the best: the chance to win the match, points to expect of the round, why.

    With the standard errors of their differences to the first. Of a card what it brings in the running trick, as in a
    preview.
    """

    action: str
    points: float
    error: float
    match: float
    as_good: bool  # as the first, as far as can be told
    reason: str
    places: NotRequired[list[float]]
    token: NotRequired[float]
    wins: NotRequired[float]
    match_error: NotRequired[float]


class BidChoice(TypedDict):
    """The bids that a hand allows: any `size` of these cards, in this order joined by `+`."""

    size: int
    cards: list[BidCard]
