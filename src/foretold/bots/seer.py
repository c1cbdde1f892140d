"""The bot that looks ahead: it samples worlds that agree with its view and plays every choice out in them."""

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

SHORTEST, DEFAULT, LONGEST = 0.02, 0.2, 5.0  # seconds a decision may have


class SeerBot:
    """Chooses what is best on average over worlds; `findings` tells what it found for the last decision.

    With `worlds=` alone the choice depends on the view and the rng alone. With `seconds=` a decision ends by then, give
    or take one batch of worlds. While the kernels are being compiled it waits for them, with `seconds=` or `patience=`
    no longer than that: then it chooses as `greedy` does.
    """

    def __init__(self, seconds: float | None = None, worlds: int | None = None, patience: float | None = None) -> None:
        if worlds is not None and (type(worlds) is not int or worlds < 1):
            raise BadOption("option-value", {"option": "worlds", "found": str(worlds), "choices": "1, 2, 3, …"})
        if seconds is not None and not (type(seconds) in (int, float) and isfinite(seconds) and seconds > 0):
            raise BadOption("option-value", {"option": "seconds", "found": str(seconds), "choices": "0.02 – 5"})
        self.worlds = worlds
        self.seconds = None if worlds and seconds is None else min(max(seconds or DEFAULT, SHORTEST), LONGEST)
        self.patience = self.seconds if patience is None else patience
        self.view: View | None = None  # of the last decision that was thought about
        self.standings: list[Standing] = []  # of its choices, the best first
        warm.start()

    @property
    def findings(self) -> tuple[Found, ...]:
        """What the choices of the last decision are worth among strong players, the best first."""
        if self.view is None:
            return ()
        from foretold.bots.calibrated import read_standings

        return read_standings(self.view, self.standings)

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """An action of `view.legal`; `seconds` caps this one decision."""
        begun = perf_counter()
        self.view, self.standings = None, []
        if len(view.legal) == 1:
            return view.legal[0]
        limits = [limit for limit in (self.seconds, seconds) if limit is not None]
        limit = min(limits, default=None)
        waits = [each for each in (self.patience, seconds) if each is not None]
        if not warm.ready() and not warm.wait(min(waits, default=None)):
            return GreedyBot().choose(view, rng)
        self.view = view
        self.standings = search(view, rng, Budget(self.worlds, None if limit is None else begun + limit))
        return view.legal[self.standings[0].choice]


def search(view: View, rng: Random, budget: Budget, told: bool = False) -> list[Standing]:
    """The standings of the actions of a view, the best first.

    With `told` in the order of what people are told: without what `seer` adds to it when it chooses itself.
    """
    from foretold.bots import prophecy_seer, seven_seer
    from foretold.games.prophecy.view import ProphecyView

    if isinstance(view, SevenView):
        return seven_seer.search(view, rng, budget)
    assert isinstance(view, ProphecyView)
    return prophecy_seer.search(view, rng, budget, told=told)
