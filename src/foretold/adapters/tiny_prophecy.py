"""Tiny Prophecy, small enough to solve: two players, Sun and Spear 1–4, no Specialists, 3 cards each, one of them bid.

One round with Sun as trump and seat 0 as the dealer, so that seat 1 leads; two cards are set aside. Otherwise the rules
are those of Prophecy.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Self

from foretold.cards import Action, Bid, Seed
from foretold.games.prophecy.game import ProphecyDeal, ProphecyGame
from foretold.games.prophecy.state import ProphecyState
from foretold.games.state import Deal
from foretold.games.titles import TITLES


class TinyGame(ProphecyGame):
    """Prophecy with eight of its cards, which keep their deck positions, so actions keep their numbers."""

    first_dealer = 0

    def __init__(self) -> None:
        super().__init__(TITLES["prophecy"], 2, {})
        self.hand_size, self.bid_size, self.tricks = 3, 1, 2
        self.wheel = (0,)
        self.rounds = 1
        self.dealt_cards = tuple(card for card in self.deck if card.suit in ("S", "P") and (card.number or 0) <= 4)

    def start(self, seed: Seed | None = None, first: int | None = None) -> TinyState:
        """Returns the match at its start; without a seed it waits for a deal."""
        return self._begun(TinyState(self), seed, first)

    def read_deal(self, source: Mapping[str, Any], number: int, before: Deal | None) -> ProphecyDeal:
        """Reads a deal from an object written by this package."""
        hands = tuple(self.mask(hand) for hand in source["hands"])
        return ProphecyDeal(source["dealer"], self.wheel[number], hands, tuple(source["hidden"]))

    def _identity(self) -> tuple[Any, ...]:
        return "tiny", self.players, ()

    def __repr__(self) -> str:
        return "tiny()"

    def __reduce__(self) -> Any:
        return tiny, ()


class TinyState(ProphecyState):
    """A state of the tiny game; a bid of one card looks like the card, so the phase decides what an action means."""

    __slots__ = ()

    def apply(self, seat: int, action: Action | str) -> Self:
        """Returns the state after a seat's action."""
        if self.phase != "bid":
            return super().apply(seat, action)
        bid = Bid(str(action))
        if seat not in self.actors or not self._allows(seat, bid):
            raise self._refusal(seat, bid)
        return self._take(seat, bid)


@cache
def tiny() -> TinyGame:
    """Returns the tiny game."""
    return TinyGame()
