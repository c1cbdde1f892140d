"""A Dask cluster as an executor: the same tasks, the same results, on any number of machines."""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any
from weakref import WeakSet

from foretold import __version__
from foretold.arena.pool import Arguments, Result
from foretold.errors import Refusal

PATIENCE = 10  # seconds for the scheduler to answer, and for a first worker to be there
LOOK = 0.5  # seconds between two looks whether it is still there


@contextmanager
def cluster(address: str, patience: float = PATIENCE) -> Iterator[tuple[Executor, int]]:
    """The workers of the scheduler at an address, and how many tasks they do at the same time.

    A worker that dies loses nothing: the scheduler gives its tasks to another one.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise Refusal("dask-missing") from None
    if not re.fullmatch(r"([a-z]+://)?[^/\s]+:[0-9]{1,5}", address):
        raise Refusal("dask-address", {"address": address[:80]})
    for name in [name for name in logging.root.manager.loggerDict if name.startswith(("distributed", "tornado"))]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what matters is said in one sentence
    client = _client(Client, address, patience)
    executor = Watched(client.get_executor(pure=False), lambda: client.status == "running")
    try:
        yield executor, max(1, sum(client.nthreads().values()))
    except (CancelledError, CommClosedError) as error:
        raise _lost(address, error) from None
    except KilledWorker as error:
        raise Refusal("workers-killed", {"why": type(error).__name__}) from None
    finally:
        executor.over.set()
        with suppress(Exception):  # of a cluster that is gone there is nothing left to close
            client.close(timeout=patience)


class Watched(Executor):
    """Another executor, whose tasks are given up once its scheduler is not there.

    Dask gives up those that it knows by itself, and never again speaks of one that comes a moment later.
    """

    def __init__(self, executor: Executor, there: Callable[[], bool]) -> None:
        self._executor, self._there = executor, there
        self._tasks: WeakSet[Future[Any]] = WeakSet()
        self.over = Event()
        Thread(target=self._watch, name="cluster", daemon=True).start()

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Lets a worker call the function."""
        task = self._executor.submit(fn, *args, **kwargs)
        self._tasks.add(task)
        return task

    def _watch(self) -> None:
        while not self.over.wait(LOOK):
            if not self._there():
                with suppress(RuntimeError):  # one more came meanwhile: the next look has it
                    for task in list(self._tasks):
                        if not task.cancel():
                            with suppress(InvalidStateError):  # it is done
                                task.set_exception(CancelledError())


def _client(kind: Any, address: str, patience: float) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Dask, that versions of packages differ: what matters is checked below
        try:
            client = kind(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise Refusal("dask-unreachable", {"address": address[:80], "why": _why(error)}) from None
    try:
        client.wait_for_workers(1, timeout=patience)
        found = set(client.run(_version).values())
    except TimeoutError:
        client.close()
        raise Refusal("dask-no-workers", {"address": address[:80]}) from None
    except Exception as error:  # whatever stands between the workers and our code
        client.close()
        raise Refusal("dask-workers-unfit", {"address": address[:80], "why": _why(error)}) from None
    if found != {__version__}:
        client.close()
        why = ", ".join(sorted(map(str, found)))
        raise Refusal("dask-workers-unfit", {"address": address[:80], "why": why})
    return client


def _version() -> str:
    """The version of Foretold on a worker."""
    return __version__


def _lost(address: str, error: BaseException) -> Refusal:
    return Refusal("dask-lost", {"address": address[:80], "why": _why(error)})


def _why(error: BaseException) -> str:
    return (str(error).splitlines() or [""])[0][:120] or type(error).__name__
