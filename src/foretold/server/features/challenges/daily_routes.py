"""Endpoints about daily matches: today's, earlier ones, and playing them."""

from __future__ import annotations

from foretold import challenges, fair
from foretold.games import TITLES
from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.clock import date
from foretold.server.features.challenges import calendar
from foretold.server.features.challenges import types as challenge_types
from foretold.server.features.challenges.attempts import Terms, results_in, rounds_in, terms_of
from foretold.server.features.challenges.bot_attempts import BotAttempts
from foretold.server.features.challenges.dailies import Dailies
from foretold.server.features.challenges.types import (
    BestLine,
    BotResult,
    Daily,
    DailyMatch,
    DayPlayed,
    OwnTry,
    PointCount,
    Promised,
)
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.table import lobby
from foretold.server.table.permissions import NoSuch, NotNow
from foretold.server.table.table import DAY

BEST = 5  # results whose matches can be seen once the day is over
YEAR = 400 * DAY  # searched for a streak


async def daily(call: Call) -> Daily:
    """The daily matches of a day, by default today's, with what I may know about them."""
    today = calendar.day_of(date())
    day = call.query.get("day", today)
    if not calendar.is_day(day) or day > today:
        raise NoSuch("no-such-day")
    if day == today:
        await call.feature(Dailies).ready(today)
    return await call.commits.read(told, call.commits.store, call.caller.person, day, today)


def told(database: store.Store, person: str, day: str, today: str) -> Daily:
    """The daily matches of a day as a person may see them."""
    stored = [database.challenge(calendar.daily_id(day, game)) for game in TITLES]
    over = day < today
    following = []
    for game in TITLES:
        next_one = database.challenge(calendar.daily_id(calendar.later(day, 1), game))
        if next_one is not None:
            following.append(Promised(game, _commitment(terms_of(next_one)), next_one.made))
    played = _played(database, person, today)
    month = tuple(played_day for played_day in played if played_day.day[:7] == day[:7])
    return Daily(
        day,
        today,
        calendar.begins(day) + DAY,
        date(),
        tuple(_match(database, person, challenge, over) for challenge in stored if challenge is not None),
        tuple(following),
        month,
        calendar.streak({played_day.day for played_day in played}, today),
        _since(database, person, today),
    )


def _since(database: store.Store, person: str, today: str) -> str:
    """The day on which a person joined; unknown people join today."""
    stored = database.person(person) if person else None
    return today if stored is None else min(today, calendar.day_of(stored.created))


def _played(database: store.Store, person: str, today: str) -> list[DayPlayed]:
    """The days on which the person has a result, earliest first."""
    begin = calendar.begins(today)
    days = []
    for attempt in database.tries_of(person, begin - YEAR, begin + 2 * DAY) if person else ():
        named = calendar.day_and_game(attempt.challenge)
        if named is not None and attempt.counted:
            days.append(DayPlayed(*named, attempt.points, attempt.won))
    return days


def _match(database: store.Store, person: str, challenge: store.KeptChallenge, over: bool) -> DailyMatch:
    """A game's daily match; its results are shown once the person has one, or the day is over."""
    terms = terms_of(challenge)
    attempt = database.first_try(challenge.id, person) if person else None
    results = database.results(challenge.id)
    own = own_try(attempt, results)
    shown = over or own.state in ("over", "given-up")
    return DailyMatch(
        challenge.id,
        terms.game,
        terms.players,
        terms.bots,
        terms.seat,
        _commitment(terms),
        challenge.made,
        terms.secret if over else "",
        sum(results.values()),
        own,
        tuple(PointCount(*count) for count in results.items()) if shown else (),
        _levels(database, challenge.id) if shown else (),
        _best(database, challenge.id) if over else (),
    )


def _commitment(terms: Terms) -> str:
    return fair.commitment(bytes.fromhex(terms.secret))


