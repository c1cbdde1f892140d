"""Operations and rows about tables: journals and links to seats."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

LinkKind: TypeAlias = Literal["move", "bot"]


class AddTable(NamedTuple):
    """A table is open; `block` counts it among those from one block of addresses where several processes do so."""

    id: str
    at: int
    block: str = ""


class AddEntry(NamedTuple):
    """An entry, a JSON object, stands in the journal of its table; refused unless it follows the last one."""

    table: str
    number: int
    at: int
    body: bytes


class CloseTable(NamedTuple):
    """The table is closed; its journal stays until it is dropped."""

    id: str
    at: int


class DropTable(NamedTuple):
    """The table, its journal and its links are gone; records of its matches stay."""

    id: str


class AddLink(NamedTuple):
    """A link leads to a seat; it goes with its table, and with the person it belongs to."""

    token: bytes
    kind: LinkKind
    table: str
    seat: int
    expires: int | None = None
    person: str | None = None


class DropLink(NamedTuple):
    """The link is gone."""

    token: bytes


class KeptEntry(NamedTuple):
    """An entry of a journal, and which process wrote it where several do."""

    number: int
    at: int
    body: bytes
    writer: str = ""


class NamingEntry(NamedTuple):
    """An entry of a journal that names somebody, and its table."""

    table: str
    number: int
    at: int
    body: bytes


class Link(NamedTuple):
    """A link as stored; whether it has expired is for the caller to say."""

    kind: LinkKind
    table: str
    seat: int
    expires: int | None
    person: str | None
