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
FEWEST = 600  # rows for a shift of its own
PULL = 2.0  # how much shift 0 and slope 1 count for, beside what was seen, where no other game is known
PRIOR_ROWS = 1_000  # decisions that the nearest game's line counts for, beside those that were seen
INFORMATION = 0.2  # of one decision about a line of logarithms of odds, about: the variance of what comes of it
FEWEST_ROUNDS = 100  # of every company: with fewer nothing is written
STAGES = 9  # of a match: a seat's rows of one have the same end
FOLDS = 5  # parts of the matches, each read with what the others taught
STEPS = 60  # of Newton's, and of the search for an even mean, at the most
WIDEST = 4.0  # logarithm of odds: no start is shifted further
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
    whole = 1 / len(state.winners)
    rows = [row._replace(got_share=whole if seat in state.winners else 0.0) for seat, row in closed]
    results = [tuple(ended.points) for ended in state.finished] if len(strong) == game.players else []
    return Played(number, rows, results, len(state.finished))


def _promised(view: SevenView | ProphecyView, number: int, rng: Random, fresh: int, strong: int) -> Row:
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


def fit(plan: Plan, matches: Sequence[Played], made: Mapping[str, object], prior: Prior | None = None) -> Calibration:
    """The calibration that the rows of these matches give, drawn towards the nearest game's where there are few."""
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
    """By third of the match what makes the shares told before the first trick even, among strong players alone."""
    told: dict[int, list[float]] = {}
    for row in rows:
        if row.phase == 0 and row.strong == game.players - 1:
            share = fitted.share_of(row.share, stage_of(game, row.round, 0), row.strong)
            told.setdefault(third_of(game, row.round), []).append(share)
    return {third: round(even_shift(shares, 1 / game.players), 4) for third, shares in sorted(told.items())}


def even_shift(told: Sequence[float], even: float) -> float:
    """What to add to the logarithm of the odds of each share so that their mean is even."""
    odds = np.array([log_odds(share) for share in told])
    low, high = -WIDEST, WIDEST
    for _ in range(STEPS):
        middle = (low + high) / 2
        if float((1 / (1 + np.exp(-(odds + middle)))).mean()) < even:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def too_few(plan: Plan, matches: Sequence[Played]) -> dict[int, int]:
    """The companies that played too few rounds to be written down, by strong others, with their rounds."""
    rounds = dict.fromkeys(range(plan.game.players), 0)
    for match in matches:
        if match.rows:
            rounds[match.rows[0].strong] += match.rounds
    return {strong: count for strong, count in rounds.items() if count < FEWEST_ROUNDS}


class HeldOut(NamedTuple):
    """The mean log loss of chances in matches that were not fitted to: of the nearest game's lines, and of the fit."""

    prior: float
    fitted: float

    @property
    def worse(self) -> bool:
        """Whether the fit says less than what it leans towards, by more than rounding."""
        return self.fitted > self.prior + 0.0005


