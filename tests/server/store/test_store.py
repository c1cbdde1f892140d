"""The store: what it says is written is on disk, in order, whole or not at all; what is forgotten is gone."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from foretold.server.store import (
    AddEntry,
    AddLink,
    AddPerson,
    AddTable,
    Alive,
    AskReview,
    CloseTable,
    Database,
    DropLink,
    DropTable,
    Expire,
    ForgetPerson,
    KeepDecision,
    KeepMatch,
    KeepReview,
    KeptEntry,
    KeptMatch,
    KeptReview,
    Link,
    Operation,
    Person,
    RenamePerson,
    SeePerson,
    ShareMatch,
    Store,
    Written,
    open_store,
)
from foretold.server.store.sqlite import schema as sqlite_schema
from foretold.server.store.sqlite import store as sqlite_store
from tests.server.store.helpers import (
    held_up,
    opened,
    read_all,
    record_line,
    refused,
    store_all,
    writing_process,
    written,
)

ANN, BEN = AddPerson("ann", b"A" * 32, "Ann", 100), AddPerson("ben", b"B" * 32, "Ben", 200)


def entry(number: int, table: str = "table", **content: object) -> AddEntry:
    return AddEntry(table, number, 1000 + number, json.dumps({"entry": "acted", **content}).encode())


# Reading back ----------------------------------------------------------------------------------------------------


def test_everything_written_is_read_back(path: Database) -> None:
    line = record_line(["Ann", "Ben"])
    kept = KeepMatch("match", "table", 900, "over", True, "prophecy", line, ((0, "ann"), (1, "ben")))
    with opened(path) as (it, listener):
        assert (it.alive(), it.person("ann"), it.match("match"), it.link(b"L" * 32)) == (None, None, None, None)
        assert it.matches_of("ann", 5) == it.public_matches(5) == []
        assert (it.entries("table"), list(it.records(0))) == ([], [])
        operations: list[Operation] = [ANN, BEN, AddTable("late", 20), entry(0), entry(1), kept, Alive(1), Alive(950)]
        operations += [AddLink(b"L" * 32, "move", "table", 1, 5000, "ben"), AddLink(b"M" * 32, "bot", "table", 0)]
        assert written(it, listener, operations) is None
        assert it.person("ann") == it.person_by_secret(b"A" * 32) == Person("ann", "Ann", 100, 100)
        assert it.person_by_secret(b"?" * 32) is None
        assert list(it.open_tables().items()) == [("table", 10), ("late", 20)]
        entries = [entry._replace(writer="") for entry in it.entries("table")]
        assert entries == [KeptEntry(0, 1000, entry(0).body), KeptEntry(1, 1001, entry(1).body)]
        match = KeptMatch("match", "table", 900, "over", True, "prophecy", None, line)
        assert it.matches_of("ann", 5) == it.matches_of("ben", 5) == it.public_matches(5) == [match]
        assert (it.people_of("match"), it.count_matches("ben")) == (("ann", "ben"), 1)
        assert it.link(b"L" * 32) == Link("move", "table", 1, 5000, "ben")
        assert it.link(b"M" * 32) == Link("bot", "table", 0, None, None)
        assert (it.alive(), list(it.records(0))) == (950, [line])

        changes: list[Operation] = [
            RenamePerson("ann", "千代"),
            SeePerson("ann", 700),
            SeePerson("ann", 600),
            CloseTable("late", 30),
        ]
        changes += [ShareMatch("match", b"S" * 32), DropLink(b"M" * 32)]
        assert written(it, listener, changes) is None
        assert it.person("ann") == Person("ann", "千代", 100, 700)
        assert (it.people_named("千代"), it.people_unseen(700)) == ([it.person("ann")], [it.person("ben")])
        assert list(it.open_tables()) == ["table"]
        assert it.match("match") == match._replace(share=b"S" * 32)
        assert it.link(b"M" * 32) is None

        assert written(it, listener, [DropTable("table"), ShareMatch("match", None)]) is None
        assert (it.entries("table"), it.link(b"L" * 32), it.open_tables()) == ([], None, {})
        assert it.match("match") == match  # not shared any more; records outlive their table


def test_matches_are_listed_newest_first_and_exported_oldest_first(path: Database) -> None:
    ended = {f"match-{number:02}": 1000 + number // 3 for number in range(50)}
    shuffled = random.Random(1).sample(sorted(ended), 50)
    keeps = [
        KeepMatch(id, "table", ended[id], "given-up", id[-1] == "5", "prophecy", record_line([id]), ((0, "ann"),))
        for id in shuffled
    ]
    with opened(path) as (it, listener):
        assert written(it, listener, [ANN, *keeps]) is None
        assert [json.loads(line)["names"] for line in it.records(0)] == [[id] for id in sorted(ended)]
        assert [match.ended for match in it.matches_of("ann", 7)] == sorted(ended.values(), reverse=True)[:7]
        assert [match.id for match in it.public_matches(3)] == ["match-45", "match-35", "match-25"]


def test_an_export_keeps_few_records_in_memory(path: Database) -> None:
    record = record_line(["Ann"], padding="x" * 100_000)
    keeps = [KeepMatch(f"match-{number}", "table", 1, "over", True, "prophecy", record) for number in range(300)]
    store_all(path, keeps)
    with opened(path) as (it, _):
        tracemalloc.start()
        try:
            assert sum(len(line) for line in it.records(0)) == 300 * len(record)
            assert tracemalloc.get_traced_memory()[1] < 10_000_000
        finally:
            tracemalloc.stop()


def test_a_review_is_stored_piece_by_piece_and_dropped_when_its_match_continues(path: Path) -> None:
    match = KeepMatch("match", "table", 900, "over", True, "prophecy", record_line(["Ann"]), ())
    with opened(path) as (it, listener):
        assert written(it, listener, [match, match._replace(id="other")]) is None
        assert (it.review("match"), it.reviews_to_make(5)) == (None, [])
        asks = [AskReview(id, at, 600, 0, "1.0") for id, at in (("other", 20), ("match", 10), ("match", 30))]
        assert written(it, listener, asks) is None
        waiting = [KeptReview("match", 10, 600, 0, "1.0", None), KeptReview("other", 20, 600, 0, "1.0", None)]
        assert it.reviews_to_make(5) == waiting
        pieces = [KeepDecision("match", 10, event, b"%d" % event) for event in (7, 3, 12)]
        again = [KeepDecision("match", 10, 7, b"again"), KeepDecision("match", 9, 8, b"of another time")]
        assert written(it, listener, [*pieces, *again]) is None
        assert (it.decisions("match"), it.decisions("match", 3)) == ([b"3", b"7", b"12"], [b"7", b"12"])
        assert written(it, listener, [KeepReview("match", 9, b"{}"), KeepReview("match", 10, b"whole")]) is None
        assert it.review("match") == waiting[0]._replace(body=b"whole")
        assert written(it, listener, [KeepDecision("match", 10, 15, b"late")]) is None
        assert (it.decisions("match"), it.reviews_to_make(5)) == ([], waiting[1:])
        assert written(it, listener, [match]) is None  # it was taken back, and has ended again
        assert it.review("match") is None
        assert written(it, listener, [KeepReview("match", 10, b"of before")]) is None
        assert it.review("match") is None


# Batches ---------------------------------------------------------------------------------------------------------


def test_calls_that_arrive_during_a_commit_form_one_batch_in_order(path: Database) -> None:
    with opened(path) as (it, listener):
        with held_up(path):
            for number in range(500):
                it.write([entry(number)], number)
            assert it.entries("table") == []  # nobody sees what is not on disk
        heard = [listener.batches.get(timeout=30)]
        while sum(map(len, heard)) < 500:
            heard.append(listener.batches.get(timeout=30))
        assert len(heard) <= 2  # the first call may have been taken alone
        assert [token for batch in heard for token in batch] == [Written(number, None) for number in range(500)]
        assert [entry.number for entry in it.entries("table")] == list(range(500))


def test_an_event_loop_is_woken_once_for_a_batch(path: Database) -> None:
    async def run() -> tuple[int, list[Written]]:
        loop = asyncio.get_running_loop()
        batches: list[list[Written]] = []
        everything = asyncio.Event()

        def deliver(batch: list[Written]) -> None:
            batches.append(batch)
            if sum(map(len, batches)) == 100:
                everything.set()

        def committed(batch: list[Written]) -> None:
            loop.call_soon_threadsafe(deliver, batch)

        with open_store(path, committed) as it:
            with held_up(path):
                for number in range(100):
                    it.write([entry(number)], number)
            await asyncio.wait_for(everything.wait(), 30)
        return len(batches), [operation for batch in batches for operation in batch]

    count, heard = asyncio.run(run())
    assert count <= 2
    assert heard == [Written(number, None) for number in range(100)]


def test_many_threads_write_at_once(path: Database) -> None:
    tables = [f"table-{number}" for number in range(8)]

    def write(it: Store, table: str) -> None:
        it.write([AddTable(table, 1)])
        for number in range(200):
            it.write([entry(number, table)], (table, number))

    with opened(path) as (it, listener):
        threads = [threading.Thread(target=write, args=(it, table)) for table in tables]
        for thread in threads:
            thread.start()
        heard = listener.hear(8 * 201)
        assert all(error is None for _, error in heard)
        for table in tables:
            tokens = [token[1] for token, _ in heard if isinstance(token, tuple) and token[0] == table]
            assert tokens == [entry.number for entry in it.entries(table)] == list(range(200))


def test_a_call_is_atomic(path: Database) -> None:
    with opened(path) as (it, listener):
        assert refused(written(it, listener, [ANN, entry(0), BEN, ANN]))
        assert (it.person("ann"), it.person("ben"), it.entries("table")) == (None, None, [])
        assert written(it, listener, []) is None


def test_a_refused_call_leaves_the_others_of_its_batch_alone(path: Database) -> None:
    bad: dict[int, list[Operation]] = {
        2: [entry(1)],  # another writer's number
        4: [ANN, entry(0, "nowhere")],
        5: [AddPerson("x", b"X" * 32, "half a pair: \ud800", 1)],
        7: [AddPerson("x", b"X" * 32, "x", 2**80)],
        8: [entry(9)],  # the one before is missing
    }
    good: dict[int, list[Operation]] = {0: [entry(0)], 1: [entry(1)], 3: [entry(2)], 6: [BEN], 9: [entry(3)]}
    with opened(path) as (it, listener):
        with held_up(path):
            for number in range(10):
                it.write({**bad, **good}[number], number)
        heard = listener.hear(10)
        assert [token for token, _ in heard] == list(range(10))
        assert [token for token, error in heard if error is not None] == sorted(bad)
        assert [entry.number for entry in it.entries("table")] == [0, 1, 2, 3]
        assert it.person("ben") is not None
        assert it.person("ann") is it.person("x") is None


def test_a_journal_has_no_gap(path: Database) -> None:
    with opened(path) as (it, listener):
        assert written(it, listener, [entry(0)]) is None
        assert refused(written(it, listener, [entry(2)]))
        assert refused(written(it, listener, [entry(0)]))
        assert written(it, listener, [entry(1), entry(2)]) is None


def test_close_commits_what_is_queued(path: Database) -> None:
    with opened(path) as (it, listener):
        for number in range(2000):
            it.write([entry(number)], number)
        it.close()
        it.close()
        assert listener.hear(2000)[-1] == Written(1999, None)
        with pytest.raises(ValueError, match="closed"):
            it.write([entry(2000)])
    if isinstance(path, Path):
        assert [file.name for file in path.parent.iterdir()] == [path.name]  # no log is left
    with open_store(path) as it:
        assert len(it.entries("table")) == 2000


def test_a_listener_that_fails_does_not_stop_the_writer(path: Database, caplog: pytest.LogCaptureFixture) -> None:
    def fail(batch: list[Written]) -> None:
        raise RuntimeError("the loop is closed")

    with open_store(path, fail) as it:
        it.write([entry(0)])
        it.write([entry(1)])
    assert "nobody heard" in caplog.text
    with open_store(path) as it:
        assert len(it.entries("table")) == 2


# When things break -----------------------------------------------------------------------------------------------


def test_nothing_acknowledged_is_lost_when_the_writer_is_killed(path: Database) -> None:
    chance = random.Random()
    for _ in range(10 if isinstance(path, Path) else 4):
        with writing_process(path) as process:
            assert process.stdout is not None
            said = process.stdout.readline()
            time.sleep(chance.uniform(0, 0.1))
            process.kill()
            said += process.stdout.read()
        acknowledged = int(said.rpartition("\n")[0].rpartition("\n")[2])  # the last whole line
        with open_store(path) as it:
            numbers = [entry.number for entry in it.entries("table")]
        assert numbers == list(range(len(numbers)))
        assert acknowledged < len(numbers)
    if isinstance(path, Path):
        assert read_all(path)["entries"]


def test_a_full_disk_refuses_writes_and_recovers(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connections: list[sqlite3.Connection] = []

    def limited(file: Path) -> sqlite3.Connection:
        connections.append(sqlite_schema.open_database(file))
        pages = connections[0].execute("PRAGMA page_count").fetchone()[0]
        connections[0].execute(f"PRAGMA max_page_count = {pages + 20}")
        return connections[0]

    monkeypatch.setattr(sqlite_store, "open_database", limited)
    with opened(file) as (it, listener):
        assert written(it, listener, [entry(0)]) is None
        with held_up(file):
            it.write([entry(1)], "small")
            for number in range(2, 20):
                it.write([entry(number, padding="x" * 10_000)], number)
        heard = listener.hear(19)
        committed = [token for token, error in heard if error is None]
        assert committed in ([], ["small"])  # only if it was taken alone
        assert {str(error) for _, error in heard if error is not None} == {"database or disk is full"}
        count = 1 + len(committed)
        assert len(it.entries("table")) == count
        assert refused(written(it, listener, [entry(20)]))  # it would leave a hole
        assert written(it, listener, [entry(count)]) is None
        connections[0].execute("PRAGMA max_page_count = 100000")
        assert written(it, listener, [entry(count + 1, padding="x" * 500_000)]) is None
    assert len(read_all(file)["entries"]) == count + 2


def test_a_locked_database_refuses_writes_and_recovers(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_schema, "BUSY_SECONDS", 0.1)
    with opened(file) as (it, listener):
        with held_up(file):
            it.write([entry(0)], 0)
            it.write([entry(1)], 1)
            assert [str(error) for _, error in listener.hear(2)] == ["database is locked"] * 2
        assert written(it, listener, [entry(0)]) is None


# Forgetting ------------------------------------------------------------------------------------------------------

NAME = "Zacharias-千代"


def test_a_forgotten_person_is_gone_from_the_database(path: Database) -> None:
    zoe = AddPerson("zoe", b"Z" * 32, NAME, 1)
    chair = {"kind": "person", "person": "zoe", "name": NAME}
    body: dict[str, Any] = {
        "entry": "made",
        "person": "ann",
        "name": "Ann",
        "chairs": [chair, {"person": "ann", "name": "Ann"}],
    }
    bodies = [body, {"entry": "moved", "seat": 0, "person": "zoe"}, {"entry": "acted", "seat": 0}]
    operations: list[Operation] = [ANN, zoe, AddTable("closed", 1), AddLink(b"L" * 32, "move", "table", 0, None, "zoe")]
    for table in ("table", "closed"):
        operations += [AddEntry(table, at, 5, json.dumps(body).encode()) for at, body in enumerate(bodies)]
    line = record_line(["Ann", NAME, NAME], seats=[{"kind": "person"}], fair={"note": 0.25})
    people = ((0, "ann"), (1, "zoe"), (2, "zoe"))
    operations += [CloseTable("closed", 9), KeepMatch("match", "table", 9, "over", False, "prophecy", line, people)]
    store_all(path, operations)
    if isinstance(path, Path):
        assert NAME.encode() in path.read_bytes()
    with opened(path) as (it, listener):
        before = it.entries("table")
        assert written(it, listener, [ForgetPerson("zoe")]) is None
        assert (it.person("zoe"), it.people_of("match"), it.link(b"L" * 32)) == (None, ("ann",), None)
        assert it.matches_of("zoe", 5) == []
        assert list(it.records(0)) == [record_line(["Ann", "", ""], seats=[{"kind": "person"}], fair={"note": 0.25})]
        after = it.entries("table")
        gone = {**body, "chairs": [{"kind": "person", "person": "", "name": ""}, {"person": "ann", "name": "Ann"}]}
        assert [json.loads(entry.body) for entry in after] == [gone, {**bodies[1], "person": ""}, bodies[2]]
        assert after[2] == before[2]
        assert [entry.body for entry in it.entries("closed")] == [entry.body for entry in after]
        assert it.person("ann") is not None
    if isinstance(path, Path):  # PostgreSQL takes the room back in its own time
        for name in (NAME.encode(), json.dumps(NAME).strip('"').encode(), b"zoe", b"Z" * 32):
            assert name not in path.read_bytes()
        read_all(path)


def test_a_match_that_ends_after_a_deletion_does_not_bring_the_name_back(path: Database) -> None:
    people = ((0, "ann"), (1, "ben"))
    keep = KeepMatch("match", "table", 9, "over", True, "prophecy", record_line(["Ann", "Ben"]), people)
    with opened(path) as (it, listener):
        assert written(it, listener, [ANN, BEN, ForgetPerson("ben"), keep]) is None
        assert it.people_of("match") == ("ann",)
        assert list(it.records(0)) == [record_line(["Ann", ""])]


def test_people_and_tables_expire(path: Database) -> None:
    people = [AddPerson(id, id.encode(), id.capitalize(), 1) for id in ("old", "oldest", "sitting", "fresh")]
    line = record_line(["Old", "Fresh"])
    operations: list[Operation] = [*people, SeePerson("old", 500), SeePerson("fresh", 900)]
    operations += [AddTable("long-closed", 1), AddTable("just-closed", 1), entry(0, "long-closed"), entry(0)]
    operations += [entry(1, seats=[{"person": "sitting"}]), entry(0, "just-closed", person="old", name="Old")]
    operations += [CloseTable("long-closed", 300), CloseTable("just-closed", 800)]
    match = KeepMatch("match", "long-closed", 9, "over", True, "prophecy", line, ((0, "old"), (1, "fresh")))
    with opened(path) as (it, listener):
        assert written(it, listener, [*operations, match]) is None
        assert written(it, listener, [Expire(1000, 500, 600)]) is None
        assert [it.person(id) is None for id in ("old", "oldest", "sitting", "fresh")] == [False, True, False, False]
        assert (len(it.entries("long-closed")), len(it.entries("just-closed")), len(it.entries("table"))) == (0, 1, 2)
        assert written(it, listener, [Expire(1001, 500, 600)]) is None
        assert [it.person(id) is None for id in ("old", "oldest", "sitting", "fresh")] == [True, True, False, False]
        assert json.loads(it.entries("just-closed")[0].body) == {"entry": "acted", "person": "", "name": ""}
        assert list(it.records(0)) == [record_line(["", "Fresh"])]
        assert written(it, listener, [Expire(5000, 500, 600), CloseTable("table", 5000), Expire(9000, 1, 1)]) is None
        assert (it.people_unseen(9999), it.entries("table"), it.open_tables()) == ([], [], {})
