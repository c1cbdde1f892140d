"""Endpoints about evenings: making one, its state, commands."""

from __future__ import annotations

from contextlib import suppress

from foretold.challenges import budgeted
from foretold.server.base.text import clean
from foretold.server.features.evenings import types
from foretold.server.features.evenings.evening import Evening, Round, checked
from foretold.server.features.evenings.journal import AnyEntry, Seating
from foretold.server.features.evenings.service import Evenings
from foretold.server.rest.call import Call
from foretold.server.table.permissions import NoSuch

TITLE_LENGTH = 40
LIST = 20  # evenings that a list shows at most
EAGER, EACH = 2.0, 1 / 8  # seconds until a client polls again: at least, and per member


async def evenings(call: Call) -> types.MyEvenings:
    """The evenings of which I am or was a member, newest first."""
    person = call.caller.person
    ids = await call.commits.read(call.commits.store.evenings_of, person, LIST) if person else []
    own = [await call.feature(Evenings).at(id) for id in ids]
    invited = []
    for evening in own:
        if evening.followed_by and evening.followed_by not in ids:
            with suppress(NoSuch):  # it was deleted long ago
                invited.append(await call.feature(Evenings).at(evening.followed_by))
    ahead = [_summary(evening, invited=True) for evening in invited if evening.phase != "over"]
    return types.MyEvenings((*ahead, *map(_summary, own)))


async def make_evening(call: Call, wish: types.NewEvening) -> types.EveningFacts:
    """A new evening with me as its host."""
    checked(wish.settings)  # an invalid request must not register the caller
    budgeted(wish.settings.bot)
    if wish.after:
        (await call.feature(Evenings).at(wish.after)).check_follow(call.caller.person)
    person = await call.caller.known(wish.name)
    title = clean(wish.title, TITLE_LENGTH)
    name = call.caller.name or "?"
    made = await call.feature(Evenings).make(person, name, title, wish.settings, call.where, wish.planned, wish.after)
    return _facts(call, made)


async def evening(call: Call) -> types.EveningFacts:
    """An evening as everybody with its link sees it."""
    return _facts(call, await call.feature(Evenings).at(call.path["evening"]))


async def evening_command(call: Call, wish: types.AnyEveningCommand) -> types.EveningFacts:
    """Carries out a command and returns the evening after it."""
    id, host = call.path["evening"], call.feature(Evenings)
    person = call.caller.person
    if isinstance(wish, types.JoinIt):
        (await host.at(id)).join(person or "?", "?")  # a refused request must not register the caller
        person, name = await call.caller.known(wish.name), call.caller.name or "?"
        return _facts(call, await host.perform(id, lambda evening: evening.join(person, name)))
    if isinstance(wish, types.BeginRound):
        return _facts(call, await host.begin(id, lambda evening: evening.check_begin(person)))

    def rule(evening: Evening) -> list[AnyEntry]:
        match wish:
            case types.LeaveIt():
                return evening.leave(person)
            case types.RemoveMember(member):
                return evening.remove(person, member)
            case types.PauseIt():
                return evening.pause(person)
            case types.ResumeIt():
                return evening.resume(person)
        return evening.end(person)

    return _facts(call, await host.perform(id, rule))


def _facts(call: Call, evening: Evening) -> types.EveningFacts:
    settings, now = evening.settings, call.hub.clock.now()
    me = evening.member(call.caller.person)
    ahead = None if evening.next is None or evening.paused else max(0, evening.next - now)
    return types.EveningFacts(
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
        members=tuple([types.EveningMember(member.name, member.here, member.why) for member in evening.members]),
        rounds=tuple([_round(call, played, me) for played in evening.rounds]),
        standings=tuple(
            [
                types.EveningLine(
                    line.person,
                    line.place,
                    round(float(line.gain), 2),
                    tuple(
                        [
                            result
                            and types.ComparedResult(
                                result.points, round(float(result.mean), 2), result.others, round(float(result.gain), 2)
                            )
                            for result in line.rounds
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


def _round(call: Call, round: Round, me: int | None) -> tuple[types.EveningTable, ...]:
    return tuple([_table(call, round, number, seating, me) for number, seating in enumerate(round.tables)])


def _table(call: Call, round: Round, number: int, seating: Seating, me: int | None) -> types.EveningTable:
    ended = round.ended.get(number)
    live = call.hub.live_tables.get(seating.table)
    own = me is not None and me in seating.members
    return types.EveningTable(
        members=seating.members,
        state="playing" if ended is None else "over" if ended.points else "lost",
        round=0 if live is None else live.table.round,
        table=seating.table if own and live is not None else None,
        match=seating.match if round.over and ended is not None and ended.points else None,
        points=ended.points if round.over and ended is not None else (),
    )


def _summary(evening: Evening, invited: bool = False) -> types.EveningSummary:
    return types.EveningSummary(
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
