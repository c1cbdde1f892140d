"""Housekeeping operations, and the errors of a write."""

from __future__ import annotations

from typing import NamedTuple


class Alive(NamedTuple):
    """Notes that the server runs at that time."""

    at: int


class Expire(NamedTuple):
    """Deletes people not seen for so long whom no open table names, and drops tables closed for so long."""

    now: int
    people_after: int
    tables_after: int


class DropIdle(NamedTuple):
    """Deletes people last seen between two times who never did anything, at most so many."""

    since: int
    before: int
    most: int


class Conflict(Exception):
    """Another process has written an entry with this number, so nothing of the call is stored."""


class TooNew(ValueError):
    """An entry of a newer version that this process can't read."""
