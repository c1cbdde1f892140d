"""Action numbers: the same number for the same action in every version (docs/adapters.md)."""

from __future__ import annotations

from functools import lru_cache
from operator import index
from typing import Any

from foretold.cards import Action, Bid
from foretold.errors import BadOption, IllegalAction
from foretold.games import Game
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.game import SevenGame


class Numbering:
    """The numbers of a game's actions: first the cards in deck order, then all other actions.

    A card's number plays it; while bids are laid, it adds the card to the bid.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.cards = len(game.deck)
        others: tuple[Action, ...] = ()
        if isinstance(game, SevenGame):
            others = game.prophecies
        elif isinstance(game, ProphecyGame):
            others = (*(play for group in game.naming.values() for play in group), game.surrender)
        self.actions: tuple[Action, ...] = (*(game.actions[str(card)] for card in game.deck), *others)
        self.count = len(self.actions)
        self.numbers: dict[str, int] = {str(action): number for number, action in enumerate(self.actions)}

    def checked(self, number: Any) -> int:
        """Returns the number as an int if there is such an action; else raises."""
        try:
            value = -1 if isinstance(number, bool) else index(number)
        except TypeError:
            value = -1
        if not 0 <= value < self.count:
            raise BadOption("action-number", {"found": str(number)[:40], "last": self.count - 1}, game=self.game.name)
        return value


@lru_cache(maxsize=64)
def numbering(game: Game) -> Numbering:
    """Returns the numbering of a game."""
    return Numbering(game)


def layable(game: ProphecyGame, hand: int, laid: tuple[int, ...]) -> int:
    """Returns the cards that may be laid next, as a mask: suited, after the last, with enough left behind (PR-4)."""
    rest = hand & ~game.specialists
    if laid:
        rest &= -2 << laid[-1]
    for _ in range(game.bid_size - len(laid) - 1):
        rest &= ~(1 << rest.bit_length() - 1)
    return rest


def refuse_laying(game: ProphecyGame, hand: int, laid: tuple[int, ...], card: int) -> IllegalAction:
    """Returns the reason why a card can't be laid next into a bid."""
    if not hand >> card & 1 or card in laid:
        return IllegalAction("not-in-hand", {"card": str(game.deck[card])}, clause="ALL-2", game=game.name)
    if game.specialists >> card & 1:
        values = {"specialist": str(game.deck[card])}
        return IllegalAction("no-specialist-in-bid", values, clause="PR-4", game=game.name)
    return IllegalAction("bid-ascending", {"size": game.bid_size}, clause="PR-4", game=game.name)


def bid_of(game: ProphecyGame, laid: tuple[int, ...]) -> Bid:
    """Returns the bid of cards that were laid one by one."""
    return Bid.of(tuple([game.deck[card] for card in laid]))
