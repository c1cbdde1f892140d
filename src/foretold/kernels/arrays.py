"""Array types that kernels read and write."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Shares = NDArray[np.float64]


def any_number(number: int) -> int:
    """The number as one like any other.

    A number that stands in a call is a type of its own to the compiler: what is called would be compiled once for it
    and once for all others.
    """
    return cast(int, np.int64(number))


def floats(numbers: object) -> Shares:
    """The numbers as an array that kernels take."""
    return np.array(numbers, np.float64)


def integers(numbers: object) -> Numbers:
    """The whole numbers as an array that kernels take."""
    return np.array(numbers, np.int64)
