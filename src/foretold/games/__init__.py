"""The rules of the three titles: games, states, views filled in, records replayed."""

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
    """The game of that name for that many players, with its options as keywords; the same object for the same game.

    `options` takes them as a mapping, where they come from elsewhere and may be anything.
    """
    found = title(name)
    named = {**options} if isinstance(options, Mapping) else {} if options is None else {"options": options}
    return _load(found, players, tuple(found.check(players, {**named, **given}).items()))


@lru_cache(maxsize=64)
def _load(found: Title, players: int, given: tuple[tuple[str, Setting], ...]) -> Game:
    if isinstance(found.edition, ProphecyEdition):
        from foretold.games.prophecy.game import ProphecyGame

        return ProphecyGame(found, players, dict(given))
    from foretold.games.seven.game import SevenGame

    return SevenGame(found, players, dict(given))


__all__ = ["TITLES", "Game", "State", "Title", "load", "register", "title"]
