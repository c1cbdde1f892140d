"""Accuracy of the coach: decisions of strong players, valued as people see theirs, compared with the results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

from foretold.arena.calibration_check import BINS, mean_of_groups
from foretold.arena.simulate import match_seed
from foretold.bots.calibrated import Found, phase_of
from foretold.bots.seer import SeerBot
from foretold.bots.weighing import weigh
from foretold.games import Game
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView

STRONG = 64  # worlds of the players, the same as in the calibration
ENOUGH = 200  # minimum number of cases to judge a tenth of the scale
OFF = 0.04  # maximum error
LAST_OF_ALL = 99  # higher than any trick number


class Said(NamedTuple):
    """A decision: the chances the coach gives, and what happened.

    The chances are those that all seven come true by trick 7, 8, 9 and 10, as far as these are not past, or that the
    bid is met.
    """

    round: tuple[int, int]  # match and round
    phase: int  # 0 for a prophecy or bid, else the trick
    chances: tuple[float, ...]
    came: tuple[bool, ...]
    exact: bool

    @property
    def last(self) -> Case:
        """The chance that all seven come true at all, or that the bid is met."""
        return Case(self.round, self.chances[-1], self.came[-1])


class Case(NamedTuple):
    """A chance, and whether it came true."""

    round: tuple[int, int]
    chance: float
    came: bool


class Tenth(NamedTuple):
    """The chances in a tenth of the scale."""

    said: float  # on average
    came: float
    interval: float  # half the 95 % interval of the difference, by round
    cases: int

    @property
    def holds(self) -> bool:
        """True if the error is acceptable, or if there are too few cases to judge."""
        return self.cases < ENOUGH or abs(self.said - self.came) <= OFF


def weighed_match(game: Game, seed: int, number: int, worlds: int) -> list[Said]:
    """Plays a match of strong players and returns the coach's chances for each choice, valued in so many worlds."""
    rolls = [Random(f"coached:{seed}:{number}:{seat}") for seat in game.seats]
    state = game.start(seed=match_seed(seed, number))
    strong = SeerBot(worlds=STRONG)
    open_rows: list[tuple[int, int, Found]] = []
    decisions: list[Said] = []
    while not state.over:
        seat, rounds = state.awaited[0], len(state.finished)
        view = state.view(seat)
        action = strong.choose(view, rolls[seat])
        if len(view.legal) > 1:
            choices = weigh(view, worlds=worlds, seed=rolls[seat].getrandbits(32), actions=(action,))
            assert isinstance(view, SevenView | ProphecyView)
            open_rows.append((seat, phase_of(view), next(choice for choice in choices if choice.action == action)))
        state = state.apply(seat, action)
        if len(state.finished) > rounds:
            ended = state.finished[-1]
            for seat, phase, chosen in open_rows:
                by_then = _by_then(phase, chosen)
                came = tuple(ended.fulfilled[seat] and len(ended.tricks) <= trick for trick in by_then)
                decisions.append(Said((number, rounds), phase, tuple(by_then.values()), came, chosen.exact))
            open_rows = []
    return decisions


def _by_then(phase: int, choice: Found) -> dict[int, float]:
    """Returns by trick the chance that all seven come true by then; for the bid under `LAST_OF_ALL`."""
    chances = choice.chances
    if "met" in chances:
        return {LAST_OF_ALL: chances["met"]}
    steps: dict[int, float] = chances["by_trick"]
    by_then = dict(zip(steps, accumulate(steps.values()), strict=True))
    return {trick: min(chance, 1.0) for trick, chance in by_then.items() if trick >= phase}


def tenths(cases: Iterable[Case]) -> list[Tenth]:
    """Returns the tenths of the scale that contain chances."""
    groups: list[list[Case]] = [[] for _ in range(BINS)]
    for case in cases:
        groups[min(int(case.chance * BINS), BINS - 1)].append(case)
    return [_tenth(group) for group in groups if group]


def _tenth(cases: Sequence[Case]) -> Tenth:
    off, interval = mean_of_groups([(case.round, case.chance - case.came) for case in cases])
    mean = sum(case.chance for case in cases) / len(cases)
    return Tenth(round(mean, 4), round(mean - off, 4), round(interval, 4), len(cases))
