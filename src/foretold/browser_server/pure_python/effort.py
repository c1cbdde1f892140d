"""Search effort per decision without compiled kernels: a play-out takes milliseconds, not microseconds."""

from __future__ import annotations

CARD_BATCH, CHOICE_BATCH, FRESH_BATCH = 8, 2, 8
TOKENS_MOVED = 2
BIDS_WEIGHED = 9
BIDS_OF_A_VALUE = 3
LIKELY = 4
MOST_LINES = 3_000
LINES_A_SECOND = 6_000
OPEN_LINES = 1_000
HINT_WORLDS = 32
REVIEW_WORLDS = 48
REASON_WORLDS = CHECKED_WORLDS = 0  # none: too few play-outs are possible in time to tell reasons from chance
PREVIEW_PLAYS = 400
FEWEST_DEALS, MOST_DEALS = 30, 60
SCREENED_DEALS, RATED_DEALS = 0, 24  # no prophecy is rated; the hand is counted with the prophecy of `greedy`
PROPHECIES_RATED = 0
COMPILED = False  # whether kernels are compiled
