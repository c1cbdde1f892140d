"""Certain is certain: whatever a view proves of an action is told exactly, and nothing else is told as sure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

import foretold
from foretold.bots.bounds import Certain, certain_of
from foretold.bots.calibrated import Found
from foretold.bots.greedy import GreedyBot
from foretold.bots.random import RandomBot
from foretold.calibration import Calibration, calibration
from foretold.coach.between_rounds import chances
from foretold.games import Game
from foretold.games.seven.game import SevenGame
from tests.conftest import GAME_IDS, GAMES, every_game

KINDS = ("ends", "points", "chance", "share")
SHORT = {"seven-prophecies-4-standard", "prophecy-2-short"}  # those of the short run


class Case(NamedTuple):
    """An action that was taken, what was proved and told of it, and what came of it."""

    certain: Certain
    weighed: Found | None  # where something was proved
    points: int
    fulfilled: bool
    share: float  # of the match, in the end
    after: float | None  # the chance told between rounds, where the action ended the round


def proved(certain: Certain) -> set[str]:
    """What is known for sure of an action."""
    least = {"points": certain.points, "chance": certain.chance, "share": certain.share}
    return {kind for kind, (low, high) in least.items() if low == high} | ({"ends"} if certain.ends else set())


def play(game: Game, seed: int, weighed: bool = True) -> Iterator[Case]:
    """The cases of a match of `greedy` and chance."""
    rng = Random(seed)
    bots = [GreedyBot() if rng.random() < 0.7 else RandomBot() for _ in game.seats]
    state = game.start(seed=seed)
    round_: list[tuple[int, Certain, Found | None, float | None]] = []
    whole: list[tuple[int, Certain, Found | None, float | None, int, bool]] = []
    while not state.over:
        seat = state.actors[0]
        view: Any = state.view(seat)
        action = bots[seat].choose(view, rng)
        certain = certain_of(view, action)
        mean = None
        if weighed and proved(certain):
            choices = foretold.weigh(view, worlds=6, seed=seed, actions=(action,))
            mean = next(choice for choice in choices if choice.action == action)
        rounds = len(state.finished)
        state = state.apply(seat, action)
        ended = len(state.finished) > rounds
        round_.append((seat, certain, mean, chances(state)[seat] if certain.ends and ended else None))
        assert ended or not certain.ends, "what ends the round does so"
        if ended:
            end = state.finished[-1]
            whole += [(*row, end.points[row[0]], end.fulfilled[row[0]]) for row in round_]
            round_ = []
    for seat, certain, mean, after, points, fulfilled in whole:
        share = 1 / len(state.winners) if seat in state.winners else 0.0
        yield Case(certain, mean, points, fulfilled, share, after)


@every_game
def test_what_is_proved_comes_true_and_nothing_leaves_its_bounds(game: Game, request: pytest.FixtureRequest) -> None:
    seen: set[str] = set()
    for seed in range(40 if request.config.getoption("--long") else 1):
        for case in play(game, seed, weighed=False):
            seen |= proved(case.certain)
            assert case.certain.points[0] <= case.points <= case.certain.points[1]
            assert case.certain.chance[0] <= case.fulfilled <= case.certain.chance[1]
            assert case.certain.share[0] <= case.share <= case.certain.share[1]
    assert {"ends", "chance"} <= seen


def exact(case: Case, seven: bool) -> bool:
    """Whether everything that is proved of a case was told as it came."""
    weighed, known = case.weighed, proved(case.certain)
    assert weighed is not None
    chance = weighed.chances["fulfilled"] if seven else weighed.chances["met"]
    right = [
        weighed.points == case.points or not known & {"ends", "points"},
        chance == case.fulfilled or not known & {"ends", "chance"},
        weighed.match == case.share or "share" not in known,
    ]
    if seven and case.after is not None:  # in Prophecy bids that lie face down may still count
        right.append(weighed.match == pytest.approx(case.after, abs=0.0001))
    return all(right)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=id, marks=[] if id in SHORT else [pytest.mark.long])
        for game, id in zip(GAMES, GAME_IDS, strict=True)
    ],
)
def test_whatever_the_view_proves_is_shown_exactly(game: Game, request: pytest.FixtureRequest) -> None:
    """With --long in 1,000 of 1,000 cases."""
    wanted = 1_000 if request.config.getoption("--long") else 25
    cases: list[Case] = []
    for seed in range(1_000, 2_000):
        cases += [case for case in play(game, seed) if case.weighed is not None]
        if len(cases) >= wanted:
            break
    wrong = [case for case in cases[:wanted] if not exact(case, isinstance(game, SevenGame))]
    assert len(cases) >= wanted
    assert not wrong, wrong[0]


def test_the_last_card_of_a_round_is_worth_a_sure_five() -> None:
    """Seven Prophecies, trick 7: the card takes the place that waits, and nobody can change it."""
    game = foretold.load("seven-prophecies")
    for seed in range(400):
        state = game.start(seed=seed)
        rng = Random(seed)
        while not state.finished:
            seat = state.actors[0]
            view: Any = state.view(seat)
            action = GreedyBot().choose(view, rng)
            after = state.apply(seat, action)
            if after.finished and len(after.finished[0].tricks) == 7 and after.finished[0].fulfilled[seat]:
                for strong in (0.0, 3.0):
                    choices = foretold.weigh(view, worlds=20, strong=strong, actions=(action,))
                    weighed = next(choice for choice in choices if choice.action == action)
                    assert (weighed.points, weighed.chances["fulfilled"]) == (5.0, 1.0)
                return
            state = after
    raise AssertionError("nobody fulfilled with the last card of trick 7")


@every_game
def test_calibration_lines_reach_their_ends(game: Game) -> None:
    known = calibration(game)
    assert known is not None
    for strong in range(game.players):
        for phase in range(11):
            check_ends(known, phase, strong)


def check_ends(known: Calibration, phase: int, strong: float) -> None:
    readings: list[Callable[[float], float]] = [
        lambda raw: known.chance_of(raw, phase, strong),
        lambda raw: known.share_of(raw, phase % 9, strong),
        lambda raw: known.share_of(raw, phase % 9, strong, start=True),
    ]
    for reading in readings:
        assert (reading(0.0), reading(1.0)) == (0.0, 1.0)
        values = [reading(raw / 10_000) for raw in (*range(0, 30, 3), *range(9_970, 10_001, 3))]
        assert values == sorted(values), "and never fall on the way"


def test_sampled_results_are_never_shown_as_certain() -> None:
    """All of a few worlds say so, and the next might not."""
    game = foretold.load("seven-prophecies")
    looked = 0
    for seed in range(12):
        view: Any = game.start(seed=seed).view(0)
        for choice in foretold.weigh(view, worlds=2, seed=seed):
            looked += 1
            assert 0 < choice.chances["fulfilled"] < 1
            assert 0 < choice.match < 1
    assert looked > 50


def test_every_kind_of_proof_occurs() -> None:
    """An end of the round, points, a chance and a share of the match: all four are there to be told."""
    seen: set[str] = set()
    for game in (foretold.load("seven-prophecies"), foretold.load("prophecy", players=2, variant="short")):
        for case in play(game, 7, weighed=False):
            seen |= proved(case.certain)
    assert seen == set(KINDS)
