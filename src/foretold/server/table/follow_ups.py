"""What follows at a table without a command: by its state, or by the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from foretold.bots.greedy import GreedyBot
from foretold.server.base.text import unlike
from foretold.server.table import journal
from foretold.server.table.abandonment import patience
from foretold.server.table.commands.play import close_table, released
from foretold.server.table.journal import AnyEntry
from foretold.server.table.seats import LATE
from foretold.server.table.table import SHARING, Table

Entropy = Callable[[int], bytes]


def settle(table: Table, entries: list[AnyEntry], now: int, entropy: Entropy) -> list[AnyEntry]:
    """Applies entries and everything that follows from them at this time; returns all entries in order."""
    for entry in entries:
        table.apply(entry, now)
    done = list(entries)
    while True:
        follows = next(_following(table, now, entropy), None)
        if follows is None:
            return done
        table.apply(follows, now)
        done.append(follows)


def _following(table: Table, now: int, entropy: Entropy) -> Iterator[AnyEntry]:
    """The next entry that is due by the table's state or by the clock, if any."""
    if table.phase == "closed":
        return
    if table.phase == "open":
        if not any(seat.manned for seat in table.seats):
            yield journal.Closed()
            return
        free = next((number for number, seat in enumerate(table.seats) if seat.kind == "open"), None)
        waiting = next(((person, name) for person, name in table.queue if person), None)
        if free is not None and waiting is not None:
            yield journal.Seated(free, waiting[0], unlike(waiting[1], (seat.name for seat in table.seats)))
        elif all(seat.ready and seat.kind != "open" for seat in table.seats):
            secret = entropy(32).hex() if table.given is None else table.given.secret
            yield journal.Began(entropy(16).hex(), secret)
    elif table.phase == "sharing":
        yield from _sharing_follows(table, now)
    elif table.phase == "playing":
        yield from _play_follows(table, now)
    if not table.anyone() and now >= table.last_person + patience(table):
        yield from close_table(table)[:1]


def _sharing_follows(table: Table, now: int) -> Iterator[AnyEntry]:
    match = table.match
    assert match is not None
    if match.given is not None:  # the seed is fixed
        yield journal.Dealt()
        return
    shares = match.shares(silent=False)
    if not match.asked:
        late = now >= match.began + SHARING
        if late or all("none" in share or "commitment" in share for share in shares):
            yield journal.Asked()
    else:
        late = now >= match.asked_at + SHARING
        if late or all("none" in share or "bytes" in share for share in shares):
            yield journal.Dealt()


def _play_follows(table: Table, now: int) -> Iterator[AnyEntry]:
    pace = table.settings.pace.kind
    if table.newcomers and table.between_rounds():
        taken, (person, name) = min(table.newcomers.items())
        yield journal.TookOver(taken, person, name)
    if table.interval is not None and now >= table.interval.until:
        yield journal.WentOn(tuple(sorted(table.interval.looking)))
    for number, seat in enumerate(table.seats):
        successor = table.voted_out(number) if seat.votes else None
        if successor is not None:
            yield released(number, successor)
        if seat.manned and not seat.stood_in:
            late = seat.misses >= LATE and table.accompanied(number)
            grace = table.stands_in_at(seat)
            if late or (grace is not None and now >= grace):
                yield journal.StoodIn(number)
    for number in table.actors() if pace != "none" else ():
        deadline = table.deadline(number)
        if deadline is not None and now >= deadline:
            action = GreedyBot().choose(table.view(number), table.stand_in_random(number))
            yield journal.Acted(number, str(action), "clock")


def next_due(table: Table) -> int | None:
    """The earliest time at which the clock affects this table; None: never as it stands."""
    if table.phase == "closed":
        return None
    pace, times = table.settings.pace.kind, []
    if not table.anyone():
        times.append(table.last_person + patience(table))
    if table.phase == "sharing":
        assert table.match is not None
        times.append((table.match.asked_at if table.match.asked else table.match.began) + SHARING)
    if table.phase == "playing":
        if table.interval is not None:
            times.append(table.interval.until)
        for seat in table.seats:
            grace = table.stands_in_at(seat)
            if grace is not None:
                times.append(grace)
        if pace != "none":
            times += [due for due in map(table.deadline, table.actors()) if due is not None]
    return min(times, default=None)
