"""Request and answer types of evenings."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.features.evenings.journal import EveningSettings, Why
from foretold.server.protocol.messages import Id, Name, Options

EveningPhase = Literal["gathering", "playing", "between", "over"]


class NewEvening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The request for an evening, and the name to go by."""

    title: Name = ""
    name: Name = ""
    settings: EveningSettings = EveningSettings()
    planned: Annotated[int, msgspec.Meta(ge=0)] = 0  # when it is to begin, in milliseconds since the epoch; 0: at once
    after: Id = ""  # an evening that is over, whose people are invited


class EveningCommand(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something that a person wants done at an evening."""


class JoinIt(EveningCommand, tag="join", frozen=True):
    """Be there from the next round on."""

    name: Name = ""


class LeaveIt(EveningCommand, tag="leave", frozen=True):
    """Not be there for the next rounds; at a table a bot goes on."""


class RemoveMember(EveningCommand, tag="remove", frozen=True):
    """The host lets somebody go."""

    member: Annotated[int, msgspec.Meta(ge=0, le=63)]


class BeginRound(EveningCommand, tag="begin", frozen=True):
    """The host begins the next round now."""


class PauseIt(EveningCommand, tag="pause", frozen=True):
    """The host stops all tables, and the time to the next round."""


class ResumeIt(EveningCommand, tag="resume", frozen=True):
    """The host lets all go on."""


class EndIt(EveningCommand, tag="end", frozen=True):
    """The host ends the evening: at once, or with the round that is being played."""


AnyEveningCommand = JoinIt | LeaveIt | RemoveMember | BeginRound | PauseIt | ResumeIt | EndIt


class EveningMember(msgspec.Struct, frozen=True):
    """Somebody who came: `here` says whether they are seated next, `why` why not."""

    name: str
    here: bool
    why: Why


class EveningTable(msgspec.Struct, frozen=True):
    """A table of a round: by seat the member, null for a bot, and once the round is over match and points.

    `state` of a table that is done without a result is 'lost'. `round` of its match counts from 1. `table` is told to
    who sits there.
    """

    members: tuple[int | None, ...]
    state: Literal["playing", "over", "lost"]
    round: int
    table: str | None
    match: str | None
    points: tuple[int, ...]


class ComparedResult(msgspec.Struct, frozen=True):
    """A member's points in a round, the mean of the others with the same cards, how many those are, the difference."""

    points: int
    mean: float
    others: int
    gain: float


class EveningLine(msgspec.Struct, frozen=True):
    """How a member stands: the place, what was gained in all, and by round; null: not there."""

    member: int
    place: int
    gain: float
    rounds: tuple[ComparedResult | None, ...]


class EveningFacts(msgspec.Struct, frozen=True):
    """An evening as whoever has its link sees it. Nothing of the cards of a round is told before it is over."""

    id: str
    url: str
    title: str
    game: str
    options: Options
    phase: EveningPhase
    paused: bool
    total: int  # rounds that there will be
    pause: int  # seconds between two
    seconds: int  # for a decision, and a bank for the whole match
    bank: int
    next: int | None  # ms to the next round
    again: float  # seconds after which to ask again
    me: int | None  # which member I am
    host: int | None
    members: tuple[EveningMember, ...]
    rounds: tuple[tuple[EveningTable, ...], ...]  # begun so far: the last one may be being played
    standings: tuple[EveningLine, ...]
    promises: tuple[str, ...]  # by round the hash of what its deals follow from
    planned: int  # when it is to begin, in milliseconds since the epoch; 0: as soon as the host begins
    began: int  # when its first round began; 0: not yet
    followed_by: str  # the id of the evening to which the same people are invited; empty: none


class EveningSummary(msgspec.Struct, frozen=True):
    """An evening in a list."""

    id: str
    title: str
    game: str
    phase: EveningPhase
    round: int
    total: int
    people: int
    planned: int
    invited: bool  # whether I was at the evening before this one, and have not joined it yet


class MyEvenings(msgspec.Struct, frozen=True):
    """The evenings at which I am, or was."""

    evenings: tuple[EveningSummary, ...]
