"""Bots: they see a view and choose one of its legal actions."""

from __future__ import annotations

import random
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import signature
from typing import Protocol

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
    kind = found.load()
    try:
        signature(kind).bind(**settings)
    except TypeError:
        raise UnknownBot("bot-setting", {"bot": name, "found": sorted(settings)}) from None
    made: Bot = kind(**settings)
    return made


__all__ = ["Bot", "bot", "names"]
