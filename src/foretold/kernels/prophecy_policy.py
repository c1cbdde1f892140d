"""Play-out policy of Prophecy on plain numbers: which card to play, how many tricks a hand is worth.

No search: the chance that a card wins, from the cards that a seat has not seen, and the card that brings the tricks
still to come nearest to those still wanted. As `seven_sense`, it runs as it is and compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from foretold.games.primitives import JAGUAR, MONKEY, NO_SUIT, SHAMAN, prophecy_strength
from foretold.kernels.bits import count_bits, lowest_bit
from foretold.kernels.seven_policy import holds_some

if TYPE_CHECKING:
    from foretold.kernels.arrays import Shares  # with NumPy, which `greedy` does without

SUITED = (1 << JAGUAR) - 1  # the cards with a suit
SUIT = (1 << 14) - 1  # those of the first one
NOT_LED = -2  # the lead suit of a trick before its first card
HOPE_TRUMP = 0.09  # per player: how fast the hope of a trump falls with the higher ones expected against it
HOPE_PLAIN = 2.0  # the same for other suits, whatever the number of players
HOPE_SAFE = 1.0  # the hope of the highest card of a plain suit, less HOPE_RISK per player
HOPE_RISK = 0.07
OVER = 0.8  # how bad a trick too many is, beside one too few: it is a point at least
MORE = 0.9  # how much a trick more is worth to a bid, beside one that misses by one


def suit_cards(suit: int) -> int:
    """The cards of a suit; none without one."""
    return SUIT << 14 * suit if suit >= 0 else 0


def higher_cards(suit: int, number: int) -> int:
    """The cards of a suit above a number."""
    return (SUIT >> number) << number + 14 * suit if suit >= 0 else 0


def stays_best(
    strength: int,
    follows: float,
    plain_beaten: float,
    lead: int,
    trump: int,
    unseen: int,
    share: float,
    waiting: int,
    waiting_void: int,
) -> float:
    """The chance that a card, now the strongest of a trick, stays it: none of the `waiting` seats beats it.

    `share` is the chance of an unseen card to be in a given hand; `waiting_void` of the seats lack the lead suit, each
    other one has it by the chance `follows`. `plain_beaten` is the chance that a seat without it beats a plain card.
    """
    void_beats = plain_beaten
    beaten_by = 0.0  # cards of the lead suit, or Specialists, that a seat which can follow beats it with
    if strength < 150:
        higher = count_bits(unseen & higher_cards(lead, (strength - 100) >> 1))
        beaten_by = higher + specialists_above(strength, unseen)
    elif strength < 200:
        beaten_by = specialists_above(strength, unseen)
        void_beats = holds_some((count_bits(unseen & suit_cards(trump)) + beaten_by) * share)
    else:
        higher = count_bits(unseen & higher_cards(trump, (strength - 200) >> 1))
        beaten_by = specialists_above(strength, unseen)
        void_beats = holds_some((higher + beaten_by) * share)
        if lead == trump:
            beaten_by = higher + beaten_by
    beats = follows * holds_some(beaten_by * share) + (1.0 - follows) * void_beats
    chance = 1.0
    for _ in range(waiting - waiting_void):
        chance *= 1.0 - beats
    for _ in range(waiting_void):
        chance *= 1.0 - void_beats
    return chance


def specialists_above(strength: int, unseen: int) -> float:
    """The unseen Specialists that beat a card, as far as their owners will play them."""
    above = 0.0
    if strength < 240 and unseen >> JAGUAR & 1:
        above += 0.6
    if strength < 150 and unseen >> MONKEY & 1:
        above += 0.4
    return above


def card_hope(card: int, trump: int, unseen: int, against: float, players: int) -> float:
    """About how many tricks a card will still win; `against` is the share of unseen cards in other hands."""
    if card < JAGUAR:
        higher = count_bits(unseen & suit_cards(card // 14) & (-2 << card)) * against
        if card // 14 == trump:
            return 1.0 / (1.0 + HOPE_TRUMP * players * higher)
        return (HOPE_SAFE - HOPE_RISK * players) / (1.0 + HOPE_PLAIN * higher)
    if card == JAGUAR:
        return 0.97
    if card == MONKEY:
        return 0.75
    return 0.35 if card == SHAMAN else 0.1


def hand_hope(hand: int, trump: int, unseen: int, against: float, players: int) -> float:
    """About how many tricks a hand will win."""
    hope = 0.0
    while hand:
        bit = hand & -hand
        hand ^= bit
        hope += card_hope(lowest_bit(bit), trump, unseen, against, players)
    return hope


def bid_miss(hope: float, value: float) -> float:
    """How bad a bid of this value is for a hand with this hope; more tricks are a little better."""
    miss = hope - value
    return (miss if miss > 0.0 else -miss) - MORE * hope


def suit_to_name(card: int, trump: int, unseen: int) -> int:
    """The suit that a led Monkey or Lizard names: the one most others can follow."""
    best = 0
    most = -1
    for suit in range(4):
        if card == MONKEY and suit == trump:
            continue
        count = count_bits(unseen & suit_cards(suit))
        if count > most:
            most = count
            best = suit
    return best


def prophecy_choice(
    playable: int,
    hand: int,
    wanted: int,
    lead: int,
    trump: int,
    best: int,
    before: int,
    unseen: int,
    cards_each: int,
    players: int,
    waiting: int,
    waiting_void: int,
    hopes: Shares | list[float],
) -> int:
    """The card, as a bit, after which the tricks to come are nearest to the `wanted` ones.

    `hopes` is room for a number by card.
    """
    total = count_bits(unseen) + 0.001
    share = min(1.0, cards_each / total)
    against = min(1.0, cards_each * (players - 1) / total)
    needs_all = wanted == cards_each
    missed = wanted > cards_each or wanted < 0
    hope = 0.0
    if not needs_all:
        rest = hand
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            hopes[card] = card_hope(card, trump, unseen, against, players)
            hope += hopes[card]
    plain_beaten = follows = 0.0
    if waiting > 0:
        trumps = count_bits(unseen & suit_cards(trump))
        plain_beaten = holds_some((trumps + specialists_above(0, unseen)) * share)
        follows = holds_some(count_bits(unseen & suit_cards(lead)) * share)
    followed = lead
    chosen = 0
    least = 1e9
    rest = playable
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = lowest_bit(bit)
        led = lead
        if lead == NOT_LED:
            if card < JAGUAR:
                led = card // 14
            elif card == JAGUAR:
                led = trump
            else:
                led = suit_to_name(card, trump, unseen)
            if led != followed:
                follows = holds_some(count_bits(unseen & suit_cards(led)) * share)
                followed = led
        strength = prophecy_strength(card, led, trump, before)
        chance = 0.0
        if strength > best:
            chance = 1.0
            if waiting > 0:
                chance = stays_best(strength, follows, plain_beaten, led, trump, unseen, share, waiting, waiting_void)
        if needs_all:
            miss = -chance
        else:
            to_come = hope - hopes[card]
            if missed:
                miss = -chance - to_come  # every trick is a point all the same
            elif wanted == 0:
                miss = chance + 0.1 * to_come  # no trick is wanted: lose this one, with a dear card
            else:
                miss = wanted - chance - to_come
                if miss < 0.0:
                    miss = -OVER * miss
        if miss < least:
            least = miss
            chosen = bit
    return chosen


__all__ = [
    "NOT_LED",
    "NO_SUIT",
    "SUITED",
    "bid_miss",
    "card_hope",
    "hand_hope",
    "prophecy_choice",
    "stays_best",
    "suit_to_name",
]
