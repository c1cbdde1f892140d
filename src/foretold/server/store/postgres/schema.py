"""PostgreSQL schema: tables, connecting, creating and upgrading."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from foretold.server.store.interface import BadDatabase, shown

if TYPE_CHECKING:
    import asyncpg

OLDEST = 14  # supported version of PostgreSQL
PATIENCE = 10.0  # seconds for an answer before the connection counts as broken
_UPGRADE = 3600.0  # the same for an upgrade step, and for processes that wait for it
_MAKING = 0x666F7265  # the advisory lock for creating or upgrading the schema

# The steps from each version to the next. A released step never changes; a new one goes to the end, and only
# adds: processes of the previous version keep running until they are stopped. Texts sort by bytes, as in SQLite.
STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE people (
            id text COLLATE "C" PRIMARY KEY,
            secret bytea NOT NULL UNIQUE,
            name text NOT NULL,
            created bigint NOT NULL,
            seen bigint NOT NULL
        )""",
        # `block` identifies the address block; `revision` grows when entries are anonymised.
        """CREATE TABLE tables (
            id text COLLATE "C" PRIMARY KEY,
            created bigint NOT NULL,
            closed bigint,
            block text NOT NULL DEFAULT '',
            revision integer NOT NULL DEFAULT 0
        )""",
        "CREATE INDEX tables_by_closing ON tables (closed)",
        # No reference to the table, which would lock its row for every entry: adding the first entry checks instead.
        """CREATE TABLE entries (
            table_id text COLLATE "C" NOT NULL,
            number integer NOT NULL,
            at bigint NOT NULL,
            version smallint NOT NULL,
            writer text NOT NULL,
            body bytea NOT NULL,
            PRIMARY KEY (table_id, number)
        )""",
        """CREATE TABLE matches (
            id text COLLATE "C" PRIMARY KEY,
            table_id text COLLATE "C" NOT NULL,
            ended bigint NOT NULL,
            how text NOT NULL,
            public integer NOT NULL,
            game text NOT NULL,
            share bytea UNIQUE,
            record bytea NOT NULL
        )""",
        "CREATE INDEX matches_by_end ON matches (ended, id)",
        "CREATE INDEX public_matches ON matches (ended, id) WHERE public = 1",
        """CREATE TABLE seats (
            match_id text COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seat integer NOT NULL,
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            PRIMARY KEY (match_id, seat)
        )""",
        "CREATE INDEX seats_by_person ON seats (person_id)",
        """CREATE TABLE links (
            token bytea PRIMARY KEY,
            kind text NOT NULL,
            table_id text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            seat integer NOT NULL,
            person_id text COLLATE "C" REFERENCES people (id) ON DELETE CASCADE,
            expires bigint
        )""",
        # The processes that serve this database, and the last heartbeat of each.
        """CREATE TABLE processes (
            id text PRIMARY KEY,
            version integer NOT NULL,
            seen timestamptz NOT NULL
        )""",
    ),
    (
        # As in SQLite: an unfinished review has no body, and its decisions are stored separately.
        """CREATE TABLE reviews (
            match_id text COLLATE "C" PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
            asked bigint NOT NULL,
            worlds integer NOT NULL,
            seed bigint NOT NULL,
            version text NOT NULL,
            body bytea
        )""",
        "CREATE INDEX reviews_to_make ON reviews (asked, match_id) WHERE body IS NULL",
        """CREATE TABLE review_decisions (
            match_id text COLLATE "C" NOT NULL REFERENCES reviews (match_id) ON DELETE CASCADE,
            event integer NOT NULL,
            body bytea NOT NULL,
            PRIMARY KEY (match_id, event)
        )""",
    ),
    (
        # As in SQLite: all devices of people with more than one.
        """CREATE TABLE devices (
            secret bytea PRIMARY KEY,
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            kind text NOT NULL,
            created bigint NOT NULL,
            seen bigint NOT NULL
        )""",
        "CREATE INDEX devices_by_person ON devices (person_id)",
        """CREATE TABLE carries (
            token bytea PRIMARY KEY,
            person_id text COLLATE "C" NOT NULL UNIQUE REFERENCES people (id) ON DELETE CASCADE,
            expires bigint NOT NULL
        )""",
        """CREATE TABLE listeners (
            id text COLLATE "C" PRIMARY KEY,
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            kind text NOT NULL,
            body bytea NOT NULL,
            language text NOT NULL,
            created bigint NOT NULL
        )""",
        "CREATE INDEX listeners_by_person ON listeners (person_id)",
        """CREATE TABLE calls (
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            path text COLLATE "C" NOT NULL,
            kind text NOT NULL,
            due bigint NOT NULL,
            tries integer NOT NULL,
            told bigint,
            PRIMARY KEY (person_id, path)
        )""",
        "CREATE INDEX calls_to_make ON calls (due) WHERE told IS NULL",
        """CREATE TABLE results (
            match_id text COLLATE "C" PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
            body bytea NOT NULL
        )""",
    ),
    (
        # As in SQLite: challenges, first attempts, bots' attempts, and sealed records.
        """CREATE TABLE challenges (
            id text COLLATE "C" PRIMARY KEY,
            made bigint NOT NULL,
            ends bigint,
            person_id text COLLATE "C" REFERENCES people (id) ON DELETE SET NULL,
            body bytea NOT NULL
        )""",
        "CREATE INDEX challenges_by_person ON challenges (person_id)",
        """CREATE TABLE tries (
            challenge_id text COLLATE "C" NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            table_id text COLLATE "C" NOT NULL,
            begun bigint NOT NULL,
            match_id text COLLATE "C",
            ended bigint,
            counted integer NOT NULL,
            points integer,
            won integer NOT NULL,
            rounds bytea,
            PRIMARY KEY (challenge_id, person_id)
        )""",
        "CREATE INDEX tries_by_person ON tries (person_id, begun)",
        "CREATE INDEX tries_by_points ON tries (challenge_id, counted, points)",
        "CREATE INDEX tries_by_match ON tries (match_id)",
        "CREATE INDEX tries_by_table ON tries (table_id)",
        """CREATE TABLE bot_tries (
            challenge_id text COLLATE "C" NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
            bot text COLLATE "C" NOT NULL,
            body bytea,
            PRIMARY KEY (challenge_id, bot)
        )""",
        "CREATE INDEX bot_tries_to_make ON bot_tries (challenge_id, bot) WHERE body IS NULL",
        """CREATE TABLE sealed (
            match_id text COLLATE "C" PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
            until bigint NOT NULL
        )""",
    ),
    (
        # As in SQLite.
        """CREATE TABLE evenings (
            id text COLLATE "C" PRIMARY KEY,
            created bigint NOT NULL,
            closed bigint,
            revision integer NOT NULL DEFAULT 0
        )""",
        """CREATE TABLE evening_entries (
            evening_id text COLLATE "C" NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
            number integer NOT NULL,
            body bytea NOT NULL,
            at bigint NOT NULL,
            PRIMARY KEY (evening_id, number)
        )""",
        """CREATE TABLE evening_people (
            evening_id text COLLATE "C" NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            member integer NOT NULL,
            PRIMARY KEY (evening_id, person_id)
        )""",
        "CREATE INDEX evenings_by_person ON evening_people (person_id)",
        "CREATE INDEX evenings_by_closing ON evenings (closed)",
        """CREATE TABLE evening_matches (
            match_id text COLLATE "C" PRIMARY KEY,
            evening_id text COLLATE "C" NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
            round integer NOT NULL
        )""",
    ),
    (
        # As in SQLite: ratings and rated matches.
        """CREATE TABLE ratings (
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            game text COLLATE "C" NOT NULL,
            since bigint NOT NULL,
            mu integer NOT NULL,
            sigma integer NOT NULL,
            matches integer NOT NULL,
            PRIMARY KEY (person_id, game)
        )""",
        "CREATE INDEX ratings_by_game ON ratings (game)",
        """CREATE TABLE rated (
            match_id text COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seat bigint NOT NULL,
            number integer NOT NULL,
            game text COLLATE "C" NOT NULL,
            at bigint NOT NULL,
            person_id text COLLATE "C" REFERENCES people (id) ON DELETE SET NULL,
            bot text NOT NULL,
            place integer NOT NULL,
            mu integer NOT NULL,
            sigma integer NOT NULL,
            new_mu integer NOT NULL,
            new_sigma integer NOT NULL,
            PRIMARY KEY (match_id, seat)
        )""",
        "CREATE INDEX rated_in_order ON rated (number, seat)",
        "CREATE INDEX rated_by_person ON rated (person_id, game, number)",
    ),
    (
        # As in SQLite: reported chat lines.
        """CREATE TABLE reports (
            table_id text COLLATE "C" NOT NULL,
            number integer NOT NULL,
            at bigint NOT NULL,
            person_id text COLLATE "C" REFERENCES people (id) ON DELETE CASCADE,
            reporter_id text COLLATE "C" REFERENCES people (id) ON DELETE SET NULL,
            body bytea NOT NULL,
            PRIMARY KEY (table_id, number)
        )""",
        "CREATE INDEX reports_by_time ON reports (at)",
        "CREATE INDEX reports_by_person ON reports (person_id)",
        "CREATE INDEX reports_by_reporter ON reports (reporter_id)",
    ),
    (
        # As in SQLite: which entries name whom, filled by triggers, for processes of the previous version too.
        """CREATE TABLE entry_people (
            table_id text COLLATE "C" NOT NULL,
            number integer NOT NULL,
            person_id text COLLATE "C" NOT NULL,
            PRIMARY KEY (person_id, table_id, number)
        )""",
        "CREATE INDEX links_by_person ON links (person_id)",
        "CREATE INDEX people_by_last_visit ON people (seen)",
        "CREATE INDEX entry_people_by_table ON entry_people (table_id, number)",
        """CREATE FUNCTION people_named(body bytea) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
        BEGIN
            RETURN QUERY SELECT DISTINCT named #>> '{}' FROM jsonb_path_query(
                replace(convert_from(body, 'UTF8'), '\\u0000', '')::jsonb, 'lax $.**.person'
            ) named WHERE jsonb_typeof(named) = 'string' AND named #>> '{}' <> '';
        EXCEPTION WHEN data_exception THEN  -- a damaged entry names nobody
        END $$""",
        """CREATE FUNCTION note_entry_people() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'UPDATE' THEN
                DELETE FROM entry_people WHERE table_id = OLD.table_id AND number = OLD.number;
            END IF;
            INSERT INTO entry_people (table_id, number, person_id)
            SELECT NEW.table_id, NEW.number, person FROM people_named(NEW.body) person ON CONFLICT DO NOTHING;
            RETURN NULL;
        END $$""",
        """CREATE FUNCTION drop_entry_people() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM entry_people WHERE table_id = OLD.id;
            RETURN NULL;
        END $$""",
        """CREATE TRIGGER entries_name_people AFTER INSERT ON entries FOR EACH ROW
        WHEN (position('"person"'::bytea IN NEW.body) > 0) EXECUTE FUNCTION note_entry_people()""",
        """CREATE TRIGGER entries_name_others AFTER UPDATE OF body ON entries FOR EACH ROW
        EXECUTE FUNCTION note_entry_people()""",
        """CREATE TRIGGER tables_drop_people AFTER DELETE ON tables FOR EACH ROW
        EXECUTE FUNCTION drop_entry_people()""",
        """INSERT INTO entry_people (table_id, number, person_id)
        SELECT table_id, number, person FROM entries CROSS JOIN LATERAL people_named(body) person
        WHERE position('"person"'::bytea IN body) > 0 AND EXISTS (SELECT 1 FROM tables WHERE id = table_id)
        ON CONFLICT DO NOTHING""",
    ),
    (
        # As in SQLite: tables by days, and passkeys.
        """CREATE TABLE plans (
            table_id text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            seat integer NOT NULL,
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            decision integer NOT NULL,
            action text NOT NULL,
            at bigint NOT NULL,
            PRIMARY KEY (table_id, seat)
        )""",
        "CREATE INDEX plans_by_person ON plans (person_id)",
        """CREATE TABLE forced_play (
            table_id text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            at bigint NOT NULL,
            PRIMARY KEY (table_id, person_id)
        )""",
        "CREATE INDEX forced_play_by_person ON forced_play (person_id)",
        """CREATE TABLE passkeys (
            id bytea PRIMARY KEY,
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            public_key bytea NOT NULL,
            counter bigint NOT NULL,
            created bigint NOT NULL,
            used bigint
        )""",
        "CREATE INDEX passkeys_by_person ON passkeys (person_id)",
        """CREATE TABLE passkey_challenges (
            token bytea PRIMARY KEY,
            person_id text COLLATE "C" REFERENCES people (id) ON DELETE CASCADE,
            expires bigint NOT NULL
        )""",
    ),
    (
        # As in SQLite: groups, their members, matches and messages.
        """CREATE TABLE groups (
            id text COLLATE "C" PRIMARY KEY,
            name text NOT NULL,
            invite text COLLATE "C" NOT NULL UNIQUE,
            owner_id text COLLATE "C" REFERENCES people (id) ON DELETE SET NULL,
            zone text NOT NULL,
            created bigint NOT NULL,
            hook text,
            schedule text
        )""",
        "CREATE INDEX groups_by_owner ON groups (owner_id)",
        """CREATE TABLE group_members (
            group_id text COLLATE "C" NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            member text COLLATE "C" NOT NULL,
            joined bigint NOT NULL,
            PRIMARY KEY (group_id, person_id)
        )""",
        "CREATE INDEX groups_by_person ON group_members (person_id)",
        """CREATE TABLE group_answers (
            group_id text COLLATE "C" NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            evening bigint NOT NULL,
            coming integer NOT NULL,
            PRIMARY KEY (group_id, person_id, evening)
        )""",
        "CREATE INDEX group_answers_by_person ON group_answers (person_id)",
        """CREATE TABLE group_matches (
            match_id text COLLATE "C" PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
            group_id text COLLATE "C" NOT NULL REFERENCES groups (id) ON DELETE CASCADE
        )""",
        "CREATE INDEX group_matches_by_group ON group_matches (group_id)",
        """CREATE TABLE group_posts (
            group_id text COLLATE "C" NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            key text COLLATE "C" NOT NULL,
            due bigint NOT NULL,
            tries integer NOT NULL,
            told bigint,
            status integer NOT NULL,
            body text NOT NULL,
            PRIMARY KEY (group_id, key)
        )""",
        "CREATE INDEX group_posts_to_send ON group_posts (due) WHERE told IS NULL",
        "ALTER TABLE calls ADD COLUMN about text NOT NULL DEFAULT ''",
    ),
    (
        # As in SQLite: people who would like to play.
        """CREATE TABLE seekers (
            person_id text COLLATE "C" PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
            games text NOT NULL,
            live integer NOT NULL,
            days integer NOT NULL,
            until bigint NOT NULL,
            calls integer NOT NULL,
            quiet_from integer NOT NULL,
            quiet_to integer NOT NULL,
            zone text NOT NULL,
            since bigint NOT NULL,
            called bigint NOT NULL,
            claim text COLLATE "C" NOT NULL DEFAULT ''
        )""",
        "CREATE INDEX seekers_listed ON seekers (until)",
        "CREATE INDEX seekers_to_call ON seekers (called, person_id) WHERE calls > 0",
        "CREATE INDEX seekers_claimed ON seekers (claim) WHERE claim <> ''",
    ),
    (
        # As in SQLite: how bots did with the cards of a person's match against bots; without a body still to be played.
        """CREATE TABLE comparisons (
            match_id text COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seat integer NOT NULL,
            bot text COLLATE "C" NOT NULL,
            asked bigint NOT NULL,
            body bytea,
            PRIMARY KEY (match_id, seat, bot)
        )""",
        "CREATE INDEX comparisons_to_make ON comparisons (asked, match_id) WHERE body IS NULL",
        # Puzzles, by the hash of their content: their ratings, people's ratings in each game, people's first answers.
        """CREATE TABLE puzzle_ratings (
            puzzle text COLLATE "C" PRIMARY KEY,
            rating integer NOT NULL,
            deviation integer NOT NULL,
            answers integer NOT NULL
        )""",
        """CREATE TABLE puzzle_solvers (
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            game text COLLATE "C" NOT NULL,
            rating integer NOT NULL,
            deviation integer NOT NULL,
            answers integer NOT NULL,
            PRIMARY KEY (person_id, game)
        )""",
        """CREATE TABLE puzzle_answers (
            person_id text COLLATE "C" NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            puzzle text COLLATE "C" NOT NULL,
            game text COLLATE "C" NOT NULL,
            at bigint NOT NULL,
            solved integer NOT NULL,
            rating integer NOT NULL,
            deviation integer NOT NULL,
            PRIMARY KEY (person_id, puzzle)
        )""",
    ),
    (
        # As in SQLite. Operators sign in by links that work once; a session is one of their browsers.
        """CREATE TABLE operator_links (
            token bytea PRIMARY KEY,
            name text NOT NULL,
            created bigint NOT NULL,
            expires bigint NOT NULL,
            lasts bigint NOT NULL
        )""",
        """CREATE TABLE operator_sessions (
            token bytea PRIMARY KEY,
            name text NOT NULL,
            created bigint NOT NULL,
            expires bigint NOT NULL
        )""",
        # What operators did. Its highest number tells a server that something has changed.
        """CREATE TABLE operator_log (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            at bigint NOT NULL,
            operator text NOT NULL,
            action text COLLATE "C" NOT NULL,
            target text NOT NULL,
            person_id text COLLATE "C" REFERENCES people (id) ON DELETE SET NULL,
            reason text NOT NULL
        )""",
        "CREATE INDEX operator_log_by_person ON operator_log (person_id)",
        # People who are muted or blocked, and blocked networks; without an end until an operator ends it.
        """CREATE TABLE restrictions (
            id text COLLATE "C" PRIMARY KEY,
            kind text COLLATE "C" NOT NULL,
            person_id text COLLATE "C" REFERENCES people (id) ON DELETE CASCADE,
            network text COLLATE "C" NOT NULL,
            at bigint NOT NULL,
            until bigint,
            operator text NOT NULL,
            reason text NOT NULL
        )""",
        "CREATE INDEX restrictions_by_person ON restrictions (person_id)",
        """CREATE TABLE announcements (
            id text COLLATE "C" PRIMARY KEY,
            text text NOT NULL,
            at bigint NOT NULL,
            until bigint,
            operator text NOT NULL
        )""",
        """CREATE TABLE limits (
            name text COLLATE "C" PRIMARY KEY,
            value bigint NOT NULL,
            at bigint NOT NULL,
            operator text NOT NULL
        )""",
        # What the server that runs the tables has yet to do.
        """CREATE TABLE orders (
            id text COLLATE "C" PRIMARY KEY,
            kind text COLLATE "C" NOT NULL,
            table_id text COLLATE "C" NOT NULL,
            person_id text COLLATE "C" NOT NULL,
            at bigint NOT NULL
        )""",
        # Load and numbers of people of each process, written every few seconds.
        """CREATE TABLE figures (
            process text COLLATE "C" PRIMARY KEY,
            at bigint NOT NULL,
            body bytea NOT NULL
        )""",
        "ALTER TABLE reports ADD COLUMN handled bigint",
        "ALTER TABLE reports ADD COLUMN handler text NOT NULL DEFAULT ''",
        "ALTER TABLE reports ADD COLUMN outcome text NOT NULL DEFAULT ''",
    ),
)


