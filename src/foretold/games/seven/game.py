"""Seven Prophecies: deck, deal and notation of both editions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from foretold.cards import PROPHECY_TEXT, Action, Play, Prophesy, Seed, suited_deck
from foretold.errors import BadRecord
from foretold.games.deals import card_mask, check_whole_deck, checked_hands, checked_seat
from foretold.games.game import Game
from foretold.games.primitives import seven_strength
from foretold.games.seven.edition import COLOUR_CARDS, PROPHECIES, TRICKS, SevenEdition
from foretold.games.titles import STANDARD, Setting, Title
from foretold.json_types import Json, JsonObject
from foretold.records import checked_texts
from foretold.views import SeenDeal, Took

if TYPE_CHECKING:
    from foretold.games.seven.state import SevenState
    from foretold.games.state import Deal

HAND = 10


@dataclass(frozen=True, slots=True)
class SevenDeal:
    """One round's deal. `row` is the future row as suits (0–3); masks are over the deck."""

    first: int  # the starter
    hands: tuple[int, ...]
    row: tuple[int, ...]
    future: tuple[str, ...]  # as recorded: suit letters, in the first edition cards
    future_hidden: tuple[str, ...]  # second edition: the two colour cards left over
    open: tuple[str, ...]
    hidden: tuple[str, ...]
    seen: dict[int | None, SeenDeal] = field(default_factory=dict, init=False, repr=False, compare=False)

    def to_dict(self, game: Game) -> JsonObject:
        """Returns the JSON object of a record's deal event."""
        assert isinstance(game, SevenGame)
        deal: JsonObject = {
            "starter": self.first,
            "hands": [[str(card) for card in game.cards(hand)] for hand in self.hands],
            "future": list(self.future),
        }
        if game.edition.future_of_deck:
            deal["open"] = list(self.open)
        else:
            deal["future_hidden"] = list(self.future_hidden)
        return {**deal, "hidden": list(self.hidden)}


