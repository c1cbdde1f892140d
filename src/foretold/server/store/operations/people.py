"""Operations and rows about people, their devices and reports."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

DeviceKind: TypeAlias = Literal["", "phone", "computer"]  # nobody has asked the first one


class AddPerson(NamedTuple):
    """A person is known, and seen at that time."""

    id: str
    secret: bytes
    name: str
    at: int


class RenamePerson(NamedTuple):
    """The person has another name from now on."""

    id: str
    name: str


class SeePerson(NamedTuple):
    """The person was seen at that time."""

    id: str
    at: int


class SeeDevice(NamedTuple):
    """The device with this secret was seen at that time, if it is one of several."""

    secret: bytes
    at: int


class OfferCarry(NamedTuple):
    """Who has what this token is the hash of can be the person on one more device, once; an older offer is void."""

    token: bytes
    person: str
    expires: int


class TakeCarry(NamedTuple):
    """The device with this secret is the person of the offer from now on, which is used up; `NoOffer` if there is none.

    From the second device on all of them stand in a list, the first one too.
    """

    token: bytes
    secret: bytes
    kind: DeviceKind
    at: int


class DropDevice(NamedTuple):
    """The device is the person's no more, unless it is the last one."""

    secret: bytes


class ForgetPerson(NamedTuple):
    """The person, their seats and their links are gone, and their name from records and journals."""

    id: str


class ForgetTraces(NamedTuple):
    """The person's name and id are gone from these records of matches, with their seats, and from these entries.

    A part of what `ForgetPerson` does, so that other writes can go in between.
    """

    person: str
    matches: tuple[str, ...] = ()
    entries: tuple[tuple[str, int], ...] = ()


class RenewSecret(NamedTuple):
    """The person is known by this secret alone: every other device, offer and link to a seat of theirs is void."""

    person: str
    secret: bytes


class AddReport(NamedTuple):
    """A line of the chat of a table was reported; the first report of it stays. `body`: the line with those before."""

    table: str
    number: int
    at: int
    person: str
    reporter: str
    body: bytes


class Person(NamedTuple):
    """A person as stored."""

    id: str
    name: str
    created: int
    seen: int


class Device(NamedTuple):
    """A device of a person as stored."""

    secret: bytes
    kind: DeviceKind
    created: int
    seen: int


class NoOffer(Exception):
    """Nobody offers what was to be taken, or no longer."""


class KeptReport(NamedTuple):
    """A reported line of the chat as stored; who is forgotten is None."""

    table: str
    number: int
    at: int
    person: str | None
    reporter: str | None
    body: bytes
