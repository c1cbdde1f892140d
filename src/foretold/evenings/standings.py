"""How everybody stands: each result against those of the others who held the same cards on the same seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Result(NamedTuple):
    """What came of a table: by seat who sat there (None: a bot), its points, and whether its person played it."""

    people: tuple[int | None, ...]
    points: tuple[int, ...]
    own: tuple[bool, ...]


class Compared(NamedTuple):
    """A person's result of a round, what the others had on average with the same cards, and how many they were."""

    points: int
    mean: Fraction
    others: int
    gain: Fraction  # the difference; 0 where there is nobody to compare with, or somebody else has played


class Line(NamedTuple):
    """How a person stands; people who gained as much share their place. By round what came of it, None: not there."""

    person: int
    place: int
    gain: Fraction
    rounds: tuple[Compared | None, ...]


def compared(tables: Sequence[Result]) -> dict[int, Compared]:
    """By person the result of one round. All who held the cards are compared with, bots too."""
    held: defaultdict[tuple[int, int], list[int]] = defaultdict(list)  # by size of table and seat
    for table in tables:
        for seat, points in enumerate(table.points):
            held[len(table.points), seat].append(points)
    found = {}
    for table in tables:
        for seat, (person, points) in enumerate(zip(table.people, table.points, strict=True)):
            if person is None:
                continue
            same = held[len(table.points), seat]
            others = len(same) - 1
            mean = Fraction(sum(same) - points, others) if others else Fraction(points)
            gain = points - mean if table.own[seat] else Fraction(0)
            found[person] = Compared(points, mean, others, gain)
    return found


def standings(people: Sequence[int], rounds: Sequence[Sequence[Result]]) -> list[Line]:
    """How all people stand after these rounds, the first first; who was not there in a round gains nothing by it."""
    by_round = [compared(tables) for tables in rounds]
    lines = []
    for person in people:
        results = tuple([found.get(person) for found in by_round])
        lines.append(Line(person, 0, sum((each.gain for each in results if each), Fraction(0)), results))
    lines.sort(key=lambda line: -line.gain)
    gains = [line.gain for line in lines]
    return [line._replace(place=gains.index(line.gain) + 1) for line in lines]
