"""Batch environments: thousands of parallel matches, millions of steps a second on one core (docs/research.md).

>>> from foretold.adapters.vector import batch
>>> table = batch("seven-prophecies", players=4, batch=1024)
>>> table.reset(range(1024))
>>> table.step(table.random_actions())
>>> table.observations.shape, table.mask.shape
((1024, 508), (1024, 164))

Action numbers and observations are those of the PettingZoo environment. Hidden choices are made in seat order, and no
observation shows them before they are revealed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from foretold.adapters import MOST_ROUNDS
from foretold.adapters.numbering import numbering, refuse_laying
from foretold.adapters.observations import Layout
from foretold.adapters.prophecy_observations import prophecy_layout
from foretold.adapters.rules import load_rules
from foretold.adapters.seven_observations import seven_layout
from foretold.cards import Action, Play, Prophesy
from foretold.errors import BadOption, IllegalAction
from foretold.games import Game
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.prophecy.state import refuse_play as refuse_prophecy_play
from foretold.games.seven.game import SevenGame
from foretold.games.seven.tricks import refuse_play as refuse_seven_play
from foretold.kernels import batch_prophecy, batch_seven
from foretold.kernels.arrays import any_number
from foretold.kernels.prophecy import prophecy_scratch, prophecy_tables
from foretold.kernels.prophecy_policy import NOT_LED
from foretold.kernels.rng import seed_dice
from foretold.kernels.seven import seven_tables

EPISODES = ("match", "round")
REWARDS = ("points", "win")
DEALS = ("exact", "fast")
RUNNING, ROUND_ENDED, MATCH_ENDED, TRUNCATED = range(4)  # values of `ends`

Array = NDArray[Any]


class IllegalBatchAction(IllegalAction):
    """Raised for an illegal action in a batch; no environment was changed."""

    environment: int
    number: int

    def __str__(self) -> str:
        return f"environment {self.environment}, action {self.number}: {super().__str__()}"


class Batch:
    """Environments of one game, stepped together; make one with `batch`.

    After `reset` and after every `step`, these arrays describe each environment:

    - `observations` (batch, size): what the seat to act sees;
    - `mask` (batch, actions): 1 for every legal action;
    - `player` (batch,): the seat to act;
    - `rewards` (batch, players): what the last step scored for each seat;
    - `ends` (batch,): what it ended: 0 nothing, 1 a round, 2 the match, 3 a match that was cut short;
    - `results` (batch, players): the points of the round that ended, else 0;
    - `fulfilled` (batch, players): 1 for each seat whose prophecy or bid came true in the round that ended, else 0.

    Environments reset themselves: after a match ends, the next one starts with the seed increased by the size of the
    batch, and the other arrays already show its start.
    """

    game: Game
    layout: Layout

    def __init__(
        self,
        game: Game,
        size: int,
        *,
        episode: str = "match",
        rewards: str = "points",
        deals: str = "exact",
        dtype: DTypeLike | None = None,
        buffers: Mapping[str, Array] | None = None,
        skip_forced: bool = False,
        observe: bool = True,
    ) -> None:
        _check("episode", episode, EPISODES)
        _check("rewards", rewards, REWARDS)
        _check("deals", deals, DEALS)
        if isinstance(size, bool) or not isinstance(size, int) or size < 1:
            raise BadOption("batch-size", {"found": str(size)[:40]})
        self.game, self.size, self.by_round = game, size, episode == "round"
        self.numbering = numbering(game)
        kind = np.dtype(_smallest(game) if dtype is None else dtype)
        width = self.layout.size if observe else 0
        players = game.players
        given = dict(buffers or {})
        wanted: dict[str, tuple[tuple[int, ...], np.dtype[Any]]] = {
            "observations": ((size, width), kind),
            "mask": ((size, self.numbering.count), np.dtype(np.uint8)),
            "player": ((size,), np.dtype(np.int64)),
            "rewards": ((size, players), np.dtype(np.float32)),
            "ends": ((size,), np.dtype(np.uint8)),
            "results": ((size, players), np.dtype(np.int16)),
            "fulfilled": ((size, players), np.dtype(np.uint8)),
            "actions": ((size,), np.dtype(np.int64)),
        }
        if unknown := given.keys() - wanted.keys():
            values = {"option": "buffers", "found": sorted(unknown)[0][:40], "choices": ", ".join(wanted)}
            raise BadOption("option-value", values)
        made = {name: _buffer(name, given.get(name), *wanted[name]) for name in wanted}
        self.observations: Array = made["observations"]
        self.mask: Array = made["mask"]
        self.player: Array = made["player"]
        self.rewards: Array = made["rewards"]
        self.ends: Array = made["ends"]
        self.results: Array = made["results"]
        self.fulfilled: Array = made["fulfilled"]
        self.actions: Array = made["actions"]
        self._course = batch_seven.Course(
            exact=deals == "exact",
            by_round=episode == "round",
            wins=rewards == "win",
            skip_forced=bool(skip_forced),
            most_rounds=MOST_ROUNDS if game.rounds is None else -1,
        )
        self._work = batch_seven.workspace()
        self._dice = np.zeros(1, np.int64)
        seed_dice(self._dice, any_number(size))
        self._everywhere = np.ones(size, np.uint8)
        self._begun = False

    def reset(self, seeds: Sequence[int] | Array) -> None:
        """Starts the match of `game.start(seed=seeds[i])` in environment i."""
        self._reset(self._numbers(seeds, "seeds").view(np.int64))
        for quiet in (self.rewards, self.ends, self.results, self.fulfilled):
            quiet[...] = 0
        self._begun = True

    def step(self, actions: Sequence[int] | Array, where: Array | None = None) -> None:
        """Takes one action in every environment, by number; if any is illegal, raises an error and changes nothing.

        Environments where `where` is 0 stay as they are, with rewards, ends and results of 0.
        """
        if not self._begun:
            raise BadOption("no-match-yet")
        if not (isinstance(actions, np.ndarray) and actions.dtype == np.int64 and actions.shape == (self.size,)):
            actions = self._numbers(actions, "actions")
        where = self._everywhere if where is None else self._flags(where)
        wrong = self._first_illegal(actions, where)
        if wrong >= 0:
            raise self._refusal(wrong, int(actions[wrong]))
        self._step(actions, where)

    def observe(self, seat: int) -> Array:
        """Returns what this seat sees in every environment, in a new array of the type of `observations`."""
        if isinstance(seat, bool) or seat not in self.game.seats:
            raise BadOption("no-such-agent", {"found": str(seat)[:40], "known": list(self.game.seats)})
        rows = np.zeros((self.size, self.layout.size), self.observations.dtype)
        if self._begun:
            self._observe(any_number(int(seat)), rows)
        return rows

    def seed_choices(self, seed: int) -> None:
        """Seeds the random generator of `random_actions`."""
        seed_dice(self._dice, any_number(int(np.uint64(seed).view(np.int64))))

    def random_actions(self, where: Array | None = None) -> Array:
        """Writes a random legal action into `actions` for each environment, or for those where `where` is not 0."""
        self._choose_random(self._everywhere if where is None else self._flags(where))
        return self.actions

    def greedy_actions(self, where: Array | None = None) -> Array:
        """Writes the bot `greedy`'s action into `actions` for each environment, or for those where `where` is not 0."""
        self._choose_greedy(self._everywhere if where is None else self._flags(where))
        return self.actions

    def _flags(self, where: Array) -> Array:
        """Converts `where` to one byte per environment: 1 if it is selected."""
        if not isinstance(where, np.ndarray) or where.shape != (self.size,):
            raise BadOption("batch-numbers", {"option": "where", "size": self.size})
        return where if where.dtype == np.uint8 else (where != 0).view(np.uint8)

    def _numbers(self, given: Sequence[int] | Array, name: str) -> Array:
        kind = np.uint64 if name == "seeds" else np.int64
        try:
            numbers = given if isinstance(given, np.ndarray) else np.array([*map(index, given)], kind)
        except (TypeError, OverflowError):  # not whole numbers, or out of range
            numbers = np.zeros(0)
        fits = numbers.dtype.kind in "iu" and numbers.shape == (self.size,)
        if not fits or (name == "seeds" and (numbers < 0).any()):
            raise BadOption("batch-numbers", {"option": name, "size": self.size})
        return numbers.astype(kind)

    def _refusal(self, environment: int, number: int) -> IllegalAction:
        """Returns the error for an illegal action: the engine's reason, and the environment."""
        if not 0 <= number < self.numbering.count:
            values = {"found": str(number), "last": self.numbering.count - 1}
            error = IllegalBatchAction("action-number", values, clause="ALL-1", game=self.game.name)
        else:
            reason = self._why_not(environment, self.numbering.actions[number], number)
            error = IllegalBatchAction(reason.reason, reason.values, clause=reason.clause, game=reason.game)
        error.environment, error.number = environment, number
        return error

    def _reset(self, seeds: Array) -> None:
        raise NotImplementedError

    def _step(self, actions: Array, where: Array) -> None:
        raise NotImplementedError

    def _observe(self, seat: int, rows: Array) -> None:
        raise NotImplementedError

    def _first_illegal(self, actions: Array, where: Array) -> int:
        raise NotImplementedError

    def _choose_random(self, where: Array) -> None:
        raise NotImplementedError

    def _choose_greedy(self, where: Array) -> None:
        raise NotImplementedError

    def _why_not(self, environment: int, action: Action, number: int) -> IllegalAction:
        raise NotImplementedError


