"""The rules on small integers: written once, used by the plain engine and compiled by the kernels.

A hand is a bit mask over the deck (bit i is card i in deck order, ALL-6). A token count is packed with four
bits per place, 1st place lowest. No imports and only plain arithmetic, so that any compiler can take it.
"""


def follow(hand: int, lead_cards: int) -> int:
    """The cards that may be played when `lead_cards` must be followed (SP1-7)."""
    held = hand & lead_cards
    return held if held else hand


def follow_or_specialist(hand: int, lead_cards: int, specialists: int) -> int:
    """The cards that may be played when `lead_cards` must be followed but Specialists always may (PR-9)."""
    held = hand & lead_cards
    return held | (hand & specialists) if held else hand


def seven_strength(is_lead: bool, number: int, order: int) -> int:
    """How strong a card is in a trick of Seven Prophecies: lead suit first, then number, then played later (SP1-8)."""
    return 8 * (number + 32 if is_lead else number) + order


def tokens_at(left: int, place: int) -> int:
    """The tokens that are left on a place (from 1)."""
    return left >> 4 * (place - 1) & 15


def confirm(left: int, place: int) -> int:
    """The tokens left after taking this place: one of them moves if there is one (SP1-9)."""
    shift = 4 * (place - 1)
    return left - ((1 << shift) if left >> shift & 15 else 0)


def tokens_in(left: int) -> int:
    """All tokens that are left, over all places."""
    return (left & 15) + (left >> 4 & 15) + (left >> 8 & 15) + (left >> 12 & 15)


def seven_points(
    left: int, trick: int, fewest: int, prizes: tuple[int, ...], shortfalls: tuple[int, ...], runner_up: int
) -> int:
    """Points of a seat with `left` tokens after the round ended in `trick` (SP1-12, SP2-7, SP2-8).

    `prizes` by trick are for all seven, `shortfalls` by tokens for those left; `runner_up` is added at `fewest`, the
    smallest number left at any seat that did not fulfil, and is 0 where nobody fulfilled before trick 10.
    """
    if left == 0:
        return prizes[trick]
    return shortfalls[left] + runner_up if left == fewest else shortfalls[left]


# Prophecy. Cards 0–55 are suited (suit = card // 14, number = card % 14 + 1), then the Specialists.
JAGUAR = 56
MONKEY = 57
SHAMAN = 58
LIZARD = 59
NO_SUIT = -1


def prophecy_strength(card: int, lead: int, trump: int, before: int) -> int:
    """How strong a card is in a trick of Prophecy; 0 can't win (PR-10 … PR-12, PR-19).

    `lead` and `trump` are suits or NO_SUIT; `before` is the strength of the card played right before, 0 if none.
    A number counts double, so that the Shaman's half rank is one step.
    """
    if card < JAGUAR:
        suit = card // 14
        if suit == trump:
            return 202 + 2 * (card % 14)
        return 102 + 2 * (card % 14) if suit == lead else 0
    if card == JAGUAR:
        return 240
    if card == MONKEY:
        return 150
    if card == LIZARD:
        if lead == NO_SUIT:
            return 0
        return 200 if lead == trump else 100
    return before + 1 if before > 0 else 0


def prophecy_lead(card: int, named: int, trump: int) -> int:
    """The lead suit that a led card sets; `named` is the suit its player names (PR-8, PR-19)."""
    if card < JAGUAR:
        return card // 14
    return trump if card == JAGUAR else named


def prophecy_points(won: int, bid: int, bonus: int, surrendered: bool) -> int:
    """Points of a seat in a round of Prophecy (PR-15)."""
    if surrendered:
        return 0
    return won + bonus if won == bid else won
