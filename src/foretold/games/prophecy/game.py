"""Prophecy: deck, deal, trump wheel and notation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from foretold.cards import SPECIALISTS, Action, Bid, Card, Play, Seed, Surrender, suited_deck
from foretold.errors import BadRecord, NotationError
from foretold.games.deals import card_mask, check_whole_deck, checked_hands, checked_seat
from foretold.games.game import Game
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.edition import ProphecyEdition
from foretold.games.titles import STANDARD, Setting, Title
from foretold.json_types import Json, JsonObject
from foretold.records import checked_texts, wrong_type
from foretold.views import SeenDeal

if TYPE_CHECKING:
    from foretold.games.prophecy.state import ProphecyState
    from foretold.games.state import Deal


@dataclass(frozen=True, slots=True)
class ProphecyDeal:
    """One round's deal; masks are over the deck, `trump` is a suit (0–3) or NO_SUIT."""

    first: int  # the dealer
    trump: int
    hands: tuple[int, ...]
    hidden: tuple[str, ...]
    seen: dict[int | None, SeenDeal] = field(default_factory=dict, init=False, repr=False, compare=False)

    def to_dict(self, game: Game) -> JsonObject:
        """Returns the JSON object of a record's deal event."""
        assert isinstance(game, ProphecyGame)
        return {
            "dealer": self.first,
            "trump": game.letter(self.trump),
            "hands": [[str(card) for card in game.cards(hand)] for hand in self.hands],
            "hidden": list(self.hidden),
        }


class ProphecyGame(Game):
    """Prophecy for 2 to 6 players, standard or short."""

    def __init__(self, title: Title, players: int, given: Mapping[str, Setting]) -> None:
        super().__init__(title, players, given)
        assert isinstance(title.edition, ProphecyEdition)
        edition = title.edition
        self.hand_size = edition.dealt[players]
        self.bid_size = edition.bid[players]
        self.bonus = edition.bonus[players]
        self.tricks = self.hand_size - self.bid_size
        self.course = edition.variants[str(self.options.get("variant", STANDARD))]
        wheel = tuple(title.suits.index(letter) for letter in str(self.options["wheel"]))
        self.wheel = (*wheel, NO_SUIT) if self.course.without_trump else wheel  # PR-18, PR-20
        self.rounds: int | None = len(self.wheel)
        self.tie_break = "rounds_fulfilled", "PR-17"
        self.early_bids = bool(self.options.get("early_bids"))  # PR-22
        numbers = edition.numbers
        self._set_deck((*suited_deck(title.suits, numbers), *map(Card, SPECIALISTS)))
        self.suit_masks = tuple(((1 << numbers) - 1) << suit * numbers for suit in range(4))
        self.specialists = self.whole & ~sum(self.suit_masks)
        self.shaman = self.bits["Shaman"]
        plays = [Play(card) for card in self.deck]
        self.following = {1 << i: play for i, play in enumerate(plays)}
        self.naming = {
            self.bits[name]: tuple(Play(f"{name}:{suit}") for suit in title.suits) for name in ("Monkey", "Lizard")
        }
        self.surrender = Surrender()
        named = [play for group in self.naming.values() for play in group]
        self.actions: dict[str, Action] = {str(action): action for action in (*plays, *named, self.surrender)}

    def letter(self, suit: int) -> str | None:
        """Returns the letter of a suit; None for no suit."""
        return None if suit == NO_SUIT else self.title.suits[suit]

    def bid_of(self, cards: tuple[Card, ...]) -> int:
        """Returns the value of a bid (PR-4): Sun 0, Spear 1, Viper 2, Eagle 3, added up."""
        return sum(self.title.suits.index(str(card.suit)) for card in cards)

    def bids_of(self, hand: int) -> tuple[Bid, ...]:
        """Returns every bid that a hand allows (PR-4), in deck order."""
        return _bids_of(self.cards(hand & ~self.specialists), self.bid_size)

    def reveals_bids(self, number: int) -> bool:
        """True if in round `number` (from 0) the highest scores bid first and face up (PR-5)."""
        return self.players >= 3 and 0 < number < len(self.wheel) - 1

    def start(self, seed: Seed | None = None, first: int | None = None) -> ProphecyState:
        """Returns the initial state; without a seed it waits for `deal`. `first`: the first dealer, if not by lot."""
        from foretold.games.prophecy.state import ProphecyState

        return self._begun(ProphecyState(self), seed, first)

    def _parse_rare(self, text: str) -> Action:
        """Parses a bid: known cards joined by + in deck order."""
        if not isinstance(text, str) or "+" not in text or len(text) > 80:
            raise self.unreadable(text)
        parts = text.split("+")
        if any(part not in self.index for part in parts):
            raise self.unreadable(text)
        indices = [self.index[part] for part in parts]
        order = sorted(set(indices))
        if indices != order:
            right = "+".join(str(self.deck[i]) for i in order)
            raise NotationError("bid-order", {"text": text, "right": right}, game=self.name)
        return Bid(text)

    def draw_deal(self, key: bytes, number: int, before: Deal | None, first: int | None = None) -> ProphecyDeal:
        """Draws the deal of a round (PR-2, PR-3)."""
        draws, dealer = self._draws(key, number, None if before is None else before.first, first)
        order = draws.shuffle(list(self.card_of))
        size = self.hand_size
        hands = tuple([sum(order[size * seat : size * seat + size]) for seat in self.seats])
        hidden = tuple([self.card_of[bit] for bit in order[size * self.players :]])
        return ProphecyDeal(dealer, self.wheel[number], hands, hidden)

    def redealt(self, deal: Deal, hands: tuple[int, ...]) -> ProphecyDeal:
        """Returns the deal with other hands; all cards in no hand are set aside face down."""
        assert isinstance(deal, ProphecyDeal)
        dealt = sum(deal.hands) | self.mask(deal.hidden)
        return replace(deal, hands=hands, hidden=tuple([str(card) for card in self.cards(dealt & ~sum(hands))]))

    def read_deal(self, source: Mapping[str, Json], number: int, before: Deal | None) -> ProphecyDeal:
        """Reads a record's deal and checks it (PR-1, PR-2, PR-20)."""
        dealer = checked_seat(self, source, "dealer", None if before is None else before.first, "PR-2")
        if "trump" not in source:
            raise BadRecord("missing-key", {"key": "trump"}, game=self.name)
        trump, expected = source["trump"], self.letter(self.wheel[number])
        if trump is not None and type(trump) is not str:
            raise wrong_type("trump", "text", trump)
        if trump != expected:
            clause = "PR-18" if expected is None else "PR-20"
            values = {"found": str(trump)[:40], "right": "null" if expected is None else expected}
            raise BadRecord("wrong-trump", values, clause=clause, game=self.name)
        hands = checked_hands(self, source, self.hand_size, "PR-1")
        hidden = checked_texts(source, "hidden")
        aside = card_mask(self, "hidden", hidden, len(self.deck) - self.hand_size * self.players, "PR-2")
        check_whole_deck(self, [*hands, aside], "PR-1")
        return ProphecyDeal(dealer, self.wheel[number], hands, tuple(hidden))


@lru_cache(maxsize=64)  # shared by all games: a hand has up to 2,380 bids, which take a third of a megabyte
def _bids_of(suited: tuple[Card, ...], size: int) -> tuple[Bid, ...]:
    return tuple([Bid.of(cards) for cards in combinations(suited, size)])
