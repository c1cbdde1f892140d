"""State of an evening, computed from its journal, and what people may do. No I/O, no clock, no randomness."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

import msgspec

from foretold import fair
from foretold.evenings.seating import seat_round
from foretold.evenings.sizes import table_sizes
from foretold.evenings.standings import Line, Result, standings
from foretold.games import load, title
from foretold.server.base.text import unlike
from foretold.server.features.evenings import journal
from foretold.server.features.evenings.journal import AnyEntry
from foretold.server.table.permissions import NotNow, NotYours

FEWEST, MOST = 3, 64  # people
IDLE = 86_400_000  # ms after which an evening at which nothing happens is over

Phase: TypeAlias = Literal["gathering", "playing", "between", "over"]


@dataclass(slots=True)
class Member:
    """Somebody who came to the evening."""

    person: str
    name: str
    here: bool = True
    why: journal.Why = ""  # not


@dataclass(slots=True)
class Round:
    """A round: its tables, what came of those that are done, and what bots made of the cards where a table is alone."""

    tables: tuple[journal.Seating, ...]
    ended: dict[int, journal.TableEnded] = field(default_factory=dict)
    bots: tuple[tuple[int, ...], ...] = ()
    over: bool = False

    def lonely(self) -> tuple[int, ...]:
        """The sizes of which there is one table only."""
        counts = Counter(len(each.members) for each in self.tables)
        return tuple(size for size, count in counts.items() if count == 1)

    def results(self) -> list[Result]:
        """What came of the tables, and of bots' own."""
        found = [
            Result(self.tables[number].members, each.points, each.own)
            for number, each in sorted(self.ended.items())
            if each.points
        ]
        return found + [Result((None,) * len(points), points, (True,) * len(points)) for points in self.bots]

    def seat_of(self, member: int) -> tuple[journal.Seating, int] | None:
        """Where somebody sits."""
        for each in self.tables:
            if member in each.members:
                return each, each.members.index(member)
        return None


