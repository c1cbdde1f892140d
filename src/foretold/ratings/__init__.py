"""How strong a player is believed to be, from who came in where (Plackett–Luce, by openskill).

What is kept of a rating are whole millionths, rounded after each match: the same matches in the same order give the
same numbers again, in any database.
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
MIDDLE, POINTS = 1500, 20  # as people read it: what everybody begins with, and the points of one unit of strength
SURE = 2  # standard errors either side within which the strength lies, as people are told


class Rating(NamedTuple):
    """How strong a player is believed to be, and how sure that is."""

    mu: float
    sigma: float


class Kept(NamedTuple):
    """The same in whole millionths."""

    mu: int
    sigma: int


class Shown(NamedTuple):
    """The same as people read it: the strength lies within so much of it, most likely."""

    rating: int
    spread: int


START = Kept(25 * MILLION, 25 * MILLION // 3)


def after(players: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match in which the players came in so; who shares a place has the same number."""
    model = _model()
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in players]
    return [Rating(each.mu, each.sigma) for [each] in model.rate(teams, ranks=[float(place) for place in places])]


def kept_after(players: Sequence[Kept], places: Sequence[int]) -> list[Kept]:
    """The same as it is kept."""
    found = after([Rating(each.mu / MILLION, each.sigma / MILLION) for each in players], places)
    return [Kept(round(each.mu * MILLION), round(each.sigma * MILLION)) for each in found]


def places(winners: Collection[int], scores: Sequence[int]) -> list[int]:
    """By seat how many came in before it: the winners first, then by score."""
    results = [(seat in winners, score) for seat, score in enumerate(scores)]
    return [sum(other > mine for other in results) for mine in results]


def shown(rating: Kept) -> Shown:
    """A rating as people read it."""
    strength = MIDDLE + POINTS * (rating.mu - START.mu) / MILLION
    return Shown(round(strength), round(SURE * POINTS * rating.sigma / MILLION))


def anchored(game: str, bot: str) -> Kept | None:
    """How strong a bot is, measured once among bots; None: that is not known."""
    return anchors(game).get(bot)


@cache
def anchors(game: str) -> dict[str, Kept]:
    """By bot the rating that it has in a game and keeps: bots.json says how it was measured."""
    measured = json.loads(files(__package__).joinpath("bots.json").read_text("utf-8"))
    return {bot: Kept(*rating) for bot, rating in measured["games"].get(game, {}).items()}


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce()
