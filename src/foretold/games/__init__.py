"""The rules of the three titles: games, states, their views, and replay of records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, overload

from foretold.games.game import Game
from foretold.games.prophecy.edition import ProphecyEdition
from foretold.games.state import State
from foretold.games.titles import TITLES, Setting, Title, register, title

if TYPE_CHECKING:
    from foretold.games.prophecy.game import ProphecyGame
    from foretold.games.seven.game import SevenGame

Seven = Literal["seven-prophecies", "seven-prophecies-2017"]


@overload
def load(name: Seven, players: int = 4, *, options: object = None, **given: object) -> SevenGame: ...


@overload
def load(name: Literal["prophecy"], players: int = 4, *, options: object = None, **given: object) -> ProphecyGame: ...


@overload
def load(name: str, players: int = 4, *, options: object = None, **given: object) -> Game: ...


def load(name: str, players: int = 4, *, options: object = None, **given: object) -> Game:
    """Returns the game of that name for that many players, options as keywords; equal games are the same object.

    `options` takes them as a mapping instead, for untrusted input.
    """
    known_title = title(name)
    named = {**options} if isinstance(options, Mapping) else {} if options is None else {"options": options}
    return _load(known_title, players, tuple(known_title.check(players, {**named, **given}).items()))


@lru_cache(maxsize=64)
def _load(known_title: Title, players: int, given: tuple[tuple[str, Setting], ...]) -> Game:
    if isinstance(known_title.edition, ProphecyEdition):
        from foretold.games.prophecy.game import ProphecyGame

        return ProphecyGame(known_title, players, dict(given))
    from foretold.games.seven.game import SevenGame

    return SevenGame(known_title, players, dict(given))


__all__ = ["TITLES", "Game", "State", "Title", "load", "register", "title"]
