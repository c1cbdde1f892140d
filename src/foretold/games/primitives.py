"""The rules on small integers: written once, run as they are by the engine and compiled by the kernels.

A hand is a bit mask over the deck (bit i is card i in deck order, ALL-6). Token counts are packed with four bits per
place, 1st place lowest. There are no imports and only plain arithmetic, so any compiler can take it.
"""


def follow(hand: int, lead_cards: int) -> int:
    """Returns the cards that may be played when `lead_cards` must be followed (SP1-7)."""
    held = hand & lead_cards
    return held if held else hand


def follow_or_specialist(hand: int, lead_cards: int, specialists: int) -> int:
    """Returns the cards that may be played when `lead_cards` must be followed but Specialists are always allowed
    (PR-9)."""
    held = hand & lead_cards
    return held | (hand & specialists) if held else hand


def seven_strength(is_lead: bool, number: int, order: int) -> int:
    """Ranks a card in a trick of Seven Prophecies: lead suit first, then higher number, then played later (SP1-8)."""
    return 8 * (number + 32 if is_lead else number) + order


def tokens_at(left: int, place: int) -> int:
    """Returns the tokens left on a place (from 1)."""
    return left >> 4 * (place - 1) & 15


def confirm(left: int, place: int) -> int:
    """Returns the tokens left after taking this place, which removes a token from it if there is one (SP1-9)."""
    shift = 4 * (place - 1)
    return left - ((1 << shift) if left >> shift & 15 else 0)


def tokens_in(left: int) -> int:
    """Returns the number of tokens left on all places together."""
    return (left & 15) + (left >> 4 & 15) + (left >> 8 & 15) + (left >> 12 & 15)


def seven_points(
    left: int, trick: int, fewest: int, prizes: tuple[int, ...], shortfalls: tuple[int, ...], runner_up: int
) -> int:
    """Returns the points of a seat with `left` tokens after the round ended in `trick` (SP1-12, SP2-7, SP2-8).

    `prizes`, by trick, are for fulfilling all seven; `shortfalls`, by number, for tokens left. `runner_up` goes to
    seats with `fewest` tokens left, the smallest number among seats that did not fulfil; it is 0 if nobody fulfilled
    before trick 10.
    """
    if left == 0:
        return prizes[trick]
    return shortfalls[left] + runner_up if left == fewest else shortfalls[left]


# Prophecy. Cards 0–55 are suited (suit = card // 14, number = card % 14 + 1), then come the Specialists.
JAGUAR = 56
MONKEY = 57
SHAMAN = 58
LIZARD = 59
NO_SUIT = -1


def prophecy_strength(card: int, lead: int, trump: int, before: int) -> int:
    """Ranks a card in a trick of Prophecy; a card of strength 0 can't win (PR-10 … PR-12, PR-19).

    `lead` and `trump` are suits or NO_SUIT; `before` is the strength of the previous card, 0 if there is none.
    Numbers count double, so that the Shaman's half rank is one step.
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
    """Returns the lead suit that a led card sets; `named` is the suit its player names (PR-8, PR-19)."""
    if card < JAGUAR:
        return card // 14
    return trump if card == JAGUAR else named


def prophecy_points(won: int, bid: int, bonus: int, surrendered: bool) -> int:
    """Returns the points of a seat in a round of Prophecy (PR-15)."""
    if surrendered:
        return 0
    return won + bonus if won == bid else won
