"""`greedy` for Seven Prophecies: the kernels' play-out policy, applied to one view."""

from __future__ import annotations

from foretold.cards import Action, Prophesy
from foretold.games.primitives import tokens_at
from foretold.games.seven.view import SevenView
from foretold.kernels.seven_policy import seven_choice, seven_promise, seven_split


def prophesy(view: SevenView) -> Action:
    """Returns the split nearest to the places expected of the hand."""
    game = view.rules
    leads = [face[0] for face in view.future]
    times = [leads.count(suit) for suit in game.title.suits]
    expected = [0.0] * view.players
    hand, unseen = game.mask(view.hand), game.mask(view.unseen)
    seven_promise(
        hand, unseen, 10, times, view.players, game.suit_masks, game.number_of, game.above, game.column, expected
    )
    split = seven_split(expected, view.players)
    return Prophesy.of(tuple(tokens_at(split, place) for place in range(1, view.players + 1)))


def play(view: SevenView, unseen: int | None = None, careless: bool = False) -> Action:
    """Returns the card most likely to meet a token now and least likely to be needed for one later.

    `unseen` overrides the view's unseen cards; `careless` ignores voids and later tricks.
    """
    assert view.seat is not None
    game = view.rules
    suits, players = game.title.suits, view.players
    lead = suits.index(str(view.lead))
    trick = [game.strengths[lead][took.action] + order for order, took in enumerate(view.trick)]
    waiting = [(view.seat + i) % players for i in range(1, players - len(trick))]
    later = set() if careless else {suits.index(face[0]) for face in view.future[len(view.tricks) + 1 :]}
    voids = 0 if careless else sum(view.lead in view.voids[seat] for seat in waiting if view.lead is not None)
    bit = seven_choice(
        game.mask(view.legal),
        game.suit_masks[lead],
        trick,
        len(trick),
        sum(tokens << 4 * place for place, tokens in enumerate(view.left[view.seat])),
        game.mask(view.unseen) if unseen is None else unseen,
        view.tricks_left,
        len(waiting),
        voids,
        sum(game.suit_masks[suit] for suit in later),
        players,
        game.number_of,
        game.above,
        game.column,
    )
    played: Action = game.plays[bit.bit_length() - 1]
    return played
