"""Sense for Prophecy, on plain numbers: which card to play, how many tricks a hand promises.

No search: the chance that a card wins, from the cards that a seat has not seen, and the card that brings the tricks
still to come nearest to those still wanted. As `seven_sense`, it runs as it is and compiled.
"""

from __future__ import annotations

from foretold.games.primitives import JAGUAR, LIZARD, MONKEY, NO_SUIT, SHAMAN, prophecy_strength
from foretold.kernels.bits import Row, count_bits, lowest_bit
from foretold.kernels.seven_sense import holds_some

NOT_LED = -2  # the lead suit of a trick before its first card
HOPE_TRUMP = 0.09  # per player: how fast the hope of a trump falls with the higher ones expected against it
HOPE_PLAIN = 2.0  # the same for other suits, whatever the number of players
HOPE_SAFE = 1.0  # the hope of the highest card of a plain suit, less HOPE_RISK per player
HOPE_RISK = 0.07
OVER = 0.8  # how bad a trick too many is, beside one too few: it is a point at least
MORE = 0.9  # how much a trick more is worth to a bid, beside one that misses by one


def win_chance(
    strength: int,
    best: int,
    lead: int,
    trump: int,
    unseen: int,
    share: float,
    waiting: int,
    waiting_void: int,
    suit_masks: Row,
    column: Row,
) -> float:
    """The chance that a card of this strength wins the trick in which `best` is the strongest so far.

    `share` is the chance of an unseen card to be in a given hand; `waiting` seats still play, `waiting_void` of them
    without the lead suit.
    """
    if strength <= best:
        return 0.0
    if waiting == 0:
        return 1.0
    trumps = unseen & suit_masks[trump] if trump >= 0 else 0
    leads = unseen & suit_masks[lead] if lead >= 0 else 0
    specialists = 0.0
    if strength < 240 and unseen >> JAGUAR & 1:
        specialists += 0.6
    if strength < 150 and unseen >> MONKEY & 1:
        specialists += 0.4
    if strength >= 200:
        number = (strength - 200) >> 1
        trumps_higher = count_bits(trumps & column[number]) if number < 14 else 0
        follower = trumps_higher if lead == trump else 0
    else:
        trumps_higher = count_bits(trumps)
        follower = 0
        if strength < 150:
            number = (strength - 100) >> 1
            follower = count_bits(leads & column[number]) if number < 14 else 0
    follows = holds_some(count_bits(leads) * share)
    void_beats = holds_some((trumps_higher + specialists) * share)
    beats = follows * holds_some((follower + specialists) * share) + (1.0 - follows) * void_beats
    chance = 1.0
    for _ in range(waiting - waiting_void):
        chance *= 1.0 - beats
    for _ in range(waiting_void):
        chance *= 1.0 - void_beats
    return chance


def card_hope(card: int, trump: int, unseen: int, against: float, players: int, above: Row) -> float:
    """About how many tricks a card will still win; `against` is the share of unseen cards in other hands."""
    if card == JAGUAR:
        return 0.97
    if card == MONKEY:
        return 0.75
    if card == SHAMAN:
        return 0.35
    if card == LIZARD:
        return 0.1
    higher = count_bits(unseen & above[card]) * against
    if card // 14 == trump:
        return 1.0 / (1.0 + HOPE_TRUMP * players * higher)
    return (HOPE_SAFE - HOPE_RISK * players) / (1.0 + HOPE_PLAIN * higher)


def hand_hope(hand: int, trump: int, unseen: int, against: float, players: int, above: Row) -> float:
    """About how many tricks a hand will win."""
    hope = 0.0
    while hand:
        bit = hand & -hand
        hand ^= bit
        hope += card_hope(lowest_bit(bit), trump, unseen, against, players, above)
    return hope


def bid_miss(hope: float, value: int) -> float:
    """How bad a bid of this value is for a hand with this hope; more tricks are a little better."""
    miss = hope - value
    return (miss if miss > 0.0 else -miss) - MORE * hope


def suit_to_name(card: int, trump: int, unseen: int, suit_masks: Row) -> int:
    """The suit that a led Monkey or Lizard names: the one most others can follow."""
    best = 0
    most = -1
    for suit in range(4):
        if card == MONKEY and suit == trump:
            continue
        count = count_bits(unseen & suit_masks[suit])
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
    suit_masks: Row,
    above: Row,
    column: Row,
) -> int:
    """The card, as a bit, after which the tricks to come are nearest to the `wanted` ones."""
    total = count_bits(unseen) + 0.001
    share = min(1.0, cards_each / total)
    against = min(1.0, cards_each * (players - 1) / total)
    hope = hand_hope(hand, trump, unseen, against, players, above)
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
                led = suit_to_name(card, trump, unseen, suit_masks)
        strength = prophecy_strength(card, led, trump, before)
        chance = win_chance(strength, best, led, trump, unseen, share, waiting, waiting_void, suit_masks, column)
        to_come = hope - card_hope(card, trump, unseen, against, players, above)
        miss = wanted - chance - to_come
        if miss < 0.0:
            miss = -OVER * miss
        if wanted == cards_each:
            miss = -chance  # every trick is needed
        elif wanted > cards_each or wanted < 0:
            miss = -chance - to_come  # the bid is missed: every trick is a point all the same
        elif wanted == 0:
            miss = chance + 0.1 * to_come  # no trick is wanted: lose this one, with a dear card
        if miss < least:
            least = miss
            chosen = bit
    return chosen


__all__ = ["NOT_LED", "NO_SUIT", "bid_miss", "card_hope", "hand_hope", "prophecy_choice", "suit_to_name", "win_chance"]
