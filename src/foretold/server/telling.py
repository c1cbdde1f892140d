"""What a seat or a spectator is told: a fresh view, then only what changed. Built from views, never from states."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import fields
from itertools import repeat
from operator import attrgetter
from typing import NamedTuple, TypedDict, cast

from msgspec import UNSET

from foretold.cards import Action, Play
from foretold.games import State
from foretold.games.prophecy.view import ProphecyView
from foretold.games.refusals import refuse_turn
from foretold.server import beside
from foretold.server.beside import Fields
from foretold.server.table import Table
from foretold.server.table_match import TableMatch
from foretold.server.wire import (
    Bids,
    ChatLine,
    FromServer,
    History,
    SeatFacts,
    Sight,
    TableFacts,
    Turn,
    Update,
    WhyNot,
    write,
)
from foretold.server.wire_tables import Clock, Fair, Interval
from foretold.server.wire_views import BidChoice, Outlook
from foretold.views import SeenEvent, View, plain_fact
from foretold.views import WhyNot as Why

KEPT = 32  # messages that wait for a line that broke
_SENT_APART = ("history", "legal", "settings")
_UNTOLD = object()  # the value of a field that nobody was told yet
_text = str.__str__  # as str(card), at a fraction of its time


class Facts:
    """What everybody at a table may know of it, cards aside: the same for all, worked out once per change."""

    def __init__(self, table: Table, before: Facts | None = None) -> None:
        """The facts now; `before` are those of an earlier moment, of which as much is kept as still holds."""
        self.number = table.number
        self.regrouped = table.regrouped
        if before is not None and before.regrouped == table.regrouped:
            self.fields: TableFacts = {**before.fields, **timing(table, table.at)}
        else:
            self.fields = self._all(table)
        self._public: Fields | None = None
        self._told: tuple[object, Fields] = None, {}
        self._told_beside: tuple[object, Fields] = None, {}
        self._news: dict[int, Fields] = {}

    @staticmethod
    def _all(table: Table) -> TableFacts:
        settings = table.settings
        return {
            "game": settings.game,
            "players": settings.players,
            "options": settings.options,
            "public": settings.public,
            "spectators": settings.spectators,
            "chat": settings.chat,
            "pace": settings.pace,
            "grace": settings.grace,
            "tempo": table.tempo,
            "aids": table.aided(),
            "phase": table.phase,
            "paused": table.paused,
            "seats": [_seat(table, number) for number in range(len(table.seats))],
            **timing(table, table.at),
            "practised": table.match is not None and table.match.practised,
            "lent": list(table.match.lent()) if table.match is not None and table.match.ended else [],
            "fair": None if table.match is None else _fair(table.match),
            "match": _ended_match(table),
        }

    def since(self, before: Facts | None) -> Fields:
        """The fields that are others than before; worked out once for all who knew the same."""
        number = -1 if before is None else before.number
        if number not in self._news:
            self._news[number] = differing({} if before is None else before.fields, self.fields)
        return self._news[number]

    def beside(self, state: State, view: View) -> Fields:
        """The fields that a view has on the wire beside its own; the public ones are worked out once."""
        if self._public is None:
            self._public = beside.public(state, view)
        own = beside.own(view)
        return {**self._public, **own} if own else self._public

    def news_beside(self, before: Fields, now: Fields) -> Fields:
        """What differs beside the views; where it is public, worked out once for all who knew the same."""
        if now is not self._public:
            return differing(before, now)
        if self._told_beside[0] is not before:
            self._told_beside = before, differing(before, now)
        return self._told_beside[1]

    def changes(self, before: View | None, now: View) -> tuple[Fields, History | None]:
        """As `changes`; what all views share is worked out once for all who knew the same."""
        known = None if before is None else before.shared
        if known is None or self._told[0] is not known:
            self._told = known, _changed(_sent(now).shared, before, now)
        return changes(before, now, self._told[1])


def _ended_match(table: Table) -> str | None:
    """The id under which the record of the match is kept; one that ended before its first deal has none."""
    match = table.match
    return match.id if match is not None and match.ended and match.state is not None else None


def _seat(table: Table, number: int) -> SeatFacts:
    seat = table.seats[number]
    return {
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot,
        "ready": seat.ready,
        "away": seat.away is not None,
        "stood_in": seat.stood_in,
        "host": bool(seat.person) and seat.person == table.host and table.seats_of(seat.person)[0] == number,
    }


class Timing(TypedDict):
    """As much of the facts of a table as changes while time passes."""

    clocks: list[Clock]
    interval: Interval | None


def timing(table: Table, now: int) -> Timing:
    """For every seat whose time runs what is left of it, and what is left of an interval."""
    interval: Interval | None = None
    if table.interval is not None:
        waiting = sorted(table.interval.looking)
        interval = {"left": max(0, table.interval.until - now), "waiting": waiting}
    return {"clocks": clocks(table, now), "interval": interval}


def clocks(table: Table, now: int) -> list[Clock]:
    """For every seat whose time runs: the milliseconds that its decision has left, its bank, how soon they count."""
    found: list[Clock] = []
    for number in table.actors():
        deadline = table.deadline(number)
        if deadline is not None:
            bank = table.seats[number].bank if table.settings.pace.kind == "seconds" else 0
            wait = max(0, table.begins(table.seats[number]) - now)
            rest = max(0, deadline - now - wait)
            found.append({"seat": number, "left": max(0, rest - bank), "bank": min(rest, bank), "wait": wait})
    return found


def _fair(match: TableMatch) -> Fair:
    """The promise of the deals as far as it is public: the secret only once the match is over."""
    promise = cast(Fair, match.fair())
    promise["shares"] = match.shares(silent=match.state is not None or match.ended)
    promise["stage"] = "done" if match.state is not None or match.ended else "reveal" if match.asked else "commit"
    if not match.ended:
        del promise["secret"]
    return promise


class _Fields(NamedTuple):
    """Fields of a view that are sent as they are: their names, and what gives their values."""

    names: tuple[str, ...]
    values: Callable[[View], tuple[object, ...]]


class _Sent(NamedTuple):
    """All that is sent of a view: what is the same whoever looks, and the rest."""

    shared: _Fields
    own: _Fields


_SENT: dict[type, _Sent] = {}


def _sent(view: View) -> _Sent:
    kind = type(view)
    if kind not in _SENT:
        names = [field.name for field in fields(view) if field.name not in _SENT_APART]
        parts = (tuple(name for name in names if (name in view.shared) == shared) for shared in (True, False))
        _SENT[kind] = _Sent(*(_Fields(part, attrgetter(*part)) for part in parts))
    return _SENT[kind]


def turn(view: View, made: int, bids: Bids = "list") -> Turn | None:
    """What the seat of a view may do, None for a spectator; `bids` says whether a turn to bid lists every bid."""
    if view.seat is None:
        return None
    if view.seat not in view.actors:
        refusal = refuse_turn(view.game, view.players, view, view.seat, view.hand[0]) if view.hand else None
        if refusal is None:
            return Turn(made, (), ())
        cards = tuple(map(_text, view.hand))
        return Turn(made, (), (WhyNot(cards, refusal.reason, refusal.clause, refusal.values),))
    bid = _bid(view) if isinstance(view, ProphecyView) and view.phase == "bid" else UNSET
    legal = () if bid is not UNSET and bids == "cards" else _legal(view)
    return Turn(made, legal, _grouped(view), bid)


def _legal(view: View) -> tuple[Outlook, ...]:
    found = {outlook.action: _known(outlook.to_dict()) | _lowest(view, outlook.action) for outlook in view.outlooks()}
    return cast(tuple[Outlook, ...], tuple([found.get(action) or {"action": str(action)} for action in view.legal]))


def _lowest(view: View, action: Action) -> Fields:
    """PR-10: the suit whose lowest card a Lizard would be, the lead suit or the one that it names."""
    if not isinstance(view, ProphecyView) or not isinstance(action, Play) or action.card != "Lizard":
        return {}
    suit = action.names or view.lead
    return {} if suit is None else {"lowest": suit}


def _bid(view: ProphecyView) -> BidChoice:
    """The bids of the own hand: as many of its suited cards as a bid has, which is all that PR-4 asks."""
    game = view.rules
    cards = [card for card in view.hand if card.suit is not None]
    return {"size": game.bid_size, "cards": [{"card": _text(card), "worth": game.bid_of((card,))} for card in cards]}


def _same_turn(before: View, now: View) -> bool:
    """Whether a seat may do exactly what it could before: until the tricks begin, others can't change that."""
    return (
        before.phase == now.phase != "tricks"
        and now.seat in before.actors
        and now.seat in now.actors
        and before.legal == now.legal
        and before.hand == now.hand
    )


