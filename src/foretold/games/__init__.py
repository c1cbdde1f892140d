"""The rules of the three titles: games, states, views filled in, records replayed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from foretold.games.game import Game
from foretold.games.state import State
from foretold.games.titles import TITLES, Title, title


def load(name: str, players: int = 4, **options: Any) -> Game:
    """The game of that name for that many players, with its options as keywords."""
    return rebuild(name, players, options)


def rebuild(name: str, players: int, options: Mapping[str, Any]) -> Game:
    """The game of that name, player count and options; the same object for the same game."""
    given = title(name).check(players, options)
    return _load(name, players, tuple(given.items()))


@lru_cache(maxsize=64)
def _load(name: str, players: int, given: tuple[tuple[str, str | bool], ...]) -> Game:
    found = title(name)
    if name == "prophecy":
        from foretold.games.prophecy.game import ProphecyGame

        return ProphecyGame(found, players, dict(given))
    from foretold.games.seven.game import SevenGame

    return SevenGame(found, players, dict(given))


__all__ = ["TITLES", "Game", "State", "Title", "load", "rebuild", "title"]
