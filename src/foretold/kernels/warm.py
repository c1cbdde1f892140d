"""Warm-up: compiles the kernels, or loads them from the cache, in the background.

A separate process compiles them, because a compiler takes twice the memory of everything else and never gives it back.
This process then loads the result from the cache. Without a writable cache or a second process, kernels are compiled
here.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread
from typing import TypeVar

STEPS = (
    "seven-prophecies: prophecies",
    "seven-prophecies: cards",
    "seven-prophecies: places",
    "seven-prophecies: endgames",
    "seven-prophecies: student",
    "prophecy: bids",
    "prophecy: cards",
    "prophecy: tricks",
    "prophecy: endgames",
    "prophecy: student",
)

_lock = Lock()
_settled = Event()  # set when everything is compiled, or has failed
_thread: Thread | None = None
_waiting: list[Callable[[], object]] = []  # callbacks for that moment
_done = 0
_elsewhere = 0  # steps the other process has finished


def ready() -> bool:
    """True if every kernel that a table needs is compiled."""
    return _done == len(STEPS)


def steps_done() -> int:
    """Returns how many of `STEPS` are compiled."""
    return max(_done, _elsewhere)


def wait(seconds: float | None = None) -> bool:
    """Waits up to `seconds` for the kernels; starts compiling if that has not begun.

    Returns False if they are not ready: because time is up, or because they can't be compiled here.
    """
    start()
    _settled.wait(seconds)
    return ready()


def settled() -> bool:
    """True if there is nothing left to wait for: kernels are ready or can't be compiled."""
    return _settled.is_set()


def when_settled(call: Callable[[], object]) -> None:
    """Calls back once `settled` holds: at once, or later from another thread."""
    with _lock:
        if not _settled.is_set():
            _waiting.append(call)
            return
    call()


def start() -> None:
    """Starts compiling in the background, once per process."""
    global _thread
    with _lock:
        if _thread is None:
            _thread = Thread(target=_compile, name="foretold-kernels", daemon=True)
            try:
                _thread.start()
            except RuntimeError:  # no threads in a browser page: nothing will be compiled
                _settled.set()


def _compile() -> None:
    global _done
    try:
        steps = _steps()
        _compile_elsewhere()
        for step in steps:
            step()
            _done += 1
    except Exception as error:
        warnings.warn(f"the kernels can't be compiled here: {error}", RuntimeWarning, stacklevel=1)
    finally:
        with _lock:
            _settled.set()
            calls = _waiting.copy()
            _waiting.clear()
        for call in calls:
            call()


def _compile_elsewhere() -> None:
    """Compiles missing kernels in another process; if that fails, this process compiles them later."""
    global _elsewhere
    import subprocess

    from foretold.kernels.compiler import kept_whole

    whole = kept_whole()
    if whole is None or whole.exists():
        return
    code = "from foretold.kernels import warm; warm.keep_all()"
    try:
        with alone(whole.with_name("lock")):
            if whole.exists():
                return
            with subprocess.Popen(
                [sys.executable, "-c", code],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            ) as process:
                assert process.stdout is not None
                for _ in process.stdout:
                    _elsewhere += 1
    except OSError:
        return


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Holds a lock so that of several processes starting together one compiles while the others wait for it."""
    with path.open("w") as file:
        if sys.platform != "win32":  # without locks two processes may do the same work, with the same result
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def keep_all() -> None:
    """Compiles everything in this process into the cache; prints a line for every finished step."""
    from foretold.kernels.compiler import kept_whole

    for step in _steps():
        step()
        print(flush=True)
    whole = kept_whole()
    if whole is not None:
        whole.touch()


def _forget() -> None:
    """Resets the state in a forked child, which has no compiling thread."""
    global _lock, _settled, _thread
    _lock = Lock()
    if not ready():
        _settled, _thread = Event(), None
        _waiting.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _steps() -> list[Callable[[], object]]:
    """Returns one small decision of each kind; making them compiles the kernels they call."""
    import numpy as np

    from foretold.games import load
    from foretold.kernels import student_kernels
    from foretold.kernels.arrays import Numbers
    from foretold.kernels.values import ProphecyValues, SevenValues
    from foretold.kernels.worlds import every_world

    Values = TypeVar("Values", SevenValues, ProphecyValues)
    rng = Random(0)
    seven = load("seven-prophecies").start(seed=0)
    state = seven
    for seat in seven.actors:
        state = state.apply(seat, state.legal(seat)[60])
    prophecy = load("prophecy").start(seed=0)
    laid = prophecy
    for seat in prophecy.actors:
        laid = laid.apply(seat, laid.legal(seat)[0])
    prophesying, playing = seven.view(0), state.view(state.actors[0])
    bidding, following = prophecy.view(prophecy.actors[0]), laid.view(laid.actors[0])

    def one(number: int) -> Numbers:
        return np.array([number], np.int64)

    def at_the_end(values: Values) -> Values:
        """Enumerates zero worlds, so that the functions that loop over worlds are compiled without work."""
        unknown = values.worlds.unknown
        nothing = unknown._replace(suits=(0,) * len(unknown.suits), places=(0,) * len(unknown.places))
        worlds = every_world(nothing, 1)
        assert worlds is not None
        values.see(worlds[:0])
        return values

    return [
        lambda: SevenValues(prophesying, rng).prophecies(one(0), 1),
        lambda: SevenValues(playing, rng).plays(one(playing.rules.bits[playing.legal[0]]), 1),
        lambda: SevenValues(playing, rng).places(one(playing.rules.bits[playing.legal[0]]), 1),
        lambda: at_the_end(SevenValues(playing, rng)).plays(one(0), 0),
        student_kernels.compile_seven,
        lambda: ProphecyValues(bidding, rng).bids(one(7), 1),
        lambda: ProphecyValues(following, rng).plays(one(0), one(0), 1),
        lambda: ProphecyValues(following, rng).wins(one(0), one(0), 1),
        lambda: at_the_end(ProphecyValues(following, rng)).plays(one(0), one(0), 0),
        student_kernels.compile_prophecy,
    ]
