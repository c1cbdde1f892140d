"""Runs several server processes on the same sockets, and restarts one that fails."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

QUICK = 5.0  # seconds: who ends sooner could not begin
log = logging.getLogger("foretold.server")


def side_by_side(count: int, work: Callable[[bool], bool]) -> bool:
    """So many processes do the work until this one is told to stop; `work` is told whether it is the first of all.

    False: one of them could not begin.
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
    for each in range(count):
        begun[_fork(work, each == 0)] = time.monotonic()
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
    """The process that does the work; before this nothing may run but the one thread."""
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
