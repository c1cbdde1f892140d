"""Chances to win a match, which take NumPy to work out, as files for pages that have none."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import product

from foretold.games import TITLES, load
from foretold.games.seven.game import SevenGame

WHOLE = 10_000  # what a chance of 1 is in a file


def file_name(game: SevenGame) -> str:
    """The file of a game: what else it may have as options changes no chance."""
    variant = game.options.get("variant", "standard")
    return f"{game.name}-{variant}-{game.players}{'' if game.floor == 0 else '-negative'}.bin"


def chances() -> Iterator[tuple[str, bytes]]:
    """The files of all games: the lowest total, how many totals there are, and the chances as numbers of 16 bits."""
    from foretold.kernels.equity import seven_equity

    made = set()
    for title in TITLES.values():
        for players, variant, below in product(title.players, title.variants, (False, True)):
            wish = {"variant": variant, "negative_scores": below}
            game = load(title.name, players, options={name: wish[name] for name in title.options if name in wish})
            if isinstance(game, SevenGame) and file_name(game) not in made:
                made.add(file_name(game))
                lowest, size, shares = seven_equity(game)
                numbers = [round(float(share) * WHOLE) for share in shares.ravel()]
                yield file_name(game), array("h", [lowest, size, *numbers]).tobytes()
