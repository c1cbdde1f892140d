"""How players bid in Prophecy, and what a bid scores beyond its play-outs.

Strong players bid as was measured in self-play, by number of players (scripts/prophecy-bids). At a table everybody
counts as strong until their bids of finished rounds, which lie open (PR-16), are likelier those of `greedy`. Among
strong players bids bring less than play-outs promise; among players like `greedy` just that: play-outs are its play.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from math import log
from typing import NamedTuple

import numpy as np

from foretold.cards import Play
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.prophecy.view import ProphecyRoundEnd, ProphecyView
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.positions import shown_bids
from foretold.kernels.prophecy import CARDS, WHOLE, ProphecyTables, prophecy_tables
from foretold.kernels.prophecy_bids import BidHabits, bid_scratch, share_against, weigh_bids
from foretold.kernels.prophecy_policy import MORE, card_hope

BEYOND = np.arange(-8, 9) * 0.5  # tricks by which the value of a bid is beyond what the rest of the hand promises
SENSE_SPREAD = 0.3  # of strong players' bids where nothing was measured
GREEDY_SPREAD = 0.05  # of bids about the one that `greedy` lays
LEAST = 1e-9  # chance of a bid
DOUBT = log(10)  # how much likelier a seat's bids must be those of `greedy`, until it counts as bidding so


class Measured(NamedTuple):
    """What self-play of so many players has taught."""

    shift: float  # as in BidHabits
    more: float
    spread: float
    worth: Shares  # by BEYOND: what a bid brings beyond what play-outs promise
    points: Shares  # by BEYOND: the points that it brings beyond what other bids bring that strong players lay


@lru_cache(maxsize=16)
def measured(players: int) -> Measured:
    """What is in the package; where nothing was measured only sense is known."""
    source = files("foretold.kernels").joinpath(f"bids/{players}.json")
    if not source.is_file():
        return Measured(0.0, MORE, SENSE_SPREAD, np.zeros(len(BEYOND)), np.zeros(len(BEYOND)))
    measured = json.loads(source.read_text("utf-8"))
    points = np.array(measured.get("points", [0.0] * len(BEYOND)))
    return Measured(measured["shift"], measured["more"], measured["spread"], np.array(measured["worth"]), points)


@lru_cache(maxsize=256)
def habits_of(strong: tuple[bool, ...]) -> BidHabits:
    """The habits of seats that bid as strong players do, or as `greedy`."""
    known = measured(len(strong))
    return BidHabits(
        np.array([known.shift if is_strong else 0.0 for is_strong in strong]),
        np.array([known.more if is_strong else MORE for is_strong in strong]),
        np.array([known.spread if is_strong else GREEDY_SPREAD for is_strong in strong]),
    )


def as_greedy(players: int) -> BidHabits:
    """Habits of those who lay the very bids of `greedy`."""
    return BidHabits(np.zeros(players), np.full(players, MORE), np.zeros(players))


def who_is_strong(view: ProphecyView) -> tuple[bool, ...]:
    """By seat whether it bids as strong players do, as far as its bids of finished rounds tell; the own one does."""
    doubts = np.zeros(view.players)
    for event in view.history:
        if isinstance(event, ProphecyRoundEnd):
            doubts += _doubts(view.rules, event)
    return tuple(bool(seat == view.seat or doubt <= DOUBT) for seat, doubt in enumerate(doubts))


def strong_share(view: ProphecyView) -> float:
    """The part of the others who are strong, as far as their bids tell."""
    strong = who_is_strong(view)
    return sum(strength for seat, strength in enumerate(strong) if seat != view.seat) / (view.players - 1)


def worth_of(view: ProphecyView, masks: Numbers) -> Shares:
    """By bid of the hand what it brings in this company beyond what play-outs promise."""
    worth: Shares = strong_share(view) * np.interp(_beyond(view, masks), BEYOND, measured(view.players).worth)
    return worth


def points_beyond(view: ProphecyView, mask: int, strong: float) -> float:
    """The points that a bid of the hand brings among so many strong others, beyond what their bids bring mostly."""
    table = measured(view.players).points
    return strong / (view.players - 1) * float(np.interp(_beyond(view, np.array([mask])), BEYOND, table)[0])


def _beyond(view: ProphecyView, masks: Numbers) -> Shares:
    """By bid of the hand how far its value is beyond the tricks that the rest promises."""
    trump = NO_SUIT if view.trump is None else view.rules.title.suits.index(view.trump)
    return bids_beyond(prophecy_tables(view.rules), view.rules.mask(view.hand), shown_bids(view), trump, masks)


@lru_cache(maxsize=512)
def _doubts(game: ProphecyGame, ended: ProphecyRoundEnd) -> Shares:
    """By seat how much likelier its bid was for `greedy` than for a strong player, as a logarithm."""
    trump = NO_SUIT if ended.trump is None else game.title.suits.index(ended.trump)
    bids = [game.mask(bid.cards) for bid in ended.bids]
    first = [seat for seat in game.seats if ended.before[seat] == max(ended.before)]
    first = first if game.reveals_bids(ended.number - 1) else []
    shown = sum(bids[seat] for seat in first)
    hands = list(bids)
    for trick in ended.tricks:
        for seat, action in trick.plays:
            hands[seat] |= game.mask({action.card if isinstance(action, Play) else "Shaman"})
    return np.array(
        [_doubt(game, hands[seat], bids[seat], 0 if seat in first else shown, trump) for seat in game.seats]
    )


def _doubt(game: ProphecyGame, dealt: int, bid: int, shown: int, trump: int) -> float:
    chances = []
    for strong in (False, True):
        habits = habits_of((strong,) * game.players)
        room = bid_scratch()
        count = weigh_bids(prophecy_tables(game), habits, 0, dealt, dealt, 0, shown, trump, room)
        at = list(room.bids[:count]).index(bid)
        weight = room.sums[at] - (room.sums[at - 1] if at else 0.0)
        chances.append(max(float(weight / room.sums[count - 1]), LEAST))
    return log(chances[0] / chances[1])


def bids_beyond(tables: ProphecyTables, hand: int, shown: int, trump: int, bids: Numbers) -> Shares:
    """By bid of a hand how far its value is beyond the tricks that the rest of the hand promises."""
    unseen = WHOLE & ~(hand | shown)
    against = share_against(tables, unseen)
    hopes = [card_hope(card, trump, unseen, against, tables.players) for card in range(CARDS) if hand >> card & 1]
    cards = np.array([card for card in range(CARDS) if hand >> card & 1])
    laid = bids.reshape(-1, 1) >> cards & 1
    beyond: Shares = (laid * (cards // 14)).sum(axis=1) - ((1 - laid) * np.array(hopes)).sum(axis=1)
    return beyond
