"""Endpoints about groups, their invitations, and people I have played with."""

from __future__ import annotations

from datetime import datetime, tzinfo
from functools import partial
from urllib.parse import urlsplit

import msgspec

from foretold.errors import BadOption
from foretold.server import store
from foretold.server.base import identity
from foretold.server.base.text import clean
from foretold.server.base.time_zones import time_zone
from foretold.server.features.groups import results, types
from foretold.server.features.groups.limits import GroupLimits, take
from foretold.server.features.groups.posts import HOOK, GroupPosts, Hook, Post, written
from foretold.server.features.groups.schedule import Schedule, day_of
from foretold.server.features.groups.service import COMPANIONS, SEATS, Groups, Membership
from foretold.server.features.notifications import safe_http
from foretold.server.features.notifications.policy import NotificationPolicy
from foretold.server.features.people.routes import known
from foretold.server.protocol import messages
from foretold.server.rest import tables
from foretold.server.rest import types as rest_types
from foretold.server.rest.call import Call
from foretold.server.table import lobby
from foretold.server.table.permissions import NoSuch, NotNow, NotYours
from foretold.server.table.table import Table

TITLE_LENGTH = 40
SHOWN = 5  # evenings that a table of results shows, and that count as recent
NEXT = 3  # evenings ahead
AGAIN, SOON = 30.0, 10.0  # seconds until a client polls again; while members gather
GATHERING = 1_800_000  # ms before an evening in which members gather
CHAT_LINKS = 300  # characters of the site's address in messages

_SCHEDULE = msgspec.json.Decoder(Schedule)


# A group ---------------------------------------------------------------------------------------------------------


async def groups(call: Call) -> types.MyGroups:
    """The groups of which I am a member, in the order of joining."""
    person = call.caller.person
    if not person:
        return types.MyGroups(())
    stored, now = call.commits.store, call.hub.clock.now()

    def read() -> list[tuple[store.KeptGroup, int]]:
        return [(group, stored.count_members(group.id)) for group in stored.groups_of(person)]

    return types.MyGroups(
        tuple([_summary(call, person, group, count, now) for group, count in await call.commits.read(read)])
    )


def _summary(call: Call, person: str, group: store.KeptGroup, members: int, now: int) -> types.GroupSummary:
    running = call.feature(Groups).tables(group.id)
    schedule = _schedule(group)
    return types.GroupSummary(
        id=group.id,
        title=group.name,
        members=members,
        tables=len(running),
        turn=any(table.seats[seat].person == person for table in running for seat in table.actors()),
        next=None if schedule is None else schedule.starts(now, 1)[0],
    )


async def make_group(call: Call, wish: types.NewGroup) -> types.GroupFacts:
    """A new group with me as its owner."""
    title, zone = _title(wish.title), str(time_zone(wish.zone))
    take(call.feature(GroupLimits).making, call.caller.person, call.where)
    await call.feature(Groups).check_room(call.caller.person)
    person = await call.caller.known(wish.name)
    return await _facts(call, await call.feature(Groups).make(person, title, zone))


async def group(call: Call) -> types.GroupFacts:
    """A group of mine."""
    return await _facts(call, await _mine(call))


async def delete_group(call: Call) -> rest_types.Nothing:
    """Deletes a group that I own: members, results and webhook; finished matches stay with their players."""
    membership = await _mine(call)
    membership.needs_owner()
    await call.commits.durable([store.DropGroup(membership.group.id)])
    return rest_types.Nothing()


async def remove_member(call: Call) -> rest_types.Nothing:
    """Leaves a group, or as its owner removes somebody else."""
    membership = await _mine(call)
    member = membership.member(call.path["member"])
    if member != membership.me:
        membership.needs_owner()
    await call.feature(Groups).remove(membership, member)
    return rest_types.Nothing()


async def group_calendar(call: Call) -> types.GroupCalendar:
    """The scheduled evenings of a group of mine as a calendar file."""
    group = (await _mine(call)).group
    schedule = _schedule(group)
    if schedule is None:
        raise NoSuch("no-schedule")
    return types.GroupCalendar(schedule.calendar(group.name, call.url(f"groups/{group.id}"), call.hub.clock.now()))


async def make_group_table(call: Call, wish: messages.NewTable) -> rest_types.Made:
    """Makes a table that the members of a group of mine see in their list."""
    group = (await _mine(call)).group
    live = await tables.opened(call, wish, group.id, partial(call.feature(GroupPosts).opened, group.id))
    id = live.table.id
    return rest_types.Made(id, call.url(f"tables/{id}"), live.table.seats_of(call.caller.person))