def _known(outlook: Fields) -> Fields:
    return {name: value for name, value in outlook.items() if value is not None}


def _grouped(view: View) -> tuple[WhyNot, ...]:
    groups: dict[str, tuple[list[str], Why]] = {}
    last, cards = None, []
    for card, why in view.why_not().items():
        if why is not last:
            last, cards = why, groups.setdefault(f"{why.reason} {why.values}", ([], why))[0]
        cards.append(_text(card))
    return tuple([WhyNot(tuple(cards), why.reason, why.clause, dict(why.values)) for cards, why in groups.values()])


class Audience(NamedTuple):
    """Who is told the same, byte by byte: a seat of a person, or all spectators; and how bids are told."""

    seat: int | None
    person: str
    bids: Bids

    @classmethod
    def of(cls, seat: int | None, person: str, bids: Bids) -> Audience:
        """The audience of a line; spectators are one, since they have no turn."""
        return cls(None, "", "list") if seat is None else cls(seat, person, bids)


class Teller:
    """Tells one seat, or the spectators, of a table; remembers what it told last."""

    def __init__(self, table: Table, seat: int | None, bids: Bids = "list") -> None:
        self.table = table
        self.seat = seat
        self._bids = bids
        self.number = -1
        self._facts: Facts | None = None
        self._state: State | None = None
        self._view: View | None = None
        self._beside: Fields = {}
        self._turn: Turn | None = None
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=KEPT)

    def fresh(self, facts: Facts, now: int | None = None) -> bytes:
        """All that this seat may know now; the clocks as they are at that time, else as at the last entry."""
        return write(self.sight(facts, now))

    def sight(self, facts: Facts, now: int | None = None) -> Sight:
        """The same as a message."""
        if self.number != facts.number:
            self._look(facts)
        view = self._view
        fields = facts.fields
        return Sight(
            number=self.number,
            seat=self.seat,
            table=fields if now is None else {**fields, **timing(self.table, now)},
            view=None if view is None else {**_plain_view(view), **self._beside},
            history=() if view is None else _plain_events(view.history),
            turn=self._turn,
            chat=tuple(ChatLine(*line[1:]) for line in self.table.talk),
        )

    def update(self, facts: Facts) -> bytes:
        """What changed since the last message, kept for a line that may have broken."""
        before, view_before, turn_before, number_before = self._facts, self._view, self._turn, self.number
        beside_before = self._beside
        self._look(facts)
        rewound = self.table.rewound > number_before
        if rewound or (self._view is None) != (view_before is None):  # a match begins, or its table is open again
            data = self.fresh(facts)
            self._kept.append((self.number, data))
            return data
        changed: Fields = {}
        history: History | None = None
        if self._view is not None and self._view is not view_before:
            changed, history = facts.changes(view_before, self._view)
            changed |= facts.news_beside(beside_before, self._beside)
        told: FromServer = Update(
            number=self.number,
            seat=self.seat,
            table=facts.since(before),
            view=changed,
            history=history,
            turn=UNSET if self._turn is turn_before or self._turn == turn_before else self._turn,
            chat=tuple(ChatLine(*line[1:]) for line in self.table.talk if line.number > number_before),
        )
        data = write(told)
        self._kept.append((self.number, data))
        return data

    def missed(self, last: int) -> list[bytes] | None:
        """What was told after message `last`; None if that is no longer known."""
        if last == self.number >= 0:
            return []
        numbers = [number for number, _ in self._kept]
        if last not in numbers:
            return None
        return [data for number, data in self._kept if number > last]

    def _look(self, facts: Facts) -> None:
        table, view_before = self.table, self._view
        self.number = facts.number
        self._facts = facts
        state = table.state
        if state is not self._state:
            self._state = state
            self._view = None if state is None else state.view(self.seat)
            self._beside = {} if state is None or self._view is None else facts.beside(state, self._view)
        if self._view is None or table.phase != "playing" or self.seat is None:
            self._turn = None
        elif self._turn is None or view_before is not self._view:
            made = table.seats[self.seat].made
            known = None if self._turn is None or self._turn.decision != made else view_before
            if known is None or not _same_turn(known, self._view):
                self._turn = turn(self._view, made, self._bids)


