"""Views: what one seat, or a spectator, may know. Values and their JSON form; the games build them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import chain
from types import NoneType
from typing import ClassVar, NamedTuple, Protocol, Self

from foretold.cards import Action, Card
from foretold.json_types import Json, JsonObject

Fact = int | str | None | tuple[int, ...] | tuple[str, ...]


class Took(NamedTuple):
    """A seat took an action."""

    seat: int
    action: Action

    def to_dict(self) -> JsonObject:
        return {"seat": self.seat, "action": str(self.action)}


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """A deal, as far as this seat saw it: the public facts and its own hand."""

    facts: tuple[tuple[str, Fact], ...]

    def to_dict(self) -> JsonObject:
        return {"deal": {name: plain_fact(value) for name, value in self.facts}}


@dataclass(frozen=True, slots=True)
class Chosen:
    """These seats, ascending, have made their hidden choice; in which order nobody knows."""

    seats: tuple[int, ...]

    def to_dict(self) -> JsonObject:
        return {"chosen": list(self.seats)}


class Part(NamedTuple):
    """A part of a seat's points in a round: why, how many, the clause, and the number that its sentence needs."""

    reason: str
    points: int
    clause: str
    number: int

    def to_dict(self) -> JsonObject:
        return {"reason": self.reason, "points": self.points, "clause": self.clause, "number": self.number}


@dataclass(frozen=True)
class RoundEnd:
    """A round was scored: all that is public of it. A title adds what was dealt, prophesied, played and won.

    Of a history `to_dict` gives the result; `whole` gives everything.
    """

    number: int  # of the round, from 1
    points: tuple[int, ...]
    parts: tuple[tuple[Part, ...], ...]  # by seat what its points are made of
    before: tuple[int, ...]  # the totals before
    scores: tuple[int, ...]  # the totals after
    fulfilled: tuple[bool, ...]

    def to_dict(self) -> JsonObject:
        return {
            "round": {
                "points": list(self.points),
                "scores": list(self.scores),
                "fulfilled": list(self.fulfilled),
            }
        }

    @cached_property
    def whole(self) -> JsonObject:
        """All of it as JSON, made once: not to be changed."""
        return {field.name: plain_fact(getattr(self, field.name)) for field in fields(self)}


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The match is over."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def to_dict(self) -> JsonObject:
        return {"match": {"scores": list(self.scores), "winners": list(self.winners)}}


SeenEvent = Took | SeenDeal | Chosen | RoundEnd | MatchEnd


class WhyNot(NamedTuple):
    """Why a card of the own hand may not be played now: the clause, the reason key and its values."""

    clause: str
    reason: str
    values: Mapping[str, Json]

    def to_dict(self) -> JsonObject:
        return {"clause": self.clause, "reason": self.reason, "values": dict(self.values)}


class Outlook(Protocol):
    """What an action would do now; a title says more."""

    @property
    def action(self) -> Action: ...

    def to_dict(self) -> JsonObject: ...


class Prospect(Protocol):
    """What can come of an action when the running trick is done; a title says more."""

    @property
    def action(self) -> Action: ...

    @property
    def sure(self) -> bool:
        """Whether that is proved: no deal that fits and no play of the others says otherwise."""
        ...


@dataclass(frozen=True)
class View:
    """All that `seat` may know, and nothing more; `seat` None is a spectator.

    A title adds its own fields and answers the questions of a careful player: `gone`, `unseen`, `voids`,
    `outlooks()`, `prospects()` and `why_not()` are worked out when asked for.
    """

    game: str
    players: int
    settings: tuple[tuple[str, str | bool], ...]
    seat: int | None
    actors: tuple[int, ...]
    legal: tuple[Action, ...]
    hand: tuple[Card, ...]
    history: tuple[SeenEvent, ...]
    scores: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    round: int  # from 1; 0 before the first deal
    rounds: int | None  # the most that a match can have; None where it has no bound
    phase: str  # "deal", "prophecy" or "bid", "tricks", "over"
    chosen: tuple[int, ...]  # the seats, ascending, that have prophesied or bid in the running round

    shared: ClassVar[
        Mapping[str, object]
    ] = {}  # of views that a state made: the fields that are the same whoever looks

    @classmethod
    def of(cls, shared: Mapping[str, object], **own: object) -> Self:
        """The view with these fields, which are all that it has; in a fraction of the time of its constructor.

        `past` are the parts of its history.
        """
        view = object.__new__(cls)
        view.__dict__.update(shared)
        view.__dict__.update(own, shared=shared)
        return view

    def __getattr__(self, name: str) -> tuple[SeenEvent, ...]:
        """The history of a view that a state made: put together when somebody asks for it."""
        if name != "history" or "past" not in self.__dict__:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        history = self.__dict__["history"] = tuple(chain.from_iterable(self.__dict__.pop("past")))
        return history

    @property
    def options(self) -> dict[str, str | bool]:
        """The options of the game, defaults included."""
        return dict(self.settings)

    @property
    def ended(self) -> RoundEnd | None:
        """The last round that was scored."""
        return next((event for event in reversed(self.history) if isinstance(event, RoundEnd)), None)

    def outlooks(self) -> Sequence[Outlook]:
        """For each own legal action what it would do now."""
        raise NotImplementedError

    def prospects(self) -> Sequence[Prospect]:
        """For each own legal action, where it is one of a trick, what can come of it when the trick is done."""
        raise NotImplementedError

    def why_not(self) -> Mapping[Card, WhyNot]:
        """For each other card of the own hand why it may not be played now."""
        raise NotImplementedError

    def to_dict(self) -> JsonObject:
        """The view as JSON; equal views give equal objects."""
        found = {field.name: plain_fact(getattr(self, field.name)) for field in fields(self)}
        del found["settings"]
        return {**found, "options": dict(self.settings)}


_PLAIN = (int, str, bool, NoneType, float)


def plain_fact(value: object) -> Json:
    """A fact of a view as JSON."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple:
        return [plain_fact(each) for each in value]  # type: ignore[attr-defined]  # a tuple
    return value.to_dict() if hasattr(value, "to_dict") else str(value)
