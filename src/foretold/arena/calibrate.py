"""Measures the calibration: plays matches of strong and weak players and compares predictions with results.

Every match has some strong seats (`seer`) among weak ones (`greedy`). At each decision of a strong seat the action
it chose is valued once more, as `weigh` does: in fresh worlds, so that the best of several does not look better than
it is, or exactly. The end of the round and of the match gives the result. Lines through both, by phase and company,
are the calibration. They use only decisions with more than one choice whose worlds were sampled, like those they are
applied to: with a single legal card, play-outs are less optimistic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from math import log, sqrt
from random import Random
from typing import Any, NamedTuple, Protocol

import numpy as np

from foretold import __version__
from foretold.arena.pool import in_order
from foretold.arena.simulate import match_seed
from foretold.bots.calibrated import Reader, phase_of
from foretold.bots.effort import HINT_WORLDS
from foretold.bots.greedy import GreedyBot
from foretold.bots.seer import SeerBot
from foretold.bots.weighing import endings, outcomes_of
from foretold.calibration import (
    BEND,
    LEAST,
    MOST_ODDS,
    Calibration,
    Line,
    calibration,
    line_between,
    lines_at,
    log_odds,
    nearest,
    stage_of,
    third_of,
)
from foretold.games import Game, State
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.edition import TRICKS
from foretold.games.seven.game import SevenGame
from foretold.games.seven.view import SevenView
from foretold.kernels.arrays import Shares

FORMAT = "foretold-calibration-rows/2"
FEWEST = 600  # rows needed for a separate shift
PULL = 2.0  # weight of shift 0 and slope 1 if no other game is known
PRIOR_ROWS = 1_000  # weight of the nearest game's line, in decisions
INFORMATION = 0.2  # approximate information of one decision about a line of log odds: the variance of its result
FEWEST_ROUNDS = 100  # minimum for every company: with fewer nothing is written
STAGES = 9  # of a match: a seat's rows of one have the same result
FOLDS = 5  # parts of the matches, each read with a fit to the others
STEPS = 60  # maximum number of steps of Newton's method, and of the search for an even mean
WIDEST = 4.0  # log odds: maximum shift of a start
HIGH = log_odds(0.95)  # where lines are compared above their bend


@dataclass(frozen=True)
class Plan:
    """What is played: a game, the worlds of strong players, a seed, matches of strong players alone.

    Companies with fewer strong players get more matches, so that each has about as many decisions.
    """

    game: Game
    worlds: int
    seed: int
    games: int
    fresh: int = HINT_WORLDS  # in which the chosen action is valued again

    @property
    def strong_seats(self) -> list[int]:
        """Returns the number of strong seats by match, cyclically, so that each company has about as many decisions."""
        players = self.game.players
        return [count for count in range(1, players + 1) for _ in range(players // count)]

    @property
    def matches(self) -> int:
        """The number of matches in all."""
        return self.games * len(self.strong_seats)

    def strong(self, number: int) -> frozenset[int]:
        """Returns the strong seats of a match."""
        count = self.strong_seats[number % len(self.strong_seats)]
        return frozenset(Random(f"{self.seed}:{number}:strong").sample(range(self.game.players), count))

    def header(self) -> dict[str, object]:
        """Returns what must be equal for matches to belong to the same file."""
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
    """A decision: what was predicted and what happened."""

    round: int  # of the match, from 1
    phase: int
    strong: int  # number of strong opponents
    choice: bool  # there was more than one choice
    exact: bool  # nothing was sampled
    points: float
    chance: float  # that all seven come true, or the bid is met
    share: float
    got_points: int
    got: bool
    got_share: float


class Played(NamedTuple):
    """A match: its rows, its rounds' points if all seats were strong, and its number of rounds."""

    number: int
    rows: list[Row]
    results: list[tuple[int, ...]]
    rounds: int

    def to_dict(self) -> dict[str, object]:
        """Returns the match as a line of a file."""
        return {"match": self.number, "rounds": self.rounds, "results": self.results, "rows": self.rows}

    @classmethod
    def from_dict(cls, source: Mapping[str, Any], number: int) -> Played | None:
        """Reads a match from a line."""
        if source["match"] != number:
            return None
        rows = [Row._make(row) for row in source["rows"]]
        return cls(number, rows, [tuple(points) for points in source["results"]], int(source["rounds"]))


