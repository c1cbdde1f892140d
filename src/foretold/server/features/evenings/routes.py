"""Endpoints about evenings: making one, its state, commands."""

from __future__ import annotations

from contextlib import suppress

from foretold.challenges import budgeted
from foretold.server.base.text import clean
from foretold.server.features.evenings import types as told
from foretold.server.features.evenings.evening import Evening, Round, checked
from foretold.server.features.evenings.journal import AnyEntry, Seating
from foretold.server.features.evenings.service import Evenings
from foretold.server.rest.call import Call
from foretold.server.table.permissions import NoSuch

TITLE_LENGTH = 40
LIST = 20  # evenings that a list shows at most
EAGER, EACH = 2.0, 1 / 8  # seconds after which a page asks again: at least, and for each member


async def evenings(call: Call) -> told.MyEvenings:
    """The evenings at which I am, or was, the newest first."""
    person = call.caller.person
    ids = await call.commits.read(call.commits.store.evenings_of, person, LIST) if person else []
    found = [await call.feature(Evenings).at(id) for id in ids]
    invited = []
    for evening in found:
        if evening.followed_by and evening.followed_by not in ids:
            with suppress(NoSuch):  # it is long over
                invited.append(await call.feature(Evenings).at(evening.followed_by))
    ahead = [_summary(evening, invited=True) for evening in invited if evening.phase != "over"]
    return told.MyEvenings((*ahead, *map(_summary, found)))


async def make_evening(call: Call, wish: told.NewEvening) -> told.EveningFacts:
    """A new evening, of which I am the host."""
    checked(wish.settings)  # a wish that can't be granted makes nobody known
    budgeted(wish.settings.bot)
    if wish.after:
        (await call.feature(Evenings).at(wish.after)).check_follow(call.caller.person)
    person = await call.caller.known(wish.name)
    title = clean(wish.title, TITLE_LENGTH)
    name = call.caller.name or "?"
    made = await call.feature(Evenings).make(person, name, title, wish.settings, call.where, wish.planned, wish.after)
    return _facts(call, made)


async def evening(call: Call) -> told.EveningFacts:
    """An evening as whoever has its link sees it."""
    return _facts(call, await call.feature(Evenings).at(call.path["evening"]))


async def evening_command(call: Call, wish: told.AnyEveningCommand) -> told.EveningFacts:
    """A command at an evening, and how it stands then."""
    id, host = call.path["evening"], call.feature(Evenings)
    person = call.caller.person
    if isinstance(wish, told.JoinIt):
        (await host.at(id)).join(person or "?", "?")  # who can't come does not become known by it
        person, name = await call.caller.known(wish.name), call.caller.name or "?"
        return _facts(call, await host.perform(id, lambda found: found.join(person, name)))
    if isinstance(wish, told.BeginRound):
        return _facts(call, await host.begin(id, lambda found: found.check_begin(person)))

    def rule(found: Evening) -> list[AnyEntry]:
        match wish:
            case told.LeaveIt():
                return found.leave(person)
            case told.RemoveMember(member):
                return found.remove(person, member)
            case told.PauseIt():
                return found.pause(person)
            case told.ResumeIt():
                return found.resume(person)
        return found.end(person)

    return _facts(call, await host.perform(id, rule))


def _facts(call: Call, evening: Evening) -> told.EveningFacts:
    settings, now = evening.settings, call.hub.clock.now()
    me = evening.member(call.caller.person)
    ahead = None if evening.next is None or evening.paused else max(0, evening.next - now)
    return told.EveningFacts(
        id=evening.id,
        url=call.url(f"evenings/{evening.id}"),
        title=evening.title,
        game=settings.game,
        options=settings.options,
        phase=evening.phase,
        paused=evening.paused,
        total=evening.last,
        pause=settings.pause,
        seconds=settings.seconds,
        bank=settings.bank,
        next=ahead,
        again=max(EAGER, len(evening.members) * EACH),
        me=me,
        host=evening.host,
        members=tuple([told.EveningMember(each.name, each.here, each.why) for each in evening.members]),
        rounds=tuple([_round(call, each, me) for each in evening.rounds]),
        standings=tuple(
            [
                told.EveningLine(
                    line.person,
                    line.place,
                    round(float(line.gain), 2),
                    tuple(
                        [
                            each
                            and told.ComparedResult(
                                each.points, round(float(each.mean), 2), each.others, round(float(each.gain), 2)
                            )
                            for each in line.rounds
                        ]
                    ),
                )
                for line in evening.standings()
            ]
        ),
        promises=evening.promises(),
        planned=evening.planned,
        began=evening.began,
        followed_by=evening.followed_by,
    )


def _round(call: Call, round: Round, me: int | None) -> tuple[told.EveningTable, ...]:
    return tuple([_table(call, round, number, each, me) for number, each in enumerate(round.tables)])


def _table(call: Call, round: Round, number: int, seating: Seating, me: int | None) -> told.EveningTable:
    ended = round.ended.get(number)
    live = call.hub.live_tables.get(seating.table)
    state = None if live is None else live.table.state
    mine = me is not None and me in seating.members
    return told.EveningTable(
        members=seating.members,
        state="playing" if ended is None else "over" if ended.points else "lost",
        round=0 if state is None else state.round,
        table=seating.table if mine and live is not None else None,
        match=seating.match if round.over and ended is not None and ended.points else None,
        points=ended.points if round.over and ended is not None else (),
    )


def _summary(evening: Evening, invited: bool = False) -> told.EveningSummary:
    return told.EveningSummary(
        id=evening.id,
        title=evening.title,
        game=evening.settings.game,
        phase=evening.phase,
        round=len(evening.rounds),
        total=evening.last,
        people=len(evening.here()),
        planned=evening.planned,
        invited=invited,
    )
