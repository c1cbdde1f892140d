"""Tracks of a few choices in the same worlds, as arrays by world: who took what, which cards, what points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from foretold.bots.calibrated import phase_of
from foretold.games.primitives import JAGUAR
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.kernels import tracks as track
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.outcomes import BITS, POINTS, SHARE
from foretold.kernels.tracks import MOST_TRICKS, SEATS

Flags = NDArray[np.bool_]  # by world


class Tracked:
    """What happened after each of a few choices, by number, in the same worlds."""

    def __init__(
        self,
        view: SevenView | ProphecyView,
        tracks: Numbers,
        outcomes: Shares,
        weights: Shares,
        exact: bool,
        lenient: float = 1.0,
    ) -> None:
        assert view.seat is not None
        self.view, self.me, self.players = view, view.seat, view.players
        self.now = phase_of(view)  # the running trick, 0 before the first
        self.first = max(1, self.now)
        self.last = self.first + view.tricks_left - 1
        self.others = [seat for seat in range(view.players) if seat != view.seat]
        self.weights, self.exact = weights, exact
        self.lenient = lenient  # factor on what an event has to exceed
        self._tracks, self._outcomes = tracks, outcomes

    def _of_seat(self, choice: int, column: int, seat: int) -> Numbers:
        return self._tracks[:, choice, column * self.players + seat]

    def share(self, choice: int) -> Shares:
        """Returns the share of the match."""
        return self._outcomes[:, choice, SHARE]

    def own_points(self, choice: int) -> Shares:
        """Returns the seat's points of the round."""
        return self._outcomes[:, choice, POINTS]

    def points(self, choice: int, seat: int) -> Numbers:
        """Returns a seat's points of the round."""
        return self._of_seat(choice, track.POINTS, seat)

    def end(self, choice: int) -> Numbers:
        """Returns the number of tricks that the round had; in Prophecy the seat that surrendered, or -1."""
        return self._tracks[:, choice, SEATS * self.players]

    def place(self, choice: int, seat: int, trick: int) -> Numbers:
        """Returns the place that a seat takes in a trick, 0 if it is not played; in Prophecy 1 if the seat wins it."""
        taken = self._of_seat(choice, track.TAKEN, seat)
        return taken >> BITS * (trick - 1) & (1 << BITS) - 1

    def card(self, choice: int, seat: int, trick: int) -> Numbers:
        """Returns the number of the card that a seat plays in a trick, -1 if it is not played or not known."""
        code = self._code(choice, seat, trick)
        return np.where(code < 0, code, code & 63)

    def _code(self, choice: int, seat: int, trick: int) -> Numbers:
        return self._tracks[:, choice, SEATS * self.players + 1 + seat * MOST_TRICKS + trick - 1]

    # Seven Prophecies ----------------------------------------------------------------------------------------------

    def left(self, choice: int, seat: int) -> Numbers:
        """Returns the tokens left at the end, packed by place."""
        return self._of_seat(choice, track.LEFT, seat)

    def left_at(self, choice: int, seat: int, place: int) -> Numbers:
        """Returns the tokens left on one place at the end."""
        return self.left(choice, seat) >> 4 * (place - 1) & 15

    def done(self, choice: int, seat: int) -> Flags:
        """Returns whether all seven of a seat came true."""
        return np.asarray(self.left(choice, seat) == 0)

    def confirmed(self, choice: int, seat: int, tokens: tuple[int, ...]) -> tuple[Flags, ...]:
        """Returns by trick from this one on whether the seat confirms a token, given its tokens by place now."""
        waiting = [np.full(len(self.weights), count) for count in tokens]
        confirmed = []
        for trick in range(self.first, self.last + 1):
            taken = self.place(choice, seat, trick)
            hit = np.zeros(len(self.weights), np.bool_)
            for place, count in enumerate(waiting, 1):
                at_place = (taken == place) & (count > 0)
                waiting[place - 1] = count - at_place
                hit |= at_place
            confirmed.append(hit)
        return tuple(confirmed)

    # Prophecy ------------------------------------------------------------------------------------------------------

    def won(self, choice: int, seat: int) -> Numbers:
        """Returns the tricks that a seat wins in the round."""
        return self._of_seat(choice, track.LEFT, seat)

    def bid(self, choice: int, seat: int) -> Numbers:
        """Returns the bid of a seat."""
        return self._of_seat(choice, track.BID, seat)

    def met(self, choice: int, seat: int) -> Flags:
        """Returns whether a seat meets its bid."""
        return np.asarray((self.won(choice, seat) == self.bid(choice, seat)) & (self.end(choice) != seat))

    def leader(self, choice: int, trick: int) -> Numbers:
        """Returns the seat that leads a trick after this one."""
        leader = np.full(len(self.weights), -1)
        for seat in range(self.players):
            leader = np.where(self.place(choice, seat, trick - 1) == 1, seat, leader)
        return leader

    def lead_suit(self, choice: int, trick: int, trump: int) -> Numbers:
        """Returns the lead suit of a trick after this one, -1 if it is not known or there is none."""
        leader = self.leader(choice, trick)
        suit = np.full(len(self.weights), -1)
        for seat in range(self.players):
            code = self._code(choice, seat, trick)
            card = code & 63
            led = np.where(card < JAGUAR, card // 14, np.where(card == JAGUAR, trump, code >> 6))
            suit = np.where((leader == seat) & (code >= 0), led, suit)
        return suit

    def wins_with(self, choice: int, card: int, after: int) -> Flags:
        """Returns whether the chooser wins a trick after this one with a card."""
        wins = np.zeros(len(self.weights), np.bool_)
        for trick in range(after + 1, self.last + 1):
            wins |= (self.card(choice, self.me, trick) == card) & (self.place(choice, self.me, trick) == 1)
        return wins
