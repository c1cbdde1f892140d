"""`greedy` for Prophecy: the kernels' play-out policy, applied to one view."""

from __future__ import annotations

from itertools import combinations

from foretold.cards import Action, Bid
from foretold.games.primitives import LIZARD, MONKEY, NO_SUIT
from foretold.games.prophecy.state import trick_strengths
from foretold.games.prophecy.view import ProphecyView
from foretold.kernels.prophecy_policy import NOT_LED, bid_miss, card_hope, prophecy_choice, suit_to_name


def bid(view: ProphecyView, hopes: list[float] | None = None) -> Action:
    """Returns the bid whose value is nearest to the tricks expected of the rest of the hand; `hopes` is by card."""
    game = view.rules
    trump = NO_SUIT if view.trump is None else game.title.suits.index(view.trump)
    unseen = game.mask(view.unseen)
    against = min(1.0, view.tricks_left * (view.players - 1) / (len(view.unseen) + 0.001))
    if hopes is None:
        hopes = [card_hope(game.index[card], trump, unseen, against, view.players) for card in view.hand]
    suited = [i for i, card in enumerate(view.hand) if card.suit is not None]
    values = [game.index[view.hand[i]] // 14 for i in suited]
    total = sum(hopes)
    least = 1e9
    best: tuple[int, ...] = ()
    for places in combinations(range(len(suited)), game.bid_size):
        value = 0
        kept = total
        for place in places:
            value += values[place]
            kept -= hopes[suited[place]]
        miss = bid_miss(kept, value)
        if miss < least:
            least, best = miss, places
    return Bid.of(tuple([view.hand[suited[place]] for place in best]))


def play(view: ProphecyView, unseen: int | None = None, careless: bool = False) -> Action:
    """Returns the card after which the expected tricks are nearest to the number wanted.

    `unseen` overrides the view's unseen cards; `careless` ignores voids.
    """
    assert view.seat is not None
    game = view.rules
    suits, players = game.title.suits, view.players
    trump = NO_SUIT if view.trump is None else suits.index(view.trump)
    strengths = trick_strengths(game, trump, view.trick)
    led = any(took.action != "surrender" for took in view.trick)
    lead = NOT_LED if not led else NO_SUIT if view.lead is None else suits.index(view.lead)
    waiting = [(view.seat + i) % players for i in range(1, players - len(view.trick))]
    unseen = game.mask(view.unseen) if unseen is None else unseen
    voids = 0 if careless else sum(view.lead in view.voids[seat] for seat in waiting if view.lead is not None)
    playable = game.mask({action.card for action in view.legal})  # type: ignore[attr-defined]
    bit = prophecy_choice(
        playable,
        game.mask(view.hand),
        (view.bid_value(view.seat) or 0) - view.won[view.seat],
        lead,
        trump,
        max(strengths, default=0),
        strengths[-1] if strengths else 0,
        unseen,
        view.tricks_left,
        players,
        len(waiting),
        voids,
        [0.0] * len(game.deck),
    )
    card = bit.bit_length() - 1
    if lead == NOT_LED and card in (MONKEY, LIZARD):
        named: Action = game.parse(f"{game.deck[card]}:{suits[suit_to_name(card, trump, unseen)]}")
        return named
    played: Action = game.following[bit]
    return played
