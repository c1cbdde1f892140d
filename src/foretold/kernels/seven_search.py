"""Compiled search of Seven Prophecies: the value, or the effect, of each choice of a seat in each of many worlds.

`final_share` is a compiled copy of `winners_of` in games/seven/scoring.py, which decides the tie-break;
tests/kernels/test_endgame.py checks that both agree.
"""

from __future__ import annotations

import numpy as np

from foretold.games.primitives import seven_strength, tokens_at
from foretold.games.seven.edition import TRICKS as MOST_TRICKS
from foretold.kernels import tracks as track
from foretold.kernels.arrays import Numbers, Shares, any_number
from foretold.kernels.bits import lowest_bit
from foretold.kernels.compiler import kernel
from foretold.kernels.outcomes import BITS, FULFILLED, POINTS, SHARE, TAKEN, TRICKS, VALUE
from foretold.kernels.positions import SevenPosition
from foretold.kernels.seven import (
    FEWEST_ON_EDGES,
    GREEDY,
    NEAREST_TO_LAST,
    SevenBoard,
    SevenScratch,
    SevenTurn,
    count_leads,
    finish_round,
    greedy_prophecy,
    round_points,
    seven_scratch,
)

MATCH_WEIGHT = 2.0  # worth of a whole match, in points of the round
TO_THE_END = any_number(MOST_TRICKS)
NO_CARD = any_number(0)


@kernel
def goes_on(at: SevenPosition, best: int) -> bool:
    """True if the match goes on with this highest total."""
    return not at.last_round and best < at.tables.target


@kernel
def coming_share(at: SevenPosition, totals: Numbers) -> float:
    """Returns the seat's chance to win a match that goes on with these totals."""
    lowest, size = at.tables.equity.lowest, at.tables.equity.size
    place = max(0, totals[at.seat] - lowest)
    for other in range(at.tables.players):
        if other != at.seat:
            place = place * size + max(0, totals[other] - lowest)
    return at.tables.equity.shares[at.rounds_done, place]


@kernel
def lead_share(at: SevenPosition, totals: Numbers, best: int) -> float:
    """Approximates `coming_share` by the distance to the first; choosing by it is less noisy."""
    whole = 0.0
    for other in range(at.tables.players):
        whole += np.exp((totals[other] - best) / at.tables.spread)
    return np.exp((totals[at.seat] - best) / at.tables.spread) / whole


@kernel
def final_share(at: SevenPosition, scratch: SevenScratch, best: int) -> float:
    """Returns the seat's share of the victory if the match ends with these totals."""
    tables, seat, totals = at.tables, at.seat, scratch.totals
    left, edges, places = scratch.board.left, scratch.edges, scratch.board.places
    if totals[seat] < best:
        return 0.0
    sharing = 0
    for other in range(tables.players):
        if totals[other] == best:
            if tables.tie_break == FEWEST_ON_EDGES:
                if edges[other] < edges[seat]:
                    return 0.0
                sharing += edges[other] == edges[seat]
            elif tables.tie_break == NEAREST_TO_LAST and left[seat] == 0:
                if places[other] > places[seat]:
                    return 0.0
                sharing = 1
            else:
                sharing += 1
    return 1.0 / sharing


@kernel
def keep_outcome(at: SevenPosition, scratch: SevenScratch, tricks: int, row: Shares) -> None:
    """Writes the outcome of a finished round for a seat into the columns of a row."""
    tables, points, seat = at.tables, scratch.points, at.seat
    round_points(tables, scratch.board.left, tricks, points)
    others = 0.0
    best = tables.floor
    for other in range(tables.players):
        scratch.totals[other] = max(tables.floor, at.scores[other] + points[other])
        best = max(best, scratch.totals[other])
        if other != seat:
            others += points[other]
    if goes_on(at, best):
        share, row[SHARE] = lead_share(at, scratch.totals, best), coming_share(at, scratch.totals)
    else:
        share = final_share(at, scratch, best)
        row[SHARE] = share
    row[VALUE] = points[seat] - others / (tables.players - 1) + MATCH_WEIGHT * share
    row[POINTS] = points[seat]
    row[FULFILLED] = scratch.board.left[seat] == 0
    row[TRICKS] = tricks
    row[TAKEN] = scratch.board.taken[seat]


