"""Database files: made for their owner alone, upgraded whole or not at all, copied whole or not at all."""

from __future__ import annotations

import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from foretold.i18n import languages
from foretold.server.store import PARTS, AddTable, BadDatabase, KeptEntry, KeptMatch, Link, Person
from foretold.server.store.sqlite import store as sqlite_store
from foretold.server.store.sqlite.schema import STEPS, connect, copy_database, open_database
from foretold.server.store.sqlite.store import SqliteStore
from tests.server.store.helpers import read_all, store_all, writing_process
from tests.server.store.make_schema_1 import RECORD, ROWS, TARGET


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


# Opening ---------------------------------------------------------------------------------------------------------


def test_a_new_database_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "some" / "where" / "foretold.sqlite"
    with SqliteStore(path) as it:
        assert it.open_tables() == {}
        assert {mode(file) for file in path.parent.iterdir()} == {0o600}
        assert len(list(path.parent.iterdir())) == 3  # with the log and its index
    assert list(path.parent.iterdir()) == [path]
    assert version(path) == len(STEPS)


def test_commits_survive_a_power_cut(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "foretold.sqlite")) as connection:
        settings = {
            "journal_mode": "wal",
            "synchronous": 2,
            "foreign_keys": 1,
            "secure_delete": 1,
            "busy_timeout": 10_000,
        }
        for name, value in settings.items():
            assert connection.execute(f"PRAGMA {name}").fetchone() == (value,)


def test_the_log_is_checkpointed_during_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_store, "_CHECKPOINT", 0.01)
    path, alone = tmp_path / "foretold.sqlite", tmp_path / "alone.sqlite"
    with SqliteStore(path) as it:
        it.write([AddTable("t", 1)])
        seen: list[str] = []
        for number in range(2000):  # the file without its log has the table, soon
            it.write([AddTable(f"{number}", 1)])
            shutil.copy(path, alone)
            with (
                closing(sqlite3.connect(alone)) as connection,
                suppress(sqlite3.DatabaseError),
            ):  # it may be half copied
                seen = [id for (id,) in connection.execute("SELECT id FROM tables WHERE id = 't'")]
            if seen:
                break
            time.sleep(0.01)
        assert seen == ["t"]


def test_the_log_restarts_even_if_writes_come_during_a_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "foretold.sqlite"
    written, taken_in, quiet, caught_up = (threading.Event() for _ in range(4))

    class Taking:
        """A connection that says when it has taken the log in once, and when nothing more came."""

        def __init__(self, path: Path) -> None:
            self._connection = connect(path)
            self.close = self._connection.close
            self._before: object = None

        def execute(self, statement: str) -> sqlite3.Cursor:
            cursor = self._connection.execute(statement)
            if "checkpoint" not in statement:
                return cursor
            sqlite_store._CHECKPOINT = 600  # the next time is far away
            row = cursor.fetchone()
            taken_in.set()
            assert quiet.wait(60)
            if row == self._before:
                caught_up.set()
            self._before = row
            return self._connection.execute("SELECT ?, ?, ?", row)

    def log() -> bytes:
        """What tells one log from the next: how often it began anew, and two salts."""
        return Path(f"{path}-wal").read_bytes()[12:24]

    def write(*tables: AddTable) -> None:
        written.clear()
        it.write(tables)
        assert written.wait(60)

    monkeypatch.setattr(sqlite_store, "_CHECKPOINT", 0.01)
    monkeypatch.setattr(sqlite_store, "connect", Taking)
    with SqliteStore(path, lambda _: written.set()) as it:
        write(*(AddTable(f"of many {number}", 1) for number in range(10_000)))  # that takes a while
        number = 0
        while not taken_in.is_set():
            write(AddTable(f"meanwhile {number}", 1))
            number += 1
        quiet.set()
        assert caught_up.wait(60)
        before = log()
        write(AddTable("afterwards", 1))
        assert log() != before


