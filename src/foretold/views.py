"""Views: what one seat, or a spectator, may know. Values and their JSON form; the games build them up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import NoneType
from typing import Any, ClassVar, NamedTuple, Self

from foretold.cards import Action, Card

Fact = int | str | None | tuple[int, ...] | tuple[str, ...]


class Took(NamedTuple):
    """A seat took an action."""

    seat: int
    action: Action

    def to_dict(self) -> dict[str, Any]:
        return {"seat": self.seat, "action": str(self.action)}


@dataclass(frozen=True, slots=True)
class SeenDeal:
    """A deal, as far as this seat saw it: the public facts and its own hand."""

    facts: tuple[tuple[str, Fact], ...]

    def to_dict(self) -> dict[str, Any]:
        return {"deal": {name: plain_fact(value) for name, value in self.facts}}


@dataclass(frozen=True, slots=True)
class Chosen:
    """These seats, ascending, have made their hidden choice; in which order nobody knows."""

    seats: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        return {"chosen": list(self.seats)}


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A round was scored; `bids` are those of all seats (PR-16), None where the game has none."""

    points: tuple[int, ...]
    scores: tuple[int, ...]
    fulfilled: tuple[bool, ...]
    bids: tuple[Action, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        result: dict[str, Any] = {
            "points": list(self.points),
            "scores": list(self.scores),
            "fulfilled": list(self.fulfilled),
        }
        if self.bids is not None:
            result["bids"] = [str(bid) for bid in self.bids]
        return {"round": result}


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The match is over."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        return {"match": {"scores": list(self.scores), "winners": list(self.winners)}}


SeenEvent = Took | SeenDeal | Chosen | RoundEnd | MatchEnd


class WhyNot(NamedTuple):
    """Why a card of the own hand may not be played now: the clause, the reason key and its values."""

    clause: str
    reason: str
    values: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return {"clause": self.clause, "reason": self.reason, "values": dict(self.values)}


@dataclass(frozen=True)
class View:
    """All that `seat` may know, and nothing more; `seat` None is a spectator.

    A title adds its own fields and answers the questions of a careful player: `gone`, `unseen`, `voids`,
    `outlooks()` and `why_not()` are worked out when asked for.
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

    shared: ClassVar[Mapping[str, Any]] = {}  # of views that a state made: the fields that are the same whoever looks

    @classmethod
    def of(cls, shared: Mapping[str, Any], **own: Any) -> Self:
        """The view with these fields, which are all that it has; in a fraction of the time of its constructor."""
        view = object.__new__(cls)
        view.__dict__.update(shared)
        view.__dict__.update(own, shared=shared)
        return view

    @property
    def options(self) -> dict[str, str | bool]:
        """The options of the game, defaults included."""
        return dict(self.settings)

    def outlooks(self) -> tuple[Any, ...]:
        """For each own legal action what it would do now; each has `action` and `to_dict`."""
        raise NotImplementedError

    def why_not(self) -> Mapping[Card, WhyNot]:
        """For each other card of the own hand why it may not be played now."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The view as JSON; equal views give equal objects."""
        found = {field.name: plain_fact(getattr(self, field.name)) for field in fields(self)}
        found["options"] = dict(found.pop("settings"))
        return found


_PLAIN = (int, str, bool, NoneType, float)


def plain_fact(value: Any) -> Any:
    """A fact of a view as JSON."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple:
        return [plain_fact(each) for each in value]
    return value.to_dict() if hasattr(value, "to_dict") else str(value)
