"""Update stream of a seat or of spectators: a whole view, then changes. Built from views, never from states."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import NamedTuple, TypedDict, cast

from msgspec import UNSET

from foretold.cards import Action, Play
from foretold.games import State
from foretold.games.first import plain_draws
from foretold.games.prophecy.lying_open import lying_open
from foretold.games.prophecy.view import ProphecyView
from foretold.games.refusals import refuse_turn
from foretold.games.seven.view import SevenView
from foretold.server.protocol.messages import (
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
from foretold.server.protocol.table_parts import Absence, Clock, DrawnCard, Fair, GivenFacts, Interval, RematchFacts
from foretold.server.protocol.views import BidChoice, Outlook
from foretold.server.table.match import TableMatch
from foretold.server.table.table import Table
from foretold.server.table.tally import past, tally
from foretold.server.updates import derived
from foretold.server.updates.derived import Fields
from foretold.server.updates.diff import changes, differing, plain_events, plain_view, shared_changes
from foretold.server.updates.steps import Step, last_play, step_of, written
from foretold.views import View
from foretold.views import WhyNot as Why

KEPT = 32  # messages kept for a client that reconnects
_text = str.__str__  # as str(card), at a fraction of its time


class Open(NamedTuple):
    """What spectators see of a state: their view and its derived fields."""

    state: State
    view: View
    beside: Fields


class PublicSnapshot:
    """Everything public about a table except the cards, computed once per change for all clients."""

    def __init__(self, table: Table, before: PublicSnapshot | None = None) -> None:
        """Builds the snapshot, reusing what still holds of the earlier one, `before`."""
        self.number = table.number
        self._covers = table.covers_tricks()
        self.regrouped = table.regrouped
        self._news: dict[int, Fields] = {}
        if before is not None and before.regrouped == table.regrouped:
            now = timing(table, table.at)
            self.fields: TableFacts = {**before.fields, **now}
            self._news[before.number] = differing(before.fields, cast(Fields, now))
        else:
            self.fields = self._all(table)
        self._open: tuple[Open, ...] = () if before is None else before._open
        self._told: tuple[object, Fields] = None, {}
        self._told_beside: tuple[object, Fields] = None, {}
        self._step: tuple[State | None, Step | None] = None, None

    @staticmethod
    def _all(table: Table) -> TableFacts:
        settings = table.settings
        return {
            "game": settings.game,
            "players": settings.players,
            "options": settings.options,
            "public": settings.public,
            "drop_in": settings.drop_in,
            "spectators": settings.spectators,
            "chat": settings.chat,
            "watchers": settings.watchers,
            "pace": settings.pace,
            "grace": settings.grace,
            "tempo": table.tempo,
            "aids": table.aided(),
            "look_back": settings.look_back,
            "first": settings.first,
            "draws": _draws(table),
            "phase": table.phase,
            "paused": table.paused,
            "seats": [_seat(table, number) for number in range(len(table.seats))],
            **timing(table, table.at),
            "practised": table.match is not None and table.match.practised,
            "lent": list(table.match.lent()) if table.match is not None and table.match.ended else [],
            "borrowed": [sorted(seat.borrowed) for seat in table.seats] if table.phase == "over" else [],
            "joined": _joined(table) if table.phase == "over" else {},
            "fair": None if table.match is None or table.match.left or table.match.given else _fair(table.match),
            "what_if": None if table.match is None else table.match.what_if(),
            "given": _given(table),
            "match": _ended_match(table),
            "evening": table.evening,
            "rematch": _rematch(table),
            "queue": [name for _, name in table.queue],
            "tally": tally(table.played, table.seats),
            "past": past(table.played),
        }

    def since(self, before: PublicSnapshot | None) -> Fields:
        """The fields that changed since an earlier snapshot, computed once for all clients."""
        number = -1 if before is None else before.number
        if number not in self._news:
            self._news[number] = differing({} if before is None else before.fields, self.fields)
        return self._news[number]

    def derived(self, state: State, view: View) -> Fields:
        """The derived fields of a view; the public ones are computed once."""
        public = self._seen_by_all(state).beside
        own = derived.own(view)
        return {**public, **own} if own else public

    def step(self, before: State, now: State) -> Step | None:
        """The play between two states as everybody sees it, if it is a single one; computed once."""
        if self._step[0] is not before:
            self._step = before, self._stepped(before, now)
        return self._step[1]

    def _stepped(self, before: State, now: State) -> Step | None:
        old, new = self._seen_by_all(before), self._seen_by_all(now)
        took = last_play(old.view, new.view)
        if took is None:
            return None
        return step_of(took, new.view, shared_changes(old.view, new.view) | differing(old.beside, new.beside))

    def _seen_by_all(self, state: State) -> Open:
        """What spectators see of this state; the last two are cached."""
        for known in self._open:
            if known.state is state:
                return known
        view = _view_of(state, None, 1, self._covers)
        seen = Open(state, view, derived.public(state, view, covered=self._covers))
        self._open = (*self._open[-1:], seen)
        return seen

    def derived_changes(self, before: Fields, now: Fields) -> Fields:
        """The changed derived fields; public ones are computed once for all clients."""
        if all(now is not known.beside for known in self._open):
            return differing(before, now)
        if self._told_beside[0] is not before:
            self._told_beside = before, differing(before, now)
        return self._told_beside[1]

    def changes(self, before: View | None, now: View) -> tuple[Fields, History | None]:
        """Like `diff.changes`, with shared fields computed once for all clients."""
        known = None if before is None else before.shared
        if known is None or self._told[0] is not known:
            self._told = known, shared_changes(before, now)
        return changes(before, now, self._told[1])


def _draws(table: Table) -> list[list[DrawnCard]]:
    """The cards drawn for who starts or deals first, once the match is dealt."""
    match = table.match
    begun = None if match is None or match.state is None else match.opening(table.game)
    return [] if begun is None else cast(list[list[DrawnCard]], plain_draws(begun.draws))


def _ended_match(table: Table) -> str | None:
    """The id under which the ended match is recorded; None if it ended before its first deal."""
    match = table.match
    return match.id if match is not None and match.ended and match.state is not None else None


def _rematch(table: Table) -> RematchFacts | None:
    """Who asked for another match, while the table is open for it again."""
    if table.phase != "open" or not table.played:
        return None
    return {"seat": table.reopened_by, "match": table.played[-1].match}


def _given(table: Table) -> GivenFacts | None:
    """Which challenge is played here, without its contents."""
    given = table.given
    if given is None:
        return None
    return {"challenge": given.challenge, "counts": given.counts, "sealed": given.sealed}


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
        "before": seat.before if seat.kind == "open" else "",
        "next": table.newcomers[number][1] if number in table.newcomers else "",
    }


def _joined(table: Table) -> dict[str, int]:
    """By seat taken over from a bot, the first round of its person."""
    return {} if table.match is None else {str(seat): first for seat, first in sorted(table.match.joined.items())}


class Timing(TypedDict):
    """The part of a table's public state that changes as time passes."""

    clocks: list[Clock]
    interval: Interval | None
    absences: list[Absence]


