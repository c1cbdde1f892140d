"""Seeded randomness: one algorithm for every deal, the same on every machine and in every version (docs/deals.md)."""

from __future__ import annotations

import hashlib
import struct
from typing import TypeVar

from foretold.errors import BadOption

T = TypeVar("T")
Seed = int | bytes

_WORD_RANGE = 1 << 64
_FIRST_READ = 80  # words read at first: more than a round of any game needs, unless draws are rejected
_LIMITS = (
    0,
    *(_WORD_RANGE - _WORD_RANGE % n for n in range(1, 65)),
)  # indexed by n: words below the limit give an unbiased remainder


def seed_key(seed: Seed) -> bytes:
    """Returns the 32-byte key of a seed: the bytes themselves, or a hash of the number."""
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    if isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < _WORD_RANGE:
        return hashlib.sha256(f"foretold-seed/1:{seed}".encode("ascii")).digest()
    raise BadOption("seed")


DEALING = b"foretold-deal/1:"  # the stream that deals a round
DRAWING = b"foretold-first/1:"  # the stream of the cards drawn for who starts or deals first


class Draws:
    """Stream of random numbers for round `round_number` (from 0) of a match."""

    __slots__ = ("_next", "_source", "_words")

    def __init__(self, key: bytes, round_number: int, purpose: bytes = DEALING) -> None:
        self._source = hashlib.shake_256(purpose + key + round_number.to_bytes(4, "big"))
        self._words = self._read(_FIRST_READ)
        self._next = 0

    def _read(self, count: int) -> tuple[int, ...]:
        return struct.unpack(f">{count}Q", self._source.digest(8 * count))

    def below(self, n: int) -> int:
        """Draws a uniform number in [0, n), for n up to 64."""
        while True:
            at = self._next
            if at == len(self._words):
                self._words = self._read(2 * at)
            word = self._words[at]
            self._next = at + 1
            if word < _LIMITS[n]:
                return word % n

    def shuffle(self, items: list[T]) -> list[T]:
        """Shuffles the list in place and returns it."""
        words, at, count = self._words, self._next, len(items)
        for n in range(count, 1, -1):  # `below` inlined, which saves a call per card
            word = words[at] if at < len(words) else _WORD_RANGE
            if word >= _LIMITS[n]:
                self._next = at
                j = self.below(n)
                words, at = self._words, self._next
            else:
                j = word % n
                at += 1
            i = n - 1
            items[i], items[j] = items[j], items[i]
        self._next = at
        return items