class SevenBatch(Batch):
    """Environments of Seven Prophecies."""

    game: SevenGame

    def __init__(self, game: SevenGame, size: int, **settings: Any) -> None:
        self.layout = seven_layout(game)
        super().__init__(game, size, **settings)
        start = self.layout.start
        self._tables = seven_tables(game)
        self._rules = batch_seven.seven_rules(self._tables)
        self._layout = batch_seven.SevenLayout(
            size=self.layout.size,
            **{name: start.get(name, -1) for name in batch_seven.SevenLayout._fields if name != "size"},
        )
        self._states = np.zeros((size, batch_seven.COLUMNS), np.int64)
        self._times = np.zeros(4, np.int64)
        self._expected = np.zeros(4)

    def _reset(self, seeds: Array) -> None:
        batch_seven.reset(
            self._states,
            seeds,
            self._rules,
            self._layout,
            self._course,
            self.observations,
            self.mask,
            self.player,
            self._work,
        )

    def _step(self, actions: Array, where: Array) -> None:
        batch_seven.step(
            self._states,
            actions,
            where,
            self._rules,
            self._layout,
            self._course,
            self.observations,
            self.mask,
            self.player,
            self.rewards,
            self.ends,
            self.results,
            self.fulfilled,
            self._work,
        )

    def _observe(self, seat: int, rows: Array) -> None:
        batch_seven.observe(self._states, seat, self._rules, self._layout, rows)

    def _first_illegal(self, actions: Array, where: Array) -> int:
        return batch_seven.first_illegal(self._states, actions, where, self._rules)

    def _choose_random(self, where: Array) -> None:
        batch_seven.choose_random(self._states, where, self._rules, self._dice, self.actions)

    def _choose_greedy(self, where: Array) -> None:
        batch_seven.choose_greedy(self._states, where, self._tables, self._times, self._expected, self.actions)

    def _why_not(self, environment: int, action: Action, number: int) -> IllegalAction:
        row, game = self._states[environment], self.game
        prophesying = row[batch_seven.LEGAL] < 0
        if isinstance(action, Prophesy) or prophesying:
            reason = "prophecy-first" if prophesying else "prophecy-is-over"
            return IllegalAction(reason, clause="ALL-3", game=game.name)
        assert isinstance(action, Play)
        hand = int(row[batch_seven.HAND + row[batch_seven.SEAT]])
        lead = int(row[batch_seven.ROW]) >> 2 * int(row[batch_seven.TRICKS_DONE]) & 3
        return refuse_seven_play(game, hand, lead, action.card)


