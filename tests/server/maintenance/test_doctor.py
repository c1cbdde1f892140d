"""A damaged database: the server serves what is left and says so, `foretold doctor` names and saves all that can be."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import sqlite3
import subprocess
import tracemalloc
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from foretold.server.maintenance import doctor as doctoring
from foretold.server.maintenance import record_checks, sqlite_pages
from foretold.server.store import AddEntry, AddPerson, AddTable, CloseTable, KeepMatch
from foretold.server.store.sqlite import watermarks
from foretold.server.store.sqlite.lock import take
from tests.cli.running import clean_environment, in_process, text_of
from tests.server.at_tables import Room
from tests.server.serving import Player, Server, make_table, wait_for
from tests.server.store.helpers import read_all, store_all

ENVIRONMENT = clean_environment("FORETOLD_DATABASE", "FORETOLD_DATA")
PAGE = 4096
INNER = 2  # the kind of a page, of those that only lead to others in a table with its rows in the key
TABLES = 24


def doctor(*arguments: object) -> subprocess.CompletedProcess[str]:
    return text_of(in_process("doctor", *map(str, arguments), environment=ENVIRONMENT))


def found(database: Path) -> dict[str, Any]:
    done = doctor("--json", database)
    findings: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (0 if findings["whole"] else 1), done
    return findings


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables in the middle of a match, one closed, and ended matches with their people."""
    path = tmp_path_factory.mktemp("whole") / "foretold.sqlite"
    room = Room(game="seven-prophecies-2017", players=4, options={"variant": "single-round"})
    room.begin()
    room.play(random.Random(1))
    record = room.table.record().to_line().encode()
    operations: list[Any] = [AddPerson(f"person-{n}", b"%d" % n, f"Ann {n}", 1) for n in range(400)]
    for n in range(TABLES):
        table = f"table-{n:02}"
        operations.append(AddTable(table, n))
        operations += [AddEntry(table, i, at, body) for i, (at, body) in enumerate(room.written[: 40 + n])]
        operations.append(KeepMatch(f"match-{n}", table, n, "over", True, "x", record, ((0, f"person-{n}"),)))
    store_all(path, [*operations, CloseTable("table-00", 99)])
    return path


@pytest.fixture
def database(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "foretold.sqlite"))


def damage(database: Path, page: int, content: bytes = b"\xa5" * PAGE) -> None:
    with database.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(content)


