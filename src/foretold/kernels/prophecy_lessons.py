"""Training data of Prophecy: what `student` does in many matches, and what each choice scores in the real deal.

`seven_lessons.py` explains what a lesson is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from foretold.games.primitives import LIZARD, MONKEY, prophecy_points
from foretold.kernels.arrays import Numbers
from foretold.kernels.batch_prophecy import (
    BEFORE,
    BEST,
    BID,
    BID_VALUE,
    CHOSEN,
    COLUMNS,
    FAILED,
    GONE,
    HAND,
    LAID,
    LEAD,
    LEADER,
    LEAST_LIZARD,
    LEAST_MONKEY,
    LEGAL,
    OPEN,
    ORDER,
    OTHERS,
    SEAT,
    SEATS,
    SURRENDER,
    SURRENDERED,
    TRICKS_DONE,
    TRUMP,
    WON,
    ProphecyRules,
    _act,
    choose_greedy,
    choose_random,
)
from foretold.kernels.bits import count_bits, lowest_bit
from foretold.kernels.compiler import kernel
from foretold.kernels.nets import Net, best_row
from foretold.kernels.prophecy import ONLY_SHAMAN, WHOLE, ProphecyScratch, ProphecyTables
from foretold.kernels.prophecy_policy import NOT_LED, suit_to_name
from foretold.kernels.prophecy_student import (
    BID_INPUTS,
    BID_SHARED,
    CARD_INPUTS,
    CARD_SHARED,
    Facts,
    ProphecyRoom,
    bid_rows,
    card_rows,
)
from foretold.kernels.rng import below
from foretold.kernels.seven_lessons import GREEDY, OWN, RANDOM


class ProphecyMind(NamedTuple):
    """A student: its networks and the buffers to run them."""

    cards: Net
    bids: Net
    room: ProphecyRoom


class Line(NamedTuple):
    """Buffers to play one round on from a position."""

    state: Numbers
    where: Any
    action: Numbers
    points: Numbers
    scratch: ProphecyScratch
    dice: Numbers


def prophecy_line(dice: Numbers, scratch: ProphecyScratch) -> Line:
    """Returns buffers to play one round on."""
    return Line(
        np.zeros((1, COLUMNS), np.int64),
        np.ones(1, np.uint8),
        np.zeros(1, np.int64),
        np.zeros(SEATS, np.int64),
        scratch,
        dice,
    )


@kernel
def _facts(states: Numbers, b: int, tables: ProphecyTables) -> Facts:
    """Returns what the seat to act knows besides the cards."""
    players, seat = tables.players, states[b, SEAT]
    face_up = states[b, OPEN]
    known = wanted = 0
    if face_up & ~states[b, CHOSEN] == 0:
        for other in range(players):
            if other != seat and face_up >> other & 1:
                known += 1
                wanted += states[b, BID_VALUE + other] - states[b, WON + other]
    return Facts(players, tables.hand_size - tables.bid_size, tables.bonus, known, wanted)


@kernel
def _playable(states: Numbers, b: int) -> int:
    """Returns the playable cards, including those that name a suit."""
    if states[b, LEAD] == NOT_LED:
        return states[b, HAND + states[b, SEAT]] & ~ONLY_SHAMAN
    return states[b, LEGAL]


@kernel
def _numbered(states: Numbers, b: int, card: int) -> int:
    """Returns the action that plays a card; the Monkey and the Lizard name the suit that `greedy` would."""
    if states[b, LEAD] != NOT_LED or (card != MONKEY and card != LIZARD):
        return card
    seat = states[b, SEAT]
    unseen = WHOLE & ~(states[b, HAND + seat] | states[b, GONE] | states[b, BID + seat])
    named = suit_to_name(card, states[b, TRUMP], unseen)
    return (LEAST_MONKEY if card == MONKEY else LEAST_LIZARD) + named


@kernel
def _waiting_void(states: Numbers, b: int, players: int) -> int:
    """Counts the seats still to play in this trick that have failed to follow the lead suit."""
    lead, seat = states[b, LEAD], states[b, SEAT]
    void = 0
    if lead >= 0:
        for ahead in range(1, players - states[b, ORDER]):
            other = seat + ahead if seat + ahead < players else seat + ahead - players
            void += states[b, FAILED] >> 4 * other + lead & 1
    return void


@kernel
def _rows(states: Numbers, b: int, tables: ProphecyTables, mind: ProphecyMind) -> int:
    """Fills the features of all playable cards."""
    players, seat = tables.players, states[b, SEAT]
    hand = states[b, HAND + seat]
    return card_rows(
        _playable(states, b),
        hand,
        states[b, BID_VALUE + seat] - states[b, WON + seat],
        states[b, LEAD],
        states[b, TRUMP],
        states[b, BEST],
        states[b, BEFORE],
        WHOLE & ~(hand | states[b, GONE] | states[b, BID + seat]),
        tables.hand_size - tables.bid_size - states[b, TRICKS_DONE],
        players - states[b, ORDER] - 1,
        _waiting_void(states, b, players),
        _facts(states, b, tables),
        mind.room,
    )


@kernel
def _bid_rows(states: Numbers, b: int, tables: ProphecyTables, mind: ProphecyMind) -> int:
    """Fills the features of all likely bids, also while cards of the bid are being laid."""
    players, seat = tables.players, states[b, SEAT]
    order = seat - states[b, LEADER]
    if order < 0:
        order += players
    return bid_rows(
        states[b, HAND + seat] | states[b, BID + seat],
        states[b, GONE],
        states[b, TRUMP],
        tables.bid_size,
        order,
        WHOLE,
        _facts(states, b, tables),
        mind.room,
    )


@kernel
def _bid(states: Numbers, b: int, tables: ProphecyTables, mind: ProphecyMind) -> int:
    """Returns the bid of a student, as a mask."""
    count = _bid_rows(states, b, tables, mind)
    return mind.room.cards[best_row(mind.bids, mind.room.rows, count, BID_SHARED)]


@kernel
def _choose(states: Numbers, b: int, tables: ProphecyTables, mind: ProphecyMind) -> int:
    """Returns the action a student takes in a match; a bid is laid card by card."""
    players, seat = tables.players, states[b, SEAT]
    if states[b, CHOSEN] != (1 << players) - 1:
        bid, laid, legal = _bid(states, b, tables, mind), states[b, BID + seat], states[b, LEGAL]
        rest = bid & ~laid & legal
        if laid & ~bid or rest == 0:  # the cards laid belong to another bid: the network has changed since
            rest = legal
        return lowest_bit(rest)
    hand = states[b, HAND + seat]
    if states[b, LEAD] == NOT_LED and hand == ONLY_SHAMAN:
        return SURRENDER
    playable = _playable(states, b)
    if playable & (playable - 1) == 0:
        return _numbered(states, b, lowest_bit(playable))
    count = _rows(states, b, tables, mind)
    return _numbered(states, b, mind.room.cards[best_row(mind.cards, mind.room.rows, count, CARD_SHARED)])


@kernel
def choose_student(states: Numbers, chosen: Any, tables: ProphecyTables, mind: ProphecyMind, actions: Numbers) -> None:
    """Writes a student's action for each match where `chosen` is set."""
    for b in range(states.shape[0]):
        if chosen[b]:
            actions[b] = _choose(states, b, tables, mind)


