"""Racing of choices over common worlds: clearly inferior ones drop out, the best mean wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple

import numpy as np

from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.outcomes import COLUMNS, VALUE

SURE = 3.0  # standard errors of the paired difference to the best at which a choice is dropped
FEWEST = 8  # worlds before anything is dropped
FEWEST_OF_MANY = 32  # the same with many choices, of which one soon falls behind by chance


class Budget(NamedTuple):
    """Budget of a decision: a number of worlds, and a deadline by `perf_counter`."""

    worlds: int | None
    deadline: float | None


class Standing(NamedTuple):
    """Result of a race for one choice: mean value, its standard error, and the outcomes by world."""

    choice: int
    value: float
    error: float
    outcomes: Shares  # by world and column of `kernels/outcomes.py`

    @property
    def worlds(self) -> int:
        return len(self.outcomes)


# Indices of the choices still racing and the number of worlds to draw: outcomes[world, choice, column].
Valuer = Callable[[Numbers, int], Shares]


def run_race(
    choices: Sequence[int], values: Valuer, budget: Budget, batch: int, kinds: Sequence[int] | None = None
) -> list[Standing]:
    """Values the choices, by index, in batches until the budget is spent or one is left; returns the best first.

    A choice drops out if it is behind the best by more than `SURE` standard errors of their paired difference, never
    for lack of budget. `kinds`, one per choice, means that there are many choices: checks become rarer, and the best
    of every kind stays to the end.
    """
    begun = perf_counter()
    fewest = FEWEST if kinds is None else FEWEST_OF_MANY
    alive = list(range(len(choices)))  # indices among the choices
    seen = np.zeros((0, len(choices), COLUMNS))
    held: list[bool] = []  # of those still racing: clearly behind, and kept as the best of their kind
    out: list[Standing] = []
    drawn = batches = 0

    def standings(places: Sequence[int]) -> list[Standing]:
        """Returns the standings at these positions of the race."""
        return _standings([choices[alive[at]] for at in places], seen[:, np.array(places, np.int64)])

    while True:
        size = batch if kinds is None or budget.deadline is not None else max(batch, drawn // 2)
        if budget.worlds is not None:
            size = min(size, budget.worlds - drawn)
        seen = np.concatenate([seen, values(np.array([choices[index] for index in alive]), size)])
        drawn += size
        batches += 1
        behind = _surely_behind(seen[:, :, VALUE], fewest)
        best = set() if kinds is None else _best_of_kinds(seen[:, :, VALUE], [kinds[index] for index in alive])
        kept = [at for at, lost in enumerate(behind) if not lost or at in best]
        out += standings([at for at in range(len(alive)) if at not in kept])
        held = [behind[at] for at in kept]
        alive, seen = [alive[at] for at in kept], seen[:, np.array(kept)]
        if len(alive) == 1 or (budget.worlds is not None and drawn >= budget.worlds):
            break
        now = perf_counter()
        if budget.deadline is not None and now + (now - begun) / batches > budget.deadline:
            break
    first = standings([at for at, lost in enumerate(held) if not lost])
    out += standings([at for at, lost in enumerate(held) if lost])
    return [*sorted(first, key=_worst_last), *sorted(out, key=_worst_last)]


def _surely_behind(seen: Shares, fewest: int) -> list[bool]:
    """Returns by choice whether it is behind the best by more than chance explains."""
    worlds, choices = seen.shape
    if worlds < fewest or choices == 1:
        return [False] * choices
    best = int(seen.mean(axis=0).argmax())
    behind = seen[:, [best]] - seen
    lost: list[bool] = (behind.mean(axis=0) > SURE * behind.std(axis=0, ddof=1) / np.sqrt(worlds)).tolist()
    return lost


def _best_of_kinds(seen: Shares, kinds: Sequence[int]) -> set[int]:
    """Returns the position of the best choice of each kind."""
    best: dict[int, int] = {}
    means = seen.mean(axis=0).tolist()
    for at, kind in enumerate(kinds):
        if kind not in best or means[at] > means[best[kind]]:
            best[kind] = at
    return set(best.values())


def _worst_last(standing: Standing) -> float:
    return -standing.value


def _standings(choices: Sequence[int], seen: Shares) -> list[Standing]:
    values = seen[:, :, VALUE]
    worlds = len(values)
    errors = values.std(axis=0, ddof=1) / np.sqrt(worlds) if worlds > 1 else np.zeros(values.shape[1])
    means = values.mean(axis=0)
    return [Standing(int(choice), float(means[i]), float(errors[i]), seen[:, i]) for i, choice in enumerate(choices)]
