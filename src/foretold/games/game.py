"""A game: one title with a player count and options. It creates states and parses notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from foretold.cards import PROPHECY_TEXT, Action, Card, Draws, Seed
from foretold.errors import NotationError
from foretold.games.titles import Setting, Title
from foretold.json_types import Json

if TYPE_CHECKING:
    from foretold.games.state import Deal, State

    AnyState = TypeVar("AnyState", bound=State)


class Game:
    """One title with a player count and options; games are equal if all three are.

    Registering a title again makes a different title, so caches keyed by game must not outlive it.
    """

    players: int
    deck: tuple[Card, ...]
    actions: dict[str, Action]  # every action except bids, by notation
    rounds: int | None  # the maximum of a match; None if it is unbounded
    tie_break: tuple[str, str]  # name and clause of the rule that picks the winners among seats with the highest total

    def __init__(self, title: Title, players: int, given: Mapping[str, Setting]) -> None:
        self.title = title
        self.name = title.name
        self.players = players
        self.given = dict(given)  # as given in the record
        self.options: dict[str, Setting] = {**title.defaults(given), **given}
        self.settings = tuple(self.options.items())
        self.seats = tuple(range(players))
        self.alone = tuple((seat,) for seat in self.seats)

    def _set_deck(self, deck: tuple[Card, ...]) -> None:
        self.deck = deck
        self.index = {str(card): i for i, card in enumerate(deck)}
        self.bits = {card: 1 << i for card, i in self.index.items()}
        self.card_of = {1 << i: str(card) for i, card in enumerate(deck)}
        self.whole = (1 << len(deck)) - 1
        self._eights = tuple(  # by group of eight cards in the deck: the cards of each 8-bit mask
            [tuple([card for i, card in enumerate(deck[at : at + 8]) if mask >> i & 1]) for mask in range(256)]
            for at in range(0, len(deck), 8)
        )
        numbers = [card.number or 0 for card in deck]
        self.above = tuple(  # by card: the higher cards of its suit
            sum(
                bit
                for other, bit in zip(deck, self.card_of, strict=True)
                if other.suit == card.suit and _over(other, card)
            )
            for card in deck
        )
        self.column = tuple(  # by number: the higher cards of all suits
            sum(bit for number, bit in zip(numbers, self.card_of, strict=True) if number > least)
            for least in range(max(numbers) + 1)
        )

    def mask(self, cards: Iterable[str]) -> int:
        """Returns the mask of these cards."""
        bits = self.bits
        return sum([bits[card] for card in cards])

    def cards(self, mask: int) -> tuple[Card, ...]:
        """Returns the cards of a mask, in deck order."""
        cards: tuple[Card, ...] = ()
        for eight in self._eights:
            cards += eight[mask & 255]
            mask >>= 8
        return cards

    def start(self, seed: Seed | None = None, first: int | None = None) -> State:
        """Returns the initial state; without a seed it waits for `deal`.

        `first`: who starts or deals in round 1; None: drawn from the seed by lot.
        """
        raise NotImplementedError

    @staticmethod
    def _begun(state: AnyState, seed: Seed | None, first: int | None) -> AnyState:
        return state if seed is None else state.seeded(seed, first)

    def draw_deal(self, key: bytes, number: int, before: Deal | None, first: int | None = None) -> Deal:
        """Draws the deal of round `number` (from 0) from the key; `before` is the previous deal.

        `first`: who starts or deals in round 0; None: drawn by lot.
        """
        raise NotImplementedError

    def read_deal(self, source: Mapping[str, Json], number: int, before: Deal | None) -> Deal:
        """Reads a record's deal and checks it against the rules."""
        raise NotImplementedError

    def redealt(self, deal: Deal, hands: tuple[int, ...]) -> Deal:
        """Returns the deal with other hands; all cards that are neither in a hand nor face up are set aside face
        down."""
        raise NotImplementedError

    def _draws(self, key: bytes, number: int, before: int | None, first: int | None) -> tuple[Draws, int]:
        """Returns the random stream of a round and its starter or dealer: in round 0 `first`, or by lot; then the left
        neighbour (SP1-2, PR-2).

        The lot is drawn in any case, so the cards are the same whoever starts or deals.
        """
        draws = Draws(key, number)
        if before is not None:
            return draws, (before + 1) % self.players
        lot = draws.below(self.players)
        return draws, lot if first is None else first

    def parse(self, text: str) -> Action:
        """Parses an action from its notation, without checking whether it is legal."""
        action = self.actions.get(text) if isinstance(text, str) else None
        return action if action is not None else self._parse_rare(text)

    def _parse_rare(self, text: str) -> Action:
        raise self.unreadable(text)

    def unreadable(self, text: object) -> NotationError:
        """Returns the error for text that is not an action of this game."""
        shown = text if isinstance(text, str) else repr(text)
        if len(shown) > 40:
            shown = shown[:39] + "…"
        if isinstance(text, str) and PROPHECY_TEXT.fullmatch(text):
            return NotationError("no-prophecies-here", {"text": shown}, game=self.name)
        return NotationError("unreadable", {"text": shown, "example": ", ".join(self.title.examples)}, game=self.name)

    def _identity(self) -> tuple[object, ...]:
        return self.title, self.players, tuple(sorted(self.given.items()))

    def __eq__(self, other: object) -> bool:
        return self._identity() == other._identity() if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.given.items())
        return f"foretold.load({self.name!r}, players={self.players}{options})"

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.name, self.players, self.given)


def _again(name: str, players: int, given: Mapping[str, Setting]) -> Game:
    from foretold.games import load

    return load(name, players, options=given)


def _over(card: Card, other: Card) -> bool:
    return card.suit == other.suit and (card.number or 0) > (other.number or 0)