def timing(table: Table, now: int) -> Timing:
    """The time left for each running clock, for an interval, and until stand-ins take over."""
    interval: Interval | None = None
    if table.interval is not None:
        waiting = sorted(table.interval.looking)
        interval = {"left": max(0, table.interval.until - now), "waiting": waiting}
    return {"clocks": clocks(table, now), "interval": interval, "absences": absences(table, now)}


def absences(table: Table, now: int) -> list[Absence]:
    """For every absent person others wait for: the milliseconds until a bot plays for them."""
    if table.phase != "playing":
        return []
    due = [(number, table.stands_in_at(seat)) for number, seat in enumerate(table.seats)]
    return [{"seat": number, "left": max(0, at - now)} for number, at in due if at is not None]


def clocks(table: Table, now: int) -> list[Clock]:
    """For every running clock: the milliseconds left for the decision, its bank, and when it starts to count."""
    running: list[Clock] = []
    for number in table.actors():
        deadline = table.deadline(number)
        if deadline is not None:
            bank = table.seats[number].bank if table.settings.pace.kind == "seconds" else 0
            wait = max(0, table.begins(table.seats[number]) - now)
            rest = max(0, deadline - now - wait)
            running.append({"seat": number, "left": max(0, rest - bank), "bank": min(rest, bank), "wait": wait})
    return running


def _fair(match: TableMatch) -> Fair:
    """The public part of the fairness commitment: the secret only once the match is over."""
    promise = cast(Fair, match.fair())
    promise["shares"] = match.shares(silent=match.state is not None or match.ended)
    promise["stage"] = "done" if match.state is not None or match.ended else "reveal" if match.asked else "commit"
    if not match.ended:
        del promise["secret"]
    return promise


