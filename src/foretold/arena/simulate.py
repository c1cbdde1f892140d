"""Whole matches of bots against bots: the same seed gives the same matches."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from foretold import __version__
from foretold.arena.pool import in_order
from foretold.arena.tally import Tally
from foretold.bots import Bot, bot
from foretold.games import Game, State
from foretold.records import Record

MATCHES_A_TASK = 20  # some hundred milliseconds of work


@dataclass(frozen=True)
class Plan:
    """What to simulate: a game, the bot at each seat, and a seed for all of it."""

    game: Game
    bots: tuple[str, ...]
    seed: int
    keep_records: bool = False


class Task(NamedTuple):
    """Some matches of a plan, by number."""

    plan: Plan
    numbers: range


class Batch(NamedTuple):
    """What came of a task: figures, and records as lines where they are kept."""

    tally: Tally
    lines: tuple[str, ...]


def simulate(plan: Plan, matches: int, executor: Executor | None = None, ahead: int = 8) -> Iterator[Batch]:
    """All batches of a simulation, in order of the matches."""
    numbers = range(matches)
    tasks = (Task(plan, numbers[i : i + MATCHES_A_TASK]) for i in range(0, matches, MATCHES_A_TASK))
    return in_order(executor, run_task, tasks, ahead)


def run_task(task: Task) -> Batch:
    """Plays the matches of a task."""
    plan = task.plan
    players = [bot(name) for name in plan.bots]
    tally = Tally(plan.game.players)
    lines = []
    for number in task.numbers:
        state = play_match(plan.game, players, match_seed(plan.seed, number), f"{plan.seed}:{number}")
        tally.add_match(state)
        if plan.keep_records:
            lines.append(match_record(state, plan.bots).to_line())
    return Batch(tally, tuple(lines))


def match_seed(seed: int, number: int) -> int:
    """The seed of match `number` (from 0) of a simulation."""
    digest = hashlib.sha256(f"foretold-simulate/1:{seed}:{number}".encode("ascii")).digest()
    return int.from_bytes(digest[:8], "big")


def play_match(game: Game, bots: Sequence[Bot], seed: int, chance: str) -> State:
    """A match to its end; `chance` seeds what the bots roll, seat by seat."""
    rolls = [Random(f"{chance}:{seat}") for seat in game.seats]
    state = game.start(seed=seed)
    while not state.over:
        seat = state.actors[0]
        state = state.apply(seat, bots[seat].choose(state.view(seat), rolls[seat]))
    return state


def match_record(state: State, bots: Sequence[str]) -> Record:
    """The record of a match of bots, with who sat where."""
    seats: list[dict[str, Any]] = [{"kind": "bot", "bot": name, "version": __version__} for name in bots]
    return replace(state.record(names=tuple(bots)), extra={"seats": seats})
