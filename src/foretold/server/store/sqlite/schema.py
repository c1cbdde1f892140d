"""SQLite schema: tables, opening, upgrading and copying a database."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from foretold.server.store.interface import BadDatabase

APPLICATION = 0x666F7265  # "fore", in the file's header: databases of other programs are never touched
BUSY_SECONDS = 10.0  # how long one process waits while another writes
_SETTINGS = (  # of each connection
    "synchronous = FULL",  # commits survive a power cut
    "foreign_keys = ON",
    "secure_delete = ON",  # deleted data leaves no bytes behind
    "cache_size = -16000",  # KiB
    "journal_size_limit = 67108864",  # bytes: a log that grew during a long read shrinks again
)

_PERSON = "X'22706572736F6E22'"  # "person" with its quotes, as bytes


def _named(body: str) -> str:
    """The end of a query for the people whom an entry names; a damaged entry names nobody."""
    text = f"CAST({body} AS TEXT)"
    return (
        f"FROM json_tree(CASE WHEN json_valid({text}) THEN {text} ELSE '{{}}' END) "
        "WHERE key = 'person' AND type = 'text' AND value <> ''"
    )


# The steps from each version to the next. A released step never changes; a new one goes to the end.
# Times are milliseconds since the epoch; secrets and tokens are stored as SHA-256 hashes only.
STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE people (
            id TEXT PRIMARY KEY NOT NULL,
            secret BLOB NOT NULL UNIQUE,
            name TEXT NOT NULL,
            created INTEGER NOT NULL,
            seen INTEGER NOT NULL
        )""",
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY NOT NULL,
            created INTEGER NOT NULL,
            closed INTEGER
        )""",
        """CREATE TABLE entries (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            at INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (table_id, number)
        ) WITHOUT ROWID""",
        # After an entry that could not be written, those queued behind it must not get in: a journal with a gap
        # has no state.
        """CREATE TRIGGER entries_follow_each_other BEFORE INSERT ON entries
        WHEN NEW.number <> ifnull((SELECT max(number) + 1 FROM entries WHERE table_id = NEW.table_id), NEW.number)
        BEGIN SELECT RAISE(ABORT, 'the entry does not follow the last one of its table'); END""",
        # No reference to the table: records outlive it. The record is the last column, so that lists don't read it.
        """CREATE TABLE matches (
            id TEXT PRIMARY KEY NOT NULL,
            table_id TEXT NOT NULL,
            ended INTEGER NOT NULL,
            how TEXT NOT NULL,
            public INTEGER NOT NULL,
            game TEXT NOT NULL,
            share BLOB UNIQUE,
            record BLOB NOT NULL
        )""",
        """CREATE TABLE seats (
            match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            PRIMARY KEY (match_id, seat)
        ) WITHOUT ROWID""",
        """CREATE TABLE links (
            token BLOB PRIMARY KEY NOT NULL,
            kind TEXT NOT NULL,
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            person_id TEXT REFERENCES people (id) ON DELETE CASCADE,
            expires INTEGER
        ) WITHOUT ROWID""",
        "CREATE TABLE meta (key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID",
    ),
    (
        "CREATE INDEX seats_by_person ON seats (person_id)",
        "CREATE INDEX tables_by_closing ON tables (closed)",
        "CREATE INDEX matches_by_end ON matches (ended, id)",
        "CREATE INDEX public_matches ON matches (ended, id) WHERE public = 1",
    ),
    (
        # A requested review; an unfinished one has no body, and its decisions are stored separately.
        # Body: the JSON described in docs/coach.md. A match that ends again after a take-back loses its review.
        """CREATE TABLE reviews (
            match_id TEXT PRIMARY KEY NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            asked INTEGER NOT NULL,
            worlds INTEGER NOT NULL,
            seed INTEGER NOT NULL,
            version TEXT NOT NULL,
            body BLOB
        )""",
        "CREATE INDEX reviews_to_make ON reviews (asked, match_id) WHERE body IS NULL",
        """CREATE TABLE review_decisions (
            match_id TEXT NOT NULL REFERENCES reviews (match_id) ON DELETE CASCADE,
            event INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (match_id, event)
        ) WITHOUT ROWID""",
    ),
    (
        # All devices of people with more than one; otherwise the person's own secret is the only one.
        """CREATE TABLE devices (
            secret BLOB PRIMARY KEY NOT NULL,
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            created INTEGER NOT NULL,
            seen INTEGER NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX devices_by_person ON devices (person_id)",
        """CREATE TABLE carries (
            token BLOB PRIMARY KEY NOT NULL,
            person_id TEXT NOT NULL UNIQUE REFERENCES people (id) ON DELETE CASCADE,
            expires INTEGER NOT NULL
        ) WITHOUT ROWID""",
        # What each seat of a match got, computed from its record.
        """CREATE TABLE listeners (
            id TEXT PRIMARY KEY NOT NULL,
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            body BLOB NOT NULL,
            language TEXT NOT NULL,
            created INTEGER NOT NULL
        )""",
        "CREATE INDEX listeners_by_person ON listeners (person_id)",
        # A sent notification stays until its person has come and gone again, so that nobody is notified twice.
        """CREATE TABLE calls (
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            path TEXT NOT NULL,
            kind TEXT NOT NULL,
            due INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            told INTEGER,
            PRIMARY KEY (person_id, path)
        ) WITHOUT ROWID""",
        "CREATE INDEX calls_to_make ON calls (due) WHERE told IS NULL",
        """CREATE TABLE results (
            match_id TEXT PRIMARY KEY NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            body BLOB NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        # The same match for everybody: body is the JSON object that defines it, including its secret.
        """CREATE TABLE challenges (
            id TEXT PRIMARY KEY NOT NULL,
            made INTEGER NOT NULL,
            ends INTEGER,
            person_id TEXT REFERENCES people (id) ON DELETE SET NULL,
            body BLOB NOT NULL
        )""",
        "CREATE INDEX challenges_by_person ON challenges (person_id)",
        # Each person's first attempt; without an end it is under way, without points it was given up.
        """CREATE TABLE tries (
            challenge_id TEXT NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            table_id TEXT NOT NULL,
            begun INTEGER NOT NULL,
            match_id TEXT,
            ended INTEGER,
            counted INTEGER NOT NULL,
            points INTEGER,
            won INTEGER NOT NULL,
            rounds BLOB,
            PRIMARY KEY (challenge_id, person_id)
        ) WITHOUT ROWID""",
        "CREATE INDEX tries_by_person ON tries (person_id, begun)",
        "CREATE INDEX tries_by_points ON tries (challenge_id, counted, points)",
        "CREATE INDEX tries_by_match ON tries (match_id)",
        "CREATE INDEX tries_by_table ON tries (table_id)",
        # The bots' attempts at a challenge; without a body still to be made.
        """CREATE TABLE bot_tries (
            challenge_id TEXT NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
            bot TEXT NOT NULL,
            body BLOB,
            PRIMARY KEY (challenge_id, bot)
        ) WITHOUT ROWID""",
        "CREATE INDEX bot_tries_to_make ON bot_tries (challenge_id, bot) WHERE body IS NULL",
        # Matches whose record is hidden until a time.
        """CREATE TABLE sealed (
            match_id TEXT PRIMARY KEY NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            until INTEGER NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        # `revision` grows when entries are anonymised.
        """CREATE TABLE evenings (
            id TEXT PRIMARY KEY NOT NULL,
            created INTEGER NOT NULL,
            closed INTEGER,
            revision INTEGER NOT NULL DEFAULT 0
        )""",
        """CREATE TABLE evening_entries (
            evening_id TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            body BLOB NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (evening_id, number)
        ) WITHOUT ROWID""",
        """CREATE TRIGGER evening_entries_follow_each_other BEFORE INSERT ON evening_entries
        WHEN NEW.number <> ifnull(
            (SELECT max(number) + 1 FROM evening_entries WHERE evening_id = NEW.evening_id), NEW.number
        )
        BEGIN SELECT RAISE(ABORT, 'the entry does not follow the last one of its evening'); END""",
        """CREATE TABLE evening_people (
            evening_id TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            member INTEGER NOT NULL,
            PRIMARY KEY (evening_id, person_id)
        ) WITHOUT ROWID""",
        "CREATE INDEX evenings_by_person ON evening_people (person_id)",
        "CREATE INDEX evenings_by_closing ON evenings (closed)",
        # No reference to the match, which is stored only when it ends.
        """CREATE TABLE evening_matches (
            match_id TEXT PRIMARY KEY NOT NULL,
            evening_id TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
            round INTEGER NOT NULL
        )""",
    ),
    (
        # Ratings of people who take part, in millionths.
        """CREATE TABLE ratings (
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            game TEXT NOT NULL,
            since INTEGER NOT NULL,
            mu INTEGER NOT NULL,
            sigma INTEGER NOT NULL,
            matches INTEGER NOT NULL,
            PRIMARY KEY (person_id, game)
        ) WITHOUT ROWID""",
        "CREATE INDEX ratings_by_game ON ratings (game)",
        # Rated matches: ratings of deleted people stay without a name, so that others can be recomputed.
        """CREATE TABLE rated (
            match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            number INTEGER NOT NULL,
            game TEXT NOT NULL,
            at INTEGER NOT NULL,
            person_id TEXT REFERENCES people (id) ON DELETE SET NULL,
            bot TEXT NOT NULL,
            place INTEGER NOT NULL,
            mu INTEGER NOT NULL,
            sigma INTEGER NOT NULL,
            new_mu INTEGER NOT NULL,
            new_sigma INTEGER NOT NULL,
            PRIMARY KEY (match_id, seat)
        ) WITHOUT ROWID""",
        "CREATE INDEX rated_in_order ON rated (number, seat)",
        "CREATE INDEX rated_by_person ON rated (person_id, game, number)",
    ),
    (
        # A reported chat line: body is its JSON with the lines before it, without names.
        """CREATE TABLE reports (
            table_id TEXT NOT NULL,
            number INTEGER NOT NULL,
            at INTEGER NOT NULL,
            person_id TEXT REFERENCES people (id) ON DELETE CASCADE,
            reporter_id TEXT REFERENCES people (id) ON DELETE SET NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (table_id, number)
        )""",
        "CREATE INDEX reports_by_time ON reports (at)",
        "CREATE INDEX reports_by_person ON reports (person_id)",
        "CREATE INDEX reports_by_reporter ON reports (reporter_id)",
    ),
    (
        # Which entries name whom, so that finding one person doesn't mean reading all journals. Filled by triggers,
        # without a reference to people, as external bots are named too.
        """CREATE TABLE entry_people (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            person_id TEXT NOT NULL,
            PRIMARY KEY (table_id, number, person_id)
        ) WITHOUT ROWID""",
        "CREATE INDEX links_by_person ON links (person_id)",
        "CREATE INDEX people_by_last_visit ON people (seen)",
        "CREATE INDEX entry_people_by_person ON entry_people (person_id)",
        f"""CREATE TRIGGER entries_name_people AFTER INSERT ON entries
        WHEN instr(NEW.body, {_PERSON}) > 0
        BEGIN INSERT OR IGNORE INTO entry_people (table_id, number, person_id)
            SELECT NEW.table_id, NEW.number, value {_named("NEW.body")}; END""",
        f"""CREATE TRIGGER entries_name_others AFTER UPDATE OF body ON entries
        BEGIN
            DELETE FROM entry_people WHERE table_id = NEW.table_id AND number = NEW.number;
            INSERT OR IGNORE INTO entry_people (table_id, number, person_id)
            SELECT NEW.table_id, NEW.number, value {_named("NEW.body")};
        END""",
        f"""INSERT OR IGNORE INTO entry_people (table_id, number, person_id)
        SELECT table_id, number, value {_named("body")} AND instr(body, {_PERSON}) > 0""".replace(
            "FROM json_tree", "FROM entries, json_tree"
        ),
    ),
    (
        # Tables by days: the card chosen in advance for a seat's decision, and whose forced cards are played by
        # themselves. Passkeys, and the challenges that they are to sign once.
        """CREATE TABLE plans (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            decision INTEGER NOT NULL,
            action TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (table_id, seat)
        ) WITHOUT ROWID""",
        "CREATE INDEX plans_by_person ON plans (person_id)",
        """CREATE TABLE forced_play (
            table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            at INTEGER NOT NULL,
            PRIMARY KEY (table_id, person_id)
        ) WITHOUT ROWID""",
        "CREATE INDEX forced_play_by_person ON forced_play (person_id)",
        """CREATE TABLE passkeys (
            id BLOB PRIMARY KEY NOT NULL,
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            public_key BLOB NOT NULL,
            counter INTEGER NOT NULL,
            created INTEGER NOT NULL,
            used INTEGER
        ) WITHOUT ROWID""",
        "CREATE INDEX passkeys_by_person ON passkeys (person_id)",
        """CREATE TABLE passkey_challenges (
            token BLOB PRIMARY KEY NOT NULL,
            person_id TEXT REFERENCES people (id) ON DELETE CASCADE,
            expires INTEGER NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        # Groups. The invitation is kept as it is, like the ids of tables: members see it whenever they want.
        """CREATE TABLE groups (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            invite TEXT NOT NULL UNIQUE,
            owner_id TEXT REFERENCES people (id) ON DELETE SET NULL,
            zone TEXT NOT NULL,
            created INTEGER NOT NULL,
            hook TEXT,
            schedule TEXT
        )""",
        "CREATE INDEX groups_by_owner ON groups (owner_id)",
        """CREATE TABLE group_members (
            group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            member TEXT NOT NULL,
            joined INTEGER NOT NULL,
            PRIMARY KEY (group_id, person_id)
        ) WITHOUT ROWID""",
        "CREATE INDEX groups_by_person ON group_members (person_id)",
        # Who comes to which evening, by the time when it starts.
        """CREATE TABLE group_answers (
            group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            evening INTEGER NOT NULL,
            coming INTEGER NOT NULL,
            PRIMARY KEY (group_id, person_id, evening)
        ) WITHOUT ROWID""",
        "CREATE INDEX group_answers_by_person ON group_answers (person_id)",
        """CREATE TABLE group_matches (
            match_id TEXT PRIMARY KEY NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE
        ) WITHOUT ROWID""",
        "CREATE INDEX group_matches_by_group ON group_matches (group_id)",
        # Messages to a group's chat; a sent one stays for a while without its text, so that none is sent twice.
        """CREATE TABLE group_posts (
            group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
            key TEXT NOT NULL,
            due INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            told INTEGER,
            status INTEGER NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (group_id, key)
        ) WITHOUT ROWID""",
        "CREATE INDEX group_posts_to_send ON group_posts (due) WHERE told IS NULL",
        # What the text of a notification names, until it is sent.
        "ALTER TABLE calls ADD COLUMN about TEXT NOT NULL DEFAULT ''",
    ),
    (
        # People who would like to play, and how they are notified of new tables; `claim` names the last notification.
        """CREATE TABLE seekers (
            person_id TEXT PRIMARY KEY NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            games TEXT NOT NULL,
            live INTEGER NOT NULL,
            days INTEGER NOT NULL,
            until INTEGER NOT NULL,
            calls INTEGER NOT NULL,
            quiet_from INTEGER NOT NULL,
            quiet_to INTEGER NOT NULL,
            zone TEXT NOT NULL,
            since INTEGER NOT NULL,
            called INTEGER NOT NULL,
            claim TEXT NOT NULL DEFAULT ''
        ) WITHOUT ROWID""",
        "CREATE INDEX seekers_listed ON seekers (until)",
        "CREATE INDEX seekers_to_call ON seekers (called, person_id) WHERE calls > 0",
        "CREATE INDEX seekers_claimed ON seekers (claim) WHERE claim <> ''",
    ),
    (
        # How bots did with the cards of a person's match against bots; without a body still to be played.
        """CREATE TABLE comparisons (
            match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            bot TEXT NOT NULL,
            asked INTEGER NOT NULL,
            body BLOB,
            PRIMARY KEY (match_id, seat, bot)
        ) WITHOUT ROWID""",
        "CREATE INDEX comparisons_to_make ON comparisons (asked, match_id) WHERE body IS NULL",
        # Puzzles, by the hash of their content: their ratings, people's ratings in each game, people's first answers.
        """CREATE TABLE puzzle_ratings (
            puzzle TEXT PRIMARY KEY NOT NULL,
            rating INTEGER NOT NULL,
            deviation INTEGER NOT NULL,
            answers INTEGER NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE puzzle_solvers (
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            game TEXT NOT NULL,
            rating INTEGER NOT NULL,
            deviation INTEGER NOT NULL,
            answers INTEGER NOT NULL,
            PRIMARY KEY (person_id, game)
        ) WITHOUT ROWID""",
        """CREATE TABLE puzzle_answers (
            person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
            puzzle TEXT NOT NULL,
            game TEXT NOT NULL,
            at INTEGER NOT NULL,
            solved INTEGER NOT NULL,
            rating INTEGER NOT NULL,
            deviation INTEGER NOT NULL,
            PRIMARY KEY (person_id, puzzle)
        ) WITHOUT ROWID""",
    ),
    (
        # Operators sign in by links that work once; a session is one of their browsers.
        """CREATE TABLE operator_links (
            token BLOB PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            lasts INTEGER NOT NULL
        )""",
        """CREATE TABLE operator_sessions (
            token BLOB PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL
        )""",
        # What operators did. Its highest number tells a server that something has changed.
        """CREATE TABLE operator_log (
            number INTEGER PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL,
            operator TEXT NOT NULL,
            action TEXT NOT NULL,
            target TEXT NOT NULL,
            person_id TEXT REFERENCES people (id) ON DELETE SET NULL,
            reason TEXT NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX operator_log_by_person ON operator_log (person_id)",
        # People who are muted or blocked, and blocked networks; without an end until an operator ends it.
        """CREATE TABLE restrictions (
            id TEXT PRIMARY KEY NOT NULL,
            kind TEXT NOT NULL,
            person_id TEXT REFERENCES people (id) ON DELETE CASCADE,
            network TEXT NOT NULL,
            at INTEGER NOT NULL,
            until INTEGER,
            operator TEXT NOT NULL,
            reason TEXT NOT NULL
        )""",
        "CREATE INDEX restrictions_by_person ON restrictions (person_id)",
        """CREATE TABLE announcements (
            id TEXT PRIMARY KEY NOT NULL,
            text TEXT NOT NULL,
            at INTEGER NOT NULL,
            until INTEGER,
            operator TEXT NOT NULL
        )""",
        """CREATE TABLE limits (
            name TEXT PRIMARY KEY NOT NULL,
            value INTEGER NOT NULL,
            at INTEGER NOT NULL,
            operator TEXT NOT NULL
        )""",
        # What the server that runs the tables has yet to do.
        """CREATE TABLE orders (
            id TEXT PRIMARY KEY NOT NULL,
            kind TEXT NOT NULL,
            table_id TEXT NOT NULL,
            person_id TEXT NOT NULL,
            at INTEGER NOT NULL
        )""",
        # Load and numbers of people of each process, written every few seconds.
        """CREATE TABLE figures (
            process TEXT PRIMARY KEY NOT NULL,
            at INTEGER NOT NULL,
            body BLOB NOT NULL
        )""",
        "ALTER TABLE reports ADD COLUMN handled INTEGER",
        "ALTER TABLE reports ADD COLUMN handler TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE reports ADD COLUMN outcome TEXT NOT NULL DEFAULT ''",
    ),
)


def corrupt(error: BaseException) -> bool:
    """True if a page of the database is damaged."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT


def open_database(path: Path, steps: Sequence[Sequence[str]] = STEPS) -> sqlite3.Connection:
    """Opens the database, creating or upgrading it as needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # SQLite gives its other files the same mode
    connection = connect(path)
    try:
        version = identify(connection, path)
        if version > len(steps):
            raise BadDatabase("database-too-new", {"file": str(path), "found": version, "known": len(steps)})
        migrate(connection, steps)
        _log_ahead(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def connect(path: Path) -> sqlite3.Connection:
    """A connection to one of our databases with our settings; transactions are begun and ended explicitly."""
    connection = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=256
    )
    try:
        identify(connection, path)
        for setting in _SETTINGS:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def identify(connection: sqlite3.Connection, path: Path) -> int:
    """The schema version, 0 for an empty file; refuses a file that is not ours and leaves it unchanged."""
    try:
        connection.execute("BEGIN")  # one consistent view: another process may be creating it
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = _version(connection)
        empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        connection.execute("COMMIT")
    except sqlite3.OperationalError:  # locked or unreadable: says nothing about whose it is
        raise
    except sqlite3.DatabaseError as error:
        if corrupt(error):
            raise BadDatabase("database-damaged", {"file": str(path)}) from None
        raise BadDatabase("no-database-of-ours", {"file": str(path)}) from None
    if application != APPLICATION and not (application == version == 0 and empty):
        raise BadDatabase("no-database-of-ours", {"file": str(path)})
    return version


def migrate(connection: sqlite3.Connection, steps: Sequence[Sequence[str]] = STEPS) -> None:
    """Upgrades the database to the version of the last step; each step is applied atomically."""
    for number, step in enumerate(steps, start=1):
        if _version(connection) >= number:
            continue
        with transaction(connection):
            if _version(connection) < number:  # another process may be upgrading as well
                for statement in step:
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {number}")


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Turns on write-ahead logging, so that readers and writers don't block each other."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:  # SQLite's busy timeout doesn't cover this lock
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Runs the block in a transaction: durable afterwards, or rolled back."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # some errors already roll the transaction back
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise


def copy_database(source: Path, target: Path, *, replace: bool = False) -> None:
    """Copies the database to `target`, consistently and atomically, whoever writes in the meantime.

    The copy is checked before it gets its name: a damaged one is refused.
    """
    if _beside(target, "-wal").exists() or (target.exists() and target.samefile(source)):
        raise BadDatabase("backup-onto-database", {"file": str(target)})  # its log would corrupt the copy
    _check_free(target, replace)
    part = target.with_name(f".{os.getpid()}.{target.name}")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        uri = source.resolve().as_uri() + "?mode=rw"  # never creates a file
        with (
            closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as reading,
            closing(sqlite3.connect(part, isolation_level=None)) as writing,
        ):
            if identify(reading, source) == 0:  # an empty file
                raise BadDatabase("no-database-of-ours", {"file": str(source)})
            reading.backup(writing)  # all pages in one step: a consistent snapshot that blocks nobody
            writing.execute("PRAGMA journal_mode = DELETE")  # the copy is one file
            if writing.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise BadDatabase("database-damaged", {"file": str(source)})
        _check_free(target, replace)
        part.replace(target)
    finally:
        for left in (part, *(_beside(part, ending) for ending in ("-journal", "-wal", "-shm"))):
            left.unlink(missing_ok=True)


def intact(path: Path) -> bool:
    """True if SQLite finds all pages of the database in order."""
    with closing(connect(path)) as reading:
        return bool(reading.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))


def _check_free(target: Path, replace: bool) -> None:
    if target.exists() and not replace:
        raise BadDatabase("file-exists", {"file": str(target)})


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
