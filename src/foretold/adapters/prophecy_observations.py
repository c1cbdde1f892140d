"""Observations of Prophecy."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from foretold.adapters.observations import Layout, Observations
from foretold.cards import Action, Bid, Play, Surrender
from foretold.games import Game
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.prophecy.state import trick_lead, trick_strengths
from foretold.games.prophecy.view import ProphecyRoundEnd
from foretold.views import RoundEnd, Took


@lru_cache(maxsize=16)
def prophecy_layout(game: ProphecyGame) -> Layout:
    """Returns the positions of all parts of a row of Prophecy."""
    players, cards = game.players, len(game.deck)
    rounds = len(game.wheel)
    return Layout(
        [
            ("hand", (cards,), 0, 1),
            ("played", (players, cards), 0, game.tricks),
            ("trick", (players, cards), 0, 1),
            ("bid", (players, cards), 0, 1),
            ("bid_known", (players,), 0, 1),
            ("bid_value", (players,), 0, 3 * game.bid_size),
            ("won", (players,), 0, game.tricks),
            ("lead", (4,), 0, 1),
            ("named", (2, 4), 0, 1),
            ("trump", (4,), 0, 1),
            ("failed", (players, 4), 0, 1),
            ("chosen", (players,), 0, 1),
            ("open", (players,), 0, 1),
            ("dealer", (players,), 0, 1),
            ("leader", (players,), 0, 1),
            ("surrendered", (players,), 0, 1),
            ("scores", (players,), 0, 1000),
            ("fulfilled", (players,), 0, rounds),
            ("phase", (2,), 0, 1),
            ("number", (1,), 0, game.tricks),
            ("round", (1,), 0, rounds),
        ]
    )


class ProphecyObservations(Observations):
    """The rows of some seats in Prophecy."""

    game: ProphecyGame

    def __init__(self, game: Game, seats: Sequence[int]) -> None:
        assert isinstance(game, ProphecyGame)
        self.layout = prophecy_layout(game)
        super().__init__(game, seats)
        self._choices: dict[int, Bid] = {}
        self._begun = False  # all have bid
        self._open: tuple[int, ...] = ()
        self._trick: list[Took] = []
        self._trump = NO_SUIT
        self._tricks = 0
        self._won = [0] * game.players
        self._fulfilled = [0] * game.players

    def _deal(self, public: dict[str, Any]) -> None:
        game = self.game
        self._choices = {}
        self._begun = False
        self._trick = []
        self._tricks = 0
        self._won = [0] * game.players
        self._trump = NO_SUIT if public["trump"] is None else game.title.suits.index(public["trump"])
        self._mark_only("dealer", public["dealer"])
        self._mark_only("leader", (public["dealer"] + 1) % game.players)
        self._open = ()
        if game.reveals_bids(self.number - 1):
            best = max(self.scores)
            self._open = tuple(seat for seat in game.seats if self.scores[seat] == best)
        for seat in self._open:
            self._mark("open", seat)
        for seat, rounds in enumerate(self._fulfilled):
            self._mark("fulfilled", seat, rounds)

    def _deal_to(self, own: int, row: array[int], facts: dict[str, Any]) -> None:
        if self._trump != NO_SUIT:
            row[self.layout.start["trump"] + self._trump] = 1

    def take(self, seat: int, action: Action) -> None:
        if isinstance(action, Bid):
            self._tell(seat, action)
            if seat in self.rows:
                self._take_from_hand(seat, action)
            self.chosen((seat,))
        elif isinstance(action, Surrender):
            self._surrender(seat)
        else:
            self._play(seat, action)

    def lay(self, seat: int, card: int) -> None:
        """Writes one card of a seat's bid; only its own row shows it."""
        row, start = self.rows[seat], self.layout.start
        row[card] = 0  # the hand comes first
        row[start["bid"] + card] = 1

    def choose(self, seat: int, action: Action) -> None:
        assert isinstance(action, Bid)
        self._choices[seat] = action
        self._mark("chosen", seat)
        if seat in self.rows:
            self._take_from_hand(seat, action)
            self._know(self.rows[seat], 0, action)
        if seat in self._open and all(opener in self._choices for opener in self._open):
            for opener in self._open:
                self._tell(opener, self._choices[opener])
        if len(self._choices) == self.game.players:
            self._begin()

    def chosen(self, seats: Any) -> None:
        super().chosen(seats)
        start = self.layout.start["chosen"]
        if not self._begun and all(all(row[start : start + self.game.players]) for row in self.rows.values()):
            self._begin()

    def _tell(self, seat: int, bid: Bid) -> None:
        for row, at in self._seen_from[seat]:
            self._know(row, at, bid)

    def _know(self, row: array[int], at: int, bid: Bid) -> None:
        game, start = self.game, self.layout.start
        row[start["bid_known"] + at] = 1
        row[start["bid_value"] + at] = game.bid_of(bid.cards)
        for card in bid.cards:
            row[start["bid"] + len(game.deck) * at + game.index[card]] = 1

    def _take_from_hand(self, seat: int, bid: Bid) -> None:
        for card in bid.cards:
            self.rows[seat][self.game.index[card]] = 0

    def _begin(self) -> None:
        self._begun = True
        phase, number = self.layout.start["phase"], self.layout.start["number"]
        for row in self.rows.values():
            row[phase], row[phase + 1], row[number] = 0, 1, 1

    def _surrender(self, seat: int) -> None:
        players = self.game.players
        self._mark("surrendered", seat)
        self._lay_down(seat, self.game.index["Shaman"])
        self._mark_only("leader", (seat + 1) % players)
        self._trick.append(Took(seat, self.game.surrender))

    def _lay_down(self, seat: int, card: int) -> None:
        start, cards, number = self.layout.start, len(self.game.deck), self._tricks + 1
        played, on_table = start["played"] + card, start["trick"] + card
        for row, at in self._seen_from[seat]:
            row[played + cards * at] = number
            row[on_table + cards * at] = 1
        if seat in self.rows:
            self.rows[seat][card] = 0

    def _play(self, seat: int, action: Action) -> None:
        assert isinstance(action, Play)
        game, start = self.game, self.layout.start
        card = game.index[action.card]
        led = any(isinstance(took.action, Play) for took in self._trick)
        self._lay_down(seat, card)
        self._trick.append(Took(seat, action))
        lead = trick_lead(game, self._trump, tuple(self._trick))
        assert lead is not None
        if not led and lead != NO_SUIT:
            for row in self.rows.values():
                row[start["lead"] + lead] = 1
                if action.names is not None:
                    row[start["named"] + 4 * (action.card == "Lizard") + lead] = 1
        elif led and lead != NO_SUIT and action.card.suit not in (None, game.title.suits[lead]):
            for row, at in self._seen_from[seat]:
                row[start["failed"] + 4 * at + lead] = 1
        if len(self._trick) == game.players:
            self._finish_trick()

    def _finish_trick(self) -> None:
        game, start = self.game, self.layout.start
        players, cards = game.players, len(game.deck)
        strengths = trick_strengths(game, self._trump, tuple(self._trick))
        winner = self._trick[strengths.index(max(strengths))].seat
        self._trick = []
        self._tricks += 1
        self._won[winner] += 1
        self._mark("won", winner, self._won[winner])
        self._mark_only("leader", winner)
        blank = self._blank[: players * cards]
        for row in self.rows.values():
            row[start["lead"] : start["lead"] + 4] = blank[:4]
            row[start["trick"] : start["trick"] + players * cards] = blank
            row[start["number"]] = min(self._tricks + 1, game.tricks)

    def _round_end(self, end: RoundEnd) -> None:
        for seat in self.game.seats:
            self._fulfilled[seat] += end.fulfilled[seat]
            self._mark("fulfilled", seat, self._fulfilled[seat])
            assert isinstance(end, ProphecyRoundEnd)
            self._tell(seat, end.bids[seat])
