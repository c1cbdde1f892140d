"""Operations and rows about tables: journals and links to seats."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

LinkKind: TypeAlias = Literal["move", "bot"]


class AddTable(NamedTuple):
    """Adds an open table; `block` identifies the address block it counts against, in a cluster."""

    id: str
    at: int
    block: str = ""


class AddEntry(NamedTuple):
    """Appends an entry, a JSON object, to a table's journal; refused unless it follows the last one."""

    table: str
    number: int
    at: int
    body: bytes


class CloseTable(NamedTuple):
    """Closes a table; its journal stays until it is dropped."""

    id: str
    at: int


class DropTable(NamedTuple):
    """Deletes a table, its journal and its links; records of its matches stay."""

    id: str


class AddLink(NamedTuple):
    """Adds a link to a seat; it is deleted with its table or its person."""

    token: bytes
    kind: LinkKind
    table: str
    seat: int
    expires: int | None = None
    person: str | None = None


class DropLink(NamedTuple):
    """Deletes a link."""

    token: bytes


class KeptEntry(NamedTuple):
    """An entry of a journal as stored, and in a cluster the process that wrote it."""

    number: int
    at: int
    body: bytes
    writer: str = ""


class NamingEntry(NamedTuple):
    """An entry of a journal that names a person, and its table."""

    table: str
    number: int
    at: int
    body: bytes


class Link(NamedTuple):
    """A link as stored; the caller checks whether it has expired."""

    kind: LinkKind
    table: str
    seat: int
    expires: int | None
    person: str | None
