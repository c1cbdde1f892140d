"""What a command does at a table, and what follows by itself or by the clock: entries for its journal. No I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from foretold import bots
from foretold.bots.greedy import GreedyBot
from foretold.errors import IllegalAction, NotationError, Refusal, UnknownBot
from foretold.server import journal, wire
from foretold.server.journal import AnyEntry
from foretold.server.names import TEXT_LENGTH, clean, unlike
from foretold.server.table import SHARING, Seat, Table, TableMatch

Entropy = Callable[[int], bytes]


class NotNow(Refusal):
    """A command that does not fit the table as it is; nothing has changed."""


class NotYours(Refusal):
    """A command of somebody who may not give it."""


def rule(table: Table, person: str, command: wire.TableCommand) -> list[AnyEntry]:
    """The entries that the command of this person adds; a Refusal says why not."""
    if table.phase == "closed":
        raise NotNow("table-closed")
    return _RULINGS[type(command)](table, person, command)


# Seats -----------------------------------------------------------------------------------------------------------


def _sit(table: Table, person: str, command: wire.Sit) -> list[AnyEntry]:
    _needs_phase(table, "open")
    found = _seat(table, command.seat)
    if found.person == person != "":
        return []  # a resend
    if found.kind != "open":
        raise NotNow("seat-taken", {"seat": command.seat})
    name = unlike(command.name, (seat.name for seat in table.seats))
    return [journal.Seated(command.seat, person, name)]


def _leave(table: Table, person: str, command: wire.Leave) -> list[AnyEntry]:
    mine = _own(table, person)
    if command.seat is not None:
        if command.seat not in mine:
            raise NotYours("not-your-seat", {"seat": command.seat})
        mine = (command.seat,)
    return [journal.Vacated(seat) for seat in mine]


def _ready(table: Table, person: str, command: wire.Ready) -> list[AnyEntry]:
    _needs_phase(table, "open")
    seats = tuple(seat for seat in _own(table, person) if table.seats[seat].ready != command.ready)
    return [journal.Readied(seats, command.ready)] if seats else []


def _fill(table: Table, person: str, command: wire.Fill) -> list[AnyEntry]:
    _needs_host(table, person)
    _needs_phase(table, "open")
    if _seat(table, command.seat).kind == "person":
        raise NotNow("seat-taken", {"seat": command.seat})
    if command.bot is None:
        return [journal.Filled(command.seat, "open")]
    if command.bot == "external":
        return [journal.Filled(command.seat, "external")]
    return [journal.Filled(command.seat, "bot", known_bot(command.bot))]


def admit(table: Table, person: str, seat: int, name: str, bot: str) -> list[AnyEntry]:
    """The entries by which the host gives a seat to an external bot, known by the person `bot`."""
    if table.phase == "closed":
        raise NotNow("table-closed")
    _needs_host(table, person)
    found = _seat(table, seat)
    if found.kind != "external":
        _needs_phase(table, "open")
        if found.kind == "person":
            raise NotNow("seat-taken", {"seat": seat})
    others = (each.name for number, each in enumerate(table.seats) if number != seat)
    return [journal.Admitted(seat, bot, unlike(name or "Bot", others))]


def known_bot(name: str) -> str:
    """The name itself where such a bot may sit at a table."""
    if name not in bots.names():
        raise UnknownBot("unknown-bot", {"found": clean(name, 24), "known": list(bots.names())})
    return name


def _swap(table: Table, person: str, command: wire.Swap) -> list[AnyEntry]:
    _needs_host(table, person)
    _needs_phase(table, "open")
    _seat(table, command.seat)
    _seat(table, command.other)
    return [journal.Swapped(command.seat, command.other)] if command.seat != command.other else []


def _remove(table: Table, person: str, command: wire.Remove) -> list[AnyEntry]:
    _needs_host(table, person)
    if _seat(table, command.seat).kind != "person":
        raise NotNow("nobody-there", {"seat": command.seat})
    return [journal.Vacated(command.seat)]


def move(table: Table, person: str, seat: int) -> list[AnyEntry]:
    """The entries by which a personal link gives its seat to another device."""
    if table.phase == "closed":
        raise NotNow("table-closed")
    if _seat(table, seat).kind != "person":
        raise NotNow("nobody-there", {"seat": seat})
    return [journal.Moved(seat, person)] if table.seats[seat].person != person else []


# The match -------------------------------------------------------------------------------------------------------


def _pause(table: Table, person: str, command: wire.Pause) -> list[AnyEntry]:
    _needs_host(table, person)
    _needs_phase(table, "playing")
    return [journal.Paused()] if table.paused is None else []


def _resume(table: Table, person: str, command: wire.Resume) -> list[AnyEntry]:
    _needs_host(table, person)
    return [journal.Resumed()] if table.paused is not None else []


def _close(table: Table, person: str, command: wire.Close) -> list[AnyEntry]:
    _needs_host(table, person)
    return close(table)


def close(table: Table) -> list[AnyEntry]:
    """The entries that end a table, its running match included."""
    running = table.phase in ("sharing", "playing")
    return [journal.GivenUp(), journal.Closed()] if running else [journal.Closed()]


def _rematch(table: Table, person: str, command: wire.Rematch) -> list[AnyEntry]:
    mine = table.seats_of(person) if person and person == table.host else _own(table, person)
    if table.phase == "open":  # another was quicker
        return _ready(table, person, wire.Ready()) if mine else []
    _needs_phase(table, "over")
    return [journal.Reopened(), *([journal.Readied(mine, True)] if mine else [])]


def _commit(table: Table, person: str, command: wire.Commit) -> list[AnyEntry]:
    match, seat = _sharing(table, person)
    if match.asked or match.commitments.get(seat, command.commitment) != command.commitment:
        raise NotNow("too-late-for-bytes")
    return [] if seat in match.commitments else [journal.Committed(seat, command.commitment)]


def _reveal(table: Table, person: str, command: wire.Reveal) -> list[AnyEntry]:
    match, seat = _sharing(table, person)
    if not match.asked or seat not in match.commitments:
        raise NotNow("bytes-not-asked")
    if hashlib.sha256(bytes.fromhex(command.bytes)).hexdigest() != match.commitments[seat]:
        raise NotNow("bytes-do-not-fit")
    return [] if seat in match.revealed else [journal.Revealed(seat, command.bytes)]


def _sharing(table: Table, person: str) -> tuple[TableMatch, int]:
    """The match and the seat whose bytes count: the first of this device."""
    mine = _own(table, person)
    if table.phase != "sharing" or table.match is None:
        raise NotNow("too-late-for-bytes")
    shares = table.match.shares(silent=False)
    counts = [seat for seat in mine if "none" not in shares[seat]]
    if not counts:
        raise NotNow("too-late-for-bytes")
    return table.match, counts[0]


def _act(table: Table, person: str, command: wire.Act) -> list[AnyEntry]:
    if command.seat not in _own(table, person):
        raise NotYours("not-your-seat", {"seat": command.seat})
    seat = table.seats[command.seat]
    if command.decision < seat.made and command.id and seat.ids.get(command.decision) == command.id:
        return []  # a resend: it was played, once
    state = table.state
    if state is None or table.phase != "playing":
        raise NotNow("no-match-running")
    if command.decision != seat.made:
        raise NotNow("stale", {"found": command.decision, "made": seat.made})
    if table.paused is not None:
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


def _back(table: Table, person: str, command: wire.Back) -> list[AnyEntry]:
    seats = tuple(seat for seat in _own(table, person) if table.seats[seat].stood_in)
    return [journal.TookBack(seats)] if seats else []


def bot_acts(table: Table, seat: int, made: int, action: str) -> list[AnyEntry]:
    """The entry for what a bot chose, () if the seat or the moment is no longer the bot's."""
    chair = table.seats[seat]
    if seat not in table.actors() or chair.made != made or not chair.by_bot or table.paused is not None:
        return []
    assert table.match is not None
    return [journal.Acted(seat, action, "" if table.match.chairs[seat][0] == "bot" else "bot")]


