"""Compiled search of Prophecy: the value, or the effect, of each choice of a seat in each of many worlds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from foretold.games.primitives import JAGUAR, NO_SUIT, prophecy_lead, prophecy_points, prophecy_strength
from foretold.kernels import tracks as track
from foretold.kernels.arrays import Numbers, Shares, any_number
from foretold.kernels.compiler import kernel
from foretold.kernels.outcomes import BITS, FULFILLED, POINTS, SHARE, TAKEN, TRICKS, VALUE
from foretold.kernels.positions import ProphecyPosition
from foretold.kernels.prophecy import (
    GREEDY,
    ProphecyBoard,
    ProphecyScratch,
    ProphecyTurn,
    bid_value,
    finish_round,
    first_turn,
    greedy_bid,
    prophecy_scratch,
)
from foretold.kernels.prophecy_bids import BidHabits, bid_scratch, draw_bid
from foretold.kernels.prophecy_equity import FARTHEST, NODES
from foretold.kernels.prophecy_policy import NOT_LED
from foretold.kernels.rng import seed_dice

MATCH_WEIGHT = 4.0  # worth of a whole match, in points of the round
TO_THE_END = any_number(0)  # tricks left
NO_CARD = any_number(0)
NO_CODE = any_number(-9)
WIDTH = 6.0  # points over which a lead loses worth when choosing, before the last round


@kernel
def coming_share(at: ProphecyPosition, totals: Shares) -> float:
    """Returns the seat's chance to win a match that goes on with these totals."""
    seat, ahead, weights = at.seat, at.tables.equity.ahead, at.tables.equity.weights
    share = 0.0
    for node in range(NODES):
        chance = weights[node]
        for other in range(at.tables.players):
            if other != seat:
                distance = int(np.floor(totals[seat])) - int(np.floor(totals[other]))
                chance *= ahead[at.rounds_left, node, min(max(distance, -FARTHEST), FARTHEST) + FARTHEST]
        share += chance
    return share


@kernel
def lead_share(at: ProphecyPosition, totals: Shares) -> float:
    """Approximates `coming_share` by the distance to the first; choosing by it is less noisy."""
    players = at.tables.players
    best = totals[0]
    for other in range(1, players):
        best = max(best, totals[other])
    whole = 0.0
    for other in range(players):
        whole += np.exp((totals[other] - best) / WIDTH)
    return np.exp((totals[at.seat] - best) / WIDTH) / whole


@kernel
def final_share(at: ProphecyPosition, totals: Shares) -> float:
    """Returns the seat's share of the victory if the match ends with these totals."""
    sharing = 0
    for other in range(at.tables.players):
        if totals[other] > totals[at.seat] + 0.001:
            return 0.0
        sharing += totals[other] > totals[at.seat] - 0.001
    return 1.0 / sharing


@kernel
def keep_outcome(at: ProphecyPosition, scratch: ProphecyScratch, surrendered: int, row: Shares) -> None:
    """Writes the outcome of a finished round for a seat into the columns of a row.

    Totals carry the number of fulfilled rounds as a fraction, which breaks ties (PR-17).
    """
    tables, seat, totals = at.tables, at.seat, scratch.totals
    won, bids = scratch.board.won, scratch.board.bids
    players = tables.players
    others = 0.0
    for other in range(players):
        points = prophecy_points(won[other], bids[other], tables.bonus, other == surrendered)
        met = won[other] == bids[other] and other != surrendered
        totals[other] = at.scores[other] + points + 0.01 * (at.fulfilled[other] + met)
        if other == seat:
            row[POINTS] = points
            row[FULFILLED] = met
        else:
            others += points
    row[TRICKS] = won[seat]
    row[TAKEN] = scratch.board.taken[seat]
    if at.rounds_left:
        share, row[SHARE] = lead_share(at, totals), coming_share(at, totals)
    else:
        share = final_share(at, totals)
        row[SHARE] = share
    row[VALUE] = row[POINTS] - others / (players - 1) + MATCH_WEIGHT * share


class Deals(NamedTuple):
    """Worlds: each a row of masks by seat."""

    hands: Numbers
    bids: Numbers


@kernel
def play_out(
    at: ProphecyPosition, worlds: Deals, world: int, card: int, named: int, board: ProphecyBoard, rest: int
) -> int:
    """Plays a seat's card in a world, naming this suit if it leads, and the rest as `finish_round` does.

    A negative card stands for none: whoever holds only the Shaman gives up the lead (PR-13), as in `finish_round`.
    """
    tables, now, seat, lead = at.tables, at.turn, at.seat, at.turn.lead
    hands, won, laid, bids, voids = board.hands, board.won, board.laid, board.bids, board.voids
    following = seat + 1 if seat + 1 < tables.players else 0
    for player in range(tables.players):
        hands[player] = worlds.hands[world, player]
        laid[player] = worlds.bids[world, player]
        bids[player] = bid_value(tables, worlds.bids[world, player])
        won[player] = at.won[player]
        voids[player] = at.voids[player]
    if card < 0:
        return finish_round(tables, now, board, GREEDY, rest)
    hands[seat] ^= 1 << card
    led = lead
    if lead == NOT_LED:
        led = prophecy_lead(card, named, now.trump)
    elif lead != NO_SUIT and card < JAGUAR and card // 14 != lead:
        voids[seat] |= 1 << lead
    strength = prophecy_strength(card, led, now.trump, now.before)
    after = ProphecyTurn(
        now.trump,
        now.tricks_left,
        now.order + 1,
        following,
        led,
        max(now.best, strength),
        seat if strength > now.best else now.best_seat,
        strength,
        now.gone | 1 << card,
        now.surrendered,
    )
    return finish_round(tables, after, board, GREEDY, rest)


