"""The bot `seer`: samples worlds consistent with its view and plays every choice out in them."""

from __future__ import annotations

from math import isfinite
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from foretold.bots.greedy import GreedyBot
from foretold.bots.race import Budget, Standing
from foretold.cards import Action
from foretold.errors import BadOption
from foretold.games.seven.view import SevenView
from foretold.kernels import warm
from foretold.views import View

if TYPE_CHECKING:
    from foretold.bots.calibrated import Found

SHORTEST, DEFAULT, LONGEST = 0.02, 0.2, 5.0  # seconds per decision


class SeerBot:
    """Chooses what is best on average over worlds; `findings` has the values of the last decision.

    With `worlds=` alone the choice depends on the view and the rng only. With `seconds=` a decision ends by then,
    within one batch of worlds. While the kernels are compiling it waits for them, at most for `seconds=` or
    `patience=`; then it chooses as `greedy` does.
    """

    def __init__(self, seconds: float | None = None, worlds: int | None = None, patience: float | None = None) -> None:
        if worlds is not None and (type(worlds) is not int or worlds < 1):
            raise BadOption("option-value", {"option": "worlds", "found": str(worlds), "choices": "1, 2, 3, …"})
        if seconds is not None and not (type(seconds) in (int, float) and isfinite(seconds) and seconds > 0):
            raise BadOption("option-value", {"option": "seconds", "found": str(seconds), "choices": "0.02 – 5"})
        self.worlds = worlds
        self.seconds = None if worlds and seconds is None else min(max(seconds or DEFAULT, SHORTEST), LONGEST)
        self.patience = self.seconds if patience is None else patience
        self.view: View | None = None  # of the last decision that needed a search
        self.standings: list[Standing] = []  # of its choices, best first
        warm.start()

    @property
    def findings(self) -> tuple[Found, ...]:
        """Returns the worth of the choices of the last decision among strong players, best first."""
        if self.view is None:
            return ()
        from foretold.bots.calibrated import read_standings

        return read_standings(self.view, self.standings)

    @property
    def worth(self) -> dict[Action, float]:
        """Returns the points of the choices in `findings`, which take much longer to read."""
        if self.view is None:
            return {}
        from foretold.bots.calibrated import read_points

        return read_points(self.view, self.standings)

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """Returns an action of `view.legal`; `seconds` caps this one decision."""
        begun = perf_counter()
        self.view, self.standings = None, []
        if len(view.legal) == 1:
            return view.legal[0]
        limits = [limit for limit in (self.seconds, seconds) if limit is not None]
        limit = min(limits, default=None)
        waits = [limit for limit in (self.patience, seconds) if limit is not None]
        if not warm.ready() and not warm.wait(min(waits, default=None)):
            return GreedyBot().choose(view, rng)
        self.view = view
        self.standings = search(view, rng, Budget(self.worlds, None if limit is None else begun + limit))
        return view.legal[self.standings[0].choice]


def search(view: View, rng: Random, budget: Budget, unbiased: bool = False) -> list[Standing]:
    """Races the actions of a view and returns their standings, best first.

    `unbiased` orders them as shown to people, without the adjustments that `seer` makes for its own choice.
    """
    from foretold.bots import prophecy_seer, seven_seer
    from foretold.games.prophecy.view import ProphecyView

    if isinstance(view, SevenView):
        return seven_seer.search(view, rng, budget)
    assert isinstance(view, ProphecyView)
    return prophecy_seer.search(view, rng, budget, unbiased=unbiased)
