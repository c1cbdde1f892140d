"""Compiled matches of Seven Prophecies: a row for every seat and round, and a log to replay them.

`seven_winners` is a compiled copy of `winners_of` in games/seven/scoring.py, which decides the tie-break;
tests/arena/test_statistics.py checks that both agree.
"""

from __future__ import annotations

import numpy as np

from foretold.games.primitives import follow, tokens_in
from foretold.games.seven.edition import COLOUR_CARDS as COLOURS
from foretold.games.seven.edition import TRICKS
from foretold.kernels.arrays import Numbers
from foretold.kernels.compiler import kernel
from foretold.kernels.rng import below, seed_dice
from foretold.kernels.seven import (
    FEWEST_ON_EDGES,
    NEAREST_TO_LAST,
    RANDOM,
    SevenTables,
    SevenTurn,
    count_leads,
    finish_round,
    greedy_prophecy,
    round_points,
    seven_scratch,
)

COLOUR_CARDS = 4 * COLOURS  # all tokens


def seven_log_width(tables: SevenTables) -> int:
    """Returns the size of a round's log: starter, deck, colour cards, splits, cards played."""
    return 1 + tables.deck.size + COLOUR_CARDS + tables.players + TRICKS * tables.players


@kernel
def seven_decisions(
    tables: SevenTables, row: Numbers, hands: Numbers, trace: Numbers, tricks: int, decisions: Numbers
) -> None:
    """Counts the decisions of each seat: its prophecy, and every card with an alternative; `hands` are used up."""
    players = tables.players
    for seat in range(players):
        decisions[seat] = 1
    for i in range(tricks * players):
        bit = 1 << trace[i]
        seat = 0
        while hands[seat] & bit == 0:
            seat += 1
        playable = follow(hands[seat], tables.deck.suit_masks[row[i // players]])
        if playable & (playable - 1):
            decisions[seat] += 1
        hands[seat] ^= bit


@kernel
def seven_winners(
    tie_break: int, scores: Numbers, left: Numbers, edges: Numbers, places: Numbers, wins: Numbers
) -> None:
    """SP1-15 … SP1-17, SP2-10: sets `wins` to 1 for every seat that has won the match, else to 0; all by seat.

    Of the last round, `left` has the tokens left, `edges` those on the first and last place, `places` the last trick's.
    """
    players = scores.shape[0]
    best = scores[0]
    for seat in range(1, players):
        best = max(best, scores[seat])
    for seat in range(players):
        wins[seat] = 1 if scores[seat] == best else 0
    if tie_break == FEWEST_ON_EDGES:
        fewest = 99
        for seat in range(players):
            if wins[seat]:
                fewest = min(fewest, edges[seat])
        for seat in range(players):
            if edges[seat] != fewest:
                wins[seat] = 0
    elif tie_break == NEAREST_TO_LAST:
        last = 0
        for seat in range(players):
            if wins[seat] and left[seat] == 0:
                last = max(last, places[seat])
        for seat in range(players):
            if last and places[seat] != last:
                wins[seat] = 0


@kernel
def seven_matches(
    tables: SevenTables, base: int, first: int, count: int, policy: int, rows: Numbers, log: Numbers
) -> tuple[int, int]:
    """Plays matches from number `first` on while `rows` has room; returns the numbers of matches and rows.

    The randomness of a match depends on `base` and its number alone. Columns of `rows` are those of statistics/rows.py;
    `log` keeps as many rounds of the last match as it has room for.
    """
    players = tables.players
    cards = tables.deck.size
    numbers = cards // 4
    scratch = seven_scratch(players, TRICKS * players)
    board, prophecies, edges, gained = scratch.board, scratch.told, scratch.edges, scratch.points
    times, expected = scratch.times, scratch.expected
    dice, hands, left, voids, trace = board.dice, board.hands, board.left, board.voids, board.trace
    deck = np.zeros(cards, np.int64)
    colours = np.zeros(COLOUR_CARDS, np.int64)
    row = np.zeros(TRICKS, np.int64)
    dealt = np.zeros(players, np.int64)
    scores = np.zeros(players, np.int64)
    wins = np.zeros(players, np.int64)
    decisions = np.zeros(players, np.int64)
    used = 0
    for match in range(count):
        seed_dice(dice, base + first + match)
        for i in range(cards):
            deck[i] = i
        for i in range(COLOUR_CARDS):
            colours[i] = i // COLOURS
        scores[:] = 0
        starter = below(dice, players)
        at = used
        number = 0
        over = False
        while not over:
            if at + players > rows.shape[0]:
                return match, used
            dealing = cards - 1 if tables.future_of_deck else TRICKS * players
            for i in range(dealing):
                j = i + below(dice, cards - i)
                deck[i], deck[j] = deck[j], deck[i]
            seen = 0
            if not tables.future_of_deck:
                for i in range(TRICKS):
                    j = i + below(dice, COLOUR_CARDS - i)
                    colours[i], colours[j] = colours[j], colours[i]
                    row[i] = colours[i]
            else:
                for i in range(TRICKS):
                    row[i] = deck[TRICKS * players + i] // numbers
                for i in range(TRICKS * (players + 1) + tables.turned):
                    seen |= (1 << deck[i]) if i >= TRICKS * players else 0
            count_leads(row, times)
            for seat in range(players):
                hand = 0
                for i in range(TRICKS * seat, TRICKS * seat + TRICKS):
                    hand |= 1 << deck[i]
                hands[seat] = hand
                dealt[seat] = hand
                voids[seat] = 0
                if policy == RANDOM:
                    prophecies[seat] = tables.splits[below(dice, tables.splits.shape[0])]
                else:
                    prophecies[seat] = greedy_prophecy(tables.deck, hand, seen, times, expected)
                left[seat] = prophecies[seat]
                edges[seat] = (prophecies[seat] & 15) + (prophecies[seat] >> 4 * (players - 1) & 15)
            tricks = finish_round(tables.deck, SevenTurn(row, 0, 0, starter, seen), board, policy, TRICKS)
            round_points(tables, left, tricks, gained)
            best = 0
            for seat in range(players):
                scores[seat] = max(tables.floor, scores[seat] + gained[seat])
                best = max(best, scores[seat])
            seven_decisions(tables, row, dealt, trace, tricks, decisions)
            if number < log.shape[0]:
                log[number, 0] = starter
                to = 1
                for i in range(cards):
                    log[number, to + i] = deck[i]
                to += cards
                for i in range(COLOUR_CARDS):
                    log[number, to + i] = colours[i]
                to += COLOUR_CARDS
                for seat in range(players):
                    log[number, to + seat] = prophecies[seat]
                to += players
                for i in range(tricks * players):
                    log[number, to + i] = trace[i]
            number += 1
            over = best >= tables.target or number == tables.rounds
            for seat in range(players):
                tokens = tokens_in(left[seat])
                rows[at, 0] = first + match
                rows[at, 1] = number
                rows[at, 2] = seat
                rows[at, 3] = seat - starter if seat >= starter else seat - starter + players
                rows[at, 4] = prophecies[seat]
                rows[at, 5] = 7
                rows[at, 6] = 7 - tokens
                rows[at, 7] = 1 if tokens == 0 else 0
                rows[at, 8] = tricks
                rows[at, 9] = gained[seat]
                rows[at, 10] = scores[seat]
                rows[at, 11] = decisions[seat]
                at += 1
            starter = starter + 1 if starter + 1 < players else 0
        seven_winners(tables.tie_break, scores, left, edges, board.places, wins)
        for i in range(used, at):
            rows[i, 12] = wins[(i - used) % players]
            rows[i, 13] = number
        used = at
    return count, used
