"""Views of Seven Prophecies: what a seat or a spectator knows, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from foretold.cards import Action, Card, Prophesy
from foretold.games.refusals import refuse_turn
from foretold.games.seven.edition import TRICKS
from foretold.games.seven.tricks import refuse_play, trick_places
from foretold.json_types import JsonObject
from foretold.views import RoundEnd, Took, View, WhyNot

if TYPE_CHECKING:
    from foretold.games.seven.game import SevenGame


class SevenTrick(NamedTuple):
    """A completed trick: by seat its place, and whether it confirmed a token."""

    plays: tuple[Took, ...]
    places: tuple[int, ...]
    confirmed: tuple[bool, ...]

    def to_dict(self) -> JsonObject:
        return {
            "plays": [took.to_dict() for took in self.plays],
            "places": list(self.places),
            "confirmed": list(self.confirmed),
        }


class SevenOutlook(NamedTuple):
    """The immediate effect of a card: its place in the trick so far, and whether the seat has a token there."""

    action: Action
    place: int
    token: bool

    def to_dict(self) -> JsonObject:
        return {"action": str(self.action), "place": self.place, "token": self.token}


class SevenProspect(NamedTuple):
    """The possible results of a card: the places, ascending, that it can have once the trick is complete."""

    action: Action
    places: tuple[int, ...]

    @property
    def sure(self) -> bool:
        """True if its place is proved: no consistent deal and no play of the others leads to another."""
        return len(self.places) == 1


@dataclass(frozen=True)
class SevenRoundEnd(RoundEnd):
    """A scored round of Seven Prophecies."""

    starter: int
    future: tuple[str, ...]
    open: tuple[str, ...]
    prophecies: tuple[Prophesy, ...]
    tricks: tuple[SevenTrick, ...]
    left: tuple[tuple[int, ...], ...]  # by seat: tokens left by place


@dataclass(frozen=True)
class SevenView(View):
    """Everything that a seat may know in a match of Seven Prophecies."""

    starter: int | None
    leader: int | None  # of the current trick
    future: tuple[str, ...]  # the future row: suit letters, in the first edition cards
    open: tuple[str, ...]  # cards set aside face up (SP1-4)
    prophecy: Prophesy | None  # the seat's own
    prophecies: tuple[Prophesy, ...]  # of all seats, () until all have chosen
    left: tuple[tuple[int, ...], ...]  # by seat: tokens left by place, () until all have chosen
    tricks: tuple[SevenTrick, ...]
    trick: tuple[Took, ...]

    @cached_property
    def rules(self) -> SevenGame:
        """The game being played."""
        from foretold.games import load
        from foretold.games.seven.game import SevenGame

        game = load(self.game, self.players, options=self.options)
        assert isinstance(game, SevenGame)
        return game

    @property
    def ended(self) -> SevenRoundEnd | None:
        """The last scored round."""
        last = super().ended
        assert last is None or isinstance(last, SevenRoundEnd)
        return last

    @property
    def lead(self) -> str | None:
        """The lead suit of the current trick."""
        return self.future[len(self.tricks)][0] if self.phase == "tricks" else None

    @property
    def tricks_left(self) -> int:
        """The number of tricks that can still be played in this round, the current one included."""
        return TRICKS - len(self.tricks) if self.future else 0

    @cached_property
    def gone(self) -> tuple[Card, ...]:
        """The cards that have publicly left all hands: played, in the future row, aside face up."""
        return self.rules.cards(self._mask(self._face_up()))

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be in another hand or aside: all except the seat's own and those gone."""
        game = self.rules
        known = self._mask([*self._face_up(), *self.hand])
        return game.cards(game.whole & ~known) if self.future else ()

    @cached_property
    def voids(self) -> tuple[str, ...]:
        """By seat the suits, in suit order, that it provably does not hold (for the seat's own hand: does not hold)."""
        game = self.rules
        suits = game.title.suits
        failed: list[set[str]] = [set() for _ in range(self.players)]
        for number, plays in enumerate([*(trick.plays for trick in self.tricks), self.trick]):
            for seat, action in plays:
                if action[0] != self.future[number][0]:
                    failed[seat].add(self.future[number][0])
        if self.future:
            unseen = {str(card.suit) for card in self.unseen}
            for seat in range(self.players):
                held = {str(card.suit) for card in self.hand} if seat == self.seat else unseen
                failed[seat] |= set(suits) - held
        return tuple("".join(suit for suit in suits if suit in not_followed) for not_followed in failed)

    def standing(self) -> tuple[int, ...]:
        """The current place of each play of the current trick."""
        if not self.trick or self.lead is None:
            return ()
        game = self.rules
        places = trick_places(game, game.title.suits.index(self.lead), self.trick)
        return tuple(places[took.seat] for took in self.trick)

    def open_voids(self) -> tuple[str, ...]:
        """By seat the suits that everybody at the table can prove it does not hold: `voids` without the seat's own
        hand."""
        if not self.future:
            return ("",) * self.players
        suits = self.rules.title.suits
        left, failed = _shown(suits, len(self.rules.deck), self.players, self.future + self.open, self.tricks)
        if self.trick:
            left, failed = _show(left, failed, self.future[len(self.tricks)][0], self.trick)
        gone = "".join([suit for suit in suits if suit not in left])
        if not gone and not any(failed):
            return failed
        return tuple(
            ["".join([suit for suit in suits if suit in not_followed or suit in gone]) for not_followed in failed]
        )

    @cached_property
    def fits(self) -> tuple[bool, ...]:
        """By seat whether its open tokens still fit into the tricks left."""
        return tuple(sum(tokens) <= self.tricks_left for tokens in self.left)

    def outlooks(self) -> tuple[SevenOutlook, ...]:
        """Returns for each legal card its immediate effect."""
        if self.phase != "tricks" or self.seat is None or not self.legal:
            return ()
        game = self.rules
        leading = game.strengths[game.title.suits.index(str(self.lead))]
        others = [leading[took.action] + order for order, took in enumerate(self.trick)]  # ranked as in `trick_places`
        mine, order = self.left[self.seat], len(others)
        places = [1 + sum([other > leading[action] + order for other in others]) for action in self.legal]
        return tuple(
            [
                SevenOutlook(*card_and_place, mine[card_and_place[1] - 1] > 0)
                for card_and_place in zip(self.legal, places, strict=True)
            ]
        )

    def prospects(self) -> tuple[SevenProspect, ...]:
        """Returns for each legal card the places that are not ruled out once the trick is complete."""
        from foretold.games.seven.prospects import possible_places

        if self.phase != "tricks" or self.seat is None or not self.legal:
            return ()
        return tuple([SevenProspect(*result) for result in zip(self.legal, possible_places(self), strict=True)])

    def why_not(self) -> Mapping[Card, WhyNot]:
        """Returns for each card in hand that can't be played now the reason why."""
        if self.seat is None:
            return {}
        playable: frozenset[str] = frozenset(self.legal)
        others = [card for card in self.hand if card not in playable]
        if not others:
            return {}
        refused = refuse_turn(self.game, self.players, self, self.seat, others[0])  # the same for all of them
        if refused is None:
            game = self.rules
            lead = game.title.suits.index(str(self.lead))
            refused = refuse_play(game, self._mask(others), lead, others[0])
        return dict.fromkeys(others, WhyNot(refused.clause, refused.reason, refused.values))

    def text(self, lang: str = "en") -> str:
        """Returns the view as text in the form `foretold-text/1`, legal actions in notation included."""
        from foretold.games.view_text import seven_text

        return seven_text(self, lang)

    def _face_up(self) -> list[str]:
        played: list[str] = [took.action for trick in self.tricks for took in trick.plays]
        played += [took.action for took in self.trick]
        row = [card for card in self.future if len(card) > 1]
        return [*played, *row, *self.open]

    def _mask(self, cards: Iterable[str]) -> int:
        return self.rules.mask(cards)


@lru_cache(maxsize=1024)
def _shown(
    suits: str, deck: int, players: int, aside: tuple[str, ...], tricks: tuple[SevenTrick, ...]
) -> tuple[str, tuple[str, ...]]:
    """Returns the suits of the cards that nobody has seen, and by seat those it did not follow, after these tricks."""
    left = suits * (deck // len(suits))
    for card in aside:
        left = left.replace(card[0], "", len(card) > 1)
    failed = ("",) * players
    for number, trick in enumerate(tricks):
        left, failed = _show(left, failed, aside[number][0], trick.plays)
    return left, failed


def _show(left: str, failed: tuple[str, ...], lead: str, plays: tuple[Took, ...]) -> tuple[str, tuple[str, ...]]:
    """Like `_shown`, after these plays of a trick."""
    shown = list(failed)
    for seat, action in plays:
        suit = action[0]
        left = left.replace(suit, "", 1)
        if suit != lead:
            shown[seat] += lead
    return left, tuple(shown)
