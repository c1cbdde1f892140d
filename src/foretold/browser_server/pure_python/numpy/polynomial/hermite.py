"""Nodes and weights of Gauss-Hermite quadrature."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np

from foretold.kernels.arrays import Shares

STEPS = 100  # maximum number of Newton's steps
NEAR = 1e-15


def hermgauss(count: int) -> tuple[Shares, Shares]:
    """Returns the nodes in order and the weight of each."""
    nodes: list[tuple[float, float]] = []
    for number in range(count):
        node = sqrt(2 * count + 1) * (1 - 2 * (number + 0.5) / count)  # between its neighbours, as a first guess
        for _ in range(STEPS):
            value, slope = _polynomial(count, node)
            others = sum(1 / (node - other) for other, _ in nodes)
            step = value / (slope - value * others)
            node -= step
            if abs(step) < NEAR:
                break
        nodes.append((node, 2 / _polynomial(count, node)[1] ** 2))
    nodes.sort()
    return np.array([node for node, _ in nodes]), np.array([weight for _, weight in nodes])


def _polynomial(count: int, at: float) -> tuple[float, float]:
    """Returns the normalised Hermite polynomial of this degree and its slope."""
    before, value = 0.0, pi**-0.25
    for degree in range(count):
        before, value = value, at * sqrt(2 / (degree + 1)) * value - sqrt(degree / (degree + 1)) * before
    return value, sqrt(2 * count) * before
