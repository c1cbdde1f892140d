"""The bot that looks ahead: it samples worlds that agree with its view and plays every choice out in them."""

from __future__ import annotations

from random import Random
from time import perf_counter

from foretold.bots.greedy import GreedyBot
from foretold.bots.race import Budget, Standing
from foretold.cards import Action
from foretold.games.seven.view import SevenView
from foretold.kernels import warm
from foretold.views import View

SHORTEST, LONGEST = 0.02, 5.0  # seconds a decision may have


class SeerBot:
    """Chooses what is best on average over worlds; `findings` keeps what it found for the last decision.

    With `worlds=` the choice depends on the view and the rng alone. With `seconds=` a decision takes no longer. While
    the kernels are being compiled it waits for them, with `seconds=` or `patience=` no longer than that: then it
    chooses as `greedy` does.
    """

    def __init__(self, seconds: float = 0.2, worlds: int | None = None, patience: float | None = None) -> None:
        self.budget = Budget(worlds, None) if worlds else Budget(None, min(max(seconds, SHORTEST), LONGEST))
        self.patience = self.budget.seconds if patience is None else patience
        self.findings: tuple[tuple[Action, Standing], ...] = ()
        warm.start()

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """An action of `view.legal`."""
        begun = perf_counter()
        self.findings = ()
        if len(view.legal) == 1:
            return view.legal[0]
        budget, patience = self.budget, self.patience
        if seconds is not None:
            budget, patience = Budget(None, seconds), seconds
        if not warm.ready() and not warm.wait(patience):
            return GreedyBot().choose(view, rng)
        if budget.seconds is not None:
            budget = Budget(None, max(0.0, budget.seconds - (perf_counter() - begun)))
        standings = search(view, rng, budget)
        self.findings = tuple((view.legal[standing.choice], standing) for standing in standings)
        return self.findings[0][0]


def search(view: View, rng: Random, budget: Budget) -> list[Standing]:
    """The standings of the actions of a view, the best first."""
    from foretold.bots import prophecy_seer, seven_seer
    from foretold.games.prophecy.view import ProphecyView

    if isinstance(view, SevenView):
        return seven_seer.search(view, rng, budget)
    assert isinstance(view, ProphecyView)
    return prophecy_seer.search(view, rng, budget)
