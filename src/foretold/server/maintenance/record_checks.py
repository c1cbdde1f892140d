"""Checks the records of ended matches, on all cores if there are many."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from typing import TypeVar

from foretold.errors import BadRecord
from foretold.games.replay import replay
from foretold.records import Record

_MANY = 50  # pages from which on other processes help: each needs a second to start
_AHEAD = 4  # pages that wait for each process

_Row = TypeVar("_Row", bound=Sequence[object])


def checked(pages: Iterable[Sequence[_Row]]) -> Iterator[tuple[_Row, bool]]:
    """Every row, and whether the record in its last column holds; memory does not grow with the number of pages."""
    pages = iter(pages)
    first = [*islice(pages, _MANY)]
    cores = os.cpu_count() or 1
    if len(first) < _MANY or cores == 1:
        for page in chain(first, pages):
            yield from zip(page, _hold(_records(page)), strict=True)
        return
    waiting: deque[tuple[Sequence[_Row], Future[list[bool]]]] = deque()
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as pool:
        for page in chain(first, pages):
            waiting.append((page, pool.submit(_hold, _records(page))))
            if len(waiting) > _AHEAD * cores:
                yield from _next(waiting)
        while waiting:
            yield from _next(waiting)


def _next(waiting: deque[tuple[Sequence[_Row], Future[list[bool]]]]) -> Iterator[tuple[_Row, bool]]:
    page, outcome = waiting.popleft()
    return zip(page, outcome.result(), strict=True)


def _records(page: Sequence[Sequence[object]]) -> list[object]:
    return [row[-1] for row in page]


def _hold(records: Sequence[object]) -> list[bool]:
    return [holds(record) for record in records]


def holds(record: object) -> bool:
    """True if the record of a match is readable and follows the rules."""
    try:
        replay(Record.from_line(bytes(record).decode()))  # type: ignore[call-overload]
    except (BadRecord, UnicodeDecodeError, TypeError):
        return False
    return True