def play_matches(plan: Plan, numbers: range, executor: Executor | None, ahead: int) -> Iterator[Played]:
    """Yields the matches of these numbers in order, whatever executor plays them."""
    return in_order(executor, _play, ((plan, number) for number in numbers), ahead)


def _play(task: tuple[Plan, int]) -> Played:
    plan, number = task
    game, strong = plan.game, plan.strong(number)
    rolls = [Random(f"{plan.seed}:{number}:{seat}") for seat in game.seats]
    state = game.start(seed=match_seed(plan.seed, number))
    open_rows: list[tuple[int, Row]] = []  # of the current round, by seat
    closed: list[tuple[int, Row]] = []
    seer, greedy = SeerBot(worlds=plan.worlds), GreedyBot()
    while not state.over:
        seat = state.awaited[0]
        view = state.view(seat)
        assert isinstance(view, SevenView | ProphecyView)
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
    share = 1 / len(state.winners)
    rows = [row._replace(got_share=share if seat in state.winners else 0.0) for seat, row in closed]
    results = [tuple(ended.points) for ended in state.finished] if len(strong) == game.players else []
    return Played(number, rows, results, len(state.finished))


def _promised(view: SevenView | ProphecyView, number: int, rng: Random, fresh: int, strong: int) -> Row:
    """Returns the prediction for the action of this index: over all consistent deals if they can be enumerated, else
    sampled."""
    exact = endings(view, rng) if view.phase == "tricks" else None
    if exact is not None:
        outcomes, weights = exact[0][:, number], exact[1]
    else:
        outcomes, weights = outcomes_of(view, rng, np.array([number]), fresh)[:, 0], np.full(fresh, 1 / fresh)
    reader, action = Reader(view, strong, exact is not None), view.legal[number]
    points, share = (round(value, 4) for value in reader.raw(action, outcomes, weights))
    chance = round(reader.raw_chance(action, outcomes, weights), 4)
    situation = (view.round, phase_of(view), strong, len(view.legal) > 1, exact is not None)
    return Row(*situation, points, chance, share, 0, False, 0.0)


def _after_round(row: Row, seat: int, state: State) -> Row:
    ended = state.finished[-1]
    return row._replace(got_points=ended.points[seat], got=ended.fulfilled[seat])


# Lines ---------------------------------------------------------------------------------------------------------


def fit(plan: Plan, matches: Sequence[Played], made: Mapping[str, object], prior: Prior | None = None) -> Calibration:
    """Fits the calibration to the rows of these matches, shrunk towards the nearest game's where there are few."""
    rows = [row for match in matches for row in match.rows if row.choice and not row.exact]
    seven = isinstance(plan.game, SevenGame)
    results = [points for match in matches for points in match.results]
    counted = Counter(tuple(sorted(points, reverse=True)) for points in results) if seven else {}
    swing = 0.0 if seven or not results else sqrt(float(np.mean([np.var(points, ddof=1) for points in results])))
    players = plan.game.players
    tricks = [row for row in rows if row.phase > 0]
    seats = sum(match.rows[0].strong + 1 for match in matches if match.rows)
    again = max(1.0, len(tricks) / max(1, seats) / STAGES)

    def lean(name: str, again: float = 1.0) -> Lean | None:
        return None if prior is None else Lean(prior, name, again)

    fitted = Calibration(
        results=dict(sorted(counted.items())),
        swing=round(swing, 3),
        points=_lines(rows, players, _phase, _points, _straight, lean("points"), own_slopes=True),
        chances=_lines(rows, players, _phase, _chances, partial(_logistic, bends=True), lean("chances")),
        match=_lines(
            tricks or rows,
            players,
            lambda row: stage_of(plan.game, row.round, row.phase),
            _match,
            _logistic,
            lean("match", again),
        ),
        made={**made, "matches": len(matches), "rounds": sum(match.rounds for match in matches)},
    )
    return replace(fitted, starts=_starts(plan.game, fitted, rows))


