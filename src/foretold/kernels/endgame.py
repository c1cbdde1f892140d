"""Exact endgames: the last tricks of a round with all hands known, every seat playing for itself.

Each seat chooses what brings it most points above the mean of the others; of equal choices the first in deck order.
Points of all seats travel packed in one number, eight bits a seat, 64 meaning none.
"""

from __future__ import annotations

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
from foretold.kernels.arrays import Numbers
from foretold.kernels.bits import lowest_bit
from foretold.kernels.machine import kernel, uncached_kernel
from foretold.kernels.prophecy import ONLY_SHAMAN, SPECIALISTS, ProphecyTables, ProphecyTurn
from foretold.kernels.prophecy_sense import NOT_LED
from foretold.kernels.seven import SevenTables, SevenTurn, round_points

NONE = 64


@kernel
def packed_points(points: Numbers) -> int:
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
def seven_endgame(tables: SevenTables, at: SevenTurn, hands: Numbers, left: int, trick: int) -> int:
    """The packed points of a round of Seven Prophecies from here on.

    `left` has the tokens of each seat in 16 bits, `trick` the strength of each card played in 9 bits, in order.
    """
    players, order, leader = tables.players, at.order, at.leader
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
        if done or at.played == 9:
            tokens_left = np.zeros(players, np.int64)
            points = np.zeros(players, np.int64)
            for seat in range(players):
                tokens_left[seat] = after >> 16 * seat & 0xFFFF
            round_points(tables, tokens_left, at.played + 1, points)
            return packed_points(points)
        return seven_endgame(tables, SevenTurn(at.row, at.played + 1, 0, next_leader, at.gone), hands, after, 0)
    seat = leader + order if leader + order < players else leader + order - players
    lead_cards = tables.deck.suit_masks[at.row[at.played]]
    rest = follow(hands[seat], lead_cards)
    best = 0
    most = -10000
    while rest:
        bit = rest & -rest
        rest ^= bit
        strength = seven_strength((bit & lead_cards) != 0, tables.deck.number_of[lowest_bit(bit)], order)
        hands[seat] ^= bit
        following = SevenTurn(at.row, at.played, order + 1, leader, at.gone)
        found = seven_endgame(tables, following, hands, left, trick | strength << 9 * order)
        hands[seat] ^= bit
        value = ahead(found, seat, players)
        if value > most:
            most = value
            best = found
    return best


@uncached_kernel
def prophecy_endgame(tables: ProphecyTables, at: ProphecyTurn, hands: Numbers, won: Numbers, bids: Numbers) -> int:
    """The packed points of a round of Prophecy from here on."""
    players, trump, seat, lead = tables.players, at.trump, at.seat, at.lead
    best, best_seat = at.best, at.best_seat
    if at.order == players:
        won[best_seat] += 1
        if at.tricks_left == 1:
            points = np.zeros(players, np.int64)
            for each in range(players):
                points[each] = prophecy_points(won[each], bids[each], tables.bonus, each == at.surrendered)
            found = packed_points(points)
        else:
            trick = ProphecyTurn(trump, at.tricks_left - 1, 0, best_seat, NOT_LED, 0, 0, 0, at.gone, at.surrendered)
            found = prophecy_endgame(tables, trick, hands, won, bids)
        won[best_seat] -= 1
        return found
    order = at.order + 1
    following = seat + 1 if seat + 1 < players else 0
    hand = hands[seat]
    if lead == NOT_LED and hand == ONLY_SHAMAN:
        hands[seat] = 0
        after = ProphecyTurn(trump, at.tricks_left, order, following, NOT_LED, best, best_seat, 0, at.gone, seat)
        found = prophecy_endgame(tables, after, hands, won, bids)
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
            strength = prophecy_strength(card, led, trump, at.before)
            after = ProphecyTurn(
                trump,
                at.tricks_left,
                order,
                following,
                led,
                max(best, strength),
                seat if strength > best else best_seat,
                strength,
                at.gone,
                at.surrendered,
            )
            hands[seat] = hand ^ bit
            found = prophecy_endgame(tables, after, hands, won, bids)
            hands[seat] = hand
            value = ahead(found, seat, players)
            if value > most:
                most = value
                chosen = found
            if not naming:
                break
            named += 1
    return chosen
