"""What a command does at a table, and what follows by itself or by the clock: entries for its journal. No I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from foretold import bots
from foretold.bots.greedy import GreedyBot
from foretold.errors import IllegalAction, NotationError, UnknownBot
from foretold.games import load
from foretold.server.base.text import TEXT_LENGTH, bot_name, clean, unlike
from foretold.server.protocol import messages
from foretold.server.table import journal, tempo
from foretold.server.table.abandonment import patience
from foretold.server.table.journal import AnyEntry
from foretold.server.table.match import TableMatch
from foretold.server.table.permissions import NotNow, NotYours, needs_host, needs_phase, own_seats, seat_at
from foretold.server.table.seats import LATE, WATCHER
from foretold.server.table.table import SHARING, Table

Entropy = Callable[[int], bytes]
QUEUE = 6  # people who may wait for a seat at one table


def handle(table: Table, person: str, command: messages.TableCommand) -> list[AnyEntry]:
    """The entries that the command of this person adds; a Refusal says why not."""
    if table.phase == "closed":
        raise NotNow("table-closed")
    return _RULINGS[type(command)](table, person, command)


# Seats -----------------------------------------------------------------------------------------------------------


def _sit(table: Table, person: str, command: messages.Sit) -> list[AnyEntry]:
    if table.evening:
        raise NotNow("evening-seats")  # who plays elsewhere knows the cards
    found = seat_at(table, command.seat) if table.phase == "playing" else None
    if found is None or found.kind != "open" or table.match is None:
        needs_phase(table, "open")
        found = seat_at(table, command.seat)
    elif any(who == person and seat != command.seat for who, seat in table.match.saw):
        raise NotYours("seen-cards", {"seat": command.seat})
    if found.person == person != "":
        return []  # a resend
    if found.kind != "open":
        raise NotNow("seat-taken", {"seat": command.seat})
    name = unlike(command.name, (seat.name for seat in table.seats))
    return [journal.Seated(command.seat, person, name)]


def _leave(table: Table, person: str, command: messages.Leave) -> list[AnyEntry]:
    mine = own_seats(table, person)
    if command.seat is not None:
        if command.seat not in mine:
            raise NotYours("not-your-seat", {"seat": command.seat})
        mine = (command.seat,)
    if table.given is not None and table.alone() is not None:
        return []  # it waits for its person: nobody else can play it
    return [journal.Vacated(seat) for seat in mine]


def _ready(table: Table, person: str, command: messages.Ready) -> list[AnyEntry]:
    needs_phase(table, "open")
    seats = tuple(seat for seat in own_seats(table, person) if table.seats[seat].ready != command.ready)
    return [journal.Readied(seats, command.ready)] if seats else []


def _fill(table: Table, person: str, command: messages.Fill) -> list[AnyEntry]:
    needs_host(table, person)
    needs_phase(table, "open")
    if seat_at(table, command.seat).kind == "person":
        raise NotNow("seat-taken", {"seat": command.seat})
    if command.bot is None:
        return [journal.Filled(command.seat, "open")]
    if command.bot == "external":
        return [journal.Filled(command.seat, "external")]
    others = (seat.name for number, seat in enumerate(table.seats) if number != command.seat)
    return [journal.Filled(command.seat, "bot", known_bot(command.bot), bot_name(table.id, others))]


def admit(table: Table, person: str, seat: int, name: str, bot: str) -> list[AnyEntry]:
    """The entries by which the host gives a seat to an external bot, known by the person `bot`."""
    if table.phase == "closed":
        raise NotNow("table-closed")
    needs_host(table, person)
    found = seat_at(table, seat)
    if found.kind != "external" or table.phase in ("sharing", "playing"):
        needs_phase(table, "open")  # in a match the host would look into the bot's hand with a new token
    if found.kind == "person":
        raise NotNow("seat-taken", {"seat": seat})
    others = (each.name for number, each in enumerate(table.seats) if number != seat)
    return [journal.Admitted(seat, bot, unlike(name or "Bot", others))]


def known_bot(name: str) -> str:
    """The name itself where such a bot may sit at a table."""
    if name not in bots.names():
        raise UnknownBot("unknown-bot", {"found": clean(name, 24), "known": list(bots.names())})
    return name


def _swap(table: Table, person: str, command: messages.Swap) -> list[AnyEntry]:
    needs_host(table, person)
    needs_phase(table, "open")
    seat_at(table, command.seat)
    seat_at(table, command.other)
    return [journal.Swapped(command.seat, command.other)] if command.seat != command.other else []


def _remove(table: Table, person: str, command: messages.Remove) -> list[AnyEntry]:
    needs_host(table, person)
    if seat_at(table, command.seat).kind != "person":
        raise NotNow("nobody-there", {"seat": command.seat})
    if table.given is not None and table.alone() is not None:
        raise NotNow("challenge-alone")
    return [journal.Vacated(command.seat)]


def _change(table: Table, person: str, command: messages.Change) -> list[AnyEntry]:
    needs_host(table, person)
    needs_phase(table, "open")
    before = table.settings
    name = before.game if command.game is None else command.game
    players = before.players if command.players is None else command.players
    options = command.options
    if options is None:
        options = before.options if name == before.game else {}
    game = load(name, players, options=options)
    pace = before.pace if command.pace is None else command.pace
    settings = msgspec.structs.replace(before, game=name, players=players, options=dict(game.given), pace=pace)
    people = sum(seat.manned for seat in table.seats)
    if people > players:
        raise NotNow("seats-for-people", {"people": people, "players": players})
    return [] if settings == before else [journal.Changed(settings=settings)]


def _queue(table: Table, person: str, command: messages.Queue) -> list[AnyEntry]:
    waits = any(waiting == person for waiting, _ in table.queue)
    if not command.wait:
        return [journal.Unqueued(person)] if waits else []
    if not person:
        raise NotYours("not-seated")
    if waits or table.seats_of(person):
        return []
    if table.evening or table.given is not None or (table.match is not None and table.match.left is not None):
        raise NotNow("evening-seats" if table.evening else "challenge-alone")
    if len(table.queue) >= QUEUE:
        raise NotNow("queue-full", {"limit": QUEUE})
    taken = (*(seat.name for seat in table.seats), *(name for _, name in table.queue))
    return [journal.Queued(person, unlike(command.name, taken))]


def move(table: Table, person: str, seat: int) -> list[AnyEntry]:
    """The entries by which a personal link gives its seat to another device."""
    if table.phase == "closed":
        raise NotNow("table-closed")
    if table.evening:
        raise NotNow("evening-seats")
    if seat_at(table, seat).kind != "person":
        raise NotNow("nobody-there", {"seat": seat})
    return [journal.Moved(seat, person)] if table.seats[seat].person != person else []


# The match -------------------------------------------------------------------------------------------------------


def _pause(table: Table, person: str, command: messages.Pause) -> list[AnyEntry]:
    needs_host(table, person)
    needs_phase(table, "playing")
    return [] if table.paused else [journal.Paused()]


def _resume(table: Table, person: str, command: messages.Resume) -> list[AnyEntry]:
    needs_host(table, person)
    return [journal.Resumed()] if table.paused else []


def _close(table: Table, person: str, command: messages.Close) -> list[AnyEntry]:
    needs_host(table, person)
    return close(table)


def close(table: Table) -> list[AnyEntry]:
    """The entries that end a table, its running match included."""
    running = table.phase in ("sharing", "playing")
    return [journal.GivenUp(), journal.Closed()] if running else [journal.Closed()]


def _rematch(table: Table, person: str, command: messages.Rematch) -> list[AnyEntry]:
    mine = table.seats_of(person) if person and person == table.host else own_seats(table, person)
    if table.phase == "open":  # another was quicker
        return _ready(table, person, messages.Ready()) if mine else []
    needs_phase(table, "over")
    if table.given is not None:
        raise NotNow("challenge-once")
    if table.match is not None and table.match.left is not None:
        own_seats(table, person)
        return [journal.Unplayed(len(table.match.left.acts))]  # the same moment once more
    # Bots that had a seat from the beginning make room for people who wait for one.
    left = [seat for seat, (kind, *_) in enumerate(table.match.chairs if table.match else ()) if kind == "bot"]
    free = sum(
        seat.kind == "open" or (seat.kind == "bot" and number not in left) for number, seat in enumerate(table.seats)
    )
    room = left[::-1][: max(0, len(table.queue) - free)]
    return [
        journal.Reopened(mine[0] if mine else -1),
        *([journal.Readied(mine, True)] if mine else []),
        *(journal.Filled(seat, "open") for seat in room),
    ]


def _commit(table: Table, person: str, command: messages.Commit) -> list[AnyEntry]:
    match, seat = _sharing(table, person)
    if match.asked or match.commitments.get(seat, command.commitment) != command.commitment:
        raise NotNow("too-late-for-bytes")
    return [] if seat in match.commitments else [journal.Committed(seat, command.commitment)]


def _reveal(table: Table, person: str, command: messages.Reveal) -> list[AnyEntry]:
    match, seat = _sharing(table, person)
    if not match.asked or seat not in match.commitments:
        raise NotNow("bytes-not-asked")
    if hashlib.sha256(bytes.fromhex(command.bytes)).hexdigest() != match.commitments[seat]:
        raise NotNow("bytes-do-not-fit")
    return [] if seat in match.revealed else [journal.Revealed(seat, command.bytes)]


def _sharing(table: Table, person: str) -> tuple[TableMatch, int]:
    """The match and the seat whose bytes count: the first of this device."""
    mine = own_seats(table, person)
    if table.phase != "sharing" or table.match is None:
        raise NotNow("too-late-for-bytes")
    shares = table.match.shares(silent=False)
    counts = [seat for seat in mine if "none" not in shares[seat]]
    if not counts:
        raise NotNow("too-late-for-bytes")
    return table.match, counts[0]


def _act(table: Table, person: str, command: messages.Act) -> list[AnyEntry]:
    if command.seat not in own_seats(table, person):
        raise NotYours("not-your-seat", {"seat": command.seat})
    seat = table.seats[command.seat]
    if command.decision < seat.made and command.id and seat.ids.get(command.decision) == command.id:
        return []  # a resend: it was played, once
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


def _back(table: Table, person: str, command: messages.Back) -> list[AnyEntry]:
    mine = [(number, table.seats[number]) for number in own_seats(table, person)]
    seats = tuple(number for number, seat in mine if seat.stood_in or seat.misses >= LATE)
    return [journal.TookBack(seats)] if seats else []


def _release(table: Table, person: str, command: messages.Release) -> list[AnyEntry]:
    needs_phase(table, "playing")
    seat = seat_at(table, command.seat)
    if person != table.host or not person:
        own_seats(table, person)
    if table.evening and command.to == "open":
        raise NotNow("evening-seats")
    if not seat.manned or not seat.stood_in or seat.person == person:
        raise NotNow("not-gone", {"seat": command.seat})
    if person == table.host:
        return [_released(command.seat, command.to)]
    return [] if seat.votes.get(person) == command.to else [journal.Voted(command.seat, person, command.to)]


def _released(seat: int, to: messages.Successor) -> AnyEntry:
    return journal.Vacated(seat) if to == "bot" else journal.Opened(seat)


def bot_acts(table: Table, seat: int, made: int, action: str) -> list[AnyEntry]:
    """The entry for what a bot chose, () if the seat or the moment is no longer the bot's."""
    chair = table.seats[seat]
    if seat not in table.actors() or chair.made != made or not chair.by_bot or table.paused:
        return []
    assert table.match is not None
    return [journal.Acted(seat, action, "" if table.match.chairs[seat][0] == "bot" else "bot")]


