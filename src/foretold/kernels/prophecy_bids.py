"""How likely each bid of a hand is in Prophecy.

A bid is likelier the nearer its value *v* is to *k*, the tricks expected of the remaining cards. Its weight is
exp(-miss / spread) with miss = |k + shift - v| - more * k. That is the smaller of two products over the cards of the
bid, one for bids that are too low and one for bids that are too high, so no exponential is needed per bid.
`bidding_model.py` says which seats bid how.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bits import count_bits, lowest_bit
from foretold.kernels.compiler import kernel
from foretold.kernels.prophecy import CARDS, WHOLE, ProphecyTables
from foretold.kernels.prophecy_policy import SUITED, card_hope, hand_hope
from foretold.kernels.rng import below, seed_dice

MOST_SUITED = 17  # in a hand
LONGEST = 4  # cards of a bid
PART_BIDS = comb(MOST_SUITED, LONGEST - 1)
BIDS = comb(MOST_SUITED, LONGEST)
FINE = 1 << 30  # steps in which a share is tabulated


class BidHabits(NamedTuple):
    """How seats bid, by seat."""

    shift: Shares  # tricks bid beyond those expected of the remaining cards
    more: Shares  # worth of a trick kept, relative to one by which the bid misses
    spread: Shares  # how far bids scatter around the likeliest; 0: not at all, they are those of `greedy`


class BidScratch(NamedTuple):
    """Buffers to weigh all bids of a hand."""

    hopes: Shares  # by card
    counts: Numbers  # by number of cards: the partial bids found so far
    lows: Shares  # by number of cards and partial bid: its weight if the bid is too low
    highs: Shares  # the same if it is too high
    parts: Numbers  # its cards
    sums: Shares  # cumulative weights of complete bids
    bids: Numbers  # their cards


@kernel
def bid_scratch() -> BidScratch:
    """Buffers to weigh all bids of a hand."""
    return BidScratch(
        np.zeros(CARDS),
        np.zeros(LONGEST, np.int64),
        np.zeros((LONGEST, PART_BIDS)),
        np.zeros((LONGEST, PART_BIDS)),
        np.zeros((LONGEST, PART_BIDS), np.int64),
        np.zeros(BIDS),
        np.zeros(BIDS, np.int64),
    )


@kernel
def share_against(tables: ProphecyTables, unseen: int) -> float:
    """Returns the share of unseen cards that others play after the bids."""
    played = (tables.hand_size - tables.bid_size) * (tables.players - 1)
    return min(1.0, played / (count_bits(unseen) + 0.001))


@kernel
def weigh_bids(
    tables: ProphecyTables,
    habits: BidHabits,
    seat: int,
    dealt: int,
    held: int,
    forced: int,
    shown: int,
    trump: int,
    room: BidScratch,
) -> int:
    """Fills `room.bids` with all bids of a hand `dealt`, `room.sums` with cumulative weights; returns their number.

    A bid has the cards `forced` and others of `held`; `shown` are the cards of bids that lay open before.
    """
    counts, lows, highs, parts = room.counts, room.lows, room.highs, room.parts
    sums, bids = room.sums, room.bids
    more, spread = habits.more[seat], habits.spread[seat]
    unseen = WHOLE & ~(dealt | shown)
    against = share_against(tables, unseen)
    over = -habits.shift[seat] - hand_hope(dealt, trump, unseen, against, tables.players)
    hopes = room.hopes
    rest = dealt & SUITED
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        hopes[card] = card_hope(card, trump, unseen, against, tables.players)
    rest = forced
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        over += card // 14 + hopes[card]
    size = tables.bid_size - count_bits(forced)
    sums[0], bids[0] = 1.0, forced
    if size == 0:
        return 1
    for taken in range(size):
        counts[taken] = 0
    counts[0] = 1
    lows[0, 0], highs[0, 0], parts[0, 0] = np.exp(over / spread), np.exp(-over / spread), forced
    count = 0
    total = 0.0
    rest = held & SUITED & ~forced
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        bit = 1 << card
        low = np.exp((card // 14 + (1.0 - more) * hopes[card]) / spread)
        high = np.exp((-(card // 14) - (1.0 + more) * hopes[card]) / spread)
        for taken in range(size - 1, -1, -1):
            at = counts[taken + 1] if taken + 1 < size else count
            for part in range(counts[taken]):
                if taken + 1 == size:
                    total += min(lows[taken, part] * low, highs[taken, part] * high)
                    sums[at] = total
                    bids[at] = parts[taken, part] | bit
                else:
                    lows[taken + 1, at] = lows[taken, part] * low
                    highs[taken + 1, at] = highs[taken, part] * high
                    parts[taken + 1, at] = parts[taken, part] | bit
                at += 1
            if taken + 1 == size:
                count = at
            else:
                counts[taken + 1] = at
    return count


@kernel
def draw_bid(
    tables: ProphecyTables,
    habits: BidHabits,
    seat: int,
    dealt: int,
    held: int,
    forced: int,
    shown: int,
    trump: int,
    dice: Numbers,
    room: BidScratch,
) -> int:
    """Draws one of the bids of `weigh_bids` in proportion to its weight, as a mask."""
    count = weigh_bids(tables, habits, seat, dealt, held, forced, shown, trump, room)
    sums = room.sums
    wanted = sums[count - 1] * below(dice, FINE) / FINE
    at, past = 0, count - 1
    while at < past:
        middle = (at + past) >> 1
        if sums[middle] > wanted:
            past = middle
        else:
            at = middle + 1
    return room.bids[at]


@kernel
def suits_missing(tables: ProphecyTables, voids: int) -> int:
    """Returns the cards of the suits a seat has failed to follow: any it was dealt are in its bid."""
    missing = 0
    for suit in range(4):
        if voids >> suit & 1:
            missing |= tables.suit_masks[suit]
    return missing


@kernel
def redraw_bids(
    tables: ProphecyTables,
    habits: BidHabits,
    trump: int,
    seats: Numbers,
    played: Numbers,
    voids: Numbers,
    shown: int,
    seed: int,
    hands: Numbers,
    bids: Numbers,
) -> None:
    """Redraws the face-down bids of `seats` in each world from their cards there, in proportion to their weights.

    `played` has by seat the cards it has played, which complete the hand it was dealt. Cards of a suit that a seat has
    failed to follow can only be in its bid.
    """
    room = bid_scratch()
    dice = np.zeros(1, np.int64)
    seed_dice(dice, seed)
    for world in range(hands.shape[0]):
        for seat in seats:
            held = hands[world, seat] | bids[world, seat]
            forced = held & suits_missing(tables, voids[seat])
            bid = draw_bid(tables, habits, seat, held | played[seat], held, forced, shown, trump, dice, room)
            bids[world, seat] = bid
            hands[world, seat] = held ^ bid


@kernel
def weigh_worlds(
    tables: ProphecyTables,
    habits: BidHabits,
    trump: int,
    seats: Numbers,
    played: Numbers,
    voids: Numbers,
    shown: int,
    hands: Numbers,
    bids: Numbers,
    weights: Shares,
) -> None:
    """Multiplies `weights` by how likely the face-down bids of `seats` are in each world, beside a uniform draw."""
    room = bid_scratch()
    for world in range(hands.shape[0]):
        for seat in seats:
            held = hands[world, seat] | bids[world, seat]
            forced = held & suits_missing(tables, voids[seat])
            count = weigh_bids(tables, habits, seat, held | played[seat], held, forced, shown, trump, room)
            before = 0.0
            for at in range(count):
                if room.bids[at] == bids[world, seat]:
                    weights[world] *= (room.sums[at] - before) / room.sums[count - 1] * count
                before = room.sums[at]
