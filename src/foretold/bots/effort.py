"""How much is looked at for one decision. In a page, where nothing is compiled, another module stands for this one."""

from __future__ import annotations

CARD_BATCH, CHOICE_BATCH, FRESH_BATCH = 32, 8, 64  # worlds at a time: for cards, for prophecies and bids, afterwards
TOKENS_MOVED = 7  # by which a prophecy that is weighed differs from that of `greedy`, at the most: all of them
BIDS_WEIGHED = 48  # of up to 2,380: the likeliest,
BIDS_OF_A_VALUE = 8  # and not more than so many that say the same
LIKELY = 8  # prophecies or bids that are told of
MOST_LINES = 2_000_000  # of play in all worlds together, where each is looked at and nothing drawn
LINES_A_SECOND = 4_000_000  # that are looked at even on slow machines
OPEN_LINES = 20_000  # of play that are looked at where all hands lie open
HINT_WORLDS = 400  # in which the choices of a hint are weighed, and as many fresh ones
REVIEW_WORLDS = 600  # in which a decision of a review is weighed, and as many fresh ones
PREVIEW_PLAYS = 1_500  # of others that a preview tries, about: more deals where there are few cards to try
FEWEST_DEALS, MOST_DEALS = 60, 160  # of a preview
SCREENED_DEALS, RATED_DEALS = 64, 400  # of a preview of prophecies: for all of them, then fresh ones for the likeliest
PROPHECIES_RATED = 16  # the likeliest
