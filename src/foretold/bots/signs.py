"""Signs of a choice: numbers that may tell by how much a search is wrong about it.

They come from what its seat sees and from what the search found out, so that whoever plays by them knows no more than
the seat does. Choices of one decision are compared: what counts is how their signs differ.
"""

from __future__ import annotations

import numpy as np

from foretold.bots.race import Standing
from foretold.bots.reading import phase_of
from foretold.cards import Action, Bid, Play, Prophesy
from foretold.games.primitives import JAGUAR
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.edition import PROPHECIES, TRICKS
from foretold.games.seven.view import SevenView
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bidders import bids_beyond
from foretold.kernels.outcomes import BITS, FULFILLED, POINTS, TAKEN, VALUE
from foretold.kernels.positions import prophecy_position, shown_bids

PARTS = 4  # of a round, by trick


def part_of(view: SevenView | ProphecyView) -> int:
    """The part of a round that a decision belongs to: 0 for prophecies and bids, then by trick."""
    tricks = TRICKS if isinstance(view, SevenView) else view.rules.tricks
    return 0 if view.phase != "tricks" else 1 + min(PARTS - 1, (phase_of(view) - 1) * PARTS // tricks)


def signs_of(view: SevenView | ProphecyView, standing: Standing) -> Shares:
    """The signs of a choice."""
    action = view.legal[standing.choice]
    found = standing.outcomes
    common = [
        standing.value,
        float(found[:, VALUE].std()),
        float(found[:, FULFILLED].mean()),
        float(found[:, POINTS].mean()),
    ]
    own = _seven(view, action, found) if isinstance(view, SevenView) else _prophecy(view, action, found)
    return np.array([*common, *own])


def _taken(found: Shares, trick: int) -> Numbers:
    """What the seat takes in a trick (from 1), by world."""
    return found[:, TAKEN].astype(np.int64) >> BITS * (trick - 1) & (1 << BITS) - 1


def _seven(view: SevenView, action: Action, found: Shares) -> list[float]:
    places = range(1, view.players + 1)
    if isinstance(action, Prophesy):
        tokens = np.array(action.tokens, float)
        taken = [_taken(found, trick) for trick in range(1, PROPHECIES + 1)]
        expected = np.array([sum(float((each == place).mean()) for each in taken) for place in places])
        off = tokens - expected
        return [*tokens, *off, *np.square(off), float(tokens.max()), float(tokens @ tokens)]
    assert isinstance(action, Play)
    assert view.seat is not None
    now = _taken(found, len(view.tricks) + 1)
    left = view.left[view.seat]
    chances = [float((now == place).mean()) for place in places]
    token = sum(chance for chance, count in zip(chances, left, strict=True) if count)
    number = action.card.number or 0
    follows = float(str(action.card.suit) == view.lead)
    others = min(sum(each) for seat, each in enumerate(view.left) if seat != view.seat)
    again = sum(chance * max(0, count - 1) for chance, count in zip(chances, left, strict=True))
    order = len(view.trick)
    return [
        *chances,
        token,
        token * sum(left) / PROPHECIES,
        token * others / PROPHECIES,
        token * order / view.players,
        again,
        number / 10,
        number / 10 * follows,
        number / 10 * order / view.players,
        follows,
        sum(left) / PROPHECIES,
        others / PROPHECIES,
        (sum(left) - others) / PROPHECIES,
        float(order),
    ]


def _prophecy(view: ProphecyView, action: Action, found: Shares) -> list[float]:
    game = view.rules
    shown = [view.bid_value(seat) for seat in range(view.players) if seat != view.seat]
    known = [value for value in shown if value is not None]
    if isinstance(action, Bid):
        position = prophecy_position(view)
        mask = np.array([game.mask(action.cards)])
        beyond = float(bids_beyond(position.tables, position.own, shown_bids(view), position.turn.trump, mask)[0])
        value = game.bid_of(action.cards)
        trumps = sum(str(card.suit) == view.trump for card in action.cards)
        return [
            float(value),
            value * value / 9,
            beyond,
            beyond * beyond,
            max(0.0, beyond),
            float(trumps),
            value * sum(known) / 9,
            float(value * len(known)),
            beyond * len(known),
            value * float(view.seat in view.open_bidders),
            beyond * float(view.seat in view.open_bidders),
        ]
    assert view.seat is not None
    won = float(_taken(found, len(view.tricks) + 1).mean())
    bid, left = view.bid_value(view.seat) or 0, view.tricks_left
    wanted = bid - view.won[view.seat]
    share = wanted / left
    card = game.index[action.card] if isinstance(action, Play) else JAGUAR
    number = card % 14 / 14 if card < JAGUAR else 0.0
    trump = float(isinstance(action, Play) and str(action.card.suit) == view.trump)
    special = float(card >= JAGUAR)
    order = len(view.trick) / view.players
    return [
        won,
        won * share,
        won * float(wanted > 0),
        won * float(wanted <= 0),
        won * float(wanted > left),
        won * order,
        number,
        number * share,
        number * order,
        trump,
        trump * share,
        trump * number,
        special,
        special * share,
        special * won,
        share,
        float(wanted < 0),
        order,
        trump * order,
    ]