# Talk ------------------------------------------------------------------------------------------------------------


def _say(table: Table, person: str, command: wire.Say) -> list[AnyEntry]:
    seat = _own(table, person)[0]
    allowed = table.settings.chat
    text = clean(command.text, TEXT_LENGTH)
    if allowed == "off":
        raise NotNow("no-chat")
    if command.phrase and command.phrase not in wire.PHRASES:
        raise NotNow("no-such-phrase", {"found": clean(command.phrase, 24), "known": list(wire.PHRASES)})
    if text and allowed == "phrases":
        raise NotNow("phrases-only")
    if not text and not command.phrase:
        raise NotNow("nothing-said")
    name = table.seats[seat].name
    return [journal.Spoke(seat=seat, person=person, name=name, phrase=command.phrase, text=text)]


# Who may ---------------------------------------------------------------------------------------------------------


def _own(table: Table, person: str) -> tuple[int, ...]:
    found = table.seats_of(person)
    if not found:
        raise NotYours("not-seated")
    return found


def _needs_host(table: Table, person: str) -> None:
    if not person or person != table.host:  # a table may have lost its host, and who is unknown is nobody
        raise NotYours("not-host")


def _needs_phase(table: Table, phase: str) -> None:
    if table.phase != phase:
        raise NotNow(f"needs-{phase}")


