"""Applies operations to SQLite, a run of the same kind at a time, within the writer's transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import chain, groupby
from typing import Any

from foretold.ratings import Kept
from foretold.ratings.glicko import Glicko
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
from foretold.server.store.statements import CALLS_KEPT, EMPTY_GROUPS, OPERATIONS_KEPT, STATEMENTS

# One statement inserts many entries, because sqlite3 releases the GIL for every statement, and with a busy event
# loop it takes milliseconds to get it back.
_MOST_ROWS = 100


@cache
def _insert(rows: int) -> str:
    return "INSERT INTO entries (table_id, number, at, body) VALUES " + ", ".join(["(?, ?, ?, ?)"] * rows)


_STATEMENTS: dict[type[Operation], str] = {
    **STATEMENTS,
    AddTable: "INSERT INTO tables (id, created) VALUES (:id, :at)",
    CloseTable: "UPDATE tables SET closed = :at WHERE id = :id",
    DropTable: "DELETE FROM tables WHERE id = :id",
    KeepResult: (
        "INSERT INTO results (match_id, body) SELECT id, :body FROM matches WHERE id = :match "
        "ON CONFLICT (match_id) DO UPDATE SET body = excluded.body"
    ),
    KeepDecision: (
        "INSERT INTO review_decisions (match_id, event, body) SELECT match_id, :event, :body FROM reviews "
        "WHERE match_id = :match AND asked = :asked AND body IS NULL ON CONFLICT (match_id, event) DO NOTHING"
    ),
    EndTry: (
        "UPDATE tries SET match_id = :match, ended = :ended, counted = :counted, points = :points, won = :won, "
        "rounds = :rounds WHERE challenge_id = :challenge AND table_id = :table AND ended IS NULL"
    ),
    AddEveningEntry: (
        "INSERT INTO evening_entries (evening_id, number, body, at) VALUES (:evening, :number, :body, :at)"
    ),
    LogOperator: (
        "INSERT INTO operator_log (number, at, operator, action, target, person_id, reason) "
        "SELECT coalesce(max(number), 0) + 1, :at, :operator, :action, :target, "
        "(SELECT id FROM people WHERE id = :person), :reason FROM operator_log"
    ),
    Alive: "INSERT INTO meta (key, value) VALUES ('alive', :at) ON CONFLICT (key) DO UPDATE SET value = :at",
}
_KEEP_MATCH = (
    "INSERT INTO matches (id, table_id, ended, how, public, game, record) "
    "VALUES (:id, :table, :ended, :how, :public, :game, :record) "
    # After a take-back a match can end again: the last end counts.
    "ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, how = excluded.how, record = excluded.record"
)


def apply(connection: sqlite3.Connection, operations: Iterable[Operation]) -> None:
    """Applies all operations in order."""
    for kind, run in groupby(operations, type):
        if kind in _STATEMENTS:
            connection.executemany(_STATEMENTS[kind], (operation._asdict() for operation in run))
        else:
            _PROCEDURES[kind](connection, list(run))


def in_one(operations: Sequence[Operation]) -> bool:
    """True if a single statement applies them, which is a transaction by itself."""
    return 0 < len(operations) <= _MOST_ROWS and all(type(operation) is AddEntry for operation in operations)


def _add_entries(connection: sqlite3.Connection, entries: Sequence[AddEntry]) -> None:
    for at in range(0, len(entries), _MOST_ROWS):
        rows = entries[at : at + _MOST_ROWS]
        connection.execute(_insert(len(rows)), [*chain.from_iterable(rows)])


def _keep_matches(connection: sqlite3.Connection, matches: Sequence[KeepMatch]) -> None:
    for match in matches:
        known, gone = [], set()
        for seat, person in match.people:
            if connection.execute("SELECT 1 FROM people WHERE id = ?", (person,)).fetchone():
                known.append((match.id, seat, person))
            else:  # deleted while playing: the record must not bring the name back
                gone.add(seat)
        record = without_names(match.record, gone) if gone else match.record
        connection.execute(_KEEP_MATCH, {**match._asdict(), "record": record})
        connection.execute("DELETE FROM reviews WHERE match_id = ?", (match.id,))  # of its earlier end
        connection.execute("DELETE FROM results WHERE match_id = ?", (match.id,))
        if match.result:
            connection.execute(_STATEMENTS[KeepResult], {"match": match.id, "body": match.result})
        connection.executemany("INSERT OR IGNORE INTO seats (match_id, seat, person_id) VALUES (?, ?, ?)", known)


def _keep_reviews(connection: sqlite3.Connection, reviews: Sequence[KeepReview]) -> None:
    for review in reviews:
        kept = "UPDATE reviews SET body = :body WHERE match_id = :match AND asked = :asked"
        if connection.execute(kept, review._asdict()).rowcount:
            connection.execute("DELETE FROM review_decisions WHERE match_id = ?", (review.match,))  # the body has them


def _use_pairing_codes(connection: sqlite3.Connection, codes: Sequence[UsePairingCode]) -> None:
    for code in codes:
        statement = "DELETE FROM carries WHERE token = ? AND expires >= ? RETURNING person_id"
        person = connection.execute(statement, (code.token, code.at)).fetchone()
        if person is None:
            raise NoOffer
        _add_device(connection, person[0], code.secret, code.kind, code.at)


def _add_device(connection: sqlite3.Connection, person: str, secret: bytes, kind: str, at: int) -> None:
    """Adds a device to a person; with the second one, the first is listed too."""
    connection.execute(
        "INSERT INTO devices (secret, person_id, kind, created, seen) SELECT secret, id, '', created, seen "
        "FROM people WHERE id = ? AND NOT EXISTS (SELECT 1 FROM devices WHERE person_id = id)",
        (person,),
    )
    added = "INSERT INTO devices (secret, person_id, kind, created, seen) VALUES (?, ?, ?, ?, ?)"
    connection.execute(added, (secret, person, kind, at, at))


def _take_challenges(connection: sqlite3.Connection, challenges: Sequence[TakeChallenge]) -> None:
    for token, person, at in challenges:
        taken = "DELETE FROM passkey_challenges WHERE token = ? AND person_id IS ? AND expires >= ?"
        if not connection.execute(taken, (token, person, at)).rowcount:
            raise NoOffer


def _use_passkeys(connection: sqlite3.Connection, uses: Sequence[UsePasskey]) -> None:
    for id, counter, secret, kind, at in uses:
        used = "UPDATE passkeys SET counter = ?, used = ? WHERE id = ? RETURNING person_id"
        person = connection.execute(used, (counter, at, id)).fetchone()
        if person is None:
            raise NoOffer
        _add_device(connection, person[0], secret, kind, at)


def _take_operator_links(connection: sqlite3.Connection, links: Sequence[TakeOperatorLink]) -> None:
    for link in links:
        taken = "DELETE FROM operator_links WHERE token = ? AND expires >= ? RETURNING name, lasts"
        row = connection.execute(taken, (link.token, link.at)).fetchone()
        if row is None:
            raise NoOffer
        begun = "INSERT INTO operator_sessions (token, name, created, expires) VALUES (?, ?, ?, ?)"
        connection.execute(begun, (link.session, row[0], link.at, link.at + row[1]))


def _leave_ratings(connection: sqlite3.Connection, operations: Sequence[LeaveRatings]) -> None:
    people = [(operation.person,) for operation in operations]
    connection.executemany("DELETE FROM ratings WHERE person_id = ?", people)
    connection.executemany("UPDATE rated SET person_id = NULL WHERE person_id = ?", people)


def _rate_matches(connection: sqlite3.Connection, matches: Sequence[RateMatch]) -> None:
    for match in matches:
        people = match.people()
        marks = ", ".join("?" * len(people))
        wanted = f"SELECT person_id, mu, sigma FROM ratings WHERE game = ? AND person_id IN ({marks})"
        ratings = {id: Kept(mu, sigma) for id, mu, sigma in connection.execute(wanted, (match.game, *people))}
        rows = match.rows(_rated_next(connection), ratings)
        if rows and not connection.execute("SELECT 1 FROM rated WHERE match_id = ?", (match.match,)).fetchone():
            columns, marks = ", ".join(RATED), ", ".join("?" * len(RATED))
            connection.executemany(f"INSERT INTO rated ({columns}) VALUES ({marks})", rows)
            connection.executemany(
                "UPDATE ratings SET mu = ?, sigma = ?, matches = matches + 1 WHERE person_id = ? AND game = ?",
                [(row.new_mu, row.new_sigma, row.person, row.game) for row in rows if row.person],
            )


def _rated_next(connection: sqlite3.Connection) -> int:
    number: int = connection.execute("SELECT coalesce(max(number) + 1, 0) FROM rated").fetchone()[0]
    return number


def _answer_puzzles(connection: sqlite3.Connection, answers: Sequence[AnswerPuzzle]) -> None:
    for answer in answers:
        own, puzzle = (answer.person, answer.game), (answer.puzzle,)
        if not connection.execute("SELECT 1 FROM people WHERE id = ?", (answer.person,)).fetchone():
            continue
        known = "SELECT 1 FROM puzzle_answers WHERE person_id = ? AND puzzle = ?"
        if connection.execute(known, (answer.person, answer.puzzle)).fetchone():
            continue
        rated = "SELECT rating, deviation FROM puzzle_solvers WHERE person_id = ? AND game = ?"
        person_before = connection.execute(rated, own).fetchone()
        puzzle_before = connection.execute(
            "SELECT rating, deviation FROM puzzle_ratings WHERE puzzle = ?", puzzle
        ).fetchone()
        person_after, puzzle_after = answer.rated(
            person_before and Glicko(*person_before), puzzle_before and Glicko(*puzzle_before)
        )
        changed = "DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, answers = answers + 1"
        connection.execute(
            "INSERT INTO puzzle_solvers (person_id, game, rating, deviation, answers) VALUES (?, ?, ?, ?, 1) "
            f"ON CONFLICT (person_id, game) {changed}",
            (*own, *person_after),
        )
        connection.execute(
            "INSERT INTO puzzle_ratings (puzzle, rating, deviation, answers) VALUES (?, ?, ?, 1) "
            f"ON CONFLICT (puzzle) {changed}",
            (*puzzle, *puzzle_after),
        )
        connection.execute(
            "INSERT INTO puzzle_answers (person_id, puzzle, game, at, solved, rating, deviation) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (answer.person, answer.puzzle, answer.game, answer.at, answer.solved, *person_after),
        )


def _revise_ratings(connection: sqlite3.Connection, operations: Sequence[ReviseRatings]) -> None:
    for revised in operations:
        if _rated_next(connection) != revised.last + 1:
            raise Conflict
        connection.executemany(
            "UPDATE rated SET place = ?, mu = ?, sigma = ?, new_mu = ?, new_sigma = ? WHERE match_id = ? AND seat = ?",
            [(*row[-5:], row.match, row.seat) for row in revised.rated],
        )
        connection.executemany(
            "UPDATE ratings SET mu = ?, sigma = ?, matches = ? WHERE person_id = ? AND game = ?",
            [(*row[-3:], row.person, row.game) for row in revised.ratings],
        )


def _forget_people(connection: sqlite3.Connection, operations: Sequence[ForgetPerson]) -> None:
    _forget(connection, {operation.id for operation in operations})


def _forget(connection: sqlite3.Connection, people: Collection[str]) -> None:
    """Deletes people with their seats and links; records and journals no longer name them."""
    for person in people:
        matches = connection.execute("SELECT DISTINCT match_id FROM seats WHERE person_id = ?", (person,)).fetchall()
        named = "SELECT table_id, number FROM entry_people WHERE person_id = ?"  # including closed tables
        entries = connection.execute(named, (person,)).fetchall()
        _forget_traces(connection, [ForgetTraces(person, tuple(match for (match,) in matches), tuple(entries))])
        at = "SELECT evening_id FROM evening_people WHERE person_id = ?"
        read = f"SELECT evening_id, number, body FROM evening_entries WHERE evening_id IN ({at})"
        changed = [
            (body, evening, number)
            for evening, number, old in connection.execute(read, (person,)).fetchall()
            if (body := without_people(old, {person})) is not None
        ]
        connection.executemany("UPDATE evening_entries SET body = ? WHERE evening_id = ? AND number = ?", changed)
        revised = {(evening,) for _, evening, _ in changed}
        connection.executemany("UPDATE evenings SET revision = revision + 1 WHERE id = ?", revised)
        connection.execute("DELETE FROM people WHERE id = ?", (person,))  # cascades to links and everything else


def _forget_traces(connection: sqlite3.Connection, operations: Sequence[ForgetTraces]) -> None:
    for person, matches, entries in operations:
        for match in matches:
            rows = connection.execute("SELECT seat FROM seats WHERE match_id = ? AND person_id = ?", (match, person))
            gone = {seat for (seat,) in rows}
            record = connection.execute("SELECT record FROM matches WHERE id = ?", (match,)).fetchone()
            if gone and record is not None:
                blotted = without_names(record[0], gone)
                connection.execute("UPDATE matches SET record = ? WHERE id = ?", (blotted, match))
            connection.execute("DELETE FROM seats WHERE match_id = ? AND person_id = ?", (match, person))
        for key in entries:
            old = connection.execute("SELECT body FROM entries WHERE table_id = ? AND number = ?", key).fetchone()
            body = None if old is None else without_people(old[0], {person})
            if body is not None:
                connection.execute("UPDATE entries SET body = ? WHERE table_id = ? AND number = ?", (body, *key))


def _renew_secrets(connection: sqlite3.Connection, operations: Sequence[RenewSecret]) -> None:
    for person, secret in operations:
        for part in ("devices", "carries", "links"):
            connection.execute(f"DELETE FROM {part} WHERE person_id = ?", (person,))
        connection.execute("UPDATE people SET secret = ? WHERE id = ?", (secret, person))


def _expire(connection: sqlite3.Connection, operations: Sequence[Expire]) -> None:
    for now, people_after, tables_after in operations:
        connection.execute("DELETE FROM calls WHERE due < ?", (now - CALLS_KEPT,))
        for part in ("carries", "passkey_challenges", "operator_links", "operator_sessions"):
            connection.execute(f"DELETE FROM {part} WHERE expires < ?", (now,))
        connection.execute("DELETE FROM tables WHERE closed < ?", (now - tables_after,))
        connection.execute("DELETE FROM reports WHERE at < ?", (now - tables_after,))
        connection.execute("DELETE FROM evenings WHERE closed < ?", (now - tables_after,))
        connection.execute("DELETE FROM group_posts WHERE due < ?", (now - CALLS_KEPT,))
        connection.execute("DELETE FROM operator_log WHERE at < ?", (now - OPERATIONS_KEPT,))
        for part in ("restrictions", "announcements"):
            connection.execute(f"DELETE FROM {part} WHERE until < ?", (now,))
        connection.execute("DELETE FROM group_answers WHERE evening < ?", (now - CALLS_KEPT,))
        unseen = connection.execute("SELECT id FROM people WHERE seen < ?", (now - people_after,))
        people = {person for (person,) in unseen}
        if people:
            people -= _people_at_open_tables(connection)
        if people:
            _forget(connection, people)
        connection.execute(EMPTY_GROUPS)


def _people_at_open_tables(connection: sqlite3.Connection) -> set[str]:
    named = "SELECT DISTINCT person_id FROM entry_people JOIN tables ON table_id = id WHERE closed IS NULL"
    people = {person for (person,) in connection.execute(named)}
    at_evenings = "SELECT person_id FROM evening_people JOIN evenings ON evening_id = id WHERE closed IS NULL"
    return people | {person for (person,) in connection.execute(at_evenings)}


_PROCEDURES: dict[type[Operation], Callable[[sqlite3.Connection, list[Any]], None]] = {
    AddEntry: _add_entries,
    KeepMatch: _keep_matches,
    KeepReview: _keep_reviews,
    UsePairingCode: _use_pairing_codes,
    TakeChallenge: _take_challenges,
    TakeOperatorLink: _take_operator_links,
    UsePasskey: _use_passkeys,
    ForgetPerson: _forget_people,
    ForgetTraces: _forget_traces,
    RenewSecret: _renew_secrets,
    Expire: _expire,
    LeaveRatings: _leave_ratings,
    RateMatch: _rate_matches,
    ReviseRatings: _revise_ratings,
    AnswerPuzzle: _answer_puzzles,
}