@kernel
def _play_on(
    line: Line, policies: Numbers, tables: ProphecyTables, rules: ProphecyRules, own: ProphecyMind, other: ProphecyMind
) -> None:
    """Plays a round to its end by the seats' policies."""
    state, action = line.state, line.action
    last_trick = rules.hand_size - rules.bid_size
    while True:
        legal, others = state[0, LEGAL], state[0, OTHERS]
        policy = policies[state[0, SEAT]]
        if others == 0 and legal & (legal - 1) == 0:
            action[0] = lowest_bit(legal)
        elif policy == RANDOM:
            choose_random(state, line.where, line.dice, action)
        elif policy == GREEDY:
            choose_greedy(state, line.where, tables, line.scratch, action)
        elif state[0, CHOSEN] != (1 << rules.players) - 1:
            bid = _bid(state, 0, tables, own if policy == OWN else other)
            while count_bits(bid) > 1:
                _act(state, 0, lowest_bit(bid), rules.players, rules.bid_size, last_trick, rules.suit_masks)
                bid &= bid - 1
            action[0] = lowest_bit(bid)
        elif policy == OWN:
            action[0] = _choose(state, 0, tables, own)
        else:
            action[0] = _choose(state, 0, tables, other)
        if _act(state, 0, action[0], rules.players, rules.bid_size, last_trick, rules.suit_masks):
            return


