"""The bot `ppo`: plays the checkpoint of `examples/ppo.py` with NumPy alone.

It was trained for Seven Prophecies with 4 players; in other games it plays as `greedy` does.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from random import Random

from foretold.adapters.policies import NetPolicy, act
from foretold.bots.greedy import GreedyBot
from foretold.cards import Action
from foretold.views import View

GAME, PLAYERS = "seven-prophecies", 4


@cache
def _policy() -> NetPolicy:
    with as_file(files("foretold.research").joinpath("checkpoints/ppo.npz")) as path:
        return NetPolicy(path)


class PpoBot:
    """Plays the likeliest legal action of the trained network."""

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """Returns an action of `view.legal`."""
        if len(view.legal) == 1:
            return view.legal[0]
        if (view.game, view.players) != (GAME, PLAYERS):
            return GreedyBot().choose(view, rng)
        return act(view, _policy())[0]
