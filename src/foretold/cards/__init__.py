"""Cards, decks, notation and chance."""

from foretold.cards.actions import PROPHECY_TEXT, Action, Bid, Play, Prophesy, Surrender
from foretold.cards.card import SPECIALISTS, Card, suited_deck
from foretold.cards.chance import Draws, Seed, seed_key

__all__ = [
    "PROPHECY_TEXT",
    "SPECIALISTS",
    "Action",
    "Bid",
    "Card",
    "Draws",
    "Play",
    "Prophesy",
    "Seed",
    "Surrender",
    "seed_key",
    "suited_deck",
]
