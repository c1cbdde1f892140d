"""Bit operations on masks; the compiler replaces them by machine instructions."""

from __future__ import annotations

from typing import Protocol


class Row(Protocol):
    """Indexable numbers: a tuple, list or array."""

    def __getitem__(self, at: int, /) -> int: ...


class Amounts(Protocol):
    """Indexable numbers that can be changed: a list or an array."""

    def __getitem__(self, at: int, /) -> float: ...

    def __setitem__(self, at: int, value: float, /) -> None: ...


def count_bits(mask: int) -> int:
    """Returns the number of cards in a mask."""
    return mask.bit_count()


def lowest_bit(mask: int) -> int:
    """Returns the index of the lowest card of a non-empty mask."""
    return (mask & -mask).bit_length() - 1


def nth_bit(mask: int, rank: int) -> int:
    """Returns the bit of a rank (from 0, lowest first) of a mask with more bits than that."""
    for _ in range(rank):
        mask &= mask - 1
    return mask & -mask
