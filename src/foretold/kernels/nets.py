"""Small neural networks on plain numbers: two hidden layers with ReLU, one row of features per choice.

The functions run both compiled on arrays and as plain Python on lists. Both add the same numbers in the same order, so
both make the same choice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from foretold.kernels.bits import Amounts


class Net(NamedTuple):
    """The layers of a network, a row of weights for every input, and buffers for their outputs."""

    inputs: int
    wide: int  # units of the first hidden layer
    narrow: int  # units of the second
    outputs: int
    first: Any  # a list of lists, or a two-dimensional array
    first_bias: Amounts
    second: Any
    second_bias: Amounts
    third: Any
    third_bias: Amounts
    base: Amounts  # buffer: first layer after the features shared by all choices
    hidden: Amounts
    deep: Amounts
    answers: Amounts


Rows = Callable[[Any], Any]  # makes rows of numbers: `list`, or a function that returns arrays


def with_room(net: Net, floats: Rows) -> Net:
    """Returns the network with its own buffers, so that several threads can use it."""
    sizes = (net.wide, net.wide, net.narrow, net.outputs)
    base, hidden, deep, answers = (floats([0.0] * size) for size in sizes)
    return net._replace(base=base, hidden=hidden, deep=deep, answers=answers)


def take_shared(net: Net, rows: Amounts, shared: int) -> None:
    """Runs the first layer on the leading features, which are shared by all choices of a decision."""
    wide, first, bias, base = net.wide, net.first, net.first_bias, net.base
    for unit in range(wide):
        base[unit] = bias[unit]
    for feature in range(shared):
        value = rows[feature]
        if value != 0.0:
            weights = first[feature]
            for unit in range(wide):
                base[unit] += value * weights[unit]


def run_net(net: Net, rows: Amounts, start: int, shared: int) -> float:
    """Fills `answers` for the row that begins at `start`, after `take_shared`; returns the first of them."""
    wide, narrow, outputs = net.wide, net.narrow, net.outputs
    first, second, third = net.first, net.second, net.third
    base, hidden, deep, answers = net.base, net.hidden, net.deep, net.answers
    second_bias, third_bias = net.second_bias, net.third_bias
    for unit in range(wide):
        hidden[unit] = base[unit]
    for feature in range(shared, net.inputs):
        value = rows[start + feature]
        if value != 0.0:
            weights = first[feature]
            for unit in range(wide):
                hidden[unit] += value * weights[unit]
    for unit in range(narrow):
        deep[unit] = second_bias[unit]
    for feature in range(wide):
        value = hidden[feature]
        if value > 0.0:
            weights = second[feature]
            for unit in range(narrow):
                deep[unit] += value * weights[unit]
    for unit in range(outputs):
        answers[unit] = third_bias[unit]
    for feature in range(narrow):
        value = deep[feature]
        if value > 0.0:
            weights = third[feature]
            for unit in range(outputs):
                answers[unit] += value * weights[unit]
    return answers[0]


def best_row(net: Net, rows: Amounts, count: int, shared: int) -> int:
    """Returns the row with the highest answer, the first of equals; the rows follow each other."""
    take_shared(net, rows, shared)
    best = 0
    most = -1e30
    for number in range(count):
        value = run_net(net, rows, number * net.inputs, shared)
        if value > most:
            most = value
            best = number
    return best
