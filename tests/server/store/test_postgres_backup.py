"""A base backup and the archive of the write-ahead log, as docs/server.md describes them: nothing committed is lost."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from foretold.server.maintenance import postgres_doctor
from foretold.server.store import AddPerson, open_store
from tests.cli.running import clean_environment, in_process
from tests.postgres import PROGRAMS, Postgres
from tests.server.serving import wait_for

ARCHIVE = "test ! -f /backup/wal/%f && cp %p /backup/wal/%f.part && mv /backup/wal/%f.part /backup/wal/%f"
DOCS = (Path(__file__).parents[3] / "docs" / "server.md").read_text("utf-8")


def add_person(url: str, name: str) -> None:
    from queue import SimpleQueue

    written: SimpleQueue[object] = SimpleQueue()
    with open_store(url, written.put) as store:
        store.write([AddPerson(name, name.encode(), name, 1)])
        written.get(timeout=60)


@pytest.mark.long
def test_a_base_backup_and_the_archived_log_restore_everything(tmp_path: Path) -> None:
    for part in (
        "archive_mode = on",
        "--wal-method none",
        "recovery.signal",
        "restore_command = 'cp /backup/wal/%f %p'",
    ):
        assert part in DOCS
    directory = tmp_path / "postgres"
    directory.mkdir()
    for parent in directory.parents[:3]:
        parent.chmod(0o755)  # PostgreSQL runs as nobody
    postgres = Postgres(directory)
    subprocess.run(["mkdir", "wal"], check=True, **postgres._as)
    archive = directory / "wal"
    with (directory / "data" / "postgresql.conf").open("a") as settings:
        command = ARCHIVE.replace("/backup/wal", str(archive))
        settings.write(f"\narchive_mode = on\narchive_command = '{command}'\n")
    postgres.start()
    url = postgres.new()
    add_person(url, "before")
    base = ["pg_basebackup", "-h", str(directory), "-U", "foretold", "--pgdata", "base", "--checkpoint", "fast"]
    subprocess.run([PROGRAMS / "pg_basebackup", *base[1:], "--wal-method", "none"], check=True, **postgres._as)
    add_person(url, "after")
    [row] = postgres.run("SELECT pg_walfile_name(pg_switch_wal()) AS name")
    wait_for(lambda: (archive / row["name"]).exists())
    postgres.stop()
    shutil.rmtree(directory / "data")  # the disk is lost
    (directory / "base").rename(directory / "data")
    subprocess.run(["touch", "data/recovery.signal"], check=True, **postgres._as)
    with (directory / "data" / "postgresql.conf").open("a") as settings:
        settings.write(f"restore_command = 'cp {archive}/%f %p'\n")
    postgres.start()
    try:
        people = {row["id"] for row in postgres.run("SELECT id FROM people", url)}
        assert people == {"before", "after"}
        wait_for(lambda: not postgres.run("SELECT pg_is_in_recovery() AS it")[0]["it"])
        assert postgres_doctor.examine(url).whole
        assert in_process("doctor", url, environment=clean_environment()).returncode == 0
    finally:
        postgres.stop()