async def group_command(call: Call, wish: types.AnyGroupCommand) -> types.GroupFacts:
    """Carries out a command and returns the group after it."""
    membership = await _mine(call)
    limits, person = call.feature(GroupLimits), membership.me.person
    if isinstance(wish, types.CallMembers):
        others = [member for member in membership.members if member != membership.me]
        chosen = [membership.member(wish.member)] if wish.member else others
        if membership.me in chosen:
            raise NotNow("not-callable")
        take(limits.calling, person, call.where)
        if not await call.feature(Groups).call(membership, call.caller.name or "?", chosen):
            raise NotNow("not-callable" if wish.member else "nobody-callable")
    elif isinstance(wish, types.AnswerEvening):
        take(limits.changing, person, call.where)
        schedule = _schedule(membership.group)
        if schedule is None or wish.start not in schedule.starts(call.hub.clock.now(), NEXT):
            raise NotNow("no-such-start")
        answer = store.AnswerGroup(membership.group.id, person, wish.start, int(wish.coming))
        await call.commits.durable([answer])
    else:
        membership.needs_owner()
        hooks = isinstance(wish, types.SetHook | types.DropHook | types.TestHook)
        take(limits.webhooks if hooks else limits.changing, person, call.where)
        if not isinstance(wish, types.TestHook):
            await call.commits.durable([_change(call, membership, wish)])
        elif membership.group.hook is None:
            raise NotNow("no-hook")
        else:
            call.feature(GroupPosts).add(membership.group.id, f"test {identity.new_id()}", Post(kind="test"))
            await call.commits.durable()
    return await _facts(call, await _mine(call))


def _change(call: Call, membership: Membership, wish: types.AnyGroupCommand) -> store.Operation:
    """The operation by which the owner changes the group."""
    group = membership.group
    match wish:
        case types.RenameIt(title):
            return store.RenameGroup(group.id, _title(title))
        case types.RenewLink():
            return store.RenewInvite(group.id, identity.new_id())
        case types.HandOver(member):
            return store.HandOverGroup(group.id, membership.member(member).person)
        case types.SetHook(url, wants):
            return store.SetGroupHook(group.id, written(_hook(call, group, url, wants)))
        case types.DropHook():
            return store.SetGroupHook(group.id, None)
        case types.SetSchedule(schedule):
            zone = str(time_zone(schedule.zone))
            return store.SetGroupSchedule(group.id, msgspec.json.encode(schedule).decode(), zone)
    return store.SetGroupSchedule(group.id, None, group.zone)


def _hook(call: Call, group: store.KeptGroup, url: str, wants: tuple[types.PostKind, ...]) -> Hook:
    before = None if group.hook is None else HOOK.decode(group.hook)
    if not url and before is not None:
        url = before.url
    try:
        safe_http.target(url, _policy(call).hooks())
    except safe_http.Forbidden:
        raise NotNow("not-called", {"found": clean(url, 60)}) from None
    return Hook(url, tuple(sorted(set(wants))), call.language, call.base[:CHAT_LINKS])


def _policy(call: Call) -> NotificationPolicy:
    return call.feature(GroupPosts).policy or NotificationPolicy("", "")


def _title(text: str) -> str:
    title = clean(text, TITLE_LENGTH)
    if not title:
        raise BadOption("group-name")
    return title


def _schedule(group: store.KeptGroup) -> Schedule | None:
    return None if group.schedule is None else _SCHEDULE.decode(group.schedule)


async def _mine(call: Call) -> Membership:
    return await call.feature(Groups).of(call.path["group"], call.caller.person)


async def _facts(call: Call, membership: Membership) -> types.GroupFacts:
    group, members, me = membership
    service, now = call.feature(Groups), call.hub.clock.now()
    schedule = _schedule(group)
    starts = () if schedule is None else schedule.starts(now, NEXT)
    people = [member.person for member in members]
    database = call.commits.store

    def read() -> tuple[list[tuple[str, bytes]], dict[str, bool], store.PostOutcome | None]:
        answers = database.group_answers(group.id, starts[0]) if starts else {}
        return database.group_subscriptions(group.id), answers, database.last_group_post(group.id)

    subscriptions, answers, outcome = await call.commits.read(read)
    reachable, called, present = service.reachable(subscriptions), await service.called(people), service.present()
    zone, running = time_zone(group.zone), service.tables(group.id)
    evenings = await service.evenings(group)
    return types.GroupFacts(
        id=group.id,
        title=group.name,
        created=group.created,
        today=_date(now, zone),
        invite=call.url(f"g/{group.invite}"),
        me=me.member,
        owner=membership.owner.member,
        members=tuple(
            [
                types.GroupMember(
                    id=member.member,
                    name=member.name,
                    joined=member.joined,
                    seen=_date(member.seen, zone),
                    present=member.person in present,
                    reach="device" if member.person in reachable else "chat" if group.hook is not None else "none",
                    called=member.person in called,
                    coming=answers.get(member.person),
                )
                for member in members
            ]
        ),
        tables=_summaries(running, me.person),
        evenings=len(evenings),
        results=_results(call, membership, evenings, day_of(now, zone)),
        schedule=None if schedule is None else types.GroupSchedule(schedule, starts),
        hook=None if group.hook is None else _hook_facts(HOOK.decode(group.hook), outcome),
        hooks=tuple(_policy(call).hooks()),
        calls=call.feature(GroupPosts).policy is not None,
        again=SOON if running or (starts and starts[0] - now < GATHERING) else AGAIN,
    )


