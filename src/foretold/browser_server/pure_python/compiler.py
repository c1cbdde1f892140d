"""Replaces the Numba compiler: kernels run as plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Returns the function unchanged."""
    return function


uncached_kernel = kernel
