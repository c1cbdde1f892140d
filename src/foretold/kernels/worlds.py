"""Worlds: deals that agree with all that a view knows, each equally likely.

Unseen cards go to *groups*: the hands of others, their face-down bids, the cards set aside. A group has so many free
places and takes some suits only (Specialists count as a fifth suit): a proven void closes a suit to a hand, a bid
takes no Specialist.

How a world is drawn: suit by suit, each card takes one of the free places that are open to its suit. Such a draw
favours worlds in which few places were open; accepting it with a chance in proportion to the places that were open
makes every world equally likely, and without closed suits it is always accepted. Should draws be refused again and
again, the ways are counted instead: that is slower, exact as well, and ends.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import comb
from random import Random
from typing import Any, NamedTuple

import numpy as np

from foretold.kernels.dice import below, seed_dice
from foretold.kernels.machine import kernel

SUITS = 5  # four, and the Specialists
TRIES = 200  # draws for one world before the ways are counted


class Unknown(NamedTuple):
    """What a seat does not know: unseen cards by suit, and the groups that hold them."""

    suits: tuple[int, ...]  # masks of unseen cards, by suit
    places: tuple[int, ...]  # by group: how many cards it holds
    takes: tuple[int, ...]  # by group: the suits, as bits, that it can hold


class Worlds:
    """Draws worlds for one view: every call gives as many as it is asked for, by group as masks."""

    def __init__(self, unknown: Unknown) -> None:
        self.unknown = unknown
        counts = [mask.bit_count() for mask in unknown.suits]
        room = [
            sum(places for places, takes in zip(unknown.places, unknown.takes, strict=True) if takes >> suit & 1)
            for suit in range(SUITS)
        ]
        order = sorted((suit for suit in range(SUITS) if counts[suit]), key=lambda suit: room[suit] - counts[suit])
        cards: list[int] = []
        turns: list[tuple[int, int, int]] = []
        total = sum(counts)
        for suit in order:
            turns.append((len(cards), suit, min(room[suit], total - len(cards))))
            cards += [1 << i for i in range(60) if unknown.suits[suit] >> i & 1]
        self._cards = np.array(cards, np.int64)
        self._turns = np.array([*turns, (len(cards), 0, 0)], np.int64)
        self._places = np.array(unknown.places, np.int64)
        self._takes = np.array(unknown.takes, np.int64)

    def draw(self, count: int, rng: Random) -> Any:
        """So many worlds, a row each with a mask per group."""
        worlds = np.zeros((count, len(self.unknown.places)), np.int64)
        done = 0
        while done < count:
            seed = rng.getrandbits(62)
            done += draw_worlds(self._cards, self._turns, self._takes, self._places, seed, worlds[done:])
            if done < count:
                worlds[done] = counted_world(self.unknown, rng)
                done += 1
        return worlds


@kernel
def draw_worlds(cards: Any, turns: Any, takes: Any, places: Any, seed: int, worlds: Any) -> int:
    """Fills the rows of `worlds` with the masks of each group; returns how many rows were drawn before one failed.

    `cards` are single cards as bits, suit after suit. Each row of `turns` but the last has where the cards of a suit
    begin, which suit it is, and the most places that can be open to it.
    """
    groups = places.shape[0]
    free = np.zeros(groups, np.int64)
    dice = np.zeros(1, np.int64)
    seed_dice(dice, seed)
    for row in range(worlds.shape[0]):
        drawn = False
        for _ in range(TRIES):
            for group in range(groups):
                free[group] = places[group]
                worlds[row, group] = 0
            chance = 1.0
            for turn in range(turns.shape[0] - 1):
                suit = turns[turn, 1]
                most = turns[turn, 2]
                room = 0
                for group in range(groups):
                    if takes[group] >> suit & 1:
                        room += free[group]
                for i in range(turns[turn, 0], turns[turn + 1, 0]):
                    if room <= 0:
                        chance = 0.0
                        break
                    if room != most:
                        chance *= room / most
                    at = below(dice, room)
                    room -= 1
                    most -= 1
                    for group in range(groups):
                        if takes[group] >> suit & 1:
                            if at < free[group]:
                                free[group] -= 1
                                worlds[row, group] |= cards[i]
                                break
                            at -= free[group]
                if chance == 0.0:
                    break
            if chance >= 1.0 or below(dice, 1 << 30) < chance * (1 << 30):
                drawn = True
                break
        if not drawn:
            return row
    return int(worlds.shape[0])


def counted_world(unknown: Unknown, rng: Random) -> list[int]:
    """One world, drawn by counting all ways: never in vain."""
    counts = [mask.bit_count() for mask in unknown.suits]

    @cache
    def ways(suit: int, free: tuple[int, ...]) -> int:
        if suit == SUITS:
            return 1
        return sum(number for _, number in splits(suit, free))

    def splits(suit: int, free: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """How a suit can be spread over the groups, each with its number of ways to go on."""
        found = []
        for spread, number in spreads(counts[suit], suit, free, 0):
            rest = tuple(have - used for have, used in zip(free, spread, strict=True))
            found.append((spread, number * ways(suit + 1, rest)))
        return found

    def spreads(cards: int, suit: int, free: Sequence[int], group: int) -> list[tuple[tuple[int, ...], int]]:
        if group == len(free):
            return [((), 1)] if cards == 0 else []
        most = min(cards, free[group]) if unknown.takes[group] >> suit & 1 else 0
        return [
            ((taken, *rest), comb(cards, taken) * number)
            for taken in range(most + 1)
            for rest, number in spreads(cards - taken, suit, free, group + 1)
        ]

    world = [0] * len(unknown.places)
    free = tuple(unknown.places)
    for suit in range(SUITS):
        options = splits(suit, free)
        sums = list(accumulate(number for _, number in options))
        spread = options[bisect(sums, rng.randrange(sums[-1]))][0]
        cards = [1 << i for i in range(60) if unknown.suits[suit] >> i & 1]
        rng.shuffle(cards)
        for group, taken in enumerate(spread):
            for _ in range(taken):
                world[group] |= cards.pop()
        free = tuple(have - used for have, used in zip(free, spread, strict=True))
    return world
