"""What is special about PostgreSQL: its schema, other writers, broken lines; and the commands on such a database."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from functools import partial
from pathlib import Path
from random import Random

import asyncpg
import pytest

from foretold.i18n import languages
from foretold.server.protocol import messages
from foretold.server.store import (
    PARTS,
    AddEntry,
    AddPerson,
    AddTable,
    BadDatabase,
    CloseTable,
    Conflict,
    Database,
    Expire,
    KeepMatch,
    Operation,
    TooNew,
    open_store,
    shown,
)
from foretold.server.store.postgres import schema as postgres_schema
from foretold.server.store.postgres.statements import AFTER, batch
from foretold.server.store.postgres.store import PostgresStore
from tests.cli.running import clean_environment, in_process, text_of
from tests.postgres import Postgres
from tests.server.at_tables import Room
from tests.server.store.helpers import held_up, opened, read_all, record_line, store_all, written
from tests.server.store.make_schema_1 import TARGET

PLANS = "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE custom_plans > 1"
ENVIRONMENT = clean_environment("FORETOLD_DATABASE", "FORETOLD_DATA")
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'foretold'"
LINE = record_line(["Ann", "千代"])


@pytest.fixture
def place(postgres: Postgres) -> str:
    """A database with one open table."""
    url = postgres.new()
    store_all(url, [AddTable("table", 10)])
    return url


def entry(number: int, table: str = "table") -> AddEntry:
    return AddEntry(table, number, 1000 + number, b'{"entry":"acted","seat":1,"action":"B11"}')


def refusal(*arguments: str | Path) -> str:
    """The one sentence of a command that was used wrongly."""
    done = text_of(in_process(*arguments, environment=ENVIRONMENT))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done
    return done.stderr.partition(": ")[2].strip()


# The schema ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        ("CREATE TABLE people (id text)", "no-database-of-ours"),
        ("CREATE TABLE meta (key text, value text)", "no-database-of-ours"),
        (
            "CREATE TABLE meta AS SELECT * FROM (VALUES ('application', 'foretold'), ('schema', '99')) v (key, value)",
            "database-too-new",
        ),
    ],
)
def test_foreign_databases_are_left_alone(made: str, reason: str, postgres: Postgres) -> None:
    place = postgres.new()
    postgres.run(made, place)
    with pytest.raises(BadDatabase) as refused:
        PostgresStore(place)
    assert refused.value.reason == reason
    assert all(shown(place) in refused.value.sentence(language) for language in languages())
    assert len(postgres.run("SELECT 1 FROM pg_tables WHERE schemaname = 'public'", place)) == 1


def test_a_schema_step_is_atomic(place: str, postgres: Postgres) -> None:
    async def upgrade(*steps: str) -> None:
        connection = await postgres_schema.connect(place)
        try:
            await postgres_schema.open_database(connection, place, (*postgres_schema.STEPS, steps))
        finally:
            await connection.close()

    with pytest.raises(asyncpg.UndefinedTableError):
        asyncio.run(upgrade("ALTER TABLE people ADD mood text", "INSERT INTO nowhere VALUES (1)"))
    with PostgresStore(place) as store:
        assert store.open_tables() == {"table": 10}
    asyncio.run(upgrade("ALTER TABLE people ADD mood text"))
    with pytest.raises(BadDatabase, match="newer Foretold"):
        PostgresStore(place)


def test_many_may_create_a_new_database_at_once(postgres: Postgres) -> None:
    place = postgres.new()

    async def open_all() -> None:
        stores = await asyncio.gather(*(asyncio.to_thread(PostgresStore, place) for _ in range(4)))
        await asyncio.gather(*(asyncio.to_thread(store.close) for store in stores))

    asyncio.run(open_all())
    [(version,)] = postgres.run("SELECT value FROM meta WHERE key = 'schema'", place)
    assert version == str(len(postgres_schema.STEPS))


def test_an_unreachable_database_is_named_without_its_password(tmp_path: Path) -> None:
    sentence = refusal("export", "--database", f"postgresql://ann:secret@/cards?host={tmp_path}")
    assert "can't use the database" in sentence
    assert "secret" not in sentence


def test_a_missing_extra_is_named(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert "foretold[postgres]" in refusal("export", "--database", place)
    assert "foretold[postgres]" in refusal("serve", "--database", place)


# Several writers -------------------------------------------------------------------------------------------------


def test_of_two_writers_one_gets_the_number_and_the_other_builds_on_nothing(place: str) -> None:
    with opened(place) as (one, heard), opened(place) as (other, listener):
        assert written(one, heard, [entry(0)]) is None
        assert isinstance(written(other, listener, [entry(0), entry(1)]), Conflict)
        with held_up(place):  # both have it on its way at the same time
            one.write([entry(1), entry(2), entry(3)])
            other.write([entry(1), entry(2)])
        outcomes = [heard.hear(1)[0].error, listener.hear(1)[0].error]
        assert [type(outcome) for outcome in outcomes if outcome is not None] == [Conflict]
        kept = one.entries("table")
        assert [entry.number for entry in kept] == list(range(len(kept)))
        assert len({entry.writer for entry in kept[1:]}) == 1
        assert len(kept) == (4 if outcomes[0] is None else 3)


def test_a_call_that_loses_a_conflict_leaves_nothing(place: str) -> None:
    with opened(place) as (one, heard), opened(place) as (other, listener):
        assert written(one, heard, [entry(0)]) is None
        keep = KeepMatch("match", "table", 9, "over", True, "prophecy", LINE)
        assert isinstance(written(other, listener, [entry(0), keep, CloseTable("table", 9)]), Conflict)
        assert (other.match("match"), list(other.open_tables())) == (None, ["table"])


def test_entries_of_a_newer_version_are_not_read(place: str, postgres: Postgres) -> None:
    store_all(place, [AddTable("other", 1), entry(0), entry(0, "other")])
    postgres.run(f"UPDATE entries SET version = {messages.JOURNAL + 1} WHERE table_id = 'table'", place)
    with PostgresStore(place) as store:
        with pytest.raises(TooNew):
            store.entries("table")
        entries = store.entries_after({"table": -1, "other": -1})
        assert entries["table"] is None
        assert entries["other"] is not None


def test_writes_under_way_when_the_connection_broke_are_stored_once(place: str, postgres: Postgres) -> None:
    """Calls of both kinds: entries alone, and those in a transaction."""
    with opened(place) as (store, listener):
        for number in range(120):
            more: list[Operation] = [AddPerson(f"{number}", bytes([number]), "", 1)] if number % 3 == 0 else []
            store.write([*more, entry(number)], number)
            if number % 30 == 29:
                postgres.run(CUT, place)
        assert [outcome for outcome in listener.hear(120) if outcome.error is not None] == []
        assert [entry.number for entry in store.entries("table")] == list(range(120))
        assert len(store.people_named("")) == 40


def test_journals_are_deleted_with_their_tables(place: str, postgres: Postgres) -> None:
    store_all(place, [entry(0), CloseTable("table", 5), Expire(1000, 1000, 10)])
    assert postgres.run("SELECT 1 FROM entries", place) == postgres.run("SELECT 1 FROM tables", place) == []


# Commands --------------------------------------------------------------------------------------------------------


def test_commands_work_on_postgresql(place: str, tmp_path: Path) -> None:
    keep = KeepMatch("match", "table", 9, "over", True, "prophecy", LINE, ((1, "chiyo"),))
    store_all(place, [AddPerson("chiyo", b"c", "千代", 1), keep])
    done = text_of(in_process("export", "--database", place, environment=ENVIRONMENT))
    assert (done.returncode, done.stdout.encode()) == (0, LINE + b"\n")
    done = text_of(
        in_process("forget", "--name", "千代", "--yes", environment={**ENVIRONMENT, "FORETOLD_DATABASE": place})
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "(1 in all)" in done.stdout
    with PostgresStore(place) as store:
        assert list(store.records(0)) == [record_line(["Ann", ""])]
    assert "pg_dump" in refusal("backup", tmp_path / "copy", "--database", place)
    assert "--workers" in refusal("serve", "--workers", "2", "--database", tmp_path / "foretold.sqlite")


def test_the_doctor_finds_and_removes_what_is_invalid(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    place, room = postgres.new(), Room(game="prophecy", players=4)
    room.begin()
    room.play(Random(1), 20)
    operations = [AddEntry("whole", number, at, body) for number, (at, body) in enumerate(room.written)]
    operations += [AddEntry("cut", *operation[1:]) for operation in operations]
    keep = KeepMatch("match", "whole", 9, "over", True, "prophecy", LINE)
    store_all(place, [AddTable("whole", 1), AddTable("cut", 1), *operations, keep])
    doctor = partial(in_process, "doctor", place, environment=ENVIRONMENT)
    assert "Everything is intact." in text_of(doctor()).stdout
    good = len(room.written) - 5
    postgres.run(f"UPDATE entries SET body = 'x' WHERE table_id = 'cut' AND number = {good + 1}", place)
    postgres.run("UPDATE matches SET record = 'x'", place)
    output = text_of(doctor("--json"))
    assert output.returncode == 1
    findings = json.loads(output.stdout)
    assert findings["journals"] == [{"table": "cut", "good": good, "last": good + 4}]
    assert findings["records"] == ["match"]
    assert text_of(doctor("--repair")).returncode == 0
    kept = [json.loads(line) for line in (tmp_path / "foretold-postgres.damaged").read_text().splitlines()]
    assert [(line["from"], line.get("number")) for line in kept] == [
        *(("entries", number) for number in range(good + 1, good + 5)),
        ("matches", None),
    ]
    assert "Everything is intact." in text_of(doctor()).stdout


def rows(database: Database) -> dict[str, object]:
    with open_store(database) as store:
        return {part: [row for page in store.rows_of(part) for row in page] for part in PARTS}


def test_a_database_is_copied_both_ways(postgres: Postgres, tmp_path: Path) -> None:
    file, place, back = Path(shutil.copy(TARGET, tmp_path)), postgres.new(), tmp_path / "back.sqlite"
    entries = [entry(number, "table-1")._replace(number=number) for number in range(2, 1203)]  # several pages
    store_all(file, entries)
    for source, target in ((file, place), (place, back)):
        done = text_of(in_process("copy-database", str(source), str(target), environment=ENVIRONMENT))
        assert (done.returncode, done.stderr) == (0, "")
        assert rows(source) == rows(target)
    assert {**read_all(back), "meta": []} == {**read_all(file), "meta": []}
    assert "isn't empty" in refusal("copy-database", str(file), place)
    assert "no database" in refusal("copy-database", str(tmp_path / "none.sqlite"), place)
    with opened(place) as (store, listener):  # and it goes on there
        assert store.alive() == 7000
        assert written(store, listener, [entry(1203, "table-1")]) is None


def test_statements_of_every_move_are_prepared(place: str) -> None:
    """To plan it takes PostgreSQL longer than to carry it out; it tries five times what the values are good for."""

    async def move() -> list[asyncpg.Record]:
        connection = await postgres_schema.connect(place)
        try:
            for number in range(20):
                outcomes = batch([AddEntry("table", number, 10, b"{}")])
                assert outcomes is not None
                assert await outcomes.append(connection, "writer") == {"table"}
                assert [row["number"] for row in await connection.fetch(AFTER, ["table"], [number - 1])] == [number]
            return await connection.fetch(PLANS)
        finally:
            await connection.close()

    assert [tuple(plans) for plans in asyncio.run(move())] == [(15, 5), (15, 5)]
