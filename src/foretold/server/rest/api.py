"""The HTTP API: what each request does. Routes and the OpenAPI description are made from one list, in `routes`."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from typing import Literal, Self, get_args
from urllib.parse import urlencode

import msgspec

from foretold import __version__, i18n
from foretold.errors import BadOption
from foretold.records import Record
from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.address_blocks import Blocks
from foretold.server.base.clock import date
from foretold.server.base.rate_limits import TooMany
from foretold.server.base.text import NAME_LENGTH, clean
from foretold.server.live.commit_queue import NotStored
from foretold.server.live.hub import Hub
from foretold.server.protocol import messages
from foretold.server.rest import qr_codes
from foretold.server.rest import types as rest_types
from foretold.server.table import commands, lobby
from foretold.server.table.credit import stood_in
from foretold.server.table.journal import AnyEntry
from foretold.server.table.permissions import NoSuch, NotNow, NotYours
from foretold.server.table.seats import Seat
from foretold.server.table.table import Table
from foretold.server.updates.replay import replayed
from foretold.server.updates.stream import UpdateStream

LIST = 100  # tables or matches that a list shows at most


class Caller:
    """Who sends a request: known by cookie, or made known by the first request that needs it."""

    def __init__(self, hub: Hub, secret: str, found: store.Person | None) -> None:
        self._hub = hub
        self.secret = secret
        self.fresh = False
        self.person = "" if found is None else found.id
        self.name = "" if found is None else found.name
        if found is not None and date() - found.seen > 3_600_000:
            hub.durable([store.SeePerson(found.id, date()), store.SeeDevice(identity.hashed(secret), date())])

    @classmethod
    async def of(cls, hub: Hub, secret: str) -> Self:
        """Who has this secret."""
        found = await hub.read(hub.store.person_by_secret, identity.hashed(secret)) if secret else None
        return cls(hub, secret, found)

    async def become(self, secret: str) -> None:
        """Whoever has this secret is who calls from now on; the browser gets it."""
        found = await self._hub.read(self._hub.store.person_by_secret, identity.hashed(secret))
        self.secret, self.fresh = secret, True
        self.person, self.name = ("", "") if found is None else (found.id, found.name)

    async def known(self, name: str = "") -> str:
        """The person's id; who was not known is now, and goes by that name."""
        wished = clean(name, NAME_LENGTH)
        if not self.person:
            self.secret, self.person, self.fresh = identity.new_secret(), identity.new_id(), True
            self.name = wished
            added = store.AddPerson(self.person, identity.hashed(self.secret), self.name, date())
            await self._hub.durable([added])
        elif wished and wished != self.name:
            self.name = wished
            await self._hub.durable([store.RenamePerson(self.person, wished)])
        return self.person


class Call:
    """One request: the hub, who calls in which language, and what stands in the path and the query."""

    def __init__(
        self,
        hub: Hub,
        caller: Caller,
        path: Mapping[str, str],
        query: Mapping[str, str],
        where: Blocks,
        base: str,
        language: str,
    ) -> None:
        self.hub = hub
        self.caller = caller
        self.path = path
        self.query = query
        self.where = where  # the blocks of addresses from which it comes
        self.base = base
        self.language = language

    def url(self, path: str, **fragment: str) -> str:
        """The address of a page; what is secret stands behind #, where no server and no log sees it."""
        return f"{self.base}/{path}" + (f"#{urlencode(fragment)}" if fragment else "")

    def seat(self) -> int:
        """The seat in the path."""
        text = str(self.path["seat"])
        if not (text.isascii() and text.isdigit() and len(text) == 1):
            raise NoSuch("no-such-table")
        return int(text)

    def bids(self) -> messages.Bids:
        """How the query wants what may be bid: as every bid, unless it asks for the cards."""
        wish = self.query.get("bids", "list")
        known: tuple[messages.Bids, ...] = get_args(messages.Bids)
        for each in known:
            if wish == each:
                return each
        raise BadOption("option-value", {"option": "bids", "found": wish[:24], "choices": list(known)})


# The server ------------------------------------------------------------------------------------------------------


async def health(call: Call) -> rest_types.Health:
    """Whether the server runs."""
    return rest_types.Health(True, __version__, messages.PROTOCOL)


async def ready(call: Call) -> rest_types.Nothing:
    """Whether the server can take people: not while it stops, can't reach its database, or can't write to it."""
    if not await call.hub.writable():
        raise TooMany("not-writable", 5.0, status=503)
    return rest_types.Nothing()


