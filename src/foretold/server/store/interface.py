"""The interface of a store, and every query, for SQLite and PostgreSQL alike.

`sqlite/store.py` and `postgres/store.py` say how rows are read and operations written. Queries see what is committed;
operations that arrive while a transaction runs go into the next one together.
"""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeAlias, TypeVar
from urllib.parse import urlsplit

from foretold.errors import Refusal
from foretold.ratings.glicko import Glicko
from foretold.server.store.operations import (
    Announcement,
    Call,
    ChangedLimit,
    Companion,
    Device,
    EveningStanding,
    Figures,
    How,
    KeptAnswer,
    KeptChallenge,
    KeptComparison,
    KeptEntry,
    KeptGroup,
    KeptGroupPost,
    KeptGroupSeat,
    KeptMatch,
    KeptMember,
    KeptNotification,
    KeptPlan,
    KeptRated,
    KeptRating,
    KeptReport,
    KeptReview,
    KeptSeeker,
    KeptSolver,
    KeptTry,
    Link,
    ListedSeeker,
    NamingEntry,
    Operation,
    OperatorLine,
    OperatorLink,
    OperatorSession,
    Order,
    OwnMatch,
    Passkey,
    Person,
    PersonLine,
    PostOutcome,
    Restriction,
    Subscription,
    Written,
)

Database: TypeAlias = Path | str  # an SQLite file, or a PostgreSQL URL
Committed: TypeAlias = Callable[[list[Written]], None]
Row: TypeAlias = tuple[Any, ...]  # as the database gives it

RATED = (
    *("match_id", "seat", "number", "game", "at", "person_id", "bot", "place"),
    *("mu", "sigma", "new_mu", "new_sigma"),
)
_RATED = f"SELECT {', '.join(RATED)} FROM rated"
_RATING = "SELECT person_id, game, since, mu, sigma, matches FROM ratings"
_SURELY = "mu - 2 * sigma"  # a conservative rating

_PERSON = "SELECT id, name, created, seen FROM people"
_MATCH = "SELECT id, table_id, ended, how, public, game, share, record FROM matches"
_REVIEW = "SELECT match_id, asked, worlds, seed, version, body FROM reviews"
_TRY = (*("challenge_id", "person_id", "table_id", "begun", "match_id", "ended", "counted", "points", "won", "rounds"),)
_TRIES = f"SELECT {', '.join(_TRY)} FROM tries"
_GROUP = ("id", "name", "invite", "owner_id", "zone", "created", "hook", "schedule")
_GROUPS = f"SELECT {', '.join(_GROUP)} FROM groups"
_PAGE = 20  # records held in memory at a time
_PLAN = "SELECT table_id, seat, person_id, decision, action, at FROM plans"
_PASSKEY = "SELECT id, person_id, public_key, counter, created, used FROM passkeys"
_REPORT = "SELECT table_id, number, at, person_id, reporter_id, body, handled, handler, outcome FROM reports"
_SEEKER = (
    *("person_id", "games", "live", "days", "until", "calls", "quiet_from", "quiet_to", "zone", "since", "called"),
)
_DAY = 86_400_000  # ms
_ROWS = 500  # rows copied at a time

_Result = TypeVar("_Result")


# All stored parts, each after those it refers to: the columns that both databases have, key columns first.
PARTS: dict[str, tuple[tuple[str, ...], int]] = {
    "people": (("id", "secret", "name", "created", "seen"), 1),
    "tables": (("id", "created", "closed"), 1),
    "entries": (("table_id", "number", "at", "body"), 2),
    "matches": (("id", "table_id", "ended", "how", "public", "game", "share", "record"), 1),
    "seats": (("match_id", "seat", "person_id"), 2),
    "links": (("token", "kind", "table_id", "seat", "person_id", "expires"), 1),
    "reviews": (("match_id", "asked", "worlds", "seed", "version", "body"), 1),
    "review_decisions": (("match_id", "event", "body"), 2),
    "devices": (("secret", "person_id", "kind", "created", "seen"), 1),
    "carries": (("token", "person_id", "expires"), 1),
    "results": (("match_id", "body"), 1),
    "listeners": (("id", "person_id", "kind", "body", "language", "created"), 1),
    "calls": (("person_id", "path", "kind", "due", "tries", "told", "about"), 2),
    "challenges": (("id", "made", "ends", "person_id", "body"), 1),
    "tries": (_TRY, 2),
    "bot_tries": (("challenge_id", "bot", "body"), 2),
    "sealed": (("match_id", "until"), 1),
    "evenings": (("id", "created", "closed"), 1),
    "evening_entries": (("evening_id", "number", "body", "at"), 2),
    "evening_people": (("evening_id", "person_id", "member"), 2),
    "evening_matches": (("match_id", "evening_id", "round"), 1),
    "ratings": (("person_id", "game", "since", "mu", "sigma", "matches"), 2),
    "rated": (RATED, 2),
    "reports": (("table_id", "number", "at", "person_id", "reporter_id", "body", "handled", "handler", "outcome"), 2),
    "plans": (("table_id", "seat", "person_id", "decision", "action", "at"), 2),
    "forced_play": (("table_id", "person_id", "at"), 2),
    "passkey_challenges": (("token", "person_id", "expires"), 1),
    "passkeys": (("id", "person_id", "public_key", "counter", "created", "used"), 1),
    "groups": (_GROUP, 1),
    "group_members": (("group_id", "person_id", "member", "joined"), 2),
    "group_answers": (("group_id", "person_id", "evening", "coming"), 3),
    "group_matches": (("match_id", "group_id"), 1),
    "group_posts": (("group_id", "key", "due", "tries", "told", "status", "body"), 2),
    "seekers": (_SEEKER, 1),
    "comparisons": (("match_id", "seat", "bot", "asked", "body"), 3),
    "puzzle_ratings": (("puzzle", "rating", "deviation", "answers"), 1),
    "puzzle_solvers": (("person_id", "game", "rating", "deviation", "answers"), 2),
    "puzzle_answers": (("person_id", "puzzle", "game", "at", "solved", "rating", "deviation"), 2),
    "operator_links": (("token", "name", "created", "expires", "lasts"), 1),
    "operator_sessions": (("token", "name", "created", "expires"), 1),
    "operator_log": (("number", "at", "operator", "action", "target", "person_id", "reason"), 1),
    "restrictions": (("id", "kind", "person_id", "network", "at", "until", "operator", "reason"), 1),
    "announcements": (("id", "text", "at", "until", "operator"), 1),
    "limits": (("name", "value", "at", "operator"), 1),
    "orders": (("id", "kind", "table_id", "person_id", "at"), 1),
    "figures": (("process", "at", "body"), 1),
}


