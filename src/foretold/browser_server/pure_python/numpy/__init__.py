"""The part of NumPy used where nothing is compiled, on lists, which plain Python reads and writes faster.

A `Row` has one dimension and is a list, so that kernels index it fast; `take` and `compress` select several numbers.
A `Grid` has more dimensions, as rows of rows, and takes the same indices as in NumPy.
"""

from __future__ import annotations

import operator
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import exp, floor, prod, sqrt
from statistics import median as _median
from typing import Any

__all__ = ["Grid", "Row", "exp", "floor", "median", "sqrt"]

int64, float64, bool_ = int, float, bool


def _broadcast(work: Callable[[Any, Any], Any], one: Any, other: Any) -> Any:
    """Applies `work` to each pair; numbers, rows and rows of rows are broadcast as in NumPy."""
    deep, deeper = _depth(one), _depth(other)
    if not deep and not deeper:
        return work(one, other)
    if deep < deeper or (deep == deeper and len(one) == 1 < len(other)):
        mine = one[0] if deep == deeper else one
        return [_broadcast(work, mine, theirs) for theirs in other]
    if deeper < deep or len(other) == 1 < len(one):
        theirs = other[0] if deep == deeper else other
        return [_broadcast(work, mine, theirs) for mine in one]
    if deep == 1:
        return list(map(work, one, other))
    return [_broadcast(work, mine, theirs) for mine, theirs in zip(one, other, strict=True)]


def _depth(values: Any) -> int:
    depth = 0
    while isinstance(values, list):
        depth += 1
        values = values[0] if values else None
    return depth


def _bare(values: Any) -> Any:
    return values.rows if isinstance(values, Grid) else values


def _made(values: Any, inner: tuple[int, ...] = ()) -> Any:
    """Converts lists to a row or a grid; `inner` is the shape of its rows if there are none."""
    if not isinstance(values, list):
        return values
    if _depth(values) > 1 or (not values and inner):
        return Grid(values, inner)
    return values if isinstance(values, Row) else Row(values)


def _both(work: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda one, other: _made(_broadcast(work, _bare(one), _bare(other)))


def _turned(work: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda one, other: _made(_broadcast(work, _bare(other), _bare(one)))


class _Array:
    """What rows and grids have in common: elementwise arithmetic, and sums of all or along an axis."""

    __hash__ = None  # type: ignore[assignment]
    __add__ = __radd__ = __iadd__ = _both(operator.add)
    __sub__, __rsub__ = _both(operator.sub), _turned(operator.sub)
    __mul__ = __rmul__ = __imul__ = _both(operator.mul)
    __truediv__, __floordiv__ = _both(operator.truediv), _both(operator.floordiv)
    __and__ = __rand__ = _both(operator.and_)
    __rshift__ = _both(operator.rshift)
    __lt__, __le__, __gt__, __ge__ = map(_both, (operator.lt, operator.le, operator.gt, operator.ge))
    __eq__, __ne__ = _both(operator.eq), _both(operator.ne)

    def __invert__(self) -> Any:
        return _made(_broadcast(lambda value, _: not value, _bare(self), 0))

    def __neg__(self) -> Any:
        return 0 - self

    def __matmul__(self, other: Any) -> Any:
        """Multiplies a row by a row, or by the columns of a grid."""
        mine, theirs = _bare(self), _bare(other)
        if _depth(theirs) == 1:
            return sum(map(operator.mul, mine, theirs))
        return Row([sum(map(operator.mul, mine, column)) for column in zip(*theirs, strict=True)])

    def astype(self, kind: type) -> Any:
        return _made(_broadcast(lambda value, _: kind(value), _bare(self), 0))

    def _along(self, axis: int | None, work: Callable[[Sequence[Any]], Any]) -> Any:
        """Applies `work` to all numbers, or to each column (0) or row (1, -1)."""
        rows = _bare(self)
        if axis is None or _depth(rows) == 1:
            return work(list(_numbers(rows)))
        return Row([work(line) for line in (zip(*rows, strict=True) if axis == 0 else rows)])

    def sum(self, axis: int | None = None) -> Any:
        return self._along(axis, sum)

    def prod(self, axis: int | None = None) -> Any:
        return self._along(axis, prod)

    def mean(self, axis: int | None = None) -> Any:
        return self._along(axis, _mean)

    def std(self, axis: int | None = None, ddof: int = 0) -> Any:
        return self._along(axis, lambda values: _spread(values, ddof))

    def max(self, axis: int | None = None) -> Any:
        return self._along(axis, max)

    def any(self) -> bool:
        return any(_numbers(_bare(self)))

    def argmax(self) -> int:
        values = list(_numbers(_bare(self)))
        return values.index(max(values))

    def tolist(self) -> list[Any]:
        def plain(values: Any) -> Any:
            return [plain(value) for value in values] if isinstance(values, list) else values

        return list(plain(_bare(self)))

    def reshape(self, *shape: int) -> Any:
        """Reshapes to rows of `many` numbers: `(-1, many)`."""
        values, many = list(_numbers(_bare(self))), shape[1]
        return Grid([Row(values[at : at + many]) for at in range(0, len(values), many)], (many,))


def _numbers(values: Any) -> Iterator[Any]:
    for value in values:
        if isinstance(value, list):
            yield from _numbers(value)
        else:
            yield value


def _mean(values: Sequence[Any]) -> float:
    return float(sum(values) / len(values))


def _spread(values: Sequence[Any], ddof: int) -> float:
    mean = _mean(values)
    return sqrt(sum([(value - mean) ** 2 for value in values]) / (len(values) - ddof))


class Row(_Array, list[Any]):
    """Numbers in a row."""

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self),)

    def take(self, numbers: Iterable[int]) -> Row:
        """Returns the numbers at these positions."""
        return Row([self[number] for number in numbers])

    def compress(self, chosen: Iterable[Any]) -> Row:
        """Returns the chosen numbers."""
        return Row([value for value, wanted in zip(self, chosen, strict=True) if wanted])