@kernel
def keep_track(
    at: ProphecyPosition, scratch: ProphecyScratch, begun: ProphecyTurn, surrendered: int, code: int, row: Numbers
) -> None:
    """Writes what every seat played and got into the columns of a track, after `keep_outcome`.

    `begun` is the state of the round before; `code` is the chosen card + 64 * named suit, NO_CODE if the choice is in
    the trace.
    """
    tables, players, board = at.tables, at.tables.players, scratch.board
    won, bids, taken, trace = board.won, board.bids, board.taken, board.trace
    for seat in range(players):
        row[track.LEFT * players + seat] = won[seat]
        row[track.TAKEN * players + seat] = taken[seat]
        row[track.POINTS * players + seat] = prophecy_points(won[seat], bids[seat], tables.bonus, seat == surrendered)
        row[track.BID * players + seat] = bids[seat]
    row[track.SEATS * players] = surrendered
    cards = track.SEATS * players + 1
    for column in range(cards, row.shape[0]):
        row[column] = track.NOTHING
    if trace.shape[0] == 0:
        return
    whole = tables.hand_size - tables.bid_size
    kept, order, seat, chosen = 0, begun.order, begun.seat, code
    for trick in range(whole - begun.tricks_left, whole):
        while order < players:
            if chosen != NO_CODE:
                row[cards + seat * track.MOST_TRICKS + trick] = chosen
                chosen = NO_CODE
            else:
                row[cards + seat * track.MOST_TRICKS + trick] = trace[kept]
                kept += 1
            order += 1
            seat = seat + 1 if seat + 1 < players else 0
        order = 0
        for player in range(players):
            if taken[player] >> BITS * trick & 1:
                seat = player


@kernel
def value_plays(
    at: ProphecyPosition, worlds: Deals, cards: Numbers, names: Numbers, outcomes: Shares, tracks: Numbers
) -> None:
    """Fills `outcomes[world, choice]` for playing `cards[choice]`, naming `names[choice]`, in each world, and `tracks`
    if it has room."""
    tracked = tracks.shape[0] > 0
    scratch = prophecy_scratch(at.tables.players, at.tables.players * track.MOST_TRICKS if tracked else 0)
    for world in range(worlds.hands.shape[0]):
        for number in range(cards.shape[0]):
            surrendered = play_out(at, worlds, world, cards[number], names[number], scratch.board, TO_THE_END)
            keep_outcome(at, scratch, surrendered, outcomes[world, number])
            if tracked:
                code = NO_CODE if cards[number] < 0 else cards[number] + 64 * max(0, names[number])
                keep_track(at, scratch, at.turn, surrendered, code, tracks[world, number])


@kernel
def count_wins(at: ProphecyPosition, worlds: Deals, cards: Numbers, names: Numbers, counts: Numbers) -> None:
    """Counts into `counts[choice]` the worlds in which `cards[choice]`, naming `names[choice]`, wins this trick."""
    board = prophecy_scratch(at.tables.players, 0).board
    for world in range(worlds.hands.shape[0]):
        for number in range(cards.shape[0]):
            play_out(at, worlds, world, cards[number], names[number], board, at.turn.tricks_left - 1)
            counts[number] += board.won[at.seat] - at.won[at.seat]


@kernel
def value_bids(
    at: ProphecyPosition,
    habits: BidHabits,
    worlds: Deals,
    choices: Numbers,
    seed: int,
    outcomes: Shares,
    tracks: Numbers,
) -> None:
    """Fills `outcomes[world, choice]` for each bid (a mask) of `choices`; other seats bid by their habits."""
    tables, now, seat = at.tables, at.turn, at.seat
    players = tables.players
    tracked = tracks.shape[0] > 0
    scratch = prophecy_scratch(players, players * track.MOST_TRICKS if tracked else 0)
    board = scratch.board
    hands, won, laid, bids, voids = board.hands, board.won, board.laid, board.bids, board.voids
    held = np.zeros(players, np.int64)
    begun = first_turn(tables, now.trump, now.seat, now.gone)
    room = bid_scratch()
    seed_dice(board.dice, seed)
    for world in range(worlds.hands.shape[0]):
        for player in range(players):
            bid = worlds.bids[world, player]
            held[player] = worlds.hands[world, player]
            if bid == 0 and player != seat:
                hand = held[player]
                if habits.spread[player] > 0.0:
                    bid = draw_bid(tables, habits, player, hand, hand, NO_CARD, now.gone, now.trump, board.dice, room)
                else:
                    bid = greedy_bid(tables, hand, now.gone, now.trump, scratch)
                held[player] ^= bid
            laid[player] = bid
            bids[player] = bid_value(tables, bid)
        for number in range(choices.shape[0]):
            for player in range(players):
                hands[player] = held[player]
                won[player] = 0
                voids[player] = 0
            hands[seat] = held[seat] ^ choices[number]
            laid[seat] = choices[number]
            bids[seat] = bid_value(tables, choices[number])
            surrendered = finish_round(tables, begun, board, GREEDY, TO_THE_END)
            keep_outcome(at, scratch, surrendered, outcomes[world, number])
            if tracked:
                keep_track(at, scratch, begun, surrendered, NO_CODE, tracks[world, number])
