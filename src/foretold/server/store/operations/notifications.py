"""Operations and rows about subscriptions and notifications."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

ListenerKind: TypeAlias = Literal["push", "hook"]
CallKind: TypeAlias = Literal["turn", "friend"]


class AddListener(NamedTuple):
    """The person is called there, too, in that language; a JSON object says how. An older one with this id is gone."""

    id: str
    person: str
    kind: ListenerKind
    body: bytes
    language: str
    at: int


class DropListener(NamedTuple):
    """Nobody is called there any more."""

    id: str


class AddCall(NamedTuple):
    """The person, if somebody listens for them, is to be called once it is due, for what waits at this path.

    One that waits already stays as it is, and so does one that was made after `since`.
    """

    person: str
    path: str
    kind: CallKind
    due: int
    since: int


class SayCall(NamedTuple):
    """The person was called at that time."""

    person: str
    path: str
    at: int


class DelayCall(NamedTuple):
    """The call failed once more, and is due later."""

    person: str
    path: str
    due: int


class DropCall(NamedTuple):
    """The call is not to be made any more."""

    person: str
    path: str


class KeepPushKey(NamedTuple):
    """The key by which push services know this server, unless it has one."""

    key: str


class Listener(NamedTuple):
    """Where somebody is called, as stored."""

    id: str
    kind: ListenerKind
    body: bytes
    language: str
    created: int


class KeptCall(NamedTuple):
    """A call that is to be made, as stored, and how often it failed."""

    person: str
    path: str
    kind: CallKind
    tries: int
