"""Work in order on any number of processes: the same results, whatever ran them."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
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
            with _no_interrupt():  # this may start a process, which inherits it: Ctrl-C is for the first one alone
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
    with ProcessPoolExecutor(cores(jobs), mp_context=get_context("spawn"), initializer=_follow) as executor:
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """An interrupt waits until this is left, where the system can do so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow() -> None:
    """A process of the pool leaves Ctrl-C to the one that started it, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
