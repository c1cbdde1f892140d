"""Prophecy compiled: what each choice of a seat is worth in each of many worlds."""

from __future__ import annotations

from typing import Any

import numpy as np

from foretold.games.primitives import JAGUAR, NO_SUIT, prophecy_points, prophecy_strength
from foretold.kernels.dice import seed_dice
from foretold.kernels.machine import kernel
from foretold.kernels.prophecy import GREEDY, bid_value, finish_round, greedy_bid
from foretold.kernels.prophecy_sense import NOT_LED

WIDTH = 6.0  # points by which chances to win the match fall off, before its last round


@kernel
def round_value(
    tables: Any,
    seat: int,
    won: Any,
    bids: Any,
    surrendered: int,
    scores: Any,
    fulfilled: Any,
    last_round: bool,
    match_weight: float,
    totals: Any,
) -> float:
    """What the end of a round is worth to a seat: its points above the mean of the others, and its share of the match.

    Totals carry the rounds fulfilled as a fraction, so that they break ties (PR-17).
    """
    players = tables.players
    others = 0.0
    own = 0.0
    for other in range(players):
        points = prophecy_points(won[other], bids[other], tables.bonus, other == surrendered)
        met = won[other] == bids[other] and other != surrendered
        totals[other] = scores[other] + points + 0.01 * (fulfilled[other] + met)
        if other == seat:
            own = points
        else:
            others += points
    value = own - others / (players - 1)
    if match_weight == 0.0:
        return value
    best = totals[0]
    for other in range(1, players):
        best = max(best, totals[other])
    share = 0.0
    if last_round:
        sharing = 0
        for other in range(players):
            sharing += totals[other] > best - 0.001
        share = 1.0 / sharing if totals[seat] > best - 0.001 else 0.0
    else:
        whole = 0.0
        for other in range(players):
            whole += np.exp((totals[other] - best) / WIDTH)
        share = np.exp((totals[seat] - best) / WIDTH) / whole
    return value + match_weight * share


@kernel
def value_plays(
    tables: Any,
    seat: int,
    trump: int,
    tricks_left: int,
    order: int,
    lead: int,
    best: int,
    best_seat: int,
    before: int,
    gone: int,
    surrendered: int,
    won: Any,
    voids: Any,
    hands_of: Any,
    bids_of: Any,
    cards: Any,
    names: Any,
    scores: Any,
    fulfilled: Any,
    last_round: bool,
    match_weight: float,
    seed: int,
    values: Any,
) -> None:
    """Fills `values[world, choice]` for playing `cards[choice]`, naming `names[choice]`, in each world."""
    players = tables.players
    dice = np.zeros(1, np.int64)
    hands = np.zeros(players, np.int64)
    laid = np.zeros(players, np.int64)
    bids = np.zeros(players, np.int64)
    taken = np.zeros(players, np.int64)
    known = np.zeros(players, np.int64)
    totals = np.zeros(players)
    trace = np.zeros(0, np.int64)
    following = seat + 1 if seat + 1 < players else 0
    for world in range(hands_of.shape[0]):
        for number in range(cards.shape[0]):
            card = cards[number]
            for each in range(players):
                hands[each] = hands_of[world, each]
                laid[each] = bids_of[world, each]
                bids[each] = bid_value(tables, laid[each])
                taken[each] = won[each]
                known[each] = voids[each]
            hands[seat] ^= 1 << card
            led = lead
            if lead == NOT_LED:
                led = card // 14 if card < JAGUAR else trump if card == JAGUAR else names[number]
            elif lead != NO_SUIT and card < JAGUAR and card // 14 != lead:
                known[seat] |= 1 << lead
            strength = prophecy_strength(card, led, trump, before)
            top, top_seat = best, best_seat
            if strength > best:
                top, top_seat = strength, seat
            seed_dice(dice, seed + world)
            gave_up = finish_round(
                tables,
                trump,
                hands,
                taken,
                laid,
                bids,
                known,
                tricks_left,
                order + 1,
                following,
                led,
                top,
                top_seat,
                strength,
                gone | 1 << card,
                surrendered,
                GREEDY,
                dice,
                trace,
            )
            values[world, number] = round_value(
                tables, seat, taken, bids, gave_up, scores, fulfilled, last_round, match_weight, totals
            )


@kernel
def value_bids(
    tables: Any,
    seat: int,
    trump: int,
    leader: int,
    gone: int,
    hands_of: Any,
    bids_of: Any,
    choices: Any,
    scores: Any,
    fulfilled: Any,
    last_round: bool,
    match_weight: float,
    seed: int,
    values: Any,
) -> None:
    """Fills `values[world, choice]` for each bid (a mask) of `choices`; seats that have not bid do as `greedy` does."""
    players = tables.players
    dice = np.zeros(1, np.int64)
    hands = np.zeros(players, np.int64)
    held = np.zeros(players, np.int64)
    laid = np.zeros(players, np.int64)
    bids = np.zeros(players, np.int64)
    told = np.zeros(players, np.int64)
    taken = np.zeros(players, np.int64)
    known = np.zeros(players, np.int64)
    totals = np.zeros(players)
    trace = np.zeros(0, np.int64)
    cards = np.zeros(17, np.int64)
    hopes = np.zeros(17)
    for world in range(hands_of.shape[0]):
        for each in range(players):
            bid = bids_of[world, each]
            held[each] = hands_of[world, each]
            if bid == 0 and each != seat:
                bid = greedy_bid(tables, held[each], gone, trump, cards, hopes)
                held[each] ^= bid
            laid[each] = bid
            told[each] = bid_value(tables, bid)
        for number in range(choices.shape[0]):
            for each in range(players):
                hands[each] = held[each]
                bids[each] = told[each]
                taken[each] = 0
                known[each] = 0
            hands[seat] = hands_of[world, seat] ^ choices[number]
            laid[seat] = choices[number]
            bids[seat] = bid_value(tables, choices[number])
            seed_dice(dice, seed + world)
            gave_up = finish_round(
                tables,
                trump,
                hands,
                taken,
                laid,
                bids,
                known,
                tables.hand_size - tables.bid_size,
                0,
                leader,
                NOT_LED,
                0,
                0,
                0,
                gone,
                -1,
                GREEDY,
                dice,
                trace,
            )
            values[world, number] = round_value(
                tables, seat, taken, bids, gave_up, scores, fulfilled, last_round, match_weight, totals
            )
