"""Reads rows of a SQLite file page by page, so that a damaged page costs only what is on it.

SQLite follows a tree from its root: if an inner page is damaged, everything below it is out of its reach.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

Value = int | float | str | bytes | None
_TABLE_LEAF, _INDEX_LEAF, _INDEX_INNER = 0x0D, 0x0A, 0x02
_HEADER = {_TABLE_LEAF: 8, _INDEX_LEAF: 8, _INDEX_INNER: 12}  # bytes before the cell pointers
_INTEGERS = (0, 1, 2, 3, 4, 6, 8)  # bytes, by serial type
_FRAME = 24  # bytes before a page in the log


class Row(NamedTuple):
    """A row as stored: in a table with row ids, or in a tree ordered by its key."""

    keyed: bool
    values: tuple[Value, ...]


class _Pages:
    """The pages of a database by number, from its write-ahead log or else from its file."""

    def __init__(self, file: mmap.mmap, log: mmap.mmap | None) -> None:
        self._file, self._log = file, log
        size = int.from_bytes(file[16:18], "big")
        size = 65_536 if size == 1 else size
        if size < 512 or size & (size - 1):  # the first page is damaged: assume SQLite's default
            size = 4096
        self._size = size
        self._logged = {} if log is None else _logged(log, size)  # by number, their offset in the log
        self.most = max(-(-len(file) // size), *self._logged, 0)

    def __getitem__(self, number: int) -> bytes:
        at = self._logged.get(number)
        if at is not None and self._log is not None:
            return self._log[at : at + self._size]
        if not 1 <= number <= self.most:
            raise KeyError(number)
        return self._file[(number - 1) * self._size : number * self._size]


def rows(database: Path) -> Iterator[Row]:
    """All readable rows of tables and indexes, in no order, including those only in the log."""
    with ExitStack() as stack:
        file = stack.enter_context(_mapped(database))
        if file is None:
            return
        pages = _Pages(file, stack.enter_context(_mapped(database.with_name(database.name + "-wal"))))
        for number in range(1, pages.most + 1):
            yield from _rows(pages, pages[number], 100 if number == 1 else 0)


@contextmanager
def _mapped(path: Path) -> Iterator[mmap.mmap | None]:
    """The file memory-mapped; None if it is empty or missing."""
    if not path.is_file() or path.stat().st_size == 0:
        yield None
        return
    with path.open("rb") as file, closing(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)) as mapped:
        yield mapped


def _logged(log: mmap.mmap, size: int) -> dict[int, int]:
    """The offsets of the pages in the log, as of its last commit."""
    committed: dict[int, int] = {}
    pending: dict[int, int] = {}
    for at in range(32, len(log) - _FRAME - size + 1, _FRAME + size):
        if log[at + 8 : at + 16] != log[16:24]:  # left over from an earlier use of the file
            break
        pending[int.from_bytes(log[at : at + 4], "big")] = at + _FRAME
        if log[at + 4 : at + 8] != b"\0\0\0\0":
            committed |= pending
            pending = {}
    return committed


def _rows(pages: _Pages, page: bytes, start: int) -> Iterator[Row]:
    kind = page[start] if len(page) > start else 0
    if kind not in _HEADER:
        return
    cells = int.from_bytes(page[start + 3 : start + 5], "big")
    for place in range(start + _HEADER[kind], start + _HEADER[kind] + 2 * cells, 2):
        try:
            at = int.from_bytes(page[place : place + 2], "big")
            yield Row(kind != _TABLE_LEAF, _values(_payload(pages, page, kind, at)))
        except (IndexError, KeyError, ValueError):  # not a cell
            continue


def _payload(pages: _Pages, page: bytes, kind: int, at: int) -> bytes:
    """The bytes of a cell, with those on overflow pages."""
    usable = len(page)
    length, at = _number(page, at + 4 if kind == _INDEX_INNER else at)
    if kind == _TABLE_LEAF:
        _, at = _number(page, at)
    most = usable - 35 if kind == _TABLE_LEAF else (usable - 12) * 64 // 255 - 23
    if length <= most:
        return page[at : at + length]
    least = (usable - 12) * 32 // 255 - 23
    local = least + (length - least) % (usable - 4)
    local = local if local <= most else least
    parts, following = [page[at : at + local]], page[at + local : at + local + 4]
    for _ in range((length - local) // (usable - 4) + 1):
        number = int.from_bytes(following, "big")
        if number == 0:
            break
        following = pages[number][:4]
        parts.append(pages[number][4:])
    return b"".join(parts)[:length]


def _values(payload: bytes) -> tuple[Value, ...]:
    header, at = _number(payload, 0)
    kinds = []
    while at < header:
        kind, at = _number(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        size = (kind - 12) // 2 if kind >= 12 else 8 if kind == 7 else _INTEGERS[kind] if kind < 7 else 0
        part, at = payload[at : at + size], at + size
        if len(part) < size or kind in (7, 10, 11):  # we store no floating point numbers
            raise ValueError
        if kind >= 12:
            values.append(part.decode() if kind % 2 else part)
        else:
            values.append(None if kind == 0 else int.from_bytes(part, "big", signed=True) if size else kind - 8)
    return tuple(values)


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A varint of 1 to 9 bytes, and where it ends."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9
