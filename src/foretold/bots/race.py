"""A race of choices over common worlds: those that fall behind for sure drop out, the best mean wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.outcomes import COLUMNS, VALUE

SURE = 3.0  # standard errors of the paired difference behind the best, to be dropped


class Budget(NamedTuple):
    """How much thinking a decision gets: so many worlds, and until when by `perf_counter`."""

    worlds: int | None
    deadline: float | None


class Standing(NamedTuple):
    """What a race found out about one choice: its mean value, the error of that mean, and what came of it by world."""

    choice: int
    value: float
    error: float
    outcomes: Shares  # by world and column of `kernels/outcomes.py`

    @property
    def worlds(self) -> int:
        return len(self.outcomes)


# Choices still in the race (by number) and how many worlds to draw: outcomes[world, choice, column].
Valuer = Callable[[Numbers, int], Shares]


def run_race(
    choices: Sequence[int], values: Valuer, budget: Budget, batch: int, keep_half_after: int = 0
) -> list[Standing]:
    """Values the choices, by number, batch by batch until the budget is spent or one is left; the best comes first.

    With `keep_half_after` the better half goes on after so many batches, until eight are left: for many choices.
    """
    begun = perf_counter()
    alive = np.array(choices)
    seen = np.zeros((0, len(choices), COLUMNS))
    out: list[Standing] = []
    drawn = batches = 0
    while True:
        size = batch if budget.worlds is None else min(batch, budget.worlds - drawn)
        seen = np.concatenate([seen, values(alive, size)])
        drawn += size
        batches += 1
        keep = _not_surely_worse(seen[:, :, VALUE])
        if keep_half_after and batches % keep_half_after == 0 and len(alive) > 8:
            means = seen[:, :, VALUE].mean(axis=0)
            keep &= means >= np.median(means)
        out += _standings(alive.compress(~keep), seen[:, ~keep])
        alive, seen = alive.compress(keep), seen[:, keep]
        if len(alive) == 1 or (budget.worlds is not None and drawn >= budget.worlds):
            break
        now = perf_counter()
        if budget.deadline is not None and now + (now - begun) / batches > budget.deadline:
            break
    return sorted(_standings(alive, seen), key=lambda standing: -standing.value) + sorted(
        out, key=lambda standing: -standing.value
    )


def _not_surely_worse(seen: Shares) -> NDArray[np.bool_]:
    worlds, choices = seen.shape
    if worlds < 8 or choices == 1:
        return np.ones(choices, bool)
    best = int(seen.mean(axis=0).argmax())
    behind = seen[:, [best]] - seen
    keep: NDArray[np.bool_] = behind.mean(axis=0) <= SURE * behind.std(axis=0, ddof=1) / np.sqrt(worlds)
    return keep


def _standings(alive: Numbers, seen: Shares) -> list[Standing]:
    values = seen[:, :, VALUE]
    worlds = len(values)
    errors = values.std(axis=0, ddof=1) / np.sqrt(worlds) if worlds > 1 else np.zeros(values.shape[1])
    means = values.mean(axis=0)
    return [Standing(int(choice), float(means[i]), float(errors[i]), seen[:, i]) for i, choice in enumerate(alive)]
