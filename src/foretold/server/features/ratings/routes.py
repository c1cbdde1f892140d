"""Endpoints about ratings: opting in and out, one's own, the ladder."""

from __future__ import annotations

from foretold.games import TITLES
from foretold.ratings import START, Kept, anchors, shown
from foretold.server import store
from foretold.server.base.clock import date
from foretold.server.features.people.routes import known
from foretold.server.features.ratings.types import (
    Ladder,
    LadderBot,
    LadderLine,
    OwnRating,
    OwnRatings,
    RatingThen,
    RatingWish,
)
from foretold.server.rest.call import Call
from foretold.server.table.permissions import NoSuch

HISTORY = 100  # matches that a profile shows at most
LINES = 100  # people on a ladder at most


async def own_ratings(call: Call) -> OwnRatings:
    """Whether I am rated, and my ratings."""
    return await call.commits.read(_own, call.commits.store, known(call), call.services.ladder)


async def wish_ratings(call: Call, wish: RatingWish) -> OwnRatings:
    """Starts or stops rating me; stopping deletes my ratings."""
    person = known(call)
    if wish.rated:
        await call.commits.durable([store.JoinRatings(person, game, date(), *START) for game in TITLES])
    else:
        await call.commits.durable([store.LeaveRatings(person)])
    return await own_ratings(call)


def _own(database: store.Store, person: str, ladder: bool) -> OwnRatings:
    ratings = database.ratings_of(person)
    since = min((rating.since for rating in ratings), default=None)
    return OwnRatings(bool(ratings), since, ladder, tuple(_game(database, rating, ladder) for rating in ratings))


def _game(database: store.Store, own: store.KeptRating, ladder: bool) -> OwnRating:
    listed = ladder and own.matches > 0
    return OwnRating(
        own.game,
        *shown(Kept(own.mu, own.sigma)),
        own.matches,
        database.ladder_place(own) + 1 if listed else None,
        database.count_rated(own.game) if listed else 0,
        tuple(
            RatingThen(rated_seat.match, rated_seat.at, *shown(Kept(rated_seat.new_mu, rated_seat.new_sigma)))
            for rated_seat in database.rated_of(own.person, own.game, HISTORY)
        ),
    )


async def ladder(call: Call) -> Ladder:
    """The rated people of a game, best first; not on every server."""
    game = call.path["game"]
    if not call.services.ladder or game not in TITLES:
        raise NoSuch("no-ladder")
    return await call.commits.read(_ladder, call.commits.store, game, call.caller.person)


def _ladder(database: store.Store, game: str, person: str) -> Ladder:
    listed = database.ladder(game, LINES)
    worth = [standing.surely for _, standing in listed]
    lines = [_line(worth.index(standing.surely), name, standing, person) for name, standing in listed]
    own = next(
        (standing for standing in database.ratings_of(person) if standing.game == game and standing.matches), None
    )
    if own is not None and not any(line.own for line in lines):
        me = database.person(person)
        lines.append(_line(database.ladder_place(own), "" if me is None else me.name, own, person))
    bots = sorted(anchors(game).items(), key=lambda standing: -standing[1].mu)
    return Ladder(
        game, database.count_rated(game), tuple(lines), tuple(LadderBot(bot, *shown(rating)) for bot, rating in bots)
    )


def _line(before: int, name: str, rating: store.KeptRating, person: str) -> LadderLine:
    read = shown(Kept(rating.mu, rating.sigma))
    return LadderLine(before + 1, name, *read, rating.matches, rating.person == person)
