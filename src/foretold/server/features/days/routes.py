"""Endpoints about tables by days: the card chosen in advance, and forced cards. Only their person ever sees them."""

from __future__ import annotations

from foretold.server import store
from foretold.server.base.clock import date
from foretold.server.features.days import types as days_types
from foretold.server.rest.call import Call
from foretold.server.table.permissions import own_seats
from foretold.server.table.planning import check_plan, needs_days
from foretold.server.table.table import Table


async def plans(call: Call) -> days_types.Plans:
    """What is played for me at this table."""
    table = (await call.hub.at(call.path["table"])).table
    needs_days(table)
    own_seats(table, call.caller.person)
    return await _plans(call, table)


async def plan(call: Call, wish: days_types.NewPlan) -> days_types.Plans:
    """Chooses a card in advance, instead of an earlier one, or withdraws it; it is played when my turn comes."""
    table, person = (await call.hub.at(call.path["table"])).table, call.caller.person
    if wish.action:
        check_plan(table, person, wish.seat, wish.decision, wish.action)
        planned = store.PlanCard(table.id, wish.seat, person, wish.decision, wish.action, date())
        await call.commits.durable([planned])
    elif wish.seat in own_seats(table, person):
        await call.commits.durable([store.DropPlan(table.id, wish.seat, wish.decision)])
    return await _plans(call, table)


async def play_forced(call: Call, wish: days_types.ForcedWish) -> days_types.Plans:
    """Says whether my forced cards at this table are played by themselves, from my next turn on."""
    table, person = (await call.hub.at(call.path["table"])).table, call.caller.person
    needs_days(table)
    own_seats(table, person)
    noted = store.PlayForced(table.id, person, date()) if wish.forced else store.AskForced(table.id, person)
    await call.commits.durable([noted])
    return await _plans(call, table)


async def _plans(call: Call, table: Table) -> days_types.Plans:
    stored, person = call.commits.store, call.caller.person
    forced = await call.commits.read(stored.plays_forced, table.id, person)
    cards = [
        days_types.PlannedCard(planned.seat, planned.decision, planned.action)
        for planned in await call.commits.read(stored.plans_of, person)
        if planned.table == table.id and planned.seat in table.seats_of(person)
        if planned.decision == table.seats[planned.seat].made
    ]
    return days_types.Plans(forced, tuple(cards))