async def games(call: Call) -> rest_types.Games:
    """The games and bots of this server."""
    return msgspec.convert(
        {"games": lobby.titles(), "bots": lobby.levels(), "ladder": call.hub.ladder}, rest_types.Games
    )


async def phrases(call: Call) -> dict[str, str]:
    """All sentences of a language by key: refusals stand under `no.` and their reason."""
    if call.path["language"] not in i18n.languages():
        raise NoSuch("no-such-language", {"found": clean(call.path["language"], 40), "known": list(i18n.languages())})
    return dict(i18n.phrases(call.path["language"]))


# People ----------------------------------------------------------------------------------------------------------


async def me(call: Call) -> rest_types.Me:
    """Who I am here."""
    return rest_types.Me(bool(call.caller.person), call.caller.name)


async def rename(call: Call, wish: rest_types.NewName) -> rest_types.Me:
    """A name for me; the first time I get the cookie by which I am known."""
    await call.caller.known(wish.name)
    return rest_types.Me(True, call.caller.name)


async def forget_me(call: Call) -> rest_types.Nothing:
    """All that is stored about me is deleted; my seats go to bots."""
    if call.caller.person:
        await call.hub.forget(call.caller.person)
    return rest_types.Nothing()


# Tables ----------------------------------------------------------------------------------------------------------


async def tables(call: Call) -> rest_types.Tables:
    """Public tables, and mine."""
    live_tables = [live.table for live in call.hub.live_tables.values()]
    public = [table for table in live_tables if table.settings.public and table.phase != "closed"]
    person = call.caller.person
    mine = [
        table
        for table in live_tables
        if person and (table.seats_of(person) or table.host == person or _lost(table, person))
    ]
    newest = sorted(mine, key=lambda table: -table.at)[:LIST]
    return rest_types.Tables(_summaries(call.hub.quota.fair_share(public, LIST), person), _summaries(newest, person))


def _lost(table: Table, person: str) -> bool:
    """Whether the person had a seat in the match that is being played, and may still watch it or take it again."""
    if table.phase != "playing" or not table.had(person):
        return False
    return table.settings.spectators or any(table.seats[seat].kind == "open" for seat in table.had(person))


def _summaries(found: list[Table], person: str) -> tuple[rest_types.Summary, ...]:
    said = (lobby.summary(table, person) for table in found)
    return tuple(msgspec.convert(each, rest_types.Summary, from_attributes=True) for each in said)


async def make_table(call: Call, wish: messages.NewTable) -> rest_types.Made:
    """A new table; against bots alone the match begins at once."""
    call.hub.make_room(call.caller.person, call.where)
    lobby.make(wish, "", "")  # a wish that can't be granted makes nobody known
    person = await call.caller.known(wish.name)
    call.hub.make_room(person, call.where)  # again: another may have been quicker
    name = call.caller.name or "?"
    id = identity.new_id()
    done, answer, _ = call.hub.promise()
    live = call.hub.make(id, lobby.make(wish, person, name, id), answer, call.where)
    await done
    return rest_types.Made(id, call.url(f"tables/{id}"), live.table.seats_of(person))


async def table(call: Call) -> rest_types.Summary:
    """What is public of one table."""
    found = (await call.hub.at(call.path["table"])).table
    return msgspec.convert(lobby.summary(found, call.caller.person), rest_types.Summary, from_attributes=True)


async def command(call: Call, wish: messages.TableCommand) -> rest_types.Carried:
    """A command at a table, the same as on the websocket."""
    live = await call.hub.at(call.path["table"])
    person = call.caller.person
    if isinstance(wish, messages.Sit):
        commands.rule(live.table, person, wish)  # who can't sit there does not become known by it
        person = await call.caller.known(wish.name)
        wish = msgspec.structs.replace(wish, name=call.caller.name or "?")
    elif isinstance(wish, messages.Say):
        wish = msgspec.structs.replace(wish, name=clean(wish.name, NAME_LENGTH) or call.caller.name)
    done, answer, refused = call.hub.promise()
    call.hub.command(live, person, wish, answer, refused)
    return rest_types.Carried(await done)


async def views(call: Call) -> rest_types.Views:
    """What I may know of the match now."""
    live = await call.hub.at(call.path["table"])
    if live.shuts_out(call.caller.person):
        raise NotYours("no-spectators")
    seats, bids = live.audiences(call.caller.person), call.bids()
    found = rest_types.Views(
        tuple(UpdateStream(live.table, seat, bids).snapshot(live.current(), call.hub.now()) for seat in seats)
    )
    await call.hub.durable()  # what they tell of must be on disk
    if live.void:
        raise NotStored("not-stored")
    return found


