"""Columns of a play-out's track: what every seat played and got in the rest of a round.

Search keeps outcomes only. Tracks are kept for two or three choices at a time, to explain what separates them.
"""

from __future__ import annotations

import numpy as np

from foretold.kernels.arrays import Numbers

# By seat, as columns times the number of players:
LEFT = 0  # tokens left at the end, packed by place (Seven Prophecies); tricks won (Prophecy)
TAKEN = 1  # as in `kernels/outcomes.py`, but for every seat
POINTS = 2  # of the round
BID = 3  # in Prophecy
SEATS = 4  # columns of a seat
# After those of all seats: number of tricks of the round (Seven Prophecies), or who surrendered (Prophecy); then by
# seat and trick what was played from the choice on: card + 64 * named suit, NOTHING where it is not kept.
MOST_TRICKS = 14  # of a round of any game
NOTHING = -1


def no_tracks() -> Numbers:
    """Returns an empty buffer, so that no tracks are kept."""
    return np.zeros((0, 0, 0), np.int64)


def tracks(worlds: int, choices: int, players: int) -> Numbers:
    """Returns a buffer for the tracks of choices in worlds."""
    return np.full((worlds, choices, (SEATS + MOST_TRICKS) * players + 1), NOTHING)
