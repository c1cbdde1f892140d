"""Sense for Prophecy: how likely a card wins a trick, and how many more are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import exp
from typing import Any

from foretold.cards import Action, Card, Play
from foretold.games import rebuild
from foretold.games.primitives import JAGUAR, NO_SUIT, SHAMAN, prophecy_strength
from foretold.games.prophecy.state import trick_lead, trick_strengths
from foretold.games.prophecy.view import ProphecyView
from foretold.views import Took

LIKELY = 0.6  # a chance to win that is worth a good card
VOID = 0.3  # how often a seat may trump a suit that is not trump


def _trump(game: Any, view: ProphecyView) -> int:
    return NO_SUIT if view.trump is None else int(game.title.suits.index(view.trump))


def trick_hopes(view: ProphecyView) -> dict[Card, float]:
    """For each card of the hand about how many tricks it promises."""
    hopes = {}
    for card in view.hand:
        number = int(card.number or 0)
        if card.suit is None:
            hopes[card] = {"Jaguar": 1.0, "Monkey": 0.75, "Shaman": 0.4, "Lizard": 0.25}[card]
        elif card.suit == view.trump:
            hopes[card] = min(1.0, 0.25 + number / 18)
        else:
            above = 14 - number
            hopes[card] = max(0.0, 0.85 - 0.09 * above * (view.players - 1) ** 0.5)
    rivals = (view.players - 1) ** 0.25
    return {card: hope / rivals for card, hope in hopes.items()}


def bid(view: ProphecyView) -> Action:
    """The bid whose value is nearest to what the other cards promise."""
    game: Any = rebuild(view.game, view.players, view.options)
    hopes = trick_hopes(view)
    total = sum(hopes.values())
    suited = [card for card in view.hand if card.suit is not None]
    values = [game.title.suits.index(str(card.suit)) for card in suited]
    given_up = [hopes[card] for card in suited]
    best: tuple[int, ...] = ()
    least = 1e9
    size = game.bid_size
    for cards in combinations(range(len(suited)), size):
        value = lost = 0.0
        for i in cards:
            value += values[i]
            lost += given_up[i]
        miss = abs(total - lost - value) - 0.05 * (total - lost)
        if miss < least:
            least, best = miss, cards
    laid: Action = game.parse("+".join(str(suited[i]) for i in best))
    return laid


def play(view: ProphecyView) -> Action:
    """A card that wins as cheaply as it can while tricks are wanted, else one that loses as dearly as it can."""
    game: Any = rebuild(view.game, view.players, view.options)
    assert view.seat is not None
    trump = _trump(game, view)
    wanted = (view.bid_value(view.seat) or 0) - view.won[view.seat]
    chances = [win_chance(game, view, trump, action) for action in view.legal]
    costs = [_cost(game, trump, action) for action in view.legal]
    choices = range(len(view.legal))
    if wanted >= view.tricks_left:
        best = max(choices, key=lambda i: (chances[i], -costs[i]))
    elif wanted <= 0:
        best = min(choices, key=lambda i: (round(chances[i], 1), -costs[i]))
    else:
        likely = [i for i in choices if chances[i] >= LIKELY]
        best = min(likely, key=lambda i: costs[i]) if likely else min(choices, key=lambda i: (costs[i], -chances[i]))
    return view.legal[best]


def _cost(game: Any, trump: int, action: Action) -> float:
    """How dear a card is: about its strength when its own suit is led."""
    if not isinstance(action, Play):
        return 0.0
    card = game.index[action.card]
    if card == SHAMAN:
        return 130.0
    return float(prophecy_strength(card, card // 14 if card < JAGUAR else NO_SUIT, trump, 0))


def win_chance(game: Any, view: ProphecyView, trump: int, action: Action) -> float:
    """About how likely the action wins the running trick."""
    assert view.seat is not None
    if not isinstance(action, Play):
        return 0.0
    trick = (*view.trick, Took(view.seat, action))
    strengths = trick_strengths(game, trump, trick)
    if strengths[-1] <= max(strengths[:-1], default=0):
        return 0.0
    lead = trick_lead(game, trump, trick)
    assert lead is not None
    waiting = game.players - len(trick)
    rivals = _rivals(game, view.unseen, lead, trump, strengths[-1])
    expected = rivals * view.tricks_left / max(1, len(view.unseen))
    return exp(-0.8 * expected * waiting)


def _rivals(game: Any, unseen: Sequence[Card], lead: int, trump: int, strength: int) -> float:
    """How many unseen cards would beat this strength; a trump counts less where it must not be played."""
    found = 0.0
    for card in unseen:
        index = game.index[card]
        if index != SHAMAN and prophecy_strength(index, lead, trump, 0) > strength:
            found += VOID if index < JAGUAR and index // 14 == trump != lead else 1.0
    return found
