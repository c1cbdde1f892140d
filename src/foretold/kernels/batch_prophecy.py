"""Batches of Prophecy matches, one action each per step (2 to 6 players, all variants).

A match is a row of `states`, in the columns named here. A bid is laid card by card, as in the other adapters.
Observations are written after every step.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from foretold.games.primitives import (
    JAGUAR,
    LIZARD,
    MONKEY,
    NO_SUIT,
    SHAMAN,
    follow_or_specialist,
    prophecy_lead,
    prophecy_points,
    prophecy_strength,
)
from foretold.kernels.arrays import Numbers
from foretold.kernels.batch_seven import Course, Workspace
from foretold.kernels.bits import count_bits, lowest_bit, nth_bit
from foretold.kernels.compiler import kernel
from foretold.kernels.deal_streams import draw, open_stream, seed_key, shuffle
from foretold.kernels.prophecy import (
    CARDS,
    ONLY_SHAMAN,
    SPECIALISTS,
    WHOLE,
    ProphecyScratch,
    ProphecyTables,
    greedy_bid,
)
from foretold.kernels.prophecy_policy import NOT_LED, SUITED, prophecy_choice, suit_to_name
from foretold.kernels.rng import below, seed_dice

SEATS = 6  # columns reserved per seat: the maximum number of players

# The columns of a match: by seat …
HAND = 0
BID = HAND + SEATS  # the cards laid
BID_VALUE = BID + SEATS  # the sum of their values
WON = BID_VALUE + SEATS
SCORE = WON + SEATS
MET = SCORE + SEATS  # rounds in which the bid was met
EARLY = MET + SEATS  # the cards of the first ten tricks, six bits each …
LATE = EARLY + SEATS  # … and of the others
ON_TABLE = LATE + SEATS  # the cards of the running trick, in the order played
# … of the match …
SEED = ON_TABLE + SEATS
KEY = SEED + 1  # key of the seed, four words
DICE = KEY + 4
ROUND = DICE + 1
DEALER = ROUND + 1
# … and of the round.
TRUMP = DEALER + 1
OPEN = TRUMP + 1  # the seats, as bits, that bid first and face up (PR-5)
CHOSEN = OPEN + 1  # the seats, as bits, whose bids are complete
LAST_LAID = CHOSEN + 1  # last card of the bid being laid, -1 before the first
LAID = LAST_LAID + 1  # number of cards it has
SEAT = LAID + 1  # seat to act
LEADER = SEAT + 1
TRICKS_DONE = LEADER + 1
ORDER = TRICKS_DONE + 1  # seats that have acted in the running trick
LEAD = ORDER + 1  # NOT_LED before the first card
BEST = LEAD + 1  # strongest card so far …
BEST_SEAT = BEST + 1  # … and its seat
BEFORE = BEST_SEAT + 1  # the strength of the card played last
NAMED = BEFORE + 1  # 1 + the suit that the Monkey named, and the Lizard's in the next four bits
FAILED = NAMED + 1  # the suits that seats have failed to follow, four bits each
GONE = FAILED + 1  # cards that everybody has seen
SURRENDERED = GONE + 1  # seat that surrendered, or -1
LEGAL = SURRENDERED + 1  # cards that may be laid or played
OTHERS = LEGAL + 1  # other legal actions: naming a suit with the Monkey or the Lizard, surrendering
COLUMNS = OTHERS + 1

LEAST_MONKEY = CARDS  # number of the first of these other actions
LEAST_LIZARD = CARDS + 4
SURRENDER = CARDS + 8
ACTIONS = CARDS + 9
ALL_SUITS = 15
_EARLY_TRICKS = 10


class ProphecyRules(NamedTuple):
    """The constants of a game that steps need."""

    players: int
    hand_size: int
    bid_size: int
    bonus: int
    suit_masks: Numbers
    wheel: Numbers  # the trump of each round


def prophecy_rules(tables: ProphecyTables, wheel: Numbers) -> ProphecyRules:
    """Returns the rules of a game from its tables and its wheel."""
    return ProphecyRules(tables.players, tables.hand_size, tables.bid_size, tables.bonus, tables.suit_masks, wheel)


class ProphecyLayout(NamedTuple):
    """Where the parts of an observation begin; the hand comes first."""

    size: int
    played: int
    trick: int
    bid: int
    bid_known: int
    bid_value: int
    won: int
    lead: int
    named: int
    trump: int
    failed: int
    chosen: int
    open: int
    dealer: int
    leader: int
    surrendered: int
    scores: int
    fulfilled: int
    phase: int
    number: int
    round: int


@kernel
def _next_bidder(states: Numbers, b: int, players: int) -> None:
    """PR-5: returns who bids next: first those who bid face up, then the others, each in seat order."""
    chosen, face_up = states[b, CHOSEN], states[b, OPEN]
    waiting = face_up & ~chosen
    if waiting == 0:
        waiting = ((1 << players) - 1) & ~chosen
    states[b, SEAT] = lowest_bit(waiting)
    states[b, LAST_LAID] = -1
    states[b, LAID] = 0


@kernel
def _deal(states: Numbers, b: int, rules: ProphecyRules, exact: bool, work: Workspace) -> None:
    """PR-2, PR-3: deals the next round."""
    players, size = rules.players, rules.hand_size
    cards, lanes, dice = work.cards, work.lanes, work.dice
    number = states[b, ROUND]
    for i in range(CARDS):
        cards[i] = i
    dealer = states[b, DEALER] + 1
    if dealer == players:
        dealer = 0
    if exact:
        open_stream(lanes, states[b, KEY : KEY + 4], number)
        if number == 0:
            dealer = draw(lanes, players)
        shuffle(lanes, cards, 0, CARDS)
    else:
        dice[0] = states[b, DICE]
        if number == 0:
            dealer = below(dice, players)
        for i in range(min(CARDS - 1, size * players)):
            j = i + below(dice, CARDS - i)
            cards[i], cards[j] = cards[j], cards[i]
        states[b, DICE] = dice[0]
    best = 0
    for seat in range(players):
        hand = 0
        for i in range(size * seat, size * seat + size):
            hand |= 1 << cards[i]
        states[b, HAND + seat] = hand
        states[b, BID + seat] = 0
        states[b, BID_VALUE + seat] = 0
        states[b, WON + seat] = 0
        states[b, EARLY + seat] = 0
        states[b, LATE + seat] = 0
        best = max(best, states[b, SCORE + seat])
    face_up = 0
    if players >= 3 and 0 < number < rules.wheel.shape[0] - 1:
        for seat in range(players):
            face_up |= (1 if states[b, SCORE + seat] == best else 0) << seat
    states[b, OPEN] = face_up
    states[b, CHOSEN] = 0
    states[b, TRUMP] = rules.wheel[number]
    states[b, DEALER] = dealer
    states[b, LEADER] = dealer + 1 if dealer + 1 < players else 0
    states[b, TRICKS_DONE] = 0
    states[b, ORDER] = 0
    states[b, LEAD] = NOT_LED
    states[b, BEST] = 0
    states[b, BEST_SEAT] = 0
    states[b, BEFORE] = 0
    states[b, NAMED] = 0
    states[b, FAILED] = 0
    states[b, GONE] = 0
    states[b, SURRENDERED] = -1
    _next_bidder(states, b, players)
    _list_legal(states, b, players, rules.bid_size, rules.suit_masks)


@kernel
def _start(states: Numbers, b: int, seed: int, rules: ProphecyRules, exact: bool, work: Workspace) -> None:
    """Starts the match of a seed."""
    states[b, SEED] = seed
    if exact:
        seed_key(seed, states[b, KEY : KEY + 4], work.schedule)
    else:
        seed_dice(work.dice, seed)
        states[b, DICE] = work.dice[0]
    for seat in range(rules.players):
        states[b, SCORE + seat] = 0
        states[b, MET + seat] = 0
    states[b, ROUND] = 0
    states[b, DEALER] = 0
    _deal(states, b, rules, exact, work)


@kernel
def _list_legal(states: Numbers, b: int, players: int, bid_size: int, suits: Numbers) -> None:
    """PR-4, PR-7 … PR-9, PR-13: lists what the seat to act may do."""
    hand = states[b, HAND + states[b, SEAT]]
    legal = others = 0
    if states[b, CHOSEN] != (1 << players) - 1:
        # Suited cards after the last one laid, with enough cards after them to complete the bid.
        rest = hand & SUITED & (-2 << states[b, LAST_LAID] if states[b, LAID] else -1)
        for _ in range(count_bits(rest) - (bid_size - states[b, LAID] - 1)):
            low = rest & -rest
            legal |= low
            rest ^= low
    else:
        lead = states[b, LEAD]
        if lead == NOT_LED:
            if hand == ONLY_SHAMAN:
                others = 1 << SURRENDER - CARDS
            else:
                trump = states[b, TRUMP]
                legal = hand & ~(ONLY_SHAMAN | 1 << MONKEY | 1 << LIZARD)
                if hand >> MONKEY & 1:
                    others |= ALL_SUITS if trump == NO_SUIT else ALL_SUITS & ~(1 << trump)
                if hand >> LIZARD & 1:
                    others |= ALL_SUITS << LEAST_LIZARD - CARDS
        elif lead == NO_SUIT:
            legal = hand
        else:
            legal = follow_or_specialist(hand, suits[lead], SPECIALISTS)
    states[b, LEGAL] = legal
    states[b, OTHERS] = others


@kernel
def _observe(states: Numbers, b: int, seat: int, players: int, layout: ProphecyLayout, rows: Any) -> None:
    """Writes what a seat sees, as in `foretold.adapters.observations`."""
    for i in range(layout.size):
        rows[b, i] = 0
    rest = states[b, HAND + seat]
    while rest:
        rows[b, lowest_bit(rest)] = 1
        rest &= rest - 1
    tricks, order, lead = states[b, TRICKS_DONE], states[b, ORDER], states[b, LEAD]
    chosen, face_up, failed = states[b, CHOSEN], states[b, OPEN], states[b, FAILED]
    shown = face_up if face_up & ~chosen == 0 else 0
    early = min(tricks, _EARLY_TRICKS)
    other = seat
    for at in range(players):
        base = layout.played + CARDS * at
        code = states[b, EARLY + other]
        for trick in range(1, early + 1):
            rows[b, base + (code & 63)] = trick
            code >>= 6
        code = states[b, LATE + other]
        for trick in range(_EARLY_TRICKS + 1, tricks + 1):
            rows[b, base + (code & 63)] = trick
            code >>= 6
        suits = failed >> 4 * other
        for suit in range(4):
            rows[b, layout.failed + 4 * at + suit] = suits >> suit & 1
        if at == 0 or shown >> other & 1:
            rest = states[b, BID + other]
            while rest:
                rows[b, layout.bid + CARDS * at + lowest_bit(rest)] = 1
                rest &= rest - 1
            rows[b, layout.bid_known + at] = chosen >> other & 1
            rows[b, layout.bid_value + at] = states[b, BID_VALUE + other] if chosen >> other & 1 else 0
        rows[b, layout.won + at] = states[b, WON + other]
        rows[b, layout.chosen + at] = chosen >> other & 1
        rows[b, layout.open + at] = face_up >> other & 1
        rows[b, layout.scores + at] = states[b, SCORE + other]
        rows[b, layout.fulfilled + at] = states[b, MET + other]
        other += 1
        if other == players:
            other = 0
    first = states[b, SEAT] - order
    if first < 0:
        first += players
    at = first - seat if first >= seat else first - seat + players
    for i in range(order):
        card = states[b, ON_TABLE + i]
        rows[b, layout.played + CARDS * at + card] = tricks + 1
        rows[b, layout.trick + CARDS * at + card] = 1
        at += 1
        if at == players:
            at = 0
    if lead >= 0:
        rows[b, layout.lead + lead] = 1
    named = states[b, NAMED]
    if named & 15:
        rows[b, layout.named + (named & 15) - 1] = 1
    if named >> 4:
        rows[b, layout.named + 4 + (named >> 4) - 1] = 1
    if states[b, TRUMP] >= 0:
        rows[b, layout.trump + states[b, TRUMP]] = 1
    dealer, leader, surrendered = states[b, DEALER], states[b, LEADER], states[b, SURRENDERED]
    rows[b, layout.dealer + (dealer - seat if dealer >= seat else dealer - seat + players)] = 1
    rows[b, layout.leader + (leader - seat if leader >= seat else leader - seat + players)] = 1
    if surrendered >= 0:
        at = surrendered - seat if surrendered >= seat else surrendered - seat + players
        rows[b, layout.surrendered + at] = 1
    if chosen == (1 << players) - 1:
        rows[b, layout.phase + 1] = 1
        rows[b, layout.number] = tricks + 1
    else:
        rows[b, layout.phase] = 1
    rows[b, layout.round] = states[b, ROUND] + 1


@kernel
def _show(states: Numbers, b: int, players: int, layout: ProphecyLayout, rows: Any, mask: Any, player: Any) -> None:
    """Fills the buffers for the seat to act."""
    seat = states[b, SEAT]
    player[b] = seat
    if rows.shape[1]:
        _observe(states, b, seat, players, layout, rows)
    for i in range(ACTIONS):
        mask[b, i] = 0
    rest = states[b, LEGAL]
    while rest:
        mask[b, lowest_bit(rest)] = 1
        rest &= rest - 1
    rest = states[b, OTHERS]
    while rest:
        mask[b, CARDS + lowest_bit(rest)] = 1
        rest &= rest - 1


@kernel
def _end_round(
    states: Numbers,
    b: int,
    rules: ProphecyRules,
    course: Course,
    rewards: Any,
    results: Any,
    fulfilled: Any,
    work: Workspace,
) -> int:
    """PR-15 … PR-17: scores the round and deals the next one, or the next match.

    Returns 1 if a round ended, 2 if the match ended.
    """
    players, points = rules.players, work.points
    most = best = 0
    for seat in range(players):
        surrendered = states[b, SURRENDERED] == seat
        won, bid = states[b, WON + seat], states[b, BID_VALUE + seat]
        points[seat] = prophecy_points(won, bid, rules.bonus, surrendered)
        met = won == bid and not surrendered
        states[b, SCORE + seat] += points[seat]
        states[b, MET + seat] += 1 if met else 0
        most = max(most, points[seat])
        best = max(best, 64 * states[b, SCORE + seat] + states[b, MET + seat])
        results[b, seat] = points[seat]
        fulfilled[b, seat] = met
    number = states[b, ROUND] + 1
    over = number == rules.wheel.shape[0]
    if not course.wins:
        for seat in range(players):
            rewards[b, seat] = points[seat]
    elif course.by_round or over:
        winners = 0
        for seat in range(players):
            total = points[seat] if course.by_round else 64 * states[b, SCORE + seat] + states[b, MET + seat]
            work.wins[seat] = 1 if total == (most if course.by_round else best) else 0
            winners += work.wins[seat]
        for seat in range(players):
            rewards[b, seat] = work.wins[seat] / winners
    if over:
        _start(states, b, states[b, SEED] + states.shape[0], rules, course.exact, work)
        return 2
    states[b, ROUND] = number
    _deal(states, b, rules, course.exact, work)
    return 1


@kernel
def _lay(states: Numbers, b: int, card: int, players: int, bid_size: int) -> None:
    """PR-4, PR-5: adds a card to the bid; the last one completes it."""
    seat = states[b, SEAT]
    states[b, HAND + seat] ^= 1 << card
    states[b, BID + seat] |= 1 << card
    states[b, LAST_LAID] = card
    states[b, LAID] += 1
    states[b, BID_VALUE + seat] += card // 14
    if states[b, LAID] < bid_size:
        return
    states[b, CHOSEN] |= 1 << seat
    if states[b, OPEN] >> seat & 1 and states[b, OPEN] & ~states[b, CHOSEN] == 0:
        for other in range(players):
            if states[b, OPEN] >> other & 1:
                states[b, GONE] |= states[b, BID + other]
    if states[b, CHOSEN] == (1 << players) - 1:
        states[b, SEAT] = states[b, LEADER]
    else:
        _next_bidder(states, b, players)


@kernel
def _act(states: Numbers, b: int, action: int, players: int, bid_size: int, last_trick: int, suits: Numbers) -> bool:
    """Takes a legal action; returns True if it ends the round."""
    if states[b, CHOSEN] != (1 << players) - 1:
        _lay(states, b, action, players, bid_size)
        _list_legal(states, b, players, bid_size, suits)
        return False
    seat, tricks, order = states[b, SEAT], states[b, TRICKS_DONE], states[b, ORDER]
    following = seat + 1 if seat + 1 < players else 0
    card, named = action, NO_SUIT
    if action == SURRENDER:
        card = SHAMAN
    elif action >= LEAST_LIZARD:
        card, named = LIZARD, action - LEAST_LIZARD
    elif action >= LEAST_MONKEY:
        card, named = MONKEY, action - LEAST_MONKEY
    states[b, HAND + seat] ^= 1 << card
    states[b, GONE] |= 1 << card
    states[b, ON_TABLE + order] = card
    if tricks < _EARLY_TRICKS:
        states[b, EARLY + seat] |= card << 6 * tricks
    else:
        states[b, LATE + seat] |= card << 6 * (tricks - _EARLY_TRICKS)
    if action == SURRENDER:
        states[b, SURRENDERED] = seat
        states[b, LEADER] = following
    else:
        lead, trump = states[b, LEAD], states[b, TRUMP]
        if lead == NOT_LED:
            lead = prophecy_lead(card, named, trump)
            states[b, LEAD] = lead
            if named >= 0:
                states[b, NAMED] |= named + 1 << (0 if card == MONKEY else 4)
        elif lead >= 0 and card < JAGUAR and card // 14 != lead:
            states[b, FAILED] |= 1 << 4 * seat + lead
        strength = prophecy_strength(card, lead, trump, states[b, BEFORE])
        states[b, BEFORE] = strength
        if strength > states[b, BEST]:
            states[b, BEST] = strength
            states[b, BEST_SEAT] = seat
    order += 1
    if order == players:
        following = states[b, BEST_SEAT]
        states[b, WON + following] += 1
        tricks += 1
        states[b, TRICKS_DONE] = tricks
        if tricks == last_trick:
            return True
        order = 0
        states[b, LEADER] = following
        states[b, LEAD] = NOT_LED
        states[b, BEST] = 0
        states[b, BEFORE] = 0
    states[b, ORDER] = order
    states[b, SEAT] = following
    _list_legal(states, b, players, bid_size, suits)
    return False


@kernel
def reset(
    states: Numbers,
    seeds: Numbers,
    rules: ProphecyRules,
    layout: ProphecyLayout,
    course: Course,
    rows: Any,
    mask: Any,
    player: Any,
    work: Workspace,
) -> None:
    """Starts every match from its seed."""
    for b in range(states.shape[0]):
        _start(states, b, seeds[b], rules, course.exact, work)
        _show(states, b, rules.players, layout, rows, mask, player)


@kernel
def first_illegal(states: Numbers, actions: Numbers, where: Any) -> int:
    """Returns the first match with `where` set whose action is illegal; -1 if there is none."""
    for b in range(states.shape[0]):
        if not where[b]:
            continue
        action = actions[b]
        if action < 0 or action >= ACTIONS:
            return b
        if (states[b, LEGAL] >> action if action < CARDS else states[b, OTHERS] >> action - CARDS) & 1 == 0:
            return b
    return -1


@kernel
def step(
    states: Numbers,
    actions: Numbers,
    where: Any,
    rules: ProphecyRules,
    layout: ProphecyLayout,
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
    players, bid_size, skipping = rules.players, rules.bid_size, course.skip_forced
    last_trick, suits = rules.hand_size - bid_size, rules.suit_masks
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
            if _act(states, b, action, players, bid_size, last_trick, suits):
                ended = _end_round(states, b, rules, course, rewards, results, fulfilled, work)
            legal, others = states[b, LEGAL], states[b, OTHERS]
            if not skipping or count_bits(legal) + count_bits(others) != 1:
                break
            action = lowest_bit(legal) if legal else CARDS + lowest_bit(others)
        ends[b] = ended
        _show(states, b, players, layout, rows, mask, player)


@kernel
def observe(states: Numbers, seat: int, rules: ProphecyRules, layout: ProphecyLayout, rows: Any) -> None:
    """Writes what this seat sees in every match."""
    for b in range(states.shape[0]):
        _observe(states, b, seat, rules.players, layout, rows)


@kernel
def choose_random(states: Numbers, chosen: Any, dice: Numbers, actions: Numbers) -> None:
    """Draws a uniformly random legal action for each match where `chosen` is set."""
    for b in range(states.shape[0]):
        if chosen[b]:
            legal, others = states[b, LEGAL], states[b, OTHERS]
            count = count_bits(legal)
            at = below(dice, count + count_bits(others))
            actions[b] = lowest_bit(nth_bit(legal, at) if at < count else nth_bit(others, at - count))
            actions[b] += 0 if at < count else CARDS


@kernel
def choose_greedy(
    states: Numbers, chosen: Any, tables: ProphecyTables, scratch: ProphecyScratch, actions: Numbers
) -> None:
    """Writes the action of the bot `greedy` for each match where `chosen` is set."""
    players = tables.players
    for b in range(states.shape[0]):
        if not chosen[b]:
            continue
        seat, lead, trump = states[b, SEAT], states[b, LEAD], states[b, TRUMP]
        hand, gone, laid = states[b, HAND + seat], states[b, GONE], states[b, BID + seat]
        if states[b, CHOSEN] != (1 << players) - 1:
            # The whole bid is chosen from the whole hand before its first card, and again before each further card.
            bid = greedy_bid(tables, hand | laid, gone, trump, scratch) & ~laid
            actions[b] = lowest_bit(bid)
            continue
        if lead == NOT_LED and hand == ONLY_SHAMAN:
            actions[b] = SURRENDER
            continue
        playable = hand & ~ONLY_SHAMAN if lead == NOT_LED else states[b, LEGAL]
        unseen = WHOLE & ~(hand | gone | laid)
        bit = playable
        if playable & (playable - 1):
            order = states[b, ORDER]
            waiting_void = 0
            if lead >= 0:
                for ahead in range(1, players - order):
                    other = seat + ahead if seat + ahead < players else seat + ahead - players
                    waiting_void += states[b, FAILED] >> 4 * other + lead & 1
            bit = prophecy_choice(
                playable,
                hand,
                states[b, BID_VALUE + seat] - states[b, WON + seat],
                lead,
                trump,
                states[b, BEST],
                states[b, BEFORE],
                unseen,
                tables.hand_size - tables.bid_size - states[b, TRICKS_DONE],
                players,
                players - order - 1,
                waiting_void,
                scratch.board.hopes,
            )
        card = lowest_bit(bit)
        if lead == NOT_LED and card in (MONKEY, LIZARD):
            first = LEAST_MONKEY if card == MONKEY else LEAST_LIZARD
            actions[b] = first + suit_to_name(card, trump, unseen)
        else:
            actions[b] = card
