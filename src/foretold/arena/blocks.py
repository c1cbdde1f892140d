"""A tournament block: one deal, or one match of deals, played with every seating of the same bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from math import ceil
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from foretold.arena.players import SEARCHING, Player, Spec, warm_up
from foretold.arena.pool import in_order
from foretold.arena.simulate import match_seed
from foretold.arena.tally import WHOLE, round_shares
from foretold.games import Game, State
from foretold.ratings import places

PARTS = 360  # of a point: any mean over up to 6 seats, minus any other, is a whole number of these
TASK_SECONDS = 0.25  # blocks are grouped into a task until they take about this long
MOST_BLOCKS = 64  # per task


@dataclass(frozen=True)
class Schedule:
    """What a tournament plays: a game, bots, a seed, and whole matches or single rounds."""

    game: Game
    bots: tuple[Spec, ...]
    seed: int
    by: str = "match"

    @property
    def repeatable(self) -> bool:
        """True if the same schedule gives the same figures again."""
        return not any(spec.timed for spec in self.bots)

    def seatings(self, block: int) -> list[tuple[int, ...]]:
        """Yields the bots by seat, once for each time the block is played.

        Two bots: the first in every seat in turn, the second in all others. More: they sit in order, repeated until
        all seats are taken, in every rotation. More bots than seats: the block draws who plays.
        """
        players, bots = self.game.players, len(self.bots)
        if bots == 2:
            return [tuple(int(seat != alone) for seat in range(players)) for alone in range(players)]
        table = list(range(bots))
        if bots > players:
            table = sorted(Random(f"{self.seed}:{block}:table").sample(table, players))
        orders = [[table[(seat + shift) % len(table)] for seat in range(players)] for shift in range(len(table))]
        return list(dict.fromkeys(tuple(order[turn:] + order[:turn]) for order in orders for turn in range(players)))


@dataclass
class Sums:
    """One bot's results in one block, as integers; a bot in several seats counts once for each."""

    rounds: int = 0  # in which it played
    seats: int = 0  # the same, counted per seat
    points: int = 0
    ahead: int = 0  # its points minus those of the others, mean over seats, summed over rounds, in PARTS
    shares: int = 0  # of rounds, in parts of WHOLE
    matches: int = 0  # by seat
    wins: int = 0  # of matches, in parts of WHOLE
    fulfilled: Counter[int] = field(default_factory=Counter)  # prophecies, by the number of tricks of the round

    def to_dict(self) -> dict[str, object]:
        by_trick = {str(tricks): self.fulfilled[tricks] for tricks in sorted(self.fulfilled)}
        return {**asdict(self), "fulfilled": by_trick}

    @classmethod
    def from_dict(cls, source: Mapping[str, Any]) -> Sums:
        by_trick = Counter({int(tricks): int(count) for tricks, count in source["fulfilled"].items()})
        sums = cls(fulfilled=by_trick)
        for name in COUNTS:
            setattr(sums, name, int(source[name]))
        return sums


COUNTS = ("rounds", "seats", "points", "ahead", "shares", "matches", "wins")


class Clock(NamedTuple):
    """Decisions of a bot with more than one choice, and their CPU time in microseconds."""

    decisions: int = 0
    total: int = 0
    slowest: int = 0

    def after(self, microseconds: int) -> Clock:
        return Clock(self.decisions + 1, self.total + microseconds, max(self.slowest, microseconds))


@dataclass
class Block:
    """The results of a block: sums by bot, the ranking of each seating (0 is best), and times."""

    number: int
    sums: list[Sums]
    ranks: list[list[int]]
    clocks: list[Clock]

    def to_dict(self) -> dict[str, object]:
        return {
            "block": self.number,
            "bots": [sums.to_dict() for sums in self.sums],
            "ranks": self.ranks,
            "time": [list(clock) for clock in self.clocks],
        }

    @classmethod
    def from_dict(cls, source: Mapping[str, Any]) -> Block:
        """Reads a block from a line of a file; raises KeyError, TypeError or ValueError if it is not one."""
        return cls(
            int(source["block"]),
            [Sums.from_dict(sums) for sums in source["bots"]],
            [[int(rank) for rank in ranks] for ranks in source["ranks"]],
            [Clock(*map(int, clock)) for clock in source["time"]],
        )


