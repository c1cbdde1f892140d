"""Converts views to numbers: what a seat knows of the current round, in the form kernels take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from foretold.cards import Play
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.state import trick_strengths
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.games.unknown import void_bits
from foretold.kernels.arrays import Numbers
from foretold.kernels.prophecy import ProphecyTables, ProphecyTurn, prophecy_tables
from foretold.kernels.prophecy_policy import NOT_LED
from foretold.kernels.seven import SevenTables, SevenTurn, seven_tables
from foretold.views import RoundEnd, View


def _numbers(values: Iterable[int]) -> Numbers:
    return np.array(list(values), np.int64)


class SevenPosition(NamedTuple):
    """A round of Seven Prophecies as a seat knows it."""

    tables: SevenTables
    seat: int  # -1: a spectator
    own: int  # hand of the seat
    turn: SevenTurn
    trick: Numbers  # strengths, in the order played
    left: Numbers  # tokens by seat, packed by place; none until all have prophesied
    voids: Numbers
    edges: Numbers  # tokens placed on the first and the last place, by seat
    scores: Numbers
    rounds_done: int  # finished rounds once this one ends, as far as the equity tables go
    last_round: bool


def seven_position(view: SevenView) -> SevenPosition:
    """Returns what a seat of Seven Prophecies knows."""
    game = view.rules
    suits = game.title.suits
    trick = [0] * view.players
    for order, took in enumerate(view.trick):
        trick[order] = game.strengths[suits.index(str(view.lead))][took.action] + order
    return SevenPosition(
        tables=seven_tables(game),
        seat=-1 if view.seat is None else view.seat,
        own=game.mask(view.hand),
        turn=SevenTurn(
            row=_numbers(suits.index(face[0]) for face in view.future),
            played=len(view.tricks),
            order=len(view.trick),
            leader=int(view.leader or 0),
            gone=game.mask(view.gone),
        ),
        trick=_numbers(trick),
        left=_numbers(sum(count << 4 * place for place, count in enumerate(tokens)) for tokens in view.left),
        voids=_numbers(void_bits(view)),
        edges=_numbers(prophecy.tokens[0] + prophecy.tokens[-1] for prophecy in view.prophecies),
        scores=_numbers(view.scores),
        rounds_done=min(view.round, len(seven_tables(game).equity.shares) - 1),
        last_round=view.rounds is not None and view.round == view.rounds,
    )


class ProphecyPosition(NamedTuple):
    """A round of Prophecy as a seat knows it."""

    tables: ProphecyTables
    seat: int  # -1: a spectator
    own: int  # hand of the seat
    turn: ProphecyTurn
    won: Numbers
    voids: Numbers
    bids: Numbers  # masks by seat, 0 where unknown
    fulfilled: Numbers  # fulfilled rounds so far, by seat
    scores: Numbers
    rounds_left: int  # rounds after this one


def prophecy_position(view: ProphecyView) -> ProphecyPosition:
    """Returns what a seat of Prophecy knows."""
    game = view.rules
    suits = game.title.suits
    trump = NO_SUIT if view.trump is None else suits.index(view.trump)
    strengths = trick_strengths(game, trump, view.trick)
    best = max(strengths, default=0)
    led = any(isinstance(took.action, Play) for took in view.trick)
    return ProphecyPosition(
        tables=prophecy_tables(game),
        seat=-1 if view.seat is None else view.seat,
        own=game.mask(view.hand),
        turn=ProphecyTurn(
            trump=trump,
            tricks_left=view.tricks_left,
            order=len(view.trick),
            seat=view.actors[0] if view.phase == "tricks" else int(view.leader or 0),
            lead=NOT_LED if not led else NO_SUIT if view.lead is None else suits.index(view.lead),
            best=best,
            best_seat=view.trick[strengths.index(best)].seat if best else 0,
            before=strengths[-1] if strengths else 0,
            gone=game.mask(view.gone),
            surrendered=-1 if view.surrendered is None else view.surrendered,
        ),
        won=_numbers(view.won),
        voids=_numbers(void_bits(view)),
        bids=_numbers(_bids(view)),
        fulfilled=_numbers(_rounds_fulfilled(view)),
        scores=_numbers(view.scores),
        rounds_left=(view.rounds or view.round) - view.round,
    )


def _bids(view: ProphecyView) -> list[int]:
    return [0 if bid is None else view.rules.mask(bid.cards) for bid in view.bids]


def played_cards(view: ProphecyView) -> Numbers:
    """Returns by seat the cards it has played, or laid down, in the running round."""
    played = [0] * view.players
    for seat, action in [took for trick in view.tricks for took in trick.plays] + list(view.trick):
        played[seat] |= view.rules.mask({action.card if isinstance(action, Play) else "Shaman"})
    return _numbers(played)


def shown_bids(view: ProphecyView) -> int:
    """Returns the cards of the bids that lie open."""
    bids = _bids(view)
    face_up_known = set(view.open_bidders) <= set(view.chosen)
    return sum(bids[seat] for seat in view.open_bidders) if face_up_known else 0


def _rounds_fulfilled(view: View) -> list[int]:
    """Returns by seat how many rounds it has fulfilled."""
    ends = [event.fulfilled for event in view.history if isinstance(event, RoundEnd)]
    return [sum(fulfilled[seat] for fulfilled in ends) for seat in range(view.players)]
