"""The five tasks of the benchmark: never changed, so that results stay comparable."""

from __future__ import annotations

import hashlib
import json
from typing import NamedTuple

from foretold.errors import BadOption
from foretold.games import Game, load

FIRST_SEED = 2**63  # first seed of evaluation; lower ones are for training
BLOCKS = {"random": 100, "greedy": 100, "adept:worlds=6": 50, "seer:worlds=64": 25}  # number of blocks, by opponent


class Task(NamedTuple):
    """A game with a number of players, and bots with fixed budgets to play against."""

    name: str
    title: str
    players: int

    @property
    def game(self) -> Game:
        return load(self.title, self.players)

    def seed(self, block: int) -> int:
        """Returns the match seed of a block of evaluation: 2⁶³ or more."""
        digest = hashlib.sha256(f"foretold-benchmark/1:{self.name}:{block}".encode("ascii")).digest()
        return FIRST_SEED | int.from_bytes(digest[:8], "big")

    @property
    def hash(self) -> str:
        """Hashes the task: its game, its opponents and its deals."""
        plan = [*self, BLOCKS, [self.seed(block) for block in range(max(BLOCKS.values()))]]
        return hashlib.sha256(json.dumps(plan).encode("ascii")).hexdigest()[:16]


TASKS = {
    name: Task(name, title, players)
    for name, title, players in (
        ("seven-prophecies-4", "seven-prophecies", 4),
        ("seven-prophecies-3", "seven-prophecies", 3),
        ("seven-prophecies-2017-4", "seven-prophecies-2017", 4),
        ("prophecy-4", "prophecy", 4),
        ("prophecy-2", "prophecy", 2),
    )
}


def task_of(name: str) -> Task:
    """Returns the task of that name."""
    task = TASKS.get(name)
    if task is None:
        raise BadOption("option-value", {"option": "task", "found": str(name)[:40], "choices": ", ".join(TASKS)})
    return task
