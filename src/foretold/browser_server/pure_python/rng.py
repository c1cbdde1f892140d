"""Chance within kernels, the same numbers as compiled: there a number has 64 bits, here it is cut to them."""

from __future__ import annotations

from foretold.kernels.bits import count_bits

_BITS = (1 << 64) - 1


def seed_dice(dice: list[int], seed: int) -> None:
    """Starts the generator; close seeds give unlike sequences."""
    x = seed + 0x1E3779B97F4A7C15
    x = (x ^ (x >> 30 & 0x3FFFFFFFF)) * 0x3F58476D1CE4E5B9
    x = (x ^ (x >> 27 & 0x1FFFFFFFFF)) * 0x14D049BB133111EB
    x = (x ^ (x >> 31 & 0x1FFFFFFFF)) & _BITS
    dice[0] = x or 88172645463325252


def below(dice: list[int], n: int) -> int:
    """A number in [0, n), n below 2^31."""
    x = dice[0]
    x ^= x << 13 & _BITS
    x ^= x >> 7
    x ^= x << 17 & _BITS
    dice[0] = x
    return (x >> 32 & 0x7FFFFFFF) * n >> 31


def ranked_bit(mask: int, rank: int) -> int:
    """The index of the bit of a rank (from 0, lowest first)."""
    for _ in range(rank):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def pick(dice: list[int], mask: int) -> int:
    """One card of a mask, as a bit, each equally likely."""
    return 1 << ranked_bit(mask, below(dice, count_bits(mask)))
