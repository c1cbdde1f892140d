"""From views to numbers: what a seat knows of a running round, as kernels take it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from foretold.cards import Play
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.state import trick_strengths
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.kernels.prophecy import ProphecyTables, prophecy_tables
from foretold.kernels.prophecy_sense import NOT_LED
from foretold.kernels.seven import SevenTables, seven_tables
from foretold.kernels.worlds import Unknown
from foretold.views import RoundEnd, View

ANY_SUIT = 0b11111
NO_SPECIALIST = 0b01111


def _numbers(values: Iterable[int]) -> Any:
    return np.array(list(values), np.int64)


def _voids(game: Any, view: Any) -> list[int]:
    suits = game.title.suits
    return [sum(1 << suits.index(letter) for letter in letters) for letters in view.voids]


class SevenPosition(NamedTuple):
    """A round of Seven Prophecies as `seven.finish_round` takes it, but for the hands."""

    tables: SevenTables
    seat: int  # -1: a spectator
    own: int
    row: Any
    played: int
    order: int
    leader: int
    gone: int
    trick: Any
    left: Any
    voids: Any
    edges: Any  # tokens placed on the first and the last place, by seat
    scores: Any
    last_round: bool
    unknown: Unknown


def seven_position(view: SevenView) -> SevenPosition:
    """What a seat of Seven Prophecies knows."""
    game = view.rules
    suits = game.title.suits
    gone, own = game.mask(view.gone), game.mask(view.hand)
    trick = [0] * view.players
    for order, took in enumerate(view.trick):
        trick[order] = game.strengths[suits.index(str(view.lead))][took.action] + order
    voids = _voids(game, view)
    return SevenPosition(
        tables=seven_tables(game),
        seat=-1 if view.seat is None else view.seat,
        own=own,
        row=_numbers(suits.index(face[0]) for face in view.future),
        played=len(view.tricks),
        order=len(view.trick),
        leader=int(view.leader or 0),
        gone=gone,
        trick=_numbers(trick),
        left=_numbers(sum(count << 4 * place for place, count in enumerate(tokens)) for tokens in view.left),
        voids=_numbers(voids),
        edges=_numbers(told.tokens[0] + told.tokens[-1] for told in view.prophecies),
        scores=_numbers(view.scores),
        last_round=view.rounds is not None and view.round == view.rounds,
        unknown=_seven_unknown(game, view, game.whole & ~(gone | own), voids),
    )


def _seven_unknown(game: Any, view: SevenView, unseen: int, voids: list[int]) -> Unknown:
    """The hands of others in seat order, then the cards aside."""
    played = {took.seat for took in view.trick}
    others = [seat for seat in range(view.players) if seat != view.seat]
    places = [view.tricks_left - (seat in played) for seat in others]
    takes = [ANY_SUIT & ~voids[seat] for seat in others]
    aside = unseen.bit_count() - sum(places)
    suits = (*(unseen & mask for mask in game.suit_masks), 0)
    return Unknown(suits, (*places, aside), (*takes, ANY_SUIT))


class ProphecyPosition(NamedTuple):
    """A round of Prophecy as `prophecy.finish_round` takes it, but for the hands and bids."""

    tables: ProphecyTables
    seat: int  # -1: a spectator
    own: int
    trump: int
    tricks_left: int
    order: int
    leader: int
    lead: int
    best: int
    best_seat: int
    before: int
    gone: int
    surrendered: int
    won: Any
    voids: Any
    bids: Any  # masks by seat, 0 where unknown
    fulfilled: Any  # rounds fulfilled so far, by seat
    scores: Any
    last_round: bool
    hidden_bids: tuple[int, ...]  # seats whose face-down bids are groups of `unknown`
    unknown: Unknown


def prophecy_position(view: ProphecyView) -> ProphecyPosition:
    """What a seat of Prophecy knows."""
    game = view.rules
    suits = game.title.suits
    trump = NO_SUIT if view.trump is None else suits.index(view.trump)
    strengths = trick_strengths(game, trump, view.trick)
    best = max(strengths, default=0)
    led = any(isinstance(took.action, Play) for took in view.trick)
    lead = NOT_LED if not led else NO_SUIT if view.lead is None else suits.index(str(view.lead))
    gone, own = game.mask(view.gone), game.mask(view.hand)
    bids = [0 if bid is None else game.mask(bid.cards) for bid in view.bids]
    unknown = [seat for seat in range(view.players) if seat != view.seat and view.bids[seat] is None]
    hidden = () if view.phase == "bid" else tuple(unknown)
    voids = _voids(game, view)
    mine = own | (0 if view.seat is None else bids[view.seat])
    return ProphecyPosition(
        tables=prophecy_tables(game),
        seat=-1 if view.seat is None else view.seat,
        own=own,
        trump=trump,
        tricks_left=view.tricks_left,
        order=len(view.trick),
        leader=int(view.leader or 0),
        lead=lead,
        best=best,
        best_seat=view.trick[strengths.index(best)].seat if best else 0,
        before=strengths[-1] if strengths else 0,
        gone=gone,
        surrendered=-1 if view.surrendered is None else view.surrendered,
        won=_numbers(view.won),
        voids=_numbers(voids),
        bids=_numbers(bids),
        fulfilled=_numbers(_rounds_fulfilled(view)),
        scores=_numbers(view.scores),
        last_round=view.round == view.rounds,
        hidden_bids=hidden,
        unknown=_prophecy_unknown(game, view, game.whole & ~(gone | mine), voids, hidden),
    )


def _prophecy_unknown(game: Any, view: ProphecyView, unseen: int, voids: list[int], hidden: tuple[int, ...]) -> Unknown:
    """The hands of others in seat order, their face-down bids, then the cards aside."""
    played = {took.seat for took in view.trick}
    places, takes = [], []
    for seat in range(view.players):
        if seat == view.seat:
            continue
        not_told = view.phase == "bid" and view.bids[seat] is None  # a face-down bid says nothing: as if not laid yet
        places.append(game.hand_size if not_told else view.tricks_left - (seat in played))
        takes.append(ANY_SUIT & ~voids[seat])
    places += [game.bid_size] * len(hidden)
    takes += [NO_SPECIALIST] * len(hidden)
    aside = unseen.bit_count() - sum(places)
    suits = (*(unseen & mask for mask in game.suit_masks), unseen & game.specialists)
    return Unknown(suits, (*places, aside), (*takes, ANY_SUIT))


def _rounds_fulfilled(view: View) -> list[int]:
    """By seat how many rounds it has fulfilled."""
    ends = [event.fulfilled for event in view.history if isinstance(event, RoundEnd)]
    return [sum(fulfilled[seat] for fulfilled in ends) for seat in range(view.players)]