class SevenGame(Game):
    """Seven Prophecies in one of its editions and variants."""

    def __init__(self, title: Title, players: int, given: Mapping[str, Setting]) -> None:
        super().__init__(title, players, given)
        assert isinstance(title.edition, SevenEdition)
        self.edition = title.edition
        self.scoring = scoring = self.edition.variants[str(self.options.get("variant", STANDARD))]
        self.rounds = scoring.rounds[players]
        self.tie_break = scoring.tie_break.name.lower(), scoring.clauses["winners"]
        self.floor = None if self.options.get("negative_scores") else scoring.floor  # SP1-14
        *early, tenth = scoring.prizes
        if scoring.asks_tenth_trick and not self.options.get("tenth_trick_scores", True):
            tenth = 0  # SP1-13
        self.prizes = (*[0] * PROPHECIES, *early, tenth)  # by trick
        self.shortfalls = (0, *scoring.shortfalls)  # by tokens left
        self.numbers = self.edition.numbers[players]
        self._set_deck(suited_deck(title.suits, self.numbers))
        self.suit_masks = tuple(((1 << self.numbers) - 1) << suit * self.numbers for suit in range(4))
        self.suit_of = tuple(i // self.numbers for i in range(len(self.deck)))
        self.number_of = tuple(i % self.numbers + 1 for i in range(len(self.deck)))
        self.plays = tuple(Play(card) for card in self.deck)
        self.tooks: tuple[dict[str, Took], ...] = tuple(
            {play: Took(seat, play) for play in self.plays} for seat in self.seats
        )
        self.strengths: tuple[dict[str, int], ...] = (
            tuple(  # by lead suit and card: the strength of a card that leads a trick
                {
                    play: seven_strength(suit == lead, number, 0)
                    for play, suit, number in zip(self.plays, self.suit_of, self.number_of, strict=True)
                }
                for lead in range(4)
            )
        )
        self.prophecies = tuple(Prophesy.of(tokens) for tokens in splits(PROPHECIES, players))
        self.packed: dict[str, int] = {
            prophecy: sum(tokens << 4 * place for place, tokens in enumerate(prophecy.tokens))
            for prophecy in self.prophecies
        }
        self.actions: dict[str, Action] = {str(action): action for action in (*self.plays, *self.prophecies)}
        self.plays_of_suit_mask: dict[int, tuple[Play, ...]] = {0: ()}  # cache

    def plays_of(self, mask: int) -> tuple[Play, ...]:
        """Returns the plays of all cards of a mask, in deck order."""
        known = self.plays_of_suit_mask  # masks within one suit: few enough to cache
        plays = known.get(mask)
        if plays is not None:
            return plays
        parts = [mask & suit_mask for suit_mask in self.suit_masks]
        for part in parts:
            if part not in known:
                known[part] = tuple(self.plays[self.index[card]] for card in self.cards(part))
        a, b, c, d = parts
        return known[a] + known[b] + known[c] + known[d]

    def start(self, seed: Seed | None = None, first: int | None = None) -> SevenState:
        """Returns the initial state; without a seed it waits for `deal`. `first`: the first starter, if not by lot."""
        from foretold.games.seven.state import SevenState

        return self._begun(SevenState(self), seed, first)

    def _parse_rare(self, text: str) -> Action:
        if isinstance(text, str) and PROPHECY_TEXT.fullmatch(text):
            return Prophesy(text)  # readable, though not a split that the rules allow
        raise self.unreadable(text)

    def draw_deal(self, key: bytes, number: int, before: Deal | None, first: int | None = None) -> SevenDeal:
        """Draws the deal of a round (SP1-3, SP1-4, SP2-2, SP2-3)."""
        draws, starter = self._draws(key, number, None if before is None else before.first, first)
        order = draws.shuffle(list(self.card_of))
        hands = tuple([sum(order[HAND * seat : HAND * seat + HAND]) for seat in self.seats])
        rest = [self.card_of[bit] for bit in order[HAND * self.players :]]
        if self.edition.future_of_deck:
            faces, rest = rest[:TRICKS], rest[TRICKS:]
            spare: list[str] = []
        else:
            colours = draws.shuffle([suit for suit in self.title.suits for _ in range(COLOUR_CARDS)])
            faces, spare = colours[:TRICKS], colours[TRICKS:]
        turned = self.edition.open_aside[self.players]
        return self._deal(starter, hands, faces, spare, rest[:turned], rest[turned:])

    def _deal(
        self,
        starter: int,
        hands: tuple[int, ...],
        faces: list[str],
        spare: list[str],
        turned: list[str],
        rest: list[str],
    ) -> SevenDeal:
        row = tuple(self.title.suits.index(face[0]) for face in faces)
        return SevenDeal(starter, hands, row, tuple(faces), tuple(spare), tuple(turned), tuple(rest))

    def read_deal(self, source: Mapping[str, Json], number: int, before: Deal | None) -> SevenDeal:
        """Reads a record's deal and checks it (SP1-1 … SP1-5, SP2-1 … SP2-3, SP2-11)."""
        clauses = self.edition.clauses
        starter = checked_seat(self, source, "starter", None if before is None else before.first, clauses["starter"])
        dealt = clauses[f"deal-{self.players}"]
        hands = checked_hands(self, source, HAND, dealt)
        faces = checked_texts(source, "future")
        hidden = checked_texts(source, "hidden")
        turned: list[str] = []
        spare: list[str] = []
        groups = [*hands]
        if self.edition.future_of_deck:
            turned = checked_texts(source, "open")
            groups.append(card_mask(self, "future", faces, TRICKS, clauses["future"]))
            groups.append(card_mask(self, "open", turned, self.edition.open_aside[self.players], dealt))
        else:
            spare = checked_texts(source, "future_hidden")
            self._check_colours(faces, spare)
        groups.append(card_mask(self, "hidden", hidden, self.edition.hidden_aside[self.players], dealt))
        check_whole_deck(self, groups, clauses["deck"])
        return self._deal(starter, hands, faces, spare, turned, hidden)

    def redealt(self, deal: Deal, hands: tuple[int, ...]) -> SevenDeal:
        """Returns the deal with other hands; all cards that are neither in a hand nor face up are set aside face
        down."""
        assert isinstance(deal, SevenDeal)
        shown = self.mask(deal.open) + (self.mask(deal.future) if self.edition.future_of_deck else 0)
        aside = tuple([str(card) for card in self.cards(self.whole & ~(sum(hands) | shown))])
        return replace(deal, hands=hands, hidden=aside)

    def _check_colours(self, faces: list[str], spare: list[str]) -> None:
        """Checks the colour cards (SP2-3): ten of twelve in the row, three of each suit in all."""
        whole = sorted(suit for suit in self.title.suits for _ in range(COLOUR_CARDS))
        if len(faces) != TRICKS or sorted(faces + spare) != whole:
            raise BadRecord("wrong-colours", clause=self.edition.clauses["future"], game=self.name)


def splits(tokens: int, places: int) -> list[tuple[int, ...]]:
    """Returns all ways to split the tokens over the places, starting with all on the first place."""
    if places == 1:
        return [(tokens,)]
    return [(first, *rest) for first in range(tokens, -1, -1) for rest in splits(tokens - first, places - 1)]
