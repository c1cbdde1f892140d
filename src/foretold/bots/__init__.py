"""Bots: they see a view and choose one of its legal actions."""

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
    """Anything that chooses; `seconds` caps this one decision."""

    def choose(self, view: View, rng: random.Random, seconds: float | None = None) -> Action:
        """An action of `view.legal`."""


@cache
def _entries() -> dict[str, EntryPoint]:
    """The bots that are installed, by name; looking for them takes milliseconds."""
    found = sorted(entry_points(group="foretold.bots"), key=lambda entry: entry.name)
    return {entry.name: entry for entry in reversed(found)}


@cache
def _loaded(entry: EntryPoint) -> tuple[Any, Signature]:
    """What makes the bot, and what it takes; a signature read anew would leave 30 kB behind for each decision."""
    kind = entry.load()
    return kind, signature(kind)


def names() -> tuple[str, ...]:
    """All bots that can sit at a table, those from elsewhere included."""
    return tuple(sorted(_entries()))


def bot(name: str, **settings: object) -> Bot:
    """The bot of that name; settings such as `seconds=0.2` are the bot's own."""
    if name == "cheat":
        raise UnknownBot("cheat")
    found = _entries().get(name)
    if found is None:
        raise UnknownBot("unknown-bot", {"found": str(name)[:40], "known": list(names())})
    kind, takes = _loaded(found)
    try:
        takes.bind(**settings)
    except TypeError:
        raise UnknownBot("bot-setting", {"bot": name, "found": sorted(settings)}) from None
    made: Bot = kind(**settings)
    return made


__all__ = ["Bot", "bot", "names"]
