"""Evaluates a policy or a bot on a task of the benchmark: one seat against the others, every deal in every seat."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple, TypedDict

from foretold import __version__
from foretold.adapters.policies import Policy, act, load_policy
from foretold.arena.git_commit import commit
from foretold.arena.players import SEARCHING, Player, Spec, read_spec, warm_up
from foretold.arena.pool import in_order
from foretold.arena.tally import WHOLE, round_shares
from foretold.arena.tournament import Running
from foretold.bots import bot
from foretold.bots.seer import SeerBot
from foretold.cards import Action
from foretold.games import State
from foretold.research.tasks import BLOCKS, Task, task_of

FORMAT = "foretold-benchmark/1"
SOURCES = (
    "bots",
    "calibration",
    "cards",
    "games",
    "kernels",
    "views.py",
)  # decide the opponents' play


class Subject(NamedTuple):
    """The bot, in the arena's notation, or the policy, as `module:callable`, to evaluate."""

    kind: str  # "bot" or "policy"
    name: str

    @property
    def spec(self) -> Spec | None:
        return read_spec(self.name) if self.kind == "bot" else None


class Valued(NamedTuple):
    """A decision with more than one choice: the points the subject expected in the round, and the points it got."""

    expected: float
    gained: int


@dataclass
class BlockResult:
    """One match of deals, played with the subject in every seat in turn; sums over the subject's seat."""

    rounds: int = 0
    matches: int = 0
    ahead: float = 0.0  # points minus the mean of the others, summed over rounds
    points: int = 0
    round_wins: float = 0.0
    match_wins: float = 0.0
    fulfilled: int = 0
    valued: list[Valued] = field(default_factory=list)
    decisions: int = 0
    cpu: float = 0.0  # seconds


class Mean(TypedDict):
    """A figure with half its 95 % interval over blocks."""

    mean: float
    interval: float | None


class ValueFigures(TypedDict):
    """How the subject's own values compare with what it gained."""

    decisions: int
    bias: Mean  # expected minus gained
    rms: float
    slope: float | None  # slope of gained over expected points: 1 is right


class OpponentFigures(TypedDict):
    """The results against one kind of opponent."""

    blocks: int
    matches: int
    rounds: int
    ahead: Mean
    points_per_round: float
    round_share: Mean
    match_share: Mean
    fulfilled: Mean
    values: ValueFigures | None
    ms_per_decision: float


class BenchmarkResult(TypedDict):
    """The result as `foretold benchmark --json` prints it."""

    format: str
    task: str
    player: str
    kind: str
    repeatable: bool
    even_share: float
    against: dict[str, OpponentFigures]
    versions: dict[str, str]
    hashes: dict[str, str | None]
    commit: str | None


class _Mind:
    """The subject at a table."""

    def __init__(self, subject: Subject) -> None:
        spec = subject.spec
        self._player: Player | None = None if spec is None else Player(spec)
        self._policy: Policy | None = load_policy(subject.name) if spec is None else None
        self._seer: SeerBot | None = None
        if spec is not None:
            mind = bot(spec.name, **dict(spec.settings)) if spec.name != "cheat" else None
            self._seer = mind if isinstance(mind, SeerBot) else None

    def choose(self, state: State, seat: int, rng: Random) -> tuple[Action, float | None, float]:
        """Returns its action, the points it expects in the round if known, and its CPU seconds."""
        if self._policy is not None:
            view = state.view(seat)
            begun = process_time()
            action, value = act(view, self._policy)
            return action, value, process_time() - begun
        if self._seer is not None:
            view = state.view(seat)
            begun = process_time()
            action = self._seer.choose(view, rng)
            spent = process_time() - begun
            value = next((choice.points for choice in self._seer.findings if choice.action == action), None)
            return action, value, spent
        assert self._player is not None
        action, spent = self._player.choose(state, seat, rng)
        return action, None, spent


class BlockTask(NamedTuple):
    """One block to play."""

    task: str
    subject: Subject
    opponent: str
    number: int


def play_block(plan: BlockTask) -> BlockResult:
    """Plays the match of a block once with the subject in every seat."""
    task, opponent = task_of(plan.task), read_spec(plan.opponent)
    game = task.game
    spec = plan.subject.spec
    for player in (opponent, *([spec] if spec is not None else [])):
        if player.name in SEARCHING:
            warm_up(game, player.name)
    mind, other = _mind(plan.subject), Player(opponent)
    result = BlockResult()
    for own in game.seats:
        state = game.start(seed=task.seed(plan.number))
        rolls = [Random(f"{plan.task}:{plan.number}:{own}:{seat}") for seat in game.seats]
        expected: list[float] = []
        while not state.over:
            seat, rounds = state.awaited[0], len(state.finished)
            if seat != own:
                state = state.apply(seat, other.choose(state, seat, rolls[seat])[0])
            else:
                has_choice = state.phase != "tricks" or len(state.legal(seat)) > 1
                action, value, spent = mind.choose(state, seat, rolls[seat])
                state = state.apply(seat, action)
                if has_choice:
                    result.decisions += 1
                    result.cpu += spent
                    expected += [] if value is None else [value]
            if len(state.finished) > rounds:
                _add_round(result, state, own, expected)
                expected = []
        result.matches += 1
        result.match_wins += 1 / len(state.winners) if own in state.winners else 0.0
    return result


