"""Names of cards and actions, and number formats, in every language."""

from __future__ import annotations

from foretold import i18n
from foretold.cards import Action, Bid, Card, Play, Surrender


def card_name(language: str, game: str, card: Card) -> str:
    """Returns the name of a card: Potion 4, 薬4; Jaguar."""
    if card.suit is None:
        return i18n.say(language, f"specialist.{card}")
    suit = i18n.suit_name(language, game, card.suit)
    return i18n.say(language, "coach.card", suit=suit, number=card.number)


def action_name(language: str, game: str, action: Action) -> str:
    """Returns an action by the names of its cards; a prophecy as its numbers."""
    if isinstance(action, Surrender):
        return i18n.say(language, "coach.surrender")
    if isinstance(action, Bid):
        return " + ".join(card_name(language, game, card) for card in action.cards)
    if not isinstance(action, Play):
        return str(action)
    card = card_name(language, game, action.card)
    if action.names is None:
        return card
    return i18n.say(language, "coach.names", card=card, suit=i18n.suit_name(language, game, action.names))


def percent(share: float, digits: int = 1) -> str:
    """Formats a share of the match."""
    return f"{100 * share + 0.0:.{digits}f}%".replace("-", "−")


def signed_figure(figure: float, digits: int = 1) -> str:
    """Formats a figure with its sign."""
    text = f"{figure + 0.0:.{digits}f}"
    return text.replace("-", "−") if figure < 0 else f"+{text}"
