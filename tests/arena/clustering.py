"""A real Dask cluster for tests: a scheduler and worker processes on this machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import foretold

PATIENCE = 60  # seconds, for a busy machine
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "FORETOLD_LANG")},
    "LC_ALL": "C.UTF-8",
    "PYTHONPATH": os.pathsep.join([str(Path(foretold.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]),
}


class Cluster(NamedTuple):
    """Where the scheduler listens, its process, and the worker processes."""

    address: str
    scheduler: subprocess.Popen[str]
    workers: list[subprocess.Popen[str]]


@contextmanager
def clustered(directory: Path, workers: int = 2) -> Iterator[Cluster]:
    """A scheduler and so many workers of one thread; none is left afterwards."""
    running: list[subprocess.Popen[str]] = []

    def start(module: str, *arguments: str) -> tuple[subprocess.Popen[str], Path]:
        log = directory / f"{module}-{len(running)}.log"
        command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
        with log.open("w") as stream:
            process = subprocess.Popen(command, stderr=stream, stdout=stream, env=ENVIRONMENT, cwd=directory, text=True)
        running.append(process)
        return process, log

    try:
        scheduler, log = start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        address = _wait_for(log, r"Scheduler at:\s*(tcp://\S+)", scheduler)
        started = [
            start("dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
            for _ in range(workers)
        ]
        for process, written in started:
            _wait_for(written, r"Registered to:\s*(\S+)", process)
        yield Cluster(address, scheduler, [process for process, _ in started])
    finally:
        for process in running:
            process.kill()
            process.wait()


def _wait_for(log: Path, pattern: str, process: subprocess.Popen[str]) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        match = re.search(pattern, log.read_text())
        if match:
            return match[1]
        time.sleep(0.05)
    raise AssertionError(log.read_text())
