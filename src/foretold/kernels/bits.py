"""Bits of a mask: plain functions, which the compiled kernels replace by machine instructions."""

from __future__ import annotations


def count_bits(mask: int) -> int:
    """How many cards a mask holds."""
    return mask.bit_count()


def lowest_bit(mask: int) -> int:
    """The index of the lowest card of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1
