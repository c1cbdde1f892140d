"""Exact endgames: the last tricks of a round with all hands known, every seat playing for itself.

Each seat chooses what brings it most points above the mean of the others; of equal choices the first in deck order.
Points of all seats travel packed in one number, eight bits a seat, 64 meaning none.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from foretold.games.primitives import (
    LIZARD,
    MONKEY,
    NO_SUIT,
    confirm,
    follow,
    follow_or_specialist,
    prophecy_lead,
    prophecy_points,
    prophecy_strength,
    seven_strength,
)
from foretold.kernels.bits import lowest_bit
from foretold.kernels.machine import kernel, uncached_kernel
from foretold.kernels.prophecy import ONLY_SHAMAN, SPECIALISTS
from foretold.kernels.prophecy_sense import NOT_LED
from foretold.kernels.seven import round_points

NONE = 64


@kernel
def packed_points(points: Any) -> int:
    """The points of all seats in one number."""
    packed = 0
    for seat in range(points.shape[0]):
        packed |= (points[seat] + NONE) << 8 * seat
    return packed


@kernel
def points_of(packed: int, seat: int) -> int:
    """The points of one seat."""
    return (packed >> 8 * seat & 255) - NONE


@kernel
def ahead(packed: int, seat: int, players: int) -> int:
    """How far a seat is ahead: its points times the number of seats, less those of all."""
    total = 0
    for other in range(players):
        total += points_of(packed, other)
    return points_of(packed, seat) * players - total


@uncached_kernel
def seven_endgame(
    tables: Any, row: Any, hands: Any, left: int, trick: int, played: int, order: int, leader: int
) -> int:
    """The packed points of a round of Seven Prophecies from here on.

    `left` has the tokens of each seat in 16 bits, `trick` the strength of each card played in 9 bits, in order.
    """
    players = tables.players
    if order == players:
        next_leader = leader
        after = 0
        done = False
        for i in range(players):
            strength = trick >> 9 * i & 511
            place = 1
            for j in range(players):
                place += (trick >> 9 * j & 511) > strength
            seat = leader + i if leader + i < players else leader + i - players
            if place == 1:
                next_leader = seat
            tokens = confirm(left >> 16 * seat & 0xFFFF, place)
            done |= tokens == 0
            after |= tokens << 16 * seat
        if done or played == 9:
            tokens_left = np.zeros(players, np.int64)
            points = np.zeros(players, np.int64)
            for seat in range(players):
                tokens_left[seat] = after >> 16 * seat & 0xFFFF
            round_points(tables, tokens_left, played + 1, points)
            return packed_points(points)
        return seven_endgame(tables, row, hands, after, 0, played + 1, 0, next_leader)
    seat = leader + order if leader + order < players else leader + order - players
    lead_cards = tables.suit_masks[row[played]]
    rest = follow(hands[seat], lead_cards)
    best = 0
    most = -10000
    while rest:
        bit = rest & -rest
        rest ^= bit
        strength = seven_strength((bit & lead_cards) != 0, tables.number_of[lowest_bit(bit)], order)
        hands[seat] ^= bit
        found = seven_endgame(tables, row, hands, left, trick | strength << 9 * order, played, order + 1, leader)
        hands[seat] ^= bit
        value = ahead(found, seat, players)
        if value > most:
            most = value
            best = found
    return best


@uncached_kernel
def prophecy_endgame(
    tables: Any,
    trump: int,
    hands: Any,
    won: Any,
    bids: Any,
    tricks_left: int,
    order: int,
    seat: int,
    lead: int,
    best: int,
    best_seat: int,
    before: int,
    surrendered: int,
) -> int:
    """The packed points of a round of Prophecy from here on; the arguments are those of `prophecy.finish_round`."""
    players = tables.players
    if order == players:
        won[best_seat] += 1
        if tricks_left == 1:
            points = np.zeros(players, np.int64)
            for each in range(players):
                points[each] = prophecy_points(won[each], bids[each], tables.bonus, each == surrendered)
            found = packed_points(points)
        else:
            found = prophecy_endgame(
                tables, trump, hands, won, bids, tricks_left - 1, 0, best_seat, NOT_LED, 0, 0, 0, surrendered
            )
        won[best_seat] -= 1
        return found
    following = seat + 1 if seat + 1 < players else 0
    hand = hands[seat]
    if lead == NOT_LED and hand == ONLY_SHAMAN:
        hands[seat] = 0
        found = prophecy_endgame(
            tables, trump, hands, won, bids, tricks_left, order + 1, following, NOT_LED, best, best_seat, 0, seat
        )
        hands[seat] = hand
        return found
    if lead == NOT_LED:
        rest = hand & ~ONLY_SHAMAN
    elif lead == NO_SUIT:
        rest = hand
    else:
        rest = follow_or_specialist(hand, tables.suit_masks[lead], SPECIALISTS)
    chosen = 0
    most = -10000
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = lowest_bit(bit)
        named = 0
        while named < 4:
            naming = lead == NOT_LED and card in (MONKEY, LIZARD)
            if naming and card == MONKEY and named == trump:
                named += 1
                continue
            led = prophecy_lead(card, named, trump) if lead == NOT_LED else lead
            strength = prophecy_strength(card, led, trump, before)
            hands[seat] = hand ^ bit
            found = prophecy_endgame(
                tables,
                trump,
                hands,
                won,
                bids,
                tricks_left,
                order + 1,
                following,
                led,
                max(best, strength),
                seat if strength > best else best_seat,
                strength,
                surrendered,
            )
            hands[seat] = hand
            value = ahead(found, seat, players)
            if value > most:
                most = value
                chosen = found
            if not naming:
                break
            named += 1
    return chosen
