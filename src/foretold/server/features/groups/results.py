"""A group's results over time: places by evening, and points for places. No I/O.

An evening is a day on which the group played at least one match to the end with two or more people. It is won by
whoever wins most matches; ties are broken by how many others one has left behind. Points of different games can't be
added, places can: the first place is worth 4 points, the second 3, the third 2 and the fourth 1.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import tzinfo
from itertools import groupby
from typing import NamedTuple

from foretold.server.features.groups.schedule import day_of
from foretold.server.features.matches import results
from foretold.server.store import KeptGroupSeat

WORTH = 4  # points of the first place of an evening


class PlayedEvening(NamedTuple):
    """A day on which the group played: by person, their place from 1; people on a level share one."""

    day: str
    places: Mapping[str, int]
    matches: int


class Line(NamedTuple):
    """What a person reached over some evenings."""

    person: str
    place: int
    points: int
    wins: int  # evenings won
    evenings: int


def evenings(rows: Iterable[KeptGroupSeat], zone: tzinfo) -> tuple[PlayedEvening, ...]:
    """The evenings of a group, oldest first, from the seats of its matches."""
    days: defaultdict[str, list[dict[str, tuple[float, int]]]] = defaultdict(list)
    for (_, ended), seats in groupby(rows, key=lambda row: (row.match, row.ended)):
        reached = _reached([*seats])
        if len(reached) > 1:
            days[day_of(ended, zone)].append(reached)
    return tuple([PlayedEvening(day, _places(days[day]), len(days[day])) for day in sorted(days)])


def _reached(seats: Sequence[KeptGroupSeat]) -> dict[str, tuple[float, int]]:
    """By person, their share of the win and how many seats have fewer points; without shared devices."""
    result = results.read(seats[0].result)
    held = Counter(seat.person for seat in seats)
    scores = [seat.score for seat in result.seats]
    return {
        seat.person: (result.seats[seat.seat].won, sum(score < scores[seat.seat] for score in scores))
        for seat in seats
        if seat.seat in result.counted and held[seat.person] == 1
    }


def _places(matches: Iterable[Mapping[str, tuple[float, int]]]) -> dict[str, int]:
    wins: defaultdict[str, float] = defaultdict(float)
    behind: Counter[str] = Counter()
    for reached in matches:
        for person, (won, left_behind) in reached.items():
            wins[person] += won
            behind[person] += left_behind
    return ranked({person: (round(wins[person], 6), behind[person]) for person in wins})


def ranked(worth: Mapping[str, tuple[float, ...]]) -> dict[str, int]:
    """By person, their place from 1; equals share a place, and those after them are placed below all of them."""
    return {person: 1 + sum(other > own for other in worth.values()) for person, own in worth.items()}


def lines(played: Sequence[PlayedEvening], people: Collection[str]) -> list[Line]:
    """These people by their points over these evenings, best first; those who never came are left out."""
    points, wins, came = Counter[str](), Counter[str](), Counter[str]()
    for evening in played:
        for person, place in evening.places.items():
            points[person] += max(0, WORTH + 1 - place)
            wins[person] += place == 1
            came[person] += 1
    order = ranked({person: (points[person], wins[person]) for person in people if came[person]})
    return sorted(
        (Line(person, place, points[person], wins[person], came[person]) for person, place in order.items()),
        key=lambda line: (line.place, -line.evenings, line.person),
    )