@cache
def _mind(subject: Subject) -> _Mind:
    return _Mind(subject)


def _add_round(result: BlockResult, state: State, own: int, expected: Sequence[float]) -> None:
    ended = state.finished[-1]
    points = ended.points
    others = [gained for seat, gained in enumerate(points) if seat != own]
    result.rounds += 1
    result.points += points[own]
    result.ahead += points[own] - sum(others) / len(others)
    result.round_wins += round_shares(points)[own] / WHOLE
    result.fulfilled += bool(ended.fulfilled[own])
    result.valued += [Valued(value, points[own]) for value in expected]


def evaluate(
    task: Task,
    subject: Subject,
    against: Mapping[str, int] = BLOCKS,
    executor: Executor | None = None,
    ahead: int = 2,
) -> Iterator[tuple[str, BlockResult]]:
    """Yields the blocks in order, opponent by opponent, each with its opponent."""
    _mind(subject)  # refuses a subject that can't play before anything is played
    tasks = [BlockTask(task.name, subject, opponent, number) for opponent, n in against.items() for number in range(n)]
    results = in_order(executor, play_block, tasks, ahead)
    for plan, result in zip(tasks, results, strict=True):
        yield plan.opponent, result


def figures(blocks: Sequence[BlockResult]) -> OpponentFigures:
    """Computes the figures of some blocks; intervals are over blocks, since matches of a block share their deals."""
    rounds, matches = sum(block.rounds for block in blocks), sum(block.matches for block in blocks)
    decisions = sum(block.decisions for block in blocks)
    return {
        "blocks": len(blocks),
        "matches": matches,
        "rounds": rounds,
        "ahead": _mean([block.ahead / block.rounds for block in blocks]),
        "points_per_round": round(sum(block.points for block in blocks) / rounds, 4),
        "round_share": _mean([block.round_wins / block.rounds for block in blocks]),
        "match_share": _mean([block.match_wins / block.matches for block in blocks]),
        "fulfilled": _mean([block.fulfilled / block.rounds for block in blocks]),
        "values": _values(blocks),
        "ms_per_decision": round(1000 * sum(block.cpu for block in blocks) / max(1, decisions), 4),
    }


def _mean(values: Sequence[float]) -> Mean:
    running = Running()
    for value in values:
        running.add(value)
    half = running.interval()
    return {"mean": round(running.mean, 4) + 0.0, "interval": None if half is None else round(half, 4)}


def _values(blocks: Sequence[BlockResult]) -> ValueFigures | None:
    valued = [pair for block in blocks for pair in block.valued]
    if not valued:
        return None
    count = len(valued)
    means = [
        sum(pair.expected - pair.gained for pair in block.valued) / len(block.valued)
        for block in blocks
        if block.valued
    ]
    expected, gained = sum(pair.expected for pair in valued) / count, sum(pair.gained for pair in valued) / count
    spread = sum((pair.expected - expected) ** 2 for pair in valued)
    together = sum((pair.expected - expected) * (pair.gained - gained) for pair in valued)
    return {
        "decisions": count,
        "bias": _mean(means),
        "rms": round(sqrt(sum((pair.expected - pair.gained) ** 2 for pair in valued) / count), 4),
        "slope": round(together / spread, 4) if spread > 1e-12 else None,
    }


def result_of(task: Task, subject: Subject, blocks: Mapping[str, Sequence[BlockResult]]) -> BenchmarkResult:
    """Returns everything as JSON, with what is needed to tell whether two results are comparable."""
    return {
        "format": FORMAT,
        "task": task.name,
        "player": subject.name if subject.spec is None else str(subject.spec),
        "kind": subject.kind,
        "repeatable": subject.spec is None or not subject.spec.timed,
        "even_share": round(1 / task.players, 4),
        "against": {opponent: figures(played) for opponent, played in blocks.items() if played},
        "versions": versions(),
        "hashes": {"task": task.hash, "opponents": source_hash(), "policy": _policy_hash(subject)},
        "commit": commit(),
    }


def versions() -> dict[str, str]:
    """Returns the versions a result depends on."""
    versions_used = {"foretold": __version__, "python": platform.python_version()}
    for package in ("numpy", "numba", "torch"):
        try:
            versions_used[package] = version(package)
        except PackageNotFoundError:
            continue
    return versions_used


@cache
def source_hash() -> str:
    """Hashes the code that decides the rules and how the opponents play."""
    root = Path(__file__).parents[1]
    files = sorted(
        path
        for name in SOURCES
        for path in ([root / name] if name.endswith(".py") else (root / name).rglob("*"))
        if path.suffix in (".py", ".json")
    )
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(root).as_posix().encode("utf-8") + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _policy_hash(subject: Subject) -> str | None:
    """Hashes the file of a policy: its module or its network."""
    if subject.kind != "policy":
        return None
    if subject.name.endswith(".npz"):
        return hashlib.sha256(Path(subject.name).read_bytes()).hexdigest()[:16]
    spec = find_spec(subject.name.partition(":")[0])
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():
        return None
    return hashlib.sha256(Path(spec.origin).read_bytes()).hexdigest()[:16]
