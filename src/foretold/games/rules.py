"""The rules behind a view, found again from what it says of its game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


@lru_cache(maxsize=64)
def rules(game: str, players: int, settings: tuple[tuple[str, str | bool], ...]) -> Any:
    """The game with this name, player count and options."""
    from foretold.games import rebuild

    return rebuild(game, players, dict(settings))
