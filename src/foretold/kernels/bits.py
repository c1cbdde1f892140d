"""Bit operations on masks, which the compiler replaces by machine instructions."""

from __future__ import annotations

from typing import Protocol


class Row(Protocol):
    """Numbers that stand in a row: a tuple or list as well as an array."""

    def __getitem__(self, at: int, /) -> int: ...


class Amounts(Protocol):
    """Amounts in a row that can grow: a list or an array."""

    def __getitem__(self, at: int, /) -> float: ...

    def __setitem__(self, at: int, value: float, /) -> None: ...


def count_bits(mask: int) -> int:
    """How many cards a mask holds."""
    return mask.bit_count()


def lowest_bit(mask: int) -> int:
    """The index of the lowest card of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def nth_bit(mask: int, rank: int) -> int:
    """The bit of a rank (from 0, lowest first) of a mask that has more bits than that."""
    for _ in range(rank):
        mask &= mask - 1
    return mask & -mask
