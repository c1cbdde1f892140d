"""The bot that plays anything legal."""

from __future__ import annotations

from random import Random

from foretold.cards import Action
from foretold.views import View


class RandomBot:
    """Chooses uniformly among the legal actions."""

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """Returns an action of `view.legal`."""
        return rng.choice(view.legal)
