"""Ordered work on any number of processes: the same results, whatever ran them."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import ParamSpec, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

BREAKS = 4  # pools that may break while one task is pending


def in_order(
    executor: Executor | None, work: Callable[[Task], Result], tasks: Iterable[Task], ahead: int
) -> Iterator[Result]:
    """Yields the result of every task in order, with at most `ahead` of them pending; None runs them in this
    process.

    Tasks are pure: if a process of our pool is killed, everything unfinished is repeated by a new pool.
    """
    if executor is None:
        yield from map(work, tasks)
        return
    waiting: deque[tuple[Task, Future[Result]]] = deque()

    def submit(task: Task) -> Future[Result]:
        with _no_interrupt():  # may start a process, which inherits it: Ctrl-C is for the parent alone
            return executor.submit(work, task)

    def first() -> Result:
        for _ in range(BREAKS):
            try:
                result = waiting[0][1].result()
            except BrokenExecutor:
                if not isinstance(executor, Processes):
                    raise
                executor.renew()
                for at, (task, future) in enumerate(waiting):
                    if not _holds(future):
                        waiting[at] = task, submit(task)
            else:
                waiting.popleft()
                return result
        raise BrokenExecutor(f"{BREAKS} pools were broken by one task")

    try:
        for task in tasks:
            try:
                waiting.append((task, submit(task)))
            except BrokenExecutor as error:  # raised by `first`, in its turn
                broken: Future[Result] = Future()
                broken.set_exception(error)
                waiting.append((task, broken))
            if len(waiting) >= ahead:
                yield first()
        while waiting:
            yield first()
    finally:
        for _, future in waiting:
            future.cancel()


def _holds(future: Future[Result]) -> bool:
    """True if a future of a broken pool still has a result, or an error of the work itself."""
    return future.done() and not future.cancelled() and not isinstance(future.exception(), BrokenExecutor)


class Processes(Executor):
    """A process pool that can be replaced."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._count, mp_context=get_context("spawn"), initializer=_follow)

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Calls the function in a process of the pool."""
        return self._pool.submit(fn, *args, **kwargs)

    def renew(self) -> None:
        """Replaces a broken pool by a new one."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shuts the pool down."""
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)


def cores(jobs: int) -> int:
    """Returns the number of processes to use; 0 means all cores."""
    return jobs or os.cpu_count() or 1


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """Yields a pool of that many processes; None for one, which needs no pool."""
    if cores(jobs) == 1:
        yield None
        return
    with Processes(cores(jobs)) as executor:
        try:
            yield executor
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Delays an interrupt until the block is left, if the system can do so."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow() -> None:
    """Leaves Ctrl-C to the parent process, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