async def personal_link(call: Call) -> rest_types.PersonalLink:
    """A link that moves my seat to another device."""
    live, seat = await call.hub.at(call.path["table"]), call.seat()
    if seat not in live.table.seats_of(call.caller.person):
        raise NotYours("not-your-seat", {"seat": seat})
    token = identity.new_secret()
    expires = call.hub.now() + identity.LINK_AGE
    link = store.AddLink(identity.hashed(token), "move", live.table.id, seat, expires, call.caller.person)
    await call.hub.durable([link])
    return rest_types.PersonalLink(token, call.url(f"tables/{live.table.id}", move=token), expires)


async def claim(call: Call, wish: rest_types.Claim) -> rest_types.Claimed:
    """The seat of a personal link moves to me; the link is used up."""
    hashed = identity.hashed(wish.token)
    link = await call.hub.read(call.hub.store.link, hashed)
    if link is None or link.kind != "move" or (link.expires or 0) < call.hub.now():
        raise NoSuch("no-such-link")
    live = await call.hub.at(link.table)
    name = _linked(live.table, link).name
    person = await call.caller.known(name if not call.caller.name else "")
    done, answer, refused = call.hub.promise()

    def move(table: Table) -> list[AnyEntry]:
        _linked(table, link)  # again: another may have been quicker
        return commands.move(table, person, link.seat)

    call.hub.perform(call.hub.live(link.table), move, before=[store.DropLink(hashed)], answer=answer, refused=refused)
    await done
    return rest_types.Claimed(link.table, link.seat)


async def code(call: Call, wish: rest_types.CodeText) -> rest_types.Code:
    """The text as a QR code; it comes in the body, so that a link with a secret stands in no log."""
    return await asyncio.to_thread(qr_codes.drawn, wish.text)


def _linked(table: Table, link: store.Link) -> Seat:
    """The seat of a personal link, which is still its maker's."""
    if link.seat >= len(table.seats) or table.seats[link.seat].person != link.person:
        raise NoSuch("no-such-link")
    return table.seats[link.seat]


async def bot_token(call: Call, wish: rest_types.BotName) -> rest_types.BotToken:
    """A token with which a bot of mine takes this seat; an older token of the seat is void."""
    live, seat = await call.hub.at(call.path["table"]), call.seat()
    token = identity.new_secret()
    name = clean(wish.name, NAME_LENGTH)
    done, answer, refused = call.hub.promise()
    call.hub.perform(
        live,
        lambda table: commands.admit(table, call.caller.person, seat, name, identity.external(token)),
        answer=answer,
        refused=refused,
    )
    await done
    return rest_types.BotToken(token, live.table.id, seat)


# Matches ---------------------------------------------------------------------------------------------------------


async def matches(call: Call) -> rest_types.Matches:
    """Finished matches: mine, and public ones."""
    hub, person = call.hub, call.caller.person
    mine = await hub.read(hub.store.matches_of, person, LIST) if person else []
    public = await hub.read(hub.store.public_matches, LIST)
    return await hub.read(lambda: rest_types.Matches(_match_lines(call, mine), _match_lines(call, public)))


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
        seats = call.hub.store.seats_of(each.id, call.caller.person) if call.caller.person else ()
        lent = stood_in(events)
        lines.append(
            rest_types.MatchLine(
                each.id, each.game, each.ended, how, names, scores, winners, seats, lent, record.practised
            )
        )
    return tuple(lines)


async def match(call: Call) -> rest_types.MatchRecord:
    """The record of a finished match: a public one to everybody, a private one to its seats."""
    return _record(await _seen(call))


