"""Exact endgames of Prophecy: the last tricks with all hands and bids known, every seat playing for itself.

Each seat maximises its points above the mean of the others; ties go to the first choice in deck order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from foretold.games.primitives import (
    LIZARD,
    MONKEY,
    NO_SUIT,
    follow_or_specialist,
    prophecy_lead,
    prophecy_points,
    prophecy_strength,
)
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bits import lowest_bit
from foretold.kernels.compiler import kernel
from foretold.kernels.outcomes import BITS
from foretold.kernels.positions import ProphecyPosition
from foretold.kernels.prophecy import (
    MOST_CARDS,
    ONLY_SHAMAN,
    SPECIALISTS,
    ProphecyTables,
    ProphecyTurn,
    bid_value,
    prophecy_scratch,
)
from foretold.kernels.prophecy_policy import NOT_LED
from foretold.kernels.prophecy_search import NO_CODE, Deals, keep_outcome, keep_track

NOT_YET = -(1 << 40)  # less than the worth of any end
SURRENDER = -1
ANY_ACTION = -2
MOST_ACTIONS = MOST_CARDS + 8  # a led Monkey or Lizard can name several suits
# Columns of an end, each times the number of players, by seat:
AHEAD = 0  # points times the number of seats, minus everybody's points
WON = 1
TAKEN = 2  # 1 for each trick won from this one on, BITS for each
GAINED = 3  # points
EACH = 4  # columns per seat; after those of all seats comes who surrendered


class ProphecyLine(NamedTuple):
    """A line of play under search, by number of actions from here on, or by trick and seat."""

    hands: Numbers  # by seat: current hands
    bids: Numbers  # by seat: the sum of their values
    actions: Numbers  # by action: all alternatives, as card + 64 * named suit
    counts: Numbers  # by action: their number
    tried: Numbers  # by action: how many were tried
    turns: Numbers  # by action: state of the round, as the columns of `ProphecyTurn` that change
    won: Numbers  # by trick and seat: before the trick
    winners: Numbers  # by trick
    ends: Numbers  # by action: the best end found for the seat that takes it, as columns


# The columns of `turns`.
SEAT, LEAD, BEST, BEST_SEAT, BEFORE, SURRENDERED = range(6)


def prophecy_line(players: int) -> ProphecyLine:
    """Allocates the buffers for the longest line of play."""
    actions = players * MOST_CARDS + 1
    return ProphecyLine(
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros((actions, MOST_ACTIONS), np.int64),
        np.zeros(actions, np.int64),
        np.zeros(actions, np.int64),
        np.zeros((actions, 6), np.int64),
        np.zeros((MOST_CARDS + 1, players), np.int64),
        np.zeros(MOST_CARDS, np.int64),
        np.zeros((actions, EACH * players + 1), np.int64),
    )


@kernel
def list_actions(hand: int, lead: int, trump: int, suit_masks: Numbers, actions: Numbers, row: int) -> int:
    """Fills a row of `actions` with all legal actions of a hand, in their usual order; returns their number."""
    if lead == NOT_LED and hand == ONLY_SHAMAN:
        actions[row, 0] = SURRENDER
        return 1
    if lead == NOT_LED:
        rest = hand & ~ONLY_SHAMAN
    elif lead == NO_SUIT:
        rest = hand
    else:
        rest = follow_or_specialist(hand, suit_masks[lead], SPECIALISTS)
    count = 0
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        if lead == NOT_LED and card in (MONKEY, LIZARD):
            for named in range(4):
                if card == LIZARD or named != trump:
                    actions[row, count] = card + 64 * named
                    count += 1
        else:
            actions[row, count] = card
            count += 1
    return count


@kernel
def keep_end(
    tables: ProphecyTables,
    tricks: int,
    before: int,
    surrendered: int,
    bids: Numbers,
    won: Numbers,
    winners: Numbers,
    ends: Numbers,
    end: int,
) -> None:
    """Writes the end of the round into the columns of a row, after `before` tricks and those of this line."""
    players = tables.players
    total = 0
    for seat in range(players):
        points = prophecy_points(won[tricks, seat], bids[seat], tables.bonus, seat == surrendered)
        taken = 0
        for trick in range(tricks):
            taken |= (1 if winners[trick] == seat else 0) << BITS * (before + trick)
        ends[end, WON * players + seat] = won[tricks, seat]
        ends[end, TAKEN * players + seat] = taken
        ends[end, GAINED * players + seat] = points
        total += points
    for seat in range(players):
        ends[end, AHEAD * players + seat] = ends[end, GAINED * players + seat] * players - total
    ends[end, EACH * players] = surrendered


@kernel
def best_end(tables: ProphecyTables, at: ProphecyTurn, line: ProphecyLine, first: int) -> None:
    """Writes into the first row of `line.ends` how the round ends after the action `first`, or the best for ANY_ACTION.

    `line` must hold hands, bids and tricks won; hands are the same afterwards.
    """
    players, suit_masks, trump = tables.players, tables.suit_masks, at.trump
    hands, bids, actions, counts, tried = line.hands, line.bids, line.actions, line.counts, line.tried
    turns, won, winners, ends = line.turns, line.won, line.winners, line.ends
    columns = ends.shape[1]
    done = tables.hand_size - tables.bid_size - at.tricks_left
    depth = 0
    turns[0, SEAT], turns[0, LEAD], turns[0, BEST] = at.seat, at.lead, at.best
    turns[0, BEST_SEAT], turns[0, BEFORE], turns[0, SURRENDERED] = at.best_seat, at.before, at.surrendered
    counts[0] = list_actions(hands[at.seat], at.lead, trump, suit_masks, actions, depth)
    if first != ANY_ACTION:
        actions[0, 0], counts[0] = first, 1
    tried[0] = 0
    ends[0, at.seat] = NOT_YET
    while True:
        seat = turns[depth, SEAT]
        if tried[depth] < counts[depth]:
            action = actions[depth, tried[depth]]
            tried[depth] += 1
            lead, before = turns[depth, LEAD], 0
            if action == SURRENDER:
                hands[seat] ^= ONLY_SHAMAN
            else:
                card = action & 63
                hands[seat] ^= 1 << card
                if lead == NOT_LED:
                    lead = prophecy_lead(card, action >> 6, trump)
                before = prophecy_strength(card, lead, trump, turns[depth, BEFORE])
            beats = before > turns[depth, BEST]
            trick, order = (at.order + depth) // players, (at.order + depth) % players
            turns[depth + 1, BEST] = before if beats else turns[depth, BEST]
            turns[depth + 1, BEST_SEAT] = seat if beats else turns[depth, BEST_SEAT]
            turns[depth + 1, SURRENDERED] = seat if action == SURRENDER else turns[depth, SURRENDERED]
            turns[depth + 1, LEAD], turns[depth + 1, BEFORE] = lead, before
            turns[depth + 1, SEAT] = seat + 1 if seat + 1 < players else 0
            depth += 1
            if order + 1 == players:
                winner = turns[depth, BEST_SEAT]
                winners[trick] = winner
                for player in range(players):
                    won[trick + 1, player] = won[trick, player] + (player == winner)
                if trick + 1 == at.tricks_left:
                    gave_up = turns[depth, SURRENDERED]
                    keep_end(tables, trick + 1, done, gave_up, bids, won, winners, ends, depth)
                    counts[depth] = tried[depth] = 0
                    continue
                turns[depth, SEAT], turns[depth, LEAD] = winner, NOT_LED
                turns[depth, BEST] = turns[depth, BEST_SEAT] = turns[depth, BEFORE] = 0
            seat = turns[depth, SEAT]
            counts[depth] = list_actions(hands[seat], turns[depth, LEAD], trump, suit_masks, actions, depth)
            tried[depth] = 0
            ends[depth, seat] = NOT_YET
        elif depth == 0:
            return
        else:
            depth -= 1
            seat = turns[depth, SEAT]
            action = actions[depth, tried[depth] - 1]
            hands[seat] ^= ONLY_SHAMAN if action == SURRENDER else 1 << (action & 63)
            if ends[depth + 1, seat] > ends[depth, seat]:
                for column in range(columns):
                    ends[depth, column] = ends[depth + 1, column]


@kernel
def value_endings(
    at: ProphecyPosition,
    worlds: Deals,
    cards: Numbers,
    names: Numbers,
    line: ProphecyLine,
    outcomes: Shares,
    tracks: Numbers,
) -> None:
    """Fills `outcomes[world, choice]` for `cards[choice]`, naming `names[choice]`, in each world, with all hands open.

    Fills `tracks` too, if it has room, except for the cards.
    """
    tables, players = at.tables, at.tables.players
    scratch = prophecy_scratch(players, 0)
    board, ends = scratch.board, line.ends
    for seat in range(players):
        line.won[0, seat] = at.won[seat]
    for world in range(worlds.hands.shape[0]):
        for seat in range(players):
            line.hands[seat] = worlds.hands[world, seat]
            line.bids[seat] = board.bids[seat] = bid_value(tables, worlds.bids[world, seat])
        for number in range(cards.shape[0]):
            action = SURRENDER if cards[number] < 0 else cards[number] + 64 * max(0, names[number])
            best_end(tables, at.turn, line, action)
            for seat in range(players):
                board.won[seat] = ends[0, WON * players + seat]
                board.taken[seat] = ends[0, TAKEN * players + seat]
            keep_outcome(at, scratch, ends[0, EACH * players], outcomes[world, number])
            if tracks.shape[0] > 0:
                keep_track(at, scratch, at.turn, ends[0, EACH * players], NO_CODE, tracks[world, number])
