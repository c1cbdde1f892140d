"""SQL that SQLite and PostgreSQL share, one statement per operation.

Parameters are written `:field` and named after the fields of the operation. SQLite takes them as they are; `numbered`
turns them into PostgreSQL's `$1`, `$2` and so on.
"""

from __future__ import annotations

import re

from foretold.server.store.operations import (
    AddCall,
    AddChallenge,
    AddEvening,
    AddLink,
    AddListener,
    AddPerson,
    AddReport,
    AskBotTry,
    AskReview,
    BeginTry,
    CloseEvening,
    DelayCall,
    DropCall,
    DropDevice,
    DropIdle,
    DropLink,
    DropListener,
    JoinEvening,
    JoinRatings,
    KeepBotTry,
    KeepPushKey,
    MoveTry,
    OfferCarry,
    Operation,
    RenamePerson,
    SayCall,
    SealMatch,
    SeatEvening,
    SeeDevice,
    SeePerson,
    ShareMatch,
    UnsealRound,
)

CALLS_KEPT = 30 * 86_400_000  # ms

# People to whom no row refers: they have not played, made or asked for anything.
_IDLE = " AND ".join(
    f"NOT EXISTS (SELECT 1 FROM {part} WHERE person_id = people.id)"
    for part in (
        *("seats", "entry_people", "links", "devices", "carries", "listeners", "calls"),
        *("challenges", "tries", "evening_people", "ratings", "rated", "reports"),
    )
)

STATEMENTS: dict[type[Operation], str] = {
    # People
    AddPerson: "INSERT INTO people (id, secret, name, created, seen) VALUES (:id, :secret, :name, :at, :at)",
    RenamePerson: "UPDATE people SET name = :name WHERE id = :id",
    SeePerson: "UPDATE people SET seen = CASE WHEN seen < :at THEN :at ELSE seen END WHERE id = :id",
    SeeDevice: "UPDATE devices SET seen = CASE WHEN seen < :at THEN :at ELSE seen END WHERE secret = :secret",
    OfferCarry: (
        "INSERT INTO carries (token, person_id, expires) VALUES (:token, :person, :expires) "
        "ON CONFLICT (person_id) DO UPDATE SET token = excluded.token, expires = excluded.expires"
    ),
    DropDevice: (
        "DELETE FROM devices WHERE secret = :secret AND EXISTS "
        "(SELECT 1 FROM devices other WHERE other.person_id = devices.person_id AND other.secret <> :secret)"
    ),
    AddReport: (
        "INSERT INTO reports (table_id, number, at, person_id, reporter_id, body) VALUES (:table, :number, :at, "
        "(SELECT id FROM people WHERE id = :person), (SELECT id FROM people WHERE id = :reporter), :body) "
        "ON CONFLICT DO NOTHING"
    ),
    DropIdle: (
        "DELETE FROM people WHERE id IN "
        f"(SELECT id FROM people WHERE seen >= :since AND seen < :before AND {_IDLE} LIMIT :most)"
    ),
    # Notifications
    AddListener: (
        "INSERT INTO listeners (id, person_id, kind, body, language, created) "
        "VALUES (:id, :person, :kind, :body, :language, :at) ON CONFLICT (id) DO UPDATE SET "
        "person_id = excluded.person_id, body = excluded.body, language = excluded.language"
    ),
    DropListener: "DELETE FROM listeners WHERE id = :id",
    AddCall: (
        "INSERT INTO calls (person_id, path, kind, due, tries) "
        "SELECT CAST(:person AS text), CAST(:path AS text), CAST(:kind AS text), CAST(:due AS bigint), 0 "
        "WHERE EXISTS (SELECT 1 FROM listeners WHERE person_id = :person) "
        "ON CONFLICT (person_id, path) DO UPDATE SET kind = excluded.kind, due = excluded.due, tries = 0, told = NULL "
        "WHERE calls.told < CAST(:since AS bigint)"
    ),
    SayCall: "UPDATE calls SET told = :at WHERE person_id = :person AND path = :path",
    DelayCall: "UPDATE calls SET due = :due, tries = tries + 1 WHERE person_id = :person AND path = :path",
    DropCall: "DELETE FROM calls WHERE person_id = :person AND path = :path",
    KeepPushKey: "INSERT INTO meta (key, value) VALUES ('push', :key) ON CONFLICT (key) DO NOTHING",
    # Tables and matches
    AddLink: (
        "INSERT INTO links (token, kind, table_id, seat, person_id, expires) "
        "VALUES (:token, :kind, :table, :seat, :person, :expires)"
    ),
    DropLink: "DELETE FROM links WHERE token = :token",
    ShareMatch: "UPDATE matches SET share = :share WHERE id = :id",
    SealMatch: "INSERT INTO sealed (match_id, until) VALUES (:match, :until) ON CONFLICT (match_id) DO NOTHING",
    AskReview: (
        "INSERT INTO reviews (match_id, asked, worlds, seed, version) "
        "VALUES (:match, :asked, :worlds, :seed, :version) ON CONFLICT (match_id) DO NOTHING"
    ),
    # Challenges
    AddChallenge: (
        "INSERT INTO challenges (id, made, ends, person_id, body) VALUES (:id, :made, :ends, :person, :body) "
        "ON CONFLICT (id) DO NOTHING"
    ),
    AskBotTry: "INSERT INTO bot_tries (challenge_id, bot) VALUES (:challenge, :bot) ON CONFLICT DO NOTHING",
    BeginTry: (
        "INSERT INTO tries (challenge_id, person_id, table_id, begun, counted, won) "
        "VALUES (:challenge, :person, :table, :at, 0, 0) ON CONFLICT (challenge_id, person_id) DO NOTHING"
    ),
    MoveTry: (
        "UPDATE tries SET table_id = :table "
        "WHERE challenge_id = :challenge AND person_id = :person AND table_id = :old AND ended IS NULL"
    ),
    KeepBotTry: "UPDATE bot_tries SET body = :body WHERE challenge_id = :challenge AND bot = :bot AND body IS NULL",
    # Evenings
    AddEvening: "INSERT INTO evenings (id, created) VALUES (:id, :at)",
    JoinEvening: (
        "INSERT INTO evening_people (evening_id, person_id, member) VALUES (:evening, :person, :member) "
        "ON CONFLICT DO NOTHING"
    ),
    SeatEvening: "INSERT INTO evening_matches (match_id, evening_id, round) VALUES (:match, :evening, :round)",
    UnsealRound: (
        "DELETE FROM sealed WHERE match_id IN "
        "(SELECT match_id FROM evening_matches WHERE evening_id = :evening AND round = :round)"
    ),
    CloseEvening: "UPDATE evenings SET closed = :at WHERE id = :id",
    # Ratings
    JoinRatings: (
        "INSERT INTO ratings (person_id, game, since, mu, sigma, matches) "
        "VALUES (:person, :game, :since, :mu, :sigma, 0) ON CONFLICT (person_id, game) DO NOTHING"
    ),
}


def numbered(kind: type[Operation], statement: str) -> str:
    """Rewrites the named parameters of a statement as positions among the operation's fields."""
    places = {field: place for place, field in enumerate(kind._fields, start=1)}
    return re.sub(r"(?<!:):(\w+)", lambda name: f"${places[name[1]]}", statement)
