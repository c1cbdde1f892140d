"""How players bid in Prophecy, and what a bid scores beyond its play-outs.

How strong players bid was measured in self-play, by number of players (scripts/prophecy-bids). Everybody at a table
counts as strong until the bids of finished rounds, which lie open (PR-16), look more like those of `greedy`. Among
strong players a bid scores less than its play-outs; among players like `greedy` it scores the same, since play-outs
play as `greedy` does.
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

BEYOND = np.arange(-8, 9) * 0.5  # tricks by which a bid exceeds the number expected of the rest of the hand
SENSE_SPREAD = 0.3  # spread of strong players' bids where nothing was measured
GREEDY_SPREAD = 0.05  # spread of bids around the one of `greedy`
LEAST = 1e-9  # minimum chance of a bid
DOUBT = log(10)  # how much likelier a seat's bids must be those of `greedy` before it counts as bidding that way


class Measured(NamedTuple):
    """What was measured in self-play of so many players."""

    shift: float  # as in BidHabits
    more: float
    spread: float
    worth: Shares  # by BEYOND: what a bid scores beyond its play-outs
    points: Shares  # by BEYOND: the points it scores beyond those of other bids by strong players


@lru_cache(maxsize=16)
def measured(players: int) -> Measured:
    """Returns the measurements in the package; plausible defaults where nothing was measured."""
    source = files("foretold.kernels").joinpath(f"bids/{players}.json")
    if not source.is_file():
        return Measured(0.0, MORE, SENSE_SPREAD, np.zeros(len(BEYOND)), np.zeros(len(BEYOND)))
    measured = json.loads(source.read_text("utf-8"))
    points = np.array(measured.get("points", [0.0] * len(BEYOND)))
    return Measured(measured["shift"], measured["more"], measured["spread"], np.array(measured["worth"]), points)


@lru_cache(maxsize=256)
def habits_of(strong: tuple[bool, ...]) -> BidHabits:
    """Returns the bidding habits of seats that bid like strong players, or like `greedy`."""
    known = measured(len(strong))
    return BidHabits(
        np.array([known.shift if is_strong else 0.0 for is_strong in strong]),
        np.array([known.more if is_strong else MORE for is_strong in strong]),
        np.array([known.spread if is_strong else GREEDY_SPREAD for is_strong in strong]),
    )


def as_greedy(players: int) -> BidHabits:
    """Returns the habits of seats that lay exactly the bids of `greedy`."""
    return BidHabits(np.zeros(players), np.full(players, MORE), np.zeros(players))


def who_is_strong(view: ProphecyView) -> tuple[bool, ...]:
    """Returns by seat whether its bids of finished rounds look like a strong player's; one's own counts as strong."""
    doubts = np.zeros(view.players)
    for event in view.history:
        if isinstance(event, ProphecyRoundEnd):
            doubts += _doubts(view.rules, event)
    return tuple(bool(seat == view.seat or doubt <= DOUBT) for seat, doubt in enumerate(doubts))


def strong_share(view: ProphecyView) -> float:
    """Returns the share of the others who are strong, judging by their bids."""
    strong = who_is_strong(view)
    return sum(strength for seat, strength in enumerate(strong) if seat != view.seat) / (view.players - 1)


def worth_of(view: ProphecyView, masks: Numbers) -> Shares:
    """Returns for each bid of the hand what it scores against these opponents beyond its play-outs."""
    worth: Shares = strong_share(view) * np.interp(_beyond(view, masks), BEYOND, measured(view.players).worth)
    return worth


def points_beyond(view: ProphecyView, mask: int, strong: float) -> float:
    """Returns the points of a bid against so many strong opponents beyond those of their usual bids."""
    table = measured(view.players).points
    return strong / (view.players - 1) * float(np.interp(_beyond(view, np.array([mask])), BEYOND, table)[0])


def _beyond(view: ProphecyView, masks: Numbers) -> Shares:
    """Returns for each bid of the hand how far it exceeds the tricks expected of the remaining cards."""
    trump = NO_SUIT if view.trump is None else view.rules.title.suits.index(view.trump)
    return bids_beyond(prophecy_tables(view.rules), view.rules.mask(view.hand), shown_bids(view), trump, masks)


@lru_cache(maxsize=512)
def _doubts(game: ProphecyGame, ended: ProphecyRoundEnd) -> Shares:
    """Returns by seat the log of how much likelier its bid was for `greedy` than for a strong player."""
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
    """Returns for each bid of a hand how far it exceeds the tricks expected of the remaining cards."""
    unseen = WHOLE & ~(hand | shown)
    against = share_against(tables, unseen)
    hopes = [card_hope(card, trump, unseen, against, tables.players) for card in range(CARDS) if hand >> card & 1]
    cards = np.array([card for card in range(CARDS) if hand >> card & 1])
    laid = bids.reshape(-1, 1) >> cards & 1
    beyond: Shares = (laid * (cards // 14)).sum(axis=1) - ((1 - laid) * np.array(hopes)).sum(axis=1)
    return beyond
