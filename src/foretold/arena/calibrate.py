"""What raw values mean, measured: matches of strong and weak players, what was promised in them and what came of it.

Every match has some strong seats (`seer`) among weak ones (`greedy`). At each decision of a strong seat the action it
chose is valued once more, in fresh worlds, so that the best of several does not look better than it is; at the end of
round and match stands what came of it. Lines through both, by phase and company, are the calibration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, NamedTuple, Protocol

import numpy as np

from foretold import __version__
from foretold.arena.pool import in_order
from foretold.arena.simulate import match_seed
from foretold.bots.greedy import GreedyBot
from foretold.bots.reading import FIRST, LAST, phase_of
from foretold.bots.seer import SeerBot
from foretold.bots.weighing import outcomes_of
from foretold.calibration import Calibration, Line, log_odds, stage_of
from foretold.games import Game, State
from foretold.games.seven.view import SevenView
from foretold.kernels.arrays import Shares
from foretold.kernels.outcomes import FULFILLED, POINTS, SHARE, TRICKS

FORMAT = "foretold-calibration-rows/1"
FEWEST = 600  # rows for a shift of its own
PULL = 0.5  # how much shift 0 and slope 1 count for, beside what was seen
STEPS = 50  # of Newton's, at the most


@dataclass(frozen=True)
class Plan:
    """What is played: a game, the worlds that strong players think with, a seed, matches of strong players alone.

    Of companies with fewer strong players there are the more matches, so that each has about as many decisions.
    """

    game: Game
    worlds: int
    seed: int
    games: int
    fresh: int = 96  # worlds in which what was chosen is valued anew

    @property
    def strong_seats(self) -> list[int]:
        """How many seats are strong, match after match: again and again, each company with about as many decisions."""
        players = self.game.players
        return [count for count in range(1, players + 1) for _ in range(players // count)]

    @property
    def matches(self) -> int:
        """How many there are in all."""
        return self.games * len(self.strong_seats)

    def strong(self, number: int) -> frozenset[int]:
        """The strong seats of a match."""
        count = self.strong_seats[number % len(self.strong_seats)]
        return frozenset(Random(f"{self.seed}:{number}:strong").sample(range(self.game.players), count))

    def header(self) -> dict[str, object]:
        """What must be the same for matches to belong together."""
        return {
            "format": FORMAT,
            "version": __version__,
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.options,
            "worlds": self.worlds,
            "fresh": self.fresh,
            "seed": self.seed,
        }


class Row(NamedTuple):
    """A decision: what was promised and what came of it."""

    round: int  # of the match, from 1
    phase: int
    strong: int  # of the others
    points: float
    chances: tuple[float, ...]  # all seven by trick 7 … 10; or the bid met
    share: float
    got_points: int
    got: tuple[bool, ...]
    got_share: float

    @property
    def still(self) -> list[tuple[float, bool]]:
        """The chances that are not past, and whether each came true."""
        past = max(0, self.phase - FIRST) if len(self.chances) > 1 else 0
        return list(zip(self.chances[past:], self.got[past:], strict=True))


class Played(NamedTuple):
    """A match: its rows, its rounds' points if all seats were strong, and how many rounds it had."""

    number: int
    rows: list[Row]
    results: list[tuple[int, ...]]
    rounds: int

    def to_dict(self) -> dict[str, object]:
        """As a line of a file."""
        rows = [
            [*row[:4], list(row.chances), row.share, row.got_points, list(row.got), row.got_share] for row in self.rows
        ]
        return {"match": self.number, "rounds": self.rounds, "results": self.results, "rows": rows}

    @classmethod
    def from_dict(cls, source: Mapping[str, Any], number: int) -> Played | None:
        """The match that a line holds."""
        if source["match"] != number:
            return None
        rows = [Row._make(tuple(each) if isinstance(each, list) else each for each in row) for row in source["rows"]]
        return cls(number, rows, [tuple(points) for points in source["results"]], int(source["rounds"]))


