"""Views: what one seat or a spectator may know. Values and their JSON form; the games build them."""

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
    """A deal as this seat saw it: the public facts and its own hand."""

    facts: tuple[tuple[str, Fact], ...]

    def to_dict(self) -> JsonObject:
        return {"deal": {name: plain_fact(value) for name, value in self.facts}}


@dataclass(frozen=True, slots=True)
class Chosen:
    """These seats, ascending, have made their hidden choice; the order of choosing stays secret."""

    seats: tuple[int, ...]

    def to_dict(self) -> JsonObject:
        return {"chosen": list(self.seats)}


class Part(NamedTuple):
    """One component of a seat's points in a round: reason, points, clause, and the number for its sentence."""

    reason: str
    points: int
    clause: str
    number: int

    def to_dict(self) -> JsonObject:
        return {"reason": self.reason, "points": self.points, "clause": self.clause, "number": self.number}


@dataclass(frozen=True)
class RoundEnd:
    """A scored round, as far as it is public; each title adds its own fields.

    `to_dict` gives the result as it appears in a history, `whole` gives everything.
    """

    number: int  # of the round, from 1
    points: tuple[int, ...]
    parts: tuple[tuple[Part, ...], ...]  # by seat: the components of its points
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
        """The complete round end as JSON, cached: must not be changed."""
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
    """Why a card in the hand may not be played now: the clause, the reason key and its values."""

    clause: str
    reason: str
    values: Mapping[str, Json]

    def to_dict(self) -> JsonObject:
        return {"clause": self.clause, "reason": self.reason, "values": dict(self.values)}


class Outlook(Protocol):
    """What an action would do now; each title adds fields."""

    @property
    def action(self) -> Action: ...

    def to_dict(self) -> JsonObject: ...


class Prospect(Protocol):
    """The possible results of an action once the current trick is complete; each title adds fields."""

    @property
    def action(self) -> Action: ...

    @property
    def sure(self) -> bool:
        """True if the result is proved: no consistent deal and no play of the others leads to another."""
        ...


@dataclass(frozen=True)
class View:
    """Everything that `seat` may know, and nothing more; `seat` is None for a spectator.

    Each title adds its own fields. `gone`, `unseen`, `voids`, `outlooks()`, `prospects()` and `why_not()` are derived
    on demand from the view alone.
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
    rounds: int | None  # the maximum of a match; None if it is unbounded
    phase: str  # "deal", "prophecy" or "bid", "tricks", "over"
    chosen: tuple[int, ...]  # the seats, ascending, that have prophesied or bid in the current round

    shared: ClassVar[
        Mapping[str, object]
    ] = {}  # of views made by a state: the fields that are the same for every viewer

    @classmethod
    def of(cls, shared: Mapping[str, object], **own: object) -> Self:
        """Builds a view from exactly these fields, much faster than its constructor.

        `past` holds the parts of its history.
        """
        view = object.__new__(cls)
        view.__dict__.update(shared)
        view.__dict__.update(own, shared=shared)
        return view

    def __getattr__(self, name: str) -> tuple[SeenEvent, ...]:
        """Joins the history of a view made by a state when it is first read."""
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
        """The last scored round."""
        return next((event for event in reversed(self.history) if isinstance(event, RoundEnd)), None)

    def outlooks(self) -> Sequence[Outlook]:
        """Returns for each legal action what it would do now."""
        raise NotImplementedError

    def prospects(self) -> Sequence[Prospect]:
        """Returns for each legal action in a trick the results that are possible once the trick is complete."""
        raise NotImplementedError

    def why_not(self) -> Mapping[Card, WhyNot]:
        """Returns for each card in hand that is not legal now the reason why."""
        raise NotImplementedError

    def text(self, lang: str = "en") -> str:
        """Returns the view as text in the form `foretold-text/1`, legal actions in notation included."""
        raise NotImplementedError

    def to_dict(self) -> JsonObject:
        """Returns the view as JSON; equal views give equal objects."""
        view = {field.name: plain_fact(getattr(self, field.name)) for field in fields(self)}
        del view["settings"]
        return {**view, "options": dict(self.settings)}


_PLAIN = (int, str, bool, NoneType, float)


def plain_fact(value: object) -> Json:
    """Converts a field of a view to JSON."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple:
        return [plain_fact(item) for item in value]  # type: ignore[attr-defined]  # a tuple
    return value.to_dict() if hasattr(value, "to_dict") else str(value)
