"""What raw values mean, measured: matches of strong and weak players, what was promised in them and what came of it.

Every match has some strong seats (`seer`) among weak ones (`greedy`). At each decision of a strong seat the action it
chose is valued once more, as `weigh` does: in fresh worlds, so that the best of several does not look better than it
is, or exactly. At the end of round and match stands what came of it. Lines through both, by phase and company, are the
calibration. They are of decisions in which there was something to choose and deals were drawn, as those that are read
with it: with one card that may be played, less is promised too much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from typing import Any, NamedTuple, Protocol

import numpy as np

from foretold import __version__
from foretold.arena.pool import in_order
from foretold.arena.simulate import match_seed
from foretold.bots.effort import HINT_WORLDS
from foretold.bots.greedy import GreedyBot
from foretold.bots.reading import Reader, phase_of
from foretold.bots.seer import SeerBot
from foretold.bots.weighing import endings, outcomes_of
from foretold.calibration import BEND, Calibration, Line, log_odds, stage_of
from foretold.games import Game, State
from foretold.games.seven.game import SevenGame
from foretold.kernels.arrays import Shares

FORMAT = "foretold-calibration-rows/2"
FEWEST = 600  # rows for a shift of its own
PULL = 2.0  # how much shift 0 and slope 1 count for, beside what was seen
STEPS = 50  # of Newton's, at the most
HIGH = log_odds(0.95)  # where lines beyond their bend are compared


@dataclass(frozen=True)
class Plan:
    """What is played: a game, the worlds that strong players think with, a seed, matches of strong players alone.

    Of companies with fewer strong players there are the more matches, so that each has about as many decisions.
    """

    game: Game
    worlds: int
    seed: int
    games: int
    fresh: int = HINT_WORLDS  # in which what was chosen is valued anew

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
    choice: bool  # there was something to choose
    exact: bool  # nothing was drawn
    points: float
    chance: float  # that all seven come true, or the bid is met
    share: float
    got_points: int
    got: bool
    got_share: float


class Played(NamedTuple):
    """A match: its rows, its rounds' points if all seats were strong, and how many rounds it had."""

    number: int
    rows: list[Row]
    results: list[tuple[int, ...]]
    rounds: int

    def to_dict(self) -> dict[str, object]:
        """As a line of a file."""
        return {"match": self.number, "rounds": self.rounds, "results": self.results, "rows": self.rows}

    @classmethod
    def from_dict(cls, source: Mapping[str, Any], number: int) -> Played | None:
        """The match that a line holds."""
        if source["match"] != number:
            return None
        rows = [Row._make(row) for row in source["rows"]]
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
    """What is promised of the action of this number: by all deals that fit where they can be counted up, else some."""
    exact = endings(view, rng) if view.phase == "tricks" else None
    if exact is not None:
        outcomes, weights = exact[0][:, number], exact[1]
    else:
        outcomes, weights = outcomes_of(view, rng, np.array([number]), fresh)[:, 0], np.full(fresh, 1 / fresh)
    reader, action = Reader(view, strong, exact is not None), view.legal[number]
    points, share = (round(each, 4) for each in reader.raw(action, outcomes, weights))
    chance = round(reader.raw_chance(action, outcomes, weights), 4)
    known = (view.round, phase_of(view), strong, len(view.legal) > 1, exact is not None)
    return Row(*known, points, chance, share, 0, False, 0.0)


def _after_round(row: Row, seat: int, state: State) -> Row:
    ended = state.finished[-1]
    return row._replace(got_points=ended.points[seat], got=ended.fulfilled[seat])


# Lines ---------------------------------------------------------------------------------------------------------


