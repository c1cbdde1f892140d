"""The arrays that kernels read and write."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Shares = NDArray[np.float64]
