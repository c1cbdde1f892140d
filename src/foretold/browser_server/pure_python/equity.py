"""Match equity of Seven Prophecies, read from files because computing it needs NumPy."""

from __future__ import annotations

from array import array
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from foretold.browser_server.equity_files import WHOLE, file_name
from foretold.games.seven.game import SevenGame
from foretold.kernels.arrays import Shares


class SevenEquity(NamedTuple):
    """The first seat's share by rounds done and all totals, its own first, encoded as one index."""

    lowest: int
    size: int
    shares: Shares


@lru_cache(maxsize=16)
def seven_equity(game: SevenGame) -> SevenEquity:
    """Returns the table of a game."""
    lowest, size, *kept = array("h", files("foretold.kernels").joinpath("chances", file_name(game)).read_bytes())
    many = size**game.players
    rows = [[share / WHOLE for share in kept[at : at + many]] for at in range(0, len(kept), many)]
    return SevenEquity(lowest, size, np.array(rows))
