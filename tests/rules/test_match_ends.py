"""How recorded matches ended, as it is told from a view: why, and what decided a tie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

import foretold
from foretold.files import read
from foretold.games.ends import ending, tie_of, why_over
from foretold.views import View
from tests.rules.test_recorded_matches import RECORDS

WINNING: dict[str, Callable[[list[int]], int]] = {
    "fewest_on_edges": min,
    "nearest_to_last": max,
    "rounds_fulfilled": max,
}


def views() -> list[View]:
    return [foretold.replay(record).view(None) for path in RECORDS for record in read(path)]


@pytest.fixture(scope="module")
def ended() -> list[View]:
    return views()


def test_a_tie_goes_to_the_seats_with_the_best_count(ended: list[View]) -> None:
    decided = set()
    for view in ended:
        tie, best = tie_of(view), max(view.scores)
        level = tuple(seat for seat in range(view.players) if view.scores[seat] == best)
        if tie is None:
            assert view.winners == level
            continue
        assert tie.seats == level
        sums = {seat: sum(count) for seat, count in zip(level, tie.counts, strict=True) if count}
        if not sums:
            assert view.winners == level
            continue
        first = WINNING[tie.rule](list(sums.values()))
        assert view.winners == tuple(seat for seat in sums if sums[seat] == first)
        if len(view.winners) < len(level):
            decided.add(tie.rule)
    assert decided == set(WINNING)


def test_a_total_ends_a_match_only_where_it_is_reached(ended: list[View]) -> None:
    rules = set()
    for view in ended:
        reason, number, clause = why_over(view)
        rules.add(reason)
        assert clause
        if reason == "target":
            assert max(view.scores) >= number
        else:
            assert number == view.round == view.rounds
            assert (reason == "single") == (number == 1)
    assert rules == {"target", "last-round", "single"}


def test_an_ending_holds_every_round_without_its_tricks(ended: list[View]) -> None:
    for view in ended:
        fields = cast(dict[str, Any], ending(view))
        assert [line["number"] for line in fields["rounds"]] == list(range(1, view.round + 1))
        assert fields["rounds"][-1]["scores"] == list(view.scores)
        assert not any("tricks" in line for line in fields["rounds"])


def test_a_match_that_goes_on_has_no_ending() -> None:
    assert ending(foretold.load("prophecy", players=4).start(seed=1).view(None)) is None