class Grid(_Array):
    """Rows, or rows of rows; one index returns the row itself, several return a copy."""

    def __init__(self, rows: list[Any], inner: tuple[int, ...] = ()) -> None:
        self.rows, self._inner = rows, inner

    @property
    def shape(self) -> tuple[int, ...]:
        inner, sizes = self.rows[0] if self.rows else None, [len(self.rows)]
        if inner is None:
            return (0, *self._inner)
        while isinstance(inner, list):
            sizes.append(len(inner))
            inner = inner[0] if inner else None
        return tuple(sizes)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Any]:
        return iter([_made(row) for row in self.rows])

    def __getitem__(self, at: Any) -> Any:
        inner: Any = self.rows
        if type(at) is tuple:
            for number, index in enumerate(at):
                if type(index) is not int:
                    return _made(_picked(inner, at[number:]), self.shape[number + 1 :])
                inner = inner[index]
            return inner if type(inner) is not list else _made(inner)
        return _made(inner[at]) if type(at) is int else _made(_picked(inner, (at,)), self.shape[1:])

    def __setitem__(self, at: Any, value: Any) -> None:
        inner: Any = self.rows
        places = at if type(at) is tuple else (at,)
        for number, index in enumerate(places[:-1]):
            if type(index) is not int:
                _put(inner, places[number:], _bare(value))
                return
            inner = inner[index]
        if type(places[-1]) is int and not isinstance(inner[places[-1]], list):
            inner[places[-1]] = value
        else:
            _put(inner, places[-1:], _bare(value))


def _picked(values: Any, places: tuple[Any, ...]) -> Any:
    """Returns the values at some positions of each dimension."""
    if not places:
        return values
    at, *rest = places
    if isinstance(at, slice):
        chosen = values[at]
    elif isinstance(at, int):
        return _picked(values[at], tuple(rest))
    elif at and isinstance(at[0], bool):
        chosen = [value for value, wanted in zip(values, at, strict=True) if wanted]
    else:
        chosen = [values[index] for index in at]
    return Row([_picked(value, tuple(rest)) for value in chosen])