def leaf_with(database: Path, text: bytes) -> int:
    """A page of journals on which this stands; not one that leads to others."""
    data = database.read_bytes()
    leaves = [at for at in range(0, len(data), PAGE) if data[at] == 0x0A and b"acted" in data[at : at + PAGE]]
    return next(at // PAGE + 1 for at in leaves if text in data[at : at + PAGE])


def test_an_intact_database_is_reported_as_intact(database: Path) -> None:
    before = database.read_bytes()
    done = doctor(database)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{TABLES} tables" in done.stdout
    assert "intact" in done.stdout
    assert len(done.stdout.splitlines()) == 2
    assert "\\n" not in done.stdout
    assert doctor("--repair", database).returncode == 0
    assert database.read_bytes() == before
    assert [path.name for path in database.parent.iterdir()] == [database.name]


def test_the_page_reader_agrees_with_sqlite_on_the_file_and_its_log(database: Path) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("INSERT INTO people VALUES ('last', x'00', 'Zoe', -5, 1234567890123)")
        rows = list(sqlite_pages.rows(database))
        for table, keyed in (("people", False), ("matches", False), ("entries", True), ("seats", True)):
            assert {row.values for row in rows if row.keyed == keyed} >= set(
                connection.execute(f"SELECT * FROM {table}")
            )


def rows_between(database: Path, number: int) -> int:
    """How many rows an inner page of entries holds between those of the pages below it, each of another journal."""
    page = database.read_bytes()[(number - 1) * PAGE :][:PAGE]
    return int.from_bytes(page[3:5], "big") if page[0] == INNER else 0


def test_whatever_page_is_damaged_the_rest_is_saved(
    whole: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    everything = read_all(whole)
    held = {name: set(rows) for name, rows in everything.items()}
    count = whole.stat().st_size // PAGE
    numbers = range(1, count + 1) if request.config.getoption("--long") else [1, 2, *range(3, count + 1, 11)]
    random_bytes = random.Random(1).randbytes(PAGE)
    for number in numbers:
        database = Path(shutil.copy(whole, tmp_path / f"{number}.sqlite"))
        damage(database, number, (bytes(PAGE), random_bytes, b"\xa5" * PAGE)[number % 3])
        findings = found(database)
        done = doctor("--repair", database)
        assert done.returncode == 0, done
        saved = read_all(database)
        assert found(database)["whole"]
        assert findings["whole"] != database.with_name(database.name + ".damaged").exists()
        for name in ("people", "matches", "seats", "links"):
            assert set(saved[name]) <= held[name], name
        # One page holds a few dozen rows: all others are there.
        assert len(saved["people"]) >= 200
        assert len(saved["matches"]) >= TABLES - 4
        touched = {table for table, *_ in set(everything["entries"]) - set(saved["entries"])}
        assert len(touched) <= max(4, rows_between(whole, number)), (number, touched)
        assert {cut["table"] for cut in findings["journals"]} <= touched
        database.unlink()


def test_losses_are_named_and_the_damaged_file_is_kept(database: Path) -> None:
    page = leaf_with(database, b"table-10")
    damage(database, page)
    broken = database.read_bytes()
    done = doctor(database)
    assert done.returncode == 1
    assert "Damaged: " in done.stdout
    assert f"doctor --repair {database}" in done.stdout
    assert database.read_bytes() == broken
    lock = take(database)
    assert lock is not None
    with lock:
        running = doctor("--repair", database)
    assert (running.returncode, running.stdout) == (2, "")
    assert "stop it first" in running.stderr
    done = doctor("--repair", database)
    assert done.returncode == 0
    kept = database.with_name(database.name + ".damaged")
    assert str(kept) in done.stdout
    assert kept.read_bytes() == broken
    assert oct(database.stat().st_mode & 0o777) == "0o600"


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(5000)])
def test_the_file_of_another_program_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    for flags in ((), ("--repair",)):
        done = doctor(*flags, path)
        assert (done.returncode, done.stdout) == (2, "")
        assert path.read_bytes() == content
    assert doctor(tmp_path / "none").returncode == 2


