"""Training data of Seven Prophecies: what `student` does in many matches, and what each choice scores in the real deal.

A lesson is a decision: a row of features for every choice, and the points above the mean of the others that it scores
if the seats' policies play on from there. `seer` estimates the same by sampling deals; a lesson sees one deal only.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from foretold.games.primitives import tokens_at
from foretold.games.seven.edition import TRICKS
from foretold.kernels.arrays import Numbers, Shares, floats, integers
from foretold.kernels.batch_seven import (
    CHOSEN,
    COLUMNS,
    FAILED,
    GONE,
    HAND,
    LEADER,
    LEFT,
    LEGAL,
    ORDER,
    ROW,
    SEAT,
    SEATS,
    STARTER,
    TRICK,
    TRICKS_DONE,
    SevenRules,
    _act,
    choose_greedy,
    choose_random,
)
from foretold.kernels.bits import lowest_bit
from foretold.kernels.compiler import kernel
from foretold.kernels.nets import Net
from foretold.kernels.rng import below
from foretold.kernels.seven import (
    SevenBoard,
    SevenTables,
    SevenTurn,
    finish_round,
    greedy_prophecy,
    round_points,
    seven_scratch,
)
from foretold.kernels.seven_student import (
    CARD_INPUTS,
    SevenRoom,
    card_rows,
    seven_room,
    student_card,
    student_prophecy,
)

RANDOM, GREEDY, OWN, OTHER = range(4)  # policies of seats: OWN is learning, OTHER is a frozen student


class SevenMind(NamedTuple):
    """A student: its networks and the buffers to run them."""

    cards: Net
    splits: Net
    room: SevenRoom
    row: Numbers  # the future row as suits
    failed: Numbers  # by seat: suits as bits


class Line(NamedTuple):
    """Buffers to play one round on from a position."""

    state: Numbers
    where: Any
    action: Numbers
    points: Numbers
    times: Numbers
    expected: Shares
    dice: Numbers
    board: SevenBoard  # where all play on as `greedy`
    row: Numbers  # the future row as suits


def seven_mind(cards: Net, splits: Net) -> SevenMind:
    """Returns a student with these networks."""
    return SevenMind(cards, splits, seven_room(floats, integers), np.zeros(TRICKS, np.int64), np.zeros(SEATS, np.int64))


def seven_line(dice: Numbers) -> Line:
    """Returns buffers to play one round on."""
    return Line(
        np.zeros((1, COLUMNS), np.int64),
        np.ones(1, np.uint8),
        np.zeros(1, np.int64),
        np.zeros(SEATS, np.int64),
        np.zeros(4, np.int64),
        np.zeros(4),
        dice,
        seven_scratch(SEATS, 0).board,
        np.zeros(TRICKS, np.int64),
    )


@kernel
def _read(states: Numbers, b: int, players: int, mind: SevenMind) -> None:
    """Unpacks a match into the student's buffers."""
    code = states[b, ROW]
    for number in range(TRICKS):
        mind.row[number] = code >> 2 * number & 3
    code = states[b, FAILED]
    for seat in range(players):
        mind.failed[seat] = code >> 4 * seat & 15


@kernel
def _rows(states: Numbers, b: int, tables: SevenTables, mind: SevenMind) -> int:
    """Fills the features of all playable cards."""
    deck, players, seat = tables.deck, tables.players, states[b, SEAT]
    _read(states, b, players, mind)
    hand = states[b, HAND + seat]
    return card_rows(
        states[b, LEGAL],
        hand,
        deck.whole & ~(hand | states[b, GONE]),
        mind.row,
        states[b, TRICKS_DONE],
        states[b, TRICK : TRICK + players],
        states[b, ORDER],
        seat,
        states[b, LEFT : LEFT + players],
        mind.failed,
        players,
        deck.size // 4,
        deck.suit_masks,
        deck.number_of,
        deck.above,
        deck.column,
        mind.room,
    )


