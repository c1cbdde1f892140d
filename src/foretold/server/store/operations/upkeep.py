"""Housekeeping operations, and the errors of a write."""

from __future__ import annotations

from typing import NamedTuple


class Alive(NamedTuple):
    """The server was known to run at that time."""

    at: int


class Expire(NamedTuple):
    """Who was not seen for so long is forgotten, unless an open table names them; tables closed so long are dropped."""

    now: int
    people_after: int
    tables_after: int


class DropIdle(NamedTuple):
    """People who were last seen between two times and never did anything are dropped, so many at most."""

    since: int
    before: int
    most: int


class Conflict(Exception):
    """Another process has written an entry with this number: nothing of the call is there."""


class TooNew(ValueError):
    """An entry of a version that this process does not know."""
