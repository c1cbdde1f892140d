"""Tables by days: cards chosen in advance, and forced cards. Rules only; what is chosen is never in the journal."""

from __future__ import annotations

from foretold.cards import Play
from foretold.server.table.permissions import NotNow, NotYours, own_seats
from foretold.server.table.table import Table


def needs_days(table: Table) -> None:
    """Refuses at tables that are not played by days."""
    if table.settings.pace.kind != "days":
        raise NotNow("days-only")


def check_plan(table: Table, person: str, seat: int, decision: int, action: str) -> None:
    """Refuses a card that this person can't choose in advance for this decision of the seat.

    Whether it may be played is checked when the turn comes: nobody knows the lead before.
    """
    needs_days(table)
    if seat not in own_seats(table, person):
        raise NotYours("not-your-seat", {"seat": seat})
    state, made = table.state, table.seats[seat].made
    if state is None or table.phase != "playing":
        raise NotNow("no-match-running")
    if decision != made:
        raise NotNow("stale", {"found": decision, "made": made})
    if seat in state.actors:
        raise NotNow("plan-in-turn")
    known = state.game.actions.get(action)
    if not isinstance(known, Play) or known.card not in state.view(seat).hand:
        raise NotNow("plan-not-in-hand")


def waits_for_person(table: Table, seat: int) -> bool:
    """True if a person, and no bot, is to play a card for this seat now, at a table by days."""
    if table.settings.pace.kind != "days" or table.stopped is not None or seat not in table.actors():
        return False
    chair = table.seats[seat]
    return chair.kind == "person" and not chair.by_bot and table.in_tricks


def automatic_action(table: Table, seat: int, planned: str | None, *, forced: bool) -> str | None:
    """What is played for the seat without its person: the card chosen in advance if it is legal, or a forced one.

    After the clock has decided for a person, forced cards wait for them again: else nobody would notice that they
    are gone.
    """
    if planned is None and not forced:  # a table that rests goes on resting
        return None
    assert table.state is not None
    legal = table.state.legal(seat)
    if planned is not None and planned in legal:
        return planned
    if forced and len(legal) == 1 and table.seats[seat].misses == 0:
        return str(legal[0])
    return None