def turn(view: View, made: int, bids: Bids = "list") -> Turn | None:
    """What the seat of a view may do, None for a spectator; `bids` says whether all legal bids are listed."""
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


@lru_cache(maxsize=64)
def _bare(actions: tuple[Action, ...]) -> tuple[Outlook, ...]:
    """Actions without outlooks; cached, as the same hundred prophecies go to everybody."""
    return cast(tuple[Outlook, ...], tuple([{"action": str(action)} for action in actions]))


def _legal(view: View) -> tuple[Outlook, ...]:
    outlooks = view.outlooks()
    if not outlooks:
        return _bare(view.legal)
    if isinstance(view, SevenView):  # every action has an outlook without unknown fields
        return cast(tuple[Outlook, ...], tuple([outlook.to_dict() for outlook in outlooks]))
    by_action = {outlook.action: _known(outlook.to_dict()) for outlook in outlooks}
    if isinstance(view, ProphecyView):
        for action in by_action:
            by_action[action].update(_lowest(view, action))
    return cast(tuple[Outlook, ...], tuple([by_action.get(action) or {"action": str(action)} for action in view.legal]))


def _lowest(view: ProphecyView, action: Action) -> Fields:
    """PR-10: the suit whose lowest card a Lizard would be: the lead suit or the one that it names."""
    if not isinstance(action, Play) or action.card != "Lizard":
        return {}
    suit = action.names or view.lead
    return {} if suit is None else {"lowest": suit}


def _bid(view: ProphecyView) -> BidChoice:
    """The cards to bid with: any bid of the right size from the hand's suited cards is legal (PR-4)."""
    game = view.rules
    cards = [card for card in view.hand if card.suit is not None]
    return {"size": game.bid_size, "cards": [{"card": _text(card), "worth": game.bid_of((card,))} for card in cards]}


def _same_turn(before: View, now: View) -> bool:
    """True if a seat has the same choices as before: until the tricks begin, others can't change them."""
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
    for card, reason in view.why_not().items():
        if reason is not last:
            last, cards = reason, groups.setdefault(f"{reason.reason} {reason.values}", ([], reason))[0]
        cards.append(_text(card))
    return tuple(
        [WhyNot(tuple(cards), reason.reason, reason.clause, dict(reason.values)) for cards, reason in groups.values()]
    )


def _view_of(state: State, seat: int | None, since: int, covers: bool) -> View:
    """A seat's view; at a table that covers earlier tricks only what lies open, until the match is over."""
    view = state.view(seat, since)
    return lying_open(view) if covers and isinstance(view, ProphecyView) and not view.over else view


class Audience(NamedTuple):
    """Connections that get the same bytes: those of one person's seat, or all spectators; and their bid format."""

    seat: int | None
    person: str
    bids: Bids

    @classmethod
    def of(cls, seat: int | None, person: str, bids: Bids) -> Audience:
        """The audience of a connection; spectators have no turn, so they form a single one."""
        return cls(None, "", "list") if seat is None else cls(seat, person, bids)


