"""Worlds: deals that agree with all that a view knows, each equally likely."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from typing import Any

import pytest

from foretold.games import Game
from foretold.games.unknown import SUITS, Unknown, hidden_bids, prophecy_unknown, seven_unknown
from foretold.kernels.worlds import Count, Worlds
from tests.conftest import every_game, random_states

ANY = 0b11111
SMALL = {
    "nothing closed": Unknown((0b11, 0b1100, 0b110000, 0, 0), (2, 2, 2), (ANY, ANY, ANY)),
    "one void": Unknown((0b111, 0b11000, 0b100000, 0, 0), (2, 2, 2), (ANY, 0b11110, ANY)),
    "voids and a bid": Unknown(
        (0b111, 0b111000, 0b11000000, 0, 1 << 8), (3, 3, 2, 1), (ANY, 0b11110, 0b10101, 0b01111)
    ),
    "empty groups": Unknown((0b111, 0, 0, 0, 0b11000), (0, 3, 2, 0), (ANY, 0b00001, ANY, ANY)),
    "only one world": Unknown((0b11, 0b1100, 0b110000, 0b11000000, 0), (2, 2, 2, 2), (1, 2, 4, 8)),
    "hard to hit": Unknown(
        (0b111, 0b111000, 0b111000000, 0b111000000000, 0), (3, 3, 3, 3), (0b0011, 0b0110, 0b1100, 0b1001)
    ),
}


def all_worlds(unknown: Unknown) -> list[tuple[int, ...]]:
    """Every world, by trying all places for each card."""
    cards = [(1 << i, suit) for suit in range(SUITS) for i in range(60) if unknown.suits[suit] >> i & 1]
    worlds: list[tuple[int, ...]] = []

    def place(number: int, free: list[int], world: list[int]) -> None:
        if number == len(cards):
            worlds.append(tuple(world))
            return
        card, suit = cards[number]
        for group in range(len(free)):
            if free[group] and unknown.takes[group] >> suit & 1:
                free[group] -= 1
                world[group] |= card
                place(number + 1, free, world)
                world[group] ^= card
                free[group] += 1

    place(0, list(unknown.places), [0] * len(unknown.places))
    return worlds


def assert_uniform(drawn: Counter[tuple[int, ...]], worlds: list[tuple[int, ...]]) -> None:
    """A chi-square test: six standard deviations above the mean happen by chance once in millions."""
    total = sum(drawn.values())
    expected = total / len(worlds)
    assert set(drawn) <= set(worlds)
    chi_square = sum((drawn[world] - expected) ** 2 / expected for world in worlds)
    freedom = len(worlds) - 1
    assert chi_square <= freedom + 6 * sqrt(2 * freedom) + 10


@pytest.mark.parametrize("name", SMALL)
def test_drawn_worlds_are_uniform(name: str) -> None:
    worlds = all_worlds(SMALL[name])
    rows = Worlds(SMALL[name]).draw(60 * len(worlds) + 2000, Random(name))
    assert_uniform(Counter(map(tuple, rows.tolist())), worlds)


@pytest.mark.parametrize("name", SMALL)
def test_counted_worlds_are_uniform(name: str) -> None:
    worlds = all_worlds(SMALL[name])
    count, rng = Count(SMALL[name]), Random(name)
    assert_uniform(Counter(tuple(count.draw(rng)) for _ in range(20 * len(worlds) + 200)), worlds)
    assert count.ways(0, 0, count.counts[0], count.room) > 0


def test_sampling_with_awkward_voids_terminates() -> None:
    """Draws that are nearly always refused: the ways are counted instead."""
    deck = tuple(((1 << 11) - 1) << 11 * suit for suit in range(4))
    unknown = Unknown((*deck, 0), (11, 11, 11, 11), (0b0011, 0b0110, 0b1100, 0b1001))
    rows = Worlds(unknown).draw(50, Random(1))
    for row in rows.tolist():
        assert sum(row) == (1 << 44) - 1
        for group, takes in zip(row, unknown.takes, strict=True):
            assert not any(group & deck[suit] for suit in range(4) if not takes >> suit & 1)


def test_draw_some_gives_up_after_its_limit() -> None:
    deck = tuple(((1 << 11) - 1) << 11 * suit for suit in range(4))
    hard = Worlds(Unknown((*deck, 0), (11, 11, 11, 11), (0b0011, 0b0110, 0b1100, 0b1001)))
    assert len(hard.draw_some(50, Random(1), 200)) == 0
    easy = Worlds(SMALL["voids and a bid"])
    drawn = easy.draw_some(50, Random(5), 60)
    assert 0 < len(drawn) < 50
    assert (drawn == easy.draw(50, Random(5))[: len(drawn)]).all()
    assert len(easy.draw_some(50, Random(5), 5000)) == 50


def unknown_of(view: Any) -> Unknown:
    return (prophecy_unknown if view.game == "prophecy" else seven_unknown)(view)


@every_game
def test_worlds_agree_with_views_and_the_real_one_is_among_them(game: Game) -> None:
    rng = Random(f"worlds:{game!r}")
    for state in random_states(game, 61, rounds=2)[::7]:
        if state.phase in ("deal", "over"):
            continue
        for seat in game.seats:
            view = state.view(seat)
            unknown = unknown_of(view)
            others = [other for other in game.seats if other != seat]
            real = [state._hand(other) for other in others]
            if game.name == "prophecy":
                choices: Any = state._choices
                bids = {took.seat: sum(game.bits[card] for card in took.action.cards) for took in choices}
                prophecy_view: Any = view
                if state.phase == "bid":  # a face-down bid counts as not laid yet
                    real = [
                        hand | (bids.get(other, 0) if prophecy_view.bids[other] is None else 0)
                        for other, hand in zip(others, real, strict=True)
                    ]
                real += [bids[other] for other in hidden_bids(prophecy_view)]
            whole = sum(unknown.suits)
            real.append(whole & ~sum(real))
            for world in [real, *Worlds(unknown).draw(5, rng).tolist()]:
                assert sum(world) == whole
                assert [mask.bit_count() for mask in world] == list(unknown.places)
                for mask, takes in zip(world, unknown.takes, strict=True):
                    assert not any(mask & unknown.suits[suit] for suit in range(SUITS) if not takes >> suit & 1)


def test_the_same_rng_draws_the_same_worlds() -> None:
    worlds = Worlds(SMALL["voids and a bid"])
    assert (worlds.draw(50, Random(5)) == worlds.draw(50, Random(5))).all()
    assert (worlds.draw(50, Random(5)) != worlds.draw(50, Random(6))).any()
