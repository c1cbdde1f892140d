"""Getting the kernels ready: compiled, or loaded from the cache, while nobody waits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Event, Lock, Thread
from typing import Any

STEPS = ("seven-prophecies: prophecies", "seven-prophecies: cards", "prophecy: bids", "prophecy: cards")

_lock = Lock()
_ready = Event()
_thread: Thread | None = None
_done = 0


def ready() -> bool:
    """Whether every kernel that a table needs is compiled."""
    return _ready.is_set()


def steps_done() -> int:
    """How many of `STEPS` are compiled."""
    return _done


def wait(seconds: float | None = None) -> bool:
    """Waits until the kernels are ready, at most so long; starts getting them ready if nobody has."""
    start()
    return _ready.wait(seconds)


def start() -> None:
    """Begins to compile in the background, once in a process."""
    global _thread
    with _lock:
        if _thread is None:
            _thread = Thread(target=_compile, name="foretold-kernels", daemon=True)
            _thread.start()


def _compile() -> None:
    global _done
    for step in _steps():
        step()
        _done += 1
    _ready.set()


def _steps() -> list[Callable[[], Any]]:
    """One small decision of each kind: what it calls gets compiled."""
    from foretold.games import load
    from foretold.kernels.positions import prophecy_position, seven_position
    from foretold.kernels.values import ProphecyValues, SevenValues

    rng = Random(0)
    seven = load("seven-prophecies").start(seed=0)
    told: Any = seven
    for seat in seven.actors:
        told = told.apply(seat, told.legal(seat)[60])
    prophecy = load("prophecy").start(seed=0)
    laid: Any = prophecy
    for seat in prophecy.actors:
        laid = laid.apply(seat, laid.legal(seat)[0])

    def seven_view(state: Any) -> Any:
        return seven_position(state.view(state.actors[0]))

    def prophecy_view(state: Any) -> Any:
        return prophecy_position(state.view(state.actors[0]))

    return [
        lambda: SevenValues(seven_view(seven), rng).prophecies([0], 1),
        lambda: SevenValues(seven_view(told), rng).plays([seven_view(told).own & -seven_view(told).own], 1),
        lambda: ProphecyValues(prophecy_view(prophecy), rng).bids([7], 1),
        lambda: ProphecyValues(prophecy_view(laid), rng).plays([0], [0], 1),
    ]