class UpdateStream:
    """The messages to one seat, or to the spectators: a snapshot first, then diffs."""

    def __init__(self, table: Table, seat: int | None, bids: Bids = "list") -> None:
        self.table = table
        self.seat = seat
        self._bids = bids
        self.number = -1
        self._facts: PublicSnapshot | None = None
        self._state: State | None = None
        self._seen: View | None = None  # the view of that state, computed on demand
        self._turn: Turn | None = None
        self._cards: tuple[str, ...] = ()  # in hand
        self._events = 0  # in the history
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=KEPT)

    @property
    def _view(self) -> View | None:
        if self._seen is None and self._state is not None:
            self._seen = _view_of(self._state, self.seat, self._since(), self.table.covers_tricks())
        return self._seen

    def _since(self) -> int:
        """The first round whose hidden part the seat's person may see."""
        return 1 if self.seat is None else self.table.seats[self.seat].entered

    def fresh(self, facts: PublicSnapshot, now: int | None = None) -> bytes:
        """A snapshot of all that this seat may know, with clocks as of `now`, or as of the last entry."""
        return write(self.snapshot(facts, now))

    def snapshot(self, facts: PublicSnapshot, now: int | None = None) -> Sight:
        """The same, not encoded."""
        if self.number != facts.number:
            self._look(facts)
        view, state = self._view, self._state
        fields = facts.fields
        return Sight(
            number=self.number,
            seat=self.seat,
            table=fields if now is None else {**fields, **timing(self.table, now)},
            view=None if view is None or state is None else {**plain_view(view), **facts.derived(state, view)},
            history=() if view is None else plain_events(view.history),
            turn=self._turn,
            chat=tuple(ChatLine(*line[1:-1]) for line in self.table.talk),
        )

    def update(self, facts: PublicSnapshot) -> bytes:
        """What changed since the last message; kept for clients that reconnect."""
        data = self._after_step(facts) or write(self._compared(facts))
        self._kept.append((self.number, data))
        return data

    def _after_step(self, facts: PublicSnapshot) -> bytes | None:
        """The update after a single card was played: shared by all but for the turn and the player's hand."""
        before, state, table = self._state, self.table.state, self.table
        if before is None or state is None or before is state or self._facts is None or table.phase != "playing":
            return None
        if table.covers_tricks():  # a card also covers the trick before it
            return None
        step = facts.step(before, state) if table.rewound <= self.number and self._events else None
        if step is None:
            return None
        number, events, known = self.number, self._events, self._facts
        self.number, self._events, self._facts, self._state, self._seen = facts.number, events + 1, facts, state, None
        turn_before, player = self._turn, None
        if self.seat is not None:
            if step.seat == self.seat and step.card is not None:
                player = self.seat
                self._cards = tuple([card for card in self._cards if card != step.card])
            self._turn = self._turn_after(step, table.seats[self.seat].made)
        key = (number, events, player)
        if key not in step.written:
            step.written[key] = written(
                Update(
                    number=facts.number,
                    seat=self.seat,
                    table=facts.since(known),
                    view=step.fields if player is None else {**step.fields, "hand": self._cards},
                    history=History(events, (step.event,)),
                    chat=self._said_since(number),
                )
            )
        return step.written[key].of(self.seat, UNSET if self._turn == turn_before else self._turn)

    def _turn_after(self, step: Step, made: int) -> Turn:
        if self.seat not in step.actors:
            return step.waiting(made, self._cards)
        view = self._view
        assert view is not None
        return cast(Turn, turn(view, made, self._bids))

    def _compared(self, facts: PublicSnapshot) -> FromServer:
        """The update found by comparing the views before and now."""
        before, view_before, turn_before, number_before = self._facts, self._view, self._turn, self.number
        state_before = self._state
        self._look(facts)
        view, state = self._view, self._state
        rewound = self.table.rewound > number_before
        if rewound or (view is None) != (view_before is None):  # a match begins, or the table reopens
            return self.snapshot(facts)
        changed: Fields = {}
        history: History | None = None
        if view is not None and view is not view_before:
            assert state is not None
            assert state_before is not None
            assert view_before is not None
            known = facts.derived(state_before, view_before)
            changed, history = facts.changes(view_before, view)
            changed |= facts.derived_changes(known, facts.derived(state, view))
        return Update(
            number=self.number,
            seat=self.seat,
            table=facts.since(before),
            view=changed,
            history=history,
            turn=UNSET if self._turn is turn_before or self._turn == turn_before else self._turn,
            chat=self._said_since(number_before),
        )

    def _said_since(self, number: int) -> tuple[ChatLine, ...]:
        talk, reactions = self.table.talk, self.table.reactions
        if not (talk and talk[-1].number > number) and not (reactions and reactions[-1].number > number):
            return ()
        lines = sorted(line for line in (*talk, *reactions) if line.number > number)
        return tuple(ChatLine(*line[1:-1]) for line in lines)

    def missed(self, last: int) -> list[bytes] | None:
        """The messages after number `last`; None if they are no longer kept."""
        if last == self.number >= 0:
            return []
        numbers = [number for number, _ in self._kept]
        if last not in numbers:
            return None
        return [data for number, data in self._kept if number > last]

    def _look(self, facts: PublicSnapshot) -> None:
        table, view_before = self.table, self._view
        self.number = facts.number
        self._facts = facts
        state = table.state
        if state is not self._state:
            self._state, self._seen = state, None
        view = self._view
        self._events = 0 if view is None else len(view.history)
        self._cards = () if view is None else tuple(map(_text, view.hand))
        if view is None or table.phase != "playing" or self.seat is None:
            self._turn = None
        elif self._turn is None or view_before is not view:
            made = table.seats[self.seat].made
            known = None if self._turn is None or self._turn.decision != made else view_before
            if known is None or not _same_turn(known, view):
                self._turn = turn(view, made, self._bids)
