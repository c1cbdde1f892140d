"""Deals from seeds, compiled: the same random stream as `foretold.cards.chance`.

A seed's key is a SHA-256, the numbers of a round are read from a SHAKE-256 (FIPS 180-4, FIPS 202; docs/deals.md).
Both inputs fit into one block, so neither needs padding beyond it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from foretold.kernels.arrays import Numbers
from foretold.kernels.compiler import kernel

LANES = 26  # of a stream: the 25 words of the permutation, and how many of them were read
SCHEDULE = 64  # scratch numbers needed by `seed_key`
_RATE = 17  # words between two permutations
_LOW = 0xFFFFFFFF


def _cube_roots() -> list[int]:
    """Returns the first 32 bits of the fractional parts of the cube roots of the first 64 primes."""
    return [_root(prime, 3) & _LOW for prime in _primes(64)]


def _primes(count: int) -> list[int]:
    primes: list[int] = []
    number = 2
    while len(primes) < count:
        if all(number % prime for prime in primes):
            primes.append(number)
        number += 1
    return primes


def _root(number: int, degree: int) -> int:
    """Returns a root of a number, times 2³², rounded down."""
    low, high = 0, 1 << 48
    while low + 1 < high:
        middle = (low + high) // 2
        if middle**degree <= number << 32 * degree:
            low = middle
        else:
            high = middle
    return low


def _round_constants() -> list[int]:
    """Returns the constants of the 24 rounds of Keccak, from its shift register."""
    constants, register = [], 1
    for _ in range(24):
        constant = 0
        for power in range(7):
            if register & 1:
                constant |= 1 << (1 << power) - 1
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
        constants.append(constant)
    return constants


_ROUND_CONSTANTS = np.array(_round_constants(), np.uint64)
_MIXERS = np.array(_cube_roots(), np.int64)
_FIRST_HASH = np.array([_root(prime, 2) & _LOW for prime in _primes(8)], np.int64)
_SEED_PREFIX = np.frombuffer(b"foretold-seed/1:", np.uint8).astype(np.int64)
_DEAL_PREFIX = np.frombuffer(b"foretold-deal/1:", np.uint64).copy()
_LAST_FAIR = np.array(
    [0, *((1 << 64) - (1 << 64) % n - 1 for n in range(1, 65))], np.uint64
)  # by n: the largest word without bias


def _swapping(typing_context: Any, word: Any) -> Any:
    return types.uint64(types.uint64), lambda context, builder, signature, args: builder.bswap(args[0])


def _turning(typing_context: Any, word: Any, count: Any) -> Any:
    """Rotates a word to the left."""

    def rotate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, count = args
        back = builder.sub(count.type(64), count)
        return builder.or_(builder.shl(word, count), builder.lshr(word, back))

    return types.uint64(types.uint64, types.uint64), rotate


def _turning_right(typing_context: Any, word: Any, count: Any) -> Any:
    """Rotates a 32-bit word to the right; higher bits are noise."""

    def rotate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, count = args
        back = builder.sub(count.type(32), count)
        return builder.or_(builder.lshr(word, count), builder.shl(word, back))

    return types.int64(types.int64, types.int64), rotate


_swap_bytes: Any = intrinsic(_swapping)
_turn: Any = intrinsic(_turning)
_turn_right: Any = intrinsic(_turning_right)


@kernel
def seed_key(seed: int, key: Numbers, schedule: Numbers) -> None:
    """Computes the key of a seed as four words, with the same bytes as `foretold.cards.seed_key`."""
    number = np.uint64(seed)
    digits = 1
    rest = number // np.uint64(10)
    while rest:
        digits += 1
        rest //= np.uint64(10)
    for i in range(16):
        schedule[i] = 0
    for i in range(16):
        schedule[i >> 2] |= _SEED_PREFIX[i] << 24 - 8 * (i & 3)
    for at in range(15 + digits, 15, -1):
        schedule[at >> 2] |= (48 + np.int64(number % np.uint64(10))) << 24 - 8 * (at & 3)
        number //= np.uint64(10)
    length = 16 + digits
    schedule[length >> 2] |= 0x80 << 24 - 8 * (length & 3)
    schedule[15] = 8 * length
    for i in range(16, 64):
        early, late = schedule[i - 15], schedule[i - 2]
        first = _turn_right(early, 7) ^ _turn_right(early, 18) ^ early >> 3
        second = _turn_right(late, 17) ^ _turn_right(late, 19) ^ late >> 10
        schedule[i] = (schedule[i - 16] + (first & _LOW) + schedule[i - 7] + (second & _LOW)) & _LOW
    a, b, c, d = _FIRST_HASH[0], _FIRST_HASH[1], _FIRST_HASH[2], _FIRST_HASH[3]
    e, f, g, h = _FIRST_HASH[4], _FIRST_HASH[5], _FIRST_HASH[6], _FIRST_HASH[7]
    for i in range(64):
        mixed = (_turn_right(e, 6) ^ _turn_right(e, 11) ^ _turn_right(e, 25)) & _LOW
        one = h + mixed + ((e & f) ^ (~e & g)) + _MIXERS[i] + schedule[i]
        mixed = (_turn_right(a, 2) ^ _turn_right(a, 13) ^ _turn_right(a, 22)) & _LOW
        two = mixed + ((a & b) ^ (a & c) ^ (b & c))
        h, g, f, e, d, c, b, a = g, f, e, (d + one) & _LOW, c, b, a, (one + two) & _LOW
    key[0] = _word(a + _FIRST_HASH[0], b + _FIRST_HASH[1])
    key[1] = _word(c + _FIRST_HASH[2], d + _FIRST_HASH[3])
    key[2] = _word(e + _FIRST_HASH[4], f + _FIRST_HASH[5])
    key[3] = _word(g + _FIRST_HASH[6], h + _FIRST_HASH[7])


@kernel
def _word(high: int, low: int) -> Any:
    """Joins two 32-bit numbers of a hash to the 64-bit word with the same bytes."""
    return np.int64(_swap_bytes(np.uint64((high & _LOW) << 32 | low & _LOW)))


@kernel
def _permute(lanes: Any) -> None:
    """Keccak-f[1600], unrolled; lane x + 5 y is a[x, y] of the standard."""
    a0, a1, a2, a3, a4 = lanes[0], lanes[1], lanes[2], lanes[3], lanes[4]
    a5, a6, a7, a8, a9 = lanes[5], lanes[6], lanes[7], lanes[8], lanes[9]
    a10, a11, a12, a13, a14 = lanes[10], lanes[11], lanes[12], lanes[13], lanes[14]
    a15, a16, a17, a18, a19 = lanes[15], lanes[16], lanes[17], lanes[18], lanes[19]
    a20, a21, a22, a23, a24 = lanes[20], lanes[21], lanes[22], lanes[23], lanes[24]
    for number in range(24):
        c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20
        c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21
        c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22
        c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23
        c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24
        d0 = c4 ^ _turn(c1, 1)
        d1 = c0 ^ _turn(c2, 1)
        d2 = c1 ^ _turn(c3, 1)
        d3 = c2 ^ _turn(c4, 1)
        d4 = c3 ^ _turn(c0, 1)
        b0 = a0 ^ d0
        b10 = _turn(a1 ^ d1, 1)
        b20 = _turn(a2 ^ d2, 62)
        b5 = _turn(a3 ^ d3, 28)
        b15 = _turn(a4 ^ d4, 27)
        b16 = _turn(a5 ^ d0, 36)
        b1 = _turn(a6 ^ d1, 44)
        b11 = _turn(a7 ^ d2, 6)
        b21 = _turn(a8 ^ d3, 55)
        b6 = _turn(a9 ^ d4, 20)
        b7 = _turn(a10 ^ d0, 3)
        b17 = _turn(a11 ^ d1, 10)
        b2 = _turn(a12 ^ d2, 43)
        b12 = _turn(a13 ^ d3, 25)
        b22 = _turn(a14 ^ d4, 39)
        b23 = _turn(a15 ^ d0, 41)
        b8 = _turn(a16 ^ d1, 45)
        b18 = _turn(a17 ^ d2, 15)
        b3 = _turn(a18 ^ d3, 21)
        b13 = _turn(a19 ^ d4, 8)
        b14 = _turn(a20 ^ d0, 18)
        b24 = _turn(a21 ^ d1, 2)
        b9 = _turn(a22 ^ d2, 61)
        b19 = _turn(a23 ^ d3, 56)
        b4 = _turn(a24 ^ d4, 14)
        a0 = b0 ^ (~b1 & b2)
        a1 = b1 ^ (~b2 & b3)
        a2 = b2 ^ (~b3 & b4)
        a3 = b3 ^ (~b4 & b0)
        a4 = b4 ^ (~b0 & b1)
        a5 = b5 ^ (~b6 & b7)
        a6 = b6 ^ (~b7 & b8)
        a7 = b7 ^ (~b8 & b9)
        a8 = b8 ^ (~b9 & b5)
        a9 = b9 ^ (~b5 & b6)
        a10 = b10 ^ (~b11 & b12)
        a11 = b11 ^ (~b12 & b13)
        a12 = b12 ^ (~b13 & b14)
        a13 = b13 ^ (~b14 & b10)
        a14 = b14 ^ (~b10 & b11)
        a15 = b15 ^ (~b16 & b17)
        a16 = b16 ^ (~b17 & b18)
        a17 = b17 ^ (~b18 & b19)
        a18 = b18 ^ (~b19 & b15)
        a19 = b19 ^ (~b15 & b16)
        a20 = b20 ^ (~b21 & b22)
        a21 = b21 ^ (~b22 & b23)
        a22 = b22 ^ (~b23 & b24)
        a23 = b23 ^ (~b24 & b20)
        a24 = b24 ^ (~b20 & b21)
        a0 ^= _ROUND_CONSTANTS[number]
    lanes[0], lanes[1], lanes[2], lanes[3], lanes[4] = a0, a1, a2, a3, a4
    lanes[5], lanes[6], lanes[7], lanes[8], lanes[9] = a5, a6, a7, a8, a9
    lanes[10], lanes[11], lanes[12], lanes[13], lanes[14] = a10, a11, a12, a13, a14
    lanes[15], lanes[16], lanes[17], lanes[18], lanes[19] = a15, a16, a17, a18, a19
    lanes[20], lanes[21], lanes[22], lanes[23], lanes[24] = a20, a21, a22, a23, a24


@kernel
def open_stream(lanes: Any, key: Numbers, number: int) -> None:
    """Opens the stream of a round, from the match's key and the round's number."""
    for i in range(25):
        lanes[i] = np.uint64(0)
    lanes[0], lanes[1] = _DEAL_PREFIX[0], _DEAL_PREFIX[1]
    for i in range(4):
        lanes[2 + i] = np.uint64(key[i])
    lanes[6] = _swap_bytes(np.uint64(number)) >> np.uint64(32) | np.uint64(0x1F) << np.uint64(32)
    lanes[_RATE - 1] ^= np.uint64(0x80) << np.uint64(56)
    _permute(lanes)
    lanes[25] = np.uint64(0)


@kernel
def draw(lanes: Any, n: int) -> Any:
    """Draws a number in [0, n) uniformly; n is at most 64."""
    while True:
        at: Any = np.int64(lanes[25])
        if at == _RATE:
            _permute(lanes)
            at = 0
        lanes[25] = np.uint64(at + 1)
        word = _swap_bytes(lanes[at])
        if word <= _LAST_FAIR[n]:
            return np.int64(word % np.uint64(n))


@kernel
def shuffle(lanes: Any, items: Numbers, first: int, count: int) -> None:
    """Shuffles `count` items from `first` on, as deals of records are shuffled."""
    for n in range(count, 1, -1):
        j = first + draw(lanes, n)
        i = first + n - 1
        items[i], items[j] = items[j], items[i]
