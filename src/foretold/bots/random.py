"""The bot that plays anything legal."""

from __future__ import annotations

from random import Random

from foretold.cards import Action
from foretold.views import View


class RandomBot:
    """Chooses among the legal actions, each equally likely."""

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """An action of `view.legal`."""
        return rng.choice(view.legal)