def _starts(game: Game, fitted: Calibration, rows: Sequence[Row]) -> dict[int, float]:
    """Returns by third of the match the shift that makes the shares before the first trick even, among strong
    players."""
    shares_by_third: dict[int, list[float]] = {}
    for row in rows:
        if row.phase == 0 and row.strong == game.players - 1:
            share = fitted.share_of(row.share, stage_of(game, row.round, 0), row.strong)
            shares_by_third.setdefault(third_of(game, row.round), []).append(share)
    return {third: round(even_shift(shares, 1 / game.players), 4) for third, shares in sorted(shares_by_third.items())}


def even_shift(shares: Sequence[float], even: float) -> float:
    """Returns what to add to the log odds of each share so that their mean is even."""
    odds = np.array([log_odds(share) for share in shares])
    low, high = -WIDEST, WIDEST
    for _ in range(STEPS):
        middle = (low + high) / 2
        if float((1 / (1 + np.exp(-(odds + middle)))).mean()) < even:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def too_few(plan: Plan, matches: Sequence[Played]) -> dict[int, int]:
    """Returns the companies with too few rounds, by strong opponents, with their rounds."""
    rounds = dict.fromkeys(range(plan.game.players), 0)
    for match in matches:
        if match.rows:
            rounds[match.rows[0].strong] += match.rounds
    return {strong: count for strong, count in rounds.items() if count < FEWEST_ROUNDS}


class HeldOut(NamedTuple):
    """Mean log loss of chances in held-out matches: of the nearest game's lines, and of the fit."""

    prior: float
    fitted: float

    @property
    def worse(self) -> bool:
        """True if the fit is worse than its prior by more than rounding."""
        return self.fitted > self.prior + 0.0005