def _seat(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise NotNow("no-such-seat", {"found": str(seat), "last": len(table.seats) - 1})
    return table.seats[seat]


_RULINGS: dict[type, Callable[[Table, str, Any], list[AnyEntry]]] = {
    wire.Sit: _sit,
    wire.Leave: _leave,
    wire.Ready: _ready,
    wire.Fill: _fill,
    wire.Swap: _swap,
    wire.Remove: _remove,
    wire.Pause: _pause,
    wire.Resume: _resume,
    wire.Close: _close,
    wire.Rematch: _rematch,
    wire.Commit: _commit,
    wire.Reveal: _reveal,
    wire.Act: _act,
    wire.Back: _back,
    wire.Say: _say,
}


# What follows ----------------------------------------------------------------------------------------------------


def settle(table: Table, entries: list[AnyEntry], now: int, entropy: Entropy) -> list[AnyEntry]:
    """The table after these entries and all that follows from them at this moment; all entries, in order."""
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
    """What is due now: by the state of the table, or by the clock."""
    if table.phase == "closed":
        return
    if table.phase == "open":
        if not any(seat.manned for seat in table.seats):
            yield journal.Closed()
        elif all(seat.ready and seat.kind != "open" for seat in table.seats):
            yield journal.Began(entropy(16).hex(), entropy(32).hex())
    elif table.phase == "sharing":
        yield from _sharing_follows(table, now)
    elif table.phase == "playing":
        yield from _play_follows(table, now)
    if not table.anyone() and now >= table.last_person + table.patience():
        yield from close(table)[:1]


def _sharing_follows(table: Table, now: int) -> Iterator[AnyEntry]:
    match = table.match
    assert match is not None
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
    state = table.state
    assert state is not None
    pace = table.settings.pace.kind
    for number, seat in enumerate(table.seats):
        if (seat.misses >= 2 or seat.away is not None) and seat.manned and not seat.stood_in:
            gone = seat.away is not None and pace != "days"
            if seat.misses >= 2 or (gone and now >= (seat.away or 0) + table.settings.grace * 1000):
                yield journal.StoodIn(number)
    for number in state.actors if pace != "none" else ():
        deadline = table.deadline(number)
        if deadline is not None and now >= deadline:
            action = GreedyBot().choose(state.view(number), table.stand_in_random(number))
            yield journal.Acted(number, str(action), "clock")


def next_due(table: Table) -> int | None:
    """When the clock has something to do at this table, at the earliest; None: nothing as it stands."""
    if table.phase == "closed":
        return None
    pace, times = table.settings.pace.kind, []
    if not table.anyone():
        times.append(table.last_person + table.patience())
    if table.phase == "sharing":
        assert table.match is not None
        times.append((table.match.asked_at if table.match.asked else table.match.began) + SHARING)
    if table.phase == "playing":
        for seat in table.seats:
            if seat.away is not None and pace != "days" and seat.manned and not seat.stood_in:
                times.append(seat.away + table.settings.grace * 1000)
        if pace != "none":
            times += [due for due in map(table.deadline, table.actors()) if due is not None]
    return min(times, default=None)