@kernel
def _ahead(line: Line, seat: int, rules: ProphecyRules) -> float:
    """Returns the points of a seat above the mean of the others in a finished round."""
    own = others = 0.0
    for other_seat in range(rules.players):
        points = prophecy_points(
            line.state[0, WON + other_seat],
            line.state[0, BID_VALUE + other_seat],
            rules.bonus,
            line.state[0, SURRENDERED] == other_seat,
        )
        if other_seat == seat:
            own = points
        else:
            others += points
    return own - others / (rules.players - 1)


@kernel
def card_lessons(
    states: Numbers,
    policies: Numbers,
    going_on: Numbers,
    tables: ProphecyTables,
    rules: ProphecyRules,
    own: ProphecyMind,
    other: ProphecyMind,
    line: Line,
    rows: Any,
    values: Any,
    starts: Numbers,
) -> int:
    """Writes a lesson for every card a learning seat has to choose, as in `seven_lessons.py`."""
    players = rules.players
    last_trick = rules.hand_size - rules.bid_size
    seats = np.zeros(SEATS, np.int64)
    count = at = 0
    for b in range(states.shape[0]):
        seat = states[b, SEAT]
        playable = _playable(states, b)
        bidding = states[b, CHOSEN] != (1 << players) - 1
        if bidding or playable & (playable - 1) == 0 or policies[b, seat] != OWN:
            continue
        for player in range(players):
            seats[player] = going_on[policies[b, player]]
        choices = _rows(states, b, tables, own)
        for number in range(choices):
            for feature in range(CARD_INPUTS):
                rows[at + number, feature] = own.room.rows[number * CARD_INPUTS + feature]
        starts[count] = at
        while playable:
            for column in range(COLUMNS):
                line.state[0, column] = states[b, column]
            action = _numbered(states, b, lowest_bit(playable))
            if not _act(line.state, 0, action, players, rules.bid_size, last_trick, rules.suit_masks):
                _play_on(line, seats, tables, rules, own, other)
            values[at] = _ahead(line, seat, rules)
            playable &= playable - 1
            at += 1
        count += 1
    starts[count] = at
    return count


@kernel
def bid_lessons(
    states: Numbers,
    policies: Numbers,
    going_on: Numbers,
    tables: ProphecyTables,
    rules: ProphecyRules,
    own: ProphecyMind,
    other: ProphecyMind,
    line: Line,
    tried: int,
    rows: Any,
    values: Any,
    starts: Numbers,
) -> int:
    """Writes a lesson for every bid a learning seat has to make: `tried` likely bids each, its own first."""
    players = rules.players
    last_trick = rules.hand_size - rules.bid_size
    seats = np.zeros(SEATS, np.int64)
    count = at = 0
    kept = np.zeros((tried, BID_INPUTS))
    bids = np.zeros(tried, np.int64)
    for b in range(states.shape[0]):
        seat = states[b, SEAT]
        if states[b, CHOSEN] == (1 << players) - 1 or states[b, LAID] or policies[b, seat] != OWN:
            continue
        for player in range(players):
            seats[player] = going_on[policies[b, player]]
        choices = _bid_rows(states, b, tables, own)
        best = best_row(own.bids, own.room.rows, choices, BID_SHARED)
        starts[count] = at
        for number in range(tried):
            chosen = best if number == 0 else below(line.dice, choices)
            bids[number] = own.room.cards[chosen]
            for feature in range(BID_INPUTS):
                kept[number, feature] = own.room.rows[chosen * BID_INPUTS + feature]
        for number in range(tried):
            for column in range(COLUMNS):
                line.state[0, column] = states[b, column]
            bid = bids[number]
            while bid:
                _act(line.state, 0, lowest_bit(bid), players, rules.bid_size, last_trick, rules.suit_masks)
                bid &= bid - 1
            _play_on(line, seats, tables, rules, own, other)
            values[at] = _ahead(line, seat, rules)
            for feature in range(BID_INPUTS):
                rows[at, feature] = kept[number, feature]
            at += 1
        count += 1
    starts[count] = at
    return count
