"""Commands about pace: go on after a round, hurry bots, set the tempo, take back."""

from __future__ import annotations

from foretold.server.protocol import messages
from foretold.server.table import journal
from foretold.server.table.commands.handlers import Handlers
from foretold.server.table.journal import AnyEntry
from foretold.server.table.permissions import NotNow, needs_host, needs_phase, own_seats
from foretold.server.table.table import Table


def go_on(table: Table, person: str, command: messages.GoOn) -> list[AnyEntry]:
    """Ends the person's look at the end of a round, so that others need not wait."""
    seats = own_seats(table, person)
    looking = () if table.interval is None else tuple(seat for seat in seats if seat in table.interval.looking)
    return [journal.WentOn(looking)] if looking else []


def take_back(table: Table, person: str, command: messages.TakeBack) -> list[AnyEntry]:
    """Undoes the person's last decision and everything played after it."""
    own_seats(table, person)
    if table.phase not in ("playing", "over") or table.match is None or table.match.state is None:
        raise NotNow("no-match-running")
    seat = table.alone()
    if seat is None or len(table.match.people()) > 1:
        raise NotNow("take-back-alone")
    if table.paused:
        raise NotNow("paused")
    if table.given is not None and table.given.counts:
        raise NotNow("challenge-counts")
    keep = table.match.last_of(seat)
    if keep is None:
        raise NotNow("nothing-to-take-back")
    return [journal.Unplayed(keep)]


def hurry(table: Table, person: str, command: messages.Hurry) -> list[AnyEntry]:
    """Makes bots act at once until it is the person's turn."""
    own_seats(table, person)
    needs_phase(table, "playing")
    seat = table.alone()
    if seat is None:
        raise NotNow("hurry-alone")
    return [] if table.hurried or seat in table.actors() else [journal.Hurried()]


def set_tempo(table: Table, person: str, command: messages.SetTempo) -> list[AnyEntry]:
    """Changes the tempo of the bots."""
    needs_host(table, person)
    return [] if table.tempo == command.tempo else [journal.Paced(command.tempo)]


HANDLERS: Handlers = {
    messages.GoOn: go_on,
    messages.TakeBack: take_back,
    messages.Hurry: hurry,
    messages.SetTempo: set_tempo,
}
