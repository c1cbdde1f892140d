"""Work in order on any number of processes: the same results, whatever ran them."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def in_order(
    executor: Executor | None, work: Callable[[Task], Result], tasks: Iterable[Task], ahead: int
) -> Iterator[Result]:
    """The result of every task in the order of the tasks, at most `ahead` of them waiting; None: in this process."""
    if executor is None:
        yield from map(work, tasks)
        return
    waiting: deque[Future[Result]] = deque()
    try:
        for task in tasks:
            waiting.append(executor.submit(work, task))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def cores(jobs: int) -> int:
    """The number of processes to use; 0 means all cores."""
    return jobs or os.cpu_count() or 1


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """A pool of that many processes; None for one, which needs no pool."""
    if cores(jobs) == 1:
        yield None
        return
    with ProcessPoolExecutor(cores(jobs), mp_context=get_context("spawn")) as executor:
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise
