"""Batches of Seven Prophecies matches, one action each per step (both editions, all variants).

A match is a row of `states`, in the columns named here. Observations are written after every step, for the seat to
act only: that is faster than updating those of all seats.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from foretold.games.primitives import follow, seven_strength, tokens_at
from foretold.games.seven.edition import COLOUR_CARDS, TRICKS
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bits import lowest_bit
from foretold.kernels.compiler import kernel
from foretold.kernels.deal_streams import draw, open_stream, seed_key, shuffle
from foretold.kernels.rng import below, pick, seed_dice
from foretold.kernels.seven import SevenTables, end_trick, greedy_prophecy, round_points
from foretold.kernels.seven_matches import seven_winners
from foretold.kernels.seven_policy import seven_choice

SEATS = 4  # columns reserved per seat: the maximum number of players

# The columns of a match: by seat …
HAND = 0
LEFT = HAND + SEATS  # tokens, packed by place; while prophecies are made, those prophesied
TOLD = LEFT + SEATS
PLAYED = TOLD + SEATS  # the cards of all tricks, six bits each
SCORE = PLAYED + SEATS
PLACE = SCORE + SEATS  # in the last trick
TRICK = PLACE + SEATS  # in the order played: the strengths of the running trick …
ON_TABLE = TRICK + SEATS  # … and its cards
# … of the match …
SEED = ON_TABLE + SEATS
KEY = SEED + 1  # key of the seed, four words
DICE = KEY + 4
ROUND = DICE + 1
STARTER = ROUND + 1
# … and of the round.
ROW = STARTER + 1  # the future row as suits, two bits each
OUT = ROW + 1  # first edition: the cards of the future row, six bits each
ASIDE = OUT + 1  # and those set aside face up
CHOSEN = ASIDE + 1  # number of seats that have prophesied
SEAT = CHOSEN + 1  # seat to act
LEADER = SEAT + 1
TRICKS_DONE = LEADER + 1
ORDER = TRICKS_DONE + 1  # cards in the running trick
FAILED = ORDER + 1  # the suits that seats have failed to follow, four bits each
GONE = FAILED + 1  # cards that everybody has seen
LEGAL = GONE + 1  # cards that may be played; -1 while prophecies are made
COLUMNS = LEGAL + 1


class SevenRules(NamedTuple):
    """The constants of a game that steps need; named as in `SevenTables`."""

    players: int
    size: int  # of the deck
    turned: int  # cards set aside face up
    future_of_deck: bool
    runner_up: int
    floor: int
    target: int
    rounds: int
    tie_break: int
    prizes: Numbers
    shortfalls: Numbers
    splits: Numbers
    suit_masks: Numbers
    number_of: Numbers


def seven_rules(tables: SevenTables) -> SevenRules:
    """Returns the rules of a game from its tables."""
    deck = tables.deck
    shared = {name: getattr(tables, name) for name in SevenRules._fields if hasattr(tables, name)}
    return SevenRules(**shared, size=deck.size, suit_masks=deck.suit_masks, number_of=deck.number_of)


class SevenLayout(NamedTuple):
    """Where the parts of an observation begin; the hand comes first."""

    size: int
    played: int
    trick: int
    future: int
    lead: int
    failed: int
    prophecy: int
    left: int
    chosen: int
    starter: int
    leader: int
    scores: int
    phase: int
    number: int
    round: int
    out: int  # -1 if the future row is not made of deck cards


class Course(NamedTuple):
    """How a batch runs its matches."""

    exact: bool  # exact deals from seeds; else from a fast generator
    by_round: bool  # an episode is a round
    wins: bool  # rewards are shares of a victory, else points
    skip_forced: bool  # a step continues while there is only one legal action
    most_rounds: int  # cut-off of a match without a bound


class Workspace(NamedTuple):
    """Scratch buffers of a step."""

    cards: Numbers
    lanes: Any  # words of a deal stream
    dice: Numbers
    schedule: Numbers
    points: Numbers
    edges: Numbers
    wins: Numbers


def workspace() -> Workspace:
    """Allocates the scratch buffers of one batch."""
    return Workspace(
        cards=np.zeros(80, np.int64),
        lanes=np.zeros(26, np.uint64),
        dice=np.zeros(1, np.int64),
        schedule=np.zeros(64, np.int64),
        points=np.zeros(6, np.int64),
        edges=np.zeros(6, np.int64),
        wins=np.zeros(6, np.int64),
    )


@kernel
def _deal(states: Numbers, b: int, rules: SevenRules, exact: bool, work: Workspace) -> None:
    """SP1-3, SP1-4, SP2-2, SP2-3: deals the next round."""
    players, size = rules.players, rules.size
    cards, lanes, dice = work.cards, work.lanes, work.dice
    number = states[b, ROUND]
    for i in range(size):
        cards[i] = i
    dealt = TRICKS * players
    colours = size
    for i in range(4 * COLOUR_CARDS):
        cards[colours + i] = i // COLOUR_CARDS
    starter = states[b, STARTER] + 1
    if starter == players:
        starter = 0
    if exact:
        open_stream(lanes, states[b, KEY : KEY + 4], number)
        if number == 0:
            starter = draw(lanes, players)
        shuffle(lanes, cards, 0, size)
        if not rules.future_of_deck:
            shuffle(lanes, cards, colours, 4 * COLOUR_CARDS)
    else:
        dice[0] = states[b, DICE]
        if number == 0:
            starter = below(dice, players)
        shown = dealt + TRICKS + rules.turned if rules.future_of_deck else dealt
        for i in range(shown):
            j = i + below(dice, size - i)
            cards[i], cards[j] = cards[j], cards[i]
        if not rules.future_of_deck:
            for i in range(TRICKS):
                j = i + below(dice, 4 * COLOUR_CARDS - i)
                cards[colours + i], cards[colours + j] = cards[colours + j], cards[colours + i]
        states[b, DICE] = dice[0]
    for seat in range(players):
        hand = 0
        for i in range(TRICKS * seat, TRICKS * seat + TRICKS):
            hand |= 1 << cards[i]
        states[b, HAND + seat] = hand
        states[b, LEFT + seat] = 0
        states[b, TOLD + seat] = 0
        states[b, PLAYED + seat] = 0
    row = gone = out = aside = 0
    if rules.future_of_deck:
        numbers = size // 4
        for i in range(TRICKS):
            card = cards[dealt + i]
            row |= card // numbers << 2 * i
            out |= card << 6 * i
            gone |= 1 << card
        for i in range(rules.turned):
            card = cards[dealt + TRICKS + i]
            aside |= 1 << card
            gone |= 1 << card
    else:
        for i in range(TRICKS):
            row |= cards[colours + i] << 2 * i
    states[b, ROW] = row
    states[b, OUT] = out
    states[b, ASIDE] = aside
    states[b, GONE] = gone
    states[b, STARTER] = starter
    states[b, LEADER] = starter
    states[b, CHOSEN] = 0
    states[b, SEAT] = 0
    states[b, TRICKS_DONE] = 0
    states[b, ORDER] = 0
    states[b, FAILED] = 0
    states[b, LEGAL] = -1


@kernel
def _start(states: Numbers, b: int, seed: int, rules: SevenRules, exact: bool, work: Workspace) -> None:
    """Starts the match of a seed."""
    states[b, SEED] = seed
    if exact:
        seed_key(seed, states[b, KEY : KEY + 4], work.schedule)
    else:
        seed_dice(work.dice, seed)
        states[b, DICE] = work.dice[0]
    for seat in range(rules.players):
        states[b, SCORE + seat] = 0
    states[b, ROUND] = 0
    states[b, STARTER] = 0
    _deal(states, b, rules, exact, work)


@kernel
def _observe(states: Numbers, b: int, seat: int, players: int, cards: int, layout: SevenLayout, rows: Any) -> None:
    """Writes what a seat sees, as in `foretold.adapters.observations`."""
    for i in range(layout.size):
        rows[b, i] = 0
    rest = states[b, HAND + seat]
    while rest:
        rows[b, lowest_bit(rest)] = 1
        rest &= rest - 1
    tricks, row, leader = states[b, TRICKS_DONE], states[b, ROW], states[b, LEADER]
    for i in range(TRICKS):
        rows[b, layout.future + 4 * i + (row >> 2 * i & 3)] = 1
    if states[b, CHOSEN] == players:
        failed = states[b, FAILED]
        other = seat
        for at in range(players):
            code = states[b, PLAYED + other]
            base = layout.played + cards * at
            for trick in range(1, tricks + 1):
                rows[b, base + (code & 63)] = trick
                code >>= 6
            prophecy, left, suits = states[b, TOLD + other], states[b, LEFT + other], failed >> 4 * other
            for place in range(players):
                rows[b, layout.prophecy + players * at + place] = prophecy >> 4 * place & 15
                rows[b, layout.left + players * at + place] = left >> 4 * place & 15
            for suit in range(4):
                rows[b, layout.failed + 4 * at + suit] = suits >> suit & 1
            rows[b, layout.chosen + at] = 1
            other += 1
            if other == players:
                other = 0
        at = leader - seat if leader >= seat else leader - seat + players
        for i in range(states[b, ORDER]):
            card = states[b, ON_TABLE + i]
            rows[b, layout.played + cards * at + card] = tricks + 1
            rows[b, layout.trick + cards * at + card] = 1
            at += 1
            if at == players:
                at = 0
        rows[b, layout.lead + (row >> 2 * tricks & 3)] = 1
        rows[b, layout.phase + 1] = 1
        rows[b, layout.number] = tricks + 1
    else:
        for other in range(states[b, CHOSEN]):
            rows[b, layout.chosen + (other - seat if other >= seat else other - seat + players)] = 1
        prophecy = states[b, TOLD + seat]
        for place in range(players):
            rows[b, layout.prophecy + place] = prophecy >> 4 * place & 15
        rows[b, layout.phase] = 1
    other = seat
    for at in range(players):
        rows[b, layout.scores + at] = states[b, SCORE + other]
        other += 1
        if other == players:
            other = 0
    starter = states[b, STARTER]
    rows[b, layout.starter + (starter - seat if starter >= seat else starter - seat + players)] = 1
    rows[b, layout.leader + (leader - seat if leader >= seat else leader - seat + players)] = 1
    rows[b, layout.round] = states[b, ROUND] + 1
    if layout.out >= 0:
        code = states[b, OUT]
        for number in range(1, TRICKS + 1):
            rows[b, layout.out + (code & 63)] = number
            code >>= 6
        rest = states[b, ASIDE]
        while rest:
            rows[b, layout.out + lowest_bit(rest)] = TRICKS + 1
            rest &= rest - 1


@kernel
def _show(
    states: Numbers, b: int, players: int, cards: int, layout: SevenLayout, rows: Any, mask: Any, player: Any
) -> None:
    """Fills the buffers for the seat to act."""
    seat = states[b, SEAT]
    player[b] = seat
    if rows.shape[1]:
        _observe(states, b, seat, players, cards, layout, rows)
    legal = states[b, LEGAL]
    if legal < 0:
        for i in range(cards):
            mask[b, i] = 0
        for i in range(cards, mask.shape[1]):
            mask[b, i] = 1
    else:
        for i in range(mask.shape[1]):
            mask[b, i] = 0
        while legal:
            mask[b, lowest_bit(legal)] = 1
            legal &= legal - 1


@kernel
def _end_round(
    states: Numbers,
    b: int,
    rules: SevenRules,
    course: Course,
    rewards: Any,
    results: Any,
    fulfilled: Any,
    work: Workspace,
) -> int:
    """SP1-12 … SP1-17, SP2-7 … SP2-10: scores the round; deals the next one, or starts the match whose seed is
    the last one plus the number of environments.

    Returns the value for `ends`: 1 if a round ended, 2 if the match ended, 3 if it was cut short.
    """
    players = rules.players
    points, edges, wins = work.points, work.edges, work.wins
    left, scores = states[b, LEFT : LEFT + players], states[b, SCORE : SCORE + players]
    round_points(rules, left, states[b, TRICKS_DONE], points)
    best = 0
    most = points[0]
    for seat in range(players):
        scores[seat] = max(rules.floor, scores[seat] + points[seat])
        best = max(best, scores[seat])
        most = max(most, points[seat])
        results[b, seat] = points[seat]
        fulfilled[b, seat] = left[seat] == 0
    number = states[b, ROUND] + 1
    over = best >= rules.target or number == rules.rounds
    if not course.wins:
        for seat in range(players):
            rewards[b, seat] = points[seat]
    elif course.by_round:
        winners = 0
        for seat in range(players):
            winners += points[seat] == most
        for seat in range(players):
            rewards[b, seat] = 1.0 / winners if points[seat] == most else 0.0
    elif over:
        for seat in range(players):
            prophecy = states[b, TOLD + seat]
            edges[seat] = tokens_at(prophecy, 1) + tokens_at(prophecy, players)
        seven_winners(rules.tie_break, scores, left, edges, states[b, PLACE : PLACE + players], wins)
        winners = 0
        for seat in range(players):
            winners += wins[seat]
        for seat in range(players):
            rewards[b, seat] = wins[seat] / winners
    if over or number == course.most_rounds:
        _start(states, b, states[b, SEED] + states.shape[0], rules, course.exact, work)
        return 2 if over else 3
    states[b, ROUND] = number
    _deal(states, b, rules, course.exact, work)
    return 1


@kernel
def _act(
    states: Numbers, b: int, action: int, players: int, cards: int, suits: Numbers, numbers: Numbers, splits: Numbers
) -> bool:
    """Takes a legal action; returns True if it ends the round."""
    seat = states[b, SEAT]
    tricks = states[b, TRICKS_DONE]
    following = seat + 1 if seat + 1 < players else 0
    if states[b, CHOSEN] < players:
        states[b, TOLD + seat] = splits[action - cards]
        states[b, LEFT + seat] = states[b, TOLD + seat]
        states[b, CHOSEN] += 1
        if states[b, CHOSEN] < players:
            states[b, SEAT] = following
            return False
        seat = states[b, LEADER]
    else:
        suit = states[b, ROW] >> 2 * tricks & 3
        order = states[b, ORDER]
        bit = 1 << action
        leads = bit & suits[suit] != 0
        states[b, HAND + seat] ^= bit
        states[b, GONE] |= bit
        states[b, FAILED] |= (0 if leads else 1) << 4 * seat + suit
        states[b, TRICK + order] = seven_strength(leads, numbers[action], order)
        states[b, ON_TABLE + order] = action
        states[b, PLAYED + seat] |= action << 6 * tricks
        order += 1
        if order < players:
            states[b, ORDER] = order
            seat = following
        else:
            states[b, ORDER] = 0
            seat, done = end_trick(
                players,
                states[b, LEADER],
                states[b, TRICK : TRICK + players],
                states[b, PLACE : PLACE + players],
                states[b, LEFT : LEFT + players],
            )
            tricks += 1
            states[b, TRICKS_DONE] = tricks
            if done or tricks == TRICKS:
                return True
            states[b, LEADER] = seat
    states[b, SEAT] = seat
    states[b, LEGAL] = follow(states[b, HAND + seat], suits[states[b, ROW] >> 2 * tricks & 3])
    return False


@kernel
def _is_forced(states: Numbers, b: int) -> bool:
    """True if the seat to act has only one legal action."""
    legal = states[b, LEGAL]
    return legal > 0 and legal & (legal - 1) == 0


@kernel
def reset(
    states: Numbers,
    seeds: Numbers,
    rules: SevenRules,
    layout: SevenLayout,
    course: Course,
    rows: Any,
    mask: Any,
    player: Any,
    work: Workspace,
) -> None:
    """Starts every match from its seed."""
    for b in range(states.shape[0]):
        _start(states, b, seeds[b], rules, course.exact, work)
        _show(states, b, rules.players, rules.size, layout, rows, mask, player)


@kernel
def first_illegal(states: Numbers, actions: Numbers, where: Any, rules: SevenRules) -> int:
    """Returns the first match with `where` set whose action is illegal; -1 if there is none."""
    cards = rules.size
    count = cards + rules.splits.shape[0]
    for b in range(states.shape[0]):
        if not where[b]:
            continue
        action, legal = actions[b], states[b, LEGAL]
        if legal < 0:
            if action < cards or action >= count:
                return b
        elif action < 0 or action >= cards or legal >> action & 1 == 0:
            return b
    return -1


@kernel
def step(
    states: Numbers,
    actions: Numbers,
    where: Any,
    rules: SevenRules,
    layout: SevenLayout,
    course: Course,
    rows: Any,
    mask: Any,
    player: Any,
    rewards: Any,
    ends: Any,
    results: Any,
    fulfilled: Any,
    work: Workspace,
) -> None:
    """Takes one legal action in every match where `where` is set; the others stay unchanged."""
    players, cards, skipping = rules.players, rules.size, course.skip_forced
    # Unpacked once: each access inside the loop would count references.
    suits, numbers, splits = rules.suit_masks, rules.number_of, rules.splits
    for b in range(states.shape[0]):
        for seat in range(players):
            rewards[b, seat] = 0
            results[b, seat] = 0
            fulfilled[b, seat] = 0
        ends[b] = 0
        if not where[b]:
            continue
        ended = 0
        action = actions[b]
        while True:
            if _act(states, b, action, players, cards, suits, numbers, splits):
                ended = _end_round(states, b, rules, course, rewards, results, fulfilled, work)
            if not (skipping and _is_forced(states, b)):
                break
            action = lowest_bit(states[b, LEGAL])
        ends[b] = ended
        _show(states, b, players, cards, layout, rows, mask, player)


@kernel
def observe(states: Numbers, seat: int, rules: SevenRules, layout: SevenLayout, rows: Any) -> None:
    """Writes what this seat sees in every match."""
    for b in range(states.shape[0]):
        _observe(states, b, seat, rules.players, rules.size, layout, rows)


@kernel
def choose_random(states: Numbers, chosen: Any, rules: SevenRules, dice: Numbers, actions: Numbers) -> None:
    """Draws a uniformly random legal action for each match where `chosen` is set."""
    cards, splits = rules.size, rules.splits.shape[0]
    for b in range(states.shape[0]):
        if chosen[b]:
            legal = states[b, LEGAL]
            actions[b] = cards + below(dice, splits) if legal < 0 else lowest_bit(pick(dice, legal))


@kernel
def choose_greedy(
    states: Numbers, chosen: Any, tables: SevenTables, times: Numbers, expected: Shares, actions: Numbers
) -> None:
    """Writes the action of the bot `greedy` for each match where `chosen` is set."""
    players, deck = tables.players, tables.deck
    suits = deck.suit_masks
    for b in range(states.shape[0]):
        if not chosen[b]:
            continue
        seat, row, legal = states[b, SEAT], states[b, ROW], states[b, LEGAL]
        hand, gone, tricks, order = states[b, HAND + seat], states[b, GONE], states[b, TRICKS_DONE], states[b, ORDER]
        if legal < 0:
            for suit in range(4):
                times[suit] = 0
            for i in range(TRICKS):
                times[row >> 2 * i & 3] += 1
            prophecy = greedy_prophecy(deck, hand, gone, times, expected)
            number = 0
            while tables.splits[number] != prophecy:
                number += 1
            actions[b] = deck.size + number
            continue
        if legal & (legal - 1) == 0:
            actions[b] = lowest_bit(legal)
            continue
        suit = row >> 2 * tricks & 3
        later = 0
        for trick in range(tricks + 1, TRICKS):
            later |= suits[row >> 2 * trick & 3]
        waiting = players - order - 1
        waiting_void = 0
        for ahead in range(1, waiting + 1):
            other = seat + ahead if seat + ahead < players else seat + ahead - players
            waiting_void += states[b, FAILED] >> 4 * other + suit & 1
        bit = seven_choice(
            legal,
            suits[suit],
            states[b, TRICK : TRICK + players],
            order,
            states[b, LEFT + seat],
            deck.whole & ~(hand | gone),
            TRICKS - tricks,
            waiting,
            waiting_void,
            later,
            players,
            deck.number_of,
            deck.above,
            deck.column,
        )
        actions[b] = lowest_bit(bit)