def _plain_view(view: View) -> Fields:
    return {name: plain_fact(getattr(view, name)) for part in _sent(view) for name in part.names}


def differing(before: Mapping[str, object], now: Mapping[str, object]) -> Fields:
    """The fields that are others than before."""
    return {name: value for name, value in now.items() if name not in before or before[name] != value}


def changes(before: View | None, now: View, shared: Fields | None = None) -> tuple[Fields, History | None]:
    """The fields of a view that are others than before, and how its history has changed.

    `shared`: those that are the same whoever looks, where they are known already.
    """
    fields = _changed(_sent(now).shared, before, now) if shared is None else shared
    own = _changed(_sent(now).own, before, now)
    return {**fields, **own}, _history(() if before is None else before.history, now.history)


def _changed(fields: _Fields, before: View | None, now: View) -> Fields:
    told = repeat(_UNTOLD) if before is None else fields.values(before)
    return {
        name: plain_fact(value)
        for name, value, old in zip(fields.names, fields.values(now), told, strict=False)
        if value is not old and value != old
    }


def _history(before: tuple[SeenEvent, ...], now: tuple[SeenEvent, ...]) -> History | None:
    """How to get from one history to the next."""
    keep = len(before)
    if now[:keep] != before:
        keep = next(i for i in range(keep + 1) if i >= len(now) or i == keep or now[i] != before[i])
    return History(keep, _plain_events(now[keep:])) if keep < max(len(now), len(before)) else None


def _plain_events(events: tuple[SeenEvent, ...]) -> tuple[Fields, ...]:
    return tuple(event.to_dict() for event in events)
