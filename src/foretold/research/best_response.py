"""Best responses: how many points a player gains by learning to play against a bot.

The networks of `student` continue to learn in one seat, against frozen copies of the bot in the others. Their gain on
unseen deals is a lower bound: a better learner may gain more.
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
FROZEN = {"random": RANDOM, "greedy": GREEDY, "student": OTHER}  # compiled bots: fast enough to learn against
RATE = 1e-3  # learning rate of the first steps; low, since the networks are already trained
DEALS = 2500  # of the evaluation


class BestResponse(TypedDict):
    """A lower bound for the gain of an opponent against a bot, in points a round above the mean of the others."""

    format: str
    task: str
    bot: str
    seed: int
    rounds: int  # of training
    seconds: float  # CPU seconds of training
    before: Ahead  # gain of `student` itself on the same deals
    best_response: Ahead
    versions: dict[str, str]
    hashes: dict[str, str]
    commit: str | None


def best_response(
    task: Task, bot: str, rounds: int, seed: int = 0, report: Callable[[Progress], object] = lambda _: None
) -> BestResponse:
    """Learns to play against frozen copies of a bot, and evaluates the result on seeds of the benchmark."""
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
