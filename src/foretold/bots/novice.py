"""The bot for a first match: it makes the mistakes of people who are new to the game.

It counts no cards, forgets who could not follow, saves no card for later tricks of Seven Prophecies, and takes high
cards for sure winners and low ones for sure losers.
"""

from __future__ import annotations

from random import Random

from foretold.bots import prophecy_greedy, seven_greedy
from foretold.cards import Action, Card, Prophesy
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.edition import PROPHECIES
from foretold.games.seven.view import SevenView
from foretold.views import View


class NoviceBot:
    """Chooses as a beginner would."""

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """Returns an action of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        assert isinstance(view, SevenView | ProphecyView)
        unseen = view.rules.whole & ~view.rules.mask(view.hand)  # counts no cards
        if isinstance(view, SevenView):
            if view.phase == "prophecy":
                return naive_prophecy(view)
            return seven_greedy.play(view, unseen=unseen, careless=True)
        if view.phase == "bid":
            return prophecy_greedy.bid(view, hopes=[naive_hope(card, view.trump) for card in view.hand])
        return prophecy_greedy.play(view, unseen=unseen, careless=True)


def naive_prophecy(view: SevenView) -> Action:
    """Expects high cards to come first, low ones last and others in between; uses the seven that look surest."""
    numbers = view.rules.numbers
    sure = sorted(view.hand, key=lambda card: -abs(2 * int(card.number or 0) - numbers - 1))
    tokens = [0] * view.players
    for card in sure[:PROPHECIES]:
        tokens[min(view.players - 1, int((numbers - int(card.number or 0)) * view.players / numbers))] += 1
    return Prophesy.of(tuple(tokens))


def naive_hope(card: Card, trump: str | None) -> float:
    """Counts a high card as a trick and any other as none."""
    if card.suit is None:
        return 1.0 if card in ("Jaguar", "Monkey") else 0.3
    return 1.0 if int(card.number or 0) >= (9 if card.suit == trump else 12) else 0.0
