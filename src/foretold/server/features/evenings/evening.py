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
IDLE = 86_400_000  # ms without activity after which an evening ends

Phase: TypeAlias = Literal["gathering", "playing", "between", "over"]


@dataclass(slots=True)
class Member:
    """A member of the evening."""

    person: str
    name: str
    here: bool = True
    why: journal.Why = ""  # why they are not here


@dataclass(slots=True)
class Round:
    """A round: its tables, their results, and bots' results where a table has no other of its size."""

    tables: tuple[journal.Seating, ...]
    ended: dict[int, journal.TableEnded] = field(default_factory=dict)
    bots: tuple[tuple[int, ...], ...] = ()
    over: bool = False

    def lonely(self) -> tuple[int, ...]:
        """The table sizes that occur only once."""
        counts = Counter(len(seating.members) for seating in self.tables)
        return tuple(size for size, count in counts.items() if count == 1)

    def results(self) -> list[Result]:
        """The results of the tables, and of bots."""
        results = [
            Result(self.tables[number].members, ended.points, ended.own)
            for number, ended in sorted(self.ended.items())
            if ended.points
        ]
        return results + [Result((None,) * len(points), points, (True,) * len(points)) for points in self.bots]

    def seat_of(self, member: int) -> tuple[journal.Seating, int] | None:
        """The table and seat of a member."""
        for seating in self.tables:
            if member in seating.members:
                return seating, seating.members.index(member)
        return None


class Evening:
    """An evening at one moment; only `apply` changes it."""

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
        self.next: int | None = None  # when the next round begins automatically
        self.planned = 0  # the planned start; 0: when the host begins
        self.began = 0  # when its first round began; 0: not yet
        self.followed_by = ""  # the next evening, to which the same people are invited

    @property
    def playing(self) -> Round | None:
        """The round that is being played."""
        return self.rounds[-1] if self.phase == "playing" else None

    def here(self) -> list[int]:
        """The members who will be seated next."""
        return [number for number, member in enumerate(self.members) if member.here]

    def member(self, person: str) -> int | None:
        """The member number of a person."""
        return next((number for number, member in enumerate(self.members) if member.person == person != ""), None)

    def standings(self) -> list[Line]:
        """The standings after the finished rounds."""
        return standings(range(len(self.members)), [finished.results() for finished in self.rounds if finished.over])

    def round_secret(self, round: int) -> bytes:
        """The secret of a round's deals (from 0); its hash is published at the start."""
        return hashlib.sha256(b"foretold-evening/1:" + self.secret + round.to_bytes(4, "big")).digest()

    def promises(self) -> tuple[str, ...]:
        """The hash of each round's secret."""
        return tuple([fair.commitment(self.round_secret(round)) for round in range(self.settings.rounds)])

    def seating(self) -> tuple[tuple[int | None, ...], ...]:
        """The seating of the next round; takes up to a second to compute."""
        settings, present = self.settings, self.here()
        sizes = table_sizes(len(present), title(settings.game).players, settings.size)
        past = [tuple([table.members for table in round.tables]) for round in self.rounds]
        seed = int.from_bytes(hashlib.sha256(b"seats" + self.round_secret(len(self.rounds))).digest()[:8], "big")
        return seat_round(present, sizes, past, self.last - len(self.rounds), seed)

    # Entries ---------------------------------------------------------------------------------------------------

    def apply(self, entry: AnyEntry, at: int) -> None:
        """Applies an entry of the journal."""
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

    # Commands --------------------------------------------------------------------------------------------------

    def join(self, person: str, name: str) -> list[AnyEntry]:
        """Entries that seat a person from the next round on."""
        self._needs_life()
        known = self.member(person)
        if known is not None:
            return [] if self.members[known].here else [journal.Returned(known)]
        if self.phase == "playing" and len(self.rounds) >= self.last:
            raise NotNow("evening-too-late")
        if len(self.members) >= MOST:
            raise NotNow("evening-full", {"limit": MOST})
        return [journal.Joined(person, unlike(name, (member.name for member in self.members)))]

    def leave(self, person: str) -> list[AnyEntry]:
        """Entries for a person who leaves; a bot plays on at their table."""
        self._needs_life()
        known = self.member(person)
        if known is None:
            raise NotYours("not-at-evening")
        return [journal.Left(known)] if self.members[known].here else []

    def remove(self, person: str, member: int) -> list[AnyEntry]:
        """Entries by which the host removes a member."""
        self._needs_host(person)
        if member >= len(self.members):
            raise NotNow("no-such-member")
        return [journal.Left(member, "removed")] if self.members[member].here else []

    def pause(self, person: str) -> list[AnyEntry]:
        """Entries by which the host pauses all tables and the countdown to the next round."""
        self._needs_host(person)
        return [] if self.paused else [journal.Paused()]

    def resume(self, person: str) -> list[AnyEntry]:
        """Entries by which the host resumes the evening."""
        self._needs_host(person)
        return [journal.Resumed()] if self.paused else []

    def end(self, person: str) -> list[AnyEntry]:
        """Entries by which the host ends the evening: at once, or after the running round."""
        self._needs_host(person)
        if self.phase != "playing":
            return [journal.Ended()]
        return [] if self.last == len(self.rounds) else [journal.Shortened()]

    def check_begin(self, person: str) -> None:
        """Refuses unless the host may begin a round now."""
        self._needs_host(person)
        if self.phase == "playing":
            raise NotNow("round-running")
        if len(self.here()) < FEWEST:
            raise NotNow("evening-too-few", {"limit": FEWEST})

    def check_follow(self, person: str) -> None:
        """Refuses unless the person was a member and the evening is over."""
        if self.member(person) is None:
            raise NotYours("not-at-evening")
        if self.phase != "over":
            raise NotNow("evening-not-over")

    def follow(self, evening: str) -> list[AnyEntry]:
        """Entries that invite the same people to another evening, once."""
        return [] if self.followed_by else [journal.Followed(evening)]

    def idle(self, now: int) -> bool:
        """True if nothing has happened for so long, or since its planned start, that it is over."""
        return self.phase != "playing" and now > max(self.at, self.planned) + IDLE

    def due(self, now: int) -> bool:
        """True if the next round begins automatically now."""
        reached = self.next is not None and now >= self.next and not self.paused
        return reached and len(self.here()) >= FEWEST

    def absent(self) -> list[AnyEntry]:
        """Entries that remove members who decided nothing in the round that has just ended."""
        entries: list[AnyEntry] = []
        for number, ended in self.rounds[-1].ended.items():
            seats = zip(self.rounds[-1].tables[number].members, ended.decided, strict=False)
            idle = [member for member, decided in seats if member is not None and not decided]
            entries += [journal.Left(member, "absent") for member in idle if self.members[member].here]
        return entries

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
    """The settings, completed for their game; raises a Refusal if they are invalid."""
    players = title(settings.game).players
    size = min(max(players), max(min(players), settings.size))
    game = load(settings.game, size, options=settings.options)
    return msgspec.structs.replace(settings, options=dict(game.given), size=size)
