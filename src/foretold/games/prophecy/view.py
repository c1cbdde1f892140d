"""Views of Prophecy: what a seat or a spectator knows, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from foretold.cards import Action, Bid, Card, Play
from foretold.games.primitives import NO_SUIT
from foretold.games.refusals import refuse_turn
from foretold.json_types import JsonObject
from foretold.views import RoundEnd, Took, View, WhyNot

if TYPE_CHECKING:
    from foretold.games.prophecy.game import ProphecyGame


class ProphecyTrick(NamedTuple):
    """A completed trick: its plays (a surrender first, if there was one), lead suit and winner."""

    plays: tuple[Took, ...]
    lead: str | None
    winner: int

    def to_dict(self) -> JsonObject:
        trick: JsonObject = {"plays": [took.to_dict() for took in self.plays], "lead": self.lead, "winner": self.winner}
        shaman = shaman_in([took.action for took in self.plays])
        return trick if shaman is None else {**trick, "shaman": shaman.to_dict()}


class Shaman(NamedTuple):
    """What the Shaman would count as now: half a rank above the card played right before it (PR-11).

    `suit` and `rank` are those of a suited card (rank 9.5 after a 9); after a Specialist both are None.
    """

    copies: str
    suit: str | None
    rank: float | None

    def to_dict(self) -> JsonObject:
        return {"copies": self.copies, "suit": self.suit, "rank": self.rank}


class ProphecyOutlook(NamedTuple):
    """The immediate effect of an action: whether it leads the trick so far, a bid's value, what the Shaman counts
    as."""

    action: Action
    wins: bool | None
    bid: int | None
    shaman: Shaman | None

    def to_dict(self) -> JsonObject:
        return {
            "action": str(self.action),
            "wins": self.wins,
            "bid": self.bid,
            "shaman": None if self.shaman is None else self.shaman.to_dict(),
        }


class ProphecyProspect(NamedTuple):
    """The proven result of a card: whether it wins once the trick is complete, None if that is open."""

    action: Action
    wins: bool | None

    @property
    def sure(self) -> bool:
        """True if the result is proved: no consistent deal and no play of the others leads to another."""
        return self.wins is not None


@dataclass(frozen=True)
class ProphecyRoundEnd(RoundEnd):
    """A scored round of Prophecy, with all bids open (PR-16)."""

    dealer: int
    trump: str | None
    bids: tuple[Bid, ...]
    bid_values: tuple[int, ...]
    tricks: tuple[ProphecyTrick, ...]
    won: tuple[int, ...]  # tricks by seat

    def to_dict(self) -> JsonObject:
        result = super().to_dict()["round"]
        assert isinstance(result, dict)
        return {"round": {**result, "bids": [str(bid) for bid in self.bids]}}


@dataclass(frozen=True)
class ProphecyView(View):
    """Everything that a seat may know in a match of Prophecy."""

    dealer: int | None
    leader: int | None  # of the current trick
    trump: str | None
    wheel: tuple[str | None, ...]  # the trump of every round
    open_bidders: tuple[int, ...]  # seats that bid first and face up in this round
    bids: tuple[Bid | None, ...]  # those that this seat may see
    won: tuple[int, ...]
    tricks: tuple[ProphecyTrick, ...]
    trick: tuple[Took, ...]
    lead: str | None  # None before a trick is led, and if a Jaguar led without trump (PR-19)

    @cached_property
    def rules(self) -> ProphecyGame:
        """The game being played."""
        from foretold.games import load
        from foretold.games.prophecy.game import ProphecyGame

        game = load(self.game, self.players, options=self.options)
        assert isinstance(game, ProphecyGame)
        return game

    @property
    def ended(self) -> ProphecyRoundEnd | None:
        """The last scored round."""
        last = super().ended
        assert last is None or isinstance(last, ProphecyRoundEnd)
        return last

    @property
    def tricks_left(self) -> int:
        """The number of tricks left in this round, the current one included."""
        return self.rules.tricks - len(self.tricks) if self.dealer is not None else 0

    @property
    def surrendered(self) -> int | None:
        """The seat that gave up the lead of the current trick."""
        return self.trick[0].seat if self.trick and self.trick[0].action == "surrender" else None

    def bid_value(self, seat: int) -> int | None:
        """Returns the value of a seat's bid if this seat may see it."""
        bid = self.bids[seat]
        return None if bid is None else self.rules.bid_of(bid.cards)

    @cached_property
    def gone(self) -> tuple[Card, ...]:
        """The cards that have publicly left all hands: played, laid down, bid face up."""
        return self.rules.cards(self._mask(self._face_up()))

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be in another hand, aside or bid face down: all except the seat's own and those gone."""
        if self.dealer is None:
            return ()
        game = self.rules
        own = [] if self.seat is None else [card for bid in (self.bids[self.seat],) if bid for card in bid.cards]
        known = self._mask({*self._face_up(), *self.hand, *own})
        return game.cards(game.whole & ~known)

    @cached_property
    def voids(self) -> tuple[str, ...]:
        """By seat the suits, in suit order, that it provably does not hold (for the seat's own hand: does not hold)."""
        suits = self.rules.title.suits
        failed: list[set[str]] = [set() for _ in range(self.players)]
        for lead, plays in [*((trick.lead, trick.plays) for trick in self.tricks), (self.lead, self.trick)]:
            for seat, action in plays:
                if lead is not None and isinstance(action, Play) and action.card.suit not in (None, lead):
                    failed[seat].add(lead)
        if self.dealer is not None:
            unseen = {card.suit for card in self.unseen}
            for seat in range(self.players):
                held = {card.suit for card in self.hand} if seat == self.seat else unseen
                failed[seat] |= {suit for suit in suits if suit not in held}
        if self.surrendered is not None:
            failed[self.surrendered] = set(suits)
        return tuple("".join(suit for suit in suits if suit in not_followed) for not_followed in failed)

    def standing(self) -> int | None:
        """The seat that is winning the current trick."""
        from foretold.games.prophecy.state import trick_strengths

        plays = [took for took in self.trick if isinstance(took.action, Play)]
        if not plays:
            return None
        game = self.rules
        trump = NO_SUIT if self.trump is None else game.title.suits.index(self.trump)
        strengths = trick_strengths(game, trump, self.trick)
        return self.trick[strengths.index(max(strengths))].seat

    def shaman(self) -> Shaman | None:
        """What the Shaman in the current trick counts as."""
        played = [took.action for took in self.trick]
        return shaman_in(played)

    def open_voids(self) -> tuple[str, ...]:
        """By seat the suits that everybody at the table can prove it does not hold: `voids` without the seat's own
        hand."""
        game = self.rules
        suits = game.title.suits
        failed: list[set[str]] = [set() for _ in range(self.players)]
        left = dict.fromkeys(suits, sum(card.suit == suits[0] for card in game.deck))
        for lead, plays in [*((trick.lead, trick.plays) for trick in self.tricks), (self.lead, self.trick)]:
            for seat, action in plays:
                if isinstance(action, Play) and action.card.suit is not None:
                    left[action.card.suit] -= 1
                    if lead is not None and action.card.suit != lead:
                        failed[seat].add(lead)
        for seat in self.open_bidders:
            bid = self.bids[seat]
            if bid is not None and set(self.open_bidders) <= set(self.chosen):
                for card in bid.cards:
                    left[str(card.suit)] -= 1
        gone = {suit for suit, count in left.items() if count == 0} if self.dealer is not None else set()
        if self.surrendered is not None:
            failed[self.surrendered] = set(suits)
        return tuple("".join(suit for suit in suits if suit in not_followed or suit in gone) for not_followed in failed)

    def outlooks(self) -> tuple[ProphecyOutlook, ...]:
        """Returns for each legal action its immediate effect."""
        return tuple(self._outlook(action) for action in self.legal)

    def _outlook(self, action: Action) -> ProphecyOutlook:
        from foretold.games.prophecy.state import trick_strengths

        game = self.rules
        if isinstance(action, Bid):
            return ProphecyOutlook(action, None, game.bid_of(action.cards), None)
        if not isinstance(action, Play):
            return ProphecyOutlook(action, False, None, None)
        assert self.seat is not None
        trump = NO_SUIT if self.trump is None else game.title.suits.index(self.trump)
        strengths = trick_strengths(game, trump, (*self.trick, Took(self.seat, action)))
        wins = strengths[-1] > max(strengths[:-1], default=0)
        return ProphecyOutlook(action, wins, None, self._shaman() if action == "Shaman" else None)

    def prospects(self) -> tuple[ProphecyProspect, ...]:
        """Returns for each legal play or surrender whether it wins the trick, as far as that is proved."""
        from foretold.games.prophecy.prospects import certain_wins

        if self.phase != "tricks" or self.seat is None or not self.legal:
            return ()
        return tuple([ProphecyProspect(*result) for result in zip(self.legal, certain_wins(self), strict=True)])

    def _shaman(self) -> Shaman | None:
        return _copying(self.trick[-1].action)

    def why_not(self) -> Mapping[Card, WhyNot]:
        """Returns for each card in hand that can't be played or bid now the reason why."""
        from foretold.games.prophecy.state import refuse_play

        if self.seat is None:
            return {}
        game = self.rules
        trump = NO_SUIT if self.trump is None else game.title.suits.index(self.trump)
        lead = None
        if any(isinstance(took.action, Play) for took in self.trick):
            lead = NO_SUIT if self.lead is None else game.title.suits.index(self.lead)
        reasons = {}
        playable = {action.card for action in self.legal if isinstance(action, Play)}
        for card in self.hand:
            refused = None
            if self.phase == "bid" and self.seat in self.actors:
                if card.suit is None:
                    reasons[card] = WhyNot("PR-4", "no-specialist-in-bid", {"specialist": str(card)})
            elif card not in playable:
                refused = refuse_turn(self.game, self.players, self, self.seat, card)
                refused = refused or refuse_play(game, self._mask(self.hand), trump, lead, Play(card))
            if refused is not None:
                reasons[card] = WhyNot(refused.clause, refused.reason, refused.values)
        return reasons

    def text(self, lang: str = "en") -> str:
        """Returns the view as text in the form `foretold-text/1`, legal actions in notation included."""
        from foretold.games.view_text import prophecy_text

        return prophecy_text(self, lang)

    def _face_up(self) -> set[str]:
        """Returns the cards played, laid down in a surrender, or bid face up."""
        took = [took for trick in self.tricks for took in trick.plays] + list(self.trick)
        cards = {str(event.action.card) for event in took if isinstance(event.action, Play)}
        cards |= {"Shaman" for event in took if event.action == "surrender"}
        for seat in self.open_bidders:
            bid = self.bids[seat]
            if bid is not None and set(self.open_bidders) <= set(self.chosen):
                cards |= {str(card) for card in bid.cards}
        return cards

    def _mask(self, cards: Iterable[str]) -> int:
        return self.rules.mask(cards)


def shaman_in(played: Sequence[Action]) -> Shaman | None:
    """Returns what the Shaman in a trick counts as; None if none was played after another card."""
    for before, action in pairwise(played):
        if action == "Shaman":
            return _copying(before)
    return None


def _copying(before: Action) -> Shaman | None:
    if not isinstance(before, Play):
        return None
    card = before.card
    return Shaman(str(card), card.suit, None if card.number is None else card.number + 0.5)
