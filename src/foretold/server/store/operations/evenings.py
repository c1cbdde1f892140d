"""Operations and rows about evenings."""

from __future__ import annotations

from typing import NamedTuple


class AddEvening(NamedTuple):
    """Adds an open evening."""

    id: str
    at: int


class AddEveningEntry(NamedTuple):
    """Appends an entry, a JSON object, to an evening's journal; refused unless it follows the last one."""

    evening: str
    number: int
    at: int
    body: bytes


class JoinEvening(NamedTuple):
    """Lists the evening among the person's own."""

    evening: str
    person: str
    member: int


class SeatEvening(NamedTuple):
    """Assigns a match to a round (from 0) of an evening; its record is hidden until the round is over."""

    match: str
    evening: str
    round: int


class UnsealRound(NamedTuple):
    """Reveals the records of a round (from 0) of an evening: all of its tables are done."""

    evening: str
    round: int


class CloseEvening(NamedTuple):
    """Closes the evening; its journal is kept as long as those of closed tables."""

    id: str
    at: int


class EveningStanding(NamedTuple):
    """The number of an evening's last entry, and how often older ones were anonymised."""

    number: int
    revision: int