def held_out(plan: Plan, matches: Sequence[Played], prior: Prior) -> HeldOut:
    """How well chances are told in each part of the matches by what the others taught, beside the prior."""
    sums = np.zeros(3)
    nothing = prior.as_it_is({})
    companies = len(plan.strong_seats)  # match after match: every part has all of them
    for part in range(FOLDS):
        others = [match for match in matches if match.number // companies % FOLDS != part]
        known = fit(plan, others, {}, prior)
        for match in matches:
            if match.number // companies % FOLDS == part:
                sums += [*log_losses(match, nothing, known), sum(row.choice and not row.exact for row in match.rows)]
    return HeldOut(*(round(float(each / max(1.0, sums[2])), 4) for each in sums[:2]))


def log_losses(match: Played, *calibrations: Calibration) -> list[float]:
    """The log loss of the chances of a match, added up, as each calibration reads them."""
    losses = [0.0] * len(calibrations)
    for row in match.rows:
        if row.choice and not row.exact:
            for at, known in enumerate(calibrations):
                chance = known.chance_of(drawn_chance(row), row.phase, row.strong)
                losses[at] -= log(max(chance if row.got else 1 - chance, LEAST))
    return losses


def drawn_chance(row: Row) -> float:
    """The chance of a row as it is read: what came in all worlds that were drawn, or in none, is not sure by that."""
    half = 0.5 / (HINT_WORLDS + 1)
    return min(max(row.chance, half), 1 - half)


@dataclass(frozen=True)
class Prior:
    """The calibration of another game, read as one of this game's."""

    game: Game
    known: Calibration
    other: Game

    @classmethod
    def of(cls, game: Game) -> Prior | None:
        """That of the nearest game, if it has one."""
        other = nearest(game)
        known = calibration(other)
        return None if known is None else cls(game, known, other)

    def line(self, name: str, at: int, strong: float) -> Line:
        """The line of a table (`points`, `chances` or `match`), by phase or stage and strong others of this game."""
        table: Mapping[int, Sequence[Line]] = getattr(self.known, name)
        company = strong * (self.other.players - 1) / (self.game.players - 1)
        if name != "match":
            return line_between(lines_at(table, self._phase(at)), company)
        shift, slope, *bend = line_between(lines_at(table, at), company)
        apart = log_odds(1 / self.other.players) - log_odds(1 / self.game.players)
        return shift + (slope - 1) * apart, slope, *bend  # as far from even as it was there

    def _phase(self, phase: int) -> int:
        """The phase as far from the end of the round."""
        here, there = (tricks_of(game) for game in (self.game, self.other))
        return phase if phase == 0 else min(max(1, phase + there - here), there)

    def as_it_is(self, made: Mapping[str, object]) -> Calibration:
        """This game's calibration where nothing of its own was measured."""
        known, players = self.known, range(self.game.players)
        tables = {
            name: {
                at: [tuple(round(part, 4) for part in self.line(name, at, strong)) for strong in players]
                for at in (getattr(known, name) if name == "match" else range(tricks_of(self.game)))
            }
            for name in ("points", "chances", "match")
        }
        results = known.results if self.other.players == self.game.players else {}
        par = {kind: known.par[kind] for kind in known.par}
        return Calibration(results, known.swing, **tables, made=dict(made), starts=dict(known.starts), par=par)


@dataclass(frozen=True)
class Lean:
    """How lines of a table are drawn towards a prior's."""

    prior: Prior
    name: str
    again: float = 1.0  # rows of this table that have the same end

    def line(self, at: int, strong: float) -> Line:
        """The prior's line."""
        return self.prior.line(self.name, at, strong)

    @property
    def rows(self) -> float:
        """How many rows it counts for."""
        return PRIOR_ROWS * self.again


def tricks_of(game: Game) -> int:
    """How many tricks a round has at the most."""
    return game.tricks if isinstance(game, ProphecyGame) else TRICKS


Pairs = tuple[Shares, Shares]  # what was promised, and what came of it


class Fitting(Protocol):
    """A way to fit a line: right on average, with a slope that is given or found."""

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
    """A line for each phase or stage and each company: a phase has one slope, a company its shift and its bend.

    Or a company has a slope of its own. With few rows a phase counts with the one before it, which the company meets
    more often. More strong others never make more come true, of what is promised on average and of what is nearly sure:
    where chance says otherwise, companies share what comes of that.
    """
    cells: dict[tuple[int, int], list[Row]] = {}
    for row in rows:
        cells.setdefault((when(row), row.strong), []).append(row)
    weight = 0.0 if lean is None else lean.rows
    found: dict[int, list[Line]] = {}
    for at in sorted({at for at, _ in cells}):
        priors = [None if lean is None else lean.line(at, strong) for strong in range(players)]
        chosen = [
            pairs(_enough(cells.get((at, strong), []), cells.get((at - 1, strong), []))) for strong in range(players)
        ]
        whole = pairs(_enough(*([row for row in rows if when(row) == each] for each in (at, at - 1))))
        mean = float(whole[0].mean()) if own_slopes else 0.0
        sloping = [
            line(each if own_slopes else whole, prior=prior, weight=weight)[1]
            for each, prior in zip(chosen, priors, strict=True)
        ]
        slopes = _never_rising(sloping, chosen) if own_slopes else [sum(sloping) / players] * players
        lines = [line(each, slope, prior, weight) for each, slope, prior in zip(chosen, slopes, priors, strict=True)]
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


def _straight(pairs: Pairs, slope: float | None = None, prior: Line | None = None, weight: float = 0.0) -> Line:
    """The line of least squares; it never falls, and with few rows it is the prior's."""
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
    """The line of logarithms of odds that makes what came likeliest, by Newton's steps; it never falls.

    It may bend. It is drawn towards the prior's as by so many rows, or a little towards shift 0 and slope 1, so that it
    ends where everything or nothing came true.
    """
    raw, got = pairs
    odds = np.array([log_odds(each) for each in raw.tolist()])
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
        step = np.clip(np.linalg.solve(curve, towards), -1.0, 1.0)  # far from the end whole steps can lead astray
        line = line + step
        if float(np.abs(step).max()) < 1e-9:
            break
    if slope is None and line[1] < 0:
        return _logistic(pairs, 0.0, prior, weight, bends)
    return float(line[0]), *np.maximum(line[1:], 0.0).tolist()