async def _seen(call: Call) -> store.KeptMatch:
    """The finished match in the path, which is public or of the caller."""
    found = await call.hub.read(call.hub.store.match, call.path["match"])
    if found is None or not (
        found.public or await _may_see(call, found.id) or await call.hub.read(_of_a_daily, call.hub.store, found.id)
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
    if await call.hub.read(call.hub.store.sealed_until, match) > date():
        evening = await call.hub.read(call.hub.store.evening_of, match)
        raise NotNow("match-sealed" if evening is None else "round-running")


async def shared(call: Call, wish: rest_types.ShareToken) -> rest_types.MatchRecord:
    """The record of a finished match by its share link; the token comes in the body, so that it stands in no log."""
    return _record(await by_link(call, str(call.path["match"]), wish.token))


async def shared_review(call: Call, wish: rest_types.ShareToken) -> rest_types.MatchReview:
    """The review of a match by its share link, as far as it is made; it is to be made, unless it is."""
    found = await by_link(call, str(call.path["match"]), wish.token)
    await call.hub.reviews.ask(found.id, (call.caller.person, *call.where))
    return await _review(call, found.id)


async def by_link(call: Call, match: str, token: str) -> store.KeptMatch:
    """The finished match that a share link shows."""
    found = await call.hub.read(call.hub.store.match, match)
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
    took_part = person in await call.hub.read(call.hub.store.people_of, match)
    return took_part or await call.hub.evenings.was_at(match, person)


async def _own_match(call: Call) -> str:
    id = str(call.path["match"])
    if not await _may_see(call, id):
        raise NoSuch("no-such-match")
    return id


async def share(call: Call) -> rest_types.ShareLink:
    """A link by which anyone can see the record and its review; the same one until it is made void."""
    id = await _own_match(call)
    await unsealed(call, id)  # others are still to play the same cards
    found = await call.hub.read(call.hub.store.match, id)
    if found is None:
        raise NoSuch("no-such-match")
    share = found.share
    if not identity.token_of(share, found.record):
        share = identity.new_share(found.record)
        await call.hub.durable([store.ShareMatch(id, share)])
    token = identity.token_of(share, found.record)
    return rest_types.ShareLink(token, call.url(f"shared/{id}/{token}"))


async def unshare(call: Call) -> rest_types.Nothing:
    """The share link of the match is void."""
    id = await _own_match(call)
    await unsealed(call, id)
    await call.hub.durable([store.ShareMatch(id, None)])
    return rest_types.Nothing()


async def ask_review(call: Call) -> rest_types.MatchReview:
    """The match is to be reviewed, unless it is; whoever may see its record may ask."""
    found = await _seen(call)
    await call.hub.reviews.ask(found.id, (call.caller.person, *call.where))
    return await _review(call, found.id)


async def review(call: Call) -> rest_types.MatchReview:
    """The review of a match, as far as it is made."""
    return await _review(call, (await _seen(call)).id)


_REVIEW = msgspec.json.Decoder(rest_types.Review)
_DECISION = msgspec.json.Decoder(rest_types.ReviewedDecision)


async def _review(call: Call, match: str) -> rest_types.MatchReview:
    text = call.query.get("after", "-1")
    after = int(text) if re.fullmatch(r"-1|[0-9]{1,9}", text, re.ASCII) else None
    if after is None:
        raise BadOption("option-value", {"option": "after", "found": text[:24], "choices": "-1, 0, 1, …"})
    hub = call.hub
    reviews, kept = hub.reviews, await hub.read(hub.store.review, match)
    state = reviews.state(kept)
    if kept is None:
        return rest_types.MatchReview(state, 0, 0, 0, "", ())
    quality = (kept.worlds, kept.seed, kept.version)
    if kept.body is None:
        some = tuple([_DECISION.decode(body) for body in await hub.read(hub.store.decisions, match, after)])
        return rest_types.MatchReview(state, await reviews.ahead(match), *quality, some)
    whole = _REVIEW.decode(kept.body)
    if any(seat.steps is msgspec.UNSET for seat in whole.seats):  # made before all that is shown was kept
        whole = await asyncio.to_thread(_renewed, await hub.read(hub.store.match, match), kept.body)
    some = tuple([each for each in whole.decisions if each.event > after])
    return rest_types.MatchReview(state, 0, *quality, some, whole.seats, whole.turns, whole.told, whole.over)


def _renewed(match: store.KeptMatch | None, body: bytes) -> rest_types.Review:
    """The review of a match as it would be told of today, from the decisions that were weighed then."""
    from foretold.coach.kept import weighed_of
    from foretold.coach.review import assemble
    from foretold.games.replay import steps

    if match is None:
        raise NoSuch("no-such-match")
    record = Record.from_line(match.record)
    game = next(iter(steps(record))).game
    weighed = [weighed_of(decision, game) for decision in json.loads(body)["decisions"]]
    return msgspec.convert(assemble(record, weighed).to_dict(), rest_types.Review)


async def replay(call: Call, body: bytes) -> bytes:
    """A record in, its steps as views out; `seat` is a number, 'all' (each seat's view) or 'spectator'."""
    wish = call.query.get("seat", "spectator")
    return await asyncio.to_thread(_replayed, body, wish, call.bids())


def _replayed(body: bytes, wish: str, bids: messages.Bids) -> bytes:
    return b"".join(replayed(Record.from_line(body), wish, bids))