@kernel
def play_out(at: SevenPosition, worlds: Numbers, world: int, bit: int, board: SevenBoard, until: int) -> int:
    """Plays a seat's card in a world (hands by seat), and the rest as `finish_round` does."""
    deck, now, seat = at.tables.deck, at.turn, at.seat
    hands, left, voids, trick = board.hands, board.left, board.voids, board.trick
    suit = now.row[now.played]
    for player in range(deck.players):
        hands[player] = worlds[world, player]
        left[player] = at.left[player]
        voids[player] = at.voids[player]
        trick[player] = at.trick[player]
    hands[seat] ^= bit
    is_lead = (bit & deck.suit_masks[suit]) != 0
    if not is_lead:
        voids[seat] |= 1 << suit
    trick[now.order] = seven_strength(is_lead, deck.number_of[lowest_bit(bit)], now.order)
    after = SevenTurn(now.row, now.played, now.order + 1, now.leader, now.gone | bit)
    return finish_round(deck, after, board, GREEDY, until)


@kernel
def keep_track(at: SevenPosition, scratch: SevenScratch, tricks: int, bit: int, row: Numbers) -> None:
    """Writes what every seat played and got into the columns of a track, after `keep_outcome`.

    `bit` is the chosen card, 0 for a prophecy.
    """
    players, board = at.tables.players, scratch.board
    left, taken, points, trace = board.left, board.taken, scratch.points, board.trace
    for seat in range(players):
        row[track.LEFT * players + seat] = left[seat]
        row[track.TAKEN * players + seat] = taken[seat]
        row[track.POINTS * players + seat] = points[seat]
    row[track.SEATS * players] = tricks
    cards = track.SEATS * players + 1
    for column in range(cards, row.shape[0]):
        row[column] = track.NOTHING
    if trace.shape[0] == 0:
        return
    kept, order, leader = 0, at.turn.order, at.turn.leader
    for trick in range(at.turn.played, tricks):
        while order < players:
            seat = (leader + order) % players
            if bit and trick == at.turn.played and order == at.turn.order:
                row[cards + seat * track.MOST_TRICKS + trick] = lowest_bit(bit)
            else:
                row[cards + seat * track.MOST_TRICKS + trick] = trace[kept]
                kept += 1
            order += 1
        order = 0
        for seat in range(players):
            if taken[seat] >> BITS * trick & 7 == 1:
                leader = seat


@kernel
def value_plays(at: SevenPosition, worlds: Numbers, choices: Numbers, outcomes: Shares, tracks: Numbers) -> None:
    """Fills `outcomes[world, choice]` for each card (as a bit) of `choices` in each world, and `tracks` if it has
    room."""
    players = at.tables.players
    tracked = tracks.shape[0] > 0
    scratch = seven_scratch(players, players * MOST_TRICKS if tracked else 0)
    for seat in range(players):
        scratch.edges[seat] = at.edges[seat]
    for world in range(worlds.shape[0]):
        for number in range(choices.shape[0]):
            tricks = play_out(at, worlds, world, choices[number], scratch.board, TO_THE_END)
            keep_outcome(at, scratch, tricks, outcomes[world, number])
            if tracked:
                keep_track(at, scratch, tricks, choices[number], tracks[world, number])


@kernel
def count_places(at: SevenPosition, worlds: Numbers, choices: Numbers, counts: Numbers) -> None:
    """Counts into `counts[choice, place - 1]` the worlds where each of `choices` takes that place in this trick."""
    board = seven_scratch(at.tables.players, 0).board
    for world in range(worlds.shape[0]):
        for number in range(choices.shape[0]):
            play_out(at, worlds, world, choices[number], board, at.turn.played + 1)
            counts[number, board.places[at.seat] - 1] += 1


@kernel
def value_prophecies(at: SevenPosition, worlds: Numbers, choices: Numbers, outcomes: Shares, tracks: Numbers) -> None:
    """Fills `outcomes[world, choice]` for each prophecy (packed) of `choices`; the others prophesy as `greedy` does."""
    deck, now = at.tables.deck, at.turn
    players = deck.players
    tracked = tracks.shape[0] > 0
    scratch = seven_scratch(players, players * MOST_TRICKS if tracked else 0)
    board, prophecies, edges, times, expected = (
        scratch.board,
        scratch.told,
        scratch.edges,
        scratch.times,
        scratch.expected,
    )
    hands, left, voids = board.hands, board.left, board.voids
    count_leads(now.row, times)
    for world in range(worlds.shape[0]):
        for seat in range(players):
            prophecies[seat] = greedy_prophecy(deck, worlds[world, seat], now.gone, times, expected)
        for number in range(choices.shape[0]):
            prophecies[at.seat] = choices[number]
            for seat in range(players):
                hands[seat] = worlds[world, seat]
                left[seat] = prophecies[seat]
                voids[seat] = 0
                edges[seat] = tokens_at(prophecies[seat], 1) + tokens_at(prophecies[seat], players)
            tricks = finish_round(deck, now, board, GREEDY, TO_THE_END)
            keep_outcome(at, scratch, tricks, outcomes[world, number])
            if tracked:
                keep_track(at, scratch, tricks, NO_CARD, tracks[world, number])
