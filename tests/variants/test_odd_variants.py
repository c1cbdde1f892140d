"""Fields in combinations that no variant of the rules has, and a title that is registered again."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random

import foretold
from foretold.games.seven.edition import SINGLE_ROUND, Scoring, TieBreak
from foretold.games.seven.game import SevenGame
from foretold.games.seven.state import SevenState
from tests.variants.registering import FIRST_EDITION, registered

ODD = "odd"


def game() -> SevenGame:
    return foretold.load(FIRST_EDITION, players=4, variant=ODD)


def played(seed: int) -> SevenState:
    state, chance, bot = game().start(seed=seed), Random(seed), foretold.bot("greedy")
    while not state.over:
        seat = state.actors[0]
        state = state.apply(seat, bot.choose(state.view(seat), chance))
    return state


def test_parts_of_points_add_up_in_odd_variants() -> None:
    tokens_and_more = replace(SINGLE_ROUND, prizes=(9, 8, 8, 7), runner_up=2, rounds={3: 3, 4: 3})
    with registered(FIRST_EDITION, ODD, tokens_and_more):
        rounds = [ended.end for seed in range(12) for ended in played(seed).finished]
    reasons = {part.reason for ended in rounds for parts in ended.parts for part in parts}
    assert reasons == {"tokens", "fewest-left"}
    for ended in rounds:
        assert ended.points == tuple(sum(part.points for part in parts) for parts in ended.parts)


def test_a_tie_goes_to_a_seat_that_fulfilled_in_the_last_round_as_kernels_have_it() -> None:
    from foretold.kernels.matches import match_again, play_matches
    from foretold.statistics.rows import SCORE, WINNER

    several = replace(SINGLE_ROUND, prizes=(1, 1, 1, 1), shortfalls=(0,) * 7, counts="rounds", rounds={3: 4, 4: 4})
    assert several.tie_break == TieBreak.NEAREST_TO_LAST
    mixed = 0
    with registered(FIRST_EDITION, ODD, several):
        rows = play_matches(game(), "greedy", 2, range(60))
        for number in range(60):
            last = rows[rows[:, 0] == number][-4:]
            state = match_again(game(), "greedy", 2, number)
            assert state.winners == tuple(seat for seat in range(4) if last[seat, WINNER])
            tied = [seat for seat in range(4) if last[seat, SCORE] == last[:, SCORE].max()]
            mixed += len({state.finished[-1].fulfilled[seat] for seat in tied}) == 2
    assert mixed > 0


def test_caches_of_a_game_do_not_outlive_its_title() -> None:
    from foretold.kernels.seven import seven_tables

    def with_target(target: int) -> Scoring:
        return replace(SINGLE_ROUND, target=target)

    with registered(FIRST_EDITION, ODD, with_target(3)):
        before = game()
        assert seven_tables(before).target == 3
        assert pickle.loads(pickle.dumps(before)) is before is game()
    with registered(FIRST_EDITION, ODD, with_target(4)):
        assert game() != before
        assert seven_tables(game()).target == 4
        assert game().start(seed=1).view(0).rules is game()