def play_matches(plan: Plan, numbers: range, executor: Executor | None, ahead: int) -> Iterator[Played]:
    """The matches of these numbers, in order, whatever plays them."""
    return in_order(executor, _play, ((plan, number) for number in numbers), ahead)


def _play(task: tuple[Plan, int]) -> Played:
    plan, number = task
    game, strong = plan.game, plan.strong(number)
    rolls = [Random(f"{plan.seed}:{number}:{seat}") for seat in game.seats]
    state = game.start(seed=match_seed(plan.seed, number))
    open_rows: list[tuple[int, Row]] = []  # of the running round, by seat
    closed: list[tuple[int, Row]] = []
    seer, greedy = SeerBot(worlds=plan.worlds), GreedyBot()
    while not state.over:
        seat = state.actors[0]
        view = state.view(seat)
        if seat in strong:
            action = seer.choose(view, rolls[seat])
            open_rows.append(
                (seat, _promised(view, view.legal.index(action), rolls[seat], plan.fresh, len(strong) - 1))
            )
        else:
            action = greedy.choose(view, rolls[seat])
        rounds = len(state.finished)
        state = state.apply(seat, action)
        if len(state.finished) > rounds:
            closed += [(seat, _after_round(row, seat, state)) for seat, row in open_rows]
            open_rows = []
    whole = 1 / len(state.winners)
    rows = [row._replace(got_share=whole if seat in state.winners else 0.0) for seat, row in closed]
    results = [tuple(ended.points) for ended in state.finished] if len(strong) == game.players else []
    return Played(number, rows, results, len(state.finished))


def _promised(view: Any, number: int, rng: Random, fresh: int, strong: int) -> Row:
    """What fresh worlds promise of the action of this number."""
    found = outcomes_of(view, rng, np.array([number]), fresh)[:, 0]
    done = found[:, FULFILLED] > 0
    if isinstance(view, SevenView):
        chances = tuple(float((done & (found[:, TRICKS] <= trick)).mean()) for trick in range(FIRST, LAST + 1))
    else:
        chances = (float(done.mean()),)
    points, share = (round(float(found[:, column].mean()), 4) for column in (POINTS, SHARE))
    return Row(view.round, phase_of(view), strong, points, tuple(round(c, 4) for c in chances), share, 0, (), 0.0)


def _after_round(row: Row, seat: int, state: State) -> Row:
    ended = state.finished[-1]
    if len(row.chances) == 1:
        got: tuple[bool, ...] = (ended.fulfilled[seat],)
    else:
        tricks = len(ended.tricks)
        got = tuple(ended.fulfilled[seat] and tricks <= trick for trick in range(FIRST, LAST + 1))
    return row._replace(got_points=ended.points[seat], got=got)


# Lines ---------------------------------------------------------------------------------------------------------


def fit(plan: Plan, matches: Sequence[Played], made: Mapping[str, Any]) -> Calibration:
    """The calibration that the rows of these matches give."""
    rows = [row for match in matches for row in match.rows]
    seven = len(rows[0].chances) > 1
    results = [points for match in matches for points in match.results]
    counted = Counter(tuple(sorted(points, reverse=True)) for points in results) if seven else {}
    swing = 0.0 if seven or not results else sqrt(float(np.mean([np.var(points, ddof=1) for points in results])))
    players = plan.game.players
    return Calibration(
        results=dict(sorted(counted.items())),
        swing=round(swing, 3),
        points=_lines(rows, players, _phase, _points, _straight),
        chances=_lines(rows, players, _phase, _chances, _logistic),
        match=_lines(rows, players, lambda row: stage_of(plan.game, row.round, row.phase), _match, _logistic),
        made={**made, "matches": len(matches), "rounds": sum(match.rounds for match in matches)},
    )


Pairs = tuple[Shares, Shares]  # what was promised, and what came of it


class Fitting(Protocol):
    """A way to fit a line: right on average, with a slope that is given or found."""

    def __call__(self, pairs: Pairs, slope: float | None = None) -> Line: ...


