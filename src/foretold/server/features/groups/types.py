"""Request and answer types of groups."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from foretold.server.features.groups.schedule import Schedule, Zone
from foretold.server.protocol.messages import Id, Name
from foretold.server.rest.types import Summary

PostKind = Literal["opened", "full", "turn", "result"]  # what is posted to the group's chat
Span = Literal["recent", "year", "all"]
Reach = Literal["device", "chat", "none"]
HookUrl = Annotated[str, msgspec.Meta(max_length=1000)]


class NewGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The request for a group: its name, the name to use, and the time zone its days are counted in."""

    title: Name
    name: Name = ""
    zone: Zone = "UTC"


class JoinGroupWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name under which to join a group."""

    name: Name = ""


class GroupCommand(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something that a member wants done in a group."""


class RenameIt(GroupCommand, tag="rename", frozen=True):
    """The owner renames the group."""

    title: Name


class RenewLink(GroupCommand, tag="renew-link", frozen=True):
    """The owner replaces the invitation link; the old one leads nowhere."""


class HandOver(GroupCommand, tag="hand-over", frozen=True):
    """The owner makes another member the owner."""

    member: Id


class SetHook(GroupCommand, tag="set-hook", frozen=True):
    """The owner sets the webhook of the group's chat and what is posted there; without a URL only the latter."""

    url: HookUrl = ""
    wants: tuple[PostKind, ...] = ("opened", "full", "turn", "result")


class DropHook(GroupCommand, tag="drop-hook", frozen=True):
    """The owner removes the webhook."""


class TestHook(GroupCommand, tag="test-hook", frozen=True):
    """The owner sends a test message to the group's chat."""


class SetSchedule(GroupCommand, tag="set-schedule", frozen=True):
    """The owner sets when the group meets."""

    schedule: Schedule


class DropSchedule(GroupCommand, tag="drop-schedule", frozen=True):
    """The owner ends the scheduled evenings."""


class AnswerEvening(GroupCommand, tag="answer", frozen=True):
    """Says whether I come to the next evening, the one that starts at this time."""

    start: int
    coming: bool


class CallMembers(GroupCommand, tag="call", frozen=True):
    """Notifies a member that I would like to play, or everybody else in the group."""

    member: Id = ""


AnyGroupCommand = (
    RenameIt
    | RenewLink
    | HandOver
    | SetHook
    | DropHook
    | TestHook
    | SetSchedule
    | DropSchedule
    | AnswerEvening
    | CallMembers
)


class GroupInvitation(msgspec.Struct, frozen=True):
    """What everybody with the invitation link sees; `group` only if I am a member."""

    title: str
    members: int
    group: str | None


class GroupMember(msgspec.Struct, frozen=True):
    """A member; `id` is known in this group only. `seen` is a day, `reach` where a call from me would go."""

    id: str
    name: str
    joined: int
    seen: str
    present: bool  # whether they are at a table now
    reach: Reach
    called: bool  # whether somebody has called them within the last hour
    coming: bool | None  # to the next evening; null: no answer yet


class GroupEvening(msgspec.Struct, frozen=True):
    """A day on which the group played, and how many matches."""

    day: str
    matches: int


class GroupLine(msgspec.Struct, frozen=True):
    """A member's results: place and points over all evenings of the span, and the place of each evening shown."""

    member: str
    place: int
    points: int
    wins: int
    evenings: int
    places: tuple[int | None, ...]  # by evening shown; null: was not there


class GroupResults(msgspec.Struct, frozen=True):
    """The results of a span: its last evenings, oldest first, and the members by points."""

    span: Span
    total: int  # evenings of the span
    shown: tuple[GroupEvening, ...]
    lines: tuple[GroupLine, ...]


class GroupSchedule(msgspec.Struct, frozen=True):
    """When the group meets, and when the next evenings start, in milliseconds since the epoch."""

    schedule: Schedule
    next: tuple[int, ...]


class GroupHook(msgspec.Struct, frozen=True):
    """The webhook of the group's chat; of its address only the host is shown."""

    host: str
    wants: tuple[PostKind, ...]
    state: Literal["new", "waiting", "sent", "failed"]  # of the last message
    sent: int | None  # when that was


class GroupFacts(msgspec.Struct, frozen=True):
    """A group as its members see it."""

    id: str
    title: str
    created: int
    today: str  # in the time zone its days are counted in
    invite: str  # the invitation link
    me: str  # which member I am
    owner: str
    members: tuple[GroupMember, ...]
    tables: tuple[Summary, ...]  # open and running ones of the group, mine first
    evenings: int  # on which the group has played
    results: GroupResults
    schedule: GroupSchedule | None
    hook: GroupHook | None
    hooks: tuple[str, ...]  # hosts that a webhook may have here
    calls: bool  # whether this server can notify devices
    again: float  # seconds until the next poll


class GroupSummary(msgspec.Struct, frozen=True):
    """A group of mine in a list."""

    id: str
    title: str
    members: int
    tables: int  # open and running
    turn: bool  # whether one of them waits for me
    next: int | None  # when the next evening starts


class MyGroups(msgspec.Struct, frozen=True):
    """The groups of which I am a member."""

    groups: tuple[GroupSummary, ...]


class GroupCalendar(msgspec.Struct, frozen=True):
    """The scheduled evenings as a calendar file (RFC 5545)."""

    text: str


class Companion(msgspec.Struct, frozen=True):
    """Somebody I have played with: their seat in our last match, and whether they can be called."""

    match: str
    seat: int
    name: str
    matches: int
    last: int  # when our last match ended
    reach: Literal["device", "none"]
    called: bool


class Companions(msgspec.Struct, frozen=True):
    """The people I have played with, most recent first."""

    companions: tuple[Companion, ...]
    calls: bool


class CompanionCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Calls the person who had this seat in a match of mine, to an open table of mine if one is given."""

    match: Id
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)]
    table: Id = ""
