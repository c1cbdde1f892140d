"""The four kinds of action. Like a card, an action is its own notation."""

from __future__ import annotations

import re

from foretold.cards.card import Card, Notation

PROPHECY_TEXT = re.compile(r"(?:0|[1-9][0-9]?)(?:-(?:0|[1-9][0-9]?)){1,9}", re.ASCII)


class Action(Notation):
    """Base class of the four actions: Prophesy, Bid, Play and Surrender."""

    __slots__ = ()


class Prophesy(Action):
    """Tokens split over the places, 1st place first: `Prophesy("2-1-1-3")`."""

    __slots__ = ("tokens",)

    tokens: tuple[int, ...]

    def __new__(cls, text: str) -> Prophesy:
        action = super().__new__(cls, text)
        object.__setattr__(action, "tokens", tuple(int(part) for part in text.split("-")))
        return action

    @classmethod
    def of(cls, tokens: tuple[int, ...]) -> Prophesy:
        """Builds the prophecy that puts these numbers of tokens on 1st, 2nd, …"""
        return cls("-".join(map(str, tokens)))


class Bid(Action):
    """Cards set aside as a bid, in deck order: `Bid("S3+V4+E9")`."""

    __slots__ = ("cards",)

    cards: tuple[Card, ...]

    def __new__(cls, text: str) -> Bid:
        action = super().__new__(cls, text)
        object.__setattr__(action, "cards", tuple(Card(part) for part in text.split("+")))
        return action

    @classmethod
    def of(cls, cards: tuple[Card, ...]) -> Bid:
        """Builds the bid of these cards, which must be in deck order."""
        action = str.__new__(cls, "+".join(cards))
        object.__setattr__(action, "cards", cards)
        return action


class Play(Action):
    """A played card; a Monkey or Lizard that is led names a suit: `Play("Monkey:V")`."""

    __slots__ = ("card", "names")

    card: Card
    names: str | None

    def __new__(cls, text: str) -> Play:
        action = super().__new__(cls, text)
        card, _, names = text.partition(":")
        object.__setattr__(action, "card", Card(card))
        object.__setattr__(action, "names", names or None)
        return action


class Surrender(Action):
    """Giving up the lead when the Shaman is the only card in hand (PR-13)."""

    __slots__ = ()

    def __new__(cls, text: str = "surrender") -> Surrender:
        return super().__new__(cls, text)
