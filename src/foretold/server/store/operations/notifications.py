"""Operations and rows about subscriptions and notifications."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

ListenerKind: TypeAlias = Literal["push", "hook"]
CallKind: TypeAlias = Literal["turn", "friend", "opened", "call"]


class AddListener(NamedTuple):
    """Adds or replaces a person's notification subscription; a JSON object says where."""

    id: str
    person: str
    kind: ListenerKind
    body: bytes
    language: str
    at: int


class DropListener(NamedTuple):
    """Removes a notification subscription."""

    id: str


class AddCall(NamedTuple):
    """Schedules a notification about a path, if the person has a subscription.

    One that is waiting already stays as it is, and so does one that was scheduled after `since`.
    """

    person: str
    path: str
    kind: CallKind
    due: int
    since: int
    about: str = ""  # what the text names besides the path, kept until it is sent


class CallMaker(NamedTuple):
    """Schedules a notification for whoever made a challenge: the match just stored played it.

    Nobody is notified of a match of their own; otherwise as `AddCall`.
    """

    challenge: str
    match: str
    path: str
    kind: CallKind
    due: int
    since: int


class SayCall(NamedTuple):
    """Marks a notification as sent at that time."""

    person: str
    path: str
    at: int


class DelayCall(NamedTuple):
    """Delays a notification that failed once more."""

    person: str
    path: str
    due: int


class DropCall(NamedTuple):
    """Cancels a notification."""

    person: str
    path: str


class KeepPushKey(NamedTuple):
    """Stores the key that identifies this server to push services, unless there is one."""

    key: str


class Listener(NamedTuple):
    """A notification subscription as stored."""

    id: str
    kind: ListenerKind
    body: bytes
    language: str
    created: int


class KeptCall(NamedTuple):
    """A scheduled notification as stored, and how often it failed."""

    person: str
    path: str
    kind: CallKind
    tries: int
    about: str = ""
