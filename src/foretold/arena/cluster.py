"""A Dask cluster as an executor: the same tasks and results on any number of machines."""

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

PATIENCE = 10  # seconds for the scheduler to answer, and for a first worker to appear
LOOK = 0.5  # seconds between two checks that the scheduler is alive


@contextmanager
def cluster(address: str, patience: float = PATIENCE) -> Iterator[tuple[Executor, int]]:
    """Yields an executor for the scheduler at an address, and its number of concurrent tasks.

    Nothing is lost if a worker dies: the scheduler reassigns its tasks.
    """
    try:
        from distributed import Client, KilledWorker
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise Refusal("dask-missing") from None
    if not re.fullmatch(r"([a-z]+://)?[^/\s]+:[0-9]{1,5}", address):
        raise Refusal("dask-address", {"address": address[:80]})
    for name in [name for name in logging.root.manager.loggerDict if name.startswith(("distributed", "tornado"))]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # errors are reported in one sentence
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
        with suppress(Exception):  # nothing left to close if the cluster is gone
            client.close(timeout=patience)


class Watched(Executor):
    """Wraps an executor and fails its tasks once the scheduler is gone.

    Dask fails the tasks it knows of, but never those submitted a moment later.
    """

    def __init__(self, executor: Executor, is_alive: Callable[[], bool]) -> None:
        self._executor, self._there = executor, is_alive
        self._tasks: WeakSet[Future[Any]] = WeakSet()
        self.over = Event()
        Thread(target=self._watch, name="cluster", daemon=True).start()

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Future[Result]:
        """Calls the function on a worker."""
        task = self._executor.submit(fn, *args, **kwargs)
        self._tasks.add(task)
        return task

    def _watch(self) -> None:
        while not self.over.wait(LOOK):
            if not self._there():
                with suppress(RuntimeError):  # one more was added meanwhile: the next check covers it
                    for task in list(self._tasks):
                        if not task.cancel():
                            with suppress(InvalidStateError):  # already done
                                task.set_exception(CancelledError())


def _client(kind: Any, address: str, patience: float) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Dask's warnings about package versions: those that matter are checked below
        try:
            client = kind(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise Refusal("dask-unreachable", {"address": address[:80], "why": _why(error)}) from None
    try:
        client.wait_for_workers(1, timeout=patience)
        versions = set(client.run(_version).values())
    except TimeoutError:
        client.close()
        raise Refusal("dask-no-workers", {"address": address[:80]}) from None
    except Exception as error:  # whatever fails between the workers and our code
        client.close()
        raise Refusal("dask-workers-unfit", {"address": address[:80], "why": _why(error)}) from None
    if versions != {__version__}:
        client.close()
        found_versions = ", ".join(sorted(map(str, versions)))
        raise Refusal("dask-workers-unfit", {"address": address[:80], "why": found_versions})
    return client


def _version() -> str:
    """Returns the version of Foretold on a worker."""
    return __version__


def _lost(address: str, error: BaseException) -> Refusal:
    return Refusal("dask-lost", {"address": address[:80], "why": _why(error)})


def _why(error: BaseException) -> str:
    return (str(error).splitlines() or [""])[0][:120] or type(error).__name__
