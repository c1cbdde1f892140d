"""Operations and rows of operators: links, sessions, restrictions, announcements, limits, orders, their log."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

RestrictionKind: TypeAlias = Literal["mute", "block"]
OrderKind: TypeAlias = Literal["close", "remove"]


class AddOperatorLink(NamedTuple):
    """Adds a link by which an operator signs in once; the session that it gives lasts `lasts` milliseconds."""

    token: bytes
    name: str
    at: int
    expires: int
    lasts: int


class TakeOperatorLink(NamedTuple):
    """Uses up a link to begin a session with this secret; `NoOffer` if the link is unknown or has expired."""

    token: bytes
    session: bytes
    at: int


class DropOperatorSession(NamedTuple):
    """Ends a session."""

    token: bytes


class DropOperatorLink(NamedTuple):
    """Withdraws a link that nobody has opened."""

    token: bytes


class LogOperator(NamedTuple):
    """Adds a line to the log of what operators did."""

    at: int
    operator: str
    action: str
    target: str = ""  # a table, a network, a limit, a text
    person: str | None = None
    reason: str = ""


class AddRestriction(NamedTuple):
    """Mutes or blocks a person, or blocks a network, until a time or until it is ended."""

    id: str
    kind: RestrictionKind
    person: str | None
    network: str
    at: int
    until: int | None
    operator: str
    reason: str


class DropRestriction(NamedTuple):
    """Ends a restriction."""

    id: str


class AddAnnouncement(NamedTuple):
    """Adds a text that everybody sees until a time or until it is removed."""

    id: str
    text: str
    at: int
    until: int | None
    operator: str


class DropAnnouncement(NamedTuple):
    """Removes an announcement."""

    id: str


class SetLimit(NamedTuple):
    """Sets a limit of the server, instead of what it was started with."""

    name: str
    value: int
    at: int
    operator: str


class ResetLimit(NamedTuple):
    """Makes a limit what the server was started with."""

    name: str


class HandleReport(NamedTuple):
    """Marks a report as done, with what was done."""

    table: str
    number: int
    at: int
    operator: str
    outcome: str


class AddOrder(NamedTuple):
    """Adds something that the server which runs the tables has to do: close one, or free a person's seats."""

    id: str
    kind: OrderKind
    table: str  # '': every table
    person: str
    at: int


class DropOrder(NamedTuple):
    """Deletes an order that was carried out."""

    id: str


class KeepFigures(NamedTuple):
    """Keeps the current figures of a process, as JSON."""

    process: str
    at: int
    body: bytes


class DropFigures(NamedTuple):
    """Deletes the figures of a process that stops."""

    process: str


class OperatorLink(NamedTuple):
    """A link that nobody has opened yet, as stored."""

    token: bytes
    name: str
    created: int
    expires: int


class OperatorSession(NamedTuple):
    """A session of an operator as stored."""

    token: bytes
    name: str
    created: int
    expires: int


class OperatorLine(NamedTuple):
    """A line of the operators' log; the name is that of the person now."""

    number: int
    at: int
    operator: str
    action: str
    target: str
    person: str | None
    name: str | None
    reason: str


class Restriction(NamedTuple):
    """A restriction as stored, with the person's name."""

    id: str
    kind: RestrictionKind
    person: str | None
    name: str | None
    network: str
    at: int
    until: int | None
    operator: str
    reason: str


class Announcement(NamedTuple):
    """An announcement as stored."""

    id: str
    text: str
    at: int
    until: int | None
    operator: str


class ChangedLimit(NamedTuple):
    """A limit that an operator has set."""

    name: str
    value: int
    at: int
    operator: str


class Order(NamedTuple):
    """An order as stored."""

    id: str
    kind: OrderKind
    table: str
    person: str
    at: int


class Figures(NamedTuple):
    """The figures of a process as stored."""

    process: str
    at: int
    body: bytes


class PersonLine(NamedTuple):
    """A person in the operator's list; `reports`: how many of their chat lines were reported."""

    id: str
    name: str
    created: int
    seen: int
    reports: int
