"""Bots: each sees a view and chooses one of its legal actions."""

from __future__ import annotations

import random
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import Signature, signature
from typing import Any, Protocol

from foretold.cards import Action
from foretold.errors import UnknownBot
from foretold.views import View


class Bot(Protocol):
    """Interface of a bot; `seconds` caps this one decision."""

    def choose(self, view: View, rng: random.Random, seconds: float | None = None) -> Action:
        """Returns an action of `view.legal`."""


@cache
def _entries() -> dict[str, EntryPoint]:
    """Returns the installed bots by name; cached, since the look-up takes milliseconds."""
    entries = sorted(entry_points(group="foretold.bots"), key=lambda entry: entry.name)
    return {entry.name: entry for entry in reversed(entries)}


@cache
def _loaded(entry: EntryPoint) -> tuple[Any, Signature]:
    """Returns a bot's factory and its parameters; cached, since each reading of the signature leaks 30 kB."""
    kind = entry.load()
    return kind, signature(kind)


def names() -> tuple[str, ...]:
    """Returns all bots that can sit at a table, those of other packages included."""
    return tuple(sorted(_entries()))


def bot(name: str, **settings: object) -> Bot:
    """Creates the bot of that name with its own settings, such as `seconds=0.2`."""
    if name == "cheat":
        raise UnknownBot("cheat")
    entry = _entries().get(name)
    if entry is None:
        raise UnknownBot("unknown-bot", {"found": str(name)[:40], "known": list(names())})
    kind, takes = _loaded(entry)
    try:
        takes.bind(**settings)
    except TypeError:
        raise UnknownBot("bot-setting", {"bot": name, "found": sorted(settings)}) from None
    made: Bot = kind(**settings)
    return made


__all__ = ["Bot", "bot", "names"]
