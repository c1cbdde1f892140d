"""Applies operations to PostgreSQL: one statement for the entries of any number of tables, the rest one by one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from foretold.ratings import Kept
from foretold.ratings.glicko import Glicko
from foretold.server.protocol import messages
from foretold.server.store.anonymise import without_names, without_people
from foretold.server.store.interface import RATED
from foretold.server.store.operations import (
    AddEntry,
    AddEveningEntry,
    AddTable,
    Alive,
    AnswerPuzzle,
    CloseTable,
    Conflict,
    DropTable,
    EndTry,
    Expire,
    ForgetPerson,
    ForgetTraces,
    KeepDecision,
    KeepMatch,
    KeepResult,
    KeepReview,
    LeaveRatings,
    LogOperator,
    NoOffer,
    Operation,
    RateMatch,
    RenewSecret,
    ReviseRatings,
    TakeChallenge,
    TakeOperatorLink,
    UsePairingCode,
    UsePasskey,
)
from foretold.server.store.statements import CALLS_KEPT, EMPTY_GROUPS, OPERATIONS_KEPT, STATEMENTS, numbered

if TYPE_CHECKING:
    import asyncpg

    Connection = asyncpg.Connection[asyncpg.Record]

# Inserts each table's first entry if it follows the last stored one; then the rest for tables where that worked.
# Of two writers the unique key lets one through, and nothing of the other follows a foreign entry.
# Arrays are passed through subqueries: to learn their length, PostgreSQL would re-plan the statement each time,
# which takes longer than running it.
_FIRSTS = """
    INSERT INTO entries (table_id, number, at, body, version, writer)
    SELECT t, n, a, b, $5, $6
    FROM unnest((SELECT $1::text[]), (SELECT $2::int[]), (SELECT $3::bigint[]), (SELECT $4::bytea[])) u (t, n, a, b)
    WHERE n = coalesce(
        (SELECT number + 1 FROM entries WHERE table_id = t ORDER BY number DESC LIMIT 1),
        (SELECT 0 FROM tables WHERE id = t)
    )
    ON CONFLICT DO NOTHING RETURNING table_id"""
_APPEND = f"""
WITH firsts AS ({_FIRSTS}), others AS (
    INSERT INTO entries (table_id, number, at, body, version, writer)
    SELECT t, n, a, b, $5, $6
    FROM unnest((SELECT $7::text[]), (SELECT $8::int[]), (SELECT $9::bigint[]), (SELECT $10::bytea[])) u (t, n, a, b)
    JOIN firsts ON firsts.table_id = t
)
SELECT table_id FROM firsts"""
_MINE = """
SELECT table_id FROM entries JOIN unnest($1::text[], $2::int[]) u (t, n) ON table_id = t AND number = n
WHERE writer = $3"""
# As above; and one index scan per table, so that no other rows are read.
AFTER = """
SELECT table_id, number, at, body, writer, version FROM unnest((SELECT $1::text[]), (SELECT $2::int[])) u (t, n)
CROSS JOIN LATERAL (SELECT * FROM entries WHERE table_id = t AND number > n ORDER BY number) found"""

_RATING = 0x72617465  # the advisory lock for rating a match: one at a time in the cluster
_PUZZLING = 0x70757A7A  # the same for answers to puzzles

_WITHOUT_TABLE = "DELETE FROM entries WHERE table_id IN (SELECT id FROM gone)"

_STATEMENTS: dict[type[Operation], str] = {  # the fields of the operation, in order
    **{kind: numbered(kind, statement) for kind, statement in STATEMENTS.items()},
    AddTable: "INSERT INTO tables (id, created, block) VALUES ($1, $2, $3)",
    CloseTable: "UPDATE tables SET closed = $2, block = '' WHERE id = $1",
    DropTable: "WITH gone AS (DELETE FROM tables WHERE id = $1 RETURNING id) " + _WITHOUT_TABLE,
    KeepResult: (
        "INSERT INTO results (match_id, body) SELECT id, $2::bytea FROM matches WHERE id = $1 "
        "ON CONFLICT (match_id) DO UPDATE SET body = excluded.body"
    ),
    KeepDecision: (
        "INSERT INTO review_decisions (match_id, event, body) SELECT match_id, $3::integer, $4::bytea FROM reviews "
        "WHERE match_id = $1 AND asked = $2 AND body IS NULL ON CONFLICT (match_id, event) DO NOTHING"
    ),
    KeepReview: (
        "WITH whole AS (UPDATE reviews SET body = $3 WHERE match_id = $1 AND asked = $2 RETURNING match_id) "
        "DELETE FROM review_decisions WHERE match_id IN (SELECT match_id FROM whole)"
    ),
    EndTry: (
        "UPDATE tries SET match_id = $3, ended = $4, counted = $5::boolean::integer, points = $6, "
        "won = $7::boolean::integer, rounds = $8 WHERE challenge_id = $1 AND table_id = $2 AND ended IS NULL"
    ),
    LogOperator: (
        "INSERT INTO operator_log (at, operator, action, target, person_id, reason) "
        "VALUES ($1, $2, $3, $4, (SELECT id FROM people WHERE id = $5), $6)"
    ),
    Alive: (
        "INSERT INTO meta (key, value) VALUES ('alive', $1::bigint::text) "
        "ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    ),
}


class Batch(NamedTuple):
    """Entries of several tables, in order for each; tables are sorted so that writers can't deadlock."""

    firsts: list[AddEntry]
    others: list[AddEntry]

    async def append(self, connection: Connection, writer: str) -> set[str]:
        """Inserts the entries and returns the tables where that worked; at the others another writer was first."""
        statement = _APPEND if self.others else _FIRSTS
        others = _columns(self.others) if self.others else ()
        there = await connection.fetch(statement, *_columns(self.firsts), messages.JOURNAL, writer, *others)
        return {table for (table,) in there}

    async def mine(self, connection: Connection, writer: str) -> set[str]:
        """The tables whose first entry of this batch was written by this writer."""
        tables, numbers, *_ = _columns(self.firsts)
        return {table for (table,) in await connection.fetch(_MINE, tables, numbers, writer)}


