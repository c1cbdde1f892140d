"""Who sits at which table and on which seat, so that people meet, and change seats, as evenly as can be.

A plan of all rounds to come is looked for: a start in which nobody meets twice where there are tables enough, then
annealing on what is counted, who met whom how often. The first round of the plan is played; the next one is planned
anew, with those who are there then.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from heapq import heapify, heapreplace
from itertools import chain, combinations, permutations
from random import Random
from typing import NamedTuple, TypeAlias

STEPS = 200_000  # of annealing at most
HOT, COLD = 1.0, 0.1  # between which it cools down
TOTALS = 0.1  # what a difference in how many somebody meets in all counts, beside who meets whom
_ROUNDING = 1e-6
APART = 1_000  # meetings that two bots are said to have had: they sit apart

Tables: TypeAlias = tuple[tuple[int | None, ...], ...]  # by table and seat who sits there; None is a bot
_Plan: TypeAlias = list[list[list[int]]]  # by round and table


def seat_round(people: Sequence[int], sizes: Sequence[int], past: Sequence[Tables], rounds: int, seed: int) -> Tables:
    """The tables of the next round; so many rounds are still to come, this one included."""
    return seat_rounds(people, sizes, past, rounds, seed)[0]


def seat_rounds(
    people: Sequence[int], sizes: Sequence[int], past: Sequence[Tables], rounds: int, seed: int
) -> list[Tables]:
    """The tables of all rounds to come."""
    chance = Random(seed)
    number = {person: index for index, person in enumerate(people)}
    bots = range(len(people), sum(sizes))
    met = _meetings(number, past, bots)
    plan = _start(sizes, rounds, chance)
    if len(sizes) > 1:
        plan = _Annealing(plan, met, chance).best()
    plan.sort(key=lambda tables: sum(met[one][other] for table in tables for one, other in combinations(table, 2)))
    played = [*past]
    for tables in plan:  # who has to meet again does so as late as can be: by then others may be there
        chance.shuffle(tables)
        seated = [_seated([people[each] if each < len(people) else None for each in table], played) for table in tables]
        played.append(tuple(sorted(seated, key=len, reverse=True)))
    return played[len(past) :]


def _meetings(number: dict[int, int], past: Sequence[Tables], bots: range) -> list[list[int]]:
    """How often each two have met; a bot is as one that has met everybody who sat with any."""
    found = [[0] * bots.stop for _ in range(bots.stop)]
    for one, other in combinations(bots, 2):
        found[one][other] = found[other][one] = APART
    for table in chain.from_iterable(past):
        here = [number[each] for each in table if each is not None and each in number]
        for one, other in permutations(here, 2):
            found[one][other] += 1
        if None in table:
            for one in here:
                for bot in bots:
                    found[one][bot] += 1
                    found[bot][one] += 1
    return found


def _start(sizes: Sequence[int], rounds: int, chance: Random) -> _Plan:
    """A plan in which, with a prime number of tables, nobody meets twice for as many rounds as there are tables.

    People stand in columns, one for each seat; column c moves on by c tables from round to round.
    """
    total, tables = sum(sizes), len(sizes)
    order = chance.sample(range(total), total)
    columns: list[list[int]] = []
    for seat in range(max(sizes)):
        rest = sum(map(len, columns))
        columns.append(order[rest : rest + sum(size > seat for size in sizes)])
    plan: _Plan = [[[] for _ in sizes] for _ in range(rounds)]
    for turn, seated in enumerate(plan):
        for shift, column in enumerate(columns):
            for place, each in enumerate(column):
                seated[(place + turn * shift) % tables].append(each)
    return plan


class Evenness(NamedTuple):
    """How evenly people meet: the sums of the squares of how often each two met, and of how many each one did."""

    pairs: int
    totals: int

    @property
    def cost(self) -> float:
        """Both in one figure."""
        return self.pairs + TOTALS * self.totals


def evenness(met: Sequence[Sequence[int]]) -> Evenness:
    """How evenly those meet who have met each other so often."""
    return Evenness(
        sum(count * count for one, row in enumerate(met) for count in row[:one]), sum(sum(row) ** 2 for row in met)
    )


def least(met: Sequence[Sequence[int]], meetings: int) -> Evenness:
    """What no plan with so many more meetings can fall below, as often as people have met so far."""
    pairs = [count for one, row in enumerate(met) for count in row[:one]]
    return Evenness(_filled(pairs, meetings), _filled([sum(row) for row in met], 2 * meetings))


def _filled(counts: list[int], more: int) -> int:
    """The sum of squares once so many are added where there is least."""
    heapify(counts)
    for _ in range(more):
        heapreplace(counts, counts[0] + 1)
    return sum(count * count for count in counts)


class _Annealing:
    """A plan that changes by swaps of two people of a round: for the better, or, while it is hot, not much worse."""

    def __init__(self, plan: _Plan, met: list[list[int]], chance: Random) -> None:
        self._plan, self._chance = plan, chance
        self._least = least(met, sum(math.comb(len(table), 2) for table in chain.from_iterable(plan))).cost
        self._met = [[*row] for row in met]
        for table in chain.from_iterable(plan):
            for one, other in permutations(table, 2):
                self._met[one][other] += 1
        self._totals = [sum(row) for row in self._met]

    def best(self) -> _Plan:
        """The best plan that was found."""
        cost = lowest = evenness(self._met).cost
        best = _copy(self._plan)
        chance, rounds, tables = self._chance.random, len(self._plan), len(self._plan[0])
        for step in range(STEPS):
            if lowest <= self._least + _ROUNDING:
                break
            seated = self._plan[int(chance() * rounds)]
            first = int(chance() * tables)
            here, there = seated[first], seated[first - 1 - int(chance() * (tables - 1))]
            at, to = int(chance() * len(here)), int(chance() * len(there))
            change = self._change(here, there, here[at], there[to])
            if change > 0 and chance() >= math.exp(-change / (HOT * (COLD / HOT) ** (step / STEPS))):
                continue
            self._swap(here, there, at, to)
            cost += change
            if cost < lowest - _ROUNDING:
                lowest, best = cost, _copy(self._plan)
        return best

    def _change(self, here: list[int], there: list[int], one: int, other: int) -> float:
        """By how much the cost grows if the two change places."""
        ones, others = self._met[one], self._met[other]
        met = len(here) + len(there) - 2 - 2 * ones[other]
        for each in here:
            met += others[each] - ones[each]
        for each in there:
            met += ones[each] - others[each]
        more = len(there) - len(here)
        if not more:
            return 2 * met
        return 2 * (met + TOTALS * more * (self._totals[one] - self._totals[other] + more))

    def _swap(self, here: list[int], there: list[int], at: int, to: int) -> None:
        one, other = here[at], there[to]
        for gone, came, table in ((one, other, here), (other, one, there)):
            for each in table:
                if each != gone:
                    for who, more in ((gone, -1), (came, 1)):
                        self._met[who][each] += more
                        self._met[each][who] += more
        self._totals[one] += len(there) - len(here)
        self._totals[other] += len(here) - len(there)
        here[at], there[to] = other, one


def _copy(plan: _Plan) -> _Plan:
    return [[[*table] for table in tables] for tables in plan]


def _seated(table: list[int | None], past: Sequence[Tables]) -> tuple[int | None, ...]:
    """Who sits at a table, by seat, so that each seat is had by everybody as often as the others."""
    had: Counter[tuple[int | None, int]] = Counter(
        (each, seat) for earlier in chain.from_iterable(past) for seat, each in enumerate(earlier) if each is not None
    )
    return min(permutations(table), key=lambda order: sum(had[each, seat] for seat, each in enumerate(order)))
