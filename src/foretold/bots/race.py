"""A race of choices over common worlds: those that fall behind for sure drop out, the best mean wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import NamedTuple

import numpy as np

from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.outcomes import COLUMNS, VALUE

SURE = 3.0  # standard errors of the paired difference behind the best, to be dropped
FEWEST = 8  # worlds before anything is dropped
FEWEST_OF_MANY = 32  # the same where many choices are raced: of many one is soon behind by chance


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
    choices: Sequence[int], values: Valuer, budget: Budget, batch: int, kinds: Sequence[int] | None = None
) -> list[Standing]:
    """Values the choices, by number, batch by batch until the budget is spent or one is left; the best comes first.

    A choice drops out when it is behind the best by more than `SURE` standard errors of their paired difference, and
    never for want of budget. With `kinds`, one for each choice, there are many choices: looks come at ever greater
    distances, and the best of every kind stays to the end.
    """
    begun = perf_counter()
    fewest = FEWEST if kinds is None else FEWEST_OF_MANY
    alive = list(range(len(choices)))  # places among the choices
    seen = np.zeros((0, len(choices), COLUMNS))
    held: list[bool] = []  # of those in the race: surely behind, and there as the best of their kind
    out: list[Standing] = []
    drawn = batches = 0

    def standings(places: Sequence[int]) -> list[Standing]:
        """Those at these places of the race."""
        return _standings([choices[alive[at]] for at in places], seen[:, np.array(places, np.int64)])

    while True:
        size = batch if kinds is None or budget.deadline is not None else max(batch, drawn // 2)
        if budget.worlds is not None:
            size = min(size, budget.worlds - drawn)
        seen = np.concatenate([seen, values(np.array([choices[each] for each in alive]), size)])
        drawn += size
        batches += 1
        behind = _surely_behind(seen[:, :, VALUE], fewest)
        best = set() if kinds is None else _best_of_kinds(seen[:, :, VALUE], [kinds[each] for each in alive])
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
    """By choice whether it is behind the best by too much for chance."""
    worlds, choices = seen.shape
    if worlds < fewest or choices == 1:
        return [False] * choices
    best = int(seen.mean(axis=0).argmax())
    behind = seen[:, [best]] - seen
    lost: list[bool] = (behind.mean(axis=0) > SURE * behind.std(axis=0, ddof=1) / np.sqrt(worlds)).tolist()
    return lost


def _best_of_kinds(seen: Shares, kinds: Sequence[int]) -> set[int]:
    """The place of the best choice of each kind."""
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
