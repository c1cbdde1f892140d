"""Who sits where in the rounds of an evening: everybody, as evenly as can be, the same again from the same seed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import chain, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foretold.evenings import seating
from foretold.evenings.seating import Tables, evenness, least, seat_round
from foretold.evenings.sizes import table_sizes
from foretold.games import TITLES

SEVEN, PROPHECY = (3, 4), (2, 3, 4, 5, 6)


def evening(people: int, rounds: int, allowed: tuple[int, ...] = SEVEN, seed: int = 1) -> list[Tables]:
    """An evening as it is played: each round is planned when it begins."""
    played: list[Tables] = []
    for number in range(rounds):
        sizes = table_sizes(people, allowed, 4)
        played.append(seat_round(range(people), sizes, played, rounds - number, seed + number))
    return played


def meetings(people: int, rounds: Sequence[Tables]) -> list[list[int]]:
    met = [[0] * people for _ in range(people)]
    for table in chain.from_iterable(rounds):
        for one, other in permutations([member for member in table if member is not None], 2):
            met[one][other] += 1
    return met


def pairs(people: int, rounds: Sequence[Tables]) -> Counter[int]:
    """By how often two can meet how many pairs did."""
    met = meetings(people, rounds)
    return Counter(count for one, row in enumerate(met) for count in row[:one])


def test_table_sizes_fit_the_games() -> None:
    assert {TITLES[name].players for name in ("seven-prophecies", "seven-prophecies-2017")} == {SEVEN}
    assert TITLES["prophecy"].players == PROPHECY


@pytest.mark.parametrize("allowed", [SEVEN, PROPHECY])
def test_everyone_is_seated_with_few_bots_and_every_table_can_be_compared(allowed: tuple[int, ...]) -> None:
    for people in range(3, 65):
        sizes = table_sizes(people, allowed, 4)
        assert set(sizes) <= set(allowed)
        assert 0 <= sum(sizes) - people <= min(2, len(sizes))
        assert len(sizes) == 1 or min(Counter(sizes).values()) > 1
        assert people > 20 or sum(sizes) == people or people in (5, 7, 10, 11, 13, 19)
        assert people <= 20 or sum(sizes) == people


def test_few_people_sit_together_rather_than_with_bots() -> None:
    assert [table_sizes(people, SEVEN, 4) for people in (3, 4, 5, 7)] == [(3,), (4,), (3, 3), (4, 4)]
    assert [table_sizes(people, PROPHECY, 4) for people in (3, 4, 5, 6)] == [(3,), (4,), (5,), (3, 3)]


def test_23_people_in_6_rounds_never_meet_twice() -> None:
    rounds = evening(23, 6)
    assert pairs(23, rounds) == {0: 91, 1: 162}  # as even as 162 meetings of 253 pairs can be
    totals = [sum(row) for row in meetings(23, rounds)]
    assert max(totals) - min(totals) <= 2
    for person in range(23):
        had = Counter(table.index(person) for table in chain.from_iterable(rounds) if person in table)
        assert max(had.values()) <= 3


@pytest.mark.parametrize(
    ("people", "rounds", "allowed"),
    [(64, 6, SEVEN), pytest.param(12, 4, SEVEN, marks=pytest.mark.long), (31, 3, PROPHECY)],
)
def test_meetings_differ_by_at_most_one_from_the_best_possible(
    people: int, rounds: int, allowed: tuple[int, ...]
) -> None:
    played = evening(people, rounds, allowed)
    counts = pairs(people, played)
    mean = sum(count * number for count, number in counts.items()) / counts.total()
    assert math.floor(mean) - 1 <= min(counts)
    assert max(counts) <= math.ceil(mean) + 1
    met = meetings(people, played)
    assert evenness(met).pairs >= least([[0] * people for _ in range(people)], sum(map(sum, met)) // 2).pairs


def test_leavers_are_left_out_and_newcomers_are_seated() -> None:
    first = seat_round(range(23), table_sizes(23, SEVEN, 4), (), 6, 1)
    people = [number for number in range(25) if number not in (3, 7, 20)]  # three leave, two arrive
    second = seat_round(people, table_sizes(22, SEVEN, 4), [first], 5, 2)
    assert sorted(member for member in chain.from_iterable(second) if member is not None) == people
    assert max(pairs(25, [first, second])) == 1


@settings(max_examples=25, deadline=None)
@given(
    people=st.integers(3, 24),
    allowed=st.sampled_from([SEVEN, PROPHECY, (4,)]),
    rounds=st.integers(1, 3),
    seed=st.integers(0, 2**32),
)
def test_everyone_sits_once_bots_fill_up_and_a_seed_repeats_the_plan(
    people: int, allowed: tuple[int, ...], rounds: int, seed: int
) -> None:
    if allowed == (4,):
        people += -people % 4
    ids = Random(seed).sample(range(100), people)
    sizes = table_sizes(people, allowed, 4)
    past: list[Tables] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "STEPS", 2_000)
        for left in range(rounds, 0, -1):
            tables = seat_round(ids, sizes, past, left, seed)
            assert tables == seat_round(ids, sizes, past, left, seed)
            assert sorted(map(len, tables)) == sorted(sizes)
            assert sorted(member for member in chain.from_iterable(tables) if member is not None) == sorted(ids)
            assert all(list(table).count(None) <= 1 for table in tables)
            past.append(tables)
