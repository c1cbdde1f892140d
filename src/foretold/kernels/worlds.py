"""Worlds: uniform samples of the deals consistent with a view.

Unseen cards are distributed to groups (`games/unknown.py`), such as an opponent's hand or the cards set aside. Each
group has a number of free places and accepts certain suits only.

A world is drawn by rejection sampling. Suit by suit, each card takes one of the free places open to its suit. That
favours worlds in which few places were open, so a draw is accepted with a probability in proportion to the places that
were open; then every world is equally likely. Without closed suits every draw is accepted. If too many draws are
rejected, `Count` counts the ways instead, which is slower but just as exact, and always ends.
"""

from __future__ import annotations

from bisect import bisect
from functools import cache
from itertools import accumulate
from math import comb
from random import Random

import numpy as np

from foretold.games.unknown import SUITS, Unknown
from foretold.kernels.arrays import Numbers
from foretold.kernels.compiler import kernel
from foretold.kernels.rng import below, seed_dice

TRIES = 1000  # rejected draws for one world before the ways are counted


class Worlds:
    """Samples worlds for one view, as a mask per group."""

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
        self._count: Count | None = None

    def draw(self, count: int, rng: Random) -> Numbers:
        """Samples `count` worlds: a row each, with a mask per group."""
        worlds = self._room(count)
        done = 0
        while done < count:
            done += self._fill(worlds[done:], rng, TRIES * count)
            if done < count:
                self._count = self._count or Count(self.unknown)
                worlds[done] = self._count.draw(rng)
                done += 1
        return worlds

    def draw_some(self, count: int, rng: Random, most: int) -> Numbers:
        """Samples up to `count` worlds, giving up after `most` draws for one of them."""
        worlds = self._room(count)
        return worlds[: self._fill(worlds, rng, most)]

    def _room(self, count: int) -> Numbers:
        return np.zeros((count, len(self.unknown.places)), np.int64)

    def _fill(self, worlds: Numbers, rng: Random, most: int) -> int:
        return draw_worlds(self._cards, self._turns, self._takes, self._places, rng.getrandbits(62), most, worlds)


@kernel
def draw_worlds(
    cards: Numbers, turns: Numbers, takes: Numbers, places: Numbers, seed: int, most: int, worlds: Numbers
) -> int:
    """Fills the rows of `worlds` with group masks; returns the number of rows before one failed `most` draws.

    `cards` are single cards as bits, suit by suit. Each row of `turns` but the last has the index of a suit's first
    card, the suit, and the most places that can be open to it.
    """
    groups = places.shape[0]
    free = np.zeros(groups, np.int64)
    dice = np.zeros(1, np.int64)
    seed_dice(dice, seed)
    tried = 0
    for row in range(worlds.shape[0]):
        drawn = False
        for _ in range(min(TRIES, most - tried)):
            tried += 1
            for group in range(groups):
                free[group] = places[group]
                worlds[row, group] = 0
            chance = 1.0
            for turn in range(turns.shape[0] - 1):
                suit = turns[turn, 1]
                open_to = turns[turn, 2]
                room = 0
                for group in range(groups):
                    if takes[group] >> suit & 1:
                        room += free[group]
                for i in range(turns[turn, 0], turns[turn + 1, 0]):
                    if room <= 0:
                        chance = 0.0
                        break
                    if room != open_to:
                        chance *= room / open_to
                    at = below(dice, room)
                    room -= 1
                    open_to -= 1
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


def every_world(unknown: Unknown, most: int) -> Numbers | None:
    """Lists all worlds: a row each, with a mask per group; None if there are more than `most`."""
    count = Count(unknown).worlds() if most else 1
    if count > most:
        return None
    cards = [(1 << i, suit) for suit, mask in enumerate(unknown.suits) for i in range(60) if mask >> i & 1]
    worlds = np.zeros((count + 1, len(unknown.places)), np.int64)
    list_worlds(
        np.array(cards, np.int64).reshape(-1, 2),
        np.array(unknown.takes, np.int64),
        np.array(unknown.places, np.int64),
        np.full(len(cards), -1),
        worlds,
    )
    return worlds[:count]


