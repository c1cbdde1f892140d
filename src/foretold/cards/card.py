"""Cards and decks. A card is its notation: `Card("B11")` prints, compares and serialises as B11."""

from __future__ import annotations

SPECIALISTS = ("Jaguar", "Monkey", "Shaman", "Lizard")


class Notation(str):
    """Frozen string subclass: the text is the notation, the attributes are its parsed parts."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str.__repr__(self)})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str.__str__(self),)


class Card(Notation):
    """One card: a suit letter and a number, or a Specialist (suit and number are None)."""

    __slots__ = ("number", "suit")

    suit: str | None
    number: int | None

    def __new__(cls, text: str) -> Card:
        card = super().__new__(cls, text)
        specialist = text in SPECIALISTS
        object.__setattr__(card, "suit", None if specialist else text[0])
        object.__setattr__(card, "number", None if specialist else int(text[1:]))
        return card


def suited_deck(suits: str, numbers: int) -> tuple[Card, ...]:
    """Returns the suited cards in deck order (ALL-6): suits as given, numbers ascending."""
    return tuple(Card(f"{suit}{number}") for suit in suits for number in range(1, numbers + 1))
