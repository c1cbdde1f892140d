"""Assigns tables and seats so that people meet each other, and change seats, as evenly as possible.

The search plans all remaining rounds: it starts from a plan in which nobody meets twice, if there are enough tables,
and improves it by simulated annealing on how often each pair meets. Only the first round of the plan is played; the
next round is planned again with those present then.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from heapq import heapify, heapreplace
from itertools import chain, combinations, permutations
from random import Random
from typing import NamedTuple, TypeAlias

STEPS = 200_000  # maximum number of annealing steps
HOT, COLD = 1.0, 0.1  # initial and final temperature
TOTALS = 0.1  # weight of differences in how many people somebody meets in all, relative to who meets whom
_ROUNDING = 1e-6
APART = 1_000  # meetings that two bots start with, which keeps them at different tables

Tables: TypeAlias = tuple[tuple[int | None, ...], ...]  # by table and seat: the person; None is a bot
_Plan: TypeAlias = list[list[list[int]]]  # by round and table


def seat_round(people: Sequence[int], sizes: Sequence[int], past: Sequence[Tables], rounds: int, seed: int) -> Tables:
    """Returns the tables of the next round; `rounds` counts the rounds left, this one included."""
    return seat_rounds(people, sizes, past, rounds, seed)[0]


def seat_rounds(
    people: Sequence[int], sizes: Sequence[int], past: Sequence[Tables], rounds: int, seed: int
) -> list[Tables]:
    """Returns the tables of all remaining rounds."""
    chance = Random(seed)
    number = {person: index for index, person in enumerate(people)}
    bots = range(len(people), sum(sizes))
    met = _meetings(number, past, bots)
    plan = _start(sizes, rounds, chance)
    if len(sizes) > 1:
        plan = _Annealing(plan, met, chance).best()
    plan.sort(key=lambda tables: sum(met[one][other] for table in tables for one, other in combinations(table, 2)))
    played = [*past]
    for tables in plan:  # repeated meetings come last: by then other people may be present
        chance.shuffle(tables)
        seated = [
            _seated([people[index] if index < len(people) else None for index in table], played) for table in tables
        ]
        played.append(tuple(sorted(seated, key=len, reverse=True)))
    return played[len(past) :]


def _meetings(number: dict[int, int], past: Sequence[Tables], bots: range) -> list[list[int]]:
    """Counts how often each pair has met; a bot counts as having met everybody who sat with any bot."""
    met = [[0] * bots.stop for _ in range(bots.stop)]
    for first, second in combinations(bots, 2):
        met[first][second] = met[second][first] = APART
    for table in chain.from_iterable(past):
        present = [number[person] for person in table if person is not None and person in number]
        for first, second in permutations(present, 2):
            met[first][second] += 1
        if None in table:
            for first in present:
                for bot in bots:
                    met[first][bot] += 1
                    met[bot][first] += 1
    return met


def _start(sizes: Sequence[int], rounds: int, chance: Random) -> _Plan:
    """Returns a plan in which, if the number of tables is prime, nobody meets twice for that many rounds.

    People are arranged in columns, one per seat; column c moves on by c tables from round to round.
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
            for place, person in enumerate(column):
                seated[(place + turn * shift) % tables].append(person)
    return plan


class Evenness(NamedTuple):
    """How evenly people meet: sums of squares over pairs (how often they met) and people (how many they met)."""

    pairs: int
    totals: int

    @property
    def cost(self) -> float:
        """Combines both sums into one figure."""
        return self.pairs + TOTALS * self.totals


def evenness(met: Sequence[Sequence[int]]) -> Evenness:
    """Computes the evenness from the number of meetings of each pair."""
    return Evenness(
        sum(count * count for one, row in enumerate(met) for count in row[:one]), sum(sum(row) ** 2 for row in met)
    )


def least(met: Sequence[Sequence[int]], meetings: int) -> Evenness:
    """Returns the lower bound of any plan that adds so many meetings to those so far."""
    pairs = [count for one, row in enumerate(met) for count in row[:one]]
    return Evenness(_filled(pairs, meetings), _filled([sum(row) for row in met], 2 * meetings))


def _filled(counts: list[int], more: int) -> int:
    """Returns the sum of squares after adding `more` ones, each to the smallest count."""
    heapify(counts)
    for _ in range(more):
        heapreplace(counts, counts[0] + 1)
    return sum(count * count for count in counts)


class _Annealing:
    """Simulated annealing of a plan by swapping two people of a round."""

    def __init__(self, plan: _Plan, met: list[list[int]], chance: Random) -> None:
        self._plan, self._chance = plan, chance
        self._least = least(met, sum(math.comb(len(table), 2) for table in chain.from_iterable(plan))).cost
        self._met = [[*row] for row in met]
        for table in chain.from_iterable(plan):
            for one, other in permutations(table, 2):
                self._met[one][other] += 1
        self._totals = [sum(row) for row in self._met]

    def best(self) -> _Plan:
        """Runs the annealing and returns the best plan."""
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
        """Returns by how much the cost grows if `one` and `other` swap places."""
        ones, others = self._met[one], self._met[other]
        met = len(here) + len(there) - 2 - 2 * ones[other]
        for neighbour in here:
            met += others[neighbour] - ones[neighbour]
        for neighbour in there:
            met += ones[neighbour] - others[neighbour]
        more = len(there) - len(here)
        if not more:
            return 2 * met
        return 2 * (met + TOTALS * more * (self._totals[one] - self._totals[other] + more))

    def _swap(self, here: list[int], there: list[int], at: int, to: int) -> None:
        one, other = here[at], there[to]
        for leaving, joining, table in ((one, other, here), (other, one, there)):
            for neighbour in table:
                if neighbour != leaving:
                    for person, more in ((leaving, -1), (joining, 1)):
                        self._met[person][neighbour] += more
                        self._met[neighbour][person] += more
        self._totals[one] += len(there) - len(here)
        self._totals[other] += len(here) - len(there)
        here[at], there[to] = other, one


def _copy(plan: _Plan) -> _Plan:
    return [[[*table] for table in tables] for tables in plan]


def _seated(table: list[int | None], past: Sequence[Tables]) -> tuple[int | None, ...]:
    """Orders a table by seat so that everybody gets each seat about equally often."""
    had: Counter[tuple[int | None, int]] = Counter(
        (person, seat)
        for earlier in chain.from_iterable(past)
        for seat, person in enumerate(earlier)
        if person is not None
    )
    return min(permutations(table), key=lambda order: sum(had[person, seat] for seat, person in enumerate(order)))
