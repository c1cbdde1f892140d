"""Foretold: Seven Prophecies (both editions) and Prophecy, to play, to check and to study.

>>> import foretold
>>> state = foretold.load("seven-prophecies", players=4).start(seed=7)
>>> state.actors
(0, 1, 2, 3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from foretold.bots import bot
    from foretold.bots.weighing import weigh
    from foretold.errors import (
        BadOption,
        BadRecord,
        IllegalAction,
        NotationError,
        Refusal,
        Unfair,
        UnknownBot,
        UnknownGame,
    )
    from foretold.games import load
    from foretold.games.replay import replay
    from foretold.records import Record

__version__ = "0.9.0"

_HOMES = {
    "BadOption": "foretold.errors",
    "BadRecord": "foretold.errors",
    "IllegalAction": "foretold.errors",
    "NotationError": "foretold.errors",
    "Record": "foretold.records",
    "Refusal": "foretold.errors",
    "Unfair": "foretold.errors",
    "UnknownBot": "foretold.errors",
    "UnknownGame": "foretold.errors",
    "bot": "foretold.bots",
    "load": "foretold.games",
    "replay": "foretold.games.replay",
    "weigh": "foretold.bots.weighing",
}

__all__ = [
    "BadOption",
    "BadRecord",
    "IllegalAction",
    "NotationError",
    "Record",
    "Refusal",
    "Unfair",
    "UnknownBot",
    "UnknownGame",
    "bot",
    "load",
    "replay",
    "weigh",
]


def __getattr__(name: str) -> Any:
    """Imports public names on first use, which keeps `import foretold` fast."""
    if name not in _HOMES:
        raise AttributeError(f"module 'foretold' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
