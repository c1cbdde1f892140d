"""Proves from a view which places a card can still take in a trick of Seven Prophecies.

A player who is still to come either follows the lead suit or holds none of it. For each combination of suits that
the remaining players could play, a consistent deal exists or not; if one does, they can play any unseen cards of
these suits, because a deal stays consistent when two cards of a suit are swapped.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING

from foretold.games.unknown import Unknown, seven_unknown

if TYPE_CHECKING:
    from foretold.games.seven.view import SevenView

SUITS = 4
OTHER = 4  # any suit except the lead


def possible_places(view: SevenView) -> tuple[tuple[int, ...], ...]:
    """Returns for each legal card the places, ascending, that it can have once the current trick is complete."""
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
    places = []
    for action in view.legal:
        index = game.index[action]
        first = 1 + sum([other > strengths[action] + order for other in others])
        # A card of the lead suit loses to higher ones of it; any other to the whole lead suit and to numbers as high.
        over = game.above[index] if follows else game.column[game.number_of[index] - 1] | game.suit_masks[lead]
        places.append(tuple(sorted({first + count for count in _beaten(ways, unknown, over)})))
    return tuple(places)


def _ways(unknown: Unknown, waiting: list[int], lead: int, suits: Iterable[int]) -> set[tuple[int, ...]]:
    """Returns how many of the remaining players can play each suit, in all ways for which a consistent deal exists."""
    ways = set()
    for played in product(suits, repeat=len(waiting)):
        held = tuple([(group, suit) for group, suit in zip(waiting, played, strict=True) if suit != OTHER])
        void = tuple([(group, lead) for group, suit in zip(waiting, played, strict=True) if suit != lead])
        if unknown.fits(held, void):
            ways.add(tuple([played.count(suit) for suit in range(SUITS)]))
    return ways


def _beaten(ways: set[tuple[int, ...]], unknown: Unknown, over: int) -> set[int]:
    """Returns the possible numbers of remaining players who beat a card that the cards `over` beat."""
    higher = [(mask & over).bit_count() for mask in unknown.suits]
    lower = [(mask & ~over).bit_count() for mask in unknown.suits]
    counts: set[int] = set()
    for way in ways:
        least = sum([max(0, count - below) for count, below in zip(way, lower, strict=False)])
        most = sum([min(count, above) for count, above in zip(way, higher, strict=False)])
        counts.update(range(least, most + 1))
    return counts
