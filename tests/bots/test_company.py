"""How strong a company is, from bots' names and people's results."""

from __future__ import annotations

import pytest

from foretold.bots.company import MIDDLE, Result, strength_of, strong_others


def results(won: int, of: int, others: float = 0.5, game: str = "seven-prophecies") -> list[Result]:
    return [Result(game, 4, others, 1.0 if number < won else 0.0) for number in range(of)]


def test_a_player_without_results_is_of_middle_strength() -> None:
    assert strength_of([]) == pytest.approx(MIDDLE)


def test_more_wins_mean_more_strength_and_many_matches_weigh_more_than_few() -> None:
    strengths = [strength_of(results(won, 20)) for won in range(21)]
    assert strengths == sorted(strengths)
    assert 0 < strengths[0] < 0.3 < 0.7 < strengths[20] < 1
    assert strength_of(results(60, 100)) > strength_of(results(6, 10)) > MIDDLE


def test_a_quarter_of_the_matches_of_four_is_as_strong_as_the_others() -> None:
    for others in (0.2, 0.5, 0.8):
        assert strength_of(results(250, 1000, others)) == pytest.approx(others, abs=0.04)


def test_winning_like_seer_against_greedy_counts_as_strong() -> None:
    """66 % of matches of Seven Prophecies, 84 % of Prophecy (docs/bots.md)."""
    assert strength_of(results(66, 100, 0.0)) > 0.8
    assert strength_of(results(84, 100, 0.0, "prophecy")) > 0.8
    assert strength_of(results(25, 100, 0.0)) < 0.2


def test_the_strength_of_the_others_leaves_out_the_own_seat() -> None:
    assert strong_others(["seer", "seer", "greedy", "seer"], 0) == 2
    assert strong_others(["seer", "seer", "greedy", "seer"], 2) == 3
    assert strong_others([None, "novice", 0.8], 1) == pytest.approx(MIDDLE + 0.8)
    assert strong_others(["a bot from elsewhere", None], 1) == MIDDLE
