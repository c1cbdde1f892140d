"""Operations and rows about evenings."""

from __future__ import annotations

from typing import NamedTuple


class AddEvening(NamedTuple):
    """An evening is open."""

    id: str
    at: int


class AddEveningEntry(NamedTuple):
    """An entry, a JSON object, stands in the journal of its evening; refused unless it follows the last one."""

    evening: str
    number: int
    at: int
    body: bytes


class JoinEvening(NamedTuple):
    """The person finds the evening among their own."""

    evening: str
    person: str
    member: int


class SeatEvening(NamedTuple):
    """The match is of this round (from 0) of an evening: its record is shown once the round is over."""

    match: str
    evening: str
    round: int


class UnsealRound(NamedTuple):
    """The records of a round (from 0) of an evening may be shown: all of its tables are done."""

    evening: str
    round: int


class CloseEvening(NamedTuple):
    """The evening is over; its journal stays as long as those of closed tables."""

    id: str
    at: int


class EveningStanding(NamedTuple):
    """The number of an evening's last entry, and how often older ones were changed since somebody was forgotten."""

    number: int
    revision: int
