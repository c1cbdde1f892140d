"""What can come of a card in a trick of Seven Prophecies, proved from a view: the places that are not ruled out.

Who plays later follows the lead suit or holds none of it. For each way in which the waiting seats could be void some
deal fits or none does; then whoever follows can play any unseen card of the lead suit, and who does not any other that
its hand can hold.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from foretold.games.unknown import Unknown, seven_unknown

if TYPE_CHECKING:
    from foretold.games.seven.view import SevenView


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
    splits = _splits(unknown, waiting, lead)
    found = []
    for action in view.legal:
        index = game.index[action]
        first = 1 + sum([other > strengths[action] + order for other in others])
        if game.suit_of[index] == lead:
            higher = (unknown.suits[lead] & game.above[index]).bit_count()
            beaten = _followed(splits, len(waiting), higher, unknown.suits[lead].bit_count() - higher)
        else:
            over = game.column[game.number_of[index] - 1]  # of the same number the later one is stronger
            beaten = _discarded(splits, len(waiting), unknown, over, lead)
        found.append(tuple(sorted({first + count for count in beaten})))
    return tuple(found)


def _splits(unknown: Unknown, waiting: list[int], lead: int) -> list[tuple[int, ...]]:
    """The groups among those who wait that can be void of the lead suit while the rest of them follow."""
    found = []
    for count in range(len(waiting) + 1):
        for void in combinations(waiting, count):
            held = tuple([(group, lead) for group in waiting if group not in void])
            if unknown.fits(held, tuple([(group, lead) for group in void])):
                found.append(void)
    return found


def _followed(splits: list[tuple[int, ...]], waiting: int, higher: int, lower: int) -> set[int]:
    """How many who wait can beat a card of the lead suit: only who follows can, by one of the higher cards."""
    found: set[int] = set()
    for void in splits:
        follow = waiting - len(void)
        found.update(range(max(0, follow - lower), min(follow, higher) + 1))
    return found


def _discarded(splits: list[tuple[int, ...]], waiting: int, unknown: Unknown, over: int, lead: int) -> set[int]:
    """How many who wait can beat a card of another suit: all who follow do, the others by a number as high."""
    found: set[int] = set()
    for void in splits:
        takes = [unknown.takes[group] & ~(1 << lead) for group in void]
        least = len(void) - _served(takes, [(mask & ~over).bit_count() for mask in unknown.suits])
        most = _served(takes, [(mask & over).bit_count() for mask in unknown.suits])
        follow = waiting - len(void)
        found.update(range(follow + least, follow + most + 1))
    return found


def _served(takes: list[int], counts: list[int]) -> int:
    """How many groups can have a card each, of so many by suit, by the suits that they take."""
    missing = 0
    for chosen in range(1, 1 << len(takes)):
        some = [each for at, each in enumerate(takes) if chosen >> at & 1]
        suits = 0
        for each in some:
            suits |= each
        missing = max(missing, len(some) - sum([count for suit, count in enumerate(counts) if suits >> suit & 1]))
    return len(takes) - missing
