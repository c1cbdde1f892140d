"""Training data for a learning seat: batches of matches in which every choice is played out in the real deal.

A table has a policy for every seat. The worth of a choice is what it scores if these policies finish the round: points
above the mean of the others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from foretold.adapters.vector import Array, Batch, ProphecyBatch, SevenBatch
from foretold.games import Game
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.game import SevenGame
from foretold.kernels import (
    batch_prophecy,
    batch_seven,
    prophecy_lessons,
    prophecy_student,
    seven_lessons,
    seven_student,
)
from foretold.kernels.arrays import any_number, floats, integers
from foretold.kernels.nets import Net
from foretold.kernels.prophecy import prophecy_scratch
from foretold.kernels.rng import seed_dice
from foretold.kernels.seven_lessons import GREEDY, OTHER, OWN, RANDOM

TRIED = 16  # prophecies or bids tried per lesson
COUNTS = seven_student.COUNTS


class Pair(NamedTuple):
    """The two networks of a student, as arrays."""

    cards: Net
    choices: Net


class Lesson(NamedTuple):
    """Decisions: a row of features for every choice and what it scored; rows of decision i end before `starts[i+1]`.

    For prophecies there is one row per decision with `TRIED` values; `splits` are the prophecies that were tried.
    """

    rows: Array
    values: Array
    starts: Array
    splits: Array | None = None


class Lessons:
    """A batch of matches in which students learn; `policies` are by match and seat."""

    def __init__(self, game: Game, size: int, seed: int) -> None:
        self.game, self.size = game, size
        self.table = plain_table(game, size, skip_forced=True, deals="fast")
        self.table.reset(range(seed, seed + size))
        self.table.seed_choices(seed)
        self.policies: Array = np.full((size, max(6, game.players)), OWN, np.int64)
        self._dice = np.zeros(1, np.int64)
        seed_dice(self._dice, any_number(seed + 1))
        inputs = card_inputs(game)
        self._rows = np.zeros((size * 17, inputs), np.float32)
        self._choice_rows = np.zeros((size * TRIED, choice_inputs(game)), np.float32)
        self._values = np.zeros(size * 17, np.float32)
        self._starts = np.zeros(size + 1, np.int64)
        self._splits = np.zeros(size * TRIED, np.int64)

    @property
    def choosing(self) -> Array:
        """Flags the matches in which prophecies or bids are being made."""
        table = self.table
        if isinstance(table, SevenBatch):
            prophesying: Array = table._states[:, batch_seven.LEGAL] < 0
            return prophesying
        bidding: Array = table._states[:, batch_prophecy.CHOSEN] != (1 << self.game.players) - 1
        return bidding

    def cards(self, own: Pair, other: Pair, going_on: Array) -> Lesson:
        """Returns lessons about the cards that learning seats have to choose now."""
        table, line = self._line()
        kernels = _kernels(self.game)
        count = kernels.card_lessons(
            table._states,
            self.policies,
            going_on,
            table._tables,
            table._rules,
            _mind(self.game, own),
            _mind(self.game, other),
            line,
            self._rows,
            self._values,
            self._starts,
        )
        end = self._starts[count]
        return Lesson(self._rows[:end].copy(), self._values[:end].copy(), self._starts[: count + 1].copy())

    def choices(self, own: Pair, other: Pair, going_on: Array) -> Lesson:
        """Returns lessons about the prophecies or bids that learning seats have to make now."""
        table, line = self._line()
        minds = _mind(self.game, own), _mind(self.game, other)
        if isinstance(self.game, SevenGame):
            count = seven_lessons.split_lessons(
                table._states,
                self.policies,
                going_on,
                table._tables,
                table._rules,
                *minds,
                line,
                any_number(TRIED),
                self._choice_rows,
                self._values,
                self._splits,
            )
            end, starts = count, np.arange(count + 1) * TRIED
            splits = self._splits[: count * TRIED].copy()
            return Lesson(self._choice_rows[:end].copy(), self._values[: count * TRIED].copy(), starts, splits)
        count = prophecy_lessons.bid_lessons(
            table._states,
            self.policies,
            going_on,
            table._tables,
            table._rules,
            *minds,
            line,
            any_number(TRIED),
            self._choice_rows,
            self._values,
            self._starts,
        )
        end = self._starts[count]
        return Lesson(self._choice_rows[:end].copy(), self._values[:end].copy(), self._starts[: count + 1].copy())

    def _line(self) -> tuple[Any, Any]:
        table = self.table
        if isinstance(table, SevenBatch):
            return table, seven_lessons.seven_line(self._dice)
        return table, prophecy_lessons.prophecy_line(
            self._dice, prophecy_scratch(any_number(self.game.players), any_number(0))
        )


def card_inputs(game: Game) -> int:
    """Returns the number of features of a card."""
    return seven_student.CARD_INPUTS if isinstance(game, SevenGame) else prophecy_student.CARD_INPUTS


def choice_inputs(game: Game) -> int:
    """Returns the number of features of a hand before the prophecies, or of a bid."""
    if isinstance(game, SevenGame):
        return seven_student.hand_inputs(game.numbers)
    return prophecy_student.BID_INPUTS


def choice_outputs(game: Game) -> int:
    """Returns the number of outputs for prophecies, one per number of tokens and place; for bids it is 1, the worth."""
    return COUNTS * game.players if isinstance(game, SevenGame) else 1


def plain_table(game: Game, size: int, **settings: Any) -> SevenBatch | ProphecyBatch:
    """Returns a batch of matches without observations."""
    kind = SevenBatch if isinstance(game, SevenGame) else ProphecyBatch
    return kind(game, size, observe=False, **settings)  # type: ignore[arg-type]


def act(table: Batch, who: Pair | int, where: Array) -> None:
    """Writes the actions of networks, GREEDY or RANDOM into `table.actions` where `where` is set."""
    flags = where.view(np.uint8)
    if not isinstance(who, Pair):
        if who == GREEDY:
            table.greedy_actions(flags)
        else:
            table.random_actions(flags)
        return
    assert isinstance(table, SevenBatch | ProphecyBatch)
    kernels = _kernels(table.game)
    kernels.choose_student(table._states, flags, table._tables, _mind(table.game, who), table.actions)


def _kernels(game: Game) -> Any:
    return prophecy_lessons if isinstance(game, ProphecyGame) else seven_lessons


def _mind(game: Game, pair: Pair) -> Any:
    if isinstance(game, SevenGame):
        return seven_lessons.seven_mind(pair.cards, pair.choices)
    return prophecy_lessons.ProphecyMind(pair.cards, pair.choices, prophecy_student.prophecy_room(floats, integers))


__all__ = ["GREEDY", "OTHER", "OWN", "RANDOM", "Lesson", "Lessons", "Pair", "act", "plain_table"]
