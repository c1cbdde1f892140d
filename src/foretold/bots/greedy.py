"""The bot `greedy`: a hand-written heuristic on the view, without search."""

from __future__ import annotations

from random import Random

from foretold.bots import prophecy_greedy, seven_greedy
from foretold.cards import Action
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.views import View


class GreedyBot:
    """Plays by heuristics: gets what it needs now with the card it needs least later."""

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """Returns an action of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        if isinstance(view, SevenView):
            return seven_greedy.prophesy(view) if view.phase == "prophecy" else seven_greedy.play(view)
        assert isinstance(view, ProphecyView)
        return prophecy_greedy.bid(view) if view.phase == "bid" else prophecy_greedy.play(view)
