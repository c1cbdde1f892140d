"""Skill ratings from match placings (Plackett–Luce, by openskill).

Ratings are stored as integer millionths, rounded after each match: the same matches in the same order give the same
numbers in any database.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MILLION = 1_000_000
MIDDLE, POINTS = 1500, 20  # as displayed: the initial rating, and the points per unit of strength
SURE = 2  # standard errors either side of a displayed rating


class Rating(NamedTuple):
    """A player's estimated strength and its standard error."""

    mu: float
    sigma: float


class Kept(NamedTuple):
    """A rating as stored, in integer millionths."""

    mu: int
    sigma: int


class Shown(NamedTuple):
    """A rating as displayed; the strength most likely lies within `spread` of it."""

    rating: int
    spread: int


START = Kept(25 * MILLION, 25 * MILLION // 3)


def after(players: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Returns the ratings after a match with these places; players who tie have the same place."""
    model = _model()
    teams = [[model.rating(mu=player.mu, sigma=player.sigma)] for player in players]
    return [Rating(rating.mu, rating.sigma) for [rating] in model.rate(teams, ranks=[float(place) for place in places])]


def kept_after(players: Sequence[Kept], places: Sequence[int]) -> list[Kept]:
    """Like `after`, for ratings as stored."""
    ratings = after([Rating(player.mu / MILLION, player.sigma / MILLION) for player in players], places)
    return [Kept(round(rating.mu * MILLION), round(rating.sigma * MILLION)) for rating in ratings]


def places(winners: Collection[int], scores: Sequence[int]) -> list[int]:
    """Returns by seat how many came in ahead of it: winners first, then by score."""
    results = [(seat in winners, score) for seat, score in enumerate(scores)]
    return [sum(other > result for other in results) for result in results]


def shown(rating: Kept) -> Shown:
    """Converts a stored rating to the displayed one."""
    strength = MIDDLE + POINTS * (rating.mu - START.mu) / MILLION
    return Shown(round(strength), round(SURE * POINTS * rating.sigma / MILLION))


def anchored(game: str, bot: str) -> Kept | None:
    """Returns a bot's fixed rating, measured among bots; None if unknown."""
    return anchors(game).get(bot)


@cache
def anchors(game: str) -> dict[str, Kept]:
    """Returns the fixed ratings of bots in a game; bots.json says how they were measured."""
    measured = json.loads(files(__package__).joinpath("bots.json").read_text("utf-8"))
    return {bot: Kept(*rating) for bot, rating in measured["games"].get(game, {}).items()}


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()