# Talk ------------------------------------------------------------------------------------------------------------


def _say(table: Table, person: str, command: messages.Say) -> list[AnyEntry]:
    mine = table.seats_of(person)
    allowed = table.settings.chat
    text = clean(command.text, TEXT_LENGTH)
    if not mine:
        _may_talk_watching(table, person)
    if allowed == "off":
        raise NotNow("no-chat")
    if command.phrase and command.phrase not in messages.PHRASES:
        raise NotNow("no-such-phrase", {"found": clean(command.phrase, 24), "known": list(messages.PHRASES)})
    if command.reaction and (command.reaction not in messages.REACTIONS or not mine):
        known = list(messages.REACTIONS) if mine else []
        raise NotNow("no-such-reaction", {"found": clean(command.reaction, 24), "known": known})
    if text and (allowed == "phrases" or not mine):
        raise NotNow("phrases-only")
    if not text and not command.phrase and not command.reaction:
        raise NotNow("nothing-said")
    if mine:
        seat, name = mine[0], table.seats[mine[0]].name
    else:
        seat, name = WATCHER, unlike(command.name or "?", (each.name for each in table.seats))
    spoke: list[AnyEntry] = []
    if text or command.phrase:
        spoke.append(journal.Spoke(seat=seat, person=person, name=name, phrase=command.phrase, text=text))
    if command.reaction:
        spoke.append(journal.Spoke(seat=seat, person=person, name=name, reaction=command.reaction))
    return spoke


