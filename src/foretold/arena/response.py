"""How beatable a `seer` is: a player that learns where it is wrong, against frozen ones at all other seats.

One step of learning, on top of the search. Seats of `seer` play, and now and then one of the next best choices is
tried. What came of a choice less what the search promised is fitted, with a ridge, to the signs of the best choice,
which tell of the position, and to how those of the choice differ from them. The player that responds searches as a
`seer` does and takes what is best with the latter added. All it gains over the others, on other deals, is what they
can be exploited by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import NamedTuple

import numpy as np

from foretold.arena.pool import in_order
from foretold.arena.simulate import match_seed
from foretold.bots.learning import Learned, corrected, near_the_best
from foretold.bots.race import Standing
from foretold.bots.seer import SeerBot
from foretold.bots.signs import part_of, signs_of
from foretold.cards import Action
from foretold.games import Game, State
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.kernels.arrays import Numbers, Shares
from foretold.views import View

TRIED = 0.5  # of the choices: not the best one, as far as there is another
PULLS = (1e6, 1e5, 3e4, 1e4, 3e3, 1e3, 300.0, 100.0, 30.0)  # rows that a weight of 0 counts for
FOLDS = 5
NORMAL_95 = 1.96


@dataclass(frozen=True)
class Trial:
    """What is played: a game, the worlds that everybody thinks with, a seed."""

    game: Game
    worlds: int
    seed: int


class Seen(NamedTuple):
    """A choice: when, the signs of the best one and how its own differ, what came of it less what was promised."""

    match: int
    part: int
    best: Shares
    apart: Shares
    beyond: float


class Responder(SeerBot):
    """Searches as `seer` does, and takes what is best with what was learned added."""

    def __init__(self, worlds: int, learned: Learned) -> None:
        super().__init__(worlds=worlds)
        self.learned = learned

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """An action of `view.legal`."""
        action = super().choose(view, rng, seconds)
        if not self.standings:
            return action
        assert isinstance(view, SevenView | ProphecyView)
        return view.legal[corrected(view, self.standings, self.learned)[0].choice]


# What is learned from ------------------------------------------------------------------------------------------


def watch(trial: Trial, matches: range, executor: Executor | None = None, ahead: int = 1) -> Iterator[list[Seen]]:
    """The choices of matches of these numbers, in order."""
    return in_order(executor, _watch, ((trial, number) for number in matches), ahead)


def _watch(task: tuple[Trial, int]) -> list[Seen]:
    trial, number = task
    game = trial.game
    rng = Random(f"foretold-response:{trial.seed}:{number}")
    bot = SeerBot(worlds=trial.worlds)
    state = game.start(seed=match_seed(trial.seed, number))
    running: list[tuple[int, int, Shares, Shares, float]] = []
    found: list[Seen] = []
    while not state.over:
        seat = state.actors[0]
        view = state.view(seat)
        action = bot.choose(view, rng)
        if bot.standings:
            assert isinstance(view, SevenView | ProphecyView)
            taken = _tried(bot.standings, rng)
            action = view.legal[taken.choice]
            best = signs_of(view, bot.standings[0])
            running.append((seat, part_of(view), best, signs_of(view, taken) - best, taken.value))
        rounds = len(state.finished)
        state = state.apply(seat, action)
        if len(state.finished) > rounds:
            points = state.finished[-1].points
            for each, part, best, apart, value in running:
                found.append(Seen(number, part, best, apart, points_ahead(points, each) - value))
            running = []
    return found


def _tried(standings: Sequence[Standing], rng: Random) -> Standing:
    best, *near = near_the_best(standings)
    return rng.choice(near) if near and rng.random() < TRIED else best


def points_ahead(points: Sequence[int], seat: int) -> float:
    """Points of a seat above the mean of the others."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def learn(seen: Sequence[Seen]) -> Learned:
    """For each part of a round the weights of a ridge; how strongly it holds back is found on matches left out."""
    parts = sorted({each.part for each in seen})
    return {part: _weights([each for each in seen if each.part == part]) for part in parts}


