"""Search effort per decision. In a browser, where nothing is compiled, `browser_server/pure_python/effort.py`
replaces it."""

from __future__ import annotations

CARD_BATCH, CHOICE_BATCH, FRESH_BATCH = (
    32,
    8,
    64,
)  # worlds per batch: for cards, for prophecies and bids, and for the final figures
TOKENS_MOVED = 7  # maximum number of tokens by which a prophecy in the search differs from that of `greedy`: all
BIDS_WEIGHED = 48  # of up to 2,380: the likeliest
BIDS_OF_A_VALUE = 8  # at most this many with the same value
LIKELY = 8  # prophecies or bids in a result
MOST_LINES = 2_000_000  # of play in all worlds together, up to which worlds are enumerated rather than sampled
LINES_A_SECOND = 4_000_000  # that even slow machines search
OPEN_LINES = 20_000  # of play searched with all hands open
HINT_WORLDS = 400  # worlds for a hint's search, and as many fresh ones for its figures
REVIEW_WORLDS = 600  # worlds for a reviewed decision's search, and as many fresh ones for its figures
REASON_WORLDS = 400  # worlds in which the events that separate two choices are counted
CHECKED_WORLDS = 1_600  # fresh ones in which a reason has to hold
PREVIEW_PLAYS = 1_500  # of others in a preview, approximately: more deals if there are few cards to try
FEWEST_DEALS, MOST_DEALS = 60, 160  # of a preview
SCREENED_DEALS, RATED_DEALS = (
    64,
    400,
)  # of a preview of prophecies: all of them first, then the likeliest in fresh deals
PROPHECIES_RATED = 16  # the likeliest
COMPILED = True  # whether kernels are compiled
