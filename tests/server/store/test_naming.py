"""Which entries name whom: found by an index that the database keeps itself, not by looking through all journals."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from foretold.server.features.people.routes import _exported
from foretold.server.store import (
    AddEntry,
    AddLink,
    AddPerson,
    AddTable,
    Database,
    Device,
    DropIdle,
    DropTable,
    ForgetPerson,
    ForgetTraces,
    JoinRatings,
    KeepMatch,
    OfferPairingCode,
    Operation,
    RenewSecret,
    Store,
    UsePairingCode,
)
from foretold.server.store.sqlite.schema import STEPS, connect, open_database
from foretold.server.store.sqlite.statements import apply
from foretold.server.store.sqlite.store import SqliteStore
from tests.server.store.helpers import opened, record_line, store_all, written

ANN, BEN = AddPerson("ann", b"A" * 32, "Ann", 100), AddPerson("ben", b"B" * 32, "Ben", 200)


def entry(table: str, number: int, **content: object) -> AddEntry:
    return AddEntry(table, number, 5, json.dumps({"entry": "x", **content}).encode())


def named(it: Store, person: str) -> list[tuple[str, int]]:
    """The entries that name the person, by table and number."""
    return [(table, number) for table, number, *_ in it.entries_naming(person, 100)]


def test_the_database_knows_which_entries_name_a_person(path: Database) -> None:
    chairs = [{"person": "ann", "name": "Ann"}, {"person": "ben"}, {"person": ""}, {"person": 5}]
    operations: list[Operation] = [ANN, BEN, AddTable("other", 1)]
    operations += [entry("table", 0, chairs=chairs, person="ann"), entry("table", 1), entry("table", 2, person="ben")]
    operations += [entry("other", 0, person="ann"), AddEntry("other", 1, 5, b'{"person": no JSON')]
    store_all(path, operations)
    with opened(path) as (it, listener):
        assert named(it, "ann") == [("other", 0), ("table", 0)]
        assert named(it, "ben") == [("table", 0), ("table", 2)]
        assert it.entries_naming("ann", 1, ("other", 0))[0].table == "table"
        assert [len(page) for page in it.all_entries_naming("ann")] == [2]
        assert named(it, "") == named(it, "an") == []
        assert written(it, listener, [ForgetTraces("ben", entries=(("table", 0),))]) is None
        assert named(it, "ben") == [("table", 2)]
        assert json.loads(it.entries("table")[0].body)["chairs"][1] == {"person": ""}
        assert written(it, listener, [DropTable("other")]) is None
        assert named(it, "ann") == [("table", 0)]


def test_deleting_a_person_in_slices_equals_deleting_at_once(path: Database) -> None:
    keep = [
        KeepMatch(f"m{n}", "table", 9, "over", True, "prophecy", record_line(["Ann", "Ben"]), ((0, "ann"), (1, "ben")))
        for n in range(3)
    ]
    entries = [entry("table", number, person="ben", name="Ben") for number in range(3)]
    with opened(path) as (it, listener):
        assert written(it, listener, [ANN, BEN, *entries, *keep]) is None
        assert written(it, listener, [ForgetTraces("ben", ("m0", "gone"), (("table", 1), ("gone", 0)))]) is None
        assert (it.match_ids_of("ben"), named(it, "ben")) == (["m1", "m2"], [("table", 0), ("table", 2)])
        assert it.person("ben") is not None
        assert written(it, listener, [ForgetPerson("ben")]) is None
        assert list(it.records(0)) == [record_line(["Ann", ""])] * 3
        assert {json.loads(entry.body)["name"] for entry in it.entries("table")} == {""}
        assert (named(it, "ben"), it.match_ids_of("ben"), it.match_ids_of("ann")) == ([], [], ["m0", "m1", "m2"])


def _step_of(table: str) -> int:
    """How many steps of the schema come before the one that adds this table."""
    return next(number for number, step in enumerate(STEPS) if any(f"CREATE TABLE {table}" in part for part in step))


def test_an_older_database_is_indexed_when_it_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "foretold.sqlite"
    with closing(open_database(file, STEPS[: _step_of("entry_people")])) as old:
        apply(old, [ANN, AddTable("t", 1), entry("t", 0, person="ann"), AddEntry("t", 1, 1, b"[]"), entry("t", 2)])
    with opened(file) as (it, _):
        assert named(it, "ann") == [("t", 0)]


def steps(connection: object, work: object) -> int:
    """How many hundreds of steps of SQLite's machine the work takes on this connection."""
    count = 0

    def another() -> None:
        nonlocal count
        count += 1

    connection.set_progress_handler(another, 100)  # type: ignore[attr-defined]
    work()  # type: ignore[operator]
    connection.set_progress_handler(None, 0)  # type: ignore[attr-defined]
    return count


