"""Endpoints about reviews."""

from __future__ import annotations

import asyncio
import json
import re

import msgspec

from foretold.errors import BadOption
from foretold.records import Record
from foretold.server import store
from foretold.server.features.matches.routes import by_link, seen_match
from foretold.server.features.reviews.service import Reviews
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.table.permissions import NoSuch


async def shared_review(call: Call, wish: rest_types.ShareToken) -> rest_types.MatchReview:
    """The review of a match by its share link, as far as it is done; requests it if need be."""
    match = await by_link(call, str(call.path["match"]), wish.token)
    await call.feature(Reviews).ask(match.id, (call.caller.person, *call.where))
    return await _review(call, match.id)


async def ask_review(call: Call) -> rest_types.MatchReview:
    """Requests a review of the match; everybody who may see its record may ask."""
    match = await seen_match(call)
    await call.feature(Reviews).ask(match.id, (call.caller.person, *call.where))
    return await _review(call, match.id)


async def review(call: Call) -> rest_types.MatchReview:
    """The review of a match, as far as it is done."""
    return await _review(call, (await seen_match(call)).id)


_REVIEW = msgspec.json.Decoder(rest_types.Review)
_DECISION = msgspec.json.Decoder(rest_types.ReviewedDecision)


async def _review(call: Call, match: str) -> rest_types.MatchReview:
    text = call.query.get("after", "-1")
    after = int(text) if re.fullmatch(r"-1|[0-9]{1,9}", text, re.ASCII) else None
    if after is None:
        raise BadOption("option-value", {"option": "after", "found": text[:24], "choices": "-1, 0, 1, …"})
    reviews, review = call.feature(Reviews), await call.commits.read(call.commits.store.review, match)
    state = reviews.state(review)
    if review is None:
        return rest_types.MatchReview(state, 0, 0, 0, "", ())
    quality = (review.worlds, review.seed, review.version)
    if review.body is None:
        decisions = tuple(
            [_DECISION.decode(body) for body in await call.commits.read(call.commits.store.decisions, match, after)]
        )
        return rest_types.MatchReview(state, await reviews.ahead(match), *quality, decisions)
    finished = _REVIEW.decode(review.body)
    if any(seat.steps is msgspec.UNSET for seat in finished.seats):  # made by an older version that stored less
        finished = await asyncio.to_thread(
            _renewed, await call.commits.read(call.commits.store.match, match), review.body
        )
    decisions = tuple([decision for decision in finished.decisions if decision.event > after])
    return rest_types.MatchReview(
        state, 0, *quality, decisions, finished.seats, finished.turns, finished.told, finished.over
    )


def _renewed(match: store.KeptMatch | None, body: bytes) -> rest_types.Review:
    """An older review in today's form, from the decisions evaluated then."""
    from foretold.coach.json_format import weighed_of
    from foretold.coach.review import assemble
    from foretold.games.replay import steps

    if match is None:
        raise NoSuch("no-such-match")
    record = Record.from_line(match.record)
    game = next(iter(steps(record))).game
    weighed = [weighed_of(decision, game) for decision in json.loads(body)["decisions"]]
    return msgspec.convert(assemble(record, weighed).to_dict(), rest_types.Review)
