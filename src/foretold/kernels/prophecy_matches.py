"""Compiled matches of Prophecy: a row for every seat and round, and a log to replay them."""

from __future__ import annotations

import numpy as np

from foretold.games.primitives import (
    LIZARD,
    MONKEY,
    NO_SUIT,
    follow_or_specialist,
    prophecy_lead,
    prophecy_points,
)
from foretold.kernels.arrays import Numbers
from foretold.kernels.bits import count_bits
from foretold.kernels.compiler import kernel
from foretold.kernels.prophecy import (
    ONLY_SHAMAN,
    RANDOM,
    SPECIALISTS,
    ProphecyTables,
    bid_value,
    finish_round,
    first_turn,
    greedy_bid,
    prophecy_scratch,
)
from foretold.kernels.prophecy_policy import NOT_LED, SUITED
from foretold.kernels.rng import below, pick, seed_dice

CARDS = 60


def prophecy_log_width(tables: ProphecyTables) -> int:
    """Returns the size of a round's log: dealer, deck, bids, cards played."""
    return 1 + CARDS + tables.players + (tables.hand_size - tables.bid_size) * tables.players


@kernel
def lead_ways(hand: int, trump: int) -> int:
    """PR-7, PR-8: returns the number of legal leads from a hand that is not the Shaman alone."""
    ways = count_bits(hand & ~(ONLY_SHAMAN | 1 << MONKEY | 1 << LIZARD))
    if hand >> MONKEY & 1:
        ways += 4 if trump == NO_SUIT else 3
    if hand >> LIZARD & 1:
        ways += 4
    return ways


@kernel
def prophecy_decisions(
    tables: ProphecyTables, trump: int, hands: Numbers, trace: Numbers, tricks: int, decisions: Numbers
) -> None:
    """Counts the decisions of each seat: its bid, and every turn with a choice; `hands`, without bids, are used up."""
    players = tables.players
    for seat in range(players):
        decisions[seat] = 1
    for number in range(tricks):
        lead = NOT_LED
        for i in range(number * players, number * players + players):
            code = trace[i]
            if code < 0:
                continue  # a surrender is never a choice
            bit = 1 << (code & 63)
            seat = 0
            while hands[seat] & bit == 0:
                seat += 1
            hand = hands[seat]
            if lead == NOT_LED:
                ways = lead_ways(hand, trump)
                lead = prophecy_lead(code & 63, code >> 6, trump)
            elif lead == NO_SUIT:
                ways = count_bits(hand)
            else:
                ways = count_bits(follow_or_specialist(hand, tables.suit_masks[lead], SPECIALISTS))
            if ways > 1:
                decisions[seat] += 1
            hands[seat] = hand ^ bit


@kernel
def prophecy_matches(
    tables: ProphecyTables, wheel: Numbers, base: int, first: int, count: int, policy: int, rows: Numbers, log: Numbers
) -> tuple[int, int]:
    """Plays matches from number `first` on while `rows` has room; returns the numbers of matches and rows.

    The randomness of a match depends on `base` and its number alone. Columns of `rows` are those of statistics/rows.py;
    `log` keeps as many rounds of the last match as it has room for.
    """
    players = tables.players
    size = tables.hand_size
    tricks = size - tables.bid_size
    rounds = wheel.shape[0]
    scratch = prophecy_scratch(players, tricks * players)
    board = scratch.board
    dice, won, laid, bids = board.dice, board.won, board.laid, board.bids
    hands, voids, trace = board.hands, board.voids, board.trace
    deck = np.zeros(CARDS, np.int64)
    dealt = np.zeros(players, np.int64)
    scores = np.zeros(players, np.int64)
    met = np.zeros(players, np.int64)
    decisions = np.zeros(players, np.int64)
    used = 0
    for match in range(count):
        if used + rounds * players > rows.shape[0]:
            return match, used
        seed_dice(dice, base + first + match)
        for i in range(CARDS):
            deck[i] = i
        scores[:] = 0
        met[:] = 0
        dealer = below(dice, players)
        at = used
        for number in range(rounds):
            trump = wheel[number]
            for i in range(min(CARDS - 1, size * players)):
                j = i + below(dice, CARDS - i)
                deck[i], deck[j] = deck[j], deck[i]
            best = 0
            for seat in range(players):
                hand = 0
                for i in range(size * seat, size * seat + size):
                    hand |= 1 << deck[i]
                dealt[seat] = hand
                best = max(best, scores[seat])
            reveals = players >= 3 and 0 < number < rounds - 1
            shown = 0
            for turn in range(2):  # PR-5: first those who lead, face up, then the others
                face_up = 0
                for seat in range(players):
                    if (reveals and scores[seat] == best) != (turn == 0):
                        continue
                    bid = 0
                    if policy == RANDOM:
                        for _ in range(tables.bid_size):
                            bid |= pick(dice, dealt[seat] & SUITED & ~bid)
                    else:
                        bid = greedy_bid(tables, dealt[seat], shown, trump, scratch)
                    laid[seat] = bid
                    face_up |= bid if turn == 0 else 0
                shown |= face_up
            for seat in range(players):
                bids[seat] = bid_value(tables, laid[seat])
                dealt[seat] ^= laid[seat]
                hands[seat] = dealt[seat]
                won[seat] = 0
                voids[seat] = 0
            leader = dealer + 1 if dealer + 1 < players else 0
            surrendered = finish_round(tables, first_turn(tables, trump, leader, shown), board, policy, 0)
            prophecy_decisions(tables, trump, dealt, trace, tricks, decisions)
            if number < log.shape[0]:
                log[number, 0] = dealer
                for i in range(CARDS):
                    log[number, 1 + i] = deck[i]
                for seat in range(players):
                    log[number, 1 + CARDS + seat] = laid[seat]
                for i in range(tricks * players):
                    log[number, 1 + CARDS + players + i] = trace[i]
            for seat in range(players):
                fulfilled = won[seat] == bids[seat] and seat != surrendered
                points = prophecy_points(won[seat], bids[seat], tables.bonus, seat == surrendered)
                scores[seat] += points
                met[seat] += 1 if fulfilled else 0
                rows[at, 0] = first + match
                rows[at, 1] = number + 1
                rows[at, 2] = seat
                rows[at, 3] = seat - leader if seat >= leader else seat - leader + players
                rows[at, 4] = bids[seat]
                rows[at, 5] = bids[seat]
                rows[at, 6] = won[seat]
                rows[at, 7] = 1 if fulfilled else 0
                rows[at, 8] = tricks
                rows[at, 9] = points
                rows[at, 10] = scores[seat]
                rows[at, 11] = decisions[seat]
                rows[at, 13] = rounds
                at += 1
            dealer = leader
        best = 0
        for seat in range(players):
            best = max(best, 64 * scores[seat] + met[seat])
        for i in range(used, at):
            seat = (i - used) % players
            rows[i, 12] = 1 if 64 * scores[seat] + met[seat] == best else 0
        used = at
    return count, used
