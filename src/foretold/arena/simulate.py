"""Whole matches of bots against bots; the same seed gives the same matches."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from foretold import __version__
from foretold.arena.players import parse_spec
from foretold.arena.pool import in_order
from foretold.arena.tally import Tally
from foretold.bots import Bot, bot
from foretold.games import Game, State
from foretold.records import Record
from foretold.statistics.rows import rows_of
from foretold.statistics.survey import Survey

if TYPE_CHECKING:
    from foretold.statistics.rows import WholeNumbers

MATCHES_A_TASK = 20  # some hundred milliseconds of work
FAST_ROUNDS_A_TASK = 40_000
LONG_MATCH = 40  # assumed maximum of rounds in an unbounded match
FAST_BOTS = ("random", "greedy")


@dataclass(frozen=True)
class Plan:
    """What to simulate: a game, the bot at each seat, a seed, and what to keep besides the figures.

    With `fast`, kernels play instead of the engine: all bots are `random` or all `greedy`, and the seed gives other
    matches than without.
    """

    game: Game
    bots: tuple[str, ...]
    seed: int
    keep_records: bool = False
    keep_rows: bool = False
    keep_survey: bool = False
    fast: bool = False

    @property
    def matches_a_task(self) -> int:
        """The number of matches that take some hundred milliseconds."""
        return max(1, FAST_ROUNDS_A_TASK // (self.game.rounds or LONG_MATCH)) if self.fast else MATCHES_A_TASK


class MatchTask(NamedTuple):
    """Some matches of a plan, by number."""

    plan: Plan
    numbers: range


class Batch(NamedTuple):
    """The results of a task: figures; records as lines, rows (statistics/rows.py) and a survey if requested."""

    tally: Tally
    lines: tuple[str, ...]
    rows: WholeNumbers | None = None
    survey: Survey | None = None


def simulate(
    plan: Plan, matches: int, executor: Executor | None = None, ahead: int = 8, start: int = 0
) -> Iterator[Batch]:
    """Yields all batches of a simulation in match order, from match `start` on."""
    numbers, size = range(start, matches), plan.matches_a_task
    tasks = (MatchTask(plan, numbers[i : i + size]) for i in range(0, len(numbers), size))
    return in_order(executor, run_task, tasks, ahead)


def seated(text: str) -> Bot:
    """Parses a bot such as `greedy` or `seer:worlds=64`; refuses the arena's cheat."""
    spec = parse_spec(text)
    return bot(spec.name, **dict(spec.settings))


def can_be_fast(bots: Sequence[str]) -> bool:
    """True if kernels can play for these bots."""
    return len(set(bots)) == 1 and bots[0] in FAST_BOTS


def run_task(task: MatchTask) -> Batch:
    """Plays the matches of a task."""
    plan = task.plan
    return _run_fast(task) if plan.fast else _run_engine(task)


def _run_engine(task: MatchTask) -> Batch:
    plan = task.plan
    players = [seated(text) for text in plan.bots]
    tally = Tally(plan.game.players)
    lines = []
    rows: list[list[int]] = []
    for number in task.numbers:
        state = play_match(plan.game, players, match_seed(plan.seed, number), f"{plan.seed}:{number}")
        tally.add_match(state)
        if plan.keep_records:
            lines.append(match_record(state, plan.bots).to_line())
        if plan.keep_rows or plan.keep_survey:
            rows += rows_of(state, number)
    return _batch(plan, tally, lines, rows)


def _run_fast(task: MatchTask) -> Batch:
    from foretold.kernels.matches import match_again, play_matches

    plan = task.plan
    rows = play_matches(plan.game, plan.bots[0], plan.seed, task.numbers)
    tally = Tally(plan.game.players)
    tally.add_rows(rows)
    lines = []
    if plan.keep_records:
        states = (match_again(plan.game, plan.bots[0], plan.seed, number) for number in task.numbers)
        lines = [match_record(state, plan.bots).to_line() for state in states]
    return _batch(plan, tally, lines, rows)


def _batch(plan: Plan, tally: Tally, lines: Sequence[str], rows: WholeNumbers | list[list[int]]) -> Batch:
    if not (plan.keep_rows or plan.keep_survey):
        return Batch(tally, tuple(lines))
    import numpy as np

    table, survey = np.asarray(rows, np.int64), None
    if plan.keep_survey:
        survey = Survey(plan.game.players)
        survey.add(table)
    return Batch(tally, tuple(lines), table if plan.keep_rows else None, survey)


def match_seed(seed: int, number: int) -> int:
    """Returns the seed of match `number` (from 0) of a simulation."""
    digest = hashlib.sha256(f"foretold-simulate/1:{seed}:{number}".encode("ascii")).digest()
    return int.from_bytes(digest[:8], "big")


def play_match(game: Game, bots: Sequence[Bot], seed: int, chance: str) -> State:
    """Plays a match to its end; `chance` seeds the bots' random generators, seat by seat."""
    rolls = [Random(f"{chance}:{seat}") for seat in game.seats]
    state = game.start(seed=seed)
    while not state.over:
        seat = state.awaited[0]
        state = state.apply(seat, bots[seat].choose(state.view(seat), rolls[seat]))
    return state


def match_record(state: State, bots: Sequence[str]) -> Record:
    """Returns the record of a match of bots, with the bots by seat."""
    specs = [parse_spec(text) for text in bots]
    seats = [{"kind": "bot", "bot": spec.name, "version": __version__, **dict(spec.settings)} for spec in specs]
    return replace(state.record(names=tuple(bots)), extra={"seats": seats})
