"""Search for Prophecy: every choice played out in the same worlds."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from foretold.bots.race import Budget, Standing, run_race
from foretold.cards import Bid, Play
from foretold.games import rebuild
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.state import trick_strengths
from foretold.games.prophecy.view import ProphecyView
from foretold.kernels.prophecy import prophecy_tables
from foretold.kernels.prophecy_search import value_bids, value_plays
from foretold.kernels.prophecy_sense import NOT_LED, bid_miss, card_hope
from foretold.kernels.worlds import Unknown, Worlds
from foretold.views import RoundEnd

MATCH_WEIGHT = 4.0  # points that a whole match is worth beside those of the round
BIDS_WEIGHED = 48  # of up to 2,380: those whose value is nearest to what the rest of the hand promises
ANY_SUIT = 0b11111
NO_SPECIALIST = 0b01111


class ProphecySearch:
    """One decision of a seat: what its view knows, as kernels need it."""

    def __init__(
        self, view: ProphecyView, rng: Random, hands: tuple[int, ...] | None = None, bids: tuple[int, ...] = ()
    ) -> None:
        assert view.seat is not None
        assert view.leader is not None
        self.leader = view.leader
        self.view = view
        self.rng = rng
        self.game: Any = rebuild(view.game, view.players, view.options)
        self.tables = prophecy_tables(self.game)
        self.seat = view.seat
        self.trump = self._suit(view.trump)
        self.gone = self._mask(view.gone)
        self.own = self._mask(view.hand)
        self.known_bids = [0 if bid is None else self._mask(bid.cards) for bid in view.bids]
        self.scores = np.array(view.scores, np.int64)
        self.fulfilled = np.array(self._rounds_fulfilled(), np.int64)
        self.last_round = view.round == view.rounds
        self.hands, self.bids = hands, bids  # where all hands are known
        if hands is None:
            self.worlds = Worlds(self._unknown())

    def _suit(self, letter: str | None) -> int:
        return NO_SUIT if letter is None else int(self.game.title.suits.index(letter))

    def _mask(self, cards: Any) -> int:
        return sum(self.game.bits[card] for card in cards)

    def _rounds_fulfilled(self) -> list[int]:
        """By seat how many rounds it has fulfilled: those that gave it its bid and the bonus."""
        met = [0] * self.view.players
        for event in self.view.history:
            if isinstance(event, RoundEnd):
                for seat, bid in enumerate(event.bids or ()):
                    assert isinstance(bid, Bid)
                    value = self.game.bid_of(bid.cards)
                    met[seat] += event.points[seat] == value + self.game.bonus
        return met

    def _unknown(self) -> Unknown:
        """Others' hands, their face-down bids, and the cards aside, as groups of places."""
        view = self.view
        mine = self.own | self.known_bids[self.seat]
        unseen = self.game.whole & ~(self.gone | mine)
        played = {took.seat for took in view.trick}
        self.others = [seat for seat in range(view.players) if seat != self.seat]
        self.hidden_bids = [seat for seat in self.others if seat in view.chosen and view.bids[seat] is None]
        places, takes = [], []
        for seat in self.others:
            cards = view.tricks_left - (seat in played)
            if view.phase == "bid" and seat not in view.chosen:
                cards = self.game.hand_size
            places.append(cards)
            takes.append(ANY_SUIT & ~sum(1 << self._suit(letter) for letter in view.voids[seat]))
        for _ in self.hidden_bids:
            places.append(self.game.bid_size)
            takes.append(NO_SPECIALIST)
        places.append(unseen.bit_count() - sum(places))
        takes.append(ANY_SUIT)
        suits = (*(unseen & mask for mask in self.game.suit_masks), unseen & self.game.specialists)
        return Unknown(suits, tuple(places), tuple(takes))

    def draw(self, count: int) -> tuple[Any, Any]:
        """Worlds as rows of hands and of bids, by seat."""
        if self.hands is not None:
            return np.array([self.hands] * count, np.int64), np.array([self.bids] * count, np.int64)
        drawn = self.worlds.draw(count, self.rng)
        hands = np.empty((count, self.view.players), np.int64)
        bids = np.empty((count, self.view.players), np.int64)
        hands[:, self.seat] = self.own
        hands[:, self.others] = drawn[:, : len(self.others)]
        bids[:] = self.known_bids
        for group, seat in enumerate(self.hidden_bids, len(self.others)):
            bids[:, seat] = drawn[:, group]
        return hands, bids

    def bid(self, budget: Budget) -> list[Standing]:
        """The standings of the bids of `view.legal` that are worth weighing."""
        likely = self._likely_bids()
        masks = np.array([self._mask(self.view.legal[i].cards) for i in likely], np.int64)  # type: ignore[attr-defined]

        def values(alive: Any, count: int) -> Any:
            found = np.empty((count, len(alive)))
            value_bids(
                self.tables,
                self.seat,
                self.trump,
                self.leader,
                self.gone,
                *self.draw(count),
                masks[alive],
                self.scores,
                self.fulfilled,
                self.last_round,
                MATCH_WEIGHT,
                self.rng.getrandbits(60),
                found,
            )
            return found

        standings = run_race(len(likely), values, budget, batch=8, keep_half_after=2)
        return [standing._replace(choice=likely[standing.choice]) for standing in standings]

    def _likely_bids(self) -> list[int]:
        unseen = self.game.whole & ~(self.gone | self.own)
        others = (self.view.players - 1) * self.view.tricks_left
        against = min(1.0, others / (unseen.bit_count() + 0.001))
        above = [int(mask) for mask in self.tables.above]
        hopes = {
            card: card_hope(self.game.index[card], self.trump, unseen, against, self.view.players, above)
            for card in self.view.hand
        }
        total = sum(hopes.values())
        suits = self.game.title.suits
        values = {card: suits.index(card.suit) for card in self.view.hand if card.suit is not None}

        def miss(number: int) -> float:
            cards = self.view.legal[number].cards  # type: ignore[attr-defined]
            return bid_miss(total - sum([hopes[card] for card in cards]), sum([values[card] for card in cards]))

        return sorted(range(len(self.view.legal)), key=miss)[:BIDS_WEIGHED]

    def play(self, budget: Budget) -> list[Standing]:
        """The standing of every action of `view.legal`."""
        view = self.view
        actions = [action for action in view.legal if isinstance(action, Play)]
        cards = np.array([self.game.index[action.card] for action in actions], np.int64)
        names = np.array([self._suit(action.names) for action in actions], np.int64)
        strengths = trick_strengths(self.game, self.trump, view.trick)
        best = max(strengths, default=0)
        best_seat = view.trick[strengths.index(best)].seat if best else 0
        led = any(isinstance(took.action, Play) for took in view.trick)
        voids = np.array([sum(1 << self._suit(letter) for letter in known) for known in view.voids], np.int64)
        won = np.array(view.won, np.int64)

        def values(alive: Any, count: int) -> Any:
            found = np.empty((count, len(alive)))
            value_plays(
                self.tables,
                self.seat,
                self.trump,
                view.tricks_left,
                len(view.trick),
                self._suit(view.lead) if led else NOT_LED,
                best,
                best_seat,
                strengths[-1] if strengths else 0,
                self.gone,
                -1 if view.surrendered is None else view.surrendered,
                won,
                voids,
                *self.draw(count),
                cards[alive],
                names[alive],
                self.scores,
                self.fulfilled,
                self.last_round,
                MATCH_WEIGHT,
                self.rng.getrandbits(60),
                found,
            )
            return found

        return run_race(len(actions), values, budget, batch=32)
