"""As much of NumPy as play-outs ask for, on lists: where nothing is compiled, those are quicker to read and write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, floor, prod
from typing import Any

__all__ = ["Grid", "Row", "arange", "array", "exp", "float64", "floor", "int64", "zeros"]

int64, float64 = int, float


class Row(list[Any]):
    """Numbers in a row."""

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self),)

    def __mul__(self, factor: Any) -> Row:
        return Row([each * factor for each in self])


class Grid:
    """Numbers in rows, and rows of rows: as many indices as there are dimensions, or fewer for what lies there."""

    def __init__(self, rows: list[Any], shape: tuple[int, ...]) -> None:
        self._rows, self.shape = rows, shape

    def __getitem__(self, at: tuple[int, ...]) -> Any:
        found: Any = self._rows
        for each in at:
            found = found[each]
        return found

    def __setitem__(self, at: tuple[int, ...], value: Any) -> None:
        self[at[:-1]][at[-1]] = value


def zeros(shape: int | tuple[int, ...], kind: type = float) -> Any:
    """All zero."""
    if isinstance(shape, int):
        return Row([kind(0)] * shape)
    return Grid([_filled(shape[1:], kind) for _ in range(shape[0])], shape)


def _filled(shape: tuple[int, ...], kind: type) -> Row:
    return Row([kind(0)] * prod(shape)) if len(shape) == 1 else Row([_filled(shape[1:], kind) for _ in range(shape[0])])


def array(values: Iterable[Any], kind: type | None = None) -> Any:
    """The values, which may be rows, and rows of rows."""
    found = _row(values)
    shape: list[int] = []
    inner: Any = found
    while isinstance(inner, Row):
        shape.append(len(inner))
        inner = inner[0] if inner else None
    return found if len(shape) == 1 else Grid(found, tuple(shape))


def _row(values: Iterable[Any]) -> Row:
    return Row([_row(each) if isinstance(each, Sequence) else each for each in values])


def arange(*bounds: int) -> Row:
    """Whole numbers one after the other."""
    return Row(range(*bounds))
