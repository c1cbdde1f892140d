"""Operations and rows about people, their devices and reports."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

DeviceKind: TypeAlias = Literal["", "phone", "computer"]  # unknown for a person's first device


class AddPerson(NamedTuple):
    """Adds a person, seen at that time."""

    id: str
    secret: bytes
    name: str
    at: int


class RenamePerson(NamedTuple):
    """Changes a person's name."""

    id: str
    name: str


class SeePerson(NamedTuple):
    """Notes that the person was seen at that time."""

    id: str
    at: int


class SeeDevice(NamedTuple):
    """Notes that a device was seen at that time, if its person has several."""

    secret: bytes
    at: int


class OfferPairingCode(NamedTuple):
    """Stores a pairing code, by its hash, that adds one device to the person; an older code is void."""

    token: bytes
    person: str
    expires: int


class UsePairingCode(NamedTuple):
    """Uses up a pairing code to add the device with this secret; `NoOffer` if the code is unknown.

    With the second device, the first one is listed too.
    """

    token: bytes
    secret: bytes
    kind: DeviceKind
    at: int


class DropDevice(NamedTuple):
    """Removes a device from the person, unless it is the last one."""

    secret: bytes


class ForgetPerson(NamedTuple):
    """Deletes a person with their seats and links, and their name from records and journals."""

    id: str


class ForgetTraces(NamedTuple):
    """Removes a person's name and id from these records, with their seats, and from these entries.

    It is a part of `ForgetPerson`, so that other writes can go in between.
    """

    person: str
    matches: tuple[str, ...] = ()
    entries: tuple[tuple[str, int], ...] = ()


class RenewSecret(NamedTuple):
    """Gives the person a new secret and revokes all other devices, pairing codes and links to their seats."""

    person: str
    secret: bytes


class AddReport(NamedTuple):
    """Adds a report of a chat line; the first report of it stays. `body`: the line with those before it."""

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
    """A pairing code that is unknown or has expired."""


class KeptReport(NamedTuple):
    """A reported chat line as stored; deleted people are None. `handled`: when an operator was done with it."""

    table: str
    number: int
    at: int
    person: str | None
    reporter: str | None
    body: bytes
    handled: int | None = None
    handler: str = ""
    outcome: str = ""
