"""Operations and rows about people who would like to play."""

from __future__ import annotations

from typing import NamedTuple


class KeepSeeker(NamedTuple):
    """Stores what a person would like to play, or replaces it; when they were last notified stays as it is.

    Games are separated and enclosed by spaces. `calls`: notifications a day at most; quiet hours are minutes of the
    local day in the time zone, from and to the same for none.
    """

    person: str
    games: str
    live: int
    days: int
    until: int  # listed until then; 0: not listed
    calls: int
    quiet_from: int
    quiet_to: int
    zone: str
    at: int


class DropSeeker(NamedTuple):
    """Removes a person from those who would like to play."""

    person: str


class ClaimSeeker(NamedTuple):
    """Notes that a person is notified now, unless they have been since `before`; the claim says by whom."""

    person: str
    before: int
    at: int
    claim: str


class KeptSeeker(NamedTuple):
    """A person who would like to play, as stored; `called` is when they were last notified of a new table."""

    person: str
    games: str
    live: int
    days: int
    until: int
    calls: int
    quiet_from: int
    quiet_to: int
    zone: str
    since: int
    called: int


class ListedSeeker(NamedTuple):
    """A person on the list of those who would like to play."""

    person: str
    name: str
    games: str
    live: int
    days: int
    since: int
