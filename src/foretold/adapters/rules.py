"""The games that environments play: every title, without options that leave open who acts next."""

from __future__ import annotations

from collections.abc import Mapping

from foretold.errors import BadOption
from foretold.games import Game, load
from foretold.games.prophecy.game import ProphecyGame


def load_rules(name: str, players: int, options: Mapping[str, object]) -> Game:
    """Loads the game of an environment; refuses `early_bids`, since agents can't say whether they wait."""
    game = load(name, players, options=options)
    if isinstance(game, ProphecyGame) and game.early_bids:
        raise BadOption("option-not-for-agents", {"option": "early_bids"}, game=game.name)
    return game