def batch(entries: Iterable[AddEntry]) -> Batch | None:
    """The entries as a batch; None if those of a table are not contiguous."""
    firsts: dict[str, AddEntry] = {}
    last: dict[str, int] = {}
    others: list[AddEntry] = []
    for entry in entries:
        if entry.table not in firsts:
            firsts[entry.table] = entry
        elif entry.number != last[entry.table] + 1:
            return None
        else:
            others.append(entry)
        last[entry.table] = entry.number
    return Batch(sorted(firsts.values()), sorted(others))


def _columns(entries: Sequence[AddEntry]) -> tuple[list[Any], ...]:
    return tuple([*column] for column in zip(*entries, strict=True))


async def apply(connection: Connection, operations: Iterable[Operation], writer: str) -> None:
    """Applies all operations in order, within the caller's transaction."""
    for kind, run in groupby(operations, type):
        if kind is AddEntry:
            await _add_entries(connection, [entry for entry in run if isinstance(entry, AddEntry)], writer)
        elif kind in _STATEMENTS:
            for operation in run:
                await connection.execute(_STATEMENTS[kind], *operation)
        else:
            for operation in run:
                await _PROCEDURES[kind](connection, operation)


async def _add_entries(connection: Connection, entries: list[AddEntry], writer: str) -> None:
    batched = batch(entries)
    if batched is None or len(await batched.append(connection, writer)) < len(batched.firsts):
        raise Conflict


async def _keep_match(connection: Connection, match: KeepMatch) -> None:
    people = [person for _, person in match.people]
    known = {id for (id,) in await connection.fetch("SELECT id FROM people WHERE id = ANY ($1) FOR SHARE", people)}
    gone = {seat for seat, person in match.people if person not in known}  # the record must not bring the name back
    await connection.execute(
        "INSERT INTO matches (id, table_id, ended, how, public, game, record) VALUES ($1, $2, $3, $4, $5, $6, $7) "
        # After a take-back a match can end again: the last end counts.
        "ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, how = excluded.how, record = excluded.record",
        *(match.id, match.table, match.ended, match.how, int(match.public), match.game),
        without_names(match.record, gone) if gone else match.record,
    )
    await connection.execute("DELETE FROM reviews WHERE match_id = $1", match.id)  # of its earlier end
    await connection.execute("DELETE FROM results WHERE match_id = $1", match.id)
    if match.result:
        await connection.execute(_STATEMENTS[KeepResult], match.id, match.result)
    await connection.executemany(
        "INSERT INTO seats (match_id, seat, person_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        [(match.id, seat, person) for seat, person in match.people if person in known],
    )


