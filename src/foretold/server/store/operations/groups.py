"""Operations and rows about groups: members, webhook, schedule, results and messages to a group's chat."""

from __future__ import annotations

from typing import NamedTuple


class AddGroup(NamedTuple):
    """Adds a group; `invite` is the part of its invitation link that can be renewed."""

    id: str
    name: str
    invite: str
    owner: str
    zone: str
    at: int


class JoinGroup(NamedTuple):
    """Adds a member under this public id, unless the person is one already or the group has `most` members."""

    group: str
    person: str
    member: str
    at: int
    most: int


class LeaveGroup(NamedTuple):
    """Removes a member."""

    group: str
    member: str


class DropGroup(NamedTuple):
    """Deletes a group with its memberships, results and messages; matches and tables stay."""

    id: str


class DropEmptyGroup(NamedTuple):
    """Deletes a group that has no members."""

    id: str


class RenameGroup(NamedTuple):
    """Changes the name of a group."""

    id: str
    name: str


class RenewInvite(NamedTuple):
    """Replaces the invitation of a group; the old link is void."""

    id: str
    invite: str


class HandOverGroup(NamedTuple):
    """Makes another member the owner."""

    id: str
    owner: str


class SetGroupHook(NamedTuple):
    """Sets or removes the webhook of a group's chat, a JSON object."""

    id: str
    hook: str | None


class SetGroupSchedule(NamedTuple):
    """Sets or removes the evenings of a group, a JSON object, and the time zone its days are counted in."""

    id: str
    schedule: str | None
    zone: str


class AnswerGroup(NamedTuple):
    """Notes whether a member comes to the evening that starts then."""

    group: str
    person: str
    evening: int
    coming: int


class AddGroupMatch(NamedTuple):
    """Counts a finished match among the results of a group; does nothing if either is not stored."""

    match: str
    group: str


class AddGroupPost(NamedTuple):
    """Schedules a message to a group's chat, if it has one; each key is sent once."""

    group: str
    key: str
    due: int
    body: str


class SayGroupPost(NamedTuple):
    """Marks a message as done with, with the status of the chat's answer; its text is not kept."""

    group: str
    key: str
    at: int
    status: int


class DelayGroupPost(NamedTuple):
    """Delays a message that failed once more."""

    group: str
    key: str
    due: int


class KeptGroup(NamedTuple):
    """A group as stored; without an owner among the members, the longest-standing member is the owner."""

    id: str
    name: str
    invite: str
    owner: str | None
    zone: str
    created: int
    hook: str | None
    schedule: str | None


class KeptMember(NamedTuple):
    """A member as stored: their public id in the group, their name and when they were last seen."""

    member: str
    person: str
    name: str
    joined: int
    seen: int


class KeptGroupSeat(NamedTuple):
    """A person's seat in a match of a group, with the stored results of all seats."""

    match: str
    ended: int
    seat: int
    person: str
    result: bytes


class KeptGroupPost(NamedTuple):
    """A message to a group's chat as stored, and how often it failed."""

    group: str
    key: str
    tries: int
    body: str


class PostOutcome(NamedTuple):
    """What became of a group's last message: when it was sent (None: it waits), and the chat's answer."""

    sent: int | None
    status: int


class Companion(NamedTuple):
    """A seat of somebody else in a match of mine."""

    match: str
    ended: int
    seat: int
    person: str
    name: str
