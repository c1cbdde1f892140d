"""The bot `adept` without compiled kernels: plays a few likely choices out in as many worlds as time allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import cast

import numpy as np

from foretold.bots.greedy import GreedyBot
from foretold.cards import Action, Bid, Play, Prophesy
from foretold.games.primitives import NO_SUIT
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.games.unknown import hidden_bids, prophecy_unknown, seven_unknown
from foretold.kernels import prophecy_search, seven_search
from foretold.kernels.arrays import Numbers, Shares
from foretold.kernels.bidding_model import habits_of
from foretold.kernels.outcomes import COLUMNS, VALUE
from foretold.kernels.positions import (
    ProphecyPosition,
    played_cards,
    prophecy_position,
    seven_position,
    shown_bids,
)
from foretold.kernels.prophecy_bids import bid_scratch, redraw_bids, weigh_bids
from foretold.kernels.tracks import no_tracks
from foretold.kernels.worlds import Count
from foretold.views import View

SECONDS = 0.5  # default per decision
WORLDS = 24  # maximum number of worlds
FEWEST = 3  # choices that stay in the race
BIDS, OF_A_VALUE = 9, 3  # bids in the race, and how many of them have the same value

Worth = Callable[[list[int]], Shares]  # choices by number: outcomes[0, choice, column] in one more world


class AdeptBot:
    """Searches a few worlds; the worse half of the choices drops out repeatedly."""

    def __init__(self, seconds: float = SECONDS, worlds: int = WORLDS) -> None:
        self.seconds, self.worlds = seconds, worlds

    def choose(self, view: View, rng: Random, seconds: float | None = None) -> Action:
        """Returns an action of `view.legal` in time, within one world."""
        if len(view.legal) == 1:
            return view.legal[0]
        deadline = perf_counter() + min(self.seconds, self.seconds if seconds is None else seconds)
        assert isinstance(view, SevenView | ProphecyView)
        choices, worth = _seven(view, rng) if isinstance(view, SevenView) else _prophecy(view, rng)
        return choices[_race(len(choices), worth, self.worlds, deadline)]


def _race(choices: int, worth: Worth, worlds: int, deadline: float) -> int:
    """Returns the index of the choice that does best on average."""
    alive, sums = list(range(choices)), [0.0] * choices
    for number in range(1, worlds + 1):
        begun = perf_counter()
        outcomes = worth(alive)
        for at, choice in enumerate(alive):
            sums[choice] += outcomes[0, at][VALUE]
        alive.sort(key=lambda choice: -sums[choice])
        now = perf_counter()
        if now + (now - begun) > deadline:
            break
        if number % 2 == 0:
            alive = alive[: max(FEWEST, len(alive) // 2)]
    return alive[0]


def _seven(view: SevenView, rng: Random) -> tuple[Sequence[Action], Worth]:
    """Returns cards, or prophecies similar to that of `greedy`, and a function that plays them out in a world."""
    at, count, game = seven_position(view), Count(seven_unknown(view)), view.rules
    prophesying = view.phase == "prophecy"
    choices = _near(view, rng) if prophesying else view.legal
    numbers = game.packed if prophesying else game.bits
    value = seven_search.value_prophecies if prophesying else seven_search.value_plays

    def worth(alive: list[int]) -> Shares:
        world = _by_seat(count.draw(rng), at.seat, at.own, at.tables.players)
        outcomes = np.zeros((1, len(alive), COLUMNS))
        value(at, world, np.array([numbers[choices[choice]] for choice in alive], np.int64), outcomes, no_tracks())
        return outcomes

    return choices, worth


def _by_seat(drawn: Sequence[int], seat: int, own: int, players: int) -> Numbers:
    """Converts a world by group to one row by seat."""
    hands = list(drawn[: players - 1])
    hands.insert(seat, own)
    return np.array([hands], np.int64)


def _near(view: SevenView, rng: Random) -> list[Action]:
    """Returns the prophecy of `greedy`, and those that differ from it in one token."""
    tokens = cast(Prophesy, GreedyBot().choose(view, rng)).tokens
    splits = [cast(Prophesy, action) for action in view.legal]
    return [split for split in splits if sum(abs(a - b) for a, b in zip(split.tokens, tokens, strict=True)) <= 2]


def _prophecy(view: ProphecyView, rng: Random) -> tuple[Sequence[Action], Worth]:
    """Returns cards, or the likeliest bids, and a function that plays them out in a world."""
    at, game = prophecy_position(view), view.rules
    count, habits = Count(prophecy_unknown(view)), habits_of((True,) * view.players)
    hidden, played, shown = hidden_bids(view), played_cards(view), shown_bids(view)
    players, others = at.tables.players, at.tables.players - 1
    bidding = view.phase == "bid"
    choices = _likely(view, at, shown) if bidding else view.legal

    def worth(alive: list[int]) -> Shares:
        drawn = count.draw(rng)
        bids = [int(bid) for bid in at.bids]
        for group, seat in enumerate(hidden, others):
            bids[seat] = drawn[group]
        deals = prophecy_search.Deals(_by_seat(drawn, at.seat, at.own, players), np.array([bids], np.int64))
        seed = rng.getrandbits(62)
        if hidden:
            seats = np.array(list(hidden), np.int64)
            redraw_bids(at.tables, habits, at.turn.trump, seats, played, at.voids, shown, seed, *deals)
        outcomes = np.zeros((1, len(alive), COLUMNS))
        some = [choices[choice] for choice in alive]
        if bidding:
            masks = np.array([game.mask(cast(Bid, bid).cards) for bid in some], np.int64)
            prophecy_search.value_bids(at, habits, deals, masks, seed, outcomes, no_tracks())
        else:
            plays = [action if isinstance(action, Play) else None for action in some]  # None: a surrender
            cards = [-1 if play is None else game.index[play.card] for play in plays]
            names = [
                NO_SUIT if not play or play.names is None else game.title.suits.index(play.names) for play in plays
            ]
            chosen = np.array(cards, np.int64), np.array(names, np.int64)
            prophecy_search.value_plays(at, deals, *chosen, outcomes, no_tracks())
        return outcomes

    return choices, worth


def _likely(view: ProphecyView, at: ProphecyPosition, shown: int) -> list[Action]:
    """Returns the likeliest bids, of several values."""
    game, room = view.rules, bid_scratch()
    habits = habits_of((True,) * view.players)
    count = weigh_bids(at.tables, habits, at.seat, at.own, at.own, 0, shown, at.turn.trump, room)
    weights = [(room.sums[i] - (room.sums[i - 1] if i else 0.0), -i) for i in range(count)]
    actions = {game.mask(cast(Bid, bid).cards): bid for bid in view.legal}
    likely: list[Action] = []
    places = [OF_A_VALUE] * (3 * game.bid_size + 1)
    for _, at_bid in sorted(weights, reverse=True):
        action = actions[int(room.bids[-at_bid])]
        value = game.bid_of(cast(Bid, action).cards)
        if places[value]:
            places[value] -= 1
            likely.append(action)
            if len(likely) == BIDS:
                break
    return likely
