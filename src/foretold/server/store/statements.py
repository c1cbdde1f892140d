"""SQL that SQLite and PostgreSQL share, one statement per operation.

Parameters are written `:field` and named after the fields of the operation. SQLite takes them as they are; `numbered`
turns them into PostgreSQL's `$1`, `$2` and so on.
"""

from __future__ import annotations

import re

from foretold.server.store.operations import (
    AddAnnouncement,
    AddChallenge,
    AddEvening,
    AddGroup,
    AddGroupMatch,
    AddGroupPost,
    AddLink,
    AddNotification,
    AddOperatorLink,
    AddOrder,
    AddPasskey,
    AddPerson,
    AddReport,
    AddRestriction,
    AddSubscription,
    AnswerGroup,
    AskBotTry,
    AskComparison,
    AskForced,
    AskReview,
    BeginTry,
    ClaimSeeker,
    CloseEvening,
    DelayGroupPost,
    DelayNotification,
    DropAnnouncement,
    DropDevice,
    DropEmptyGroup,
    DropFigures,
    DropGroup,
    DropIdle,
    DropLink,
    DropNotification,
    DropOperatorLink,
    DropOperatorSession,
    DropOrder,
    DropPasskey,
    DropPlan,
    DropPlans,
    DropRestriction,
    DropSeeker,
    DropSubscription,
    HandleReport,
    HandOverGroup,
    JoinEvening,
    JoinGroup,
    JoinRatings,
    KeepBotTry,
    KeepComparison,
    KeepFigures,
    KeepPushKey,
    KeepSeeker,
    LeaveGroup,
    MarkNotified,
    MoveTry,
    NotifyMaker,
    OfferChallenge,
    OfferPairingCode,
    Operation,
    PlanCard,
    PlayForced,
    RenameGroup,
    RenamePerson,
    RenewInvite,
    ResetLimit,
    SayGroupPost,
    SealMatch,
    SeatEvening,
    SeeDevice,
    SeePerson,
    SetGroupHook,
    SetGroupSchedule,
    SetLimit,
    ShareMatch,
    UnsealRound,
)

CALLS_KEPT = 30 * 86_400_000  # ms
OPERATIONS_KEPT = 90 * 86_400_000  # ms
EMPTY_GROUPS = "DELETE FROM groups WHERE NOT EXISTS (SELECT 1 FROM group_members WHERE group_id = groups.id)"

# People to whom no row refers: they have not played, made or asked for anything.
_IDLE = " AND ".join(
    f"NOT EXISTS (SELECT 1 FROM {part} WHERE person_id = people.id)"
    for part in (
        *("seats", "entry_people", "links", "devices", "carries", "listeners", "calls"),
        *("challenges", "tries", "evening_people", "group_members", "ratings", "rated", "reports"),
        *("passkeys", "seekers", "puzzle_answers", "restrictions"),
    )
)

