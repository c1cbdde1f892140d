"""Endpoints about tables: listing, making, commands, views, links to seats."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

import msgspec

from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.text import NAME_LENGTH, clean
from foretold.server.live.commit_queue import NotStored
from foretold.server.live.live_table import LiveTable
from foretold.server.protocol import messages
from foretold.server.rest import qr_codes
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.table import commands, lobby
from foretold.server.table.commands import seating
from foretold.server.table.journal import AnyEntry, Made
from foretold.server.table.permissions import NoSuch, NotYours
from foretold.server.table.seats import Seat
from foretold.server.table.table import Table
from foretold.server.updates.stream import UpdateStream

LIST = 100  # tables that a list shows at most


async def tables(call: Call) -> rest_types.Tables:
    """Tables that anyone may find, and mine."""
    live_tables = [live.table for live in call.hub.live_tables.values()]
    public = [table for table in live_tables if _listed(table) and table.phase != "closed"]
    person = call.caller.person
    own = [
        table
        for table in live_tables
        if person and (table.seats_of(person) or table.host == person or _lost(table, person))
    ]
    newest = sorted(own, key=lambda table: -table.at)[:LIST]
    return rest_types.Tables(_summaries(call.hub.quota.fair_share(public, LIST), person), _summaries(newest, person))


def _listed(table: Table) -> bool:
    """True if anyone may find this table."""
    return table.settings.public or table.drops_in()


def _lost(table: Table, person: str) -> bool:
    """True if the person had a seat in the running match and may still watch it or take the seat again."""
    if table.phase != "playing" or not table.had(person):
        return False
    return table.settings.spectators or any(table.seats[seat].kind == "open" for seat in table.had(person))


def _summaries(tables: list[Table], person: str) -> tuple[rest_types.Summary, ...]:
    summaries = (lobby.summary(table, person) for table in tables)
    return tuple(msgspec.convert(summary, rest_types.Summary, from_attributes=True) for summary in summaries)


async def make_table(call: Call, wish: messages.NewTable) -> rest_types.Made:
    """Makes a table; a match against bots alone begins at once."""
    live = await opened(call, wish)
    id = live.table.id
    return rest_types.Made(id, call.url(f"tables/{id}"), live.table.seats_of(call.caller.person))


async def opened(
    call: Call,
    wish: messages.NewTable,
    group: str = "",
    stored_with: Callable[[str, Made], Sequence[store.Operation]] = lambda table, made: (),
) -> LiveTable:
    """Makes a table, which may belong to a group, and returns it once it is stored.

    `stored_with` gets the table's id and first entry, and gives operations to store with them.
    """
    call.hub.make_room(call.caller.person, call.where)
    lobby.make(wish, "", "")  # an invalid request must not register the caller
    person = await call.caller.known(wish.name)
    call.hub.make_room(person, call.where)  # again: another request may have been quicker
    name = call.caller.name or "?"
    id = identity.new_id()
    done, answer, _ = call.commits.promise()
    entries = lobby.make(wish, person, name, id, group=group)
    assert isinstance(entries[0], Made)
    live = call.hub.make(id, entries, answer, call.where, stored_with(id, entries[0]))
    await done
    return live


async def table(call: Call) -> rest_types.Summary:
    """The public facts about one table."""
    live_table = (await call.hub.at(call.path["table"])).table
    return msgspec.convert(lobby.summary(live_table, call.caller.person), rest_types.Summary, from_attributes=True)


async def command(call: Call, wish: messages.TableCommand) -> rest_types.Carried:
    """Carries out a table command, the same as on the WebSocket."""
    live = await call.hub.at(call.path["table"])
    person = call.caller.person
    if isinstance(wish, messages.Sit | messages.TakeOver):
        commands.handle(live.table, person, wish)  # a refused command must not register the caller
        person = await call.caller.known(wish.name)
        wish = msgspec.structs.replace(wish, name=call.caller.name or "?")
    elif isinstance(wish, messages.Say):
        wish = msgspec.structs.replace(wish, name=clean(wish.name, NAME_LENGTH) or call.caller.name)
    done, answer, refused = call.commits.promise()
    call.hub.command(live, person, wish, answer, refused, call.where)
    return rest_types.Carried(await done)


async def views(call: Call) -> rest_types.Views:
    """What I may know about the match now."""
    live = await call.hub.at(call.path["table"])
    if live.shuts_out(call.caller.person):
        raise NotYours("no-spectators")
    seats, bids = live.audiences(call.caller.person), call.bids()
    snapshots = rest_types.Views(
        tuple(UpdateStream(live.table, seat, bids).snapshot(live.current(), call.hub.clock.now()) for seat in seats)
    )
    await call.commits.durable()  # what they show must be stored first
    if live.void:
        raise NotStored("not-stored")
    return snapshots


async def personal_link(call: Call) -> rest_types.PersonalLink:
    """A link that moves my seat to another device."""
    live, seat = await call.hub.at(call.path["table"]), call.seat()
    if seat not in live.table.seats_of(call.caller.person):
        raise NotYours("not-your-seat", {"seat": seat})
    token = identity.new_secret()
    expires = call.hub.clock.now() + identity.LINK_AGE
    link = store.AddLink(identity.hashed(token), "move", live.table.id, seat, expires, call.caller.person)
    await call.commits.durable([link])
    return rest_types.PersonalLink(token, call.url(f"tables/{live.table.id}", move=token), expires)


async def claim(call: Call, wish: rest_types.Claim) -> rest_types.Claimed:
    """Moves the seat of a personal link to me; the link works once."""
    hashed = identity.hashed(wish.token)
    link = await call.commits.read(call.commits.store.link, hashed)
    if link is None or link.kind != "move" or (link.expires or 0) < call.hub.clock.now():
        raise NoSuch("no-such-link")
    live = await call.hub.at(link.table)
    name = _linked(live.table, link).name
    person = await call.caller.known(name if not call.caller.name else "")
    done, answer, refused = call.commits.promise()

    def move(table: Table) -> list[AnyEntry]:
        _linked(table, link)  # again: another request may have been quicker
        return seating.move(table, person, link.seat)

    call.hub.perform(
        call.hub.open_table(link.table), move, before=[store.DropLink(hashed)], answer=answer, refused=refused
    )
    await done
    return rest_types.Claimed(link.table, link.seat)


async def code(call: Call, wish: rest_types.CodeText) -> rest_types.Code:
    """The text as a QR code; it is sent in the body so that a link with a secret isn't logged."""
    return await asyncio.to_thread(qr_codes.drawn, wish.text)


def _linked(table: Table, link: store.Link) -> Seat:
    """The seat of a personal link, if it is still its maker's."""
    if link.seat >= len(table.seats) or table.seats[link.seat].person != link.person:
        raise NoSuch("no-such-link")
    return table.seats[link.seat]


async def bot_token(call: Call, wish: rest_types.BotName) -> rest_types.BotToken:
    """A token with which an external bot of mine takes this seat; older tokens of the seat are revoked."""
    live, seat = await call.hub.at(call.path["table"]), call.seat()
    token = identity.new_secret()
    name = clean(wish.name, NAME_LENGTH)
    done, answer, refused = call.commits.promise()
    call.hub.perform(
        live,
        lambda table: seating.admit(table, call.caller.person, seat, name, identity.external(token)),
        answer=answer,
        refused=refused,
    )
    await done
    return rest_types.BotToken(token, live.table.id, seat)
