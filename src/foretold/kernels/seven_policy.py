"""Play-out policy of Seven Prophecies on plain numbers: which card to play, and which places a hand should take.

There is no search, only a few chances estimated from the cards a seat has not seen. The bot `greedy` runs it as plain
Python, play-outs run it compiled.
"""

from __future__ import annotations

from foretold.games.primitives import tokens_at
from foretold.kernels.bits import Amounts, Row, count_bits, lowest_bit

KEEP = 0.8  # weight of a card's use in later tricks against playing it now


def holds_some(expected: float) -> float:
    """Returns the chance to hold at least one card if so many are expected: about 1 - exp(-expected)."""
    return 1.0 - 1.0 / (1.0 + expected + 0.5 * expected * expected + expected * expected * expected / 6.0)


def token_chance(left: int, stronger: int, waiting: int, beaten: float) -> float:
    """Returns the chance that a card confirms a token of its owner.

    `stronger` cards already beat it; each of `waiting` seats (at most 3) will beat it with the chance `beaten`.
    """
    first = 1.0 if tokens_at(left, stronger + 1) else 0.0
    if waiting == 0:
        return first
    second = 1.0 if tokens_at(left, stronger + 2) else 0.0
    safe = 1.0 - beaten
    if waiting == 1:
        return safe * first + beaten * second
    third = 1.0 if tokens_at(left, stronger + 3) else 0.0
    if waiting == 2:
        return safe * safe * first + 2.0 * safe * beaten * second + beaten * beaten * third
    fourth = 1.0 if tokens_at(left, stronger + 4) else 0.0
    return (
        safe * safe * safe * first
        + 3.0 * safe * safe * beaten * second
        + 3.0 * safe * beaten * beaten * third
        + beaten * beaten * beaten * fourth
    )


def share_above(unseen: int, number: int, column: Row) -> float:
    """Returns the share of unseen cards above a number; `column[n]` are the cards of all suits with numbers above n."""
    all_cards = count_bits(unseen)
    return count_bits(unseen & column[number]) / all_cards if all_cards else 0.0


def seven_choice(
    playable: int,
    lead_cards: int,
    trick: Row,
    order: int,
    left: int,
    unseen: int,
    cards_each: int,
    waiting: int,
    waiting_void: int,
    later: int,
    players: int,
    number_of: Row,
    above: Row,
    column: Row,
) -> int:
    """Returns the card, as a bit, most likely to confirm a token now and least likely to be needed for one later.

    `trick` has the strengths of the `order` cards played. `waiting` seats are still to play; `waiting_void` of them
    have no card of the lead suit. `later` are all cards of suits that lead later tricks; `above[card]` those of its
    suit that beat it.
    """
    total = count_bits(unseen) + 0.001
    lead_unseen = count_bits(unseen & lead_cards)
    follows = holds_some(lead_unseen * cards_each / total)
    best = 0
    best_value = -9.0
    rest = playable
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = lowest_bit(bit)
        number = number_of[card]
        is_lead = (bit & lead_cards) != 0
        mine = 8 * (number + 32 if is_lead else number) + order
        stronger = 0
        for i in range(order):
            if trick[i] > mine:
                stronger += 1
        over = share_above(unseen, number - 1, column)
        beaten = 0.0
        if waiting:
            if is_lead:
                higher = count_bits(unseen & above[card])
                beaten = (waiting - waiting_void) * (follows * higher / (lead_unseen + 0.001)) / waiting
            else:
                free = (waiting - waiting_void) * (follows + (1.0 - follows) * over) + waiting_void * over
                beaten = free / waiting
        now = token_chance(left, stronger, waiting, beaten)
        if bit & later:
            suit_higher = count_bits(unseen & above[card])
            then = token_chance(left, 0, players - 1, holds_some(suit_higher * cards_each / total))
        else:
            then = token_chance(left, 0, players - 1, 0.7 + 0.3 * over) if later else 0.0
        value = now - KEEP * then
        if value > best_value:
            best_value = value
            best = bit
    return best


def seven_promise(
    hand: int,
    unseen: int,
    cards_each: int,
    times: Row,
    players: int,
    suit_masks: Row,
    number_of: Row,
    above: Row,
    column: Row,
    expected: Amounts,
) -> None:
    """Adds to `expected` how often a hand will take each place, from 1st on; `times[suit]` counts the suit's leads."""
    total = count_bits(unseen) + 0.001
    spare = 0
    gaps = 0
    for suit in range(4):
        held = hand & suit_masks[suit]
        lead_unseen = count_bits(unseen & suit_masks[suit])
        follows = holds_some(lead_unseen * cards_each / total)
        for turn in range(times[suit]):
            if held == 0:
                gaps += 1
                continue
            bit = highest_bit(held) if turn % 2 == 0 else held & -held
            held ^= bit
            higher = count_bits(unseen & above[lowest_bit(bit)])
            add_places(expected, players, follows * higher / (lead_unseen + 0.001))
        spare |= held
    while spare and gaps:
        bit = spare & -spare
        spare ^= bit
        gaps -= 1
        over = share_above(unseen, number_of[lowest_bit(bit)] - 1, column)
        add_places(expected, players, 0.7 + 0.3 * over)


def highest_bit(mask: int) -> int:
    """Returns the highest card of a mask, as a bit."""
    bit = mask
    while mask:
        bit = mask & -mask
        mask ^= bit
    return bit


def add_places(expected: Amounts, players: int, beaten: float) -> None:
    """Adds the chance of each place for a card that every other seat beats with the chance `beaten`."""
    safe = 1.0 - beaten
    if players == 4:
        expected[0] += safe * safe * safe
        expected[1] += 3.0 * safe * safe * beaten
        expected[2] += 3.0 * safe * beaten * beaten
        expected[3] += beaten * beaten * beaten
    else:
        expected[0] += safe * safe
        expected[1] += 2.0 * safe * beaten
        expected[2] += beaten * beaten


def seven_split(expected: Amounts, players: int) -> int:
    """Distributes seven tokens to the places where most is expected, packed by place."""
    split = 0
    for _ in range(7):
        best = 0
        best_value = -9.0
        for place in range(players):
            value = expected[place] - tokens_at(split, place + 1)
            if value > best_value:
                best_value = value
                best = place
        split += 1 << 4 * best
    return split
