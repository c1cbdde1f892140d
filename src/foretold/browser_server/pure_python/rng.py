"""The kernels' random generator in plain Python: numbers are masked to 64 bits, so that both give the same."""

from __future__ import annotations

from foretold.kernels.bits import count_bits, nth_bit

_BITS = (1 << 64) - 1


def seed_dice(dice: list[int], seed: int) -> None:
    """Seeds the generator; close seeds give unrelated sequences."""
    x = seed + 0x1E3779B97F4A7C15
    x = (x ^ (x >> 30 & 0x3FFFFFFFF)) * 0x3F58476D1CE4E5B9
    x = (x ^ (x >> 27 & 0x1FFFFFFFFF)) * 0x14D049BB133111EB
    x = (x ^ (x >> 31 & 0x1FFFFFFFF)) & _BITS
    dice[0] = x or 88172645463325252


def below(dice: list[int], n: int) -> int:
    """Draws a number in [0, n), for n below 2^31."""
    x = dice[0]
    x ^= x << 13 & _BITS
    x ^= x >> 7
    x ^= x << 17 & _BITS
    dice[0] = x
    return (x >> 32 & 0x7FFFFFFF) * n >> 31


def pick(dice: list[int], mask: int) -> int:
    """Draws one card of a mask uniformly, as a bit."""
    return nth_bit(mask, below(dice, count_bits(mask)))
