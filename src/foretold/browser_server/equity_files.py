"""Writes match equity tables, which need NumPy, as files for pages without it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import product

from foretold.games import TITLES, load
from foretold.games.seven.game import SevenGame

WHOLE = 10_000  # the value of a chance of 1 in a file


def file_name(game: SevenGame) -> str:
    """Returns the file name of a game; options that don't affect chances are left out."""
    variant = game.options.get("variant", "standard")
    return f"{game.name}-{variant}-{game.players}{'' if game.floor == 0 else '-negative'}.bin"


def chances() -> Iterator[tuple[str, bytes]]:
    """Yields the files of all games: the lowest total, the number of totals, and the chances as 16-bit numbers."""
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