class BadDatabase(Refusal):
    """A database that is not ours, that this version must not touch, or that is unreachable."""


class Store(ABC):
    """A database of tables, people and matches; created if missing, upgraded if older.

    `committed` is called on the writer's thread once per transaction, with the outcome of each call, in order.
    """

    shared = False  # whether several processes write to it
    damaged = False  # whether something could not be read
    file: Path | None = None  # the database file, beside which other files can be kept

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def _rows(self, statement: str, *values: str | bytes | int) -> Sequence[Row]:
        """All rows that the statement returns; each ? stands for one of the values."""

    @abstractmethod
    def write(self, operations: Sequence[Operation], token: object = None) -> None:
        """Queues operations, from any thread: they are stored all or none, and `committed` gets the outcome."""

    def write_now(self, calls: Sequence[Call]) -> list[Written] | None:
        """Writes the calls before returning; None if that isn't possible and they have to be queued.

        Only while nothing is queued, as it would overtake the queue.
        """
        return None

    @abstractmethod
    def close(self) -> None:
        """Writes everything queued and stops all threads."""

    async def leave(self) -> None:
        """Like `close`, without blocking the event loop."""
        await asyncio.to_thread(self.close)

    @contextmanager
    def apart(self) -> Iterator[Self]:
        """The same store with a connection of its own, for long reads in a thread that block nobody else."""
        yield self

    @abstractmethod
    def add_rows(self, part: str, rows: Sequence[Row]) -> None:
        """Adds rows of another store, all or none."""

    def empty(self) -> bool:
        """True if nothing is stored here."""
        return not any(self._rows(f"SELECT 1 FROM {part} LIMIT 1") for part in PARTS)

    def count(self, part: str) -> int:
        """How many rows a part has."""
        [(count,)] = self._rows(f"SELECT count(*) FROM {part}")
        return int(count)

    def rows_of(self, part: str) -> Iterator[Sequence[Row]]:
        """All rows of a part in key order, in pages."""
        columns, keys = PARTS[part]
        names, key = ", ".join(columns), ", ".join(columns[:keys])
        page = self._rows(f"SELECT {names} FROM {part} ORDER BY {key} LIMIT {_ROWS}")
        while page:
            yield page
            after = f"({key}) > ({', '.join('?' * keys)})"
            last = page[-1][:keys]
            page = self._rows(f"SELECT {names} FROM {part} WHERE {after} ORDER BY {key} LIMIT {_ROWS}", *last)

    # Reading ---------------------------------------------------------------------------------------------------

    async def ask(self, question: Callable[..., _Result], *about: Any) -> _Result:
        """Runs a query, in a thread if the database may be remote."""
        return await asyncio.to_thread(question, *about) if self.shared else question(*about)

    def person_by_secret(self, secret: bytes) -> Person | None:
        """The person with this hashed secret, last seen when this device was."""
        return _one(
            Person,
            self._rows(
                "SELECT id, name, people.created, devices.seen FROM devices JOIN people ON id = person_id "
                "WHERE devices.secret = ? UNION ALL "
                f"{_PERSON} WHERE secret = ? AND NOT EXISTS (SELECT 1 FROM devices WHERE person_id = id)",
                secret,
                secret,
            ),
        )

    def devices(self, person: str) -> list[Device]:
        """The devices of a person, in the order they were added; a single one is the person's own."""
        known = "SELECT secret, kind, created, seen FROM devices WHERE person_id = ? ORDER BY created, secret"
        rows = self._rows(known, person) or self._rows(
            "SELECT secret, '', created, seen FROM people WHERE id = ?", person
        )
        return [Device(*row) for row in rows]

    def carry(self, person: str) -> int | None:
        """When the person's pairing code expires, None if there is none."""
        rows = self._rows("SELECT expires FROM carries WHERE person_id = ?", person)
        return int(rows[0][0]) if rows else None

    def person(self, id: str) -> Person | None:
        """The person with this id."""
        return _one(Person, self._rows(f"{_PERSON} WHERE id = ?", id))

    def people_named(self, name: str) -> list[Person]:
        """Everybody with that name, most recently seen first."""
        return [Person(*row) for row in self._rows(f"{_PERSON} WHERE name = ? ORDER BY seen DESC, id", name)]

    def people_unseen(self, since: int) -> list[Person]:
        """Everybody who was not seen since then, most recently seen first."""
        return [Person(*row) for row in self._rows(f"{_PERSON} WHERE seen < ? ORDER BY seen DESC, id", since)]

    def open_tables(self) -> dict[str, int]:
        """The tables that are not closed, oldest first, with their time of creation."""
        return dict(self._rows("SELECT id, created FROM tables WHERE closed IS NULL ORDER BY created, id"))

    def entries(self, table: str) -> list[KeptEntry]:
        """The journal of a table, in order."""
        rows = self._rows("SELECT number, at, body FROM entries WHERE table_id = ? ORDER BY number", table)
        return [KeptEntry(*row) for row in rows]

    def match(self, id: str) -> KeptMatch | None:
        """The ended match with this id."""
        return _one(_match, self._rows(f"{_MATCH} WHERE id = ?", id))

    def reports(self, limit: int) -> list[KeptReport]:
        """The last reported chat lines, newest first."""
        return [KeptReport(*row) for row in self._rows(f"{_REPORT} ORDER BY at DESC LIMIT ?", limit)]

    def reports_of(self, person: str) -> list[KeptReport]:
        """The reported chat lines that a person said or reported, oldest first."""
        rows = self._rows(f"{_REPORT} WHERE person_id = ? OR reporter_id = ? ORDER BY at", person, person)
        return [KeptReport(*row) for row in rows]

    def reports_at(self, table: str) -> list[KeptReport]:
        """The reported chat lines of a table, oldest first."""
        return [KeptReport(*row) for row in self._rows(f"{_REPORT} WHERE table_id = ? ORDER BY at, number", table)]

    def entries_between(self, table: str, first: int, last: int) -> list[KeptEntry]:
        """The entries of a journal with these numbers, in order."""
        some = "SELECT number, at, body FROM entries WHERE table_id = ? AND number BETWEEN ? AND ? ORDER BY number"
        return [KeptEntry(*row) for row in self._rows(some, table, first, last)]

    # Operators -------------------------------------------------------------------------------------------------

    def last_operation(self) -> int:
        """The number of the last line in the operators' log: whatever an operator does raises it."""
        [(number,)] = self._rows("SELECT coalesce(max(number), 0) FROM operator_log")
        return int(number)

    def operator_log(self, limit: int, before: int | None = None) -> list[OperatorLine]:
        """The last lines of the operators' log, newest first."""
        columns = "number, at, operator, action, target, person_id, people.name, reason"
        chosen = "" if before is None else "WHERE number < ? "
        rows = self._rows(
            f"SELECT {columns} FROM operator_log LEFT JOIN people ON id = person_id {chosen}"
            "ORDER BY number DESC LIMIT ?",
            *(() if before is None else (before,)),
            limit,
        )
        return [OperatorLine(*row) for row in rows]

    def operator_links(self, now: int) -> list[OperatorLink]:
        """The links that can still be opened, oldest first."""
        rows = self._rows(
            "SELECT token, name, created, expires FROM operator_links WHERE expires >= ? ORDER BY created, token", now
        )
        return [OperatorLink(*row) for row in rows]

    def operator_sessions(self, now: int) -> list[OperatorSession]:
        """The sessions of operators that have not ended, oldest first."""
        rows = self._rows(
            "SELECT token, name, created, expires FROM operator_sessions WHERE expires >= ? ORDER BY created, token",
            now,
        )
        return [OperatorSession(*row) for row in rows]

    def restrictions(self, now: int) -> list[Restriction]:
        """The restrictions in force, newest first."""
        rows = self._rows(
            "SELECT restrictions.id, kind, person_id, people.name, network, at, until, operator, reason "
            "FROM restrictions LEFT JOIN people ON people.id = person_id "
            "WHERE until IS NULL OR until > ? ORDER BY at DESC, restrictions.id",
            now,
        )
        return [Restriction(*row) for row in rows]

    def restrictions_of(self, person: str) -> list[Restriction]:
        """All restrictions of a person that are stored, oldest first."""
        rows = self._rows(
            "SELECT restrictions.id, kind, person_id, people.name, network, at, until, operator, reason "
            "FROM restrictions JOIN people ON people.id = person_id WHERE person_id = ? ORDER BY at, restrictions.id",
            person,
        )
        return [Restriction(*row) for row in rows]

    def operations_on(self, person: str) -> list[OperatorLine]:
        """The lines of the operators' log about a person, oldest first."""
        columns = "number, at, operator, action, target, person_id, people.name, reason"
        rows = self._rows(
            f"SELECT {columns} FROM operator_log JOIN people ON id = person_id WHERE person_id = ? ORDER BY number",
            person,
        )
        return [OperatorLine(*row) for row in rows]

    def announcements(self, now: int) -> list[Announcement]:
        """The announcements in force, oldest first."""
        rows = self._rows(
            "SELECT id, text, at, until, operator FROM announcements WHERE until IS NULL OR until > ? ORDER BY at, id",
            now,
        )
        return [Announcement(*row) for row in rows]

    def changed_limits(self) -> list[ChangedLimit]:
        """The limits that operators have set."""
        return [ChangedLimit(*row) for row in self._rows("SELECT name, value, at, operator FROM limits ORDER BY name")]

    def orders(self) -> list[Order]:
        """The orders that wait to be carried out, oldest first."""
        rows = self._rows("SELECT id, kind, table_id, person_id, at FROM orders ORDER BY at, id")
        return [Order(*row) for row in rows]

    def tables_naming(self, person: str) -> list[str]:
        """The open tables whose journals name this person."""
        rows = self._rows(
            "SELECT DISTINCT table_id FROM entry_people JOIN tables ON id = table_id "
            "WHERE person_id = ? AND closed IS NULL ORDER BY table_id",
            person,
        )
        return [table for (table,) in rows]

    def figures(self, since: int) -> list[Figures]:
        """The figures of processes that wrote some since then."""
        rows = self._rows("SELECT process, at, body FROM figures WHERE at >= ? ORDER BY process", since)
        return [Figures(*row) for row in rows]

    def report(self, table: str, number: int) -> KeptReport | None:
        """The report of this chat line."""
        return _one(KeptReport, self._rows(f"{_REPORT} WHERE table_id = ? AND number = ?", table, number))

    def people_listed(self, name: str, limit: int) -> list[PersonLine]:
        """People whose name contains this text, or whose id it is; most recently seen first."""
        rows = self._rows(
            "SELECT id, name, created, seen, "
            "(SELECT count(*) FROM reports WHERE reports.person_id = people.id) FROM people "
            "WHERE lower(name) LIKE ? ESCAPE '!' OR id = ? ORDER BY seen DESC, id LIMIT ?",
            "%" + re.sub(r"([!%_])", r"!\1", name.lower()) + "%",
            name,
            limit,
        )
        return [PersonLine(*row) for row in rows]

    def people_of_ids(self, ids: Sequence[str]) -> list[PersonLine]:
        """The people with these ids, in any order."""
        if not ids:
            return []
        rows = self._rows(
            "SELECT id, name, created, seen, "
            "(SELECT count(*) FROM reports WHERE reports.person_id = people.id) FROM people "
            f"WHERE id IN ({', '.join('?' * len(ids))})",
            *ids,
        )
        return [PersonLine(*row) for row in rows]

    def count_open(self, now: int) -> dict[str, int]:
        """Counts what is there and what waits: evenings, people, reports, reviews, notifications."""
        [row] = self._rows(
            "SELECT (SELECT count(*) FROM evenings WHERE closed IS NULL), (SELECT count(*) FROM people), "
            "(SELECT count(*) FROM people WHERE seen >= ?), (SELECT count(*) FROM people WHERE created >= ?), "
            "(SELECT count(*) FROM reports WHERE handled IS NULL), "
            "(SELECT count(*) FROM reviews WHERE body IS NULL), "
            "(SELECT count(*) FROM calls WHERE told IS NULL AND due <= ?)",
            now - _DAY,
            now - _DAY,
            now,
        )
        names = ("evenings", "people", "people_today", "people_new", "reports", "reviews", "calls")
        return dict(zip(names, map(int, row), strict=True))

    def plan(self, table: str, seat: int) -> KeptPlan | None:
        """The card chosen in advance for a seat."""
        return _one(KeptPlan, self._rows(f"{_PLAN} WHERE table_id = ? AND seat = ?", table, seat))

    def plans_of(self, person: str) -> list[KeptPlan]:
        """The cards that a person has chosen in advance."""
        return [KeptPlan(*row) for row in self._rows(f"{_PLAN} WHERE person_id = ? ORDER BY table_id, seat", person)]

    def plays_forced(self, table: str, person: str) -> bool:
        """True if the person's forced cards at the table are played by themselves."""
        return bool(self._rows("SELECT 1 FROM forced_play WHERE table_id = ? AND person_id = ?", table, person))

    def forced_play_of(self, person: str) -> list[tuple[str, int]]:
        """The tables where a person's forced cards are played by themselves, and since when."""
        rows = self._rows("SELECT table_id, at FROM forced_play WHERE person_id = ? ORDER BY at, table_id", person)
        return [(str(table), int(at)) for table, at in rows]

    def passkey(self, id: bytes) -> Passkey | None:
        """The passkey with this id."""
        return _one(Passkey, self._rows(f"{_PASSKEY} WHERE id = ?", id))

    def passkeys_of(self, person: str) -> list[Passkey]:
        """A person's passkeys, oldest first."""
        return [Passkey(*row) for row in self._rows(f"{_PASSKEY} WHERE person_id = ? ORDER BY created, id", person)]

    def people_of(self, match: str) -> tuple[str, ...]:
        """The people of an ended match, by seat."""
        rows = self._rows("SELECT person_id FROM seats WHERE match_id = ? ORDER BY seat", match)
        return tuple(person for (person,) in rows)

    def seats_of(self, match: str, person: str) -> tuple[int, ...]:
        """The seats that a person had in an ended match."""
        rows = self._rows("SELECT seat FROM seats WHERE match_id = ? AND person_id = ? ORDER BY seat", match, person)
        return tuple(seat for (seat,) in rows if seat >= 0)

    def matches_of(self, person: str, limit: int) -> list[KeptMatch]:
        """The last ended matches of a person, newest first."""
        own = "how <> 'what-if' AND id IN (SELECT match_id FROM seats WHERE person_id = ?)"
        return [
            _match(*row) for row in self._rows(f"{_MATCH} WHERE {own} ORDER BY ended DESC, id LIMIT ?", person, limit)
        ]

    def subscriptions(self, person: str) -> list[Subscription]:
        """A person's notification subscriptions, oldest first."""
        kept = "SELECT id, kind, body, language, created FROM listeners WHERE person_id = ? ORDER BY created, id"
        return [Subscription(*row) for row in self._rows(kept, person)]

    def notifications_due(self, now: int, limit: int) -> list[KeptNotification]:
        """The notifications that are due, in order."""
        due = (
            "SELECT person_id, path, kind, tries, about FROM calls WHERE told IS NULL AND due <= ? ORDER BY due LIMIT ?"
        )
        return [KeptNotification(*row) for row in self._rows(due, now, limit)]

    def next_notification(self, now: int) -> int | None:
        """When the next notification falls due after now."""
        [(due,)] = self._rows("SELECT min(due) FROM calls WHERE told IS NULL AND due > ?", now)
        return None if due is None else int(due)

    def called_since(self, person: str, since: int) -> bool:
        """True if somebody has called this person since then, or a call is waiting."""
        rows = self._rows(
            "SELECT 1 FROM calls WHERE person_id = ? AND kind = 'call' AND (told IS NULL OR told > ?) LIMIT 1",
            person,
            since,
        )
        return bool(rows)

    def seeker(self, person: str) -> KeptSeeker | None:
        """What a person would like to play."""
        return _one(KeptSeeker, self._rows(f"SELECT {', '.join(_SEEKER)} FROM seekers WHERE person_id = ?", person))

    def listed_seekers(self, now: int, limit: int) -> list[ListedSeeker]:
        """People who would like to play now, newest first."""
        rows = self._rows(
            "SELECT person_id, name, games, live, days, since FROM seekers JOIN people ON id = person_id "
            "WHERE until > ? ORDER BY until DESC, person_id LIMIT ?",
            now,
            limit,
        )
        return [ListedSeeker(*row) for row in rows]

    def count_listed(self, now: int) -> int:
        """How many people would like to play now."""
        [(count,)] = self._rows("SELECT count(*) FROM seekers WHERE until > ?", now)
        return int(count)

    def seekers_to_notify(
        self, game: str, days: bool, now: int, after: tuple[int, str] = (-1, ""), limit: int = 50
    ) -> list[KeptSeeker]:
        """People who may be notified of a new table of this game and pace now, longest not notified first.

        The page starts after this time of the last notification and this person.
        """
        rows = self._rows(
            f"SELECT {', '.join(_SEEKER)} FROM seekers "
            f"WHERE calls > 0 AND called <= CAST(? AS bigint) - {_DAY} / calls AND games LIKE ? "
            f"AND {'days' if days else 'live'} = 1 AND (called, person_id) > (?, ?) "
            "AND EXISTS (SELECT 1 FROM listeners WHERE listeners.person_id = seekers.person_id) "
            "ORDER BY called, person_id LIMIT ?",
            *(now, f"% {game} %", *after, limit),
        )
        return [KeptSeeker(*row) for row in rows]

    def claimed_subscriptions(self, claim: str) -> list[Subscription]:
        """The notification subscriptions of everybody who was claimed under this name."""
        rows = self._rows(
            "SELECT id, kind, body, language, created FROM seekers "
            "JOIN listeners ON listeners.person_id = seekers.person_id WHERE claim = ? ORDER BY id",
            claim,
        )
        return [Subscription(*row) for row in rows]

    def push_key(self) -> str | None:
        """The key that identifies this server to push services."""
        rows = self._rows("SELECT value FROM meta WHERE key = 'push'")
        return str(rows[0][0]) if rows else None

    def own_matches(self, person: str) -> list[OwnMatch]:
        """All seats of a person in ended matches except what-ifs, oldest first."""
        rows = self._rows(
            "SELECT id, game, ended, seat, body FROM seats JOIN matches ON id = seats.match_id "
            "LEFT JOIN results ON results.match_id = id "
            "WHERE person_id = ? AND seat >= 0 AND how <> 'what-if' ORDER BY ended, id, seat",
            person,
        )
        return [OwnMatch(*row) for row in rows]

    def matches_alone(self, person: str) -> list[OwnMatch]:
        """The matches that a person played to the end with no other person at the table, oldest first."""
        rows = self._rows(
            "SELECT id, game, ended, seats.seat, body FROM seats JOIN matches ON id = seats.match_id "
            "LEFT JOIN results ON results.match_id = id "
            "WHERE seats.person_id = ? AND seats.seat >= 0 AND how = 'over' AND NOT EXISTS "
            # -1 is a host without a seat, and below that are people who were replaced.
            "(SELECT 1 FROM seats other WHERE other.match_id = id AND other.seat <> seats.seat AND other.seat <> -1) "
            "ORDER BY ended, id",
            person,
        )
        return [OwnMatch(*row) for row in rows]

    def reviews_of(self, person: str, limit: int) -> list[tuple[str, int, int, bytes]]:
        """Of a person's last reviewed matches: the match, when it ended, the seat, the review."""
        rows = self._rows(
            "SELECT matches.id, ended, seat, body FROM seats JOIN matches ON matches.id = seats.match_id "
            "JOIN reviews ON reviews.match_id = matches.id WHERE person_id = ? AND seat >= 0 AND how <> 'what-if' "
            "AND body IS NOT NULL ORDER BY ended DESC, matches.id LIMIT ?",
            person,
            limit,
        )
        return [(str(match), int(ended), int(seat), bytes(body)) for match, ended, seat, body in rows]

    def entries_naming(self, person: str, limit: int, after: tuple[str, int] = ("", -1)) -> list[NamingEntry]:
        """The entries of all tables that name a person, in order, starting after `after`."""
        rows = self._rows(
            "SELECT entries.table_id, entries.number, at, body FROM entry_people "
            "JOIN entries ON entries.table_id = entry_people.table_id AND entries.number = entry_people.number "
            "WHERE person_id = ? AND (entry_people.table_id, entry_people.number) > (?, ?) "
            "ORDER BY entry_people.table_id, entry_people.number LIMIT ?",
            *(person, *after, limit),
        )
        return [NamingEntry(*row) for row in rows]

    def all_entries_naming(self, person: str) -> Iterator[list[NamingEntry]]:
        """The same, in pages."""
        page = self.entries_naming(person, _ROWS)
        while page:
            yield page
            page = self.entries_naming(person, _ROWS, page[-1][:2])

    def match_ids_of(self, person: str) -> list[str]:
        """All ended matches of a person, what-ifs included, newest first."""
        own = "SELECT match_id FROM seats WHERE person_id = ?"
        return [
            id for (id,) in self._rows(f"SELECT id FROM matches WHERE id IN ({own}) ORDER BY ended DESC, id", person)
        ]

    def links_of(self, person: str) -> list[Link]:
        """The links to seats that a person has made."""
        rows = self._rows("SELECT kind, table_id, seat, expires, person_id FROM links WHERE person_id = ?", person)
        return [Link(*row) for row in rows]

    def count_matches(self, person: str) -> int:
        """How many ended matches a person has."""
        [(count,)] = self._rows("SELECT count(DISTINCT match_id) FROM seats WHERE person_id = ?", person)
        return int(count)

    def public_matches(self, limit: int) -> list[KeptMatch]:
        """The last ended matches that everyone may see, newest first."""
        return [
            _match(*row) for row in self._rows(f"{_MATCH} WHERE public = 1 ORDER BY ended DESC, id DESC LIMIT ?", limit)
        ]

    def records(self, now: int) -> Iterator[bytes]:
        """The records of all ended matches except those sealed now, in the order in which they ended."""
        ended, id = -(2**63), ""
        while True:  # in pages: an open query would keep the writer's log from being truncated
            after = (
                "SELECT ended, id, record FROM matches WHERE (ended, id) > (?, ?) AND how <> 'what-if' "
                "AND id NOT IN (SELECT match_id FROM sealed WHERE until > ?)"
            )
            page = self._rows(f"{after} ORDER BY ended, id LIMIT ?", ended, id, now, _PAGE)
            if not page:
                return
            yield from (record for _, _, record in page)
            ended, id, _ = page[-1]

    def review(self, match: str) -> KeptReview | None:
        """The review of a match, if one was asked for."""
        return _one(KeptReview, self._rows(f"{_REVIEW} WHERE match_id = ?", match))

    def decisions(self, match: str, after: int = -1) -> list[bytes]:
        """The reviewed decisions of an unfinished review, in order, only those of events after this one."""
        kept = "SELECT body FROM review_decisions WHERE match_id = ? AND event > ? ORDER BY event"
        return [body for (body,) in self._rows(kept, match, after)]

    def reviews_to_make(self, limit: int) -> list[KeptReview]:
        """The unfinished reviews, in the order in which they were requested."""
        return [
            KeptReview(*row)
            for row in self._rows(f"{_REVIEW} WHERE body IS NULL ORDER BY asked, match_id LIMIT ?", limit)
        ]

    def sealed_until(self, match: str) -> int:
        """Until when the record of a match is hidden; 0: never was."""
        rows = self._rows("SELECT until FROM sealed WHERE match_id = ?", match)
        return int(rows[0][0]) if rows else 0

    def challenge(self, id: str) -> KeptChallenge | None:
        """The challenge with this id."""
        return _one(
            KeptChallenge, self._rows("SELECT id, made, ends, person_id, body FROM challenges WHERE id = ?", id)
        )

    def challenges_of(self, person: str) -> list[KeptChallenge]:
        """The challenges that a person has made, oldest first."""
        made = "SELECT id, made, ends, person_id, body FROM challenges WHERE person_id = ? ORDER BY made, id"
        return [KeptChallenge(*row) for row in self._rows(made, person)]

    def first_try(self, challenge: str, person: str) -> KeptTry | None:
        """A person's first attempt at a challenge."""
        return _one(_kept_try, self._rows(f"{_TRIES} WHERE challenge_id = ? AND person_id = ?", challenge, person))

    def tries_of(self, person: str, since: int, until: int) -> list[KeptTry]:
        """The first attempts that a person began between two times, in order."""
        rows = self._rows(
            f"{_TRIES} WHERE person_id = ? AND begun >= ? AND begun < ? ORDER BY begun", person, since, until
        )
        return [_kept_try(*row) for row in rows]

    def tries_at(self, challenge: str, limit: int) -> list[tuple[KeptTry, str]]:
        """The first attempts at a challenge with their people's names, best result first."""
        columns = ", ".join(f"tries.{column}" for column in _TRY)
        rows = self._rows(
            f"SELECT people.name, {columns} FROM tries JOIN people ON people.id = person_id WHERE challenge_id = ? "
            "ORDER BY counted DESC, points IS NULL, points DESC, won DESC, ended LIMIT ?",
            challenge,
            limit,
        )
        return [(_kept_try(*row), name) for name, *row in rows]

    def try_of_match(self, match: str) -> KeptTry | None:
        """The first attempt that this match was."""
        return _one(_kept_try, self._rows(f"{_TRIES} WHERE match_id = ?", match))

    def tried_matches(self, person: str) -> set[str]:
        """The matches that were a person's first attempts at challenges."""
        rows = self._rows("SELECT match_id FROM tries WHERE person_id = ? AND match_id IS NOT NULL", person)
        return {match for (match,) in rows}

    def results(self, challenge: str) -> dict[int, int]:
        """How many counted attempts have how many points, fewest points first."""
        rows = self._rows(
            "SELECT points, count(*) FROM tries WHERE challenge_id = ? AND counted = 1 AND points IS NOT NULL "
            "GROUP BY points ORDER BY points",
            challenge,
        )
        return dict(rows)

    def bot_tries(self, challenge: str) -> dict[str, bytes | None]:
        """By bot, its attempt at a challenge; None: still to be made."""
        return dict(self._rows("SELECT bot, body FROM bot_tries WHERE challenge_id = ?", challenge))

    def bot_tries_to_make(self, limit: int) -> list[tuple[KeptChallenge, str]]:
        """The attempts that bots still have to make."""
        rows = self._rows(
            "SELECT id, made, ends, person_id, challenges.body, bot FROM bot_tries "
            "JOIN challenges ON id = challenge_id WHERE bot_tries.body IS NULL ORDER BY challenge_id, bot LIMIT ?",
            limit,
        )
        return [(KeptChallenge(*row), bot) for *row, bot in rows]

    def comparisons(self, match: str, seat: int) -> list[KeptComparison]:
        """How bots did with the cards of a seat in a match, as far as they were asked to play."""
        asked = "SELECT match_id, seat, bot, body FROM comparisons WHERE match_id = ? AND seat = ? ORDER BY bot"
        return [KeptComparison(*row) for row in self._rows(asked, match, seat)]

    def comparisons_to_make(self, limit: int) -> list[KeptComparison]:
        """The comparisons that bots still have to play, in the order in which they were requested."""
        waiting = "SELECT match_id, seat, bot, body FROM comparisons WHERE body IS NULL"
        return [KeptComparison(*row) for row in self._rows(f"{waiting} ORDER BY asked, match_id, bot LIMIT ?", limit)]

    # Puzzles

    def puzzle_ratings(self) -> dict[str, Glicko]:
        """The ratings of all puzzles that somebody has answered."""
        rows = self._rows("SELECT puzzle, rating, deviation FROM puzzle_ratings")
        return {puzzle: Glicko(rating, deviation) for puzzle, rating, deviation in rows}

    def solver(self, person: str) -> list[KeptSolver]:
        """A person's puzzle ratings by game."""
        own = "SELECT game, rating, deviation, answers FROM puzzle_solvers WHERE person_id = ? ORDER BY game"
        return [KeptSolver(*row) for row in self._rows(own, person)]

    def puzzle_answers(self, person: str) -> list[KeptAnswer]:
        """A person's first answers to puzzles, oldest first."""
        own = "SELECT puzzle, game, at, solved, rating, deviation FROM puzzle_answers WHERE person_id = ?"
        return [
            KeptAnswer(puzzle, game, at, bool(solved), rating, deviation)
            for puzzle, game, at, solved, rating, deviation in self._rows(f"{own} ORDER BY at, puzzle", person)
        ]

    def link(self, token: bytes) -> Link | None:
        """The link whose token has this hash."""
        return _one(
            Link, self._rows("SELECT kind, table_id, seat, expires, person_id FROM links WHERE token = ?", token)
        )

    # Evenings

    def open_evenings(self) -> list[str]:
        """The evenings that are not over, oldest first."""
        return [id for (id,) in self._rows("SELECT id FROM evenings WHERE closed IS NULL ORDER BY created, id")]

    def evening(self, id: str) -> EveningStanding | None:
        """The state of an evening's journal."""
        last = "(SELECT max(number) FROM evening_entries WHERE evening_id = id)"
        rows = self._rows(f"SELECT coalesce({last}, -1), revision FROM evenings WHERE id = ?", id)
        return _one(EveningStanding, rows)

    def evening_entries(self, id: str) -> list[KeptEntry]:
        """The journal of an evening, in order."""
        rows = self._rows("SELECT number, at, body FROM evening_entries WHERE evening_id = ? ORDER BY number", id)
        return [KeptEntry(*row) for row in rows]

    def evenings_of(self, person: str, limit: int) -> list[str]:
        """The last evenings of a person, newest first."""
        own = "SELECT evening_id FROM evening_people WHERE person_id = ?"
        rows = self._rows(
            f"SELECT id FROM evenings WHERE id IN ({own}) ORDER BY created DESC, id LIMIT ?", person, limit
        )
        return [id for (id,) in rows]

    def evening_of(self, match: str) -> tuple[str, int] | None:
        """The evening and round that a match belongs to."""
        rows = self._rows("SELECT evening_id, round FROM evening_matches WHERE match_id = ?", match)
        return (rows[0][0], rows[0][1]) if rows else None

    # Groups

    def group(self, id: str) -> KeptGroup | None:
        """The group with this id."""
        return _one(KeptGroup, self._rows(f"{_GROUPS} WHERE id = ?", id))

    def group_invited_by(self, invite: str) -> KeptGroup | None:
        """The group with this invitation."""
        return _one(KeptGroup, self._rows(f"{_GROUPS} WHERE invite = ?", invite))

    def groups_of(self, person: str) -> list[KeptGroup]:
        """The groups of a person, in the order of joining."""
        own = "JOIN group_members ON group_id = id WHERE person_id = ? ORDER BY joined, id"
        return [KeptGroup(*row) for row in self._rows(f"{_GROUPS} {own}", person)]

    def group_members(self, group: str) -> list[KeptMember]:
        """The members of a group, in the order of joining."""
        rows = self._rows(
            "SELECT member, person_id, name, joined, seen FROM group_members JOIN people ON id = person_id "
            "WHERE group_id = ? ORDER BY joined, member",
            group,
        )
        return [KeptMember(*row) for row in rows]

    def count_members(self, group: str) -> int:
        """How many members a group has."""
        [(count,)] = self._rows("SELECT count(*) FROM group_members WHERE group_id = ?", group)
        return int(count)

    def group_subscriptions(self, group: str) -> list[tuple[str, bytes]]:
        """The notification subscriptions of a group's members: the person, and where they are sent."""
        own = "SELECT person_id FROM group_members WHERE group_id = ?"
        rows = self._rows(f"SELECT person_id, body FROM listeners WHERE person_id IN ({own})", group)
        return [(str(person), bytes(body)) for person, body in rows]

    def group_answers(self, group: str, evening: int) -> dict[str, bool]:
        """By person, whether they come to the evening that starts then; members without an answer are missing."""
        rows = self._rows(
            "SELECT person_id, coming FROM group_answers WHERE group_id = ? AND evening = ?", group, evening
        )
        return {str(person): bool(coming) for person, coming in rows}

    def answers_of(self, person: str) -> list[tuple[str, int, bool]]:
        """A person's answers: the group, when its evening starts, and whether they come."""
        rows = self._rows(
            "SELECT group_id, evening, coming FROM group_answers WHERE person_id = ? ORDER BY evening, group_id", person
        )
        return [(str(group), int(evening), bool(coming)) for group, evening, coming in rows]

    def group_standing(self, group: str) -> tuple[int, int]:
        """How many matches of a group are counted, and when the last of them ended."""
        [row] = self._rows(
            "SELECT count(*), coalesce(max(ended), 0) FROM group_matches JOIN matches ON id = match_id "
            "WHERE group_id = ?",
            group,
        )
        return int(row[0]), int(row[1])

    def group_seats(self, group: str, limit: int) -> list[KeptGroupSeat]:
        """The seats of people in a group's last matches that were played to the end, newest match first."""
        last = (
            "SELECT id FROM matches JOIN group_matches ON match_id = id WHERE group_id = ? AND how = 'over' "
            "ORDER BY ended DESC, id LIMIT ?"
        )
        rows = self._rows(
            "SELECT id, ended, seat, person_id, body FROM matches JOIN seats ON seats.match_id = id "
            f"JOIN results ON results.match_id = id WHERE id IN ({last}) AND seat >= 0 ORDER BY ended DESC, id, seat",
            group,
            limit,
        )
        return [KeptGroupSeat(*row) for row in rows]

    def group_posts_due(self, now: int, limit: int) -> list[KeptGroupPost]:
        """The messages to groups' chats that are due, in order."""
        due = "SELECT group_id, key, tries, body FROM group_posts WHERE told IS NULL AND due <= ? ORDER BY due LIMIT ?"
        return [KeptGroupPost(*row) for row in self._rows(due, now, limit)]

    def next_group_post(self, now: int) -> int | None:
        """When the next message to a group's chat falls due after now."""
        [(due,)] = self._rows("SELECT min(due) FROM group_posts WHERE told IS NULL AND due > ?", now)
        return None if due is None else int(due)

    def last_group_post(self, group: str) -> PostOutcome | None:
        """What became of the last message to a group's chat."""
        last = (
            "SELECT told, status FROM group_posts WHERE group_id = ? AND (told IS NULL OR status <> 0) "
            "ORDER BY due DESC, key LIMIT 1"
        )
        return _one(PostOutcome, self._rows(last, group))

    def companions(self, person: str, limit: int) -> list[Companion]:
        """The last seats of others in matches where the person had a seat, newest match first."""
        rows = self._rows(
            "SELECT matches.id, ended, other.seat, other.person_id, people.name FROM seats mine "
            "JOIN seats other ON other.match_id = mine.match_id AND other.person_id <> mine.person_id "
            "JOIN matches ON matches.id = mine.match_id JOIN people ON people.id = other.person_id "
            "WHERE mine.person_id = ? AND mine.seat >= 0 AND other.seat >= 0 AND how <> 'what-if' "
            "ORDER BY ended DESC, matches.id, other.seat LIMIT ?",
            person,
            limit,
        )
        return [Companion(*row) for row in rows]

    # Ratings

    def ratings_of(self, person: str) -> list[KeptRating]:
        """A person's ratings by game; none for people who did not join."""
        return [KeptRating(*row) for row in self._rows(f"{_RATING} WHERE person_id = ? ORDER BY game", person)]

    def ratings(self) -> list[KeptRating]:
        """All ratings."""
        return [KeptRating(*row) for row in self._rows(f"{_RATING} ORDER BY person_id, game")]

    def rated_of(self, person: str, game: str, limit: int) -> list[KeptRated]:
        """The last rated matches of a person in a game, oldest first."""
        own = f"{_RATED} WHERE person_id = ? AND game = ? ORDER BY number DESC LIMIT ?"
        return [KeptRated(*row) for row in reversed(self._rows(own, person, game, limit))]

    def rated(self) -> list[KeptRated]:
        """The seats of all rated matches, match by match."""
        return [KeptRated(*row) for row in self._rows(f"{_RATED} ORDER BY number, seat")]

    def ladder(self, game: str, limit: int) -> list[tuple[str, KeptRating]]:
        """The rated people of a game with their names, by conservative rating, highest first."""
        rows = self._rows(
            "SELECT name, person_id, game, since, mu, sigma, matches FROM ratings JOIN people ON id = person_id "
            f"WHERE game = ? AND matches > 0 ORDER BY {_SURELY} DESC, since, person_id LIMIT ?",
            game,
            limit,
        )
        return [(name, KeptRating(*row)) for name, *row in rows]

    def count_rated(self, game: str) -> int:
        """How many people have been rated in a game."""
        [(count,)] = self._rows("SELECT count(*) FROM ratings WHERE game = ? AND matches > 0", game)
        return int(count)

    def ladder_place(self, rating: KeptRating) -> int:
        """How many people of the game have a higher conservative rating."""
        more = f"SELECT count(*) FROM ratings WHERE game = ? AND matches > 0 AND {_SURELY} > ?"
        [(count,)] = self._rows(more, rating.game, rating.surely)
        return int(count)

    def alive(self) -> int | None:
        """When the server last noted that it runs."""
        rows = self._rows("SELECT value FROM meta WHERE key = 'alive'")
        return int(rows[0][0]) if rows else None


def open_store(database: Database, committed: Committed = lambda written: None) -> Store:
    """Opens the store of this database."""
    if isinstance(database, Path):
        from foretold.server.store.sqlite.store import SqliteStore

        return SqliteStore(database, committed)
    from foretold.server.store.postgres.store import PostgresStore

    return PostgresStore(database, committed)


def shown(database: Database) -> str:
    """The database as it may be shown: without a password."""
    if isinstance(database, Path):
        return str(database)
    parts = urlsplit(database)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def _one(kind: Callable[..., _Result], rows: Sequence[Row]) -> _Result | None:
    return kind(*rows[0]) if rows else None


def _match(
    id: str, table: str, ended: int, how: How, public: int, game: str, share: bytes | None, record: bytes
) -> KeptMatch:
    return KeptMatch(id, table, ended, how, bool(public), game, share, record)


def _kept_try(
    challenge: str,
    person: str,
    table: str,
    begun: int,
    match: str | None,
    ended: int | None,
    counted: int,
    points: int | None,
    won: int,
    rounds: bytes | None,
) -> KeptTry:
    return KeptTry(challenge, person, table, begun, match, ended, bool(counted), points, bool(won), rounds)