def own_try(attempt: store.KeptTry | None, results: dict[int, int]) -> OwnTry:
    """The person's first attempt, with its rank: `better` counts the results with fewer points."""
    if attempt is None:
        return OwnTry("new")
    if attempt.ended is None:
        return OwnTry("begun", attempt.table)
    if attempt.points is None:
        return OwnTry("given-up", match=attempt.match or "")
    better = sum(count for points, count in results.items() if points < attempt.points)
    rounds = rounds_in(attempt.rounds)
    return OwnTry(
        "over", attempt.table, attempt.match or "", attempt.points, attempt.won, attempt.counted, rounds, better
    )


def _levels(database: store.Store, id: str) -> tuple[BotResult, ...]:
    attempts = database.bot_tries(id)
    levels = []
    for bot in map(challenges.budgeted, challenges.LEVELS):
        if bot in attempts:
            body = attempts[bot]
            result = None if body is None else results_in(body)
            name = challenges.parted(bot)[0]
            levels.append(BotResult(name, None if result is None else result.points, result is not None and result.won))
    return tuple(levels)


def _best(database: store.Store, id: str) -> tuple[BestLine, ...]:
    best = [
        (attempt, name)
        for attempt, name in database.tries_at(id, BEST)
        if attempt.counted and attempt.points is not None
    ]
    return tuple(BestLine(name, attempt.points or 0, attempt.won, attempt.match or "") for attempt, name in best)


async def play_daily(call: Call, wish: challenge_types.Player) -> rest_types.Made:
    """A table for the daily match: my first attempt, new or continued; later ones and other days are practice."""
    day, game = str(call.path["day"]), str(call.path["game"])
    today = calendar.day_of(date())
    if day == today:
        await call.feature(Dailies).ready(today)
    challenge = (
        await call.commits.read(call.commits.store.challenge, calendar.daily_id(day, game)) if day <= today else None
    )
    if challenge is None:
        raise NoSuch("no-such-day")
    bots = map(challenges.budgeted, challenges.LEVELS) if day == today else ()
    return await play(call, challenge, wish.name, counts=day == today, bots=tuple(bots))


async def play(
    call: Call, stored: store.KeptChallenge, name: str, *, counts: bool, bots: tuple[str, ...] = ()
) -> rest_types.Made:
    """A table for this challenge: the first attempt, new or continued; requests the bots' attempts as well."""
    hub, terms = call.hub, terms_of(stored)
    if not challenges.playable():
        raise NotNow("challenge-no-kernels")
    challenge = terms.challenge()
    hub.make_room(call.caller.person, call.where)
    person = await call.caller.known(name)
    hub.make_room(person, call.where)  # again: another request may have been quicker
    id = identity.new_id()
    if counts:
        asked: list[store.Operation] = [store.AskBotTry(stored.id, bot) for bot in bots]
        await call.commits.durable([store.BeginTry(stored.id, person, id, date()), *asked])
        attempt = await call.commits.read(call.commits.store.first_try, stored.id, person)
        assert attempt is not None
        if bots:
            call.feature(BotAttempts).wake()
        if attempt.ended is not None:
            counts = False
        elif attempt.table != id:
            table = await _goes_on(call, attempt.table)
            if table is not None:
                return table
            await call.commits.durable([store.MoveTry(stored.id, person, attempt.table, id)])
            now = await call.commits.read(call.commits.store.first_try, stored.id, person)
            table = None if now is None or now.table == id else await _goes_on(call, now.table)
            if table is not None:  # another request was quicker
                return table
    sealed = stored.ends if terms.secret and stored.ends is not None else 0
    made = lobby.make_given(
        *(challenge, person, call.caller.name or "?"),
        id=stored.id,
        secret=terms.secret,
        counts=counts,
        sealed=sealed,
        helped=date() >= sealed,  # hints in practice would help people who have not played yet
    )
    done, answer, _ = call.commits.promise()
    live = hub.make(id, made, answer, call.where)
    await done
    return rest_types.Made(id, call.url(f"tables/{id}"), live.table.seats_of(person))


async def _goes_on(call: Call, table: str) -> rest_types.Made | None:
    """The table of an attempt under way, None if it is gone."""
    try:
        live = await call.hub.at(table)
    except NoSuch:
        return None
    return rest_types.Made(table, call.url(f"tables/{table}"), live.table.seats_of(call.caller.person))
