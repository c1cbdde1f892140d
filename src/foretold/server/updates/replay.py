"""A record as views of its steps: a whole view first, then what each step changed. Nothing is stored."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from foretold.bots import previews
from foretold.errors import BadOption
from foretold.games import State
from foretold.games.replay import steps
from foretold.records import Record
from foretold.server.protocol.messages import Bids
from foretold.server.protocol.replays import ReplayedStep, ReplayedView
from foretold.server.updates import derived
from foretold.server.updates.derived import Fields
from foretold.server.updates.diff import changes, differing
from foretold.server.updates.stream import turn
from foretold.views import View

ACTIONS = 5_000  # events that a replay shows at most


def replayed(record: Record, wish: str, bids: Bids = "list") -> Iterator[bytes]:
    """One JSON object in pieces: the record's facts, then `steps`; BadRecord before the first piece if it breaks."""
    if len(record.events) > ACTIONS:
        raise BadOption("replay-too-long", {"limit": ACTIONS})
    states = list(steps(record))
    seats = _audiences(states[0], wish)
    if wish != "spectator":
        previews.get_ready()  # for solving endings with open hands; lesson takers soon need previews, too
    return _pieces(record, states, seats, bids)


def _audiences(state: State, wish: str) -> list[int | None]:
    players = state.game.players
    if wish == "spectator":
        return [None]
    if wish == "all":
        return list(range(players))
    if wish.isascii() and wish.isdigit() and len(wish) == 1 and int(wish) < players:
        return [int(wish)]
    raise BadOption("replay-seat", {"found": wish[:24], "last": players - 1})


def _pieces(record: Record, states: list[State], seats: list[int | None], bids: Bids) -> Iterator[bytes]:
    head = {"game": record.game, "players": record.players, "options": record.options or {}, "names": record.names}
    yield msgspec.json.encode(head)[:-1] + b',"steps":['
    before: dict[int | None, View | None] = dict.fromkeys(seats)
    known: dict[int | None, Fields] = {seat: {} for seat in seats}  # derived fields
    made = [0] * states[0].game.players  # decisions by seat
    events = [None, *(event for event in record.events if "deal" in event or "action" in event)]
    for number, (event, state) in enumerate(zip(events, states, strict=False)):
        if event is not None and "action" in event:
            made[event["seat"]] += 1
        views: list[ReplayedView] = []
        for seat in seats:
            view = state.view(seat)
            fields, history = changes(before[seat], view)
            more = {**derived.public(state, view), **derived.own(view)}
            fields |= differing(known[seat], more)
            before[seat], known[seat] = view, more
            due = None if seat is None or seat not in state.actors else turn(view, made[seat], bids)
            views.append(ReplayedView(seat, fields, history, msgspec.UNSET if due is None else due))
        yield (b"," if number else b"") + msgspec.json.encode(ReplayedStep(number, tuple(views), _ends(state, seats)))
    yield b"]}"


def _ends(state: State, seats: list[int | None]) -> tuple[int, ...] | msgspec.UnsetType:
    """How the round ends with open hands, near its end, if all hands are shown and kernels are compiled."""
    if len(seats) < state.game.players or state.phase != "tricks" or not previews.settled():
        return msgspec.UNSET
    from foretold.coach.open_hands import open_end

    outcome = open_end(state)
    return msgspec.UNSET if outcome is None else outcome
