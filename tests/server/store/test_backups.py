"""Daily copies and `foretold restore`: made once a day, checked, seven kept; a drill from play to loss and back."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from foretold.cli import build_parser
from foretold.cli.commands import serve
from foretold.server.jobs.backups import DAY, Backups
from foretold.server.jobs.queue import JobQueue, Work
from foretold.server.maintenance import record_checks
from foretold.server.maintenance.doctor import examine
from foretold.server.store import AddPerson, AddTable, BadDatabase, KeepMatch
from foretold.server.store.sqlite import backups
from foretold.server.store.sqlite.backups import BackupPolicy, daily_copies, drop_old_copies, new_copy
from foretold.server.store.sqlite.lock import take
from foretold.server.store.sqlite.schema import STEPS, open_database
from foretold.server.web import process
from foretold.server.web.app import Config
from tests.cli.running import Argument, clean_environment, in_process, text_of
from tests.server.serving import Player, Server, make_table, serving
from tests.server.store.helpers import read_all, store_all

ENVIRONMENT = clean_environment("FORETOLD_DATABASE", "FORETOLD_DATA")
NOON = 1_800_000_000.0
RECORDS = Path(__file__).parents[2] / "records"


def foretold(*arguments: Argument) -> subprocess.CompletedProcess[str]:
    return text_of(in_process(*arguments, environment=ENVIRONMENT))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A match that holds, and a person."""
    path = tmp_path / "data" / "foretold.sqlite"
    line = (RECORDS / "prophecy-2-short.jsonl").read_text("utf-8").splitlines()[0]
    match = KeepMatch("match", "", 5, "over", True, "prophecy", line.encode(), ())
    store_all(path, [AddPerson("ann", b"a", "Ann", 1), match])
    return path


# The daily copy ----------------------------------------------------------------------------------------------------


def job_of(database: Path, date: list[float], settled: float = 0.0) -> Backups:
    return Backups(BackupPolicy(database, database.parent / "backups"), settled, lambda: date[0])


def make_copy(job: Backups) -> Sequence[Work]:
    """Does the work that is due; what is due then."""

    async def work() -> Sequence[Work]:
        for piece in await job.due():
            await piece.run()
        return await job.due()

    return asyncio.run(work())


def test_a_copy_is_made_once_a_day_and_seven_are_kept(database: Path) -> None:
    date = [NOON]
    for day in range(9):
        date[0] = NOON + day * DAY
        job = job_of(database, date)  # each day after a new start
        assert make_copy(job) == []  # made, and nothing more is due
        assert asyncio.run(job.idle()) == pytest.approx(DAY, abs=5)
    copies = daily_copies(BackupPolicy(database, database.parent / "backups"))
    assert [copy.made for copy in copies] == [NOON + day * DAY for day in range(2, 9)]
    assert examine(copies[-1].path).whole
    assert read_all(copies[-1].path) == read_all(database)
    assert {copy.path.stat().st_mode & 0o777 for copy in copies} == {0o600}
    assert (database.parent / "backups").stat().st_mode & 0o777 == 0o700


def test_a_server_that_has_just_started_makes_no_copy_yet(database: Path) -> None:
    job = job_of(database, [NOON], settled=600)
    assert make_copy(job) == []
    assert not (database.parent / "backups").exists()
    assert asyncio.run(job.idle()) == pytest.approx(600, abs=5)


def test_a_failed_copy_is_reported_and_retried(database: Path, caplog: pytest.LogCaptureFixture) -> None:
    damaged = bytearray(database.read_bytes())
    damaged[-4000:] = bytes(4000)  # the last pages
    for start in range(4096, len(damaged), 4096):
        damaged[start : start + 16] = b"\xff" * 16
    database.write_bytes(damaged)
    job = job_of(database, [NOON])
    assert make_copy(job) == []
    assert [record.message for record in caplog.records] == ["backup failed"]
    assert list((database.parent / "backups").iterdir()) == []
    assert asyncio.run(job.idle()) == pytest.approx(3600, abs=60)


