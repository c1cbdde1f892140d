"""What can come of a card in a trick of Seven Prophecies, proved from a view: the places that are not ruled out.

Who plays later follows the lead suit or holds none of it. For each way in which the waiting seats could play suits some
deal fits or none does; where one does, they can play any unseen cards of these suits: a deal fits as well after two
cards of a suit have changed places.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING

from foretold.games.unknown import Unknown, seven_unknown

if TYPE_CHECKING:
    from foretold.games.seven.view import SevenView

SUITS = 4
OTHER = 4  # whatever suit but the lead


def possible_places(view: SevenView) -> tuple[tuple[int, ...], ...]:
    """For each own legal card the places, ascending, that it can have when the running trick is done."""
    assert view.seat is not None
    game, unknown = view.rules, seven_unknown(view)
    lead = game.title.suits.index(str(view.lead))
    strengths = game.strengths[lead]
    order = len(view.trick)
    others = [strengths[took.action] + at for at, took in enumerate(view.trick)]
    groups = [seat for seat in range(view.players) if seat != view.seat]
    waiting = [groups.index((view.seat + ahead) % view.players) for ahead in range(1, view.players - order)]
    follows = game.suit_of[game.index[view.legal[0]]] == lead  # then all legal cards do
    ways = _ways(unknown, waiting, lead, (lead, OTHER) if follows else range(SUITS))
    found = []
    for action in view.legal:
        index = game.index[action]
        first = 1 + sum([other > strengths[action] + order for other in others])
        # Higher cards beat one of the lead suit; all of the lead suit, and numbers as high, any other.
        over = game.above[index] if follows else game.column[game.number_of[index] - 1] | game.suit_masks[lead]
        found.append(tuple(sorted({first + count for count in _beaten(ways, unknown, over)})))
    return tuple(found)


def _ways(unknown: Unknown, waiting: list[int], lead: int, suits: Iterable[int]) -> set[tuple[int, ...]]:
    """How many of those who wait can play each of these suits, in all ways for which a deal fits."""
    found = set()
    for played in product(suits, repeat=len(waiting)):
        held = tuple([(group, suit) for group, suit in zip(waiting, played, strict=True) if suit != OTHER])
        void = tuple([(group, lead) for group, suit in zip(waiting, played, strict=True) if suit != lead])
        if unknown.fits(held, void):
            found.add(tuple([played.count(suit) for suit in range(SUITS)]))
    return found


def _beaten(ways: set[tuple[int, ...]], unknown: Unknown, over: int) -> set[int]:
    """How many of those who wait can beat a card that the cards `over` beat."""
    higher = [(mask & over).bit_count() for mask in unknown.suits]
    lower = [(mask & ~over).bit_count() for mask in unknown.suits]
    found: set[int] = set()
    for way in ways:
        least = sum([max(0, count - below) for count, below in zip(way, lower, strict=False)])
        most = sum([min(count, above) for count, above in zip(way, higher, strict=False)])
        found.update(range(least, most + 1))
    return found