async def _use_pairing_code(connection: Connection, code: UsePairingCode) -> None:
    statement = "DELETE FROM carries WHERE token = $1 AND expires >= $2 RETURNING person_id"
    person = await connection.fetchval(statement, code.token, code.at)
    if person is None:
        raise NoOffer
    await _add_device(connection, person, code.secret, code.kind, code.at)


async def _add_device(connection: Connection, person: str, secret: bytes, kind: str, at: int) -> None:
    """Adds a device to a person; with the second one, the first is listed too."""
    await connection.execute(
        "INSERT INTO devices (secret, person_id, kind, created, seen) SELECT secret, id, '', created, seen "
        "FROM people WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM devices WHERE person_id = id)",
        person,
    )
    added = "INSERT INTO devices (secret, person_id, kind, created, seen) VALUES ($1, $2, $3, $4, $4)"
    await connection.execute(added, secret, person, kind, at)


async def _take_challenge(connection: Connection, challenge: TakeChallenge) -> None:
    taken = (
        "DELETE FROM passkey_challenges WHERE token = $1 AND person_id IS NOT DISTINCT FROM $2::text "
        "AND expires >= $3 RETURNING 1"
    )
    if await connection.fetchval(taken, *challenge) is None:
        raise NoOffer


async def _use_passkey(connection: Connection, use: UsePasskey) -> None:
    used = "UPDATE passkeys SET counter = $2, used = $3 WHERE id = $1 RETURNING person_id"
    person = await connection.fetchval(used, use.id, use.counter, use.at)
    if person is None:
        raise NoOffer
    await _add_device(connection, person, use.secret, use.kind, use.at)


async def _take_operator_link(connection: Connection, link: TakeOperatorLink) -> None:
    taken = "DELETE FROM operator_links WHERE token = $1 AND expires >= $2 RETURNING name, lasts"
    row = await connection.fetchrow(taken, link.token, link.at)
    if row is None:
        raise NoOffer
    begun = "INSERT INTO operator_sessions (token, name, created, expires) VALUES ($1, $2, $3, $4)"
    await connection.execute(begun, link.session, row[0], link.at, link.at + row[1])


async def _forget_person(connection: Connection, operation: ForgetPerson) -> None:
    await _forget(connection, {operation.id})


async def _forget(connection: Connection, people: Collection[str]) -> None:
    """Deletes people with their seats and links; records and journals no longer name them."""
    for person in people:
        matches = await connection.fetch("SELECT DISTINCT match_id FROM seats WHERE person_id = $1", person)
        named = "SELECT table_id, number FROM entry_people WHERE person_id = $1 ORDER BY table_id, number"
        entries = [(table, number) for table, number in await connection.fetch(named, person)]
        await _forget_traces(connection, ForgetTraces(person, tuple(match for (match,) in matches), tuple(entries)))
        at = "SELECT evening_id FROM evening_people WHERE person_id = $1"
        read = f"SELECT evening_id, number, body FROM evening_entries WHERE evening_id IN ({at})"
        changed = [
            (evening, number, body)
            for evening, number, old in await connection.fetch(read, person)
            if (body := without_people(old, {person})) is not None
        ]
        update = "UPDATE evening_entries SET body = $3 WHERE evening_id = $1 AND number = $2"
        await connection.executemany(update, changed)
        evenings = sorted({evening for evening, _, _ in changed})
        await connection.execute("UPDATE evenings SET revision = revision + 1 WHERE id = ANY ($1)", evenings)
    await connection.execute(
        "DELETE FROM people WHERE id = ANY ($1)", [*people]
    )  # cascades to links and everything else


