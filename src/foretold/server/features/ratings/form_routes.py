"""Endpoint of form: unrated, from matches against bots alone, and apart from ratings among people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from foretold import ratings
from foretold.games import TITLES
from foretold.ratings import anchors, shown
from foretold.ratings.form import AgainstBots, against, forms
from foretold.server import store
from foretold.server.features.matches import results
from foretold.server.features.people.routes import beside, known
from foretold.server.features.ratings.types import GameForm, LadderBot, OwnForm, RatingThen
from foretold.server.rest.call import Call

MATCHES = 200  # of each game that are looked at: what lies further back counts next to nothing
HISTORY = 100  # matches that are shown


async def own_form(call: Call) -> OwnForm:
    """My form by game, from my matches against bots alone."""
    computed = await beside(call, _form, known(call))
    if computed.made:  # of matches that ended before results said who the bots were
        await call.commits.durable([store.KeepResult(match, body) for match, body in computed.made.items()])
    return computed.form


class _Computed(NamedTuple):
    """Form, and the results that had not been stored in today's form."""

    form: OwnForm
    made: dict[str, bytes]


def _form(database: store.Store, person: str) -> _Computed:
    by_game: defaultdict[str, list[store.OwnMatch]] = defaultdict(list)
    for match in database.matches_alone(person):
        by_game[match.game].append(match)
    tried, made, games = database.tried_matches(person), dict[str, bytes](), []
    for game in TITLES:
        played = []
        for match in by_game[game][-MATCHES:]:
            result = _result(database, match, made)
            if result is None or (result.challenge and match.match not in tried):
                continue  # a further attempt at the same cards says nothing
            counted = _counted(game, match.seat, result)
            if counted is not None:
                played.append((match, counted))
        if played:
            games.append(_of_game(game, [match for match, _ in played], (counted for _, counted in played)))
    return _Computed(OwnForm(tuple(games)), made)


def _result(database: store.Store, match: store.OwnMatch, made: dict[str, bytes]) -> results.Result | None:
    """The result of a match with its bots, computed from the record if an older version stored it."""
    result = None if match.result is None else results.read(match.result)
    if result is not None and result.bots is not None:
        return result
    stored = database.match(match.match)
    if stored is None:
        return None
    result = results.of_line(stored.record)
    made[match.match] = results.written(result)
    return result


def _counted(game: str, seat: int, result: results.Result) -> AgainstBots | None:
    """The match as form counts it; None if it does not: every other seat must be a bot of known strength."""
    if seat not in result.counted or not result.bots:
        return None
    strengths = {other: anchors(game).get(bot) for other, bot in enumerate(result.bots) if other != seat}
    bots = {other: rating for other, rating in strengths.items() if rating is not None}
    if len(bots) < len(strengths):
        return None
    winners = {number for number, line in enumerate(result.seats) if line.won > 0}
    return against(seat, bots, ratings.places(winners, [line.score for line in result.seats]))


def _of_game(game: str, matches: list[store.OwnMatch], counted: Iterable[AgainstBots]) -> GameForm:
    history = [
        RatingThen(match.match, match.ended, *shown(form)) for match, form in zip(matches, forms(counted), strict=True)
    ]
    scale = sorted(anchors(game).items(), key=lambda bot: bot[1].mu)
    return GameForm(
        game,
        history[-1].rating,
        history[-1].spread,
        len(history),
        tuple(history[-HISTORY:]),
        tuple(LadderBot(bot, *shown(rating)) for bot, rating in scale),
    )
