"""Proves from a view whether a card wins a trick of Prophecy, in every consistent deal and however the others play.

The proofs are simple and incomplete: a card may be sure to win or lose although its result is reported as open.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from foretold.cards import Action, Play
from foretold.games.primitives import NO_SUIT, SHAMAN, prophecy_lead, prophecy_strength
from foretold.games.unknown import prophecy_unknown

if TYPE_CHECKING:
    from foretold.games.prophecy.view import ProphecyView

SPECIALISTS = 4  # suit number of the Specialists in `Unknown`
NOTHING = 999  # greater than any strength


def certain_wins(view: ProphecyView) -> tuple[bool | None, ...]:
    """Returns for each legal action whether it wins the current trick, None if that is open."""
    trick = _Trick(view)
    return tuple([trick.wins(action) for action in view.legal])


class _Trick:
    """The current trick as the seat to play knows it."""

    def __init__(self, view: ProphecyView) -> None:
        from foretold.games.prophecy.state import trick_strengths

        assert view.seat is not None
        self.game, self.unknown = view.rules, prophecy_unknown(view)
        suits = self.game.title.suits
        self.trump = NO_SUIT if view.trump is None else suits.index(view.trump)
        strengths = trick_strengths(self.game, self.trump, view.trick)
        self.led = any(isinstance(took.action, Play) for took in view.trick)
        self.lead = NO_SUIT if view.lead is None else suits.index(view.lead)
        self.best, self.before = max(strengths, default=0), strengths[-1] if strengths else 0
        groups = [seat for seat in range(view.players) if seat != view.seat]
        after = range(1, view.players - len(view.trick))
        self.waiting = [groups.index((view.seat + ahead) % view.players) for ahead in after]
        self.fits, self.range = cache(self.unknown.fits), cache(self._range)

    def wins(self, action: Action) -> bool | None:
        """Returns whether the action wins the trick, None if that is open."""
        if not isinstance(action, Play):
            return False
        lead = self.lead
        card = self.game.index[action.card]
        if not self.led:
            named = NO_SUIT if action.names is None else self.game.title.suits.index(action.names)
            lead = prophecy_lead(card, named, self.trump)
        mine = prophecy_strength(card, lead, self.trump, self.before)
        if mine <= self.best:
            return False
        if not any(self._can_beat(group, lead, mine) for group in self.waiting):
            return True
        return False if any(self._must_beat(group, lead, mine) for group in self.waiting) else None

    def _range(self, suit: int, lead: int) -> tuple[int, int]:
        """Returns the least and the greatest strength of the unseen cards of a suit, ignoring the Shaman."""
        cards = [self.game.index[card] for card in self.game.cards(self.unknown.suits[suit])]
        strengths = [prophecy_strength(card, lead, self.trump, 0) for card in cards if card != SHAMAN]
        return min(strengths, default=NOTHING), max(strengths, default=0)

    def _beats(self, suit: int, lead: int, mine: int, group: int) -> tuple[bool, bool]:
        """Returns whether some unseen card of the suit, and whether every one, beats the card if this group plays
        it."""
        least, greatest = self.range(suit, lead)
        any_beats, all_beat = greatest > mine, least > mine
        if suit == SPECIALISTS and self.unknown.suits[suit] & self.game.shaman:
            on_mine = (
                group == self.waiting[0]
            )  # right after my card it beats mine; after another card that does not beat mine, neither does the Shaman
            return any_beats or on_mine, all_beat and on_mine
        return any_beats, all_beat

    def _can_beat(self, group: int, lead: int, mine: int) -> bool:
        """True if the group may hold, and then may play, a card that is stronger on its own."""
        for suit in {lead, self.trump, SPECIALISTS} - {NO_SUIT}:
            if self._beats(suit, lead, mine, group)[0]:
                void = ((group, lead),) if suit not in (lead, SPECIALISTS) and lead != NO_SUIT else ()
                if self.fits(((group, suit),), void):
                    return True
        return False

    def _must_beat(self, group: int, lead: int, mine: int) -> bool:
        """True if every card that the group may hold and play is stronger."""
        takes = self.unknown.takes[group]
        held = {suit for suit in range(5) if takes >> suit & 1 and self.unknown.suits[suit]}
        following = held & {lead, SPECIALISTS}
        if not all(self._beats(suit, lead, mine, group)[1] for suit in following):
            return False
        if lead != NO_SUIT and not self.fits((), ((group, lead),)):
            return True  # it can't be void of the lead suit
        return all(self._beats(suit, lead, mine, group)[1] for suit in held - following)
