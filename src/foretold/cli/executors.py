"""Executors for commands: this process, a process pool, or a cluster."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from foretold.cli import Usage
from foretold.cli.options import add_jobs_argument, writing
from foretold.errors import Refusal

if TYPE_CHECKING:
    from foretold.arena.progress_file import Kept, Ledger

Part = TypeVar("Part")


def add_worker_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds --jobs and --dask."""
    add_jobs_argument(parser)
    parser.add_argument("--dask", metavar="ADDRESS", help="play on the Dask cluster of this scheduler (extra 'dask')")


@contextmanager
def workers(arguments: argparse.Namespace) -> Iterator[tuple[Executor | None, int]]:
    """Yields the executor (None for this process) and how many tasks it runs at the same time."""
    from foretold.arena.pool import cores, processes

    try:
        if arguments.dask is None:
            with processes(arguments.jobs) as executor:
                yield executor, cores(arguments.jobs)
            return
        if arguments.jobs != 1:
            raise Usage("dask-or-jobs")
        from foretold.arena.cluster import cluster

        with refusing(), cluster(arguments.dask) as (executor, count):
            yield executor, count
    except BrokenExecutor as error:
        raise Usage("workers-killed", {"why": type(error).__name__}) from None


@contextmanager
def refusing() -> Iterator[None]:
    """Turns refusals from below into wrong usage."""
    try:
        yield
    except Usage:
        raise
    except Refusal as refused:
        if type(refused) is not Refusal:
            raise
        raise Usage(refused.reason, refused.values) from None


def open_ledger(
    path: Path, first: Mapping[str, object], resume: bool, read: Callable[[], Kept[Part]]
) -> tuple[list[Part], Ledger]:
    """Reads the finished parts of a progress file and opens it for the next one."""
    from foretold.arena.progress_file import Kept, Ledger

    kept: Kept[Part] = Kept([], 0)
    with refusing(), writing(path):
        if path.is_file() and path.stat().st_size:
            if not resume:
                raise Usage("arena-exists", {"file": str(path)})
            kept = read()
        return kept.parts, Ledger(path, first, kept.size)
