"""Operations and rows about tables by days: cards chosen in advance, and forced cards that are played by themselves."""

from __future__ import annotations

from typing import NamedTuple


class PlanCard(NamedTuple):
    """Keeps the card that a person chose in advance for this decision of a seat; an earlier choice is replaced."""

    table: str
    seat: int
    person: str
    decision: int
    action: str
    at: int


class DropPlan(NamedTuple):
    """Drops what was chosen in advance for a seat, for this decision or an earlier one."""

    table: str
    seat: int
    decision: int


class DropPlans(NamedTuple):
    """Drops everything that was chosen in advance at a table."""

    table: str


class PlayForced(NamedTuple):
    """Notes that forced cards of a person at a table are played by themselves."""

    table: str
    person: str
    at: int


class AskForced(NamedTuple):
    """Notes that a person plays forced cards at a table themselves."""

    table: str
    person: str


class KeptPlan(NamedTuple):
    """A card chosen in advance, as stored."""

    table: str
    seat: int
    person: str
    decision: int
    action: str
    at: int
