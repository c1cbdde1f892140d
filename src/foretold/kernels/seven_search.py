"""Seven Prophecies compiled: what each choice of a seat is worth in each of many worlds."""

from __future__ import annotations

from typing import Any

import numpy as np

from foretold.games.primitives import seven_strength, tokens_at
from foretold.games.seven.edition import TieBreak
from foretold.kernels.bits import lowest_bit
from foretold.kernels.dice import seed_dice
from foretold.kernels.machine import kernel
from foretold.kernels.seven import (
    GREEDY,
    finish_round,
    greedy_prophecy,
    round_points,
)

FEWEST_ON_EDGES, NEAREST_TO_LAST = int(TieBreak.FEWEST_ON_EDGES), int(TieBreak.NEAREST_TO_LAST)


@kernel
def match_share(tables: Any, seat: int, totals: Any, left: Any, places: Any, edges: Any, last_round: bool) -> float:
    """The seat's share of the victory if the match ends with these totals; else about its chance for it."""
    players = tables.players
    best = totals[0]
    for other in range(1, players):
        best = max(best, totals[other])
    if not last_round and best < tables.target:
        width = tables.spread
        whole = 0.0
        for other in range(players):
            whole += np.exp((totals[other] - best) / width)
        return np.exp((totals[seat] - best) / width) / whole
    if totals[seat] < best:
        return 0.0
    sharing = 0
    for other in range(players):
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
def round_value(
    tables: Any,
    seat: int,
    left: Any,
    tricks: int,
    places: Any,
    scores: Any,
    edges: Any,
    last_round: bool,
    match_weight: float,
    points: Any,
    totals: Any,
) -> float:
    """What the end of a round is worth to a seat: points above the mean of the others, and its share of the match."""
    players = tables.players
    round_points(tables, left, tricks, points)
    others = 0.0
    for other in range(players):
        totals[other] = max(tables.floor, scores[other] + points[other])
        if other != seat:
            others += points[other]
    value = points[seat] - others / (players - 1)
    if match_weight == 0.0:
        return value
    return value + match_weight * match_share(tables, seat, totals, left, places, edges, last_round)


@kernel
def value_plays(
    tables: Any,
    seat: int,
    row: Any,
    played: int,
    order: int,
    leader: int,
    gone: int,
    trick: Any,
    left: Any,
    voids: Any,
    worlds: Any,
    choices: Any,
    scores: Any,
    edges: Any,
    last_round: bool,
    match_weight: float,
    seed: int,
    values: Any,
) -> None:
    """Fills `values[world, choice]` for playing each card (as a bit) of `choices` in each world (hands by seat)."""
    players = tables.players
    dice = np.zeros(1, np.int64)
    hands = np.zeros(players, np.int64)
    tokens = np.zeros(players, np.int64)
    known = np.zeros(players, np.int64)
    strengths = np.zeros(players, np.int64)
    places = np.zeros(players, np.int64)
    later = np.zeros(10, np.int64)
    points = np.zeros(players, np.int64)
    totals = np.zeros(players, np.int64)
    trace = np.zeros(0, np.int64)
    lead_cards = tables.suit_masks[row[played]]
    for world in range(worlds.shape[0]):
        for number in range(choices.shape[0]):
            bit = choices[number]
            for each in range(players):
                hands[each] = worlds[world, each]
                tokens[each] = left[each]
                known[each] = voids[each]
                strengths[each] = trick[each]
            hands[seat] ^= bit
            is_lead = (bit & lead_cards) != 0
            if not is_lead:
                known[seat] |= 1 << row[played]
            strengths[order] = seven_strength(is_lead, tables.number_of[lowest_bit(bit)], order)
            seed_dice(dice, seed + world)
            tricks = finish_round(
                tables,
                row,
                hands,
                tokens,
                known,
                strengths,
                places,
                later,
                played,
                order + 1,
                leader,
                gone | bit,
                GREEDY,
                dice,
                trace,
            )
            values[world, number] = round_value(
                tables, seat, tokens, tricks, places, scores, edges, last_round, match_weight, points, totals
            )


@kernel
def value_prophecies(
    tables: Any,
    seat: int,
    row: Any,
    starter: int,
    gone: int,
    worlds: Any,
    choices: Any,
    scores: Any,
    last_round: bool,
    match_weight: float,
    seed: int,
    values: Any,
) -> None:
    """Fills `values[world, choice]` for each prophecy (packed) of `choices`; the others prophesy as `greedy` does."""
    players = tables.players
    dice = np.zeros(1, np.int64)
    hands = np.zeros(players, np.int64)
    told = np.zeros(players, np.int64)
    tokens = np.zeros(players, np.int64)
    known = np.zeros(players, np.int64)
    strengths = np.zeros(players, np.int64)
    places = np.zeros(players, np.int64)
    later = np.zeros(10, np.int64)
    points = np.zeros(players, np.int64)
    totals = np.zeros(players, np.int64)
    trace = np.zeros(0, np.int64)
    edges = np.zeros(players, np.int64)
    expected = np.zeros(4)
    times = np.zeros(4, np.int64)
    for i in range(10):
        times[row[i]] += 1
    for world in range(worlds.shape[0]):
        for each in range(players):
            told[each] = greedy_prophecy(tables, worlds[world, each], gone, times, expected)
        for number in range(choices.shape[0]):
            told[seat] = choices[number]
            for each in range(players):
                hands[each] = worlds[world, each]
                tokens[each] = told[each]
                known[each] = 0
                edges[each] = tokens_at(told[each], 1) + tokens_at(told[each], players)
            seed_dice(dice, seed + world)
            tricks = finish_round(
                tables, row, hands, tokens, known, strengths, places, later, 0, 0, starter, gone, GREEDY, dice, trace
            )
            values[world, number] = round_value(
                tables, seat, tokens, tricks, places, scores, edges, last_round, match_weight, points, totals
            )
