"""The hidden information of a seat: the unseen cards, and the groups that hold them.

Unseen cards belong to *groups*: the other hands, their face-down bids, the cards set aside. A group holds a known
number of cards and takes only some suits (Specialists count as a fifth suit): a proven void closes a suit to a hand,
a bid takes no Specialist. The deals consistent with what the seat knows are exactly the ways to fill the groups.
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
    """The hidden information of a seat: unseen cards by suit, and the groups that hold them."""

    suits: tuple[int, ...]  # masks of unseen cards, by suit
    places: tuple[int, ...]  # by group: the number of cards it holds
    takes: tuple[int, ...]  # by group: the suits it can hold, as bits

    def fits(self, held: tuple[tuple[int, int], ...] = (), void: tuple[tuple[int, int], ...] = ()) -> bool:
        """True if a deal exists in which each group of `held` has a card of its suit and each group of `void` has
        none.

        For every set of suits, there must be at least as many places that take one of these suits as there are cards
        of them; by Hall's theorem this suffices.
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
        needed = [(0, 0)]  # for each set of suits, as bits: the number of places needed
        for suit, count in enumerate(counts):
            if count:
                needed += [(suits | 1 << suit, need + count) for suits, need in needed]
        rooms = [(group, room) for group, room in zip(takes, places, strict=True) if room]
        return all(need <= sum([room for group, room in rooms if group & suits]) for suits, need in needed)


def void_bits(view: SevenView | ProphecyView) -> list[int]:
    """Returns by seat the suits, as bits, that it provably does not hold."""
    suits = view.rules.title.suits
    return [sum([1 << suits.index(letter) for letter in letters]) for letters in view.voids]


def seven_unknown(view: SevenView) -> Unknown:
    """Returns what a seat of Seven Prophecies does not know: other hands in seat order, then the cards aside."""
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
    """Returns the seats whose face-down bids are groups of the unknown."""
    unknown = [seat for seat in range(view.players) if seat != view.seat and view.bids[seat] is None]
    return () if view.phase == "bid" else tuple(unknown)


def prophecy_unknown(view: ProphecyView) -> Unknown:
    """Returns what a seat of Prophecy does not know: other hands in seat order, `hidden_bids`, then the cards aside."""
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
        not_told = (
            view.phase == "bid" and view.bids[seat] is None
        )  # a face-down bid reveals nothing: treated as not made yet
        places.append(game.hand_size if not_told else view.tricks_left - (seat in played))
        takes.append(ANY_SUIT & ~voids[seat])
    hidden = len(hidden_bids(view))
    places += [game.bid_size] * hidden
    takes += [NO_SPECIALIST] * hidden
    aside = unseen.bit_count() - sum(places)
    suits = (*(unseen & mask for mask in game.suit_masks), unseen & game.specialists)
    return Unknown(suits, (*places, aside), (*takes, ANY_SUIT))
