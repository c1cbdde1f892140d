"""Best responses: how many points a player gains who has learned to play against a bot.

The networks of `student` go on learning in one seat, while frozen copies of the bot hold the others. What they then
gain on deals they have not seen is a lower bound: a better learner may gain more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

import numpy as np

from foretold.adapters.lessons import GREEDY, OTHER, RANDOM, Pair
from foretold.arena.git_commit import commit
from foretold.bots.student_nets import CARDS, CHOICES, class_of, networks
from foretold.errors import BadOption
from foretold.research.evaluation import source_hash, versions
from foretold.research.tasks import FIRST_SEED, Task
from foretold.research.training import Ahead, Company, Progress, Student, group, measure, pair_of, teach

FORMAT = "foretold-best-response/1"
FROZEN = {"random": RANDOM, "greedy": GREEDY, "student": OTHER}  # bots that are compiled, so that one can learn
RATE = 1e-3  # of the first steps: the networks know something already
DEALS = 2500  # of the evaluation


class BestResponse(TypedDict):
    """A lower bound of what an opponent gains against a bot, in points a round above the mean of the others."""

    format: str
    task: str
    bot: str
    seed: int
    rounds: int  # of training
    seconds: float  # CPU time of it
    before: Ahead  # `student` itself, on the deals of the evaluation
    best_response: Ahead
    versions: dict[str, str]
    hashes: dict[str, str]
    commit: str | None


def best_response(
    task: Task, bot: str, rounds: int, seed: int = 0, report: Callable[[Progress], object] = lambda _: None
) -> BestResponse:
    """Learns to play against frozen copies of a bot, and evaluates that on seeds of the benchmark."""
    if bot not in FROZEN:
        raise BadOption("option-value", {"option": "bot", "found": bot[:40], "choices": ", ".join(FROZEN)})
    game, known = task.game, networks(task.title)
    name = class_of(game)
    learned, chance = pair_of(known, name), np.random.default_rng(seed)
    student = Student(game, chance)
    student.cards.take(known[f"{CARDS}-{name}"])
    student.choices.take(known[f"{CHOICES}-{name}"])
    opponents: Pair | int = learned if FROZEN[bot] == OTHER else FROZEN[bot]
    learning = group(game, student, 1_000_003 * seed + 7)
    seconds = 0.0
    for progress in teach([learning], rounds, chance, Company(FROZEN[bot], learned), RATE):
        seconds = progress.seconds
        report(progress)
    return {
        "format": FORMAT,
        "task": task.name,
        "bot": bot,
        "seed": seed,
        "rounds": rounds,
        "seconds": round(seconds, 1),
        "before": measure(game, learned, opponents, DEALS, FIRST_SEED),
        "best_response": measure(game, student.pair, opponents, DEALS, FIRST_SEED),
        "versions": versions(),
        "hashes": {"task": task.hash, "opponents": source_hash()},
        "commit": commit(),
    }
