"""How strong players bid in Prophecy: which bid is how likely for a hand, and what it brings beyond what one thinks.

A bid is the likelier, the nearer its value is to what the rest of the hand promises. With what is kept *k* and the
value *v* its weight is exp(-miss / spread), miss = |k + shift - v| - more * k: the smaller of two products over the
cards of the bid, one for bids that are too low and one for those that are too high. So all bids of a hand are weighed
without a power for each. The numbers were measured in self-play, by number of players: scripts/prophecy-bids.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from math import comb
from typing import NamedTuple

import numpy as np

from foretold.games.prophecy.game import ProphecyGame
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bits import count_bits, lowest_bit
from foretold.kernels.dice import below, seed_dice
from foretold.kernels.machine import kernel
from foretold.kernels.prophecy import CARDS, WHOLE, ProphecyTables
from foretold.kernels.prophecy_sense import MORE, SUITED, card_hope, hand_hope

MOST_SUITED = 17  # in a hand
LONGEST = 4  # cards of a bid
PART_BIDS = comb(MOST_SUITED, LONGEST - 1)
BIDS = comb(MOST_SUITED, LONGEST)
FINE = 1 << 30  # steps of a share
BEYOND = np.arange(-8, 9) * 0.5  # tricks by which the value of a bid is beyond what the rest of the hand promises


class BidHabits(NamedTuple):
    """How seats bid, with so many players."""

    shift: float  # tricks that are bid beyond those that the rest of the hand promises
    more: float  # how much a trick kept is worth, beside one by which the bid misses
    spread: float  # how far bids scatter about the likeliest; 0: not at all, they are those of `greedy`
    worth: Shares  # by BEYOND: what a bid brings beyond what play-outs promise


AS_GREEDY = BidHabits(0.0, MORE, 0.0, np.zeros(len(BEYOND)))  # the likeliest bid by the sense alone


@lru_cache(maxsize=16)
def bid_habits(game: ProphecyGame) -> BidHabits:
    """The habits that were measured with so many players (scripts/prophecy-bids); of others only sense is known."""
    source = files("foretold.kernels").joinpath(f"bids/{game.players}.json")
    if not source.is_file():
        return BidHabits(0.0, MORE, 0.3, np.zeros(len(BEYOND)))
    found = json.loads(source.read_text("utf-8"))
    return BidHabits(found["shift"], found["more"], found["spread"], np.array(found["worth"]))


class BidScratch(NamedTuple):
    """Room to weigh all bids of a hand."""

    hopes: Shares  # by card
    counts: Numbers  # by number of cards: the parts of bids found so far
    lows: Shares  # by number of cards and part: its weight where the bid is too low
    highs: Shares  # the same where it is too high
    parts: Numbers  # its cards
    sums: Shares  # the weights of whole bids, added up
    bids: Numbers  # their cards


@kernel
def bid_scratch() -> BidScratch:
    """Room to weigh all bids of a hand."""
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
    """The share of unseen cards that others play, after the bids."""
    played = (tables.hand_size - tables.bid_size) * (tables.players - 1)
    return min(1.0, played / (count_bits(unseen) + 0.001))


@kernel
def weigh_bids(
    tables: ProphecyTables,
    habits: BidHabits,
    dealt: int,
    held: int,
    forced: int,
    shown: int,
    trump: int,
    room: BidScratch,
) -> int:
    """Fills `room.bids` with all bids that a hand as `dealt` may have laid, `room.sums` with their weights; how many.

    They hold the cards `forced` and others of `held`; `shown` are the cards of bids that lay open before.
    """
    counts, lows, highs, parts = room.counts, room.lows, room.highs, room.parts
    sums, bids = room.sums, room.bids
    unseen = WHOLE & ~(dealt | shown)
    against = share_against(tables, unseen)
    over = -habits.shift - hand_hope(dealt, trump, unseen, against, tables.players)
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
    lows[0, 0], highs[0, 0], parts[0, 0] = np.exp(over / habits.spread), np.exp(-over / habits.spread), forced
    found = 0
    total = 0.0
    rest = held & SUITED & ~forced
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        bit = 1 << card
        low = np.exp((card // 14 + (1.0 - habits.more) * hopes[card]) / habits.spread)
        high = np.exp((-(card // 14) - (1.0 + habits.more) * hopes[card]) / habits.spread)
        for taken in range(size - 1, -1, -1):
            at = counts[taken + 1] if taken + 1 < size else found
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
                found = at
            else:
                counts[taken + 1] = at
    return found


def bids_beyond(tables: ProphecyTables, hand: int, shown: int, trump: int, bids: Numbers) -> Shares:
    """By bid of a hand how far its value is beyond the tricks that the rest of the hand promises."""
    unseen = WHOLE & ~(hand | shown)
    against = share_against(tables, unseen)
    hopes = [card_hope(card, trump, unseen, against, tables.players) for card in range(CARDS) if hand >> card & 1]
    cards = np.array([card for card in range(CARDS) if hand >> card & 1])
    laid = bids[:, None] >> cards & 1
    beyond: Shares = (laid * (cards // 14)).sum(axis=1) - ((1 - laid) * np.array(hopes)).sum(axis=1)
    return beyond


@kernel
def draw_bid(
    tables: ProphecyTables,
    habits: BidHabits,
    dealt: int,
    held: int,
    forced: int,
    shown: int,
    trump: int,
    dice: Numbers,
    room: BidScratch,
) -> int:
    """One of the bids of `weigh_bids`, as a mask, each as likely as its weight says."""
    found = weigh_bids(tables, habits, dealt, held, forced, shown, trump, room)
    sums = room.sums
    wanted = sums[found - 1] * below(dice, FINE) / FINE
    at, past = 0, found - 1
    while at < past:
        middle = (at + past) >> 1
        if sums[middle] > wanted:
            past = middle
        else:
            at = middle + 1
    return room.bids[at]


@kernel
def suits_missing(tables: ProphecyTables, voids: int) -> int:
    """The cards of the suits that a seat has failed to follow: those it was dealt are in its bid."""
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
    """Draws the face-down bids of `seats` anew in each world, from their hands and bids there, as likely as they are.

    `played` by seat are the cards it has played: with them a hand is as it was dealt. A suit in which a seat has failed
    to follow is in its bid or nowhere.
    """
    room = bid_scratch()
    dice = np.zeros(1, np.int64)
    seed_dice(dice, seed)
    for world in range(hands.shape[0]):
        for seat in seats:
            held = hands[world, seat] | bids[world, seat]
            forced = held & suits_missing(tables, voids[seat])
            bid = draw_bid(tables, habits, held | played[seat], held, forced, shown, trump, dice, room)
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
    """Multiplies `weights` by how likely the face-down bids of `seats` are in each world, beside one drawn blindly."""
    room = bid_scratch()
    for world in range(hands.shape[0]):
        for seat in seats:
            held = hands[world, seat] | bids[world, seat]
            forced = held & suits_missing(tables, voids[seat])
            found = weigh_bids(tables, habits, held | played[seat], held, forced, shown, trump, room)
            before = 0.0
            for at in range(found):
                if room.bids[at] == bids[world, seat]:
                    weights[world] *= (room.sums[at] - before) / room.sums[found - 1] * found
                before = room.sums[at]