async def _forget_traces(connection: Connection, traces: ForgetTraces) -> None:
    for match in traces.matches:
        gone = "DELETE FROM seats WHERE match_id = $1 AND person_id = $2 RETURNING seat"
        seats = {seat for (seat,) in await connection.fetch(gone, match, traces.person)}
        record = await connection.fetchval("SELECT record FROM matches WHERE id = $1", match)
        if seats and record is not None:
            blotted = without_names(record, seats)
            await connection.execute("UPDATE matches SET record = $2 WHERE id = $1", match, blotted)
    tables, numbers = [table for table, _ in traces.entries], [number for _, number in traces.entries]
    read = "SELECT table_id, number, body FROM entries JOIN unnest($1::text[], $2::int[]) u (t, n) "
    changed = [
        (table, number, body)
        for table, number, old in await connection.fetch(f"{read} ON table_id = t AND number = n", tables, numbers)
        if (body := without_people(old, {traces.person})) is not None
    ]
    await connection.executemany("UPDATE entries SET body = $3 WHERE table_id = $1 AND number = $2", sorted(changed))
    revised = sorted({table for table, _, _ in changed})  # other processes reload their copies
    await connection.execute("UPDATE tables SET revision = revision + 1 WHERE id = ANY ($1)", revised)


async def _renew_secret(connection: Connection, renewed: RenewSecret) -> None:
    for part in ("devices", "carries", "links"):
        await connection.execute(f"DELETE FROM {part} WHERE person_id = $1", renewed.person)
    await connection.execute("UPDATE people SET secret = $2 WHERE id = $1", *renewed)


async def _expire(connection: Connection, operation: Expire) -> None:
    now, people_after, tables_after = operation
    await connection.execute("DELETE FROM calls WHERE due < $1", now - CALLS_KEPT)
    for part in ("carries", "passkey_challenges", "operator_links", "operator_sessions"):
        await connection.execute(f"DELETE FROM {part} WHERE expires < $1", now)
    await connection.execute(
        f"WITH gone AS (DELETE FROM tables WHERE closed < $1 RETURNING id) {_WITHOUT_TABLE}", now - tables_after
    )
    await connection.execute("DELETE FROM evenings WHERE closed < $1", now - tables_after)
    await connection.execute("DELETE FROM reports WHERE at < $1", now - tables_after)
    await connection.execute("DELETE FROM group_posts WHERE due < $1", now - CALLS_KEPT)
    await connection.execute("DELETE FROM operator_log WHERE at < $1", now - OPERATIONS_KEPT)
    for part in ("restrictions", "announcements"):
        await connection.execute(f"DELETE FROM {part} WHERE until < $1", now)
    await connection.execute("DELETE FROM group_answers WHERE evening < $1", now - CALLS_KEPT)
    await connection.execute("DELETE FROM processes WHERE seen < clock_timestamp() - interval '1 day'")
    unseen = await connection.fetch("SELECT id FROM people WHERE seen < $1", now - people_after)
    people = {person for (person,) in unseen}
    if people:
        named = "SELECT DISTINCT person_id FROM entry_people JOIN tables ON table_id = id WHERE closed IS NULL"
        people -= {person for (person,) in await connection.fetch(named)}
        at_evenings = "SELECT person_id FROM evening_people JOIN evenings ON evening_id = id WHERE closed IS NULL"
        people -= {person for (person,) in await connection.fetch(at_evenings)}
    if people:
        await _forget(connection, people)
    await connection.execute(EMPTY_GROUPS)


