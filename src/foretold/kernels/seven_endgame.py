"""Exact endgames of Seven Prophecies: the last tricks with all hands known, every seat playing for itself.

Each seat maximises its points above the mean of the others; ties go to the first choice in deck order. Recursive
functions can't be cached on disk, so the search is a loop: a line of play is an array of cards, and the best end is
handed back card by card.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from foretold.games.primitives import confirm, follow, seven_strength
from foretold.games.seven.edition import TRICKS as MOST_TRICKS
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bits import lowest_bit
from foretold.kernels.compiler import kernel
from foretold.kernels.outcomes import BITS
from foretold.kernels.positions import SevenPosition
from foretold.kernels.seven import SevenTables, SevenTurn, round_points, seven_scratch
from foretold.kernels.seven_search import keep_outcome, keep_track

NOT_YET = -(1 << 40)  # less than the worth of any end
# Columns of an end, each times the number of players, by seat:
AHEAD = 0  # points times the number of seats, minus everybody's points
LEFT = 1  # tokens, packed by place
PLACE = 2  # in the last trick
TAKEN = 3  # places from this trick on, BITS for each
GAINED = 4  # points
EACH = 5  # columns per seat; after those of all seats comes the number of finished tricks


class SevenLine(NamedTuple):
    """A line of play under search, by number of cards from here on, or by trick and seat."""

    hands: Numbers  # by seat: current hands
    rest: Numbers  # by card: alternatives not tried yet
    bits: Numbers  # by card: the one being tried
    movers: Numbers  # by card: its seat
    leaders: Numbers  # by trick
    strengths: Numbers  # by trick and order
    left: Numbers  # by trick and seat: tokens before the trick, packed by place
    places: Numbers  # by trick and seat
    points: Numbers  # by seat: buffer to count points
    ends: Numbers  # by card: the best end found for the seat that plays it, as columns


def seven_line(players: int) -> SevenLine:
    """Allocates the buffers for the longest line of play."""
    cards = players * MOST_TRICKS + 1
    return SevenLine(
        np.zeros(players, np.int64),
        np.zeros(cards, np.int64),
        np.zeros(cards, np.int64),
        np.zeros(cards, np.int64),
        np.zeros(MOST_TRICKS + 1, np.int64),
        np.zeros((MOST_TRICKS, players), np.int64),
        np.zeros((MOST_TRICKS + 1, players), np.int64),
        np.zeros((MOST_TRICKS, players), np.int64),
        np.zeros(players, np.int64),
        np.zeros((cards, EACH * players + 1), np.int64),
    )


@kernel
def end_trick(players: int, trick: int, strengths: Numbers, left: Numbers, places: Numbers, leaders: Numbers) -> bool:
    """Sets places, tokens left and the next leader after a trick; returns whether a seat has fulfilled all."""
    done = False
    seat = leaders[trick]
    for order in range(players):
        place = 1
        for other in range(players):
            place += strengths[trick, other] > strengths[trick, order]
        places[trick, seat] = place
        if place == 1:
            leaders[trick + 1] = seat
        left[trick + 1, seat] = confirm(left[trick, seat], place)
        done |= left[trick + 1, seat] == 0
        seat += 1
        if seat == players:
            seat = 0
    return done


@kernel
def keep_end(
    tables: SevenTables,
    trick: int,
    before: int,
    left: Numbers,
    places: Numbers,
    points: Numbers,
    ends: Numbers,
    end: int,
) -> None:
    """Writes the end of the round into the columns of a row, after `before` tricks and those of this line."""
    players = tables.players
    round_points(tables, left[trick + 1], before + trick + 1, points)
    total = 0
    for seat in range(players):
        total += points[seat]
    for seat in range(players):
        taken = 0
        for earlier in range(trick + 1):
            taken |= places[earlier, seat] << BITS * (before + earlier)
        ends[end, AHEAD * players + seat] = points[seat] * players - total
        ends[end, LEFT * players + seat] = left[trick + 1, seat]
        ends[end, PLACE * players + seat] = places[trick, seat]
        ends[end, TAKEN * players + seat] = taken
        ends[end, GAINED * players + seat] = points[seat]
    ends[end, EACH * players] = before + trick + 1


@kernel
def best_end(tables: SevenTables, at: SevenTurn, line: SevenLine, first: int) -> None:
    """Writes how the round ends into the first row of `line.ends` if the next card is one of `first` (a mask).

    `line` must hold hands, leader, tokens and the strengths of the running trick; hands are the same afterwards.
    """
    # Unpacked once: each access inside the loop would count references.
    players, suit_masks, number_of, row = tables.players, tables.deck.suit_masks, tables.deck.number_of, at.row
    hands, rest, bits, movers, leaders = line.hands, line.rest, line.bits, line.movers, line.leaders
    strengths, left, places, points, ends = line.strengths, line.left, line.places, line.points, line.ends
    columns = ends.shape[1]
    depth = 0
    rest[0] = first
    ends[0, (leaders[0] + at.order) % players] = NOT_YET
    while True:
        if rest[depth]:
            trick, order = (at.order + depth) // players, (at.order + depth) % players
            seat = (leaders[trick] + order) % players
            lead_cards = suit_masks[row[at.played + trick]]
            bit = rest[depth] & -rest[depth]
            rest[depth] ^= bit
            bits[depth], movers[depth] = bit, seat
            hands[seat] ^= bit
            strengths[trick, order] = seven_strength((bit & lead_cards) != 0, number_of[lowest_bit(bit)], order)
            depth += 1
            if order + 1 < players:
                seat = seat + 1 if seat + 1 < players else 0
            elif end_trick(players, trick, strengths, left, places, leaders) or at.played + trick + 1 == MOST_TRICKS:
                keep_end(tables, trick, at.played, left, places, points, ends, depth)
                rest[depth] = 0
                continue
            else:
                seat = leaders[trick + 1]
                lead_cards = suit_masks[row[at.played + trick + 1]]
            rest[depth] = follow(hands[seat], lead_cards)
            ends[depth, seat] = NOT_YET
        elif depth == 0:
            return
        else:
            depth -= 1
            seat = movers[depth]
            hands[seat] ^= bits[depth]
            if ends[depth + 1, seat] > ends[depth, seat]:
                for column in range(columns):
                    ends[depth, column] = ends[depth + 1, column]


@kernel
def value_endings(
    at: SevenPosition, worlds: Numbers, choices: Numbers, line: SevenLine, outcomes: Shares, tracks: Numbers
) -> None:
    """Fills `outcomes[world, choice]` for each card (as a bit) of `choices` in each world, with all hands open.

    Fills `tracks` too, if it has room, except for the cards.
    """
    tables, now = at.tables, at.turn
    players = tables.players
    scratch = seven_scratch(players, 0)
    board, ends = scratch.board, line.ends
    line.leaders[0] = now.leader
    for seat in range(players):
        scratch.edges[seat] = at.edges[seat]
        line.left[0, seat] = at.left[seat]
        line.strengths[0, seat] = at.trick[seat]
    for world in range(worlds.shape[0]):
        for seat in range(players):
            line.hands[seat] = worlds[world, seat]
        for number in range(choices.shape[0]):
            best_end(tables, now, line, choices[number])
            for seat in range(players):
                board.left[seat] = ends[0, LEFT * players + seat]
                board.places[seat] = ends[0, PLACE * players + seat]
                board.taken[seat] = ends[0, TAKEN * players + seat]
            keep_outcome(at, scratch, ends[0, EACH * players], outcomes[world, number])
            if tracks.shape[0] > 0:
                keep_track(at, scratch, ends[0, EACH * players], choices[number], tracks[world, number])