class BlockTask(NamedTuple):
    """Some blocks of a schedule, by number."""

    schedule: Schedule
    numbers: range


class PlayedBlocks(NamedTuple):
    """The blocks of a task, and the time per block."""

    blocks: list[Block]
    seconds: float


def play_blocks(
    schedule: Schedule, numbers: range, executor: Executor | None = None, ahead: int = 2
) -> Generator[Block, None, None]:
    """Yields the blocks of these numbers in order, whatever executor plays them."""
    pace = [TASK_SECONDS]  # seconds per block

    def tasks() -> Iterator[BlockTask]:
        at = 0
        while at < len(numbers):
            size = min(MOST_BLOCKS, max(1, ceil(TASK_SECONDS / pace[0])))
            yield BlockTask(schedule, numbers[at : at + size])
            at += size

    for done in in_order(executor, run_task, tasks(), ahead):
        pace[0] = max(done.seconds, 1e-6)
        yield from done.blocks


def run_task(task: BlockTask) -> PlayedBlocks:
    """Plays the blocks of a task."""
    for spec in task.schedule.bots:
        if spec.name in SEARCHING:
            warm_up(task.schedule.game, spec.name)
    begun = perf_counter()
    blocks = [play_block(task.schedule, number) for number in task.numbers]
    return PlayedBlocks(blocks, (perf_counter() - begun) / len(blocks))


def play_block(schedule: Schedule, number: int) -> Block:
    """Plays the same deals with every seating."""
    block = Block(number, [Sums() for _ in schedule.bots], [], [Clock() for _ in schedule.bots])
    for turn, seating in enumerate(schedule.seatings(number)):
        state = play(schedule, number, turn, seating, block.clocks)
        for ended in state.finished:
            _add_round(block.sums, seating, ended.points, ended.fulfilled, len(ended.tricks))
        if schedule.by == "match":
            for seat, bot in enumerate(seating):
                block.sums[bot].matches += 1
                block.sums[bot].wins += WHOLE // len(state.winners) if seat in state.winners else 0
        block.ranks.append(_ranks(schedule, state))
    return block


def play(schedule: Schedule, number: int, turn: int, seating: Sequence[int], clocks: list[Clock]) -> State:
    """Plays the match of a block, or its first round, with this seating; `clocks` collects the times by bot."""
    players = {bot: Player(schedule.bots[bot]) for bot in set(seating)}
    rolls = [Random(f"{schedule.seed}:{number}:{turn}:{seat}") for seat in schedule.game.seats]
    state = schedule.game.start(seed=match_seed(schedule.seed, number))
    while not (state.over or (schedule.by == "round" and state.finished)):
        seat = state.awaited[0]
        bot = seating[seat]
        has_choice = state.phase != "tricks" or len(state.legal(seat)) > 1
        action, seconds = players[bot].choose(state, seat, rolls[seat])
        if has_choice:
            clocks[bot] = clocks[bot].after(round(seconds * 1e6))
        state = state.apply(seat, action)
    return state


def _add_round(
    sums: list[Sums], seating: Sequence[int], points: Sequence[int], fulfilled: Sequence[bool], tricks: int
) -> None:
    shares = round_shares(points)
    for bot in sorted(set(seating)):
        own = [seat for seat, sitting in enumerate(seating) if sitting == bot]
        gained, others = sum(points[seat] for seat in own), len(seating) - len(own)
        mine = sums[bot]
        mine.rounds += 1
        mine.seats += len(own)
        mine.points += gained
        mine.ahead += PARTS * (gained * others - (sum(points) - gained) * len(own)) // (len(own) * others)
        mine.shares += sum(shares[seat] for seat in own)
        mine.fulfilled[tricks] += sum(fulfilled[seat] for seat in own)


def _ranks(schedule: Schedule, state: State) -> list[int]:
    """Returns by seat how many ranked ahead of it: winners first, then by score; by points for a single round."""
    return places((), state.finished[0].points) if schedule.by == "round" else places(state.winners, state.scores)