class ProphecyBatch(Batch):
    """Environments of Prophecy."""

    game: ProphecyGame

    def __init__(self, game: ProphecyGame, size: int, **settings: Any) -> None:
        self.layout = prophecy_layout(game)
        super().__init__(game, size, **settings)
        start = self.layout.start
        self._tables = prophecy_tables(game)
        self._rules = batch_prophecy.prophecy_rules(self._tables, np.array(game.wheel, np.int64))
        self._layout = batch_prophecy.ProphecyLayout(
            size=self.layout.size,
            **{name: start[name] for name in batch_prophecy.ProphecyLayout._fields if name != "size"},
        )
        self._states = np.zeros((size, batch_prophecy.COLUMNS), np.int64)
        self._scratch = prophecy_scratch(any_number(game.players), any_number(0))

    def _reset(self, seeds: Array) -> None:
        batch_prophecy.reset(
            self._states,
            seeds,
            self._rules,
            self._layout,
            self._course,
            self.observations,
            self.mask,
            self.player,
            self._work,
        )

    def _step(self, actions: Array, where: Array) -> None:
        batch_prophecy.step(
            self._states,
            actions,
            where,
            self._rules,
            self._layout,
            self._course,
            self.observations,
            self.mask,
            self.player,
            self.rewards,
            self.ends,
            self.results,
            self.fulfilled,
            self._work,
        )

    def _observe(self, seat: int, rows: Array) -> None:
        batch_prophecy.observe(self._states, seat, self._rules, self._layout, rows)

    def _first_illegal(self, actions: Array, where: Array) -> int:
        return batch_prophecy.first_illegal(self._states, actions, where)

    def _choose_random(self, where: Array) -> None:
        batch_prophecy.choose_random(self._states, where, self._dice, self.actions)

    def _choose_greedy(self, where: Array) -> None:
        batch_prophecy.choose_greedy(self._states, where, self._tables, self._scratch, self.actions)

    def _why_not(self, environment: int, action: Action, number: int) -> IllegalAction:
        row, game = self._states[environment], self.game
        seat = int(row[batch_prophecy.SEAT])
        hand = int(row[batch_prophecy.HAND + seat])
        if int(row[batch_prophecy.CHOSEN]) != (1 << game.players) - 1:
            if number >= self.numbering.cards:
                return IllegalAction("bid-first", clause="ALL-3", game=game.name)
            laid = tuple(game.index[card] for card in game.cards(int(row[batch_prophecy.BID + seat])))
            return refuse_laying(game, hand, laid, number)
        lead = int(row[batch_prophecy.LEAD])
        refused = refuse_prophecy_play(
            game, hand, int(row[batch_prophecy.TRUMP]), None if lead == NOT_LED else lead, action
        )
        assert refused is not None
        return refused


