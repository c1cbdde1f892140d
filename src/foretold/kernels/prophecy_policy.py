"""Play-out policy of Prophecy on plain numbers: which card to play, and how many tricks a hand should win.

There is no search. It estimates the chance that a card wins from the cards a seat has not seen, and plays the card
after which the expected tricks are nearest to those still wanted. Like `seven_policy`, it runs both compiled and as
plain Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from foretold.games.primitives import JAGUAR, MONKEY, NO_SUIT, SHAMAN, prophecy_strength
from foretold.kernels.bits import count_bits, lowest_bit
from foretold.kernels.seven_policy import holds_some

if TYPE_CHECKING:
    from foretold.kernels.arrays import Shares  # imported for types only: `greedy` works without NumPy

SUITED = (1 << JAGUAR) - 1  # cards with a suit
SUIT = (1 << 14) - 1  # cards of the first suit
NOT_LED = -2  # lead suit of a trick before its first card
HOPE_TRUMP = 0.09  # per player: how fast the hope of a trump falls with the number of higher ones expected against it
HOPE_PLAIN = 2.0  # the same for other suits, whatever the number of players
HOPE_SAFE = 1.0  # hope of the highest card of a plain suit, minus HOPE_RISK per player
HOPE_RISK = 0.07
OVER = 0.8  # how bad a trick too many is relative to one too few: it still scores a point
MORE = 0.9  # worth of a higher bid, relative to missing by one trick


def suit_cards(suit: int) -> int:
    """Returns the cards of a suit; none for no suit."""
    return SUIT << 14 * suit if suit >= 0 else 0


def higher_cards(suit: int, number: int) -> int:
    """Returns the cards of a suit above a number."""
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
    """Returns the chance that the strongest card of a trick stays strongest: none of the `waiting` seats beats it.

    `share` is the chance that an unseen card is in a given hand; `waiting_void` of the seats lack the lead suit, each
    other has it with the chance `follows`. `plain_beaten` is the chance that a seat without it beats a plain card.
    """
    void_beats = plain_beaten
    beaten_by = 0.0  # cards of the lead suit, or Specialists, with which a seat that can follow beats it
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
    """Returns the expected number of unseen Specialists that beat a card and that their owners will play."""
    above = 0.0
    if strength < 240 and unseen >> JAGUAR & 1:
        above += 0.6
    if strength < 150 and unseen >> MONKEY & 1:
        above += 0.4
    return above


def card_hope(card: int, trump: int, unseen: int, against: float, players: int) -> float:
    """Estimates the tricks a card will still win; `against` is the share of unseen cards in other hands."""
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
    """Estimates the tricks a hand will win."""
    hope = 0.0
    while hand:
        bit = hand & -hand
        hand ^= bit
        hope += card_hope(lowest_bit(bit), trump, unseen, against, players)
    return hope


def bid_miss(hope: float, value: float) -> float:
    """Returns how bad a bid of this value is for a hand with this hope; higher bids are a little better."""
    miss = hope - value
    return (miss if miss > 0.0 else -miss) - MORE * hope


def suit_to_name(card: int, trump: int, unseen: int) -> int:
    """Returns the suit that a led Monkey or Lizard names: the one most others can follow."""
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
    """Returns the card, as a bit, after which the expected tricks are nearest to the `wanted` ones.

    `hopes` is a buffer with a number per card.
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
                miss = -chance - to_come  # every trick still scores a point
            elif wanted == 0:
                miss = chance + 0.1 * to_come  # no trick is wanted: lose this one with a valuable card
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
