"""SQLite schema: tables, opening, upgrading and copying a database."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from foretold.server.store.interface import BadDatabase

APPLICATION = 0x666F7265  # "fore", in the file's header: the database of another program is never touched
BUSY_SECONDS = 10.0  # how long one process waits while another writes
_SETTINGS = (  # of each connection
    "synchronous = FULL",  # what is committed survives a power cut
    "foreign_keys = ON",
    "secure_delete = ON",  # what is forgotten leaves no bytes behind
    "cache_size = -16000",  # KiB
    "journal_size_limit = 67108864",  # bytes: a log that grew beside a long read shrinks again
)

_PERSON = "X'22706572736F6E22'"  # "person" with its quotes, as bytes


def _named(body: str) -> str:
    """The rest of a statement that finds the people whom an entry names; one that is damaged names nobody."""
    text = f"CAST({body} AS TEXT)"
    return (
        f"FROM json_tree(CASE WHEN json_valid({text}) THEN {text} ELSE '{{}}' END) "
        "WHERE key = 'person' AND type = 'text' AND value <> ''"
    )


# What leads from each version to the next. A step that was released never changes; a new one goes to the end.
# Times are milliseconds since the epoch; secrets and tokens are kept as their SHA-256 only.
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
        # After an entry that could not be written, those queued behind it must not get in: no state follows from a
        # journal with a hole.
        """CREATE TRIGGER entries_follow_each_other BEFORE INSERT ON entries
        WHEN NEW.number <> ifnull((SELECT max(number) + 1 FROM entries WHERE table_id = NEW.table_id), NEW.number)
        BEGIN SELECT RAISE(ABORT, 'the entry does not follow the last one of its table'); END""",
        # Without a reference to the table: records outlive it. The record is last, so that listing does not read it.
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
        # A review that somebody has asked for; without a body it is to be made, and its decisions stand apart.
        # Body: the JSON that docs/coach.md tells of. A match that ends again, after a take-back, loses its review.
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
        # Of who has more than one device all of them; else the person's own secret is the only one.
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
        # Once told, a call stays until its person has come and gone again, so that nobody is called twice.
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
        # The same match for everybody: body is the JSON object that says which, its secret included.
        """CREATE TABLE challenges (
            id TEXT PRIMARY KEY NOT NULL,
            made INTEGER NOT NULL,
            ends INTEGER,
            person_id TEXT REFERENCES people (id) ON DELETE SET NULL,
            body BLOB NOT NULL
        )""",
        "CREATE INDEX challenges_by_person ON challenges (person_id)",
        # Of each person the first try; without an end it goes on, without points it was given up.
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
        # What the bots make of a challenge; without a body it is to be played.
        """CREATE TABLE bot_tries (
            challenge_id TEXT NOT NULL REFERENCES challenges (id) ON DELETE CASCADE,
            bot TEXT NOT NULL,
            body BLOB,
            PRIMARY KEY (challenge_id, bot)
        ) WITHOUT ROWID""",
        "CREATE INDEX bot_tries_to_make ON bot_tries (challenge_id, bot) WHERE body IS NULL",
        # Matches whose record nobody is shown before a time.
        """CREATE TABLE sealed (
            match_id TEXT PRIMARY KEY NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            until INTEGER NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        # `revision` grows when entries are changed since somebody is forgotten.
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
        # Without a reference to the match, which is kept when it ends.
        """CREATE TABLE evening_matches (
            match_id TEXT PRIMARY KEY NOT NULL,
            evening_id TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
            round INTEGER NOT NULL
        )""",
    ),
    (
        # How strong people who want to be rated are believed to be, in whole millionths.
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
        # By what matches: of whoever is forgotten stays what they were rated then, so that others can be rated again.
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
        # A line of the chat that somebody reported: body is the JSON of it with those before, without names.
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
        # Which entries name whom, so that nobody has to look through all journals for one person. Kept by the database
        # itself; without a reference to people: an external bot is named, too, and is none.
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
)


def corrupt(error: BaseException) -> bool:
    """Whether a page of the database is damaged."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT


def open_database(path: Path, steps: Sequence[Sequence[str]] = STEPS) -> sqlite3.Connection:
    """A connection to the database, which is made, or brought to the newest version, where it is not there yet."""
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
    """A connection to a database of ours with our settings; transactions are begun and ended in so many words."""
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
    """The version of the schema, 0 of an empty file; a file that is not ours is refused and stays as it is."""
    try:
        connection.execute("BEGIN")  # one moment: another process may be making it
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = _version(connection)
        empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        connection.execute("COMMIT")
    except sqlite3.OperationalError:  # locked, unreadable: nothing is said about whose it is
        raise
    except sqlite3.DatabaseError as error:
        if corrupt(error):
            raise BadDatabase("database-damaged", {"file": str(path)}) from None
        raise BadDatabase("no-database-of-ours", {"file": str(path)}) from None
    if application != APPLICATION and not (application == version == 0 and empty):
        raise BadDatabase("no-database-of-ours", {"file": str(path)})
    return version


def migrate(connection: sqlite3.Connection, steps: Sequence[Sequence[str]] = STEPS) -> None:
    """The database has the version of the last step; each step is there whole or not at all."""
    for number, step in enumerate(steps, start=1):
        if _version(connection) >= number:
            continue
        with transaction(connection):
            if _version(connection) < number:  # another process may have been at the same
                for statement in step:
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {number}")


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Changes go to a log first, so that reading and writing do not wait for each other."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:  # for this lock alone SQLite does not wait by itself
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All that is written within is durable after it, or none of it is there."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # not after errors with which SQLite itself gives up the transaction
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise


def copy_database(source: Path, target: Path, *, replace: bool = False) -> None:
    """A consistent copy of the database stands at `target`, whole or not at all, whoever writes meanwhile."""
    if _beside(target, "-wal").exists() or (target.exists() and target.samefile(source)):
        raise BadDatabase("backup-onto-database", {"file": str(target)})  # its log would spoil the copy
    _check_free(target, replace)
    part = target.with_name(f".{os.getpid()}.{target.name}")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        uri = source.resolve().as_uri() + "?mode=rw"  # never makes a file
        with (
            closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as reading,
            closing(sqlite3.connect(part, isolation_level=None)) as writing,
        ):
            if identify(reading, source) == 0:  # an empty file
                raise BadDatabase("no-database-of-ours", {"file": str(source)})
            reading.backup(writing)  # all pages in one step: one moment of the source, and nobody waits for us
            writing.execute("PRAGMA journal_mode = DELETE")  # the copy is one file
        _check_free(target, replace)
        part.replace(target)
    finally:
        for left in (part, *(_beside(part, ending) for ending in ("-journal", "-wal", "-shm"))):
            left.unlink(missing_ok=True)


def _check_free(target: Path, replace: bool) -> None:
    if target.exists() and not replace:
        raise BadDatabase("file-exists", {"file": str(target)})


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
