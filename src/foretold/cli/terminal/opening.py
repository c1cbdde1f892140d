"""Who starts or deals first, as a few lines: the cards that were drawn, or who was chosen."""

from __future__ import annotations

from foretold.cli.terminal.style import Look
from foretold.games import Game
from foretold.games.first import Opening
from foretold.games.prophecy.game import ProphecyGame


def opening_lines(look: Look, game: Game, opening: Opening) -> list[str]:
    """Returns a line for each time that cards were drawn, then who begins."""
    lines = [
        look.say("drawn", cards=look.join(f"{look.names[seat]} {card}" for seat, card in turn))
        for turn in opening.draws
    ]
    key = "deals-first" if isinstance(game, ProphecyGame) else "starts-first"
    return [*lines, look.say(key, name=look.names[opening.seat])]