def _weights(rows: Sequence[Seen]) -> Shares:
    best, apart = np.stack([each.best for each in rows]), np.stack([each.apart for each in rows])
    signs, scale = best.shape[1], np.maximum(apart.std(axis=0), 1e-6)
    ones = np.ones((len(rows), 1))
    design = np.hstack([ones, best / np.maximum(best.std(axis=0), 1e-6), apart / scale])
    beyond = np.array([each.beyond for each in rows])
    folds = np.array([each.match for each in rows]) % FOLDS

    def missed(of_best: float, of_apart: float) -> float:
        return _missed(design, beyond, folds, _holding(signs, of_best, of_apart))

    of_best = min(PULLS, key=lambda pull: missed(pull, PULLS[0]))
    of_apart = min(PULLS, key=lambda pull: missed(of_best, pull))
    weights: Shares = _ridge(design, beyond, _holding(signs, of_best, of_apart))[1 + signs :] / scale
    return weights


def _holding(signs: int, of_best: float, of_apart: float) -> Shares:
    """How strongly each weight is held at 0: the first, a shift, not at all."""
    return np.array([0.0, *[of_best] * signs, *[of_apart] * signs])


def _ridge(design: Shares, beyond: Shares, holding: Shares) -> Shares:
    return np.asarray(np.linalg.solve(design.T @ design + np.diag(holding + 1e-9), design.T @ beyond), np.float64)


def _missed(design: Shares, beyond: Shares, folds: Numbers, holding: Shares) -> float:
    """The squares of what a ridge misses in rows that it was not fitted to."""
    missed = 0.0
    for fold in range(FOLDS):
        out = folds == fold
        if out.any() and not out.all():
            weights = _ridge(design[~out], beyond[~out], holding)
            missed += float(((beyond[out] - design[out] @ weights) ** 2).sum())
    return missed


# What it gains ---------------------------------------------------------------------------------------------------


class Gain(NamedTuple):
    """A match on the same deals in every seat of the one that responds."""

    rounds: int
    ahead: float  # points, all rounds together
    share: float  # of the matches
    fulfilled: tuple[int, int]  # by the one, and by the others
    other: int  # of its choices, not what `seer` would have taken
    choices: int


def respond(
    trial: Trial, learned: Learned, deals: range, executor: Executor | None = None, ahead: int = 1
) -> Iterator[Gain]:
    """What the one that responds gains on deals of these numbers, in order."""
    return in_order(executor, _respond, ((trial, learned, number) for number in deals), ahead)


def _respond(task: tuple[Trial, Learned, int]) -> Gain:
    trial, learned, number = task
    game = trial.game
    rounds, ahead, share, other, choices = 0, 0.0, 0.0, 0, 0
    fulfilled = [0, 0]
    one, frozen = Responder(trial.worlds, learned), SeerBot(worlds=trial.worlds)
    for alone in game.seats:
        rng = Random(f"foretold-response:{trial.seed}:{number}:{alone}")
        state: State = game.start(seed=match_seed(trial.seed, number))
        while not state.over:
            seat = state.actors[0]
            view = state.view(seat)
            action = (one if seat == alone else frozen).choose(view, rng)
            if seat == alone and one.standings:
                choices += 1
                other += action != view.legal[one.standings[0].choice]
            state = state.apply(seat, action)
        share += (alone in state.winners) / len(state.winners) / game.players
        for ended in state.finished:
            rounds += 1
            ahead += points_ahead(ended.points, alone)
            fulfilled[0] += ended.fulfilled[alone]
            fulfilled[1] += sum(ended.fulfilled) - ended.fulfilled[alone]
    return Gain(rounds, ahead, share, (fulfilled[0], fulfilled[1]), other, choices)


class Figures(NamedTuple):
    """What all deals say together; half a 95 % interval by deal beside each mean."""

    rounds: int
    ahead: float
    ahead_interval: float
    share: float
    share_interval: float
    fulfilled: tuple[float, float]
    other: float  # part of the choices


def add_up(gains: Sequence[Gain], players: int) -> Figures:
    """What deals say together."""
    rounds = sum(each.rounds for each in gains)
    ahead = sum(each.ahead for each in gains) / rounds
    off = np.array([each.ahead - ahead * each.rounds for each in gains])
    shares = np.array([each.share for each in gains])
    count = len(gains)
    spread = sqrt(count / (count - 1)) if count > 1 else 0.0
    return Figures(
        rounds,
        ahead,
        NORMAL_95 * spread * sqrt(float(off @ off)) / rounds,
        float(shares.mean()),
        NORMAL_95 * spread * float(shares.std()) / sqrt(count),
        (
            sum(each.fulfilled[0] for each in gains) / rounds,
            sum(each.fulfilled[1] for each in gains) / rounds / (players - 1),
        ),
        sum(each.other for each in gains) / max(1, sum(each.choices for each in gains)),
    )
