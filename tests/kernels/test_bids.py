"""Bids of others in Prophecy: as likely as their habits say, and never against what a view knows."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from itertools import combinations
from math import exp
from random import Random
from typing import Any

import numpy as np
import pytest

import foretold
from foretold.kernels.bidding_model import BEYOND, habits_of, measured, who_is_strong, worth_of
from foretold.kernels.prophecy import prophecy_tables
from foretold.kernels.prophecy_bids import BidHabits, bid_scratch, draw_bid, weigh_bids
from foretold.kernels.prophecy_policy import card_hope
from foretold.kernels.rng import seed_dice
from foretold.kernels.values import ProphecyValues
from tests.conftest import random_states

PLAYERS = (2, 3, 4, 5, 6)


def strong(game: Any) -> BidHabits:
    return habits_of((True,) * game.players)


def plain_weights(game: Any, dealt: int, held: int, forced: int, trump: int) -> dict[int, float]:
    """The weights of all bids, as the formula in prophecy_bids says, by their cards."""
    habits = measured(game.players)
    unseen = game.whole & ~dealt
    against = min(1.0, game.tricks * (game.players - 1) / (unseen.bit_count() + 0.001))
    hopes = {card: card_hope(card, trump, unseen, against, game.players) for card in range(60) if dealt >> card & 1}
    fitted = {}
    for cards in combinations([card for card in hopes if held >> card & 1 and card < 56], game.bid_size):
        mask = sum(1 << card for card in cards)
        if mask & forced == forced:
            kept = sum(hopes.values()) - sum(hopes[card] for card in cards)
            miss = abs(kept + habits.shift - sum(card // 14 for card in cards)) - habits.more * kept
            fitted[mask] = exp(-miss / habits.spread)
    total = sum(fitted.values())
    return {mask: weight / total for mask, weight in fitted.items()}


@pytest.mark.parametrize("players", PLAYERS)
def test_bids_are_weighed_by_the_formula(players: int) -> None:
    """Whole hands, hands of which cards are played, and bids of which some cards are known."""
    game: Any = foretold.load("prophecy", players=players)
    rng = Random(players)
    room = bid_scratch()
    for number in range(6):
        cards = rng.sample(range(60), game.hand_size)
        dealt = sum(1 << card for card in cards)
        held = dealt if number < 2 else sum(1 << card for card in cards[: game.bid_size + 5])
        suited = [card for card in cards if card < 56 and held >> card & 1]
        forced = sum(1 << card for card in suited[: number % (game.bid_size + 1)])
        trump = rng.randrange(-1, 4)
        count = weigh_bids(prophecy_tables(game), strong(game), 1, dealt, held, forced, 0, trump, room)
        weights = np.diff(room.sums[:count], prepend=0.0) / room.sums[count - 1]
        expected = plain_weights(game, dealt, held, forced, trump)
        assert dict(zip(room.bids[:count].tolist(), weights.tolist(), strict=True)) == pytest.approx(expected)


def test_bids_are_drawn_in_proportion_to_their_weight() -> None:
    game: Any = foretold.load("prophecy", players=6)
    cards = Random(1).sample(range(60), game.hand_size)
    dealt = sum(1 << card for card in cards)
    room, dice = bid_scratch(), np.zeros(1, np.int64)
    seed_dice(dice, 1)
    draws = 20_000
    drawn: Counter[int] = Counter()
    for _ in range(draws):
        drawn[draw_bid(prophecy_tables(game), strong(game), 1, dealt, dealt, 0, 0, 2, dice, room)] += 1
    for mask, share in plain_weights(game, dealt, dealt, 0, 2).items():
        assert drawn[mask] / draws == pytest.approx(share, abs=5 * (share / draws) ** 0.5 + 1e-4)


@pytest.mark.parametrize("players", PLAYERS)
def test_worlds_with_drawn_bids_agree_with_views(players: int) -> None:
    """Every card is in one place, hands and bids are as large as they are, and no hand has what it failed to follow."""
    game: Any = foretold.load("prophecy", players=players)
    checked = 0
    for seed in range(3):
        for state in random_states(game, seed, rounds=2)[:: players + 3]:
            if state.phase != "tricks":
                continue
            view: Any = state.view(state.actors[0])
            hands, bids = ProphecyValues(view, Random(seed)).draw(8)
            voids = [sum(game.suit_masks[game.title.suits.index(suit)] for suit in suits) for suits in view.voids]
            gone = game.mask(view.gone)
            for world in range(8):
                seen = gone
                for seat in game.seats:
                    hand, bid = int(hands[world, seat]), int(bids[world, seat])
                    assert hand.bit_count() == len(state.view(seat).hand)
                    assert bid.bit_count() == game.bid_size
                    assert not bid & game.specialists
                    assert seat == view.seat or not hand & voids[seat]
                    assert not hand & (seen | bid)
                    assert seat in view.open_bidders or not bid & seen
                    seen |= hand | bid
                checked += 1
    assert checked > 100


@pytest.mark.parametrize("players", PLAYERS)
def test_bidding_habits_say_how_they_were_made(players: int) -> None:
    """Measured for every number of players; the higher a bid, the less it brings beyond what play-outs promise."""
    habits = json.loads(files("foretold.kernels").joinpath(f"bids/{players}.json").read_text("utf-8"))
    assert habits["command"].startswith(f"scripts/prophecy-bids --players {players} ")
    assert {"commit", "seed"} <= set(habits)
    game: Any = foretold.load("prophecy", players=players)
    worth = measured(game.players).worth
    assert len(worth) == len(BEYOND)
    assert (np.diff(worth) <= 0).all()


def test_players_who_bid_like_greedy_are_recognised_after_some_rounds() -> None:
    """The own seat does; bids are corrected the less, the fewer of the others are strong."""
    game: Any = foretold.load("prophecy")
    bots = [foretold.bot(name) for name in ("greedy", "random", "greedy", "random")]
    rng = Random(5)
    state = game.start(seed=5)
    corrected = []
    while len(state.finished) < 4:
        seat = state.actors[0]
        view = state.view(seat)
        if seat == 1 and view.phase == "bid":
            corrected.append(np.ptp(worth_of(view, np.array([game.mask(action.cards) for action in view.legal]))))
        state = state.apply(seat, bots[seat].choose(view, rng))
        if not state.finished:
            assert who_is_strong(state.view(1)) == (True,) * 4
    assert who_is_strong(state.view(1)) == (False, True, False, True)
    assert who_is_strong(state.view(0)) == (True, True, False, True)
    assert corrected[-1] < corrected[0]