def test_other_files_in_the_folder_are_left_alone(database: Path) -> None:
    policy = BackupPolicy(database, database.parent / "backups", kept=1)
    kept = [new_copy(policy, NOON + hour * 3600) for hour in range(3)]
    others = [policy.folder / name for name in ("mine.sqlite", "foretold-before-upgrade.sqlite", "other.txt")]
    interrupted = policy.folder / f".123.{kept[0].name}"
    for path in (*kept, *others, interrupted):
        path.touch()
    assert drop_old_copies(policy) == kept[:2]
    assert sorted(policy.folder.iterdir()) == sorted([kept[2], *others])


def test_a_running_copy_stops_with_the_server(database: Path) -> None:
    async def stop_early() -> list[Path]:
        queue = JobQueue(lambda key: True, shared=False)
        job = job_of(database, [NOON])
        queue.add(job)
        queue.start()
        while job._process is None:
            await asyncio.sleep(0.001)
        await queue.stop()
        assert job._process is None or job._process.returncode is not None
        return list((database.parent / "backups").glob("foretold-*"))

    assert len(asyncio.run(stop_early())) <= 1


@pytest.mark.parametrize(
    ("flags", "folder"),
    [([], "backups"), (["--backup-dir", "elsewhere"], "elsewhere"), (["--no-backups"], None)],
)
def test_servers_make_copies_by_default(
    flags: list[str], folder: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configs: list[Config] = []
    monkeypatch.chdir(tmp_path)

    def take_config(config: Config, *_: object, **__: object) -> bool:
        configs.append(config)
        return True

    monkeypatch.setattr(process, "run", take_config)
    path = tmp_path / "foretold.sqlite"
    assert serve.run(build_parser().parse_args(["serve", "--database", str(path), *flags])) == 0
    policy = configs[0].backups
    assert (policy and (tmp_path / policy.folder).name) == folder
    assert policy is None or policy.database == path


# Restoring ---------------------------------------------------------------------------------------------------------


def test_restoring_replaces_the_database_and_keeps_the_old_one(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert foretold("backup", copy, "--database", database).returncode == 0
    before = read_all(copy)
    store_all(database, [AddTable("later", 1)])
    later = read_all(database)
    for number, name in enumerate(("foretold.sqlite.replaced", "foretold.sqlite.replaced1")):
        done = foretold("restore", copy, "--database", database)
        kept = database.with_name(name)
        assert done.returncode == 0
        assert f"The previous database is now {kept}." in done.stdout
        assert "1 match, 1 person" in done.stdout
        assert read_all(database) == before
        assert read_all(kept) == (before if number else later)
    assert read_all(copy) == before


def test_a_damaged_copy_replaces_nothing(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert foretold("backup", copy, "--database", database).returncode == 0
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE matches SET record = replace(CAST(record AS TEXT), '\"result\"', '\"results\"')")
    before = database.read_bytes()
    done = foretold("restore", copy, "--database", database)
    assert (done.returncode, "Nothing was replaced" in done.stdout) == (1, True)
    (tmp_path / "text").write_text("no database")
    for other, reason in (("text", "isn't a Foretold database"), ("missing", "there's no database")):
        refused = foretold("restore", tmp_path / other, "--database", database)
        assert refused.returncode == 2
        assert reason in refused.stderr
    assert "is the database itself" in foretold("restore", database, "--database", database).stderr
    assert "PostgreSQL's own tools" in foretold("restore", copy, "--database", "postgresql://x/y").stderr
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir() if "replaced" in path.name or path.name[0] == "."] == []


def test_a_restore_that_differs_at_its_place_is_undone(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    assert foretold("backup", copy, "--database", database).returncode == 0
    store_all(database, [AddTable("later", 1)])
    later, checks = read_all(database), iter([{"tables": 1}, {"tables": 0}])
    with pytest.raises(BadDatabase, match="is not what was restored"):
        backups.restore(copy, database, lambda _: next(checks))
    assert read_all(database) == later


def test_a_copy_of_an_older_version_is_upgraded(tmp_path: Path) -> None:
    copy, database = tmp_path / "copy.sqlite", tmp_path / "new" / "foretold.sqlite"
    with closing(open_database(copy, STEPS[:3])) as older:
        older.execute("PRAGMA journal_mode = DELETE")
    before = copy.read_bytes()
    done = foretold("restore", copy, "--database", database)
    assert done.returncode == 0, done.stdout
    assert "from before" not in done.stdout
    assert examine(database).whole
    with closing(sqlite3.connect(database)) as restored:
        assert restored.execute("PRAGMA user_version").fetchone() == (len(STEPS),)
    assert copy.read_bytes() == before


def test_a_database_in_use_is_not_restored(database: Path, tmp_path: Path) -> None:
    shutil.copy(database, tmp_path / "copy.sqlite")
    with take(database) or pytest.fail("locked"):
        done = foretold("restore", tmp_path / "copy.sqlite", "--database", database)
    assert done.returncode == 2
    assert "a server is running" in done.stderr


# The drill: docs/server.md ------------------------------------------------------------------------------------------


async def play(server: Server) -> str:
    client = server.client()
    table = make_table(client, ["me", "bot:greedy"], game="prophecy", players=2, options={"variant": "short"})
    player = await Player(server.url, table, client.cookies["foretold"]).connect()
    await player.play()
    await player.close()
    return table


def test_play_continues_after_a_loss_and_a_restore(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = asyncio.run(play(server))
        job = Backups(BackupPolicy(server.database, tmp_path / "backups"), 0.0)
        assert make_copy(job) == []
        [copy] = daily_copies(BackupPolicy(server.database, tmp_path / "backups"))
        assert "a server is running" in foretold("restore", copy.path, "--database", server.database).stderr
        assert server.stop() == 0
        server.database.write_bytes(b"lost" * 10_000)
        assert foretold("restore", copy.path, "--database", server.database).returncode == 0
        assert foretold("doctor", server.database).returncode == 0
        server.start()
        assert server.client().get(f"/api/tables/{table}").status_code == 200
        assert server.run("SELECT count(*) FROM matches") == [(1,)]
        asyncio.run(play(server))
        assert server.stop() == 0


@pytest.mark.long
def test_a_hundred_thousand_matches_are_restored_and_checked_in_five_minutes(tmp_path: Path) -> None:
    """By CPU time for each core: how busy a machine is decides no test."""
    database, copy = tmp_path / "foretold.sqlite", tmp_path / "copy.sqlite"
    lines = [
        line.encode()
        for path in sorted(RECORDS.glob("*.jsonl"))
        if path.name.startswith("seven") or "-short" in path.name
        for line in path.read_text("utf-8").splitlines()
    ]
    many = 100_000
    for start in range(0, many, 5_000):
        matches = [
            KeepMatch(f"m{number}", "", number, "over", True, "prophecy", lines[number % len(lines)], ())
            for number in range(start, start + 5_000)
        ]
        store_all(database, matches)
    assert foretold("backup", copy, "--database", database).returncode == 0
    command = [sys.executable, "-m", "foretold", "restore", str(copy), "--database", str(database)]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "FORETOLD_LANG": "en"}, check=False
    )
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - began
    assert (done.returncode, f"{many:,} matches" in done.stdout or f"{many} matches" in done.stdout) == (0, True), done
    cores = os.cpu_count() or 1
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    size = copy.stat().st_size / 1e6
    print(f"\n{many} matches, {size:.0f} MB: {seconds:.0f} CPU seconds, {wall:.0f} seconds on {cores} cores")
    assert seconds / cores < 300


def test_records_are_checked_by_several_processes_if_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    line = (RECORDS / "prophecy-2-short.jsonl").read_bytes().splitlines()[0]
    damaged = line.replace(b'"result"', b'"results"')
    rows = [(f"m{number}", damaged if number % 7 == 3 else line) for number in range(40)]
    pages = [rows[at : at + 10] for at in range(0, len(rows), 10)]
    expected = [(row, row[1] is line) for row in rows]
    assert [*record_checks.checked(pages)] == expected
    monkeypatch.setattr(record_checks, "_MANY", 2)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert [*record_checks.checked(pages)] == expected
    assert [*record_checks.checked([])] == []
