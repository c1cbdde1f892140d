"""`foretold export`, `backup` and `forget` as people run them: on a server's database, also while it runs."""

from __future__ import annotations

import gzip
import os
import pty
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from foretold.server.store import AddPerson, AddTable, Alive, KeepMatch, SeePerson
from foretold.server.store.sqlite.lock import take
from foretold.server.store.sqlite.schema import STEPS
from foretold.server.store.sqlite.store import SqliteStore
from tests.cli.running import Argument, clean_environment, in_process, own_process, text_of
from tests.server.store.helpers import opened, read_all, record_line, store_all, writing_process
from tests.server.store.make_schema_1 import TARGET

ENVIRONMENT = clean_environment("FORETOLD_DATABASE", "FORETOLD_DATA")
NOW = time.time_ns() // 1_000_000
DAY = 86_400_000
LINES = [record_line(["Ann", f"Ben-{number}-千代"]) for number in range(3)]


def foretold(*arguments: Argument, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in this process; a traceback is never an answer."""
    return text_of(in_process(*arguments, environment={**ENVIRONMENT, **environment}))


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence of a command that was used wrongly."""
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done
    return done.stderr.partition(": ")[2].strip()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Three matches; Ann was seen today, two people called Ben long ago."""
    path = tmp_path / "data" / "foretold.sqlite"
    people = [AddPerson("ann", b"a", "Ann", 1), AddPerson("ben", b"b", "Ben", 1), AddPerson("ben-2", b"c", "Ben", 1)]
    seen = [SeePerson("ann", NOW), SeePerson("ben", NOW - 40 * DAY), SeePerson("ben-2", NOW - 20 * DAY)]
    keeps = [
        KeepMatch(f"{n}", "table", n, "over", n > 0, "prophecy", line, ((0, "ann"), (1, "ben")))
        for n, line in enumerate(LINES)
    ]
    store_all(path, [*people, *seen, AddTable("table", 1), *keeps])
    return path


# export ----------------------------------------------------------------------------------------------------------


def test_export_writes_all_records(database: Path, tmp_path: Path) -> None:
    content = b"".join(line + b"\n" for line in LINES)
    for where in (["--database", str(database)], ["--database", str(database), "--output", "-"], []):
        done = foretold("export", *where, FORETOLD_DATABASE=str(database))
        assert (done.returncode, done.stdout.encode(), done.stderr) == (0, content, "")
    assert foretold("export", FORETOLD_DATA=str(database.parent)).stdout.encode() == content
    plain, zipped = tmp_path / "all.jsonl", tmp_path / "all.jsonl.gz"
    for path in (plain, zipped):
        done = foretold("export", "--database", database, "--output", path)
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{path} holds 3 matches.\n", "")
    assert plain.read_bytes() == gzip.decompress(zipped.read_bytes()) == content


def test_export_replaces_a_file_only_on_request(database: Path, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    path.write_text("mine")
    assert "already exists" in refusal(foretold("export", "--database", database, "--output", path))
    assert path.read_text() == "mine"
    assert foretold("export", "--database", database, "--output", path, "--force").returncode == 0
    assert path.read_bytes().splitlines() == LINES
    assert "can't write" in refusal(foretold("export", "--database", database, "--output", tmp_path / "no" / "a"))


def test_export_survives_a_closed_pipe(database: Path) -> None:
    command = f"{sys.executable} -m foretold export --database {database} | true"
    done = subprocess.run(["sh", "-c", command], capture_output=True, env=ENVIRONMENT, text=True)
    assert (done.returncode, done.stderr) == (0, "")


# backup ----------------------------------------------------------------------------------------------------------


def test_backup_copies_while_a_server_writes(tmp_path: Path) -> None:
    database, target = tmp_path / "foretold.sqlite", tmp_path / "copy.sqlite"
    store_all(database, [AddTable("table", 1)])
    with writing_process(database) as process:
        assert process.stdout is not None
        process.stdout.readline()
        done = text_of(own_process("backup", target, "--database", database, environment=ENVIRONMENT))
        assert (done.returncode, done.stdout, done.stderr) == (
            0,
            f"{target} is a copy of {database}, and intact.\n",
            "",
        )
        assert "already exists" in refusal(foretold("backup", target, "--database", database))
        first = len(read_all(target)["entries"])
        assert foretold("backup", target, "--database", database, "--force").returncode == 0
    assert 0 < first < len(read_all(target)["entries"])
    assert sorted(file.name for file in tmp_path.iterdir() if file.name.startswith((".", "copy"))) == ["copy.sqlite"]


def test_backup_refuses_harmful_destinations(database: Path, tmp_path: Path) -> None:
    before = read_all(database)
    assert "in use" in refusal(foretold("backup", database, "--database", database, "--force"))
    assert "can't write" in refusal(foretold("backup", tmp_path / "no" / "copy", "--database", database))
    assert "can't write" in refusal(foretold("backup", tmp_path, "--database", database, "--force"))
    assert read_all(database) == before
    assert list(tmp_path.iterdir()) == [database.parent]


def test_a_backup_is_made_before_an_upgrade(tmp_path: Path) -> None:
    database = Path(shutil.copy(TARGET, tmp_path / "foretold.sqlite"))
    assert foretold("backup", tmp_path / "copy.sqlite", "--database", database).returncode == 0
    assert database.read_bytes() == TARGET.read_bytes()
    assert foretold("export", "--database", database).stdout.count("\n") == 1
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(STEPS),)


# forget ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("whom", "people"),
    [
        (["--name", "Ben"], ["ben-2", "ben"]),
        (["--person", "ann"], ["ann"]),
        (["--idle", "30"], ["ben"]),
        (["--idle", "10"], ["ben-2", "ben"]),
        (["--idle", "50"], []),
        (["--name", "be%"], []),
    ],
)
def test_forget_lists_and_deletes(whom: list[str], people: list[str], database: Path) -> None:
    before = read_all(database)
    listed = foretold("forget", "--database", database, *whom, "--list")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert [line.split()[0] for line in listed.stdout.splitlines()] == (people or ["Nobody"])
    assert read_all(database) == before
    if people:
        assert "--yes" in refusal(foretold("forget", "--database", database, *whom))
        assert read_all(database) == before
    done = foretold("forget", "--database", database, *whom, "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert (f"({len(people)} in all)" in done.stdout) == bool(people)
    after = read_all(database)
    assert [row[0] for row in after["people"]] == [row[0] for row in before["people"] if row[0] not in people]
    assert [row[2] for row in after["seats"]] == [row[2] for row in before["seats"] if row[2] not in people]
    with SqliteStore(database) as store:
        names = [["" if "ann" in people else "Ann", "" if "ben" in people else f"Ben-{n}-千代"] for n in range(3)]
        assert list(store.records(0)) == [record_line(name) for name in names]


def test_forget_says_who_it_is_about(database: Path) -> None:
    store_all(database, [AddPerson("x", b"x", "\x1b[31mred", 1)])
    done = foretold("forget", "--database", database, "--person", "ben", "--list")
    seen = time.strftime("%Y-%m-%d %H:%M", time.localtime((NOW - 40 * DAY) / 1000))
    assert done.stdout == f"ben  last seen {seen}, matches: 3, name: Ben\n"
    shown = foretold("forget", "--database", database, "--person", "x", "--list", "--lang", "ja").stdout
    assert "\\x1b[31mred" in shown
    assert not shown.isascii()


@pytest.mark.parametrize(("answer", "gone"), [("y", True), ("", False), ("no", False), ("\x04", False)])
def test_forget_asks_at_a_terminal(answer: str, gone: bool, database: Path) -> None:
    controller, terminal = pty.openpty()
    command = [sys.executable, "-m", "foretold", "forget", "--database", str(database), "--person", "ben"]
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=ENVIRONMENT) as process:
        os.close(terminal)
        os.write(controller, answer.encode() + b"\n")
        assert process.wait(30) == 0
    os.close(controller)
    with SqliteStore(database) as store:
        assert (store.person("ben") is None) == gone


def test_forget_says_that_a_running_server_still_shows_the_name(database: Path) -> None:
    store_all(database, [Alive(NOW)])
    assert "server" not in foretold("forget", "--database", database, "--person", "ben", "--yes").stdout
    lock = take(database)  # as a server does
    assert lock is not None
    with lock, opened(database) as (store, _):
        done = foretold("forget", "--database", database, "--person", "ben-2", "--yes")
        assert "A server is running on this database" in done.stdout
        assert store.person("ben-2") is None
    assert "server" not in foretold("forget", "--database", database, "--person", "ann", "--yes").stdout


def test_forget_wants_exactly_one_choice(database: Path) -> None:
    for choice in ([], ["--name", "Ben", "--idle", "3"], ["--idle", "0"], ["--idle", "-1"], ["--idle", "x"]):
        assert foretold("forget", "--database", database, *choice, "--yes").returncode == 2
    assert len(read_all(database)["people"]) == 3


# All of them -----------------------------------------------------------------------------------------------------

COMMANDS = (["export"], ["backup", "copy.sqlite"], ["forget", "--name", "Ben", "--yes"])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_missing_database_is_not_created(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "none" / "foretold.sqlite"
    for done in (
        foretold(*command, "--database", path),
        foretold(*command, FORETOLD_DATABASE=str(path)),
        foretold(*command, FORETOLD_DATA=str(path.parent)),
    ):
        assert refusal(done) == f"there's no database {path}: name one with --database or FORETOLD_DATABASE"
    assert not foretold(*command, "--lang", "ja", "--database", path).stderr.isascii()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_file_that_is_not_a_database_is_left_alone(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "diary"
    path.write_text("Dear diary, " * 1000)
    assert "isn't a Foretold database" in refusal(foretold(*command, "--database", path))
    assert path.read_text() == "Dear diary, " * 1000
    assert list(tmp_path.iterdir()) == [path]


def test_commands_import_the_server_only_when_they_run() -> None:
    script = "import sys, foretold.cli as it; it.build_parser(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"sqlite3", "asyncpg", "foretold.server", "foretold.server.store.interface"} & set(done.stdout.split())