def _put(values: Any, places: tuple[Any, ...], given: Any) -> None:
    """Writes numbers to some positions of each dimension; fewer dimensions are repeated."""
    at, *rest = places
    if isinstance(at, int) and rest:
        _put(values[at], tuple(rest), given)
        return
    numbers = [at] if isinstance(at, int) else range(*at.indices(len(values)))
    deep = _depth(values) - sum(isinstance(place, int) for place in places)
    for number, place in enumerate(numbers):
        part = given[number] if not isinstance(at, int) and _depth(given) == deep else given
        if rest:
            _put(values[place], tuple(rest), part)
        elif isinstance(values[place], list):
            values[place][:] = part if isinstance(part, list) else [part] * len(values[place])
        else:
            values[place] = part


def array(values: Iterable[Any], kind: type | None = None) -> Any:
    """Makes an array of values, rows, or rows of rows."""
    return _made(_row(_bare(values)))


def _row(values: Iterable[Any]) -> Row:
    return Row([_row(_bare(value)) if isinstance(value, Sequence | Grid) else value for value in values])


def zeros(shape: int | tuple[int, ...], kind: type = float) -> Any:
    """Returns an array of zeros."""
    return full(shape, kind(0))


empty = zeros


def ones(shape: int | tuple[int, ...], kind: type = float) -> Any:
    """Returns an array of ones."""
    return full(shape, kind(1))


def full(shape: int | tuple[int, ...], value: Any) -> Any:
    """Returns an array with the same value everywhere."""
    if isinstance(shape, int) or len(shape) == 1:
        return Row([value] * (shape if isinstance(shape, int) else shape[0]))
    return Grid([_bare(full(shape[1:], value)) for _ in range(shape[0])], shape[1:])


def arange(*bounds: int) -> Row:
    """Returns consecutive whole numbers."""
    return Row(range(*bounds))


def concatenate(arrays: Iterable[Any]) -> Any:
    """Concatenates arrays."""
    values: list[Any] = []
    inner: tuple[int, ...] = ()
    for part in arrays:
        values.extend(_bare(part))  # `+=` would add elementwise
        inner = part.shape[1:]
    return _made(values, inner)


def stack(rows: Iterable[Any], axis: int) -> Grid:
    """Makes each row a column (`axis=1`)."""
    return Grid([Row(row) for row in zip(*rows, strict=True)])


def insert(grid: Grid, at: int, value: Any, axis: int) -> Grid:
    """Inserts a column."""
    return Grid([Row([*row[:at], value, *row[at:]]) for row in grid.rows], (grid.shape[1] + 1,))


def tile(row: Row, times: tuple[int, int]) -> Grid:
    """Repeats a row."""
    return Grid([Row(row) for _ in range(times[0])], (len(row),))


def where(chosen: Iterable[Any], one: Any, other: Any) -> Row:
    """Takes `one` where it is chosen, else `other`, which is a row."""
    return Row([one if wanted else value for wanted, value in zip(chosen, other, strict=True)])


minimum = _both(min)


def clip(values: Iterable[Any], least: Any, most: Any) -> Row:
    """Clamps values."""
    return Row([min(max(value, least), most) for value in values])


def unique(values: Iterable[Any]) -> Row:
    """Returns each value once, in order."""
    return Row(sorted(set(values)))


def diff(values: Sequence[Any], prepend: Any) -> Row:
    """Returns the differences of consecutive values."""
    return Row([later - sooner for sooner, later in pairwise([prepend, *values])])


def argsort(values: Sequence[Any], kind: str) -> Row:
    """Returns the positions in ascending order of their values; stable."""
    return Row(sorted(range(len(values)), key=values.__getitem__))


def lexsort(keys: Sequence[Sequence[Any]]) -> Row:
    """Returns the positions ordered by the last key, ties by the keys before it."""
    return Row(sorted(range(len(keys[0])), key=lambda at: [key[at] for key in reversed(keys)]))


def interp(values: Iterable[float], at: Sequence[float], known: Sequence[float]) -> Row:
    """Interpolates linearly; beyond the known values, the nearest one."""
    results = []
    for value in values:
        after = bisect_right(at, value)
        if after in (0, len(at)):
            results.append(known[0] if after == 0 else known[-1])
        else:
            share = (value - at[after - 1]) / (at[after] - at[after - 1])
            results.append(known[after - 1] + share * (known[after] - known[after - 1]))
    return Row(results)


def median(values: Iterable[float]) -> float:
    """Returns the median."""
    return float(_median(list(values)))
