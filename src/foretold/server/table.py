"""A table: its seats, its match, its clocks, as its journal makes them. No I/O, no clock, no random of its own."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, get_args

from foretold import __version__, fair
from foretold.games import Game, State, load
from foretold.records import Event, Record
from foretold.server import journal
from foretold.server.journal import AnyEntry
from foretold.server.wire import Phase, SeatKind, Settings, ShareFacts

MANNED = ("person", "external")  # the kinds of seats at which somebody outside the server plays
STAND_IN = "adept"  # the bot that stands in for absent people
SHARING = 5_000  # ms that a seat has for its commitment, and for its bytes
TALK = 50  # remarks that a table remembers
DAY = 86_400_000  # ms


@dataclass(slots=True)
class Seat:
    """One seat: who has it, and how it stands with its person."""

    kind: SeatKind = "open"
    person: str = ""
    name: str = ""
    bot: str = ""
    ready: bool = False
    away: int | None = None  # since when nobody is connected for the seat
    stood_in: bool = False
    misses: int = 0  # decisions in a row that the clock took
    bank: int = 0  # ms
    since: int = 0  # when the decision that is due began
    made: int = 0  # decisions so far, at this table
    ids: dict[int, str] = field(default_factory=dict)  # by decision the client's own id of its action

    @property
    def manned(self) -> bool:
        """Whether somebody outside the server plays here."""
        return self.kind in MANNED

    @property
    def by_bot(self) -> bool:
        """Whether a bot of the server acts for this seat now."""
        return self.kind == "bot" or self.stood_in


class Talk(NamedTuple):
    """A remark in the chat."""

    number: int
    seat: int
    name: str
    phrase: str
    text: str


@dataclass(slots=True)
class TableMatch:
    """One match at the table: the promise of fair deals, the state, and what the record needs beside it."""

    id: str
    secret: str
    commitment: str  # of the secret
    began: int
    chairs: tuple[tuple[SeatKind, str, str, str], ...]  # kind, person, name, bot of each seat at the beginning
    commitments: dict[int, str] = field(default_factory=dict)
    asked: bool = False
    asked_at: int = 0
    revealed: dict[int, str] = field(default_factory=dict)
    state: State | None = None
    acts: list[tuple[str, int]] = field(default_factory=list)  # by, at
    given_up: bool = False

    @property
    def ended(self) -> bool:
        return self.given_up or (self.state is not None and self.state.over)

    def shares(self, silent: bool) -> list[ShareFacts]:
        """By seat what it gave to the deals, or why it counts as none; `silent`: who has not spoken is late."""
        found: list[ShareFacts] = []
        devices: set[str] = set()
        for seat, (kind, person, _, _) in enumerate(self.chairs):
            share: ShareFacts = {}
            if kind != "person":
                share["none"] = "bot"
            elif person in devices and seat not in self.commitments:  # forgotten people have no ids to tell them apart
                share["none"] = "device"
            else:
                devices.add(person)
                if seat in self.commitments:
                    share["commitment"] = self.commitments[seat]
                if seat in self.revealed:
                    share["bytes"] = self.revealed[seat]
                elif silent or (self.asked and seat not in self.commitments):
                    share["none"] = "silent"
            found.append(share)
        return found

    def seed(self) -> bytes:
        """The seed of the match: it follows from the secret and everybody's bytes."""
        gave = [bytes.fromhex(share["bytes"]) if "bytes" in share else None for share in self.shares(silent=True)]
        return fair.match_seed(bytes.fromhex(self.secret), gave)

    def fair(self) -> dict[str, object]:
        """What stands under `fair` in the record: the secret is in it."""
        return {
            "scheme": fair.SCHEME,
            "commitment": self.commitment,
            "secret": self.secret,
            "shares": self.shares(silent=True),
        }


Dealer = Callable[[State, TableMatch], State]


def deal_fairly(state: State, match: TableMatch) -> State:
    """The state with its deals drawn from the seed of the match, now and later."""
    seeded: State = state.seeded(match.seed())
    return seeded