@kernel
def list_worlds(cards: Numbers, takes: Numbers, free: Numbers, groups_of: Numbers, worlds: Numbers) -> None:
    """Fills all rows of `worlds` but the last with group masks, each possible world once.

    Rows of `cards` are bit and suit; `free` has the places of each group; `groups_of` starts as -1 for each card.
    """
    groups = free.shape[0]
    at = row = 0
    while at >= 0:
        if at == cards.shape[0]:
            for group in range(groups):
                worlds[row + 1, group] = worlds[row, group]
            row += 1
            at -= 1
            continue
        bit, suit, group = cards[at, 0], cards[at, 1], groups_of[at]
        if group >= 0:  # its previous group
            free[group] += 1
            worlds[row, group] ^= bit
        group += 1
        while group < groups and not (free[group] and takes[group] >> suit & 1):
            group += 1
        if group == groups:
            groups_of[at] = -1
            at -= 1
            continue
        free[group] -= 1
        worlds[row, group] ^= bit
        groups_of[at] = group
        at += 1


class Count:
    """Counts all ways to fill the groups, so that every draw succeeds.

    While counting, groups that accept the same suits are one *kind*; its cards are dealt to the groups afterwards.
    """

    def __init__(self, unknown: Unknown) -> None:
        self.unknown = unknown
        self.counts = [mask.bit_count() for mask in unknown.suits]
        self.kinds = sorted(set(unknown.takes))
        self.room = tuple(
            sum(places for places, takes in zip(unknown.places, unknown.takes, strict=True) if takes == kind)
            for kind in self.kinds
        )
        self.ways = cache(self._ways)

    def _ways(self, suit: int, kind: int, cards: int, free: tuple[int, ...]) -> int:
        """Counts the ways to place the last `cards` of a suit in kinds from `kind` on, and all later suits."""
        if kind == len(self.kinds):
            if cards:
                return 0
            return 1 if suit + 1 == SUITS else self.ways(suit + 1, 0, self.counts[suit + 1], free)
        return sum(self._weights(suit, kind, cards, free))

    def _weights(self, suit: int, kind: int, cards: int, free: tuple[int, ...]) -> list[int]:
        """Returns the number of ways for each number of cards of the suit that the kind takes."""
        most = min(cards, free[kind]) if self.kinds[kind] >> suit & 1 else 0
        return [
            comb(cards, taken)
            * self.ways(suit, kind + 1, cards - taken, (*free[:kind], free[kind] - taken, *free[kind + 1 :]))
            for taken in range(most + 1)
        ]

    def worlds(self) -> int:
        """Returns the number of worlds."""
        ways = self.ways(0, 0, self.counts[0], self.room)
        for kind, room in zip(self.kinds, self.room, strict=True):
            left = room
            for places, takes in zip(self.unknown.places, self.unknown.takes, strict=True):
                if takes == kind:
                    ways *= comb(left, places)
                    left -= places
        return ways

    def draw(self, rng: Random) -> list[int]:
        """Samples one world uniformly: a mask per group."""
        held: list[list[int]] = [[] for _ in self.kinds]
        free = self.room
        for suit in range(SUITS):
            cards = [1 << i for i in range(60) if self.unknown.suits[suit] >> i & 1]
            rng.shuffle(cards)
            for kind in range(len(self.kinds)):
                sums = list(accumulate(self._weights(suit, kind, len(cards), free)))
                taken = bisect(sums, rng.randrange(sums[-1]))
                held[kind] += [cards.pop() for _ in range(taken)]
                free = (*free[:kind], free[kind] - taken, *free[kind + 1 :])
        for cards in held:
            rng.shuffle(cards)
        world = []
        for places, takes in zip(self.unknown.places, self.unknown.takes, strict=True):
            cards = held[self.kinds.index(takes)]
            world.append(sum([cards.pop() for _ in range(places)]))
        return world
