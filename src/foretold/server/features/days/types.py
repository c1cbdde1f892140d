"""Request and answer types of tables by days."""

from __future__ import annotations

from typing import Annotated

import msgspec

from foretold.server.protocol.messages import Notation, SeatNumber

Decision = Annotated[int, msgspec.Meta(ge=0)]


class PlannedCard(msgspec.Struct, frozen=True):
    """A card that I have chosen in advance for this decision of a seat of mine."""

    seat: int
    decision: int
    action: str


class Plans(msgspec.Struct, frozen=True):
    """What is played for me at a table by days: forced cards, and the cards that I have chosen in advance."""

    forced: bool
    cards: tuple[PlannedCard, ...]


class NewPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card to play when the turn comes, for this decision of a seat; without an action the choice is withdrawn."""

    seat: SeatNumber
    decision: Decision
    action: Notation = ""


class ForcedWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether my forced cards at a table are to be played by themselves."""

    forced: bool
