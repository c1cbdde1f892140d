"""What a seat does not know: the unseen cards, and the groups that hold them.

Unseen cards go to *groups*: the hands of others, their face-down bids, the cards set aside. A group has so many free
places and takes some suits only (Specialists count as a fifth suit): a proven void closes a suit to a hand, a bid
takes no Specialist. Every way to put the cards there is a deal that fits what the seat knows, and there are no others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from foretold.games.prophecy.view import ProphecyView
    from foretold.games.seven.view import SevenView

SUITS = 5  # four, and the Specialists
ANY_SUIT = 0b11111
NO_SPECIALIST = 0b01111


class Unknown(NamedTuple):
    """What a seat does not know: unseen cards by suit, and the groups that hold them."""

    suits: tuple[int, ...]  # masks of unseen cards, by suit
    places: tuple[int, ...]  # by group: how many cards it holds
    takes: tuple[int, ...]  # by group: the suits, as bits, that it can hold

    def fits(self, held: tuple[tuple[int, int], ...] = (), void: tuple[tuple[int, int], ...] = ()) -> bool:
        """Whether a deal fits in which each group of `held` has a card of a suit for itself, and each of `void` none.

        As many cards as there are of some suits need as many places that take one of these suits: where that holds for
        all sets of suits, the cards can be dealt (Hall's theorem).
        """
        counts = [mask.bit_count() for mask in self.suits]
        places, takes = list(self.places), list(self.takes)
        for group, suit in void:
            takes[group] &= ~(1 << suit)
        for group, suit in held:
            if not takes[group] >> suit & 1 or not counts[suit] or not places[group]:
                return False
            counts[suit] -= 1
            places[group] -= 1
        needed = [(0, 0)]  # for each set of suits that are there, as bits, so many places
        for suit, count in enumerate(counts):
            if count:
                needed += [(suits | 1 << suit, need + count) for suits, need in needed]
        rooms = [(group, room) for group, room in zip(takes, places, strict=True) if room]
        return all(need <= sum([room for group, room in rooms if group & suits]) for suits, need in needed)


def void_bits(view: SevenView | ProphecyView) -> list[int]:
    """By seat the suits, as bits, that it is proven not to hold."""
    suits = view.rules.title.suits
    return [sum([1 << suits.index(letter) for letter in letters]) for letters in view.voids]


def seven_unknown(view: SevenView) -> Unknown:
    """What a seat of Seven Prophecies does not know: the hands of others in seat order, then the cards aside."""
    game = view.rules
    unseen = game.whole & ~(game.mask(view.gone) | game.mask(view.hand))
    voids = void_bits(view)
    played = {took.seat for took in view.trick}
    others = [seat for seat in range(view.players) if seat != view.seat]
    places = [view.tricks_left - (seat in played) for seat in others]
    takes = [ANY_SUIT & ~voids[seat] for seat in others]
    aside = unseen.bit_count() - sum(places)
    suits = (*(unseen & mask for mask in game.suit_masks), 0)
    return Unknown(suits, (*places, aside), (*takes, ANY_SUIT))


def hidden_bids(view: ProphecyView) -> tuple[int, ...]:
    """The seats whose face-down bids are groups of what is unknown."""
    unknown = [seat for seat in range(view.players) if seat != view.seat and view.bids[seat] is None]
    return () if view.phase == "bid" else tuple(unknown)


def prophecy_unknown(view: ProphecyView) -> Unknown:
    """What a seat of Prophecy does not know: hands of others in seat order, `hidden_bids`, then the cards aside."""
    game = view.rules
    own = None if view.seat is None else view.bids[view.seat]
    laid = 0 if own is None else game.mask(own.cards)
    unseen = game.whole & ~(game.mask(view.gone) | game.mask(view.hand) | laid)
    voids = void_bits(view)
    played = {took.seat for took in view.trick}
    places, takes = [], []
    for seat in range(view.players):
        if seat == view.seat:
            continue
        not_told = view.phase == "bid" and view.bids[seat] is None  # a face-down bid says nothing: as if not laid yet
        places.append(game.hand_size if not_told else view.tricks_left - (seat in played))
        takes.append(ANY_SUIT & ~voids[seat])
    hidden = len(hidden_bids(view))
    places += [game.bid_size] * hidden
    takes += [NO_SPECIALIST] * hidden
    aside = unseen.bit_count() - sum(places)
    suits = (*(unseen & mask for mask in game.suit_masks), unseen & game.specialists)
    return Unknown(suits, (*places, aside), (*takes, ANY_SUIT))
