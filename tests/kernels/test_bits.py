"""Bits of masks: the processor's instructions, arithmetic and plain Python agree."""

from __future__ import annotations

from random import Random

from foretold.kernels import bits
from foretold.kernels.compiler import kernel
from foretold.kernels.selection import select_bit


@kernel
def by_instruction(mask: int, rank: int) -> int:
    return bits.nth_bit(mask, rank)


@kernel
def by_arithmetic(mask: int, rank: int) -> int:
    return select_bit(mask, rank)


def test_the_nth_bit_is_the_same_by_instruction_by_arithmetic_and_in_plain_python() -> None:
    rng = Random(1)
    for _ in range(2_000):
        mask = rng.getrandbits(60) & rng.choice((-1, rng.getrandbits(60), 0xFF << rng.randrange(53)))
        for rank in range(mask.bit_count()):
            assert by_instruction(mask, rank) == by_arithmetic(mask, rank) == bits.nth_bit(mask, rank)
