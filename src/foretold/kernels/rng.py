"""The kernels' random generator; its state is one number in an array."""

from __future__ import annotations

import numpy as np

from foretold.kernels.arrays import Numbers
from foretold.kernels.bits import count_bits
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


_RANKS = np.zeros(2048, np.int64)  # index of the bit of rank r in a byte, at byte + 256 * r
for _byte in range(256):
    for _rank, _bit in enumerate(_i for _i in range(8) if _byte >> _i & 1):
        _RANKS[_byte + 256 * _rank] = _bit

_PAIRS = np.uint64(0x5555555555555555)
_QUADS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_HIGHS = np.uint64(0x8080808080808080)
_ONE, _TWO, _FOUR, _SEVEN, _EIGHT = (np.uint64(n) for n in (1, 2, 4, 7, 8))
_BYTE = np.uint64(0xFF)
_TOP = np.uint64(53)
_WHOLE_BYTES = np.uint64(0xF8)


@kernel
def ranked_bit(mask: int, rank: int) -> int:
    """Returns the index of the bit of a rank (from 0, lowest first), without a branch to mispredict.

    Counts bits by byte, sums the counts, finds the byte that contains the rank, and looks the rest up.
    """
    bits, place = np.uint64(mask), np.uint64(rank)
    sums = bits - ((bits >> _ONE) & _PAIRS)
    sums = (sums & _QUADS) + ((sums >> _TWO) & _QUADS)
    sums = ((sums + (sums >> _FOUR)) & _NIBBLES) * _BYTES
    byte = ((((place * _BYTES | _HIGHS) - sums) & _HIGHS) >> _SEVEN) * _BYTES >> _TOP & _WHOLE_BYTES
    rest = place - ((sums << _EIGHT) >> byte & _BYTE)
    return np.int64(byte) + _RANKS[np.int64((bits >> byte) & _BYTE | rest << _EIGHT)]


@kernel
def pick(dice: Numbers, mask: int) -> int:
    """Draws one card of a mask uniformly, as a bit."""
    return 1 << ranked_bit(mask, below(dice, count_bits(mask)))
