"""Sense for Seven Prophecies: how likely a card takes each place, and which place is still wanted."""

from __future__ import annotations

from collections.abc import Sequence

from foretold.cards import Action, Card, Prophesy
from foretold.games.seven.view import SevenView

KEEP = 0.8  # how much a card's use in a later trick counts against playing it now


class Odds:
    """Chances of places, from what the seat knows: unseen cards, voids, how many cards each hand holds."""

    def __init__(self, view: SevenView) -> None:
        self.view = view
        self.places = view.players
        self.unseen: dict[str, list[int]] = {}
        for card in view.unseen:
            self.unseen.setdefault(str(card.suit), []).append(int(card.number or 0))
        self.total = max(1, len(view.unseen))
        self.numbers = [number for numbers in self.unseen.values() for number in numbers]
        self._follows: dict[tuple[int, str], float] = {}

    def follows(self, seat: int, suit: str) -> float:
        """The chance that the seat holds a card of the suit."""
        found = self._follows.get((seat, suit))
        if found is None:
            share = len(self.unseen.get(suit, ())) / self.total
            cards = self.view.tricks_left
            found = 0.0 if suit in self.view.voids[seat] else 1.0 - (1.0 - share) ** cards
            self._follows[seat, suit] = found
        return found

    def beaten(self, seat: int, card: Card, lead: str) -> float:
        """The chance that the seat, still to play, plays a stronger card."""
        follows = self.follows(seat, lead)
        if card.suit == lead:
            rivals = self.unseen.get(lead, ())
            return follows * _share_above(rivals, int(card.number or 0)) if rivals else 0.0
        return follows + (1.0 - follows) * _share_above(self.numbers, int(card.number or 0) - 1)

    def chances(self, card: Card, lead: str, stronger: int, seats: Sequence[int]) -> list[float]:
        """By place, from 1st: the chance that the card takes it, given `stronger` cards and the seats still to play."""
        chances = [0.0] * self.places
        chances[stronger] = 1.0
        for seat in seats:
            beaten = self.beaten(seat, card, lead)
            for place in range(self.places - 1, 0, -1):
                chances[place] += (chances[place - 1] - chances[place]) * beaten
            chances[0] *= 1.0 - beaten
        return chances


def _share_above(numbers: Sequence[int], number: int) -> float:
    return sum([each > number for each in numbers]) / len(numbers) if numbers else 0.0


def prophesy(view: SevenView) -> Action:
    """The split nearest to the places that the hand promises."""
    odds = Odds(view)
    others = [seat for seat in range(view.players) if seat != view.seat]
    leads = [face[0] for face in view.future]
    expected = [0.0] * view.players
    spare: list[Card] = []
    gaps: list[str] = []
    for suit in dict.fromkeys(leads):
        held = [card for card in view.hand if card.suit == suit]
        times = leads.count(suit)
        used = _extremes(held, times)
        spare += [card for card in held if card not in used]
        gaps += [suit] * (times - len(used))
        for card in used:
            expected = _add(expected, odds.chances(card, suit, 0, others))
    spare += [card for card in view.hand if card.suit not in leads]
    for card, lead in zip(spare, gaps, strict=False):
        expected = _add(expected, odds.chances(card, lead, 0, others))
    tokens = [0] * view.players
    for _ in range(7):
        place = max(range(view.players), key=lambda each: expected[each] - tokens[each])
        tokens[place] += 1
    return Prophesy.of(tuple(tokens))


def _add(a: list[float], b: list[float]) -> list[float]:
    return [x + y for x, y in zip(a, b, strict=True)]


def _extremes(cards: list[Card], count: int) -> list[Card]:
    """The cards whose places are surest: highest and lowest in turn."""
    left = list(cards)
    found: list[Card] = []
    while left and len(found) < count:
        found.append(left.pop() if len(found) % 2 == 0 else left.pop(0))
    return found


def play(view: SevenView) -> Action:
    """The card most likely to meet a token now and least likely to be needed for one later."""
    assert view.seat is not None
    assert view.lead is not None
    odds = Odds(view)
    left = view.left[view.seat]
    waiting = [(view.seat + i) % view.players for i in range(1, view.players - len(view.trick))]
    others = [seat for seat in range(view.players) if seat != view.seat]
    later = [face[0] for face in view.future[len(view.tricks) + 1 :]]

    def worth(chances: list[float]) -> float:
        return sum(chance for chance, tokens in zip(chances, left, strict=True) if tokens)

    def value(action: Action, place: int) -> float:
        card = Card(action)
        now = worth(odds.chances(card, str(view.lead), place - 1, waiting))
        suits = [str(card.suit)] if card.suit in later else sorted(set(later))
        then = max((worth(odds.chances(card, suit, 0, others)) for suit in suits), default=0.0)
        return now - KEEP * then

    outlooks = view.outlooks()
    return max(outlooks, key=lambda outlook: value(outlook.action, outlook.place)).action