def _may_talk_watching(table: Table, person: str) -> None:
    """Refused to a person without a seat where those who watch are to be silent."""
    if table.phase == "open" or person.startswith("external:"):
        raise NotYours("not-seated")
    if not person:
        raise NotYours("nobody-known")
    # In an evening who plays the same cards elsewhere could tell of them.
    if table.settings.watchers == "silent" or not table.settings.spectators or table.evening:
        raise NotYours("watchers-silent")


_RULINGS: dict[type, Callable[[Table, str, Any], list[AnyEntry]]] = {
    messages.Sit: _sit,
    messages.Leave: _leave,
    messages.Ready: _ready,
    messages.Fill: _fill,
    messages.Swap: _swap,
    messages.Remove: _remove,
    messages.Change: _change,
    messages.Queue: _queue,
    messages.Pause: _pause,
    messages.Resume: _resume,
    messages.Close: _close,
    messages.Rematch: _rematch,
    messages.Commit: _commit,
    messages.Reveal: _reveal,
    messages.Act: _act,
    messages.Back: _back,
    messages.Release: _release,
    messages.GoOn: tempo.go_on,
    messages.TakeBack: tempo.take_back,
    messages.Hurry: tempo.hurry,
    messages.SetTempo: tempo.set_tempo,
    messages.Say: _say,
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
        yield from close(table)[:1]


def _sharing_follows(table: Table, now: int) -> Iterator[AnyEntry]:
    match = table.match
    assert match is not None
    if match.given is not None:  # nobody adds anything
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
    state = table.state
    assert state is not None
    pace = table.settings.pace.kind
    if table.interval is not None and now >= table.interval.until:
        yield journal.WentOn(tuple(sorted(table.interval.looking)))
    for number, seat in enumerate(table.seats):
        successor = table.voted_out(number) if seat.votes else None
        if successor is not None:
            yield _released(number, successor)
        if seat.manned and not seat.stood_in:
            late = seat.misses >= LATE and table.accompanied(number)
            grace = table.stands_in_at(seat)
            if late or (grace is not None and now >= grace):
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
