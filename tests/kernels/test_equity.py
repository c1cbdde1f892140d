"""The chance to win a match between its rounds: tables of totals and rounds left."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import numpy as np
import pytest

import foretold
from foretold.calibration import calibration
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.game import SevenGame
from foretold.kernels.equity import seven_equity
from foretold.kernels.prophecy_equity import FARTHEST, prophecy_equity
from tests.conftest import GAMES

SEVEN = [game for game in GAMES if isinstance(game, SevenGame)]
SEVEN.append(foretold.load("seven-prophecies-2017", players=3, negative_scores=True))
PROPHECY = [game for game in GAMES if isinstance(game, ProphecyGame)]


def share(game: SevenGame, done: int, totals: tuple[int, ...]) -> float:
    """The share of the first of these totals."""
    lowest, size, shares = seven_equity(game)
    place = 0
    for total in totals:
        place = place * size + max(0, total - lowest)
    return float(shares[done, place])


def some_totals(game: SevenGame, count: int) -> list[tuple[int, ...]]:
    lowest, size, _ = seven_equity(game)
    rng = Random(1)
    return [tuple(rng.randrange(lowest, lowest + size) for _ in game.seats) for _ in range(count)]


@pytest.mark.parametrize("game", SEVEN, ids=str)
def test_the_shares_of_all_seats_add_up_to_one(game: SevenGame) -> None:
    for done in range(len(seven_equity(game).shares)):
        for totals in some_totals(game, 20):
            turned = [totals[seat:] + totals[:seat] for seat in game.seats]
            assert sum(share(game, done, turn) for turn in turned) == pytest.approx(1)


@pytest.mark.parametrize("game", SEVEN, ids=str)
def test_more_points_never_mean_a_smaller_chance(game: SevenGame) -> None:
    _, size, shares = seven_equity(game)
    by_total = shares.reshape(len(shares), size, -1)
    assert (np.diff(by_total, axis=1) >= -1e-9).all()


def test_sp2_9_before_the_last_round_the_chance_follows_from_its_results() -> None:
    """With one round to come: every result that was measured, dealt out to the seats in every way."""
    game = foretold.load("seven-prophecies", players=3)
    assert isinstance(game, SevenGame)
    known = calibration(game)
    assert known is not None
    for totals in some_totals(game, 10):
        whole = 0.0
        for points, count in known.results.items():
            ways = list(permutations(points))
            for way in ways:
                after = [total + gained for total, gained in zip(totals, way, strict=True)]
                if after[0] == max(after):
                    whole += count / len(ways) / after.count(after[0])
        rounds = game.rounds
        assert rounds is not None
        assert share(game, rounds - 1, totals) == pytest.approx(whole / sum(known.results.values()))


def test_sp2_9_a_seat_close_to_the_target_is_likely_to_win() -> None:
    game = foretold.load("seven-prophecies", players=4)
    assert isinstance(game, SevenGame)
    assert share(game, 2, (6, 0, 0, 0)) > 0.6
    assert share(game, 2, (0, 6, 0, 0)) < 0.15
    assert share(game, 1, (2, 2, 2, 2)) == pytest.approx(0.25)


@pytest.mark.parametrize("game", PROPHECY, ids=str)
def test_shares_in_prophecy_nearly_add_up_and_a_late_lead_is_worth_more(
    game: ProphecyGame,
) -> None:
    ahead, weights = prophecy_equity(game)

    def chance(left: int, totals: tuple[int, ...], seat: int) -> float:
        apart = [totals[seat] - total + FARTHEST for other, total in enumerate(totals) if other != seat]
        return float(weights @ np.prod([ahead[left, :, gap] for gap in apart], axis=0))

    rng = Random(1)
    for left, _ in product(range(1, game.rounds or 1), range(5)):
        totals = tuple(rng.randrange(0, 30) for _ in game.seats)
        assert sum(chance(left, totals, seat) for seat in game.seats) == pytest.approx(1, abs=0.02)
    lead = (25, *(20 for _ in range(game.players - 1)))
    later = [chance(left, lead, 0) for left in range((game.rounds or 1) - 1, 0, -1)]
    assert later == sorted(later)
