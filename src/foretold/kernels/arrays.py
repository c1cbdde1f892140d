"""Array types that kernels read and write."""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Shares = NDArray[np.float64]


def any_number(number: int) -> int:
    """Returns the number, typed as a variable.

    The compiler treats a literal argument as a type of its own, and would compile the called function once for it and
    once for all other numbers.
    """
    return cast(int, np.int64(number))


def floats(numbers: object) -> Shares:
    """Converts numbers to an array for kernels."""
    return np.array(numbers, np.float64)


def integers(numbers: object) -> Numbers:
    """Converts whole numbers to an array for kernels."""
    return np.array(numbers, np.int64)
