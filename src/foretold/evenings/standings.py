"""Standings: each result is compared with those of others who held the same cards in the same seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Result(NamedTuple):
    """The result of a table by seat: the person (None: a bot), the points, and whether that person played."""

    people: tuple[int | None, ...]
    points: tuple[int, ...]
    own: tuple[bool, ...]


class Compared(NamedTuple):
    """A person's points in a round, the mean of the others with the same cards, and their number."""

    points: int
    mean: Fraction
    others: int
    gain: Fraction  # the difference; 0 without anybody to compare with, or if somebody else played the seat


class Line(NamedTuple):
    """A person's place in the standings, shared if tied; `rounds` holds the result of each round, None if absent."""

    person: int
    place: int
    gain: Fraction
    rounds: tuple[Compared | None, ...]


def compared(tables: Sequence[Result]) -> dict[int, Compared]:
    """Returns each person's result of one round, compared with everybody who held the same cards, bots included."""
    held: defaultdict[tuple[int, int], list[int]] = defaultdict(list)  # by size of table and seat
    for table in tables:
        for seat, points in enumerate(table.points):
            held[len(table.points), seat].append(points)
    results = {}
    for table in tables:
        for seat, (person, points) in enumerate(zip(table.people, table.points, strict=True)):
            if person is None:
                continue
            same = held[len(table.points), seat]
            others = len(same) - 1
            mean = Fraction(sum(same) - points, others) if others else Fraction(points)
            gain = points - mean if table.own[seat] else Fraction(0)
            results[person] = Compared(points, mean, others, gain)
    return results


def standings(people: Sequence[int], rounds: Sequence[Sequence[Result]]) -> list[Line]:
    """Returns the standings after these rounds, best first; a missed round gains nothing."""
    by_round = [compared(tables) for tables in rounds]
    lines = []
    for person in people:
        results = tuple([round_results.get(person) for round_results in by_round])
        lines.append(Line(person, 0, sum((result.gain for result in results if result), Fraction(0)), results))
    lines.sort(key=lambda line: -line.gain)
    gains = [line.gain for line in lines]
    return [line._replace(place=gains.index(line.gain) + 1) for line in lines]
