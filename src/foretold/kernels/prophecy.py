"""Compiled rounds of Prophecy: plays them out from any point."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from foretold.games.primitives import (
    JAGUAR,
    LIZARD,
    MONKEY,
    NO_SUIT,
    SHAMAN,
    follow_or_specialist,
    prophecy_points,
    prophecy_strength,
)
from foretold.games.prophecy.game import ProphecyGame
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bits import count_bits, lowest_bit, nth_bit
from foretold.kernels.compiler import kernel
from foretold.kernels.outcomes import BITS
from foretold.kernels.prophecy_equity import ProphecyEquity, prophecy_equity
from foretold.kernels.prophecy_policy import (
    NOT_LED,
    SUITED,
    bid_miss,
    card_hope,
    prophecy_choice,
    suit_to_name,
)
from foretold.kernels.rng import below, pick, seed_dice

RANDOM = 0
GREEDY = 1
WHOLE = (1 << 60) - 1
SPECIALISTS = WHOLE ^ SUITED
ONLY_SHAMAN = 1 << SHAMAN
CARDS = 60
MOST_CARDS = 17  # in a hand


class ProphecyTables(NamedTuple):
    """The constants of a game, for kernels."""

    players: int
    hand_size: int
    bid_size: int
    bonus: int
    suit_masks: Numbers
    strengths: Numbers  # by lead suit + 1, trump + 1 and card; the Shaman's varies
    equity: ProphecyEquity


@lru_cache(maxsize=16)
def prophecy_tables(game: ProphecyGame) -> ProphecyTables:
    """Builds the tables of a game."""
    return ProphecyTables(
        players=game.players,
        hand_size=game.hand_size,
        bid_size=game.bid_size,
        bonus=game.bonus,
        suit_masks=np.array(game.suit_masks, np.int64),
        strengths=np.array(
            [
                [[prophecy_strength(card, lead, trump, 0) for card in range(60)] for trump in range(NO_SUIT, 4)]
                for lead in range(NO_SUIT, 4)
            ],
            np.int64,
        ),
        equity=prophecy_equity(game),
    )


class ProphecyTurn(NamedTuple):
    """The public state of a round when a seat is to play."""

    trump: int
    tricks_left: int  # including the running one
    order: int  # seats that have acted in it
    seat: int  # the next one
    lead: int  # NOT_LED before the first card
    best: int  # strongest card so far
    best_seat: int
    before: int  # strength of the card played last
    gone: int  # cards that everybody has seen
    surrendered: int  # seat that surrendered, or -1


@kernel
def first_turn(tables: ProphecyTables, trump: int, leader: int, gone: int) -> ProphecyTurn:
    """Returns the state of a round in which all have bid and nobody has led."""
    return ProphecyTurn(trump, tables.hand_size - tables.bid_size, 0, leader, NOT_LED, 0, 0, 0, gone, -1)


class ProphecyBoard(NamedTuple):
    """The mutable state of a round, by seat unless noted."""

    dice: Numbers
    hands: Numbers
    won: Numbers
    taken: Numbers  # 1 for each trick played out and won, BITS for each
    laid: Numbers  # the bids as cards
    bids: Numbers  # the sum of their values
    voids: Numbers  # the suits, as bits, that a seat has failed to follow
    hopes: Shares  # by card: tricks expected of it by the seat that chooses
    trace: Numbers  # what was played, while there is room: card + 64 * named suit; -1: a surrender


class ProphecyScratch(NamedTuple):
    """The buffers of play-outs; allocated once, used for every round."""

    board: ProphecyBoard
    bits: Numbers  # the suited cards of one hand
    values: Shares  # what each adds to a bid
    hopes: Shares  # the tricks expected of each
    totals: Shares  # by seat


@kernel
def prophecy_scratch(players: int, traced: int) -> ProphecyScratch:
    """Allocates the buffers of play-outs, with room for the first `traced` actions."""
    board = ProphecyBoard(
        np.zeros(1, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(CARDS),
        np.zeros(traced, np.int64),
    )
    return ProphecyScratch(
        board, np.zeros(MOST_CARDS, np.int64), np.zeros(MOST_CARDS), np.zeros(MOST_CARDS), np.zeros(players)
    )


@kernel
def random_lead(dice: Numbers, hand: int, trump: int) -> int:
    """Draws a uniformly random legal lead: the card and the suit it names, as card + 64 * suit."""
    plain = hand & ~(1 << SHAMAN | 1 << MONKEY | 1 << LIZARD)
    ways = count_bits(plain)
    monkey = 0
    if hand >> MONKEY & 1:
        monkey = 4 if trump == NO_SUIT else 3
    lizard = 4 if hand >> LIZARD & 1 else 0
    at = below(dice, ways + monkey + lizard)
    if at < ways:
        return lowest_bit(nth_bit(plain, at))
    at -= ways
    if at < monkey:
        if trump != NO_SUIT and at >= trump:
            at += 1
        return MONKEY + 64 * at
    return LIZARD + 64 * (at - monkey)


@kernel
def finish_round(tables: ProphecyTables, at: ProphecyTurn, board: ProphecyBoard, policy: int, rest: int) -> int:
    """Plays a round until `rest` tricks are left; returns the seat that surrendered, or -1.

    Tricks won and taken in `board` are then those after the last trick.
    """
    players = tables.players
    # Unpacked once: each access inside the loop would count references.
    suit_masks, strengths = tables.suit_masks, tables.strengths
    hands, won, laid, bids = board.hands, board.won, board.laid, board.bids
    dice, voids, taken, hopes, trace = board.dice, board.voids, board.taken, board.hopes, board.trace
    trump, tricks_left, order, seat, gone = at.trump, at.tricks_left, at.order, at.seat, at.gone
    lead, best, best_seat, before, surrendered = at.lead, at.best, at.best_seat, at.before, at.surrendered
    kept = 0
    failed = 0  # by seat, in four bits each: suits it has failed to follow
    whole = tables.hand_size - tables.bid_size
    for player in range(players):
        taken[player] = 0
        failed |= voids[player] << 4 * player
    every = (1 << 4 * players) // 15  # the lowest bit of each seat
    waiting = every
    for ago in range(1, order + 1):
        waiting ^= 1 << 4 * (seat - ago if seat >= ago else seat - ago + players)
    while True:
        while order < players:
            hand = hands[seat]
            named = 0
            waiting ^= 1 << 4 * seat
            if lead == NOT_LED and hand == ONLY_SHAMAN:
                surrendered = seat
                hands[seat] = 0
                if kept < trace.shape[0]:
                    trace[kept] = -1
                    kept += 1
                gone |= ONLY_SHAMAN
                order += 1
                seat += 1
                if seat == players:
                    seat = 0
                continue
            if lead == NOT_LED:
                playable = hand & ~ONLY_SHAMAN
            elif lead == NO_SUIT:
                playable = hand
            else:
                playable = follow_or_specialist(hand, suit_masks[lead], SPECIALISTS)
            if policy == RANDOM:
                if lead == NOT_LED:
                    code = random_lead(dice, hand, trump)
                    bit = 1 << (code & 63)
                    named = code >> 6
                else:
                    bit = pick(dice, playable)
            else:
                unseen = WHOLE & ~(hand | gone | laid[seat])
                if playable & (playable - 1) == 0:
                    bit = playable
                else:
                    waiting_void = count_bits(failed >> lead & waiting) if lead >= 0 else 0
                    bit = prophecy_choice(
                        playable,
                        hand,
                        bids[seat] - won[seat],
                        lead,
                        trump,
                        best,
                        before,
                        unseen,
                        tricks_left,
                        players,
                        players - order - 1,
                        waiting_void,
                        hopes,
                    )
                if lead == NOT_LED and (bit >> MONKEY & 1 or bit >> LIZARD & 1):
                    named = suit_to_name(lowest_bit(bit), trump, unseen)
            card = lowest_bit(bit)
            hands[seat] = hand ^ bit
            gone |= bit
            if kept < trace.shape[0]:
                trace[kept] = card + 64 * named
                kept += 1
            if lead == NOT_LED:
                lead = card // 14 if card < JAGUAR else trump if card == JAGUAR else named
            elif lead >= 0:
                failed |= (1 if bit & SUITED & ~suit_masks[lead] else 0) << lead + 4 * seat
            if card == SHAMAN:
                before = prophecy_strength(card, lead, trump, before)
            else:
                before = strengths[lead + 1, trump + 1, card]
            best_seat = seat if before > best else best_seat
            best = max(before, best)
            order += 1
            seat += 1
            if seat == players:
                seat = 0
        won[best_seat] += 1
        taken[best_seat] |= 1 << BITS * (whole - tricks_left)
        tricks_left -= 1
        if tricks_left == rest:
            return surrendered
        seat = best_seat
        order = 0
        waiting = every
        lead = NOT_LED
        best = 0
        before = 0


@kernel
def bid_value(tables: ProphecyTables, cards: int) -> int:
    """PR-4: returns the value of a bid, the sum over the suits of its cards."""
    value = 0
    for suit in range(1, 4):
        value += suit * count_bits(cards & tables.suit_masks[suit])
    return value


@kernel
def greedy_bid(tables: ProphecyTables, hand: int, gone: int, trump: int, scratch: ProphecyScratch) -> int:
    """Returns the bid of `greedy`, as a mask: its value is nearest to the tricks expected of the remaining cards."""
    bits, values, hopes = scratch.bits, scratch.values, scratch.hopes
    unseen = WHOLE & ~(hand | gone)
    against = min(1.0, (tables.hand_size - tables.bid_size) * (tables.players - 1) / (count_bits(unseen) + 0.001))
    hope = 0.0
    count = 0
    rest = hand & SUITED
    while rest:
        card = lowest_bit(rest)
        bits[count], values[count] = 1 << card, card // 14
        hopes[count] = card_hope(card, trump, unseen, against, tables.players)
        hope += hopes[count]
        rest &= rest - 1
        count += 1
    rest = hand & SPECIALISTS
    while rest:
        hope += card_hope(lowest_bit(rest), trump, unseen, against, tables.players)
        rest &= rest - 1
    least = 1e9
    best = 0
    size = tables.bid_size
    for a in range(count):
        for b in range(a + 1, count):
            two_hope = hope - hopes[a] - hopes[b]
            two_value = values[a] + values[b]
            if size == 2:
                miss = bid_miss(two_hope, two_value)
                if miss < least:
                    least, best = miss, bits[a] | bits[b]
                continue
            for c in range(b + 1, count):
                three_hope = two_hope - hopes[c]
                three_value = two_value + values[c]
                if size == 3:
                    miss = bid_miss(three_hope, three_value)
                    if miss < least:
                        least, best = miss, bits[a] | bits[b] | bits[c]
                    continue
                for d in range(c + 1, count):
                    miss = bid_miss(three_hope - hopes[d], three_value + values[d])
                    if miss < least:
                        least, best = miss, bits[a] | bits[b] | bits[c] | bits[d]
    return best


@kernel
def simulate_rounds(
    tables: ProphecyTables, rounds: int, policy: int, seed: int, points: Numbers, counts: Numbers
) -> None:
    """Plays whole rounds and sums points by seat; `counts` has bids met, then surrenders."""
    players = tables.players
    scratch = prophecy_scratch(players, 0)
    board = scratch.board
    dice, hands, won, voids = board.dice, board.hands, board.won, board.voids
    laid, bids = board.laid, board.bids
    seed_dice(dice, seed)
    deck = np.arange(60)
    size = tables.hand_size
    for number in range(rounds):
        for i in range(size * players):
            j = i + below(dice, 60 - i)
            deck[i], deck[j] = deck[j], deck[i]
        trump = number & 3
        for seat in range(players):
            hand = 0
            for i in range(size * seat, size * seat + size):
                hand |= 1 << deck[i]
            if policy == RANDOM:
                bid = 0
                for _ in range(tables.bid_size):
                    bid |= pick(dice, hand & SUITED & ~bid)
            else:
                bid = greedy_bid(tables, hand, 0, trump, scratch)
            laid[seat] = bid
            bids[seat] = bid_value(tables, bid)
            hands[seat] = hand ^ bid
            won[seat] = 0
            voids[seat] = 0
        starter = below(dice, players)
        surrendered = finish_round(tables, first_turn(tables, trump, starter, 0), board, policy, 0)
        if surrendered >= 0:
            counts[1] += 1
        for seat in range(players):
            points[seat] += prophecy_points(won[seat], bids[seat], tables.bonus, seat == surrendered)
            if won[seat] == bids[seat] and seat != surrendered:
                counts[0] += 1
