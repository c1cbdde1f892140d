"""Operations and rows about subscriptions and notifications."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

SubscriptionKind: TypeAlias = Literal["push", "hook"]
NotificationKind: TypeAlias = Literal["turn", "friend", "opened", "call"]


class AddSubscription(NamedTuple):
    """Adds or replaces a person's notification subscription; a JSON object says where."""

    id: str
    person: str
    kind: SubscriptionKind
    body: bytes
    language: str
    at: int


class DropSubscription(NamedTuple):
    """Removes a notification subscription."""

    id: str


class AddNotification(NamedTuple):
    """Schedules a notification about a path, if the person has a subscription.

    One that is waiting already stays as it is, and so does one that was scheduled after `since`.
    """

    person: str
    path: str
    kind: NotificationKind
    due: int
    since: int
    about: str = ""  # what the text names besides the path, kept until it is sent


class NotifyMaker(NamedTuple):
    """Schedules a notification for whoever made a challenge: the match just stored played it.

    Nobody is notified of a match of their own; otherwise as `AddNotification`.
    """

    challenge: str
    match: str
    path: str
    kind: NotificationKind
    due: int
    since: int


class MarkNotified(NamedTuple):
    """Marks a notification as sent at that time."""

    person: str
    path: str
    at: int


class DelayNotification(NamedTuple):
    """Delays a notification that failed once more."""

    person: str
    path: str
    due: int


class DropNotification(NamedTuple):
    """Cancels a notification."""

    person: str
    path: str


class KeepPushKey(NamedTuple):
    """Stores the key that identifies this server to push services, unless there is one."""

    key: str


class Subscription(NamedTuple):
    """A notification subscription as stored."""

    id: str
    kind: SubscriptionKind
    body: bytes
    language: str
    created: int


class KeptNotification(NamedTuple):
    """A scheduled notification as stored, and how often it failed."""

    person: str
    path: str
    kind: NotificationKind
    tries: int
    about: str = ""
