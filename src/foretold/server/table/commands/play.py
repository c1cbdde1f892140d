"""Commands about the match: pause, close, rematch, act, return, release a seat."""

from __future__ import annotations

from foretold.errors import IllegalAction, NotationError
from foretold.server.protocol import messages
from foretold.server.table import journal
from foretold.server.table.commands.handlers import Handlers
from foretold.server.table.commands.seating import ready
from foretold.server.table.journal import AnyEntry
from foretold.server.table.permissions import NotNow, NotYours, needs_host, needs_phase, own_seats, seat_at
from foretold.server.table.seats import LATE
from foretold.server.table.table import Table


def pause(table: Table, person: str, command: messages.Pause) -> list[AnyEntry]:
    needs_host(table, person)
    needs_phase(table, "playing")
    return [] if table.paused else [journal.Paused()]


def resume(table: Table, person: str, command: messages.Resume) -> list[AnyEntry]:
    needs_host(table, person)
    return [journal.Resumed()] if table.paused else []


def close(table: Table, person: str, command: messages.Close) -> list[AnyEntry]:
    needs_host(table, person)
    return close_table(table)


def close_table(table: Table) -> list[AnyEntry]:
    """The entries that end a table, its running match included."""
    running = table.phase in ("sharing", "playing")
    return [journal.GivenUp(), journal.Closed()] if running else [journal.Closed()]


def rematch(table: Table, person: str, command: messages.Rematch) -> list[AnyEntry]:
    seats = table.seats_of(person) if person and person == table.host else own_seats(table, person)
    if table.phase == "open":  # somebody else was quicker
        return ready(table, person, messages.Ready()) if seats else []
    needs_phase(table, "over")
    if table.given is not None:
        raise NotNow("challenge-once")
    if table.match is not None and table.match.left is not None:
        own_seats(table, person)
        return [journal.Unplayed(len(table.match.left.acts))]  # the same position again
    # Bots that were seated from the beginning make room for people in the queue.
    chairs, later = (table.match.chairs, table.match.later) if table.match else ((), {})
    left = [seat for seat, (kind, *_) in enumerate(chairs) if kind == "bot" and seat not in later]
    free = sum(
        seat.kind == "open" or (seat.kind == "bot" and number not in left) for number, seat in enumerate(table.seats)
    )
    room = left[::-1][: max(0, len(table.queue) - free)]
    return [
        journal.Reopened(seats[0] if seats else -1),
        *([journal.Readied(seats, True)] if seats else []),
        *(journal.Filled(seat, "open") for seat in room),
    ]


def act(table: Table, person: str, command: messages.Act) -> list[AnyEntry]:
    if command.seat not in own_seats(table, person):
        raise NotYours("not-your-seat", {"seat": command.seat})
    seat = table.seats[command.seat]
    if command.decision < seat.made and command.id and seat.ids.get(command.decision) == command.id:
        return []  # a resend of an action already played
    state = table.state
    if state is None or table.phase != "playing":
        raise NotNow("no-match-running")
    if command.decision != seat.made:
        raise NotNow("stale", {"found": command.decision, "made": seat.made})
    if table.paused:
        raise NotNow("paused")
    try:
        known = state.game.actions.get(command.action)  # None for bids too
        if known is None or known not in state.legal(command.seat):
            state.apply(command.seat, command.action)
    except (IllegalAction, NotationError) as refusal:
        if refusal.game == "":
            refusal.game = table.settings.game
        raise
    back: list[AnyEntry] = [journal.TookBack((command.seat,))] if seat.stood_in else []
    return [*back, journal.Acted(command.seat, command.action, "", command.id)]


def back(table: Table, person: str, command: messages.Back) -> list[AnyEntry]:
    mine = [(number, table.seats[number]) for number in own_seats(table, person)]
    seats = tuple(number for number, seat in mine if seat.stood_in or seat.misses >= LATE)
    return [journal.TookBack(seats)] if seats else []


def release(table: Table, person: str, command: messages.Release) -> list[AnyEntry]:
    needs_phase(table, "playing")
    seat = seat_at(table, command.seat)
    if person != table.host or not person:
        own_seats(table, person)
    if table.evening and command.to == "open":
        raise NotNow("evening-seats")
    if not seat.manned or not seat.stood_in or seat.person == person:
        raise NotNow("not-gone", {"seat": command.seat})
    if person == table.host:
        return [released(command.seat, command.to)]
    return [] if seat.votes.get(person) == command.to else [journal.Voted(command.seat, person, command.to)]


def released(seat: int, to: messages.Successor) -> AnyEntry:
    return journal.Vacated(seat) if to == "bot" else journal.Opened(seat)


def bot_acts(table: Table, seat: int, made: int, action: str) -> list[AnyEntry]:
    """The entry for a bot's choice, none if the seat or the decision is no longer the bot's."""
    chair = table.seats[seat]
    if seat not in table.actors() or chair.made != made or not chair.by_bot or table.paused:
        return []
    assert table.match is not None
    own = chair.kind == "bot" and table.match.chairs[seat][0] == "bot"
    return [journal.Acted(seat, action, "" if own else "bot")]


HANDLERS: Handlers = {
    messages.Pause: pause,
    messages.Resume: resume,
    messages.Close: close,
    messages.Rematch: rematch,
    messages.Act: act,
    messages.Back: back,
    messages.Release: release,
}