def test_concurrent_writes_are_not_reported_as_losses(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It read what people were told after what is there, and cried that the last entries were gone."""
    notes = watermarks.Notes(database)
    with closing(sqlite3.connect(database)) as connection:
        (last,) = connection.execute("SELECT max(number) FROM entries WHERE table_id = 'table-05'").fetchone()
        (body,) = connection.execute("SELECT body FROM entries WHERE table_id = 'table-06' AND number = 45").fetchone()
    notes.note("table-05", last)
    holds = record_checks.holds

    def play_on(record: object) -> bool:
        nonlocal last
        with closing(sqlite3.connect(database)) as connection, connection:
            last += 1
            connection.execute("INSERT INTO entries VALUES ('table-05', ?, 1, ?)", (last, body))
        notes.note("table-05", last)
        return holds(record)

    monkeypatch.setattr(record_checks, "holds", play_on)
    assert doctoring.examine(database).gone == []
    notes.note("table-05", last + 1)
    assert [gap.table for gap in doctoring.examine(database).gone] == ["table-05"]
    notes.remove()


def test_a_large_database_is_not_held_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All rows were: 2.5 GB for a database of 340 MB."""
    path = tmp_path / "foretold.sqlite"
    entries = [
        AddEntry(f"t{n // 20:03}", n % 20, 1, b'{"entry":"?","text":"' + b"x" * 4000 + b'"}') for n in range(3000)
    ]
    store_all(path, [*(AddTable(f"t{n:03}", 1) for n in range(150)), *entries])
    monkeypatch.setattr(doctoring, "_SOME", 50)
    size = path.stat().st_size
    assert size > 10_000_000
    doctoring._shapes()
    for damaged in (False, True):
        if damaged:
            monkeypatch.setattr(doctoring, "_wrong_pages", lambda database: ["damaged"])
        tracemalloc.start()
        findings = doctoring.examine(path)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert findings.rows["entries"] == 3000
        assert len(findings.journals) == 150  # none of them makes a table
        assert peak < size / 4


# The server ------------------------------------------------------------------------------------------------------


def worries(server: Server) -> str:
    """What the server says at its start after all that it always says."""
    assert server.process is not None
    assert server.process.stdout is not None
    said = ""
    while "doctor" not in said:
        said += server.process.stdout.readline()
    return said.partition("next start.")[2]


def events(server: Server) -> list[dict[str, Any]]:
    return [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]


def test_a_server_names_what_is_damaged_and_serves_the_rest(database: Path) -> None:
    damage(database, leaf_with(database, b"table-10"))
    server = Server(database.parent).start()
    try:
        said = worries(server)
        assert "can't be read; the others continue" in said
        assert f"doctor {database}" in said
        lost = [event["table"] for event in events(server) if event["event"] == "table not readable"]
        assert 1 <= len(lost) <= 4
        client = server.client()
        states = {n: client.get(f"/api/tables/table-{n:02}").status_code for n in range(1, TABLES)}
        assert list(states.values()).count(404) == len(lost)
        assert list(states.values()).count(200) == TABLES - 1 - len(lost)
        assert make_table(client, ["me", "open", "open"], game="seven-prophecies", players=3)
        assert not [event for event in events(server) if event["event"] == "crash"]
        assert server.stop() == 0
    finally:
        server.clear()


def test_without_the_list_of_tables_their_journals_are_used(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables'").fetchone()
    damage(database, page)
    server = Server(database.parent).start()
    try:
        assert "part of it can't be read" in worries(server)
        states = [server.client().get(f"/api/tables/table-{n:02}").status_code for n in range(1, TABLES)]
        assert set(states) == {200}
    finally:
        server.clear()


def test_moves_lost_with_the_log_are_reported(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        client = server.client()
        table = make_table(client, ["me", "me", "me"], game="seven-prophecies", players=3)

        async def play() -> int:
            """The last number that she was told."""
            player = await Player(server.url, table, client.cookies["foretold"]).connect()
            await player.play(until=lambda player: len(player.done) > 12)
            await player.drop()
            return max(player.done.values())

        heard = asyncio.run(play())
        server.kill()
        seen = watermarks.read(server.database)
        assert set(seen) == {table}
        assert found(server.database)["gone"] == []  # with the log, everything is there
        (entries,) = [len(rows) for name, rows in read_all(server.database).items() if name == "entries"]
        with closing(sqlite3.connect(server.database)) as connection:  # as if the last pages of the log were gone
            connection.execute("DELETE FROM entries WHERE number >= 10")
            connection.commit()
        assert heard <= seen[table] < entries
        assert found(server.database)["gone"] == [{"table": table, "found": 9, "told": seen[table]}]
        assert "moves may be missing" in worries(server.start())
        assert [event["told"] for event in events(server) if event["event"] == "entries gone"] == [seen[table]]
        assert server.stop() == 0
        assert found(server.database)["whole"]  # said once
    finally:
        server.clear()


def test_a_closed_table_is_not_reported(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    try:
        client = server.client()
        table = make_table(client, ["me", "open", "open"], game="seven-prophecies", players=3)
        assert set(watermarks.read(server.database)) == {table}
        assert client.post(f"/api/tables/{table}/commands", json={"type": "close"}).status_code == 200
        wait_for(lambda: watermarks.read(server.database) == {})
    finally:
        server.clear()


def test_watermarks_hold_any_number_of_tables(tmp_path: Path) -> None:
    noted = watermarks.Notes(tmp_path / "x")
    for number in range(2_000):
        noted.note(f"table-{number}", number)
    for number in range(0, 2_000, 2):
        noted.drop(f"table-{number}")
    noted.note("last", 7)
    noted.close()
    assert watermarks.read(tmp_path / "x") == {
        "last": 7,
        **{f"table-{number}": number for number in range(1, 2_000, 2)},
    }
