"""Runs several server processes on the same sockets, and restarts one that fails."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

QUICK = 5.0  # seconds: a process that ends sooner failed to start
log = logging.getLogger("foretold.server")


def side_by_side(count: int, work: Callable[[bool], bool]) -> bool:
    """Runs so many worker processes until stopped; `work` gets whether it is the first of all.

    Returns False if one of them failed to start.
    """
    begun: dict[int, float] = {}
    stopping, failed = False, False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for process in begun:
            os.kill(process, signal.SIGTERM)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    for index in range(count):
        begun[_fork(work, index == 0)] = time.monotonic()
    while begun:
        process, status = os.wait()
        lived = time.monotonic() - begun.pop(process)
        if stopping:
            continue
        log.error("process ended", extra={"pid": process, "status": status})
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) and lived < QUICK:
            failed = True
            stop(signal.SIGTERM, None)
        else:
            begun[_fork(work, False)] = time.monotonic()
    return not failed


def _fork(work: Callable[[bool], bool], first: bool) -> int:
    """Starts a worker process; only one thread may be running before."""
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        code = 1
        try:
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.default_int_handler)
            code = 0 if work(first) else 1
        finally:
            logging.shutdown()
            sys.stdout.flush()
            os._exit(code)
    return process
