"""Standings of an evening: a result against those of the others with the same cards on the same seat."""

from __future__ import annotations

from fractions import Fraction

from foretold.evenings.standings import Compared, Result, compared, standings

ALL = (True, True, True)


def test_a_result_is_compared_with_the_mean_of_all_others_in_its_seat() -> None:
    standings = compared(
        [Result((0, 1, 2), (5, 1, 0), ALL), Result((3, 4, None), (2, 1, 4), ALL), Result((5, 6, 7), (3, 4, 0), ALL)]
    )
    assert standings[0] == Compared(5, Fraction(5, 2), 2, Fraction(5, 2))
    assert standings[3] == Compared(2, Fraction(4), 2, Fraction(-2))
    assert standings[2] == Compared(0, Fraction(2), 2, Fraction(-2))
    assert set(standings) == set(range(8))


def test_tables_of_other_sizes_have_other_cards() -> None:
    standings = compared([Result((0, 1, 2), (5, 1, 0), ALL), Result((3, 4, 5, 6), (9, 9, 9, 9), (*ALL, True))])
    assert all(
        standing.others == 0 and standing.gain == 0 and standing.mean == standing.points
        for standing in standings.values()
    )


def test_rounds_played_by_a_stand_in_gain_nothing_but_count_in_the_mean() -> None:
    standings = compared([Result((0, 1, 2), (7, 0, 0), (False, True, True)), Result((3, 4, 5), (1, 0, 0), ALL)])
    assert standings[0] == Compared(7, Fraction(1), 1, Fraction(0))
    assert standings[3].gain == -6


def test_gains_add_up_and_equal_gains_share_a_place() -> None:
    first = [Result((0, 1, 2), (4, 0, 2), ALL), Result((3, 4, 5), (2, 0, 4), ALL)]
    second = [Result((5, 0, 1), (3, 1, 1), ALL), Result((2, 3, 6), (1, 3, 1), ALL)]
    lines = standings(range(7), [first, second])
    assert [(line.place, line.person, int(line.gain)) for line in lines] == [
        (1, 5, 4),
        (2, 0, 0),
        (2, 1, 0),
        (2, 3, 0),
        (2, 4, 0),
        (2, 6, 0),
        (7, 2, -4),
    ]
    assert lines[5].rounds == (None, Compared(1, Fraction(1), 1, Fraction(0)))


def test_before_the_first_round_everyone_shares_first_place() -> None:
    assert {line.place for line in standings(range(5), [])} == {1}
