"""Commands about seats: sit, leave, fill, swap, remove, change the game, queue, take over a bot's seat."""

from __future__ import annotations

import msgspec

from foretold import bots
from foretold.errors import BadOption, UnknownBot
from foretold.games import load
from foretold.server.base.text import bot_name, clean, unlike
from foretold.server.protocol import messages
from foretold.server.table import journal
from foretold.server.table.commands.handlers import Handlers
from foretold.server.table.journal import AnyEntry
from foretold.server.table.permissions import NotNow, NotYours, needs_host, needs_phase, own_seats, seat_at
from foretold.server.table.table import Table

QUEUE = 6  # people in the queue of one table at most


def sit(table: Table, person: str, command: messages.Sit) -> list[AnyEntry]:
    if table.evening:
        raise NotNow("evening-seats")  # people at other tables know the cards
    chair = seat_at(table, command.seat) if table.phase == "playing" else None
    if chair is None or chair.kind != "open" or table.match is None:
        needs_phase(table, "open")
        chair = seat_at(table, command.seat)
    elif any(who == person and seat != command.seat for who, seat in table.match.saw):
        raise NotYours("seen-cards", {"seat": command.seat})
    if chair.person == person != "":
        return []  # a resend
    if chair.kind != "open":
        raise NotNow("seat-taken", {"seat": command.seat})
    name = unlike(command.name, (seat.name for seat in table.seats))
    return [journal.Seated(command.seat, person, name)]


def leave(table: Table, person: str, command: messages.Leave) -> list[AnyEntry]:
    seats = own_seats(table, person)
    if command.seat is not None:
        if command.seat not in seats:
            raise NotYours("not-your-seat", {"seat": command.seat})
        seats = (command.seat,)
    if table.given is not None and table.alone() is not None:
        return []  # the seat waits for its person: nobody else can play it
    return [journal.Vacated(seat) for seat in seats]


def ready(table: Table, person: str, command: messages.Ready) -> list[AnyEntry]:
    needs_phase(table, "open")
    seats = tuple(seat for seat in own_seats(table, person) if table.seats[seat].ready != command.ready)
    return [journal.Readied(seats, command.ready)] if seats else []


def fill(table: Table, person: str, command: messages.Fill) -> list[AnyEntry]:
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
    """The entries by which the host gives a seat to an external bot with the person id `bot`."""
    if table.phase == "closed":
        raise NotNow("table-closed")
    needs_host(table, person)
    chair = seat_at(table, seat)
    if chair.kind != "external" or table.phase in ("sharing", "playing"):
        needs_phase(table, "open")  # during a match a new token would show the host the bot's hand
    if chair.kind == "person":
        raise NotNow("seat-taken", {"seat": seat})
    others = (other.name for number, other in enumerate(table.seats) if number != seat)
    return [journal.Admitted(seat, bot, unlike(name or "Bot", others))]


def known_bot(name: str) -> str:
    """The name itself if such a bot may sit at a table."""
    if name not in bots.names():
        raise UnknownBot("unknown-bot", {"found": clean(name, 24), "known": list(bots.names())})
    return name


def swap(table: Table, person: str, command: messages.Swap) -> list[AnyEntry]:
    needs_host(table, person)
    needs_phase(table, "open")
    seat_at(table, command.seat)
    seat_at(table, command.other)
    return [journal.Swapped(command.seat, command.other)] if command.seat != command.other else []


def remove(table: Table, person: str, command: messages.Remove) -> list[AnyEntry]:
    needs_host(table, person)
    if seat_at(table, command.seat).kind != "person":
        raise NotNow("nobody-there", {"seat": command.seat})
    if table.given is not None and table.alone() is not None:
        raise NotNow("challenge-alone")
    return [journal.Vacated(command.seat)]


def change(table: Table, person: str, command: messages.Change) -> list[AnyEntry]:
    needs_host(table, person)
    entries = _drop_in(table, command.drop_in)
    wishes = (command.game, command.players, command.options, command.pace, command.first, command.look_back)
    if all(wish is None for wish in wishes):
        return entries
    needs_phase(table, "open")
    before = table.settings
    name = before.game if command.game is None else command.game
    players = before.players if command.players is None else command.players
    options = command.options
    if options is None:
        options = before.options if name == before.game else {}
    game = load(name, players, options=options)
    pace = before.pace if command.pace is None else command.pace
    first = before.first if command.first is None else command.first
    if command.first is None and isinstance(first, int) and first >= players:
        first = "lot"  # the chosen seat is gone
    check_first(first, players)
    settings = msgspec.structs.replace(
        before,
        game=name,
        players=players,
        options=dict(game.given),
        pace=pace,
        first=first,
        look_back=before.look_back if command.look_back is None else command.look_back,
    )
    people = sum(seat.manned for seat in table.seats)
    if people > players:
        raise NotNow("seats-for-people", {"people": people, "players": players})
    if settings != before:
        settings = msgspec.structs.replace(settings, drop_in=before.drop_in)
        entries = [journal.Changed(settings=settings), *entries]
    return entries


def check_first(first: messages.First, players: int) -> None:
    """Refuses a seat that isn't there as the one that starts or deals first."""
    if isinstance(first, int) and first >= players:
        raise BadOption("no-such-seat", {"found": str(first), "last": players - 1})


def _drop_in(table: Table, allowed: bool | None) -> list[AnyEntry]:
    if table.phase == "closed":
        raise NotNow("table-closed")
    if allowed is None or allowed == table.settings.drop_in:
        return []
    if allowed:
        _needs_own_match(table)
    return [journal.DropIn(allowed)]


def _needs_own_match(table: Table) -> None:
    """Refuses where seats must stay with those who have them: evenings, challenges and what-ifs."""
    if table.evening or table.given is not None or (table.match is not None and table.match.left is not None):
        raise NotNow("evening-seats" if table.evening else "challenge-alone")


def take_over(table: Table, person: str, command: messages.TakeOver) -> list[AnyEntry]:
    """Asks for a bot's seat from the next round on, or takes that back."""
    asked = next((seat for seat, (waiting, _) in table.newcomers.items() if waiting == person != ""), None)
    if not command.wish:
        return [] if asked is None else [journal.Withdrew(person)]
    if not person:
        raise NotYours("nobody-known")
    _needs_own_match(table)
    needs_phase(table, "playing")
    chair = seat_at(table, command.seat)
    if command.seat == asked or chair.person == person:
        return []  # a resend
    if not table.drops_in():
        raise NotNow("no-drop-in")
    assert table.match is not None
    if any(who == person for who, _ in table.match.saw):
        raise NotYours("had-seat")
    if chair.kind != "bot" or command.seat in table.newcomers:
        raise NotNow("seat-taken", {"seat": command.seat})
    taken = (
        *(seat.name for number, seat in enumerate(table.seats) if number != command.seat),
        *(name for number, (_, name) in table.newcomers.items() if number != asked),
    )
    return [journal.Applied(command.seat, person, unlike(command.name, taken))]


def queue(table: Table, person: str, command: messages.Queue) -> list[AnyEntry]:
    waits = any(waiting == person for waiting, _ in table.queue)
    if not command.wait:
        return [journal.Unqueued(person)] if waits else []
    if not person:
        raise NotYours("not-seated")
    if waits or table.seats_of(person):
        return []
    _needs_own_match(table)
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


HANDLERS: Handlers = {
    messages.Sit: sit,
    messages.Leave: leave,
    messages.Ready: ready,
    messages.Fill: fill,
    messages.Swap: swap,
    messages.Remove: remove,
    messages.Change: change,
    messages.Queue: queue,
    messages.TakeOver: take_over,
}
