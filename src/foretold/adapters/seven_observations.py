"""Observations of Seven Prophecies."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from foretold.adapters.observations import Layout, Observations
from foretold.cards import Action, Play, Prophesy
from foretold.games import Game
from foretold.games.seven.edition import PROPHECIES, TRICKS
from foretold.games.seven.game import SevenGame
from foretold.games.seven.tricks import trick_places
from foretold.views import Took

ASIDE = TRICKS + 1  # mark of a card set aside face up


@lru_cache(maxsize=16)
def seven_layout(game: SevenGame) -> Layout:
    """Returns the positions of all parts of a row of Seven Prophecies."""
    players, cards = game.players, len(game.deck)
    rounds = game.rounds or 10_000
    parts: list[tuple[str, tuple[int, ...], int, int]] = [
        ("hand", (cards,), 0, 1),
        ("played", (players, cards), 0, TRICKS),
        ("trick", (players, cards), 0, 1),
        ("future", (TRICKS, 4), 0, 1),
        ("lead", (4,), 0, 1),
        ("failed", (players, 4), 0, 1),
        ("prophecy", (players, players), 0, PROPHECIES),
        ("left", (players, players), 0, PROPHECIES),
        ("chosen", (players,), 0, 1),
        ("starter", (players,), 0, 1),
        ("leader", (players,), 0, 1),
        ("scores", (players,), -1000, 1000),
        ("phase", (2,), 0, 1),
        ("number", (1,), 0, TRICKS),
        ("round", (1,), 0, rounds),
    ]
    if game.edition.future_of_deck:
        parts.append(("out", (cards,), 0, ASIDE))
    return Layout(parts)


class SevenObservations(Observations):
    """The rows of some seats in Seven Prophecies."""

    game: SevenGame

    def __init__(self, game: Game, seats: Sequence[int]) -> None:
        assert isinstance(game, SevenGame)
        self.layout = seven_layout(game)
        super().__init__(game, seats)
        start = self.layout.start
        self._played, self._on_table, self._failed = start["played"], start["trick"], start["failed"]
        self._left_at, self._lead_at, self._number_at = start["left"], start["lead"], start["number"]
        self._choices: dict[int, Prophesy] = {}
        self._begun = False  # all have prophesied
        self._trick: list[Took] = []
        self._row: tuple[int, ...] = ()
        self._tricks = 0
        self._leader = 0

    def _deal(self, public: dict[str, Any]) -> None:
        suits = self.game.title.suits
        self._choices = {}
        self._begun = False
        self._trick = []
        self._tricks = 0
        self._row = tuple(suits.index(face[0]) for face in public["future"])
        self._leader = public["starter"]
        self._mark_only("starter", self._leader)
        self._mark_only("leader", self._leader)

    def _deal_to(self, own: int, row: array[int], facts: dict[str, Any]) -> None:
        start = self.layout.start
        for number, suit in enumerate(self._row):
            row[start["future"] + 4 * number + suit] = 1
        if self.game.edition.future_of_deck:
            for number, face in enumerate(facts["future"], 1):
                row[start["out"] + self.game.index[face]] = number
            for face in facts["open"]:
                row[start["out"] + self.game.index[face]] = ASIDE

    def take(self, seat: int, action: Action) -> None:
        if isinstance(action, Play):
            self._play(seat, action)
        else:
            self._tell(seat, action)

    def choose(self, seat: int, action: Action) -> None:
        assert isinstance(action, Prophesy)
        self._mark("chosen", seat)
        self._choices[seat] = action
        if seat in self.rows:
            self._write(self.rows[seat], "prophecy", 0, action.tokens)
        if len(self._choices) == self.game.players:
            for chooser, choice in self._choices.items():
                self._tell(chooser, choice)

    def _tell(self, seat: int, action: Action) -> None:
        """Writes a prophecy that all watched seats may see; the tricks begin after the last one."""
        assert isinstance(action, Prophesy)
        self._choices[seat] = action
        self._mark("chosen", seat)
        for row, at in self._seen_from[seat]:
            self._write(row, "prophecy", at, action.tokens)
        if len(self._choices) == self.game.players and not self._begun:
            self._begin()

    def _begin(self) -> None:
        self._begun = True
        phase = self.layout.start["phase"]
        for seat, choice in self._choices.items():
            for row, at in self._seen_from[seat]:
                self._write(row, "left", at, choice.tokens)
        for row in self.rows.values():
            row[phase], row[phase + 1] = 0, 1
        self._next_trick()

    def _write(self, row: array[int], name: str, at: int, tokens: tuple[int, ...]) -> None:
        begin = self.layout.start[name] + self.game.players * at
        row[begin : begin + len(tokens)] = array("h", tokens)

    def _next_trick(self) -> None:
        lead = self._row[self._tricks]
        for row in self.rows.values():
            row[self._number_at] = self._tricks + 1
            row[self._lead_at : self._lead_at + 4] = self._blank[:4]
            row[self._lead_at + lead] = 1

    def _play(self, seat: int, action: Action) -> None:
        game = self.game
        cards, card, number = len(game.deck), game.index[action], self._tricks + 1
        lead = self._row[self._tricks]
        failed = game.suit_of[card] != lead
        played, on_table = self._played + card, self._on_table + card
        for row, at in self._seen_from[seat]:
            row[played + cards * at] = number
            row[on_table + cards * at] = 1
            if failed:
                row[self._failed + 4 * at + lead] = 1
        if seat in self.rows:
            self.rows[seat][card] = 0  # the hand comes first
        self._trick.append(Took(seat, action))
        if len(self._trick) == game.players:
            self._finish_trick(lead)

    def _finish_trick(self, lead: int) -> None:
        game = self.game
        players, cards = game.players, len(game.deck)
        places = trick_places(game, lead, tuple(self._trick))
        for seat, action in self._trick:
            on_table = self._on_table + game.index[action]
            left = self._left_at + places[seat] - 1
            for row, at in self._seen_from[seat]:
                row[on_table + cards * at] = 0
                if row[left + players * at]:
                    row[left + players * at] -= 1
        self._trick = []
        self._tricks += 1
        self._mark_only("leader", places.index(1))
        if self._tricks < TRICKS:
            self._next_trick()
