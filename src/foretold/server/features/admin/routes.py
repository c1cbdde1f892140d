"""Endpoints of the operator's page; all but the announcements need the session that a link gives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal, TypeVar

from foretold import __version__
from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.clock import date
from foretold.server.base.rate_limits import TooMany
from foretold.server.base.text import NAME_LENGTH, clean
from foretold.server.features.admin import actions, facts, types
from foretold.server.features.admin.backups import BackupInfo, backup_facts
from foretold.server.features.admin.limits import AdminLimits
from foretold.server.features.admin.service import STALE, Operators
from foretold.server.live.commit_queue import NotStored
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.store.sqlite.schema import STEPS
from foretold.server.table.permissions import NoSuch

LOG = 100  # lines of the log
_Result = TypeVar("_Result")


async def announcements(call: Call) -> types.ShownAnnouncements:
    """What the operator announces."""
    shown = call.feature(Operators).announcements()
    return types.ShownAnnouncements(
        tuple(types.ShownAnnouncement(one.id, one.text, one.at, one.until) for one in shown)
    )


async def sign_in(call: Call, given: types.OperatorToken) -> types.SignedIn:
    """Begins a session with the token of a link, which works once."""
    operators, wrong = call.feature(Operators), call.feature(AdminLimits).wrong_links
    wait = wrong.wait(call.where, asyncio.get_running_loop().time())
    if wait > 0:
        operators.failed("too-many")
        raise TooMany("too-many-requests", wait)
    secret, now = identity.new_secret(), date()
    session = identity.hashed(secret)
    error = await call.commits.attempt([store.TakeOperatorLink(identity.hashed(given.token), session, now)])
    if isinstance(error, store.NoOffer):
        wrong.take(call.where, asyncio.get_running_loop().time())
        operators.failed("link")
        raise NoSuch("admin-no-link")
    if error is not None:
        raise NotStored("not-stored")
    sessions = await call.commits.read(call.commits.store.operator_sessions, now)
    begun = next(one for one in sessions if one.token == session)
    await call.commits.durable([store.LogOperator(now, begun.name, "sign-in")])
    await operators.look()
    call.new_session = (secret, (begun.expires - now) // 1000)
    return types.SignedIn(begun.name, begun.expires)


async def sign_out(call: Call) -> rest_types.Nothing:
    """Ends my session."""
    session = await call.feature(Operators).signed_in(call.operator)
    log = store.LogOperator(date(), session.name, "sign-out")
    await call.commits.durable([store.DropOperatorSession(session.token), log])
    await call.feature(Operators).look()
    call.new_session = ("", 0)
    return rest_types.Nothing()


async def status(call: Call) -> types.AdminStatus:
    """Who and what is there: counts, processes, load, backups."""
    operators, session = await _operator(call)
    now, database = date(), call.commits.store
    own = operators.meter.measure()
    others = facts.read_figures(await call.commits.read(database.figures, now - STALE))
    kind: Literal["sqlite", "postgresql"] = "postgresql" if database.shared else "sqlite"
    return types.AdminStatus(
        operator=session.name,
        expires=session.expires,
        version=__version__,
        store=kind,
        schema=len(STEPS),
        now=now,
        tables=facts.table_counts(live.table for live in call.hub.live_tables.values()),
        stored=await _beside(call, facts.stored_counts, now),
        processes=(own, *(other for other in others if other.process != own.process)),
        backups=await asyncio.to_thread(backup_facts, call.feature(BackupInfo).policy),
        history=operators.meter.history,
    )


async def admin_tables(call: Call) -> types.AdminTables:
    """The open tables; nothing hidden of their matches."""
    await _operator(call)
    live_tables = call.hub.live_tables
    created = await call.commits.read(call.commits.store.open_tables)
    watching = {id: sum(not connection.seated for connection in live.connections) for id, live in live_tables.items()}
    return facts.found_tables({id: live.table for id, live in live_tables.items()}, created, watching, _find(call))


async def admin_people(call: Call) -> types.AdminPeople:
    """People at tables, and those who came last."""
    await _operator(call)
    presences = facts.Presences(live.table for live in call.hub.live_tables.values())
    for id, live in call.hub.live_tables.items():
        for connection in live.connections:
            if connection.person:
                presences.networks.setdefault(connection.person, set()).update(connection.blocks)
                if not connection.seated:
                    presences.watching[connection.person] = id
    find = _find(call)
    now = date()
    return await _beside(
        call, lambda database: facts.people_facts(database, presences, database.restrictions(now), find)
    )


async def admin_reports(call: Call) -> types.AdminReports:
    """Reported chat lines with their neighbours."""
    await _operator(call)
    games = {id: live.table.settings.game for id, live in call.hub.live_tables.items()}
    return await _beside(call, facts.report_facts, games, date())


async def admin_restrictions(call: Call) -> types.AdminRestrictions:
    """Who is muted or blocked, and which networks."""
    await _operator(call)
    return facts.restriction_facts(await call.commits.read(call.commits.store.restrictions, date()))


async def admin_announcements(call: Call) -> types.AdminAnnouncements:
    """The announcements in force, and who made them."""
    await _operator(call)
    return facts.announcement_facts(await call.commits.read(call.commits.store.announcements, date()))


async def admin_limits(call: Call) -> types.AdminLimits:
    """The limits that can be changed while the server runs."""
    operators, _ = await _operator(call)
    return facts.limit_facts(operators.limits, await call.commits.read(call.commits.store.changed_limits))


async def admin_log(call: Call) -> types.AdminLog:
    """What operators did."""
    await _operator(call)
    before = call.query.get("before", "")
    earlier = int(before) if before.isascii() and before.isdigit() and len(before) < 16 else None
    return facts.log_facts(await call.commits.read(call.commits.store.operator_log, LOG, earlier))


async def admin_sessions(call: Call) -> types.AdminSessions:
    """Sessions of operators, and links that can still be opened."""
    _, session = await _operator(call)
    return await _beside(call, facts.session_facts, date(), session.token)


async def act(call: Call, action: types.AnyOperatorAction) -> rest_types.Nothing:
    """Does what an operator decided, and logs it with the reason."""
    operators, session = await _operator(call)
    database = call.commits.store
    wanted = await call.commits.read(actions.operations, database, action, session.name, date())
    await call.commits.durable(wanted)
    await operators.look()
    operators.wake()
    return rest_types.Nothing()


async def _operator(call: Call) -> tuple[Operators, store.OperatorSession]:
    operators = call.feature(Operators)
    return operators, await operators.signed_in(call.operator)


def _find(call: Call) -> str:
    return clean(call.query.get("find", ""), NAME_LENGTH)


async def _beside(call: Call, work: Callable[..., _Result], *about: object) -> _Result:
    """Reads on a connection of its own in a thread, so that nobody at a table waits."""

    def done() -> _Result:
        with call.commits.store.apart() as database:
            return work(database, *about)

    return await asyncio.to_thread(done)
