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
from foretold.server.table.credit import stood_in
from foretold.server.table.permissions import NoSuch, NotNow
from foretold.server.updates.replay import replayed

LIST = 100  # matches that a list shows at most


async def matches(call: Call) -> rest_types.Matches:
    """Finished matches: mine, and public ones."""
    person = call.caller.person
    mine = await call.commits.read(call.commits.store.matches_of, person, LIST) if person else []
    public = await call.commits.read(call.commits.store.public_matches, LIST)
    return await call.commits.read(lambda: rest_types.Matches(_match_lines(call, mine), _match_lines(call, public)))


class _Kept(msgspec.Struct):
    """As much of a record as a list shows; the events are read only where a bot stood in, since there may be many."""

    events: msgspec.Raw
    names: list[str] | None = None
    practised: bool = False


_KEPT = msgspec.json.Decoder(_Kept)


def _match_lines(call: Call, found: list[store.KeptMatch]) -> tuple[rest_types.MatchLine, ...]:
    lines = []
    for each in found:
        record = _KEPT.decode(each.record)
        how: Literal["over", "given-up"] = "given-up" if each.how == "given-up" else "over"
        names = tuple(record.names or ())
        events = bytes(record.events)
        end = events.rfind(b'{"match":')  # the last event, unless the match was given up
        result = json.loads(events[end:-1])["match"] if end >= 0 else {}
        scores, winners = tuple(result.get("scores", ())), tuple(result.get("winners", ()))
        seats = call.commits.store.seats_of(each.id, call.caller.person) if call.caller.person else ()
        lent = stood_in(events)
        lines.append(
            rest_types.MatchLine(
                each.id, each.game, each.ended, how, names, scores, winners, seats, lent, record.practised
            )
        )
    return tuple(lines)


async def match(call: Call) -> rest_types.MatchRecord:
    """The record of a finished match: a public one to everybody, a private one to its seats."""
    return _record(await seen_match(call))


async def seen_match(call: Call) -> store.KeptMatch:
    """The finished match in the path, which is public or of the caller."""
    found = await call.commits.read(call.commits.store.match, call.path["match"])
    if found is None or not (
        found.public
        or await _may_see(call, found.id)
        or await call.commits.read(_of_a_daily, call.commits.store, found.id)
    ):
        raise NoSuch("no-such-match")
    await unsealed(call, found.id)
    return found


def _of_a_daily(kept: store.Store, match: str) -> bool:
    """Whether the match is a result of a daily match: everybody may see those once the day is over."""
    found = kept.try_of_match(match)
    return found is not None and found.counted and kept.sealed_until(match) > 0


async def unsealed(call: Call, match: str) -> None:
    """Refused while others are still to play the same cards."""
    if await call.commits.read(call.commits.store.sealed_until, match) > date():
        evening = await call.commits.read(call.commits.store.evening_of, match)
        raise NotNow("match-sealed" if evening is None else "round-running")


async def shared(call: Call, wish: rest_types.ShareToken) -> rest_types.MatchRecord:
    """The record of a finished match by its share link; the token comes in the body, so that it stands in no log."""
    return _record(await by_link(call, str(call.path["match"]), wish.token))


async def by_link(call: Call, match: str, token: str) -> store.KeptMatch:
    """The finished match that a share link shows."""
    found = await call.commits.read(call.commits.store.match, match)
    if found is None or not identity.shared_by(found.share, token):
        raise NoSuch("no-such-match")
    await unsealed(call, found.id)
    return found


def _record(found: store.KeptMatch) -> rest_types.MatchRecord:
    record: rest_types.MatchRecord = json.loads(found.record)
    return record


async def _may_see(call: Call, match: str) -> bool:
    """Whether the caller had a seat in the match, or was at the evening that it is of."""
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
    """A link by which anyone can see the record and its review; the same one until it is made void."""
    id = await _own_match(call)
    await unsealed(call, id)  # others are still to play the same cards
    found = await call.commits.read(call.commits.store.match, id)
    if found is None:
        raise NoSuch("no-such-match")
    share = found.share
    if not identity.token_of(share, found.record):
        share = identity.new_share(found.record)
        await call.commits.durable([store.ShareMatch(id, share)])
    token = identity.token_of(share, found.record)
    return rest_types.ShareLink(token, call.url(f"shared/{id}/{token}"))


async def unshare(call: Call) -> rest_types.Nothing:
    """The share link of the match is void."""
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