def test_many_may_open_a_new_database_at_once(tmp_path: Path) -> None:
    path = tmp_path / "foretold.sqlite"
    threads = [threading.Thread(target=store_all, args=(path, [AddTable(f"{n}", n)])) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with SqliteStore(path) as it:
        assert list(it.open_tables().values()) == list(range(6))


def other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE people (id)")


def other_application(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA application_id = 7")
        connection.execute("PRAGMA user_version = 1")


def newer(path: Path) -> None:
    shutil.copy(TARGET, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def no_database(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)


@pytest.mark.parametrize("make", [other_program, other_application, no_database, newer], ids=lambda make: make.__name__)
def test_foreign_files_are_left_alone(make: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "some.sqlite"
    make(path)
    before = path.read_bytes()
    with pytest.raises(BadDatabase) as refused:
        SqliteStore(path)
    assert refused.value.reason == ("database-too-new" if make is newer else "no-database-of-ours")
    assert all(str(path) in refused.value.sentence(language) for language in languages())
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


# Upgrading -------------------------------------------------------------------------------------------------------


NAMED = [("table-1", 0, "ann"), ("table-1", 1, "chiyo"), ("table-2", 0, "chiyo")]  # whom its entries name


def test_a_database_of_the_first_schema_is_upgraded_and_reads_the_same(tmp_path: Path) -> None:
    path = Path(shutil.copy(TARGET, tmp_path))
    assert version(path) == 1
    with SqliteStore(path) as it:
        assert it.person_by_secret(b"a" * 32) == Person("ann", "Ann", 1000, 5000)
        assert it.person("chiyo") == Person("chiyo", "千代", 2000, 6000)
        assert it.open_tables() == {"table-1": 1500}
        for table in ("table-1", "table-2"):
            assert it.entries(table) == [KeptEntry(*row[1:]) for row in ROWS["entries"] if row[0] == table]
        match = KeptMatch("match-1", "table-2", 3900, "over", True, "prophecy", b"s" * 32, RECORD.encode())
        assert it.matches_of("ann", 9) == it.public_matches(9) == [it.match("match-1")] == [match]
        assert it.people_of("match-1") == ("ann", "chiyo")
        assert it.link(b"l" * 32) == Link("move", "table-1", 1, 9000, "chiyo")
        assert (it.alive(), list(it.records(0))) == (7000, [RECORD.encode()])
    assert version(path) == len(STEPS)
    assert read_all(TARGET) == {name: sorted(rows) for name, rows in sorted(ROWS.items())}
    assert read_all(path) == {**{part: [] for part in PARTS}, **read_all(TARGET), "entry_people": NAMED}


def test_lists_are_answered_from_indexes(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "foretold.sqlite")) as connection:
        for where, index in [
            ("seats WHERE person_id = 'ann'", "seats_by_person"),
            ("tables WHERE closed < 5", "tables_by_closing"),
            ("matches WHERE (ended, id) > (5, '') ORDER BY ended, id LIMIT 20", "matches_by_end"),
            ("matches WHERE public = 1 ORDER BY ended DESC, id DESC LIMIT 9", "public_matches"),
        ]:
            plan = str(connection.execute(f"EXPLAIN QUERY PLAN SELECT * FROM {where}").fetchall())
            assert index in plan
            assert "TEMP B-TREE" not in plan


def test_an_interrupted_upgrade_leaves_the_old_version_intact(tmp_path: Path) -> None:
    path = Path(shutil.copy(TARGET, tmp_path))
    half = (*STEPS[1], "UPDATE people SET name = ''", "DROP TABLE links", "INSERT INTO nowhere VALUES (1)")
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        open_database(path, (STEPS[0], half))
    assert path.read_bytes() == TARGET.read_bytes()
    assert list(tmp_path.iterdir()) == [path]
    more = (*STEPS, ("DELETE FROM meta", "INSERT INTO nowhere VALUES (1)"))
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        open_database(path, more)
    assert version(path) == len(STEPS)  # the steps before are done
    assert read_all(path) == {**{part: [] for part in PARTS}, **read_all(TARGET), "entry_people": NAMED}


# Copying ---------------------------------------------------------------------------------------------------------


def test_a_copy_is_made_while_another_process_writes(tmp_path: Path) -> None:
    path = tmp_path / "foretold.sqlite"
    store_all(path, [AddTable("table", 1)])
    with SqliteStore(path) as it, writing_process(path) as process:
        assert process.stdout is not None
        for turn in range(5):
            known = int(process.stdout.readline())
            target = tmp_path / "copies" / f"{turn}.sqlite"
            target.parent.mkdir(exist_ok=True)
            it.backup(target)
            assert mode(target) == 0o600
            copied = read_all(target)["entries"]
            assert [row[1] for row in copied] == list(range(len(copied)))
            assert len(copied) > known
        assert process.poll() is None
    assert len(list(target.parent.iterdir())) == 5
    with SqliteStore(target) as it:
        assert it.open_tables() == {"table": 1}


def test_a_copy_replaces_a_file_only_on_request(tmp_path: Path) -> None:
    path = Path(shutil.copy(TARGET, tmp_path / "foretold.sqlite"))
    target = tmp_path / "copy.sqlite"
    target.write_text("mine")
    with pytest.raises(BadDatabase, match="already exists"):
        copy_database(path, target)
    assert target.read_text() == "mine"
    copy_database(path, target, replace=True)
    assert read_all(target) == read_all(TARGET)
    assert version(target) == 1  # as it is: a copy before an upgrade


def test_a_copy_never_replaces_a_database_in_use(tmp_path: Path) -> None:
    path, other = tmp_path / "foretold.sqlite", tmp_path / "other.sqlite"
    (tmp_path / "link.sqlite").symlink_to(path)
    with SqliteStore(path) as it, SqliteStore(other):
        for target in (path, tmp_path / "link.sqlite", other):
            with pytest.raises(BadDatabase, match="in use"):
                it.backup(target, replace=True)
    for target in (path, tmp_path / "link.sqlite"):
        with pytest.raises(BadDatabase, match="in use"):
            copy_database(path, target, replace=True)


def test_a_copy_that_fails_leaves_nothing(tmp_path: Path) -> None:
    path, target = tmp_path / "foretold.sqlite", tmp_path / "copy.sqlite"
    with pytest.raises(sqlite3.OperationalError):
        copy_database(path, target)
    assert list(tmp_path.iterdir()) == []
    for content in (b"", b"Dear diary, " * 1000):
        path.write_bytes(content)
        with pytest.raises(BadDatabase, match="isn't a Foretold database"):
            copy_database(path, target)
        assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(FileNotFoundError):
        copy_database(Path(shutil.copy(TARGET, path)), tmp_path / "nowhere" / "copy.sqlite")
