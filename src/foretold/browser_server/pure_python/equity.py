"""Chances to win a match of Seven Prophecies: to work them out takes NumPy, so they are read from files."""

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
    """The share of the first seat by rounds done and totals of all seats, the first one's first, as one number."""

    lowest: int
    size: int
    shares: Shares


@lru_cache(maxsize=16)
def seven_equity(game: SevenGame) -> SevenEquity:
    """The table of a game."""
    lowest, size, *kept = array("h", files("foretold.kernels").joinpath("chances", file_name(game)).read_bytes())
    many = size**game.players
    rows = [[each / WHOLE for each in kept[at : at + many]] for at in range(0, len(kept), many)]
    return SevenEquity(lowest, size, np.array(rows))