def fit(plan: Plan, matches: Sequence[Played], made: Mapping[str, Any]) -> Calibration:
    """The calibration that the rows of these matches give."""
    rows = [row for match in matches for row in match.rows if row.choice and not row.exact]
    seven = isinstance(plan.game, SevenGame)
    results = [points for match in matches for points in match.results]
    counted = Counter(tuple(sorted(points, reverse=True)) for points in results) if seven else {}
    swing = 0.0 if seven or not results else sqrt(float(np.mean([np.var(points, ddof=1) for points in results])))
    players = plan.game.players
    return Calibration(
        results=dict(sorted(counted.items())),
        swing=round(swing, 3),
        points=_lines(rows, players, _phase, _points, _straight, own_slopes=True),
        chances=_lines(rows, players, _phase, _chances, partial(_logistic, bends=True)),
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
    own_slopes: bool = False,
) -> dict[int, list[Line]]:
    """A line for each phase or stage and each company: a phase has one slope, a company its shift and its bend.

    Or a company has a slope of its own. With few rows a phase counts with the one before it, which the company meets
    more often. More strong others never make more come true, of what is promised on average and of what is nearly sure:
    where chance says otherwise, companies share what comes of that.
    """
    cells: dict[tuple[int, int], list[Row]] = {}
    for row in rows:
        cells.setdefault((when(row), row.strong), []).append(row)
    found: dict[int, list[Line]] = {}
    for at in sorted({at for at, _ in cells}):
        chosen = [
            pairs(_enough(cells.get((at, strong), []), cells.get((at - 1, strong), []))) for strong in range(players)
        ]
        whole = pairs(_enough(*([row for row in rows if when(row) == each] for each in (at, at - 1))))
        mean = float(whole[0].mean()) if own_slopes else 0.0
        slopes = _never_rising([line(each if own_slopes else whole)[1] for each in chosen], chosen)
        lines = [line(each, slope) for each, slope in zip(chosen, slopes, strict=True)]
        there = _never_rising([shift + slope * mean for shift, slope, *_ in lines], chosen)
        high = _never_rising([_high(*each) for each in lines], chosen)
        found[at] = [
            tuple(round(part, 4) for part in _to(top, value - slope * mean, slope, *each[2:]))
            for top, value, slope, each in zip(high, there, slopes, lines, strict=True)
        ]
    return found


def _high(shift: float, slope: float, *bend: float) -> float:
    """Where a line has come at `HIGH`."""
    return shift + slope * BEND + sum(bend) * (HIGH - BEND)


def _to(top: float, shift: float, slope: float, *bend: float) -> Line:
    """The line that comes there, if it bends."""
    return shift, slope, *(max((top - shift - slope * BEND) / (HIGH - BEND), 0.0) for _ in bend)


def _never_rising(means: Sequence[float], chosen: Sequence[Pairs]) -> list[float]:
    return falling([(mean, len(raw)) for mean, (raw, _) in zip(means, chosen, strict=True)])


def _enough(here: list[Row], before: list[Row]) -> list[Row]:
    return here if len(here) >= FEWEST else here + before


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
    return np.array([row.chance for row in rows]), np.array([float(row.got) for row in rows])


def _match(rows: Sequence[Row]) -> Pairs:
    return np.array([row.share for row in rows]), np.array([row.got_share for row in rows])


def _straight(pairs: Pairs, slope: float | None = None) -> Line:
    """The line of least squares; it never falls."""
    raw, got = pairs
    if not len(raw):
        return 0.0, 1.0 if slope is None else slope
    if slope is None:
        apart = raw - raw.mean()
        slope = min(max(float(apart @ got) / max(float(apart @ apart), 1e-9), 0.0), 1.5)
    return float(got.mean() - slope * raw.mean()), slope


def _logistic(pairs: Pairs, slope: float | None = None, bends: bool = False) -> Line:
    """The line of logarithms of odds that makes what came likeliest, by Newton's steps; it never falls.

    It may bend. A little is added for shift 0 and slope 1, so that it ends where everything or nothing came true.
    """
    raw, got = pairs
    odds = np.array([log_odds(each) for each in raw.tolist()])
    parts = [np.minimum(odds, BEND), np.maximum(odds - BEND, 0.0)] if bends else [odds]
    terms = np.stack([np.ones(len(odds)), *parts])
    pulled = np.array([0.0, *np.ones(len(parts))])
    line, free = pulled.copy(), np.ones(len(terms))
    if slope is not None:
        line[1], free[1] = slope, 0.0
    design = terms * free[:, None]
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(line @ terms)))
        towards = design @ (got - chance) - PULL * (line - pulled) * free
        curve = (design * (chance * (1 - chance))) @ design.T + np.diag(np.where(free > 0, PULL, 1.0))
        step = np.clip(np.linalg.solve(curve, towards), -1.0, 1.0)  # far from the end whole steps can lead astray
        line = line + step
        if float(np.abs(step).max()) < 1e-9:
            break
    if slope is None and line[1] < 0:
        return _logistic(pairs, 0.0, bends)
    return float(line[0]), *np.maximum(line[1:], 0.0).tolist()