class Evening:
    """An evening at one moment; `apply` is the only thing that changes it."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.number = -1  # of the last entry
        self.at = 0
        self.settings = journal.EveningSettings()
        self.title = ""
        self.secret = b""
        self.host: int | None = None
        self.members: list[Member] = []
        self.rounds: list[Round] = []
        self.last = 0  # the number of rounds
        self.phase: Phase = "gathering"
        self.paused = False
        self.next: int | None = None  # when the next round begins by itself
        self.planned = 0  # when it is to begin; 0: as soon as the host begins
        self.began = 0  # when its first round began; 0: not yet
        self.followed_by = ""  # the evening to which the same people are invited

    @property
    def playing(self) -> Round | None:
        """The round that is being played."""
        return self.rounds[-1] if self.phase == "playing" else None

    def here(self) -> list[int]:
        """Who will be seated next."""
        return [number for number, each in enumerate(self.members) if each.here]

    def member(self, person: str) -> int | None:
        """Which of them the person is."""
        return next((number for number, each in enumerate(self.members) if each.person == person != ""), None)

    def standings(self) -> list[Line]:
        """How everybody stands after the rounds that are over."""
        return standings(range(len(self.members)), [each.results() for each in self.rounds if each.over])

    def round_secret(self, round: int) -> bytes:
        """What the deals of a round (from 0) follow from; its hash is known from the beginning."""
        return hashlib.sha256(b"foretold-evening/1:" + self.secret + round.to_bytes(4, "big")).digest()

    def promises(self) -> tuple[str, ...]:
        """By round the hash of its secret."""
        return tuple([fair.commitment(self.round_secret(round)) for round in range(self.settings.rounds)])

    def seating(self) -> tuple[tuple[int | None, ...], ...]:
        """Who sits where in the next round: an effort of up to a second."""
        settings, here = self.settings, self.here()
        sizes = table_sizes(len(here), title(settings.game).players, settings.size)
        past = [tuple([table.members for table in round.tables]) for round in self.rounds]
        seed = int.from_bytes(hashlib.sha256(b"seats" + self.round_secret(len(self.rounds))).digest()[:8], "big")
        return seat_round(here, sizes, past, self.last - len(self.rounds), seed)

    # What happened ---------------------------------------------------------------------------------------------

    def apply(self, entry: AnyEntry, at: int) -> None:
        """The evening after this entry."""
        getattr(self, _STEPS[type(entry)])(entry, at)
        self.number += 1
        self.at = at

    def _made(self, entry: journal.Made, at: int) -> None:
        self.settings, self.title, self.secret = entry.settings, entry.title, bytes.fromhex(entry.secret)
        self.last, self.host, self.planned = entry.settings.rounds, 0, entry.planned
        self.members.append(Member(entry.person, entry.name))

    def _joined(self, entry: journal.Joined, at: int) -> None:
        self.members.append(Member(entry.person, entry.name))

    def _left(self, entry: journal.Left, at: int) -> None:
        member = self.members[entry.member]
        member.here, member.why = False, entry.why
        if self.host == entry.member:
            self.host = next(iter(self.here()), None)

    def _returned(self, entry: journal.Returned, at: int) -> None:
        member = self.members[entry.member]
        member.here, member.why = True, ""
        self.host = entry.member if self.host is None else self.host

    def _began(self, entry: journal.Began, at: int) -> None:
        self.rounds.append(Round(entry.tables))
        self.phase, self.next = "playing", None
        self.began = self.began or at

    def _table_ended(self, entry: journal.TableEnded, at: int) -> None:
        self.rounds[-1].ended[entry.table] = entry

    def _round_ended(self, entry: journal.RoundEnded, at: int) -> None:
        self.rounds[-1].over, self.rounds[-1].bots = True, entry.bots
        self.phase, self.next = "between", at + self.settings.pause * 1000
        if len(self.rounds) >= self.last:
            self._ended(journal.Ended(), at)

    def _paused(self, entry: journal.Paused, at: int) -> None:
        self.paused = True

    def _resumed(self, entry: journal.Resumed, at: int) -> None:
        self.paused = False
        self.next = at + self.settings.pause * 1000 if self.phase == "between" else None

    def _shortened(self, entry: journal.Shortened, at: int) -> None:
        self.last = len(self.rounds)

    def _ended(self, entry: journal.Ended, at: int) -> None:
        self.phase, self.next, self.paused = "over", None, False

    def _followed(self, entry: journal.Followed, at: int) -> None:
        self.followed_by = entry.evening

    def _restarted(self, entry: journal.Restarted, at: int) -> None:
        self.next = None if self.next is None else self.next + entry.down

    # What people do --------------------------------------------------------------------------------------------

    def join(self, person: str, name: str) -> list[AnyEntry]:
        """The person is there from the next round on."""
        self._needs_life()
        known = self.member(person)
        if known is not None:
            return [] if self.members[known].here else [journal.Returned(known)]
        if self.phase == "playing" and len(self.rounds) >= self.last:
            raise NotNow("evening-too-late")
        if len(self.members) >= MOST:
            raise NotNow("evening-full", {"limit": MOST})
        return [journal.Joined(person, unlike(name, (each.name for each in self.members)))]

    def leave(self, person: str) -> list[AnyEntry]:
        """The person is not there for the next rounds; at a table a bot goes on."""
        self._needs_life()
        known = self.member(person)
        if known is None:
            raise NotYours("not-at-evening")
        return [journal.Left(known)] if self.members[known].here else []

    def remove(self, person: str, member: int) -> list[AnyEntry]:
        """The host lets somebody go."""
        self._needs_host(person)
        if member >= len(self.members):
            raise NotNow("no-such-member")
        return [journal.Left(member, "removed")] if self.members[member].here else []

    def pause(self, person: str) -> list[AnyEntry]:
        """The host stops all tables, and the time to the next round."""
        self._needs_host(person)
        return [] if self.paused else [journal.Paused()]

    def resume(self, person: str) -> list[AnyEntry]:
        """The host lets all go on."""
        self._needs_host(person)
        return [journal.Resumed()] if self.paused else []

    def end(self, person: str) -> list[AnyEntry]:
        """The host ends the evening: at once, or with the round that is being played."""
        self._needs_host(person)
        if self.phase != "playing":
            return [journal.Ended()]
        return [] if self.last == len(self.rounds) else [journal.Shortened()]

    def check_begin(self, person: str) -> None:
        """Refused unless the host may begin a round now."""
        self._needs_host(person)
        if self.phase == "playing":
            raise NotNow("round-running")
        if len(self.here()) < FEWEST:
            raise NotNow("evening-too-few", {"limit": FEWEST})

    def check_follow(self, person: str) -> None:
        """Refused unless the person was there, and it is over."""
        if self.member(person) is None:
            raise NotYours("not-at-evening")
        if self.phase != "over":
            raise NotNow("evening-not-over")

    def follow(self, evening: str) -> list[AnyEntry]:
        """The same people are invited to another evening, once."""
        return [] if self.followed_by else [journal.Followed(evening)]

    def idle(self, now: int) -> bool:
        """Whether nothing has happened for so long, or since it was to begin, that it is over."""
        return self.phase != "playing" and now > max(self.at, self.planned) + IDLE

    def due(self, now: int) -> bool:
        """Whether the next round begins by itself."""
        there = self.next is not None and now >= self.next and not self.paused
        return there and len(self.here()) >= FEWEST

    def absent(self) -> list[AnyEntry]:
        """Who has not decided anything in the round that has just ended is not there."""
        found: list[AnyEntry] = []
        for number, ended in self.rounds[-1].ended.items():
            seats = zip(self.rounds[-1].tables[number].members, ended.decided, strict=False)
            idle = [member for member, decided in seats if member is not None and not decided]
            found += [journal.Left(member, "absent") for member in idle if self.members[member].here]
        return found

    def _needs_life(self) -> None:
        if self.phase == "over":
            raise NotNow("evening-over")

    def _needs_host(self, person: str) -> None:
        self._needs_life()
        if self.host is None or self.member(person) != self.host:
            raise NotYours("not-host")


_STEPS: dict[type, str] = {
    kind: "_" + str(kind.__struct_config__.tag).replace("-", "_") for kind in get_args(journal.AnyEntry)
}


def checked(settings: journal.EveningSettings) -> journal.EveningSettings:
    """The settings, of a game that is there; a Refusal says what is wrong with them."""
    players = title(settings.game).players
    size = min(max(players), max(min(players), settings.size))
    game = load(settings.game, size, options=settings.options)
    return msgspec.structs.replace(settings, options=dict(game.given), size=size)
