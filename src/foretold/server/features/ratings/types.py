"""Request and answer types of ratings and the ladder."""

from __future__ import annotations

import msgspec


class RatingWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether I want to be rated."""

    rated: bool


class RatingThen(msgspec.Struct, frozen=True):
    """My rating after a match."""

    match: str
    at: int
    rating: int
    spread: int


class OwnRating(msgspec.Struct, frozen=True):
    """My rating in a game: my strength is most likely within `spread` of it. Oldest match first.

    `place` is mine on the ladder, from 1; null before the first match, and where there is no ladder.
    """

    game: str
    rating: int
    spread: int
    matches: int
    place: int | None
    of: int
    history: tuple[RatingThen, ...]


class OwnRatings(msgspec.Struct, frozen=True):
    """Whether I am rated, and since when; `ladder`: whether ratings are public on this server."""

    rated: bool
    since: int | None
    ladder: bool
    games: tuple[OwnRating, ...]


class LadderBot(msgspec.Struct, frozen=True):
    """A bot's strength, measured in matches among bots."""

    bot: str
    rating: int
    spread: int


class GameForm(msgspec.Struct, frozen=True):
    """My form in a game, from my matches against bots alone: most likely within `spread` of it. Oldest match first.

    `bots` are those whose strength is known, weakest first: the scale that form is on.
    """

    game: str
    rating: int
    spread: int
    matches: int
    history: tuple[RatingThen, ...]
    bots: tuple[LadderBot, ...]


class OwnForm(msgspec.Struct, frozen=True):
    """My form by game; only games in which I have played against bots alone."""

    games: tuple[GameForm, ...]


class LadderLine(msgspec.Struct, frozen=True):
    """A rated person; `own`: it is me."""

    place: int
    name: str
    rating: int
    spread: int
    matches: int
    own: bool


class Ladder(msgspec.Struct, frozen=True):
    """The people of a game by conservative rating, highest first: the top of `people`, and me."""

    game: str
    people: int
    lines: tuple[LadderLine, ...]
    bots: tuple[LadderBot, ...]