def batch(game: str = "seven-prophecies", players: int = 4, batch: int = 1024, **settings: Any) -> Batch:
    """Makes a batch of environments of a title for a number of players.

    - `episode`: "match", or "round" (then the next episode is the next round of the same match);
    - `rewards`: "points", or "win" for a share of the victory;
    - `deals`: "exact" for those of `game.start(seed=…)`, or "fast" for others with the same distribution;
    - `dtype`: the type of the observations, by default the smallest that fits;
    - `buffers`: the caller's own arrays, by name;
    - `skip_forced`: a step continues while only one action is legal;
    - `observe`: False if no observations are needed.

    All other arguments are options of the title.
    """
    own = {name: settings.pop(name) for name in _OWN if name in settings}
    rules = load_rules(game, players, settings)
    kind = ProphecyBatch if isinstance(rules, ProphecyGame) else SevenBatch
    return kind(rules, batch, **own)  # type: ignore[arg-type]


_OWN = ("episode", "rewards", "deals", "dtype", "buffers", "skip_forced", "observe")


def _smallest(game: Game) -> DTypeLike:
    """Returns the smallest type that fits every number of an observation."""
    return np.int8 if isinstance(game, SevenGame) and game.floor is None else np.uint8


def _buffer(name: str, given: Array | None, shape: tuple[int, ...], kind: np.dtype[Any]) -> Array:
    """Returns the caller's array if there is one, after checking its shape and type, else a new one."""
    if given is None:
        return np.zeros(shape, kind)
    right = isinstance(given, np.ndarray) and given.shape == shape and given.dtype == kind
    if not (right and given.flags.c_contiguous and given.flags.writeable):
        raise BadOption("batch-buffer", {"option": name, "shape": str(shape), "type": str(kind)})
    return given


def _check(option: str, value: Any, choices: tuple[str, ...]) -> None:
    if not isinstance(value, str) or value not in choices:
        raise BadOption("option-value", {"option": option, "found": str(value)[:40], "choices": ", ".join(choices)})
