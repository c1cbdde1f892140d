"""The kernels' random generator; its state is one number in an array."""

from __future__ import annotations

from foretold.kernels.arrays import Numbers
from foretold.kernels.bits import count_bits, nth_bit
from foretold.kernels.compiler import kernel


@kernel
def seed_dice(dice: Numbers, seed: int) -> None:
    """Seeds the generator; close seeds give unrelated sequences."""
    x = seed + 0x1E3779B97F4A7C15
    x = (x ^ ((x >> 30) & 0x3FFFFFFFF)) * 0x3F58476D1CE4E5B9
    x = (x ^ ((x >> 27) & 0x1FFFFFFFFF)) * 0x14D049BB133111EB
    x ^= (x >> 31) & 0x1FFFFFFFF
    dice[0] = x if x != 0 else 88172645463325252


@kernel
def below(dice: Numbers, n: int) -> int:
    """Draws a number in [0, n), for n below 2^31."""
    x = dice[0]
    x ^= x << 13
    x ^= (x >> 7) & 0x01FFFFFFFFFFFFFF
    x ^= x << 17
    dice[0] = x
    return (((x >> 32) & 0x7FFFFFFF) * n) >> 31


@kernel
def pick(dice: Numbers, mask: int) -> int:
    """Draws one card of a mask uniformly, as a bit."""
    return nth_bit(mask, below(dice, count_bits(mask)))