@kernel
def _prophesy(states: Numbers, b: int, tables: SevenTables, mind: SevenMind) -> int:
    """Returns the number of the prophecy that a student makes."""
    deck, players, seat = tables.deck, tables.players, states[b, SEAT]
    _read(states, b, players, mind)
    order = seat - states[b, STARTER]
    if order < 0:
        order += players
    return student_prophecy(
        states[b, HAND + seat],
        states[b, GONE],
        deck.whole,
        mind.row,
        order,
        players,
        deck.size // 4,
        deck.suit_masks,
        deck.number_of,
        deck.above,
        deck.column,
        tables.splits,
        tables.splits.shape[0],
        mind.splits,
        mind.room,
    )


@kernel
def _choose(states: Numbers, b: int, tables: SevenTables, mind: SevenMind) -> int:
    """Returns the action a student takes in a match."""
    deck, players, seat, legal = tables.deck, tables.players, states[b, SEAT], states[b, LEGAL]
    if legal < 0:
        return deck.size + _prophesy(states, b, tables, mind)
    if legal & (legal - 1) == 0:
        return lowest_bit(legal)
    _read(states, b, players, mind)
    hand = states[b, HAND + seat]
    return student_card(
        legal,
        hand,
        deck.whole & ~(hand | states[b, GONE]),
        mind.row,
        states[b, TRICKS_DONE],
        states[b, TRICK : TRICK + players],
        states[b, ORDER],
        seat,
        states[b, LEFT : LEFT + players],
        mind.failed,
        players,
        deck.size // 4,
        deck.suit_masks,
        deck.number_of,
        deck.above,
        deck.column,
        mind.cards,
        mind.room,
    )


@kernel
def choose_student(states: Numbers, chosen: Any, tables: SevenTables, mind: SevenMind, actions: Numbers) -> None:
    """Writes a student's action for each match where `chosen` is set."""
    for b in range(states.shape[0]):
        if chosen[b]:
            actions[b] = _choose(states, b, tables, mind)


@kernel
def _finish_greedy(line: Line, tables: SevenTables) -> int:
    """Plays the tricks of a line to the end of the round, all seats as `greedy`; returns how many are done."""
    state, board, players = line.state, line.board, tables.players
    for number in range(TRICKS):
        line.row[number] = state[0, ROW] >> 2 * number & 3
    for seat in range(players):
        board.hands[seat] = state[0, HAND + seat]
        board.left[seat] = state[0, LEFT + seat]
        board.voids[seat] = state[0, FAILED] >> 4 * seat & 15
        board.trick[seat] = state[0, TRICK + seat]
    turn = SevenTurn(line.row, state[0, TRICKS_DONE], state[0, ORDER], state[0, LEADER], state[0, GONE])
    return int(finish_round(tables.deck, turn, board, GREEDY, TRICKS))


@kernel
def _play_on(
    line: Line, policies: Numbers, tables: SevenTables, rules: SevenRules, own: SevenMind, other: SevenMind
) -> None:
    """Plays a round to its end by the seats' policies and counts the points."""
    state, action = line.state, line.action
    players = rules.players
    greedy = True
    for seat in range(players):
        greedy &= policies[seat] == GREEDY
    while True:
        if greedy and state[0, CHOSEN] == players:
            tricks = _finish_greedy(line, tables)
            round_points(rules, line.board.left, tricks, line.points)
            return
        seat, legal = state[0, SEAT], state[0, LEGAL]
        policy = policies[seat]
        if legal > 0 and legal & (legal - 1) == 0:
            action[0] = lowest_bit(legal)
        elif policy == RANDOM:
            choose_random(state, line.where, rules, line.dice, action)
        elif policy == GREEDY:
            choose_greedy(state, line.where, tables, line.times, line.expected, action)
        elif policy == OWN:
            action[0] = _choose(state, 0, tables, own)
        else:
            action[0] = _choose(state, 0, tables, other)
        if _act(state, 0, action[0], rules.players, rules.size, rules.suit_masks, rules.number_of, rules.splits):
            break
    round_points(rules, state[0, LEFT : LEFT + players], state[0, TRICKS_DONE], line.points)