def held_out(plan: Plan, matches: Sequence[Played], prior: Prior) -> HeldOut:
    """Cross-validates the chances: each part of the matches with a fit to the others, and with the prior."""
    sums = np.zeros(3)
    nothing = prior.as_it_is({})
    companies = len(plan.strong_seats)  # cyclic over matches, so that every part has all of them
    for part in range(FOLDS):
        others = [match for match in matches if match.number // companies % FOLDS != part]
        fitted = fit(plan, others, {}, prior)
        for match in matches:
            if match.number // companies % FOLDS == part:
                sums += [*log_losses(match, nothing, fitted), sum(row.choice and not row.exact for row in match.rows)]
    return HeldOut(*(round(float(loss / max(1.0, sums[2])), 4) for loss in sums[:2]))


def log_losses(match: Played, *calibrations: Calibration) -> list[float]:
    """Returns the summed log loss of the chances of a match, under each calibration."""
    losses = [0.0] * len(calibrations)
    for row in match.rows:
        if row.choice and not row.exact:
            for at, known in enumerate(calibrations):
                chance = known.chance_of(drawn_chance(row), row.phase, row.strong)
                losses[at] -= log(max(chance if row.got else 1 - chance, LEAST))
    return losses


def drawn_chance(row: Row) -> float:
    """Returns the chance of a row as it is read: an event seen in all sampled worlds, or in none, is not certain."""
    half = 0.5 / (HINT_WORLDS + 1)
    return min(max(row.chance, half), 1 - half)


@dataclass(frozen=True)
class Prior:
    """The calibration of another game, read as one of this game."""

    game: Game
    known: Calibration
    other: Game

    @classmethod
    def of(cls, game: Game) -> Prior | None:
        """Returns that of the nearest game, if it has one."""
        other = nearest(game)
        calibrated = calibration(other)
        return None if calibrated is None else cls(game, calibrated, other)

    def line(self, name: str, at: int, strong: float) -> Line:
        """Returns the line of a table (`points`, `chances` or `match`), by phase or stage and strong opponents of
        this game."""
        table: Mapping[int, Sequence[Line]] = getattr(self.known, name)
        company = strong * (self.other.players - 1) / (self.game.players - 1)
        if name != "match":
            return line_between(lines_at(table, self._phase(at)), company)
        shift, slope, *bend = line_between(lines_at(table, at), company)
        apart = log_odds(1 / self.other.players) - log_odds(1 / self.game.players)
        return shift + (slope - 1) * apart, slope, *bend  # the same distance from even as there

    def _phase(self, phase: int) -> int:
        """Returns the phase with the same distance from the end of the round."""
        own, prior = (tricks_of(game) for game in (self.game, self.other))
        return phase if phase == 0 else min(max(1, phase + prior - own), prior)

    def as_it_is(self, made: Mapping[str, object]) -> Calibration:
        """Returns this game's calibration without any measurements of its own."""
        measured, players = self.known, range(self.game.players)
        tables = {
            name: {
                at: [tuple(round(part, 4) for part in self.line(name, at, strong)) for strong in players]
                for at in (getattr(measured, name) if name == "match" else range(tricks_of(self.game)))
            }
            for name in ("points", "chances", "match")
        }
        results = measured.results if self.other.players == self.game.players else {}
        par = {kind: measured.par[kind] for kind in measured.par}
        return Calibration(results, measured.swing, **tables, made=dict(made), starts=dict(measured.starts), par=par)


@dataclass(frozen=True)
class Lean:
    """How lines of a table are shrunk towards a prior's."""

    prior: Prior
    name: str
    again: float = 1.0  # rows of this table that have the same result

    def line(self, at: int, strong: float) -> Line:
        """Returns the prior's line."""
        return self.prior.line(self.name, at, strong)

    @property
    def rows(self) -> float:
        """Returns how many rows it counts for."""
        return PRIOR_ROWS * self.again


def tricks_of(game: Game) -> int:
    """Returns the maximum number of tricks of a round."""
    return game.tricks if isinstance(game, ProphecyGame) else TRICKS


Pairs = tuple[Shares, Shares]  # predictions and results


class Fitting(Protocol):
    """A way to fit a line: unbiased, with a given or fitted slope."""

    def __call__(
        self, pairs: Pairs, slope: float | None = None, prior: Line | None = None, weight: float = 0.0
    ) -> Line: ...


def _lines(
    rows: Sequence[Row],
    players: int,
    when: Callable[[Row], int],
    pairs: Callable[[Sequence[Row]], Pairs],
    line: Fitting,
    lean: Lean | None = None,
    own_slopes: bool = False,
) -> dict[int, list[Line]]:
    """Returns a line for each phase or stage and each company: a slope per phase, shift and bend per company.

    Or each company has its own slope. A phase with few rows is merged with the one before it. More strong opponents
    never raise the result, for average and for nearly certain predictions: where noise says otherwise, companies are
    averaged.
    """
    cells: dict[tuple[int, int], list[Row]] = {}
    for row in rows:
        cells.setdefault((when(row), row.strong), []).append(row)
    weight = 0.0 if lean is None else lean.rows
    by_phase: dict[int, list[Line]] = {}
    for at in sorted({at for at, _ in cells}):
        priors = [None if lean is None else lean.line(at, strong) for strong in range(players)]
        chosen = [
            pairs(_enough(cells.get((at, strong), []), cells.get((at - 1, strong), []))) for strong in range(players)
        ]
        merged = pairs(_enough(*([row for row in rows if when(row) == phase] for phase in (at, at - 1))))
        mean = float(merged[0].mean()) if own_slopes else 0.0
        sloping = [
            line(values if own_slopes else merged, prior=prior, weight=weight)[1]
            for values, prior in zip(chosen, priors, strict=True)
        ]
        slopes = _never_rising(sloping, chosen) if own_slopes else [sum(sloping) / players] * players
        lines = [
            line(values, slope, prior, weight) for values, slope, prior in zip(chosen, slopes, priors, strict=True)
        ]
        levels = _never_rising([shift + slope * mean for shift, slope, *_ in lines], chosen)
        high = _never_rising([_high(*fitted) for fitted in lines], chosen)
        by_phase[at] = [
            tuple(round(part, 4) for part in _to(top, value - slope * mean, slope, *fitted[2:]))
            for top, value, slope, fitted in zip(high, levels, slopes, lines, strict=True)
        ]
    return by_phase


def _high(shift: float, slope: float, *bend: float) -> float:
    """Returns the value of a line at `HIGH`."""
    return shift + slope * BEND + sum(bend) * (HIGH - BEND)


def _to(top: float, shift: float, slope: float, *bend: float) -> Line:
    """Returns the bent line that reaches that value."""
    return shift, slope, *(max((top - shift - slope * BEND) / (HIGH - BEND), 0.0) for _ in bend)


def _never_rising(means: Sequence[float], chosen: Sequence[Pairs]) -> list[float]:
    return falling([(mean, len(raw)) for mean, (raw, _) in zip(means, chosen, strict=True)])


def _enough(rows: list[Row], before: list[Row]) -> list[Row]:
    return rows if len(rows) >= FEWEST else rows + before


def falling(means: Sequence[tuple[float, int]]) -> list[float]:
    """Makes weighted means non-increasing: neighbours that rise are averaged; empty ones copy a neighbour."""
    steps: list[tuple[float, int, int]] = []  # mean, weight, places
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


def _straight(pairs: Pairs, slope: float | None = None, prior: Line | None = None, weight: float = 0.0) -> Line:
    """Fits the line of least squares, non-decreasing; with few rows it is the prior's."""
    raw, got = pairs
    if prior is None:
        prior, weight = (0.0, 1.0), 0.0
    if not len(raw):
        return prior[0], prior[1] if slope is None else slope
    mean = float(raw.mean())
    if slope is None:
        apart = raw - mean
        spread = float(apart @ apart)
        more = weight * spread / len(raw)
        slope = min(max((float(apart @ got) + more * prior[1]) / max(spread + more, 1e-9), 0.0), 1.5)
    level = (float(got.sum()) + weight * (prior[0] + prior[1] * mean)) / (len(raw) + weight)
    return level - slope * mean, slope


def _logistic(
    pairs: Pairs, slope: float | None = None, prior: Line | None = None, weight: float = 0.0, bends: bool = False
) -> Line:
    """Fits the maximum-likelihood line of log odds by Newton's method, non-decreasing.

    It may bend. It is shrunk towards the prior's line with its weight in rows, or a little towards shift 0 and slope
    1, so that it stays finite if everything or nothing came true.
    """
    raw, got = pairs
    odds = np.array([log_odds(chance) for chance in raw.tolist()])
    parts = [np.minimum(odds, BEND), np.maximum(odds - BEND, 0.0)] if bends else [odds]
    terms = np.stack([np.ones(len(odds)), *parts])
    pulled, pull = np.array([0.0, *np.ones(len(parts))]), PULL
    if prior is not None:
        pulled, pull = np.array((*prior, prior[-1])[: len(terms)]), max(PULL, INFORMATION * weight)
    line, free = pulled.copy(), np.ones(len(terms))
    if slope is not None:
        line[1], free[1] = slope, 0.0
    design = terms * free[:, None]
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(line @ terms, -MOST_ODDS, MOST_ODDS)))
        towards = design @ (got - chance) - pull * (line - pulled) * free
        curve = (design * (chance * (1 - chance))) @ design.T + np.diag(np.where(free > 0, pull, 1.0))
        step = np.clip(np.linalg.solve(curve, towards), -1.0, 1.0)  # far from the optimum full steps can diverge
        line = line + step
        if float(np.abs(step).max()) < 1e-9:
            break
    if slope is None and line[1] < 0:
        return _logistic(pairs, 0.0, prior, weight, bends)
    return float(line[0]), *np.maximum(line[1:], 0.0).tolist()