STATEMENTS: dict[type[Operation], str] = {
    # People
    AddPerson: "INSERT INTO people (id, secret, name, created, seen) VALUES (:id, :secret, :name, :at, :at)",
    RenamePerson: "UPDATE people SET name = :name WHERE id = :id",
    SeePerson: "UPDATE people SET seen = CASE WHEN seen < :at THEN :at ELSE seen END WHERE id = :id",
    SeeDevice: "UPDATE devices SET seen = CASE WHEN seen < :at THEN :at ELSE seen END WHERE secret = :secret",
    OfferPairingCode: (
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
    OfferChallenge: "INSERT INTO passkey_challenges (token, person_id, expires) VALUES (:token, :person, :expires)",
    AddPasskey: (
        "INSERT INTO passkeys (id, person_id, public_key, counter, created) "
        "VALUES (:id, :person, :key, :counter, :at) ON CONFLICT (id) DO NOTHING"
    ),
    DropPasskey: "DELETE FROM passkeys WHERE id = :id AND person_id = :person",
    DropIdle: (
        "DELETE FROM people WHERE id IN "
        f"(SELECT id FROM people WHERE seen >= :since AND seen < :before AND {_IDLE} LIMIT :most)"
    ),
    # Notifications
    AddSubscription: (
        "INSERT INTO listeners (id, person_id, kind, body, language, created) "
        "VALUES (:id, :person, :kind, :body, :language, :at) ON CONFLICT (id) DO UPDATE SET "
        "person_id = excluded.person_id, body = excluded.body, language = excluded.language"
    ),
    DropSubscription: "DELETE FROM listeners WHERE id = :id",
    AddNotification: (
        "INSERT INTO calls (person_id, path, kind, due, tries, about) "
        "SELECT CAST(:person AS text), CAST(:path AS text), CAST(:kind AS text), CAST(:due AS bigint), 0, "
        "CAST(:about AS text) WHERE EXISTS (SELECT 1 FROM listeners WHERE person_id = :person) "
        "ON CONFLICT (person_id, path) DO UPDATE SET kind = excluded.kind, due = excluded.due, tries = 0, "
        "told = NULL, about = excluded.about WHERE calls.told < CAST(:since AS bigint)"
    ),
    NotifyMaker: (
        "INSERT INTO calls (person_id, path, kind, due, tries, about) "
        "SELECT person_id, CAST(:path AS text), CAST(:kind AS text), CAST(:due AS bigint), 0, '' FROM challenges "
        "WHERE id = :challenge AND EXISTS (SELECT 1 FROM listeners WHERE listeners.person_id = challenges.person_id) "
        "AND NOT EXISTS (SELECT 1 FROM seats WHERE match_id = :match AND seats.person_id = challenges.person_id) "
        "ON CONFLICT (person_id, path) DO UPDATE SET kind = excluded.kind, due = excluded.due, tries = 0, "
        "told = NULL, about = '' WHERE calls.told < CAST(:since AS bigint)"
    ),
    MarkNotified: "UPDATE calls SET told = :at, about = '' WHERE person_id = :person AND path = :path",
    DelayNotification: "UPDATE calls SET due = :due, tries = tries + 1 WHERE person_id = :person AND path = :path",
    DropNotification: "DELETE FROM calls WHERE person_id = :person AND path = :path",
    KeepPushKey: "INSERT INTO meta (key, value) VALUES ('push', :key) ON CONFLICT (key) DO NOTHING",
    # People who would like to play
    KeepSeeker: (
        "INSERT INTO seekers (person_id, games, live, days, until, calls, quiet_from, quiet_to, zone, since, called, "
        "claim) VALUES (:person, :games, :live, :days, :until, :calls, :quiet_from, :quiet_to, :zone, :at, 0, '') "
        "ON CONFLICT (person_id) DO UPDATE SET games = excluded.games, live = excluded.live, days = excluded.days, "
        "until = excluded.until, calls = excluded.calls, quiet_from = excluded.quiet_from, "
        "quiet_to = excluded.quiet_to, zone = excluded.zone, since = excluded.since"
    ),
    DropSeeker: "DELETE FROM seekers WHERE person_id = :person",
    ClaimSeeker: (
        "UPDATE seekers SET called = :at, claim = :claim WHERE person_id = :person AND called = :before AND calls > 0"
    ),
    # Tables and matches
    PlanCard: (
        "INSERT INTO plans (table_id, seat, person_id, decision, action, at) "
        "VALUES (:table, :seat, :person, :decision, :action, :at) ON CONFLICT (table_id, seat) DO UPDATE SET "
        "person_id = excluded.person_id, decision = excluded.decision, action = excluded.action, at = excluded.at"
    ),
    DropPlan: "DELETE FROM plans WHERE table_id = :table AND seat = :seat AND decision <= :decision",
    DropPlans: "DELETE FROM plans WHERE table_id = :table",
    PlayForced: (
        "INSERT INTO forced_play (table_id, person_id, at) VALUES (:table, :person, :at) ON CONFLICT DO NOTHING"
    ),
    AskForced: "DELETE FROM forced_play WHERE table_id = :table AND person_id = :person",
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
    AskComparison: (
        "INSERT INTO comparisons (match_id, seat, bot, asked) VALUES (:match, :seat, :bot, :asked) "
        "ON CONFLICT DO NOTHING"
    ),
    KeepComparison: (
        "UPDATE comparisons SET body = :body WHERE match_id = :match AND seat = :seat AND bot = :bot AND body IS NULL"
    ),
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
    # Groups
    AddGroup: (
        "INSERT INTO groups (id, name, invite, owner_id, zone, created) "
        "VALUES (:id, :name, :invite, :owner, :zone, :at)"
    ),
    JoinGroup: (
        "INSERT INTO group_members (group_id, person_id, member, joined) "
        "SELECT id, CAST(:person AS text), CAST(:member AS text), CAST(:at AS bigint) FROM groups WHERE id = :group "
        "AND (SELECT count(*) FROM group_members WHERE group_id = :group) < CAST(:most AS bigint) "
        "ON CONFLICT DO NOTHING"
    ),
    LeaveGroup: "DELETE FROM group_members WHERE group_id = :group AND member = :member",
    DropGroup: "DELETE FROM groups WHERE id = :id",
    DropEmptyGroup: (
        "DELETE FROM groups WHERE id = :id AND NOT EXISTS (SELECT 1 FROM group_members WHERE group_id = :id)"
    ),
    RenameGroup: "UPDATE groups SET name = :name WHERE id = :id",
    RenewInvite: "UPDATE groups SET invite = :invite WHERE id = :id",
    HandOverGroup: "UPDATE groups SET owner_id = :owner WHERE id = :id",
    SetGroupHook: "UPDATE groups SET hook = :hook WHERE id = :id",
    SetGroupSchedule: "UPDATE groups SET schedule = :schedule, zone = :zone WHERE id = :id",
    AnswerGroup: (
        "INSERT INTO group_answers (group_id, person_id, evening, coming) "
        "VALUES (:group, :person, :evening, :coming) "
        "ON CONFLICT (group_id, person_id, evening) DO UPDATE SET coming = excluded.coming"
    ),
    AddGroupMatch: (
        "INSERT INTO group_matches (match_id, group_id) SELECT matches.id, groups.id FROM matches, groups "
        "WHERE matches.id = :match AND groups.id = :group ON CONFLICT DO NOTHING"
    ),
    AddGroupPost: (
        "INSERT INTO group_posts (group_id, key, due, tries, status, body) "
        "SELECT id, CAST(:key AS text), CAST(:due AS bigint), 0, 0, CAST(:body AS text) FROM groups "
        "WHERE id = :group AND hook IS NOT NULL ON CONFLICT DO NOTHING"
    ),
    SayGroupPost: (
        "UPDATE group_posts SET told = :at, status = :status, body = '' WHERE group_id = :group AND key = :key"
    ),
    DelayGroupPost: "UPDATE group_posts SET due = :due, tries = tries + 1 WHERE group_id = :group AND key = :key",
    # Operators
    AddOperatorLink: (
        "INSERT INTO operator_links (token, name, created, expires, lasts) "
        "VALUES (:token, :name, :at, :expires, :lasts)"
    ),
    DropOperatorLink: "DELETE FROM operator_links WHERE token = :token",
    DropOperatorSession: "DELETE FROM operator_sessions WHERE token = :token",
    AddRestriction: (
        "INSERT INTO restrictions (id, kind, person_id, network, at, until, operator, reason) "
        "VALUES (:id, :kind, :person, :network, :at, :until, :operator, :reason)"
    ),
    DropRestriction: "DELETE FROM restrictions WHERE id = :id",
    AddAnnouncement: (
        "INSERT INTO announcements (id, text, at, until, operator) VALUES (:id, :text, :at, :until, :operator)"
    ),
    DropAnnouncement: "DELETE FROM announcements WHERE id = :id",
    SetLimit: (
        "INSERT INTO limits (name, value, at, operator) VALUES (:name, :value, :at, :operator) "
        "ON CONFLICT (name) DO UPDATE SET value = excluded.value, at = excluded.at, operator = excluded.operator"
    ),
    ResetLimit: "DELETE FROM limits WHERE name = :name",
    HandleReport: (
        "UPDATE reports SET handled = :at, handler = :operator, outcome = :outcome "
        "WHERE table_id = :table AND number = :number"
    ),
    AddOrder: "INSERT INTO orders (id, kind, table_id, person_id, at) VALUES (:id, :kind, :table, :person, :at)",
    DropOrder: "DELETE FROM orders WHERE id = :id",
    KeepFigures: (
        "INSERT INTO figures (process, at, body) VALUES (:process, :at, :body) "
        "ON CONFLICT (process) DO UPDATE SET at = excluded.at, body = excluded.body"
    ),
    DropFigures: "DELETE FROM figures WHERE process = :process",
}


def numbered(kind: type[Operation], statement: str) -> str:
    """Rewrites the named parameters of a statement as positions among the operation's fields."""
    places = {field: place for place, field in enumerate(kind._fields, start=1)}
    return re.sub(r"(?<!:):(\w+)", lambda name: f"${places[name[1]]}", statement)
