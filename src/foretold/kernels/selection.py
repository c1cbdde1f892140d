"""The bit of a rank by arithmetic alone, for processors without an instruction for it."""

from __future__ import annotations

import numpy as np

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


def select_bit(mask: int, rank: int) -> int:
    """Returns the bit of a rank (from 0, lowest first), without a branch to mispredict.

    Counts bits by byte, sums the counts, finds the byte that contains the rank, and looks the rest up.
    """
    bits, place = np.uint64(mask), np.uint64(rank)
    sums = bits - ((bits >> _ONE) & _PAIRS)
    sums = (sums & _QUADS) + ((sums >> _TWO) & _QUADS)
    sums = ((sums + (sums >> _FOUR)) & _NIBBLES) * _BYTES
    byte = ((((place * _BYTES | _HIGHS) - sums) & _HIGHS) >> _SEVEN) * _BYTES >> _TOP & _WHOLE_BYTES
    rest = place - ((sums << _EIGHT) >> byte & _BYTE)
    return 1 << (np.int64(byte) + _RANKS[np.int64((bits >> byte) & _BYTE | rest << _EIGHT)])
