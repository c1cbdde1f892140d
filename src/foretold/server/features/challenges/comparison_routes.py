"""Endpoints of comparisons: how bots do with the cards of one's own match against bots, once it is over."""

from __future__ import annotations

import asyncio
import time
from typing import NamedTuple

from foretold import challenges
from foretold.records import Record
from foretold.server import store
from foretold.server.base.clock import date
from foretold.server.base.rate_limits import TooMany
from foretold.server.features.challenges.attempts import Tried, results_in
from foretold.server.features.challenges.bot_attempts import BotAttempts
from foretold.server.features.challenges.from_match import among_bots, of_match
from foretold.server.features.challenges.limits import ChallengeLimits
from foretold.server.features.challenges.types import BotResult, Comparison
from foretold.server.features.matches.routes import unsealed
from foretold.server.rest.call import Call
from foretold.server.table.permissions import NoSuch, NotNow

WAITING = 300  # plays of bots in the queue at most
EVERY = 60.0  # seconds for each further comparison


class _Own(NamedTuple):
    """The caller's seat in the match in the path, and their result there."""

    match: str
    seat: int
    result: Tried


async def ask_comparison(call: Call) -> Comparison:
    """Lets bots play my seat of a finished match against bots, in the background."""
    own = await _own(call)
    if not challenges.playable():
        raise NotNow("challenge-no-kernels")
    if not await call.commits.read(call.commits.store.comparisons, own.match, own.seat):
        wait = call.feature(ChallengeLimits).comparing.take((call.caller.person, *call.where), time.monotonic())
        waiting = await call.commits.read(call.commits.store.comparisons_to_make, WAITING)
        if wait > 0 or len(waiting) >= WAITING:
            raise TooMany("too-many-comparisons", wait or EVERY)
        now = date()
        levels = map(challenges.budgeted, challenges.LEVELS)
        await call.commits.durable([store.AskComparison(own.match, own.seat, bot, now) for bot in levels])
    call.feature(BotAttempts).wake()
    return await _comparison(call, own)


async def comparison(call: Call) -> Comparison:
    """How bots did with my cards of a finished match, as far as they have played."""
    return await _comparison(call, await _own(call))


async def _own(call: Call) -> _Own:
    """The match in the path, if I played it to its end against bots alone, and nobody is still to play its cards."""
    id, person, database = str(call.path["match"]), call.caller.person, call.commits.store
    seats = await call.commits.read(database.seats_of, id, person) if person else ()
    match = await call.commits.read(database.match, id) if seats else None
    if match is None:
        raise NoSuch("no-such-match")
    await unsealed(call, id)
    result = await asyncio.to_thread(_result, match, seats)
    if result is None:
        raise NotNow("comparison-of-people")
    return _Own(id, seats[0], result)


def _result(match: store.KeptMatch, seats: tuple[int, ...]) -> Tried | None:
    """The result of the person with these seats; None if they did not play the whole match alone against bots."""
    record = Record.from_line(match.record)
    if match.how != "over" or len(seats) != 1 or not among_bots(record, seats[0]):
        return None
    return of_match(record, seats[0], challenges.LEVELS[0], match.id).original


async def _comparison(call: Call, own: _Own) -> Comparison:
    played = await call.commits.read(call.commits.store.comparisons, own.match, own.seat)
    results = {challenges.parted(row.bot)[0]: row for row in played}
    failed = call.feature(BotAttempts).failed
    bots = []
    for level in challenges.LEVELS:
        row = results.get(level)
        if row is not None and (row.match, row.bot) not in failed:
            result = None if row.body is None else results_in(row.body)
            bots.append(BotResult(level, None if result is None else result.points, result is not None and result.won))
    return Comparison(bool(played), own.result.points, own.result.won, tuple(bots))
