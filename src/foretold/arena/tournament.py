"""Running figures of a tournament: means with intervals, and when to stop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log, sqrt
from typing import NotRequired, TypedDict

from foretold.arena.blocks import COUNTS, PARTS, Block, Clock, Schedule, Sums
from foretold.arena.ratings import rate
from foretold.arena.tally import WHOLE
from foretold.ratings import Rating

LOOK_FROM = 20  # blocks before the first look: the bound assumes nearly normal means
TUNED_FOR = 200  # blocks at which the bound is tightest
NORMAL_95 = 1.96


class Compared(TypedDict):
    """A mean difference over blocks, with half its interval; `bound` holds at every look."""

    blocks: int
    mean: float
    interval: float | None
    bound: NotRequired[float | None]


class RatingFigures(TypedDict):
    """A bot's rating."""

    mu: float
    sigma: float


class BotFigures(TypedDict):
    """A bot's results."""

    bot: str
    rounds: int
    points_per_round: float | None
    ahead: Compared
    ahead_of_first: Compared | None
    round_share: float | None
    match_share: float | None
    fulfilled: float | None
    fulfilled_by_trick: dict[str, float | None]
    rating: RatingFigures


class TimeFigures(TypedDict):
    """A bot's thinking time."""

    bot: str
    decisions: int
    mean_ms: float | None
    slowest_ms: float | None


class UntilFigures(TypedDict):
    """The confidence for stopping early, and whether it stopped."""

    confidence: float
    decided: bool


class TournamentFigures(TypedDict):
    """The figures of a tournament, as `arena --json` prints them."""

    game: str
    players: int
    options: Mapping[str, str | bool]
    bots: list[str]
    seed: int
    by: str
    repeatable: bool
    blocks: int
    matches: int
    rounds: int
    until: UntilFigures | None
    results: list[BotFigures]
    time: list[TimeFigures]


@dataclass
class Running:
    """Running mean and variance."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)

    @property
    def deviation(self) -> float:
        return sqrt(self.squares / (self.count - 1)) if self.count > 1 else 0.0

    def interval(self) -> float | None:
        """Returns half the 95 % interval of the mean, for a single look at the end; None below two values."""
        return NORMAL_95 * self.deviation / sqrt(self.count) if self.count > 1 else None

    def bound(self, alpha: float) -> float | None:
        """Returns half an interval that holds at all looks simultaneously with probability 1 - alpha; None below two
        values.

        The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2021), theorem 2.2.
        """
        if self.count < 2:
            return None
        doubled = -2 * log(alpha)
        tuning = (doubled + log(doubled) + 1) / TUNED_FOR
        seen = self.count * tuning + 1
        return self.deviation * sqrt(2 * seen / (self.count**2 * tuning) * log(sqrt(seen) / alpha))


@dataclass
class Tournament:
    """All results after some blocks, added in block order."""

    schedule: Schedule
    confidence: float | None = None  # for stopping early
    blocks: list[Block] = field(default_factory=list)
    totals: list[Sums] = field(init=False)
    clocks: list[Clock] = field(init=False)
    ahead: list[Running] = field(init=False)  # by bot: points a round less those of the others, by block
    to_first: list[Running] = field(init=False)  # by bot: points a round less those of the first bot, by block

    def __post_init__(self) -> None:
        bots = range(len(self.schedule.bots))
        self.totals = [Sums() for _ in bots]
        self.clocks = [Clock() for _ in bots]
        self.ahead = [Running() for _ in bots]
        self.to_first = [Running() for _ in bots]

    def add(self, block: Block) -> None:
        """Adds the next block."""
        self.blocks.append(block)
        first = block.sums[0]
        for bot, sums in enumerate(block.sums):
            if not sums.rounds:
                continue
            self.ahead[bot].add(sums.ahead / (PARTS * sums.rounds))
            if first.rounds:
                apart = sums.points * first.seats - first.points * sums.seats
                self.to_first[bot].add(apart / (sums.seats * first.seats))
            self._add_up(bot, sums, block.clocks[bot])

    def _add_up(self, bot: int, sums: Sums, clock: Clock) -> None:
        total, before = self.totals[bot], self.clocks[bot]
        for name in COUNTS:
            setattr(total, name, getattr(total, name) + getattr(sums, name))
        total.fulfilled.update(sums.fulfilled)
        self.clocks[bot] = Clock(
            before.decisions + clock.decisions, before.total + clock.total, max(before.slowest, clock.slowest)
        )

    @property
    def alpha(self) -> float:
        """The error probability of each comparison: all comparisons with the first bot share the total."""
        assert self.confidence is not None
        return (1 - self.confidence) / (len(self.schedule.bots) - 1)

    def decided(self) -> bool:
        """True if the first bot differs from every other one with the requested confidence."""
        if self.confidence is None:
            return False
        return all(
            running.count >= LOOK_FROM and abs(running.mean) > (running.bound(self.alpha) or 0.0)
            for running in self.to_first[1:]
        )

    def figures(self) -> TournamentFigures:
        """Returns everything as JSON; only `time` differs when the same schedule is played again."""
        schedule = self.schedule
        games = sum(len(block.ranks) for block in self.blocks)
        ratings = rate(schedule, self.blocks)
        return {
            "game": schedule.game.name,
            "players": schedule.game.players,
            "options": schedule.game.options,
            "bots": [str(spec) for spec in schedule.bots],
            "seed": schedule.seed,
            "by": schedule.by,
            "repeatable": schedule.repeatable,
            "blocks": len(self.blocks),
            "matches": games if schedule.by == "match" else 0,
            "rounds": sum(total.seats for total in self.totals) // schedule.game.players,
            "until": None if self.confidence is None else {"confidence": self.confidence, "decided": self.decided()},
            "results": [self._result(bot, rating) for bot, rating in enumerate(ratings)],
            "time": [
                {
                    "bot": str(spec),
                    "decisions": clock.decisions,
                    "mean_ms": _ratio(clock.total, 1000 * clock.decisions),
                    "slowest_ms": _ratio(clock.slowest, 1000),
                }
                for spec, clock in zip(schedule.bots, self.clocks, strict=True)
            ],
        }

    def _result(self, bot: int, rating: Rating) -> BotFigures:
        total = self.totals[bot]
        return {
            "bot": str(self.schedule.bots[bot]),
            "rounds": total.rounds,
            "points_per_round": _ratio(total.points, total.seats),
            "ahead": self._compared(self.ahead[bot]),
            "ahead_of_first": None if bot == 0 else self._compared(self.to_first[bot]),
            "round_share": _ratio(total.shares, WHOLE * total.seats),
            "match_share": _ratio(total.wins, WHOLE * total.matches),
            "fulfilled": _ratio(sum(total.fulfilled.values()), total.seats),
            "fulfilled_by_trick": {
                str(tricks): _ratio(total.fulfilled[tricks], total.seats) for tricks in sorted(total.fulfilled)
            },
            "rating": {"mu": _short(rating.mu), "sigma": _short(rating.sigma)},
        }

    def _compared(self, running: Running) -> Compared:
        figures: Compared = {
            "blocks": running.count,
            "mean": _short(running.mean),
            "interval": _short_or_none(running.interval()),
        }
        if self.confidence is not None:
            figures["bound"] = _short_or_none(running.bound(self.alpha))
        return figures


def _short(value: float) -> float:
    return round(value, 6) + 0.0  # never -0.0


def _short_or_none(value: float | None) -> float | None:
    return None if value is None else _short(value)


def _ratio(above: int, below: int) -> float | None:
    return _short(above / below) if below else None
