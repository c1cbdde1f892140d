"""Request and answer types of evenings."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.features.evenings.journal import EveningSettings, Why
from foretold.server.protocol.messages import Id, Name, Options

EveningPhase = Literal["gathering", "playing", "between", "over"]


class NewEvening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The request for an evening, and the name to use."""

    title: Name = ""
    name: Name = ""
    settings: EveningSettings = EveningSettings()
    planned: Annotated[int, msgspec.Meta(ge=0)] = 0  # the planned start, in milliseconds since the epoch; 0: at once
    after: Id = ""  # a finished evening whose members are invited


class EveningCommand(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something that a person wants done at an evening."""


class JoinIt(EveningCommand, tag="join", frozen=True):
    """Joins from the next round on."""

    name: Name = ""


class LeaveIt(EveningCommand, tag="leave", frozen=True):
    """Leaves the evening; a bot plays on at one's table."""


class RemoveMember(EveningCommand, tag="remove", frozen=True):
    """The host removes a member."""

    member: Annotated[int, msgspec.Meta(ge=0, le=63)]


class BeginRound(EveningCommand, tag="begin", frozen=True):
    """The host begins the next round now."""


class PauseIt(EveningCommand, tag="pause", frozen=True):
    """The host pauses all tables and the countdown to the next round."""


class ResumeIt(EveningCommand, tag="resume", frozen=True):
    """The host resumes the evening."""


class EndIt(EveningCommand, tag="end", frozen=True):
    """The host ends the evening: at once, or after the running round."""


AnyEveningCommand = JoinIt | LeaveIt | RemoveMember | BeginRound | PauseIt | ResumeIt | EndIt


class EveningMember(msgspec.Struct, frozen=True):
    """A member: `here` says whether they are seated next, `why` why not."""

    name: str
    here: bool
    why: Why


class EveningTable(msgspec.Struct, frozen=True):
    """A table of a round: by seat, the member (null: a bot), and once the round is over, match and points.

    A table that is done without a result has the `state` 'lost'. `round` of its match counts from 1. `table` is sent
    only to those who sit there.
    """

    members: tuple[int | None, ...]
    state: Literal["playing", "over", "lost"]
    round: int
    table: str | None
    match: str | None
    points: tuple[int, ...]


class ComparedResult(msgspec.Struct, frozen=True):
    """A member's points in a round, the mean and number of others with the same cards, and the difference."""

    points: int
    mean: float
    others: int
    gain: float


class EveningLine(msgspec.Struct, frozen=True):
    """A member's standing: place, total gain, and result by round; null: not present."""

    member: int
    place: int
    gain: float
    rounds: tuple[ComparedResult | None, ...]


class EveningFacts(msgspec.Struct, frozen=True):
    """An evening as everybody with its link sees it; a round's cards stay secret until it is over."""

    id: str
    url: str
    title: str
    game: str
    options: Options
    phase: EveningPhase
    paused: bool
    total: int  # planned rounds
    pause: int  # seconds between two rounds
    seconds: int  # for a decision, and a bank for the whole match
    bank: int
    next: int | None  # ms to the next round
    again: float  # seconds until the next poll
    me: int | None  # which member I am
    host: int | None
    members: tuple[EveningMember, ...]
    rounds: tuple[tuple[EveningTable, ...], ...]  # those begun so far; the last one may be running
    standings: tuple[EveningLine, ...]
    promises: tuple[str, ...]  # by round, the hash of its secret
    planned: int  # the planned start, in milliseconds since the epoch; 0: when the host begins
    began: int  # when its first round began; 0: not yet
    followed_by: str  # the id of the next evening, to which the same people are invited; empty: none


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
    invited: bool  # whether I was at the previous evening and have not joined this one yet


class MyEvenings(msgspec.Struct, frozen=True):
    """The evenings of which I am or was a member."""

    evenings: tuple[EveningSummary, ...]