def test_deleting_a_person_reads_only_their_entries(file: Path) -> None:
    """Every entry was: one export or one deletion held everybody up on a server with millions of them."""
    others = [entry("table", number, person="ben", text="x" * 50) for number in range(5000)]
    store_all(file, [ANN, BEN, AddTable("own", 1), entry("own", 0, person="ann"), *others])
    with closing(SqliteStore(file)) as it:
        assert steps(it._reading, lambda: _exported(it, "ann", ())) < 50
    with closing(connect(file)) as connection:
        assert steps(connection, lambda: apply(connection, [ForgetPerson("ann")])) < 50
        assert steps(connection, lambda: connection.execute("SELECT count(at + number) FROM entries").fetchall()) > 50


def test_writes_do_not_wait_for_a_long_read(file: Path) -> None:
    begun, over = threading.Event(), threading.Event()

    def hold() -> int:
        begun.set()
        return int(over.wait(30))

    store_all(file, [ANN])
    with closing(SqliteStore(file)) as it, it.apart() as other, ThreadPoolExecutor(1) as pool:
        other._reading.create_function("hold", 0, hold)
        reading = pool.submit(other._rows, "SELECT hold()")
        assert begun.wait(30)
        assert it.person("ann") is not None
        over.set()
        assert reading.result(30) == [(1,)]
        assert other.person("ann") == it.person("ann")


def test_people_who_never_did_anything_are_dropped(path: Database) -> None:
    people = [AddPerson(id, id.encode(), id, at) for id, at in (("new", 500), ("idle", 100), ("older", 50))]
    did: list[Operation] = [AddPerson(f"p{n}", bytes([n]), "", 100) for n in range(5)]
    did += [
        entry("table", 0, person="p0"),
        AddLink(b"L", "move", "table", 0, None, "p1"),
        OfferPairingCode(b"O", "p2", 900),
    ]
    did += [JoinRatings("p3", "prophecy", 1, 1, 1)]
    did += [KeepMatch("m", "table", 9, "over", True, "prophecy", record_line(["Ann", "Ben"]), ((0, "p4"),))]
    with opened(path) as (it, listener):
        assert written(it, listener, [*people, *did]) is None
        assert written(it, listener, [DropIdle(60, 400, 10)]) is None
        there = {id for id in ("new", "idle", "older", *(f"p{n}" for n in range(5))) if it.person(id) is not None}
        assert there == {"new", "older", "p0", "p1", "p2", "p3", "p4"}
        assert written(it, listener, [DropIdle(0, 400, 0), DropIdle(0, 400, 1)]) is None
        assert it.person("older") is None


def test_a_renewed_secret_replaces_the_old_one(path: Database) -> None:
    link = AddLink(b"L" * 32, "move", "table", 0, None, "ann")
    with opened(path) as (it, listener):
        offers: list[Operation] = [
            OfferPairingCode(b"O" * 32, "ann", 500),
            UsePairingCode(b"O" * 32, b"N" * 32, "phone", 400),
        ]
        assert written(it, listener, [ANN, BEN, link, *offers, OfferPairingCode(b"P" * 32, "ann", 900)]) is None
        assert written(it, listener, [RenewSecret("ann", b"R" * 32)]) is None
        assert [it.person_by_secret(old * 32) for old in (b"A", b"N")] == [None, None]
        assert (it.person_by_secret(b"R" * 32), it.carry("ann"), it.link(b"L" * 32)) == (it.person("ann"), None, None)
        assert it.devices("ann") == [Device(b"R" * 32, "", 100, 100)]
        assert it.person_by_secret(b"B" * 32) == it.person("ben")
