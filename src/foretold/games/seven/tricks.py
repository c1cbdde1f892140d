"""One trick of Seven Prophecies: its places, and why a card may not be played in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foretold.cards import Card
from foretold.errors import IllegalAction
from foretold.games.refusals import refuse_foreign
from foretold.views import Took

if TYPE_CHECKING:
    from foretold.games.seven.game import SevenGame


def trick_places(game: SevenGame, lead: int, trick: tuple[Took, ...]) -> tuple[int, ...]:
    """Returns the place of every seat that has played, by seat (SP1-8); 0 for the others."""
    places = [0] * game.players
    leading = game.strengths[lead]
    ranked = sorted([8 * (leading[action] + order) + seat for order, (seat, action) in enumerate(trick)], reverse=True)
    place = 1
    for strength_and_seat in ranked:
        places[strength_and_seat & 7] = place
        place += 1
    return tuple(places)


def refuse_play(game: SevenGame, hand: int, lead: int, card: Card) -> IllegalAction:
    """Returns why a card may not be played in a trick with this lead suit (ALL-2 or SP1-7)."""
    if not hand & game.bits[card]:
        return refuse_foreign(game.name, card)
    values = {"suit": game.title.suits[lead]}
    return IllegalAction("must-follow", values, clause=game.edition.clauses["follow"], game=game.name)
