"""The bot that looks ahead: it samples worlds that agree with its view and plays every choice out in them."""

from __future__ import annotations

from random import Random

from foretold.bots.prophecy_seer import ProphecySearch
from foretold.bots.race import Budget, Standing
from foretold.bots.seven_seer import SevenSearch
from foretold.cards import Action
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.views import View


class SeerBot:
    """Chooses what is best on average over worlds; `findings` keeps what it found for the last decision."""

    def __init__(self, seconds: float = 0.2, worlds: int | None = None) -> None:
        self.budget = Budget(worlds, None if worlds else seconds)
        self.findings: tuple[tuple[Action, Standing], ...] = ()

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """An action of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        budget = self.budget if seconds is None else Budget(None, seconds)
        if isinstance(view, SevenView):
            seven = SevenSearch(view, rng)
            standings = seven.prophesy(budget) if view.phase == "prophecy" else seven.play(budget)
        else:
            assert isinstance(view, ProphecyView)
            prophecy = ProphecySearch(view, rng)
            standings = prophecy.bid(budget) if view.phase == "bid" else prophecy.play(budget)
        self.findings = tuple((view.legal[standing.choice], standing) for standing in standings)
        return self.findings[0][0]
