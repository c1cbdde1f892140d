"""Features of the bot `student` in Prophecy: a row for every playable card, a row for every likely bid.

Everything is computed from what a seat knows. Like `prophecy_policy`, it runs both compiled and as plain Python.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from foretold.games.primitives import JAGUAR, LIZARD, MONKEY, NO_SUIT, SHAMAN, prophecy_strength
from foretold.kernels.bits import Amounts, count_bits, lowest_bit
from foretold.kernels.nets import Net, Rows, best_row
from foretold.kernels.prophecy_policy import (
    NOT_LED,
    SUITED,
    card_hope,
    specialists_above,
    stays_best,
    suit_cards,
    suit_to_name,
)
from foretold.kernels.seven_policy import holds_some

FEWEST_PLAYERS, PLAYER_COUNTS = 2, 5
CARD_SHARED = PLAYER_COUNTS + 24  # leading features of a card's row, shared by all cards of a decision
CARD_INPUTS = CARD_SHARED + 22
BID_SHARED = PLAYER_COUNTS + 12
BID_INPUTS = BID_SHARED + 18
MOST_CARDS = 17  # of a hand
VALUES = 13  # of a bid: 0 to 12
OF_A_VALUE = 6  # bids considered per value: those nearest to the tricks expected of the remaining cards
BEYOND = 0.5  # tricks that the remaining cards should promise beyond the bid
MOST_BIDS = VALUES * OF_A_VALUE


class ProphecyRoom(NamedTuple):
    """Buffers for the features of one decision."""

    rows: Amounts
    cards: Any  # by row: the card, or the cards of the bid, as integers
    hopes: Amounts  # by card: the tricks expected of it
    bits: Any  # the suited cards of a hand
    misses: Amounts  # by value of a bid and rank: how far the remaining cards are from what they should promise
    bids: Any  # the cards of that bid


def prophecy_room(floats: Rows, integers: Rows) -> ProphecyRoom:
    """Buffers for the features of one decision."""
    return ProphecyRoom(
        floats([0.0] * max(MOST_CARDS * CARD_INPUTS, MOST_BIDS * BID_INPUTS)),
        integers([0] * MOST_BIDS),
        floats([0.0] * (LIZARD + 1)),
        integers([0] * MOST_CARDS),
        floats([0.0] * MOST_BIDS),
        integers([0] * MOST_BIDS),
    )


class Facts(NamedTuple):
    """What is known of the round besides the cards."""

    players: int
    tricks: int  # in a whole round
    bonus: int
    known: int  # opponents whose bids lie open
    known_wanted: int  # tricks these still want; before the first trick, their bids


def clipped(value: float, most: float) -> float:
    """Clamps a value to ± `most`."""
    return min(max(value, -most), most)


def card_rows(
    playable: int,
    hand: int,
    wanted: int,
    lead: int,
    trump: int,
    best: int,
    before: int,
    unseen: int,
    cards_each: int,
    waiting: int,
    waiting_void: int,
    facts: Facts,
    room: ProphecyRoom,
) -> int:
    """Fills a row for every playable card, lowest first; returns their number. Arguments as for `prophecy_choice`."""
    rows, hopes, players = room.rows, room.hopes, facts.players
    total = count_bits(unseen) + 0.001
    share = min(1.0, cards_each / total)
    against = min(1.0, cards_each * (players - 1) / total)
    hope = spread = 0.0
    rest = hand
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        promise = card_hope(card, trump, unseen, against, players)
        hopes[card] = promise
        hope += promise
        spread += promise * (1.0 - promise)
    trumps = count_bits(unseen & suit_cards(trump))
    for count in range(PLAYER_COUNTS):
        rows[count] = 1.0 if players == count + FEWEST_PLAYERS else 0.0
    at = PLAYER_COUNTS
    rows[at] = 0.08 * cards_each
    rows[at + 1] = 0.2 * clipped(wanted, 8.0)
    rows[at + 2] = 1.0 if wanted == 0 else 0.0
    rows[at + 3] = 1.0 if wanted < 0 else 0.0
    rows[at + 4] = 1.0 if wanted > cards_each else 0.0
    rows[at + 5] = 1.0 if wanted == cards_each else 0.0
    rows[at + 6] = 0.2 * hope
    rows[at + 7] = 0.3 * clipped(hope - wanted, 5.0)
    rows[at + 8] = waiting / (players - 1)
    rows[at + 9] = waiting_void / (players - 1)
    rows[at + 10] = 1.0 if lead == NOT_LED else 0.0
    rows[at + 11] = 1.0 if lead >= 0 and lead == trump else 0.0
    rows[at + 12] = 1.0 if trump == NO_SUIT else 0.0
    rows[at + 13] = 0.1 * trumps
    rows[at + 14] = 0.2 * count_bits(hand & suit_cards(trump))
    rows[at + 15] = against
    rows[at + 16] = 1.0 if best >= 200 else 0.0
    rows[at + 17] = 1.0 if hand >> JAGUAR & 1 else 0.0
    rows[at + 18] = 1.0 if hand >> MONKEY & 1 else 0.0
    rows[at + 19] = 0.15 * facts.bonus
    rows[at + 20] = 0.25 * count_bits(unseen & ~SUITED)
    rows[at + 21] = 0.3 * spread
    rows[at + 22] = facts.known / (players - 1)
    rows[at + 23] = 0.2 * clipped(facts.known_wanted, 8.0)
    plain_beaten = holds_some((trumps + specialists_above(0, unseen)) * share)
    choices = count_bits(playable)
    number = 0
    rest = playable
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        at = number * CARD_INPUTS
        if number:
            for feature in range(CARD_SHARED):
                rows[at + feature] = rows[feature]
        at += CARD_SHARED
        led = lead
        if lead == NOT_LED:
            if card < JAGUAR:
                led = card // 14
            elif card == JAGUAR:
                led = trump
            else:
                led = suit_to_name(card, trump, unseen)
        strength = prophecy_strength(card, led, trump, before)
        chance = 0.0
        if strength > best:
            chance = 1.0
            if waiting > 0:
                follows = holds_some(count_bits(unseen & suit_cards(led)) * share)
                chance = stays_best(strength, follows, plain_beaten, led, trump, unseen, share, waiting, waiting_void)
        to_come = hope - hopes[card]
        miss = clipped(wanted - chance - to_come, 5.0)
        own = unseen_of_suit = higher = 0
        if card < JAGUAR:
            of_suit = suit_cards(card // 14)
            own = count_bits(hand & of_suit)
            unseen_of_suit = count_bits(unseen & of_suit)
            higher = count_bits(unseen & of_suit & (-2 << card))
        rows[at] = 1.0 if card < JAGUAR and card // 14 == trump else 0.0
        rows[at + 1] = 1.0 if card < JAGUAR and card // 14 == led else 0.0
        rows[at + 2] = 1.0 if card == JAGUAR else 0.0
        rows[at + 3] = 1.0 if card == MONKEY else 0.0
        rows[at + 4] = 1.0 if card == SHAMAN else 0.0
        rows[at + 5] = 1.0 if card == LIZARD else 0.0
        rows[at + 6] = 0.07 * (card % 14 + 1) if card < JAGUAR else 0.0
        rows[at + 7] = chance
        rows[at + 8] = 2.0 * chance * (1.0 - chance)
        rows[at + 9] = 0.2 * to_come
        rows[at + 10] = 0.4 * miss
        rows[at + 11] = 0.4 * max(miss, -miss)
        rows[at + 12] = hopes[card]
        rows[at + 13] = 0.2 * higher
        rows[at + 14] = 0.15 * (unseen_of_suit - higher)
        rows[at + 15] = 0.2 * own
        rows[at + 16] = 1.0 if strength > best else 0.0
        rows[at + 17] = 1.0 if waiting == 0 and strength > best else 0.0
        rows[at + 18] = 1.0 if own == 1 else 0.0
        rows[at + 19] = chance if wanted > 0 else -chance
        rows[at + 20] = number / choices
        rows[at + 21] = hopes[card] * (1.0 - hopes[card])
        room.cards[number] = card
        number += 1
    return number


def student_card(
    playable: int,
    hand: int,
    wanted: int,
    lead: int,
    trump: int,
    best: int,
    before: int,
    unseen: int,
    cards_each: int,
    waiting: int,
    waiting_void: int,
    facts: Facts,
    net: Net,
    room: ProphecyRoom,
) -> int:
    """Returns the card the network values most; arguments as for `card_rows`."""
    count = card_rows(
        playable,
        hand,
        wanted,
        lead,
        trump,
        best,
        before,
        unseen,
        cards_each,
        waiting,
        waiting_void,
        facts,
        room,
    )
    card: int = room.cards[best_row(net, room.rows, count, CARD_SHARED)]
    return card


def _note_bid(value: int, kept: float, bid: int, room: ProphecyRoom) -> None:
    """Keeps a bid if it is among those of its value nearest to the tricks expected of the remaining cards."""
    misses, bids = room.misses, room.bids
    miss = kept - value - BEYOND
    if miss < 0.0:
        miss = -miss
    at = value * OF_A_VALUE + OF_A_VALUE - 1
    first = value * OF_A_VALUE
    if miss >= misses[at]:
        return
    while at > first and misses[at - 1] > miss:
        misses[at], bids[at] = misses[at - 1], bids[at - 1]
        at -= 1
    misses[at], bids[at] = miss, bid


def likely_bids(hand: int, bid_size: int, hope: float, room: ProphecyRoom) -> int:
    """Fills `room.cards` with the likely bids; returns their number. `room.hopes` must be those of the hand."""
    bits, hopes, misses = room.bits, room.hopes, room.misses
    for at in range(MOST_BIDS):
        misses[at] = 1e9
    count = 0
    rest = hand & SUITED
    while rest:
        bits[count] = lowest_bit(rest)
        rest &= rest - 1
        count += 1
    for a in range(count):
        one, one_value = hope - hopes[bits[a]], bits[a] // 14
        for b in range(a + 1, count):
            two, two_value, two_bid = one - hopes[bits[b]], one_value + bits[b] // 14, 1 << bits[a] | 1 << bits[b]
            if bid_size == 2:
                _note_bid(two_value, two, two_bid, room)
                continue
            for c in range(b + 1, count):
                three, three_value, three_bid = two - hopes[bits[c]], two_value + bits[c] // 14, two_bid | 1 << bits[c]
                if bid_size == 3:
                    _note_bid(three_value, three, three_bid, room)
                    continue
                for d in range(c + 1, count):
                    _note_bid(three_value + bits[d] // 14, three - hopes[bits[d]], three_bid | 1 << bits[d], room)
    likely = 0
    for at in range(MOST_BIDS):
        if misses[at] < 1e8:
            room.cards[likely] = room.bids[at]
            likely += 1
    return likely


def bid_rows(
    hand: int, shown: int, trump: int, bid_size: int, order: int, whole: int, facts: Facts, room: ProphecyRoom
) -> int:
    """Fills a row for every likely bid of a hand; returns their number.

    `shown` are the cards of bids that lie open; `order` seats play before this one in the first trick.
    """
    rows, hopes, players = room.rows, room.hopes, facts.players
    unseen = whole & ~(hand | shown)
    against = min(1.0, facts.tricks * (players - 1) / (count_bits(unseen) + 0.001))
    hope = 0.0
    rest = hand
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        hopes[card] = card_hope(card, trump, unseen, against, players)
        hope += hopes[card]
    for count in range(PLAYER_COUNTS):
        rows[count] = 1.0 if players == count + FEWEST_PLAYERS else 0.0
    at = PLAYER_COUNTS
    rows[at] = 1.0 if trump == NO_SUIT else 0.0
    rows[at + 1] = facts.known / (players - 1)
    rows[at + 2] = facts.known_wanted / facts.tricks
    rows[at + 3] = order / (players - 1)
    rows[at + 4] = 0.2 * hope
    rows[at + 5] = hope / facts.tricks
    rows[at + 6] = 1.0 if hand >> JAGUAR & 1 else 0.0
    rows[at + 7] = 1.0 if hand >> MONKEY & 1 else 0.0
    rows[at + 8] = 1.0 if hand >> SHAMAN & 1 else 0.0
    rows[at + 9] = 1.0 if hand >> LIZARD & 1 else 0.0
    rows[at + 10] = 0.2 * count_bits(hand & suit_cards(trump))
    rows[at + 11] = 0.15 * facts.bonus
    bids = likely_bids(hand, bid_size, hope, room)
    for number in range(bids):
        at = number * BID_INPUTS
        if number:
            for feature in range(BID_SHARED):
                rows[at + feature] = rows[feature]
        _bid_features(hand, room.cards[number], trump, facts, room, at + BID_SHARED)
    return bids


def _bid_features(hand: int, bid: int, trump: int, facts: Facts, room: ProphecyRoom, at: int) -> None:
    """Writes what distinguishes a bid: its value, and the tricks expected of the remaining cards."""
    rows, hopes = room.rows, room.hopes
    value = 0
    laid = 0.0
    rest = bid
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        value += card // 14
        laid += hopes[card]
    kept = spread = 0.0
    sure = dead = 0
    hand &= ~bid
    rest = hand
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        promise = hopes[card]
        kept += promise
        spread += promise * (1.0 - promise)
        sure += 1 if promise > 0.6 else 0
        dead += 1 if promise < 0.1 else 0
    voids = fresh = longest = 0
    for suit in range(4):
        held = count_bits(hand & suit_cards(suit))
        longest = max(longest, held)
        if held == 0 and suit != trump:
            voids += 1
            fresh += 1 if bid & suit_cards(suit) else 0
    beyond = clipped(kept - value, 4.0)
    trumps = count_bits(hand & suit_cards(trump))
    rows[at] = 0.15 * value
    rows[at + 1] = 0.2 * kept
    rows[at + 2] = 0.4 * beyond
    rows[at + 3] = 0.4 * max(beyond, -beyond)
    rows[at + 4] = 0.4 * max(-beyond, 0.0)
    rows[at + 5] = 1.0 if value == 0 else 0.0
    rows[at + 6] = 0.2 * trumps
    rows[at + 7] = 0.3 * spread
    rows[at + 8] = 0.3 * fresh
    rows[at + 9] = 0.3 * voids
    rows[at + 10] = 0.15 * longest
    rows[at + 11] = 0.25 * sure
    rows[at + 12] = 0.12 * dead
    rows[at + 13] = 0.5 * laid
    rows[at + 14] = value / facts.tricks
    rows[at + 15] = kept / facts.tricks
    rows[at + 16] = 0.3 * trumps if voids else 0.0
    rows[at + 17] = 0.4 * max(beyond - 1.0, 1.0 - beyond)


def student_bid(
    hand: int,
    shown: int,
    trump: int,
    bid_size: int,
    order: int,
    whole: int,
    facts: Facts,
    net: Net,
    room: ProphecyRoom,
) -> int:
    """Returns the bid the network values most, as a mask; arguments as for `bid_rows`."""
    count = bid_rows(hand, shown, trump, bid_size, order, whole, facts, room)
    bid: int = room.cards[best_row(net, room.rows, count, BID_SHARED)]
    return bid