async def _rated_next(connection: Connection) -> int:
    """The number of the next rated match, locked until this transaction ends."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", _RATING)
    number: int = await connection.fetchval("SELECT coalesce(max(number) + 1, 0) FROM rated")
    return number


async def _leave_ratings(connection: Connection, left: LeaveRatings) -> None:
    await _rated_next(connection)  # waits for a match of theirs being rated
    await connection.execute("DELETE FROM ratings WHERE person_id = $1", left.person)
    await connection.execute("UPDATE rated SET person_id = NULL WHERE person_id = $1", left.person)


async def _rate_match(connection: Connection, match: RateMatch) -> None:
    number = await _rated_next(connection)
    wanted = "SELECT person_id, mu, sigma FROM ratings WHERE game = $1 AND person_id = ANY ($2)"
    ratings = await connection.fetch(wanted, match.game, match.people())
    rows = match.rows(number, {id: Kept(mu, sigma) for id, mu, sigma in ratings})
    if rows and await connection.fetchval("SELECT 1 FROM rated WHERE match_id = $1", match.match) is None:
        columns, marks = ", ".join(RATED), ", ".join(f"${place}" for place in range(1, len(RATED) + 1))
        await connection.executemany(f"INSERT INTO rated ({columns}) VALUES ({marks})", rows)
        await connection.executemany(
            "UPDATE ratings SET mu = $1, sigma = $2, matches = matches + 1 WHERE person_id = $3 AND game = $4",
            [(row.new_mu, row.new_sigma, row.person, row.game) for row in rows if row.person],
        )


async def _answer_puzzle(connection: Connection, answer: AnswerPuzzle) -> None:
    await connection.execute("SELECT pg_advisory_xact_lock($1)", _PUZZLING)
    known = (
        "SELECT 1 FROM people WHERE id = $1 "
        "AND NOT EXISTS (SELECT 1 FROM puzzle_answers WHERE person_id = $1 AND puzzle = $2)"
    )
    if await connection.fetchval(known, answer.person, answer.puzzle) is None:
        return
    own, puzzle = (answer.person, answer.game), answer.puzzle
    rated = "SELECT rating, deviation FROM puzzle_solvers WHERE person_id = $1 AND game = $2"
    person_before = await connection.fetchrow(rated, *own)
    puzzle_before = await connection.fetchrow("SELECT rating, deviation FROM puzzle_ratings WHERE puzzle = $1", puzzle)
    person_after, puzzle_after = answer.rated(
        None if person_before is None else Glicko(*person_before),
        None if puzzle_before is None else Glicko(*puzzle_before),
    )
    await connection.execute(
        "INSERT INTO puzzle_solvers (person_id, game, rating, deviation, answers) VALUES ($1, $2, $3, $4, 1) "
        "ON CONFLICT (person_id, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
        "answers = puzzle_solvers.answers + 1",
        *own,
        *person_after,
    )
    await connection.execute(
        "INSERT INTO puzzle_ratings (puzzle, rating, deviation, answers) VALUES ($1, $2, $3, 1) "
        "ON CONFLICT (puzzle) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
        "answers = puzzle_ratings.answers + 1",
        puzzle,
        *puzzle_after,
    )
    await connection.execute(
        "INSERT INTO puzzle_answers (person_id, puzzle, game, at, solved, rating, deviation) "
        "VALUES ($1, $2, $3, $4, $5, $6, $7)",
        *(answer.person, puzzle, answer.game, answer.at, int(answer.solved), *person_after),
    )


async def _revise_ratings(connection: Connection, revised: ReviseRatings) -> None:
    if await _rated_next(connection) != revised.last + 1:
        raise Conflict
    await connection.executemany(
        "UPDATE rated SET place = $1, mu = $2, sigma = $3, new_mu = $4, new_sigma = $5 "
        "WHERE match_id = $6 AND seat = $7",
        [(*row[-5:], row.match, row.seat) for row in revised.rated],
    )
    await connection.executemany(
        "UPDATE ratings SET mu = $1, sigma = $2, matches = $3 WHERE person_id = $4 AND game = $5",
        [(*row[-3:], row.person, row.game) for row in revised.ratings],
    )


async def _add_evening_entry(connection: Connection, entry: AddEveningEntry) -> None:
    last = "SELECT coalesce(max(number) + 1, 0) FROM evening_entries WHERE evening_id = $1"
    added = await connection.execute(
        "INSERT INTO evening_entries (evening_id, number, at, body) "
        f"SELECT $1, $2::integer, $3::bigint, $4::bytea WHERE $2 = ({last}) ON CONFLICT DO NOTHING",
        *entry,
    )
    if added != "INSERT 0 1":
        raise Conflict


_PROCEDURES: dict[type[Operation], Callable[[Connection, Any], Awaitable[None]]] = {
    AddEveningEntry: _add_evening_entry,
    KeepMatch: _keep_match,
    UsePairingCode: _use_pairing_code,
    TakeChallenge: _take_challenge,
    TakeOperatorLink: _take_operator_link,
    UsePasskey: _use_passkey,
    ForgetPerson: _forget_person,
    ForgetTraces: _forget_traces,
    RenewSecret: _renew_secret,
    Expire: _expire,
    LeaveRatings: _leave_ratings,
    RateMatch: _rate_match,
    ReviseRatings: _revise_ratings,
    AnswerPuzzle: _answer_puzzle,
}
