"""Endpoints about people who would like to play."""

from __future__ import annotations

import asyncio

from foretold.errors import BadOption, UnknownGame
from foretold.games import TITLES
from foretold.server import store
from foretold.server.base.clock import date
from foretold.server.base.rate_limits import TooMany
from foretold.server.base.text import clean
from foretold.server.base.time_zones import time_zone
from foretold.server.features.seekers import types
from foretold.server.features.seekers.service import Company
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call

HOUR, DAY = 3_600_000, 86_400_000  # ms
LISTED = 3 * HOUR  # on the list of those who would like to play now
LISTED_BY_DAYS = 14 * DAY  # the same for who plays by days


async def company(call: Call) -> types.Company:
    """Who would like to play, and how many others are online and playing."""
    others, now = call.feature(Company), asyncio.get_running_loop().time()
    person = call.caller.person
    visitor = person or (call.where[0] if call.where else "")
    if visitor and others.saw(visitor, now) and person and call.where:
        others.forget(call.where[0])  # the new person has counted by their address until now
    counted = await others.others(now)
    own_search = await call.commits.read(call.commits.store.seeker, person) if person else None
    listed = [seeker for seeker in counted.listed if seeker.person != person]
    return types.Company(
        tuple(
            types.Seeker(seeker.name, _games(seeker.games), bool(seeker.live), bool(seeker.days), seeker.since)
            for seeker in listed
        ),
        counted.looking - (len(counted.listed) - len(listed)),
        others.online(counted, visitor),
        len(counted.playing - {person}),
        None if own_search is None else _own(own_search),
    )


async def search(call: Call, wish: types.NewSearch) -> types.OwnSearch:
    """Says what I would like to play, and how I am notified of new tables."""
    unknown = next((game for game in wish.games if game not in TITLES), None)
    if unknown is not None:
        raise UnknownGame("unknown-game", {"found": clean(unknown, 24), "known": list(TITLES)})
    if not wish.games or not (wish.live or wish.days):
        raise BadOption("search-nothing")
    time_zone(wish.zone)  # refuses an unknown one
    _limit(call)
    person = await call.caller.known(wish.name)
    now = date()
    until = now + (LISTED_BY_DAYS if wish.days else LISTED) if wish.listed else 0
    quiet = (wish.quiet.begin, wish.quiet.end) if wish.quiet else (0, 0)
    games = " ".join(["", *sorted(set(wish.games)), ""])
    operation = store.KeepSeeker(person, games, wish.live, wish.days, until, wish.calls, *quiet, wish.zone, now)
    await call.commits.durable([operation])
    call.feature(Company).stale()
    return _own(store.KeptSeeker(*operation[:-1], since=now, called=0))


async def stop_search(call: Call) -> rest_types.Nothing:
    """Takes me off the list, and ends notifications of new tables."""
    _limit(call)
    if call.caller.person:
        await call.commits.durable([store.DropSeeker(call.caller.person)])
        call.feature(Company).stale()
    return rest_types.Nothing()


def _limit(call: Call) -> None:
    keys = (call.caller.person, *call.where)
    wait = call.feature(Company).limits.take(keys, asyncio.get_running_loop().time())
    if wait > 0:
        raise TooMany("too-many-requests", wait)


def _own(search: store.KeptSeeker) -> types.OwnSearch:
    quiet = None if search.quiet_from == search.quiet_to else types.QuietHours(search.quiet_from, search.quiet_to)
    until = search.until if search.until > date() else 0
    return types.OwnSearch(
        _games(search.games), bool(search.live), bool(search.days), until, search.calls, quiet, search.zone
    )


def _games(text: str) -> tuple[str, ...]:
    return tuple(text.split())