@kernel
def _worth(
    states: Numbers,
    b: int,
    action: int,
    line: Line,
    policies: Numbers,
    tables: SevenTables,
    rules: SevenRules,
    own: SevenMind,
    other: SevenMind,
) -> float:
    """Returns the points above the mean of the others that an action scores for the seat to act."""
    players, seat = rules.players, states[b, SEAT]
    for column in range(COLUMNS):
        line.state[0, column] = states[b, column]
    if _act(line.state, 0, action, players, rules.size, rules.suit_masks, rules.number_of, rules.splits):
        round_points(rules, line.state[0, LEFT : LEFT + players], line.state[0, TRICKS_DONE], line.points)
    else:
        _play_on(line, policies, tables, rules, own, other)
    others = 0.0
    for player in range(players):
        if player != seat:
            others += line.points[player]
    return line.points[seat] - others / (players - 1)


@kernel
def card_lessons(
    states: Numbers,
    policies: Numbers,
    going_on: Numbers,
    tables: SevenTables,
    rules: SevenRules,
    own: SevenMind,
    other: SevenMind,
    line: Line,
    rows: Any,
    values: Any,
    starts: Numbers,
) -> int:
    """Writes a lesson for every card a learning seat has to choose; returns the number of lessons.

    `policies` are by match and seat. `going_on` maps each policy to the one that plays on after the choice. The rows of
    lesson i begin at `starts[i]` and end before `starts[i + 1]`.
    """
    seats = np.zeros(SEATS, np.int64)
    count = at = 0
    for b in range(states.shape[0]):
        legal = states[b, LEGAL]
        if legal < 0 or legal & (legal - 1) == 0 or policies[b, states[b, SEAT]] != OWN:
            continue
        for seat in range(rules.players):
            seats[seat] = going_on[policies[b, seat]]
        choices = _rows(states, b, tables, own)
        for number in range(choices):
            for feature in range(CARD_INPUTS):
                rows[at + number, feature] = own.room.rows[number * CARD_INPUTS + feature]
        starts[count] = at
        rest = legal
        while rest:
            values[at] = _worth(states, b, lowest_bit(rest), line, seats, tables, rules, own, other)
            rest &= rest - 1
            at += 1
        count += 1
    starts[count] = at
    return count


@kernel
def split_lessons(
    states: Numbers,
    policies: Numbers,
    going_on: Numbers,
    tables: SevenTables,
    rules: SevenRules,
    own: SevenMind,
    other: SevenMind,
    line: Line,
    tried: int,
    rows: Any,
    values: Any,
    splits: Numbers,
) -> int:
    """Writes a lesson for every prophecy a learning seat has to make, `tried` prophecies each; returns their number.

    The first two are those of the student and of `greedy`; the others differ from one of these by one to three tokens.
    """
    players, size = rules.players, rules.size
    seats = np.zeros(SEATS, np.int64)
    inputs = own.splits.inputs
    count = 0
    for b in range(states.shape[0]):
        seat = states[b, SEAT]
        if states[b, LEGAL] >= 0 or policies[b, seat] != OWN:
            continue
        for player in range(players):
            seats[player] = going_on[policies[b, player]]
        mine = tables.splits[_prophesy(states, b, tables, own)]
        for feature in range(inputs):
            rows[count, feature] = own.room.rows[feature]
        for suit in range(4):
            line.times[suit] = own.room.times[suit]
        usual = greedy_prophecy(tables.deck, states[b, HAND + seat], states[b, GONE], line.times, line.expected)
        for number in range(tried):
            split = mine if number % 2 == 0 else usual
            if number > 1:
                for _ in range(1 + below(line.dice, 3)):
                    source, target = below(line.dice, players), below(line.dice, players)
                    if tokens_at(split, source + 1):
                        split += (1 << 4 * target) - (1 << 4 * source)
            action = 0
            while tables.splits[action] != split:
                action += 1
            splits[count * tried + number] = split
            values[count * tried + number] = _worth(states, b, size + action, line, seats, tables, rules, own, other)
        count += 1
    return count