def _lines(
    rows: Sequence[Row],
    players: int,
    when: Callable[[Row], int],
    pairs: Callable[[Sequence[Row]], Pairs],
    line: Fitting,
) -> dict[int, list[Line]]:
    """A line for each phase or stage and each company: a phase has one slope, a company its shift.

    With few rows a phase counts with the one before it, which the company meets more often. More strong others never
    make more come true: where chance says otherwise, companies share a shift.
    """
    cells: dict[tuple[int, int], list[Row]] = {}
    for row in rows:
        cells.setdefault((when(row), row.strong), []).append(row)
    found: dict[int, list[Line]] = {}
    for at in sorted({at for at, _ in cells}):
        here, before = (
            [row for strong in range(players) for row in cells.get((each, strong), [])] for each in (at, at - 1)
        )
        _, slope = line(pairs(here if len(here) >= FEWEST else here + before))
        shifts = []
        for strong in range(players):
            chosen = cells.get((at, strong), [])
            if len(chosen) < FEWEST:
                chosen = chosen + cells.get((at - 1, strong), [])
            shifts.append((line(pairs(chosen), slope)[0] if chosen else 0.0, len(chosen)))
        found[at] = [(round(shift, 4), round(slope, 4)) for shift in falling(shifts)]
    return found


def falling(means: Sequence[tuple[float, int]]) -> list[float]:
    """Means, each of so many, as they never rise: neighbours that do share theirs; of nothing is as before or after."""
    steps: list[tuple[float, int, int]] = []  # mean, of how many, places
    for mean, count in means:
        steps.append((mean if count or not steps else steps[-1][0], count, 1))
        while len(steps) > 1 and steps[-2][0] <= steps[-1][0]:
            (first, one, some), (second, two, others) = steps[-2:]
            mean = (first * one + second * two) / (one + two) if one + two else first
            steps[-2:] = [(mean, one + two, some + others)]
    known = next((mean for mean, count, _ in steps if count), 0.0)
    return [mean if count else known for mean, count, places in steps for _ in range(places)]


def _phase(row: Row) -> int:
    return row.phase


def _points(rows: Sequence[Row]) -> Pairs:
    return np.array([row.points for row in rows]), np.array([float(row.got_points) for row in rows])


def _chances(rows: Sequence[Row]) -> Pairs:
    """Of all seven by each trick that is not past, or of the bid."""
    said = [each for row in rows for each in row.still]
    return np.array([chance for chance, _ in said]), np.array([float(true) for _, true in said])


def _match(rows: Sequence[Row]) -> Pairs:
    return np.array([row.share for row in rows]), np.array([row.got_share for row in rows])


def _straight(pairs: Pairs, slope: float | None = None) -> Line:
    """The line of least squares; it never falls."""
    raw, got = pairs
    if slope is None:
        apart = raw - raw.mean()
        slope = min(max(float(apart @ got) / max(float(apart @ apart), 1e-9), 0.0), 1.5)
    return float(got.mean() - slope * raw.mean()), slope


def _logistic(pairs: Pairs, slope: float | None = None) -> Line:
    """The line of logarithms of odds that makes what came likeliest, by Newton's steps; it never falls.

    A little is added for shift 0 and slope 1, so that it ends where everything or nothing came true.
    """
    raw, got = pairs
    odds = np.array([log_odds(each) for each in raw.tolist()])
    line = np.array([0.0, 1.0 if slope is None else slope])
    free = np.array([1.0, 1.0 if slope is None else 0.0])
    design = np.stack([np.ones(len(odds)), odds]) * free[:, None]
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(line[0] + line[1] * odds)))
        towards = design @ (got - chance) - PULL * (line - np.array([0.0, 1.0])) * free
        curve = (design * (chance * (1 - chance))) @ design.T + np.diag(np.where(free > 0, PULL, 1.0))
        step = np.clip(np.linalg.solve(curve, towards), -1.0, 1.0)  # far from the end whole steps can lead astray
        line = line + step
        if float(np.abs(step).max()) < 1e-9:
            break
    if line[1] < 0:
        return log_odds(float(got.mean())), 0.0
    return float(line[0]), float(line[1])