class Table:
    """A table at one moment; `apply` is the only thing that changes it, and the journal the only thing it needs."""

    def __init__(self, id: str, dealer: Dealer = deal_fairly) -> None:
        self.id = id
        self.number = -1  # of the last entry
        self.at = 0  # of the last entry
        self.regrouped = -1  # the last entry that changed more than the play and its clocks
        self.settings = Settings()
        self.host = ""
        self.phase: Phase = "open"
        self.seats: list[Seat] = []
        self.match: TableMatch | None = None
        self.paused: int | None = None  # since when
        self.talk: deque[Talk] = deque(maxlen=TALK)
        self.last_person = 0  # when a person was last seen here
        self._people: set[str] = set()  # all that the journal names
        self._dealer = dealer
        self._game: Game | None = None

    @property
    def game(self) -> Game:
        if self._game is None:
            self._game = load(self.settings.game, self.settings.players, options=self.settings.options)
        return self._game

    @property
    def state(self) -> State | None:
        return None if self.match is None else self.match.state

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats of a person, ascending."""
        return tuple([i for i, seat in enumerate(self.seats) if seat.person == person]) if person else ()

    def mentions(self, person: str) -> bool:
        """Whether the journal of this table names the person."""
        return person in self._people

    def anyone(self) -> bool:
        """Whether somebody is connected to this table."""
        return any(seat.away is None and seat.kind in MANNED for seat in self.seats)

    def actors(self) -> tuple[int, ...]:
        """The seats that are to act, () unless a match is being played."""
        state = self.state
        return state.actors if state is not None and self.phase == "playing" else ()

    # What happened ---------------------------------------------------------------------------------------------

    def apply(self, entry: AnyEntry, at: int) -> None:
        """The table after this entry."""
        present = self.anyone()
        getattr(self, _STEPS[type(entry)])(entry, at)
        self.number += 1
        self.at = at
        if self.phase != "playing" or not isinstance(entry, journal.Acted | journal.Spoke):
            self.regrouped = self.number
        if present or self.anyone() or isinstance(entry, _OF_PEOPLE):
            self.last_person = at

    def _made(self, entry: journal.Made, at: int) -> None:
        self.settings = entry.settings
        self.host = entry.person
        self._people.add(entry.person)
        self.seats = [Seat(kind=each.kind, person=each.person, name=each.name, bot=each.bot) for each in entry.chairs]
        for seat in self.seats:
            seat.ready = seat.kind == "bot"  # an external bot is once it has its token
            seat.away = at if seat.manned else None

    def _seated(self, entry: journal.Seated, at: int) -> None:
        made, ids = self.seats[entry.seat].made, self.seats[entry.seat].ids
        self.seats[entry.seat] = Seat(kind="person", person=entry.person, name=entry.name, made=made, ids=ids)
        self.seats[entry.seat].away = at
        self._people.add(entry.person)
        self.host = self.host or entry.person

    def _moved(self, entry: journal.Moved, at: int) -> None:
        seat = self.seats[entry.seat]
        before, seat.person = seat.person, entry.person
        self._people.add(entry.person)
        seat.away, seat.misses = at, 0
        if self.host == before and not self.seats_of(before):
            self.host = entry.person

    def _vacated(self, entry: journal.Vacated, at: int) -> None:
        seat = self.seats[entry.seat]
        gone = seat.person
        seat.person, seat.away, seat.stood_in, seat.misses = "", None, False, 0
        if self.phase in ("sharing", "playing"):
            seat.kind, seat.bot, seat.ready = "bot", STAND_IN, True
            seat.since = self._clock(at)
        else:
            seat.kind, seat.name, seat.ready = "open", "", False
        if gone == self.host and not self.seats_of(gone):
            self.host = next((each.person for each in self.seats if each.kind == "person" and each.person), "")

    def _filled(self, entry: journal.Filled, at: int) -> None:
        seat = self.seats[entry.seat]
        seat.kind, seat.bot, seat.name, seat.person = entry.kind, entry.bot, "", ""
        seat.ready = entry.kind == "bot"
        seat.away = at if seat.manned else None

    def _admitted(self, entry: journal.Admitted, at: int) -> None:
        seat = self.seats[entry.seat]
        seat.kind, seat.bot, seat.name, seat.person, seat.ready = "external", "", entry.name, entry.person, True
        seat.away, seat.misses = at, 0

    def _swapped(self, entry: journal.Swapped, at: int) -> None:
        one, other = self.seats[entry.seat], self.seats[entry.other]
        one.made, other.made = other.made, one.made  # decisions are numbered by place, and so are their ids
        one.ids, other.ids = other.ids, one.ids
        self.seats[entry.seat], self.seats[entry.other] = other, one

    def _readied(self, entry: journal.Readied, at: int) -> None:
        for number in entry.seats:
            self.seats[number].ready = entry.ready

    def _began(self, entry: journal.Began, at: int) -> None:
        self.phase = "sharing"
        chairs = tuple((seat.kind, seat.person, seat.name, seat.bot) for seat in self.seats)
        promise = fair.commitment(bytes.fromhex(entry.secret))
        self.match = TableMatch(id=entry.match, secret=entry.secret, commitment=promise, began=at, chairs=chairs)
        for seat in self.seats:
            seat.bank = self.settings.pace.bank * 1000
            seat.misses = 0

    def _committed(self, entry: journal.Committed, at: int) -> None:
        assert self.match is not None
        self.match.commitments[entry.seat] = entry.commitment

    def _asked(self, entry: journal.Asked, at: int) -> None:
        assert self.match is not None
        self.match.asked, self.match.asked_at = True, at

    def _revealed(self, entry: journal.Revealed, at: int) -> None:
        assert self.match is not None
        self.match.revealed[entry.seat] = entry.bytes

    def _dealt(self, entry: journal.Dealt, at: int) -> None:
        assert self.match is not None
        self.match.state = self._dealer(self.game.start(), self.match)
        self.phase = "playing"
        for number in self.match.state.actors:
            self.seats[number].since = at

    def _acted(self, entry: journal.Acted, at: int) -> None:
        match = self.match
        assert match is not None
        assert match.state is not None
        seat = self.seats[entry.seat]
        before = match.state.actors
        state = match.state.apply(entry.seat, entry.action)
        match.state = self._dealer(state, match) if state.awaits_deal else state
        match.acts.append((entry.by, at - match.began))
        if entry.by == "":
            self.last_person = at if seat.manned else self.last_person
            seat.bank = max(0, seat.bank - self.overtime(seat, at))
            seat.misses = 0
            self._showed_life(seat, at)
        elif entry.by == "clock":
            seat.bank = 0
            seat.misses += 1
        if entry.id:
            seat.ids[seat.made] = entry.id
        seat.made += 1
        for number in match.state.actors:
            if number not in before or number == entry.seat:
                self.seats[number].since = at
        if match.ended:
            self._end_match()

    def _end_match(self) -> None:
        self.phase = "over"
        self.paused = None
        for seat in self.seats:
            seat.ready = seat.kind != "person"

    def _away(self, entry: journal.Away, at: int) -> None:
        for number in entry.seats:
            self.seats[number].away = at

    def _here(self, entry: journal.Here, at: int) -> None:
        for number in entry.seats:
            self.seats[number].away = None

    def _stood_in(self, entry: journal.StoodIn, at: int) -> None:
        self.seats[entry.seat].stood_in = True
        self.seats[entry.seat].since = self._clock(at)

    def _took_back(self, entry: journal.TookBack, at: int) -> None:
        for number in entry.seats:
            seat = self.seats[number]
            seat.stood_in, seat.misses = False, 0
            seat.since = self._clock(at)
            self._showed_life(seat, at)

    def _showed_life(self, seat: Seat, at: int) -> None:
        """Who acts without being connected is away, but not longer than since now."""
        seat.away = None if seat.away is None else at

    def _clock(self, at: int) -> int:
        """The time by which decisions are measured: it stands still in a pause, which is added when it ends."""
        return at if self.paused is None else self.paused

    def _paused(self, entry: journal.Paused, at: int) -> None:
        self.paused = at

    def _resumed(self, entry: journal.Resumed, at: int) -> None:
        assert self.paused is not None
        self._shift(at - self.paused)
        self.paused = None

    def _shift(self, milliseconds: int) -> None:
        for seat in self.seats:
            seat.since += milliseconds

    def _spoke(self, entry: journal.Spoke, at: int) -> None:
        self.talk.append(Talk(self.number + 1, entry.seat, entry.name, entry.phrase, entry.text))

    def _given_up(self, entry: journal.GivenUp, at: int) -> None:
        assert self.match is not None
        self.match.given_up = True
        self._end_match()

    def _reopened(self, entry: journal.Reopened, at: int) -> None:
        assert self.match is not None
        for number, seat in enumerate(self.seats):
            seat.stood_in = False
            if seat.kind == "bot" and self.match.chairs[number][0] != "bot":  # who sat here has left: it is free again
                self.seats[number] = Seat(made=seat.made, ids=seat.ids)
        self.phase = "open"
        self.match = None

    def _closed(self, entry: journal.Closed, at: int) -> None:
        self.phase = "closed"

    def _restarted(self, entry: journal.Restarted, at: int) -> None:
        if self.paused is not None:
            self.paused += entry.down
        self._shift(entry.down)
        self.last_person = min(at, self.last_person + entry.down)
        for seat in self.seats:
            if seat.manned:
                seat.away = at if seat.away is None else min(at, seat.away + entry.down)
        if self.phase == "sharing" and self.match is not None:  # all have to come back first: the whole time again
            if self.match.asked:
                self.match.asked_at = at
            else:
                self.match.began = at

    # Clocks ----------------------------------------------------------------------------------------------------

    def allowance(self) -> int | None:
        """Milliseconds that every decision has, the bank aside; None: any time."""
        pace = self.settings.pace
        if pace.kind == "seconds":
            return pace.seconds * 1000
        return pace.days * DAY if pace.kind == "days" else None

    def overtime(self, seat: Seat, at: int) -> int:
        """Milliseconds of the bank that the decision has taken by now."""
        allowance = self.allowance()
        return 0 if allowance is None or self.settings.pace.kind == "days" else max(0, at - seat.since - allowance)

    def deadline(self, number: int) -> int | None:
        """When the clock takes the decision of this seat, None if it does not."""
        allowance = self.allowance()
        seat = self.seats[number]
        if allowance is None or self.paused is not None or seat.by_bot or number not in self.actors():
            return None
        return seat.since + allowance + (seat.bank if self.settings.pace.kind == "seconds" else 0)

    def patience(self) -> int:
        """Milliseconds after which a table without any person is given up."""
        return 7 * DAY if self.settings.pace.kind == "days" else DAY

    # What others get -------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The record of a match that is over or given up."""
        match = self.match
        assert match is not None
        assert match.ended
        state = self.game.start() if match.state is None else match.state
        plain = state.record(names=[name or bot.capitalize() for _, _, name, bot in match.chairs])
        acts = iter(match.acts)
        events = tuple(_noted(event, acts) if "action" in event else event for event in plain.events)
        seats = [_chair(kind, bot) for kind, _, _, bot in match.chairs]
        extra: dict[str, object] = {"id": match.id, "seats": seats, "fair": match.fair()}
        if match.given_up:
            extra["ended"] = "given-up"
        return Record(plain.game, plain.players, events, plain.options, plain.names, extra)

    def stand_in_random(self, seat: int) -> random.Random:
        """Chance for a bot's decision, from the match's secret: it repeats after a restart, and nobody can guess it."""
        assert self.match is not None
        return random.Random(f"{self.match.secret}:{seat}:{self.seats[seat].made}")


def _noted(event: Event, acts: Iterator[tuple[str, int]]) -> Event:
    by, at = next(acts)
    return {**event, **({"by": by} if by else {}), "at": at}


def _chair(kind: SeatKind, bot: str) -> dict[str, str]:
    return {"kind": "person"} if kind == "person" else {"kind": "bot", "bot": bot or "external", "version": __version__}


_OF_PEOPLE = (journal.Made, journal.Seated, journal.Moved, journal.Readied, journal.Spoke, journal.Reopened)
_STEPS: dict[type, str] = {
    kind: "_" + str(kind.__struct_config__.tag).replace("-", "_") for kind in get_args(journal.AnyEntry)
}
