"""Refusals shared by all titles (ALL-1 … ALL-4), for states and views alike."""

from __future__ import annotations

from typing import Protocol

from foretold.cards import Action, Bid, Card, Prophesy
from foretold.errors import IllegalAction


class Moment(Protocol):
    """The part of a position that states and views have in common."""

    @property
    def over(self) -> bool: ...
    @property
    def phase(self) -> str: ...
    @property
    def actors(self) -> tuple[int, ...]: ...
    @property
    def chosen(self) -> tuple[int, ...]: ...


def refuse_turn(game: str, players: int, moment: Moment, seat: int, action: Action | Card) -> IllegalAction | None:
    """Returns why the seat may not take this kind of action now, or None if it may."""
    phase = moment.phase
    if moment.over:
        return IllegalAction("match-over", clause="ALL-4", game=game)
    if type(seat) is not int or not 0 <= seat < players:
        return IllegalAction("no-such-seat", {"found": str(seat), "last": players - 1}, clause="ALL-1", game=game)
    if phase == "deal":
        return IllegalAction("wait-for-deal", clause="ALL-1", game=game)
    if phase != "tricks" and seat in moment.chosen:
        return IllegalAction(f"{phase}-stands", clause="ALL-3", game=game)
    if seat not in moment.actors:
        reason = "not-your-turn" if phase == "tricks" else "open-bids-first"
        return IllegalAction(reason, {"seats": list(moment.actors)}, clause="ALL-1", game=game)
    kind = "prophecy" if isinstance(action, Prophesy) else "bid" if isinstance(action, Bid) else "tricks"
    if kind != phase:
        reason = f"{phase}-first" if kind == "tricks" else f"{kind}-is-over"
        return IllegalAction(reason, clause="ALL-3", game=game)
    return None


def refuse_foreign(game: str, card: Card) -> IllegalAction:
    """Returns the refusal of a card that the seat does not hold."""
    return IllegalAction("not-in-hand", {"card": str(card)}, clause="ALL-2", game=game)
