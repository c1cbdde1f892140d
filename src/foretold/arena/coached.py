"""How true the coach is: decisions of strong players, weighed as people are told of theirs, and what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import NamedTuple

from foretold.arena.calibrated import BINS, mean_by_round
from foretold.arena.simulate import match_seed
from foretold.bots.reading import Found, phase_of
from foretold.bots.seer import SeerBot
from foretold.bots.weighing import weigh
from foretold.games import Game
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView

STRONG = 64  # worlds that the players think with, as those by which values were calibrated
ENOUGH = 200  # cases of a tenth of the scale that is judged
OFF = 0.04  # by which it may be off


class Said(NamedTuple):
    """A decision: the chance that all seven come true or the bid is met, as the coach tells it, and whether it came."""

    round: tuple[int, int]  # match and round
    phase: int  # 0 for a prophecy or bid, else the trick
    chance: float
    came: bool
    exact: bool


class Tenth(NamedTuple):
    """Chances of a tenth of the scale."""

    said: float  # on average
    came: float
    interval: float  # half of 95 % of the difference, by round
    cases: int

    @property
    def holds(self) -> bool:
        """Whether it is as true as it should be, or too few cases to say."""
        return self.cases < ENOUGH or abs(self.said - self.came) <= OFF


def weighed_match(game: Game, seed: int, number: int, worlds: int) -> list[Said]:
    """A match of strong players: what the coach says of each choice, weighed in so many worlds."""
    rolls = [Random(f"coached:{seed}:{number}:{seat}") for seat in game.seats]
    state = game.start(seed=match_seed(seed, number))
    strong = SeerBot(worlds=STRONG)
    open_rows: list[tuple[int, int, Found]] = []
    found = []
    while not state.over:
        seat, rounds = state.actors[0], len(state.finished)
        view = state.view(seat)
        action = strong.choose(view, rolls[seat])
        if len(view.legal) > 1:
            told = weigh(view, worlds=worlds, seed=rolls[seat].getrandbits(32), actions=(action,))
            assert isinstance(view, SevenView | ProphecyView)
            open_rows.append((seat, phase_of(view), next(each for each in told if each.action == action)))
        state = state.apply(seat, action)
        if len(state.finished) > rounds:
            came = state.finished[-1].fulfilled
            found += [
                Said((number, rounds), phase, _chance(told), came[seat], told.exact) for seat, phase, told in open_rows
            ]
            open_rows = []
    return found


def _chance(found: Found) -> float:
    chances = found.chances
    chance: float = chances["fulfilled" if "fulfilled" in chances else "met"]
    return chance


def tenths(said: Iterable[Said]) -> list[Tenth]:
    """The tenths of the scale in which there are chances."""
    groups: list[list[Said]] = [[] for _ in range(BINS)]
    for each in said:
        groups[min(int(each.chance * BINS), BINS - 1)].append(each)
    return [_tenth(group) for group in groups if group]


def _tenth(said: Sequence[Said]) -> Tenth:
    off, interval = mean_by_round([(each.round, each.chance - each.came) for each in said])
    mean = sum(each.chance for each in said) / len(said)
    return Tenth(round(mean, 4), round(mean - off, 4), round(interval, 4), len(said))