async def connect(url: str) -> asyncpg.Connection[asyncpg.Record]:
    """A connection to the database; of several hosts, the writable one."""
    import asyncpg

    chosen = parse_qs(urlsplit(url).query).get("target_session_attrs")
    connection: asyncpg.Connection[asyncpg.Record] = await asyncpg.connect(
        url,
        timeout=PATIENCE,
        command_timeout=PATIENCE,
        target_session_attrs=asyncpg.connect_utils.SessionAttribute(chosen[0] if chosen else "primary"),
        server_settings={"application_name": "foretold"},
    )
    # Commits survive a power cut, whatever the server's default is.
    await connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    return connection


async def open_database(
    connection: asyncpg.Connection[asyncpg.Record], url: str, steps: Sequence[Sequence[str]] = STEPS
) -> None:
    """Upgrades the database to the version of the last step; each step is applied atomically."""
    if connection.get_server_version().major < OLDEST:
        major = connection.get_server_version().major
        raise BadDatabase("postgres-too-old", {"found": major, "oldest": OLDEST})
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MAKING, timeout=_UPGRADE)
        version = await _version(connection, url)
        if version > len(steps):
            raise BadDatabase("database-too-new", {"file": shown(url), "found": version, "known": len(steps)})
        for step in steps[version:]:
            for statement in step:
                await connection.execute(statement, timeout=_UPGRADE)
        if version < len(steps):
            await connection.execute("UPDATE meta SET value = $1 WHERE key = 'schema'", str(len(steps)))


async def _version(connection: asyncpg.Connection[asyncpg.Record], url: str) -> int:
    """The schema version, 0 for an empty database; refuses one that is not ours and leaves it unchanged."""
    tables = {
        name
        for (name,) in await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    }
    if not tables:
        await connection.execute('CREATE TABLE meta (key text COLLATE "C" PRIMARY KEY, value text NOT NULL)')
        await connection.execute("INSERT INTO meta VALUES ('application', 'foretold'), ('schema', '0')")
        await connection.execute("INSERT INTO meta VALUES ('salt', $1)", secrets.token_hex(16))
        return 0
    rows = await connection.fetch("SELECT key, value FROM meta") if "meta" in tables else []
    meta: dict[str, str] = {row[0]: row[1] for row in rows}
    if meta.get("application") != "foretold":
        raise BadDatabase("no-database-of-ours", {"file": shown(url)})
    return int(meta["schema"])
