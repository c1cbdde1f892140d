"""Endpoints about finished matches: lists, records, share links, replays."""

from __future__ import annotations

import asyncio
import json
from typing import Literal

import msgspec

from foretold.records import Record
from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.clock import date
from foretold.server.features.evenings.service import Evenings
from foretold.server.protocol import messages
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.table.credit import late_in, stood_in
from foretold.server.table.permissions import NoSuch, NotNow
from foretold.server.updates.replay import replayed

LIST = 100  # matches that a list shows at most


async def matches(call: Call) -> rest_types.Matches:
    """Finished matches: mine, and public ones."""
    person = call.caller.person
    own = await call.commits.read(call.commits.store.matches_of, person, LIST) if person else []
    public = await call.commits.read(call.commits.store.public_matches, LIST)
    return await call.commits.read(lambda: rest_types.Matches(_match_lines(call, own), _match_lines(call, public)))


class _Kept(msgspec.Struct):
    """The part of a record that a list shows; events are parsed only where a bot stood in, as they may be many."""

    events: msgspec.Raw
    names: list[str] | None = None
    practised: bool = False


_KEPT = msgspec.json.Decoder(_Kept)


def _match_lines(call: Call, matches: list[store.KeptMatch]) -> tuple[rest_types.MatchLine, ...]:
    lines = []
    for match in matches:
        record = _KEPT.decode(match.record)
        how: Literal["over", "given-up"] = "given-up" if match.how == "given-up" else "over"
        names = tuple(record.names or ())
        events = bytes(record.events)
        end = events.rfind(b'{"match":')  # the last event, unless the match was given up
        result = json.loads(events[end:-1])["match"] if end >= 0 else {}
        scores, winners = tuple(result.get("scores", ())), tuple(result.get("winners", ()))
        seats = call.commits.store.seats_of(match.id, call.caller.person) if call.caller.person else ()
        joined = late_in(match.record)
        lent = tuple(sorted({*stood_in(events), *joined}))
        lines.append(
            rest_types.MatchLine(
                match.id, match.game, match.ended, how, names, scores, winners, seats, lent, record.practised, joined
            )
        )
    return tuple(lines)


async def match(call: Call) -> rest_types.MatchRecord:
    """The record of a finished match: a public one to everybody, a private one to its seats."""
    return _record(await seen_match(call))


async def seen_match(call: Call) -> store.KeptMatch:
    """The finished match in the path, if it is public or the caller may see it."""
    match = await call.commits.read(call.commits.store.match, call.path["match"])
    if match is None or not (
        match.public
        or await _may_see(call, match.id)
        or await call.commits.read(_of_a_daily, call.commits.store, match.id)
    ):
        raise NoSuch("no-such-match")
    await unsealed(call, match.id)
    return match


def _of_a_daily(database: store.Store, match: str) -> bool:
    """True if the match is a result of a daily match, which everybody may see once the day is over."""
    attempt = database.try_of_match(match)
    return attempt is not None and attempt.counted and database.sealed_until(match) > 0


async def unsealed(call: Call, match: str) -> None:
    """Refuses while others are still to play the same cards."""
    if await call.commits.read(call.commits.store.sealed_until, match) > date():
        evening = await call.commits.read(call.commits.store.evening_of, match)
        raise NotNow("match-sealed" if evening is None else "round-running")


async def shared(call: Call, wish: rest_types.ShareToken) -> rest_types.MatchRecord:
    """The record of a finished match by its share link; the token is sent in the body so that it isn't logged."""
    return _record(await by_link(call, str(call.path["match"]), wish.token))


async def by_link(call: Call, match: str, token: str) -> store.KeptMatch:
    """The finished match that a share link shows."""
    kept = await call.commits.read(call.commits.store.match, match)
    if kept is None or not identity.shared_by(kept.share, token):
        raise NoSuch("no-such-match")
    await unsealed(call, kept.id)
    return kept


def _record(match: store.KeptMatch) -> rest_types.MatchRecord:
    record: rest_types.MatchRecord = json.loads(match.record)
    return record


async def _may_see(call: Call, match: str) -> bool:
    """True if the caller had a seat in the match, or was a member of its evening."""
    person = call.caller.person
    if not person:
        return False
    took_part = person in await call.commits.read(call.commits.store.people_of, match)
    return took_part or await call.feature(Evenings).was_at(match, person)


async def _own_match(call: Call) -> str:
    id = str(call.path["match"])
    if not await _may_see(call, id):
        raise NoSuch("no-such-match")
    return id


async def share(call: Call) -> rest_types.ShareLink:
    """A link by which anyone can see the record and its review; the same one until it is revoked."""
    id = await _own_match(call)
    await unsealed(call, id)  # others are still to play the same cards
    match = await call.commits.read(call.commits.store.match, id)
    if match is None:
        raise NoSuch("no-such-match")
    share = match.share
    if not identity.token_of(share, match.record):
        share = identity.new_share(match.record)
        await call.commits.durable([store.ShareMatch(id, share)])
    token = identity.token_of(share, match.record)
    return rest_types.ShareLink(token, call.url(f"shared/{id}/{token}"))


async def unshare(call: Call) -> rest_types.Nothing:
    """Revokes the share link of the match."""
    id = await _own_match(call)
    await unsealed(call, id)
    await call.commits.durable([store.ShareMatch(id, None)])
    return rest_types.Nothing()


async def replay(call: Call, body: bytes) -> bytes:
    """A record in, its steps as views out; `seat` is a number, 'all' (each seat's view) or 'spectator'."""
    wish = call.query.get("seat", "spectator")
    return await asyncio.to_thread(_replayed, body, wish, call.bids())


def _replayed(body: bytes, wish: str, bids: messages.Bids) -> bytes:
    return b"".join(replayed(Record.from_line(body), wish, bids))
