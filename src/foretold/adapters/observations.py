"""Observations: one row of integers per seat, updated event by event or computed from a view.

A row contains nothing beyond the seat's view: `row_of_view` computes it from a view alone, and a test compares this
with the rows that environments update while playing. Seats are relative to one's own: 0 is oneself, 1 the left
neighbour.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from foretold.cards import Action
from foretold.games import Game
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.views import Chosen, RoundEnd, SeenDeal, SeenEvent, Took, View


class Part(NamedTuple):
    """One part of a row: its start, its shape, and the smallest and largest number in it."""

    name: str
    start: int
    shape: tuple[int, ...]
    low: int
    high: int

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """The positions of all parts of a row."""

    def __init__(self, parts: Iterable[tuple[str, tuple[int, ...], int, int]]) -> None:
        placed: list[Part] = []
        for name, shape, low, high in parts:
            placed.append(Part(name, placed[-1].start + placed[-1].size if placed else 0, shape, low, high))
        self.parts = tuple(placed)
        self.size = placed[-1].start + placed[-1].size
        self.start = {part.name: part.start for part in placed}

    def part(self, row: Any, name: str) -> Any:
        """Returns a part of a row, in its shape."""
        part = next(part for part in self.parts if part.name == name)
        return row[part.start : part.start + part.size].reshape(part.shape)

    def bounds(self) -> tuple[Any, Any]:
        """Returns the lower and upper bounds of a row."""
        return tuple(  # type: ignore[return-value]
            np.concatenate(
                [np.full(part.size, bound, np.int16) for part, bound in zip(self.parts, bounds, strict=True)]
            )
            for bounds in ([part.low for part in self.parts], [part.high for part in self.parts])
        )


class Observations:
    """The rows of some seats, updated as things happen; nothing hidden from a seat is written to its row."""

    layout: Layout

    def __init__(self, game: Game, seats: Sequence[int]) -> None:
        self.game = game
        players = game.players
        self.rows: dict[int, array[int]] = {seat: array("h", bytes(2 * self.layout.size)) for seat in seats}
        self._arrays = {seat: np.frombuffer(row, np.int16) for seat, row in self.rows.items()}
        self._blank = array("h", bytes(2 * self.layout.size))
        # By acting seat: each row with that seat's position in it.
        self._seen_from = tuple(
            tuple((row, (seat - own) % players) for own, row in self.rows.items()) for seat in range(players)
        )
        self.scores: tuple[int, ...] = (0,) * players
        self.number = 0  # number of the round, from 1

    def row(self, seat: int) -> Any:
        """Returns a copy of a seat's row."""
        return self._arrays[seat].copy()

    def deal(self, facts: dict[int, dict[str, Any]]) -> None:
        """Starts a new round: writes what the deal shows to each seat."""
        self.number += 1
        start = self.layout.start
        for own, row in self.rows.items():
            row[:] = self._blank
            row[start["round"]] = self.number
            row[start["phase"]] = 1
            for seat, score in enumerate(self.scores):
                row[start["scores"] + (seat - own) % self.game.players] = score
            for card in facts[own].get("hand", ()):
                row[start["hand"] + self.game.index[card]] = 1
        self._deal(next(iter(facts.values())))
        for own, row in self.rows.items():
            self._deal_to(own, row, facts[own])

    def round_end(self, end: RoundEnd) -> None:
        """Writes the result of a round."""
        start = self.layout.start
        self.scores = end.scores
        for own, row in self.rows.items():
            row[start["phase"]] = row[start["phase"] + 1] = 0
            for seat, score in enumerate(end.scores):
                row[start["scores"] + (seat - own) % self.game.players] = score
        self._round_end(end)

    def show(self, events: Iterable[SeenEvent]) -> None:
        """Applies events from the history of a view; only with a single watched seat."""
        for event in events:
            if isinstance(event, Took):
                self.take(event.seat, event.action)
            elif isinstance(event, SeenDeal):
                self.deal({seat: dict(event.facts) for seat in self.rows})
            elif isinstance(event, Chosen):
                self.chosen(event.seats)
            elif isinstance(event, RoundEnd):
                self.round_end(event)

    def _mark(self, name: str, seat: int, value: int = 1) -> None:
        """Sets a number of a part that has one per seat, in all rows."""
        start = self.layout.start[name]
        for row, at in self._seen_from[seat]:
            row[start + at] = value

    def _mark_only(self, name: str, seat: int) -> None:
        start, players = self.layout.start[name], self.game.players
        for row, at in self._seen_from[seat]:
            row[start : start + players] = self._blank[:players]
            row[start + at] = 1

    def take(self, seat: int, action: Action) -> None:
        """Writes an action that the watched seats may see; hidden choices go to `choose`."""
        raise NotImplementedError

    def choose(self, seat: int, action: Action) -> None:
        """Writes a prophecy or bid; until it is revealed, the rows of others show only that it was made."""
        raise NotImplementedError

    def chosen(self, seats: Iterable[int]) -> None:
        """Writes that these seats have made their hidden choice."""
        for seat in seats:
            self._mark("chosen", seat)

    def _deal(self, public: dict[str, Any]) -> None:
        raise NotImplementedError

    def _deal_to(self, own: int, row: array[int], facts: dict[str, Any]) -> None:
        """Writes what a title adds to a row from the public facts of a deal."""

    def _round_end(self, end: RoundEnd) -> None:
        """Writes what a title adds when a round is scored."""


def observations(game: Game, seats: Sequence[int]) -> Observations:
    """Returns rows for these seats of a game."""
    from foretold.adapters.prophecy_observations import ProphecyObservations
    from foretold.adapters.seven_observations import SevenObservations

    kind: type[Observations] = ProphecyObservations if isinstance(game, ProphecyGame) else SevenObservations
    return kind(game, seats)


def row_of_view(view: View, laid: Sequence[int] = ()) -> Any:
    """Computes the row of a seat from its view alone; `laid` are the cards, by number, of a bid being laid."""
    if view.seat is None:
        raise ValueError("a spectator has no row: take the view of a seat")
    assert isinstance(view, SevenView | ProphecyView)
    watched = observations(view.rules, (view.seat,))
    watched.show(view.history)
    for card in laid:
        watched.lay(view.seat, card)  # type: ignore[attr-defined]
    return watched.row(view.seat)