def _date(at: int, zone: tzinfo) -> str:
    return str(datetime.fromtimestamp(at / 1000, zone).date())


def _summaries(running: list[Table], person: str) -> tuple[rest_types.Summary, ...]:
    ordered = sorted(running, key=lambda table: (not table.seats_of(person), -table.at))
    summaries = (lobby.summary(table, person) for table in ordered)
    return tuple([msgspec.convert(summary, rest_types.Summary, from_attributes=True) for summary in summaries])


def _results(
    call: Call, membership: Membership, evenings: tuple[results.PlayedEvening, ...], today: str
) -> types.GroupResults:
    span: types.Span = "recent"
    wish = call.query.get("span", "recent")
    if wish == "year":
        span, evenings = "year", tuple([evening for evening in evenings if evening.day[:4] == today[:4]])
    elif wish == "all":
        span = "all"
    elif wish == "recent":
        evenings = evenings[-SHOWN:]
    else:
        raise BadOption("option-value", {"option": "span", "found": wish[:24], "choices": ["recent", "year", "all"]})
    ids = {member.person: member.member for member in membership.members}
    shown = evenings[-SHOWN:]
    lines = results.lines(evenings, [*ids])
    return types.GroupResults(
        span=span,
        total=len(evenings),
        shown=tuple([types.GroupEvening(evening.day, evening.matches) for evening in shown]),
        lines=tuple(
            [
                types.GroupLine(
                    member=ids[line.person],
                    place=line.place,
                    points=line.points,
                    wins=line.wins,
                    evenings=line.evenings,
                    places=tuple([evening.places.get(line.person) for evening in shown]),
                )
                for line in lines
            ]
        ),
    )


def _hook_facts(hook: Hook, outcome: store.PostOutcome | None) -> types.GroupHook:
    host = urlsplit(hook.url).hostname or ""
    if outcome is None:
        return types.GroupHook(host, hook.wants, "new", None)
    if outcome.sent is None:
        return types.GroupHook(host, hook.wants, "waiting", None)
    return types.GroupHook(host, hook.wants, "sent" if 200 <= outcome.status < 300 else "failed", outcome.sent)


# Invitations -----------------------------------------------------------------------------------------------------


async def group_invitation(call: Call) -> types.GroupInvitation:
    """What an invitation link shows: the name of the group, and how many members it has."""
    take(call.feature(GroupLimits).invitations, call.caller.person, call.where)
    stored, count = await call.feature(Groups).invited(call.path["invite"])
    joined = await _joined(call, stored)
    return types.GroupInvitation(stored.name, count, stored.id if joined else None)


async def join_group(call: Call, wish: types.JoinGroupWish) -> types.GroupFacts:
    """Joins the group of an invitation link."""
    take(call.feature(GroupLimits).joining, call.caller.person, call.where)
    group, _ = await call.feature(Groups).invited(call.path["invite"])
    if not await _joined(call, group):
        await call.feature(Groups).check_room(call.caller.person)
    person = await call.caller.known(wish.name)
    return await _facts(call, await call.feature(Groups).join(group, person))


async def _joined(call: Call, group: store.KeptGroup) -> bool:
    try:
        return bool(await call.feature(Groups).of(group.id, call.caller.person))
    except NoSuch:
        return False


# People I have played with ---------------------------------------------------------------------------------------


async def companions(call: Call) -> types.Companions:
    """The people I have played with, most recent first, and who of them can be called."""
    service = call.feature(Groups)
    person = known(call)
    database = call.commits.store
    seats: dict[str, list[store.Companion]] = {}
    for seat in await call.commits.read(database.companions, person, SEATS):
        seats.setdefault(seat.person, []).append(seat)
    shown = [*seats][:COMPANIONS]

    def read() -> list[tuple[str, bytes]]:
        return [(other, subscription.body) for other in shown for subscription in database.subscriptions(other)]

    reachable, called = service.reachable(await call.commits.read(read)), await service.called(shown)
    lines = [
        types.Companion(
            match=seats[other][0].match,
            seat=seats[other][0].seat,
            name=seats[other][0].name,
            matches=len({seat.match for seat in seats[other]}),
            last=seats[other][0].ended,
            reach="device" if other in reachable else "none",
            called=other in called,
        )
        for other in shown
    ]
    return types.Companions(tuple(lines), call.feature(GroupPosts).policy is not None)


async def call_companion(call: Call, wish: types.CompanionCall) -> rest_types.Nothing:
    """Notifies somebody I have played with that I would like to play."""
    person = known(call)
    if wish.table:
        table = (await call.hub.at(wish.table)).table
        if not table.seats_of(person) and table.host != person:
            raise NotYours("not-seated")
    take(call.feature(GroupLimits).calling, person, call.where)
    await call.feature(Groups).call_companion(person, call.caller.name or "?", wish.match, wish.seat, wish.table)
    return rest_types.Nothing()
