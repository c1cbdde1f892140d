"""Features of the bot `student` in Seven Prophecies: a row for every playable card, a row for a hand and its future.

Everything is computed from what a seat knows. Like `seven_policy`, it runs both compiled and as plain Python.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from foretold.games.primitives import seven_strength, tokens_at, tokens_in
from foretold.kernels.bits import Amounts, Row, count_bits, lowest_bit
from foretold.kernels.nets import Net, Rows, best_row, run_net, take_shared
from foretold.kernels.seven_policy import holds_some, seven_promise, seven_split

PLACES = 4  # columns reserved per place: the maximum number of places
CARD_SHARED = 5 * PLACES + 9  # leading features of a card's row, shared by all cards of a decision
CARD_INPUTS = CARD_SHARED + 3 * PLACES + 14
COUNTS = 8  # number of tokens on a place: 0 to 7
SUITS, ROW_LENGTH = 4, 10
HAND_INPUTS = SUITS * ROW_LENGTH + 3 * PLACES  # further features of a hand's row, besides two per card and two per suit
MOST_CARDS = 10
MOST_NUMBERS = 13  # cards in a suit


class SevenRoom(NamedTuple):
    """Buffers for the features of one decision."""

    rows: Amounts
    cards: Any  # by row: the card, as an integer
    later: Amounts  # by card of the hand and place: its chance of that place in a later trick
    sums: Amounts  # by place: the sum of these over the hand
    now: Amounts  # by place: a card's chances in the running trick
    times: Any  # by suit: how often it leads after this trick, as integers
    order: Any  # by position in a hand's row: the suit, as an integer


def hand_inputs(numbers: int) -> int:
    """Returns the number of features of a hand if suits have so many cards."""
    return HAND_INPUTS + SUITS * (2 + 2 * numbers)


def seven_room(floats: Rows, integers: Rows) -> SevenRoom:
    """Buffers for the features of one decision."""
    size = max(MOST_CARDS * CARD_INPUTS, hand_inputs(MOST_NUMBERS))
    return SevenRoom(
        floats([0.0] * size),
        integers([0] * MOST_CARDS),
        floats([0.0] * (MOST_CARDS * PLACES)),
        floats([0.0] * PLACES),
        floats([0.0] * PLACES),
        integers([0] * SUITS),
        integers([0] * SUITS),
    )


def spread_places(stronger: int, waiting: int, beaten: float, out: Amounts, start: int) -> None:
    """Writes the chance of every place for a card that `stronger` cards beat and each waiting seat may still beat."""
    for place in range(PLACES):
        out[start + place] = 0.0
    safe = 1.0 - beaten
    if waiting == 0:
        out[start + stronger] = 1.0
    elif waiting == 1:
        out[start + stronger] = safe
        out[start + stronger + 1] = beaten
    elif waiting == 2:
        out[start + stronger] = safe * safe
        out[start + stronger + 1] = 2.0 * safe * beaten
        out[start + stronger + 2] = beaten * beaten
    else:
        out[start] = safe * safe * safe
        out[start + 1] = 3.0 * safe * safe * beaten
        out[start + 2] = 3.0 * safe * beaten * beaten
        out[start + 3] = beaten * beaten * beaten


def card_rows(
    playable: int,
    hand: int,
    unseen: int,
    row: Row,
    played: int,
    trick: Row,
    order: int,
    seat: int,
    left: Row,
    failed: Row,
    players: int,
    numbers: int,
    suit_masks: Row,
    number_of: Row,
    above: Row,
    column: Row,
    room: SevenRoom,
) -> int:
    """Fills a row for every playable card, lowest first; returns their number.

    `row` is the future row as suits, `trick` the strengths of the `order` cards played; `left` (tokens, packed by
    place) and `failed` (suits as bits) are by seat.
    """
    rows, later, sums, now, times = room.rows, room.later, room.sums, room.now, room.times
    tricks_left = ROW_LENGTH - played
    total = count_bits(unseen) + 0.001
    suit = row[played]
    lead_cards = suit_masks[suit]
    waiting = players - order - 1
    for other_suit in range(SUITS):
        times[other_suit] = 0
    for number in range(played + 1, ROW_LENGTH):
        times[row[number]] += 1
    for place in range(PLACES):
        sums[place] = 0.0
    rest = hand
    held = 0
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        if times[card // numbers] > 0:
            beaten = holds_some(count_bits(unseen & above[card]) * tricks_left / total)
        elif tricks_left > 1:
            beaten = 0.7 + 0.3 * count_bits(unseen & column[number_of[card] - 1]) / total
        else:
            beaten = 0.5
        spread_places(0, players - 1, beaten, later, PLACES * held)
        for place in range(PLACES):
            sums[place] += later[PLACES * held + place]
        held += 1
    _shared_features(rows, played, order, seat, left, failed, players, suit, (playable & lead_cards) != 0)
    waiting_void = 0
    for ahead in range(1, waiting + 1):
        other = seat + ahead if seat + ahead < players else seat + ahead - players
        waiting_void += failed[other] >> suit & 1
    lead_unseen = count_bits(unseen & lead_cards)
    follows = holds_some(lead_unseen * tricks_left / total)
    own = left[seat]
    choices = count_bits(playable)
    count = 0
    rest = hand
    held = -1
    while rest:
        card = lowest_bit(rest)
        bit = 1 << card
        rest &= rest - 1
        held += 1
        if bit & playable == 0:
            continue
        at = count * CARD_INPUTS
        if count:
            for feature in range(CARD_SHARED):
                rows[at + feature] = rows[feature]
        at += CARD_SHARED
        is_lead = (bit & lead_cards) != 0
        strength = seven_strength(is_lead, number_of[card], order)
        stronger = 0
        for i in range(order):
            if trick[i] > strength:
                stronger += 1
        higher = count_bits(unseen & above[card])
        over = count_bits(unseen & column[number_of[card] - 1]) / total
        beaten = 0.0
        if waiting:
            if is_lead:
                beaten = (waiting - waiting_void) * (follows * higher / (lead_unseen + 0.001)) / waiting
            else:
                free = (waiting - waiting_void) * (follows + (1.0 - follows) * over) + waiting_void * over
                beaten = free / waiting
        spread_places(stronger, waiting, beaten, now, 0)
        meets = then = unmet = 0.0
        for place in range(PLACES):
            chance, coming = now[place], later[PLACES * held + place]
            tokens = tokens_at(own, place + 1)
            surplus = sums[place] - coming + chance - tokens
            if tokens:
                meets += chance
                then += coming
            if surplus < 0.0:
                unmet -= surplus
            rows[at + place] = chance
            rows[at + PLACES + place] = coming
            rows[at + 2 * PLACES + place] = 0.4 * surplus
        at += 3 * PLACES
        of_suit = suit_masks[card // numbers]
        rows[at] = 1.0 if is_lead else 0.0
        rows[at + 1] = number_of[card] / numbers
        rows[at + 2] = meets
        rows[at + 3] = then if tricks_left > 1 else 0.0
        rows[at + 4] = 0.4 * unmet
        rows[at + 5] = 0.4 * times[card // numbers]
        rows[at + 6] = 0.3 * count_bits(hand & of_suit)
        rows[at + 7] = 0.25 * higher
        rows[at + 8] = 0.25 * (count_bits(unseen & of_suit) - higher)
        rows[at + 9] = over
        rows[at + 10] = count / choices
        rows[at + 11] = 0.3 * count_bits(hand & above[card])
        rows[at + 12] = 0.33 * stronger
        rows[at + 13] = beaten
        room.cards[count] = card
        count += 1
    return count


def _shared_features(
    rows: Amounts,
    played: int,
    order: int,
    seat: int,
    left: Row,
    failed: Row,
    players: int,
    suit: int,
    following: bool,
) -> None:
    """Writes the features shared by all cards of a decision: all tokens, and the progress of trick and round."""
    own = left[seat]
    tricks_left = ROW_LENGTH - played
    waiting = players - order - 1
    for place in range(PLACES):
        tokens = tokens_at(own, place + 1)
        rows[place] = 1.0 if tokens else 0.0
        rows[PLACES + place] = 0.33 * tokens
        rows[2 * PLACES + place] = 0.0
        rows[3 * PLACES + place] = 0.0
        rows[4 * PLACES + place] = 0.0
    void = 0
    fewest = 9
    others = 0
    ending = 0
    for ahead in range(1, players):
        other = seat + ahead if seat + ahead < players else seat + ahead - players
        tokens = tokens_in(left[other])
        others += tokens
        fewest = min(fewest, tokens)
        ending += 1 if tokens == 1 else 0
        if ahead <= waiting:
            void += failed[other] >> suit & 1
        for place in range(PLACES):
            wanted = tokens_at(left[other], place + 1)
            if ahead <= waiting and wanted:
                rows[2 * PLACES + place] += 1.0 / waiting
            if ahead > waiting and wanted:
                rows[3 * PLACES + place] += 1.0 / order
            if wanted and tokens == 1:
                rows[4 * PLACES + place] += 0.5
    mine = tokens_in(own)
    at = 5 * PLACES
    rows[at] = 0.1 * tricks_left
    rows[at + 1] = 0.15 * mine
    rows[at + 2] = 0.25 * (tricks_left - mine)
    rows[at + 3] = 0.25 * fewest
    rows[at + 4] = 0.15 * others / (players - 1)
    rows[at + 5] = 0.33 * ending
    rows[at + 6] = 0.33 * waiting
    rows[at + 7] = 0.33 * void
    rows[at + 8] = 1.0 if following else 0.0


def student_card(
    playable: int,
    hand: int,
    unseen: int,
    row: Row,
    played: int,
    trick: Row,
    order: int,
    seat: int,
    left: Row,
    failed: Row,
    players: int,
    numbers: int,
    suit_masks: Row,
    number_of: Row,
    above: Row,
    column: Row,
    net: Net,
    room: SevenRoom,
) -> int:
    """Returns the card the network values most; arguments as for `card_rows`."""
    count = card_rows(
        playable,
        hand,
        unseen,
        row,
        played,
        trick,
        order,
        seat,
        left,
        failed,
        players,
        numbers,
        suit_masks,
        number_of,
        above,
        column,
        room,
    )
    card: int = room.cards[best_row(net, room.rows, count, CARD_SHARED)]
    return card


def hand_row(
    hand: int,
    gone: int,
    whole: int,
    row: Row,
    order: int,
    players: int,
    numbers: int,
    suit_masks: Row,
    number_of: Row,
    above: Row,
    column: Row,
    room: SevenRoom,
) -> None:
    """Fills one row for a hand before the prophecies: suits ordered by how often they lead and are held.

    `order` is the number of seats that play before this one in the first trick; `gone` are cards everybody has seen.
    """
    rows, times, sums, ordered = room.rows, room.times, room.sums, room.order
    for suit in range(SUITS):
        times[suit] = 0
        sums[suit] = 0.0
        ordered[suit] = suit
    for number in range(ROW_LENGTH):
        times[row[number]] += 1
    for last in range(1, SUITS):
        at = last
        while at > 0 and _weight(hand, ordered[at], times, suit_masks) > _weight(
            hand, ordered[at - 1], times, suit_masks
        ):
            ordered[at], ordered[at - 1] = ordered[at - 1], ordered[at]
            at -= 1
    at = 0
    for slot in range(SUITS):
        suit = ordered[slot]
        rows[at] = 0.33 * times[suit]
        rows[at + 1] = 0.3 * count_bits(hand & suit_masks[suit])
        for number in range(numbers):
            rows[at + 2 + number] = hand >> suit * numbers + number & 1
            rows[at + 2 + numbers + number] = gone >> suit * numbers + number & 1
        at += 2 + 2 * numbers
    for number in range(ROW_LENGTH):
        for slot in range(SUITS):
            rows[at + slot] = 1.0 if ordered[slot] == row[number] else 0.0
        at += SUITS
    unseen = whole & ~(hand | gone)
    seven_promise(hand, unseen, ROW_LENGTH, times, players, suit_masks, number_of, above, column, sums)
    split = seven_split(sums, players)
    for place in range(PLACES):
        rows[at + place] = 1.0 if order == place else 0.0
        rows[at + PLACES + place] = 0.3 * sums[place]
        rows[at + 2 * PLACES + place] = 0.3 * tokens_at(split, place + 1)


def _weight(hand: int, suit: int, times: Any, suit_masks: Row) -> int:
    """Returns the sort key of a suit among the features of a hand."""
    return 16 * times[suit] + count_bits(hand & suit_masks[suit])


def student_prophecy(
    hand: int,
    gone: int,
    whole: int,
    row: Row,
    order: int,
    players: int,
    numbers: int,
    suit_masks: Row,
    number_of: Row,
    above: Row,
    column: Row,
    splits: Row,
    count: int,
    net: Net,
    room: SevenRoom,
) -> int:
    """Returns the number of the prophecy the network values most, among the first `count` of `splits`.

    Other arguments as for `hand_row`.
    """
    hand_row(hand, gone, whole, row, order, players, numbers, suit_masks, number_of, above, column, room)
    take_shared(net, room.rows, 0)
    run_net(net, room.rows, 0, 0)
    best = 0
    most = -1e30
    for number in range(count):
        value = split_value(net.answers, splits[number], players)
        if value > most:
            most = value
            best = number
    return best


def split_value(answers: Amounts, split: int, players: int) -> float:
    """Returns the worth of a prophecy: the sum of what its tokens are worth on every place."""
    value = 0.0
    for place in range(players):
        value += answers[COUNTS * place + tokens_at(split, place + 1)]
    return value
