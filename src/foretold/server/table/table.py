"""A table: seats, match and clocks, computed from its journal. No I/O, no clock, no randomness of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import Random
from typing import Literal, NamedTuple, get_args

import msgspec

from foretold import fair
from foretold.games import Game, State, load
from foretold.games.prophecy.game import ProphecyGame
from foretold.records import Record
from foretold.server.protocol.messages import Notice, Phase, PlayedFor, Settings, Successor, Tempo
from foretold.server.table import journal
from foretold.server.table.journal import AnyEntry
from foretold.server.table.match import Act, TableMatch, between_tricks
from foretold.server.table.resting import Resting, former_seats, shared
from foretold.server.table.seats import MANNED, NO_ROUNDS, WATCHER, Seat, Talk
from foretold.server.table.tally import Played
from foretold.views import View

STAND_IN = "adept"  # the bot that stands in for absent people
INTERVAL = 45_000  # ms that people have at most to look at the end of a round
LOOK = 3_200  # ms that clients show a finished trick, or all prophecies
SHARING = 5_000  # ms that a seat has for its commitment, and for its bytes
TALK = 50  # remarks that a table remembers
REACTIONS = 12  # reactions that a table remembers, for connections that broke
NOTHING: deque[Talk] = deque(maxlen=0)  # the chat of a table that rests
NO_IDS: dict[int, str] = {}  # the ids of its seats' decisions
DAY = 86_400_000  # ms
YEAR = 365 * DAY

Dealer = Callable[[State, TableMatch], State]


def deal_fairly(state: State, match: TableMatch) -> State:
    """The state with its deals drawn from the seed of the match, now and later."""
    begun = match.opening(state.game)
    seeded: State = state.seeded(match.seed(), None if begun is None else begun.seat)
    return seeded


class Interval(NamedTuple):
    """The look at the end of a round, without clocks, until this time or until all these seats have gone on."""

    until: int
    looking: frozenset[int]


class Table:
    """A table at one moment; only `apply` changes it, and the journal is all it needs.

    A table where nothing happens can `rest`: what only players and spectators need is put away as a few bytes, and is
    back as soon as anything asks for it.
    """

    __slots__ = (
        *("id", "settings", "seats", "paused", "evening", "group", "number", "at", "regrouped", "host", "phase"),
        *("tempo", "hurried", "rewound", "given", "interval", "shown", "stopped", "newcomers", "queue", "played"),
        *("reopened_by", "listed_at", "last_person", "_people", "_dealer", "_game", "_match", "_talk", "_reactions"),
        "_resting",
    )

    def __init__(self, id: str, dealer: Dealer = deal_fairly) -> None:
        self.id = id
        self.settings = Settings()
        self.seats: list[Seat] = []
        self.paused = False
        self.evening = ""  # the evening that this table belongs to, whose other tables wait for it
        self.group = ""  # the group whose members see this table in their list
        self.number = -1  # of the last entry
        self.at = 0  # of the last entry
        self.regrouped = -1  # the last entry that changed more than play and clocks
        self.host = ""
        self.phase: Phase = "open"
        self._match: TableMatch | None = None
        self.tempo: Tempo = "normal"
        self.hurried = False  # whether bots act at once until it is the person's turn
        self.rewound = -1  # the last entry that took something back
        self.given: journal.Given | None = None  # fixed deals and bots of a challenge
        self.interval: Interval | None = None
        self.shown = 0  # until when clients show a trick or the prophecies; clocks wait for it
        self.stopped: int | None = None  # since when clocks are stopped: paused, in an interval, or unattended
        self._talk: deque[Talk] = deque(maxlen=TALK)
        self._reactions: deque[Talk] = deque(maxlen=REACTIONS)
        self.newcomers: dict[int, tuple[str, str]] = {}  # by bot's seat, person and name of who takes it over next
        self.queue: list[tuple[str, str]] = []  # person and name of those waiting for a seat, in order
        self.played: list[Played] = []  # matches played to the end here, in order
        self.reopened_by: int | None = None  # the seat whose person asked for another match
        self.listed_at = 0  # when the table became public or open to visitors
        self.last_person = 0  # when a person was last seen here
        self._people: set[str] = set()  # everybody the journal names
        self._dealer = dealer
        self._game: Game | None = None
        self._resting: Resting | None = None

    @property
    def game(self) -> Game:
        if self._game is None:
            self._game = load(self.settings.game, self.settings.players, options=self.settings.options)
        return self._game

    @property
    def match(self) -> TableMatch | None:
        self.wake()
        return self._match

    @property
    def state(self) -> State | None:
        return None if self.match is None else self.match.state

    @property
    def talk(self) -> deque[Talk]:
        """The last remarks."""
        self.wake()
        return self._talk

    @property
    def reactions(self) -> deque[Talk]:
        """The last reactions."""
        self.wake()
        return self._reactions

    # Resting: what follows is also known of a table that rests ---------------------------------------------------

    @property
    def resting(self) -> bool:
        """True if the match and the chat are put away."""
        return self._resting is not None

    def rest(self) -> None:
        """Puts the match and the chat away, unless the match is about to begin."""
        if self._resting is None and self.phase != "sharing":
            self._resting = Resting.of(self._match, self.actors(), self.seats, self._talk, self._reactions)
            self.settings = shared(self.settings)
            self._match = self._game = None
            self._talk, self._reactions = NOTHING, NOTHING
            for seat in self.seats:
                seat.ids = NO_IDS

    def wake(self) -> None:
        """Brings back what was put away."""
        resting = self._resting
        if resting is None:
            return
        awake = resting.awake(self.game, self.given)
        self._match, self._resting = awake.match, None
        try:
            if awake.match is not None and resting.dealt:
                awake.match.replay(self.game, self._deal)
        except BaseException:  # it rests on, rather than being without its match
            self._match, self._resting = None, resting
            raise
        self._talk, self._reactions = deque(awake.talk, maxlen=TALK), deque(awake.reactions, maxlen=REACTIONS)
        for seat, ids in zip(self.seats, awake.ids, strict=True):
            seat.ids = ids

    @property
    def round(self) -> int:
        """The round of the match, 0 before it."""
        if self._resting is not None:
            return self._resting.round
        return 0 if self.state is None else self.state.round

    @property
    def in_tricks(self) -> bool:
        """True if cards are being played."""
        if self._resting is not None:
            return self._resting.in_tricks
        return self.state is not None and self.state.phase == "tricks"

    @property
    def ended(self) -> bool:
        """True if the match has ended."""
        if self._resting is not None:
            return self._resting.ended
        return self._match is not None and self._match.ended

    @property
    def branched(self) -> bool:
        """True if the match is a what-if."""
        if self._resting is not None:
            return self._resting.branched
        return self._match is not None and self._match.left is not None

    def mentions(self, person: str) -> bool:
        """True if the table's journal names the person."""
        return person in self._people

    def actors(self) -> tuple[int, ...]:
        """The seats that the match waits for; none unless one is being played."""
        if self._resting is not None:
            return self._resting.awaited
        state = self.state
        return state.awaited if state is not None and self.phase == "playing" else ()

    # Presence: who is here, who blocks play, who may be replaced ------------------------------------------------

    def seats_of(self, person: str) -> tuple[int, ...]:
        """The seats of a person, ascending."""
        return tuple([i for i, seat in enumerate(self.seats) if seat.person == person]) if person else ()

    def anyone(self) -> bool:
        """True if somebody is connected to this table."""
        return any(seat.away is None and seat.kind in MANNED for seat in self.seats)

    def alone(self) -> int | None:
        """The seat of a person who plays with bots of the server only; None if there are others."""
        others = [number for number, seat in enumerate(self.seats) if seat.kind != "bot"]
        return others[0] if len(others) == 1 and self.seats[others[0]].kind == "person" else None

    def aided(self) -> bool:
        """True if aids are allowed: by the table's settings, or by default while all other seats are our bots'."""
        chosen = self.settings.aids
        return sum(seat.kind != "bot" for seat in self.seats) <= 1 if chosen is None else chosen

    def covers_tricks(self) -> bool:
        """True if nobody may look at earlier tricks while a match is played."""
        return not self.settings.look_back and isinstance(self.game, ProphecyGame)

    def accompanied(self, number: int) -> bool:
        """True if another person is present, the table belongs to an evening, or only programs play here."""
        if self.evening:
            return True
        own = self.seats[number].person
        others = any(seat.present and seat.person != own for seat in self.seats)
        return others or not any(seat.kind == "person" for seat in self.seats)

    def waited_for(self, number: int) -> bool:
        """True if the match waits for this seat and another person present can do nothing but wait."""
        actors = self.actors()
        if number not in actors or self.paused:
            return False
        if self.evening:
            return True
        if not any(seat.kind == "person" for seat in self.seats):
            return True  # only programs: they wait for each other
        busy = {self.seats[actor].person for actor in actors}  # the seat's own person among them
        return any(seat.present and seat.person not in busy for seat in self.seats)

    def voted_out(self, number: int) -> Successor | None:
        """Who gets this seat by the votes of more than half of the other people present; None: no majority."""
        seat = self.seats[number]
        others = {other.person for other in self.seats if other.present and other.person != seat.person}
        asked = [to for person, to in seat.votes.items() if person in others]
        choices: tuple[Successor, ...] = ("bot", "open")
        return next((to for to in choices if 2 * asked.count(to) > len(others)), None)

    def attended(self) -> bool:
        """True if clocks run for somebody: people present, playing by days or in an evening, or only programs."""
        people = {seat.person for seat in self.seats if seat.kind == "person"}
        if not people or self.evening or any(seat.present for seat in self.seats):
            return True
        return self.settings.pace.kind == "days" and len(people) > 1

    def lookers(self) -> frozenset[int]:
        """The seats whose people look at the end of a round while a clock or somebody else waits for them."""
        present = frozenset(number for number, seat in enumerate(self.seats) if seat.present)
        several = len({self.seats[number].person for number in present}) > 1
        pace = self.settings.pace.kind
        return present if pace == "seconds" or (pace == "none" and several) else frozenset()

    # Drop-in: visitors take over bots' seats between rounds ------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """What the person of this seat may know of the running match; None is a spectator."""
        assert self.state is not None
        return self.state.view(seat, 1 if seat is None else self.seats[seat].entered)

    def between_rounds(self) -> bool:
        """True if a round is dealt and nobody has acted yet: the only time when newcomers get their seats."""
        state = self.state
        return self.phase == "playing" and state is not None and state.phase != "tricks" and not state.chosen

    def drops_in(self) -> bool:
        """True if visitors may take over bots' seats: they watch until the round ends."""
        return self.settings.drop_in and self.settings.spectators

    def takeable(self) -> tuple[int, ...]:
        """The bots' seats, ascending, that a visitor may ask for now."""
        if not self.drops_in() or self.phase != "playing" or self.evening or self.given is not None:
            return ()
        if self.branched:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat.kind == "bot" and n not in self.newcomers)

    # Entries ---------------------------------------------------------------------------------------------------

    def apply(self, entry: AnyEntry, at: int) -> None:
        """Applies an entry of the journal."""
        if not isinstance(entry, _QUIET):
            self.wake()
        present = self.anyone()
        getattr(self, _STEPS[type(entry)])(entry, at)
        self.number += 1
        self.at = at
        self._watch(at)
        if self.phase != "playing" or not isinstance(entry, journal.Acted | journal.Spoke):
            self.regrouped = self.number
        watcher = isinstance(entry, journal.Spoke) and entry.seat == WATCHER  # spectators don't keep a table alive
        if present or self.anyone() or (isinstance(entry, _OF_PEOPLE) and not watcher):
            self.last_person = at

    def _made(self, entry: journal.Made, at: int) -> None:
        self.settings, self.tempo, self.host = entry.settings, entry.settings.tempo, entry.person
        self.given, self.group, self.listed_at = entry.given, entry.group, at
        self.evening = "" if entry.given is None else entry.given.evening
        self._people.update((entry.person, *(chair.person for chair in entry.chairs)))
        self.seats = [
            Seat(kind=chair.kind, person=chair.person, name=chair.name, bot=chair.bot) for chair in entry.chairs
        ]
        for seat in self.seats:
            seat.ready = seat.kind == "bot"  # an external bot becomes ready with its token
            seat.away = at if seat.manned else None

    def _seated(self, entry: journal.Seated, at: int) -> None:
        made, ids = self.seats[entry.seat].made, self.seats[entry.seat].ids
        seat = Seat(kind="person", person=entry.person, name=entry.name, away=at, made=made, ids=ids)
        self.seats[entry.seat] = seat
        if self.phase == "playing" and self.match is not None:  # takes the place of somebody absent
            seat.bank, seat.since = self.settings.pace.bank * 1000, self._clock(at)
            self.match.later[entry.seat] = (entry.person, entry.name)
            self.match.saw.add((entry.person, entry.seat))
            state = self.match.state
            if state is not None:  # earlier prophecies of the seat are not the newcomer's
                chooses = state.phase != "tricks" and entry.seat in state.actors
                seat.borrowed = frozenset(range(1, state.round + (not chooses)))
            self._note(entry.seat, "seated")
        self._people.add(entry.person)
        self._unqueue(entry.person)
        self.host = self.host or entry.person

    def _moved(self, entry: journal.Moved, at: int) -> None:
        seat = self.seats[entry.seat]
        before, seat.person = seat.person, entry.person
        self._people.add(entry.person)
        if self.match is not None:
            self.match.saw.add((entry.person, entry.seat))
            self.match.moved.add(before)
        seat.away, seat.misses = at, 0
        if self.host == before and not self.seats_of(before):
            self.host = entry.person

    def _vacated(self, entry: journal.Vacated, at: int) -> None:
        seat = self.seats[entry.seat]
        gone = self._left(seat)
        seat.stood_in = False
        self._go_on((entry.seat,))
        if self.phase in ("sharing", "playing"):
            self._note(entry.seat, "bot")
            seat.kind, seat.bot, seat.ready = "bot", STAND_IN, True
            seat.since = self._clock(at)
        else:
            seat.kind, seat.name, seat.ready = "open", "", False
        self._pass_on(gone)

    def _opened(self, entry: journal.Opened, at: int) -> None:
        seat = self.seats[entry.seat]
        self._note(entry.seat, "opened")
        gone = self._left(seat)
        seat.before = seat.name
        seat.kind, seat.name, seat.stood_in, seat.since = "open", "", True, self._clock(at)
        self._pass_on(gone)

    def _left(self, seat: Seat) -> str:
        """Removes the person from the seat and returns who it was."""
        gone, seat.person = seat.person, ""
        seat.away, seat.misses, seat.waited = None, 0, None
        seat.played_for.clear()
        seat.votes.clear()
        return gone

    def _pass_on(self, gone: str) -> None:
        """Makes the next person host if the one who left was."""
        if gone == self.host and not self.seats_of(gone):
            self.host = next((seat.person for seat in self.seats if seat.kind == "person" and seat.person), "")

    def _voted(self, entry: journal.Voted, at: int) -> None:
        self.seats[entry.seat].votes[entry.person] = entry.to
        name = next((self.seats[own].name for own in self.seats_of(entry.person)), "")
        self._note(entry.seat, "asked-bot" if entry.to == "bot" else "asked-open", name)

    def _filled(self, entry: journal.Filled, at: int) -> None:
        seat = self.seats[entry.seat]
        seat.kind, seat.bot, seat.name, seat.person = entry.kind, entry.bot, entry.name, ""
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

    def _changed(self, entry: journal.Changed, at: int) -> None:
        places = [(seat.made, seat.ids) for seat in self.seats]
        self.settings, self._game = entry.settings, None
        for kind in ("open", "bot"):  # free seats go before bots; people stay
            for number in reversed(range(len(self.seats))):
                if len(self.seats) > entry.settings.players and self.seats[number].kind == kind:
                    del self.seats[number]
        while len(self.seats) < entry.settings.players:
            self.seats.append(Seat())
        most = max(made for made, _ in places)
        for number, seat in enumerate(self.seats):  # decisions are numbered by place, and so are their ids
            seat.made, seat.ids = places[number] if number < len(places) else (most, {})
            seat.ready = seat.ready and seat.kind != "person"  # people agreed to other settings

    def _drop_in(self, entry: journal.DropIn, at: int) -> None:
        self.settings = msgspec.structs.replace(self.settings, drop_in=entry.allowed)
        self.listed_at = at
        if not entry.allowed:
            self.newcomers.clear()

    def _applied(self, entry: journal.Applied, at: int) -> None:
        self._withdraw(entry.person)
        if entry.person:  # otherwise they have been deleted since
            self.newcomers[entry.seat] = (entry.person, entry.name)
        self._people.add(entry.person)
        self._note(entry.seat, "applied", entry.name, self.seats[entry.seat].name)

    def _withdrew(self, entry: journal.Withdrew, at: int) -> None:
        for seat, (person, name) in self.newcomers.items():
            if person == entry.person:
                self._note(seat, "withdrew", name, self.seats[seat].name)
        self._withdraw(entry.person)

    def _withdraw(self, person: str) -> None:
        self.newcomers = {seat: wish for seat, wish in self.newcomers.items() if wish[0] != person}

    def _took_over(self, entry: journal.TookOver, at: int) -> None:
        match, before = self.match, self.seats[entry.seat]
        assert match is not None
        assert match.state is not None
        first = match.state.round
        seat = Seat(kind="person", person=entry.person, name=entry.name, away=at, made=before.made, ids=before.ids)
        seat.ready, seat.bank, seat.since = True, self.settings.pace.bank * 1000, self._clock(at)
        seat.entered, seat.borrowed = first, frozenset(range(1, first))
        self.seats[entry.seat] = seat
        match.later[entry.seat] = (entry.person, entry.name)
        match.joined[entry.seat] = first
        match.saw.add((entry.person, entry.seat))
        self.newcomers.pop(entry.seat, None)
        self._people.add(entry.person)
        self._unqueue(entry.person)
        self._note(entry.seat, "took-over", entry.name, before.name)
        self.host = self.host or entry.person

    def _queued(self, entry: journal.Queued, at: int) -> None:
        self.queue.append((entry.person, entry.name))
        self._people.add(entry.person)

    def _unqueued(self, entry: journal.Unqueued, at: int) -> None:
        self._unqueue(entry.person)

    def _unqueue(self, person: str) -> None:
        self.queue = [waiting for waiting in self.queue if waiting[0] != person]

    def _readied(self, entry: journal.Readied, at: int) -> None:
        for number in entry.seats:
            self.seats[number].ready = entry.ready

    def _began(self, entry: journal.Began, at: int) -> None:
        self.phase = "sharing"
        self.reopened_by = None
        chairs = tuple((seat.kind, seat.person, seat.name, seat.bot) for seat in self.seats)
        promise = fair.commitment(bytes.fromhex(entry.secret))
        self._match = match = TableMatch(entry.match, entry.secret, promise, at, chairs, given=self.given)
        match.first = "lot" if self.given is not None else self.settings.first
        match.look_back = not self.covers_tricks()
        match.saw = {(seat.person, number) for number, seat in enumerate(self.seats) if seat.kind == "person"}
        self.newcomers.clear()
        for seat in self.seats:
            seat.played_for.clear()
            seat.borrowed = NO_ROUNDS
            seat.entered = 1
            seat.bank = self.settings.pace.bank * 1000
            seat.misses, seat.decided, seat.waited = 0, False, None

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
        self.match.state = self._deal(self.game.start())
        self._play(at)

    def _left_match(self, entry: journal.LeftMatch, at: int) -> None:
        self._began(journal.Began(entry.match, entry.secret), at)
        assert self.match is not None
        self.match.leave(self.game, entry)
        self._play(at)

    def _play(self, at: int) -> None:
        self.phase = "playing"
        for number in self.actors():
            self.seats[number].since = self._clock(at)

    def _deal(self, state: State) -> State:
        match = self.match
        assert match is not None
        return self._dealer(state, match) if match.left is None else match.left.deal(state)

    def _acted(self, entry: journal.Acted, at: int) -> None:
        match = self.match
        assert match is not None
        assert match.state is not None
        seat = self.seats[entry.seat]
        before, round_before = match.state.awaited, match.state.round
        state = match.state.apply(entry.seat, entry.action)
        match.state = self._deal(state) if state.awaits_deal else state
        match.acts.append(Act(entry.seat, entry.action, entry.by, at - match.began, seat.bank))
        if entry.by == "":
            seat.played_for.clear()
            self.last_person = at if seat.manned else self.last_person
            seat.bank = max(0, seat.bank - self.overtime(seat, self._clock(at)))
            seat.misses, seat.decided = 0, True
            self._showed_life(seat, at)
        elif entry.by == "clock":
            seat.bank = 0
            seat.misses += 1
        if entry.by and seat.manned:
            by: Literal["bot", "clock"] = "clock" if entry.by == "clock" else "bot"
            seat.played_for.append(PlayedFor(round_before, entry.action, by))
            seat.borrowed |= {round_before}
        if entry.id:
            seat.note_id(entry.id)
        seat.made += 1
        for number in match.state.awaited:
            if number not in before or number == entry.seat:
                self.seats[number].since = self._clock(at)
        if match.ended:
            self._end_match()
            if match.left is None and match.given is None:
                self.played.append(Played.of(match, self.settings.game, at))
        elif match.state.round > round_before:
            looking, self.shown = self.lookers(), 0
            self.interval = Interval(at + INTERVAL, looking) if looking else None
            self.regrouped = self.number + 1  # a what-if now shows what the round brought in the original match
        else:
            self._go_on((entry.seat,))  # deciding ends the look at the round
            if self.settings.pace.kind == "seconds" and between_tricks(match.state):
                self.shown = self._clock(at) + LOOK
        if any(self.seats[number].manned for number in match.state.awaited):
            self.hurried = False

    def _go_on(self, seats: tuple[int, ...]) -> None:
        if self.interval is not None:
            looking = self.interval.looking.difference(seats)
            self.interval = Interval(self.interval.until, looking) if looking else None

    def _went_on(self, entry: journal.WentOn, at: int) -> None:
        self._go_on(entry.seats)

    def _unplayed(self, entry: journal.Unplayed, at: int) -> None:
        match = self.match
        assert match is not None
        for act in reversed(match.acts[entry.keep :]):
            self.seats[act.seat].bank = act.bank  # gives back the time that the decision took
        match.rewind(entry.keep, self.game, self._deal)
        if self.played and self.played[-1].match == match.id:
            del self.played[-1]  # it is no longer over
        self.phase, self.interval, self.hurried, self.rewound = "playing", None, False, self.number + 1
        for seat in self.seats:
            seat.made += 1  # makes decisions on the discarded position stale
            seat.since, seat.ready, seat.misses = self._clock(at), True, 0
            seat.played_for.clear()

    def _hurried(self, entry: journal.Hurried, at: int) -> None:
        self.hurried = True

    def _paced(self, entry: journal.Paced, at: int) -> None:
        self.tempo = entry.tempo

    def _end_match(self) -> None:
        self.phase = "over"
        self.interval = None
        self.paused = False
        waiting = {person for person, _ in self.queue}
        self.queue += [wish for wish in self.newcomers.values() if wish[0] not in waiting]  # for the next match
        self.newcomers.clear()
        for seat in self.seats:
            seat.ready = seat.kind not in ("person", "open")

    def _away(self, entry: journal.Away, at: int) -> None:
        self._go_on(entry.seats)
        for number in entry.seats:
            self.seats[number].away = at

    def _here(self, entry: journal.Here, at: int) -> None:
        for number in entry.seats:
            self.seats[number].away = None
            self.seats[number].votes.clear()

    def _stood_in(self, entry: journal.StoodIn, at: int) -> None:
        seat = self.seats[entry.seat]
        seat.stood_in = True
        seat.since = self._clock(at)
        self._note(entry.seat, "stood-in")

    def _took_back(self, entry: journal.TookBack, at: int) -> None:
        for number in entry.seats:
            seat = self.seats[number]
            if seat.stood_in:
                self._note(number, "back")
            seat.votes.clear()
            seat.stood_in, seat.misses, seat.waited = False, 0, None
            seat.since = self._clock(at)
            self._showed_life(seat, at)

    def _showed_life(self, seat: Seat, at: int) -> None:
        """Restarts the absence of a person who acts without being connected."""
        seat.away = None if seat.away is None else at

    def _clock(self, at: int) -> int:
        """The time by which decisions are measured: it stands still while clocks are stopped."""
        return at if self.stopped is None else self.stopped

    def _paused(self, entry: journal.Paused, at: int) -> None:
        self.paused = True

    def _resumed(self, entry: journal.Resumed, at: int) -> None:
        self.paused = False

    def _watch(self, at: int) -> None:
        """Starts or stops the clocks, and notes since when absent people are waited for."""
        if self.phase != "playing":
            self.stopped = None
            return
        if self.paused or self.interval is not None or not self.attended():
            self.stopped = at if self.stopped is None else self.stopped
        elif self.stopped is not None:
            self._shift(at - self.stopped)
            self.stopped = None
        for number, seat in enumerate(self.seats):
            if seat.kind == "bot" or seat.present or not self.waited_for(number):
                seat.waited = None
            elif seat.waited is None:
                seat.waited = at
                seat.since = self._clock(at) if seat.stood_in else seat.since

    def _shift(self, milliseconds: int) -> None:
        self.shown += milliseconds
        for seat in self.seats:
            seat.since += milliseconds

    def _spoke(self, entry: journal.Spoke, at: int) -> None:
        remark = Talk(
            self.number + 1, entry.seat, entry.name, entry.phrase, entry.text, "", entry.reaction, entry.person
        )
        (self._reactions if entry.reaction else self._talk).append(remark)

    def _note(self, seat: int, notice: Notice, name: str = "", text: str = "") -> None:
        """Adds an automatic chat line about what happened to the seat."""
        self._talk.append(Talk(self.number + 1, seat, name or self.seats[seat].name, text=text, notice=notice))

    def _given_up(self, entry: journal.GivenUp, at: int) -> None:
        assert self.match is not None
        self.match.given_up = True
        self._end_match()

    def _reopened(self, entry: journal.Reopened, at: int) -> None:
        assert self.match is not None
        for number, seat in enumerate(self.seats):
            seat.stood_in = False
            seat.played_for.clear()
            began_as_bot = self.match.chairs[number][0] == "bot" and number not in self.match.later
            if seat.kind == "open" or (seat.kind == "bot" and not began_as_bot):
                # Its person has left: the seat is free again.
                self.seats[number] = Seat(made=seat.made, ids=seat.ids)
        self.reopened_by = entry.seat if entry.seat >= 0 else None
        self.phase = "open"
        self._match = None

    def _closed(self, entry: journal.Closed, at: int) -> None:
        self.phase = "closed"

    def _restarted(self, entry: journal.Restarted, at: int) -> None:
        if self.stopped is None:
            self._shift(entry.down)
        if self.interval is not None:
            self.interval = Interval(self.interval.until + entry.down, self.interval.looking)
        self.last_person = min(at, self.last_person + entry.down)
        self.queue.clear()  # all connections are lost: clients queue again
        if self.settings.pace.kind != "days":
            self.newcomers.clear()
        for seat in self.seats:
            if seat.manned:
                seat.away = at if seat.away is None else min(at, seat.away + entry.down)
        if (
            self.phase == "sharing" and self.match is not None
        ):  # everybody has to reconnect first: restart the full time
            if self.match.asked:
                self.match.asked_at = at
            else:
                self.match.began = at

    # Clocks ----------------------------------------------------------------------------------------------------

    def allowance(self) -> int | None:
        """Milliseconds for each decision, the bank aside; None: unlimited."""
        pace = self.settings.pace
        if pace.kind == "seconds":
            return pace.seconds * 1000
        return pace.days * DAY if pace.kind == "days" else None

    def begins(self, seat: Seat) -> int:
        """When the time for the seat's decision starts to run: once its person can see the position."""
        return max(seat.since, self.shown)

    def overtime(self, seat: Seat, at: int) -> int:
        """Milliseconds of the bank that the decision has used so far."""
        allowance = self.allowance()
        return (
            0 if allowance is None or self.settings.pace.kind == "days" else max(0, at - self.begins(seat) - allowance)
        )

    def deadline(self, number: int) -> int | None:
        """When the clock decides for this seat, None if it doesn't."""
        allowance = self.allowance()
        seat = self.seats[number]
        if allowance is None or self.stopped is not None or seat.by_bot or number not in self.actors():
            return None
        return self.begins(seat) + allowance + (seat.bank if self.settings.pace.kind == "seconds" else 0)

    def stands_in_at(self, seat: Seat) -> int | None:
        """When a bot stands in for the seat; None if nobody present waits for it or it has days."""
        if seat.waited is None or seat.away is None or not seat.manned or seat.stood_in:
            return None
        return None if self.settings.pace.kind == "days" else seat.waited + self.settings.grace * 1000

    def had(self, person: str) -> tuple[int, ...]:
        """The seats of the match, ascending, that the person once had and no longer has."""
        if self._resting is not None:
            gone = self._resting.former
        else:
            gone = () if self._match is None else former_seats(self._match, self.seats)
        return tuple(seat for who, seat in gone if person and who == person)

    # For records and bots --------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The record of a match that is over or was given up."""
        assert self.match is not None
        return self.match.record(self.game)

    def stand_in_random(self, seat: int) -> Random:
        """Randomness for a bot's decision."""
        assert self.match is not None
        return self.match.chance(seat)


_OF_PEOPLE = (
    *(journal.Made, journal.Seated, journal.Moved, journal.Readied, journal.Spoke, journal.Reopened),
    journal.TookOver,
)
_QUIET = (journal.Here, journal.Away, journal.Restarted)  # entries that nobody at a resting table notices
_STEPS: dict[type, str] = {
    kind: "_" + str(kind.__struct_config__.tag).replace("-", "_") for kind in get_args(journal.AnyEntry)
}
