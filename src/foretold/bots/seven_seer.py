"""Search for Seven Prophecies: every choice played out in the same worlds."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from foretold.bots.race import Budget, Standing, run_race
from foretold.games import rebuild
from foretold.games.seven.view import SevenView
from foretold.kernels.seven import seven_tables
from foretold.kernels.seven_search import value_plays, value_prophecies
from foretold.kernels.worlds import Unknown, Worlds

MATCH_WEIGHT = 2.0  # points that a whole match is worth beside those of the round


class SevenSearch:
    """One decision of a seat: what its view knows, as kernels need it."""

    def __init__(self, view: SevenView, rng: Random, hands: tuple[int, ...] | None = None) -> None:
        assert view.seat is not None
        assert view.starter is not None
        assert view.leader is not None
        self.starter, self.leader = view.starter, view.leader
        self.view = view
        self.rng = rng
        self.game: Any = rebuild(view.game, view.players, view.options)
        self.tables = seven_tables(self.game)
        self.seat = view.seat
        bits = self.game.bits
        self.row = np.array([self.game.title.suits.index(face[0]) for face in view.future], np.int64)
        self.gone = sum(bits[card] for card in view.gone)
        self.own = sum(bits[card] for card in view.hand)
        self.scores = np.array(view.scores, np.int64)
        self.last_round = view.rounds is not None and view.round == view.rounds
        self.hands = hands  # where all hands are known
        if hands is None:
            self.worlds = Worlds(self._unknown())

    def _unknown(self) -> Unknown:
        view, suits = self.view, self.game.title.suits
        unseen = self.game.whole & ~(self.gone | self.own)
        played = {took.seat for took in view.trick}
        places, takes = [], []
        for seat in range(view.players):
            if seat != self.seat:
                places.append(view.tricks_left - (seat in played))
                takes.append(sum(1 << i for i, suit in enumerate(suits) if suit not in view.voids[seat]))
        places.append(unseen.bit_count() - sum(places))
        takes.append(15)
        return Unknown((*(unseen & mask for mask in self.game.suit_masks), 0), tuple(places), tuple(takes))

    def draw(self, count: int) -> Any:
        """Worlds as rows of hands by seat."""
        if self.hands is not None:
            return np.array([self.hands] * count, np.int64)
        drawn = self.worlds.draw(count, self.rng)
        hands = np.empty((count, self.view.players), np.int64)
        hands[:, self.seat] = self.own
        others = [seat for seat in range(self.view.players) if seat != self.seat]
        hands[:, others] = drawn[:, : len(others)]
        return hands

    def prophesy(self, budget: Budget) -> list[Standing]:
        """The standing of every prophecy of `view.legal`."""
        splits = self.tables.splits

        def values(alive: Any, count: int) -> Any:
            found = np.empty((count, len(alive)))
            value_prophecies(
                self.tables,
                self.seat,
                self.row,
                self.starter,
                self.gone,
                self.draw(count),
                splits[alive],
                self.scores,
                self.last_round,
                MATCH_WEIGHT,
                self.rng.getrandbits(60),
                found,
            )
            return found

        return run_race(len(splits), values, budget, batch=8, keep_half_after=2)

    def play(self, budget: Budget) -> list[Standing]:
        """The standing of every card of `view.legal`."""
        view, players = self.view, self.view.players
        choices = np.array([self.game.bits[action] for action in view.legal], np.int64)
        trick = np.zeros(players, np.int64)
        lead = self.game.title.suits.index(view.lead)
        for order, took in enumerate(view.trick):
            trick[order] = self.game.strengths[lead][took.action] + order
        left = np.array([sum(count << 4 * i for i, count in enumerate(tokens)) for tokens in view.left], np.int64)
        voids = np.array(
            [sum(1 << i for i, suit in enumerate(self.game.title.suits) if suit in known) for known in view.voids],
            np.int64,
        )
        edges = np.array([told.tokens[0] + told.tokens[-1] for told in view.prophecies], np.int64)  # type: ignore[attr-defined]

        def values(alive: Any, count: int) -> Any:
            found = np.empty((count, len(alive)))
            value_plays(
                self.tables,
                self.seat,
                self.row,
                len(view.tricks),
                len(view.trick),
                self.leader,
                self.gone,
                trick,
                left,
                voids,
                self.draw(count),
                choices[alive],
                self.scores,
                edges,
                self.last_round,
                MATCH_WEIGHT,
                self.rng.getrandbits(60),
                found,
            )
            return found

        return run_race(len(choices), values, budget, batch=32)
