"""Challenges and tries in both kinds of store: the first try counts, once, and results are told from indexes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from foretold.server.store import (
    AddChallenge,
    AddPerson,
    AskBotTry,
    BeginTry,
    Database,
    EndTry,
    ForgetPerson,
    KeepBotTry,
    KeepMatch,
    KeptChallenge,
    KeptTry,
    MoveTry,
    SealMatch,
)
from foretold.server.store.sqlite.schema import open_database
from tests.server.store.helpers import opened, record_line, written

PEOPLE = [AddPerson(id, id.encode() * 8, id.capitalize(), 100) for id in ("anna", "benn", "cemm")]
FRESH = KeptTry("c", "anna", "t1", 10, None, None, False, None, False, None)


@pytest.fixture(params=["sqlite", "postgres"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """Where a store is."""
    return tmp_path / "foretold.sqlite" if request.param == "sqlite" else request.getfixturevalue("postgres").new()


def test_the_first_definition_of_a_challenge_stands(path: Database) -> None:
    first = AddChallenge("c", 5, 900, None, b'{"one":1}')
    with opened(path) as (it, listener):
        assert written(it, listener, [first, first._replace(body=b"{}", made=6)]) is None
        assert it.challenge("c") == KeptChallenge(*first)
        assert it.challenge("d") is None


def test_the_first_try_counts_once_and_continues_at_one_table(path: Database) -> None:
    with opened(path) as (it, listener):
        begun = [BeginTry("c", "anna", "t1", 10), BeginTry("c", "anna", "t2", 11)]
        assert written(it, listener, [*PEOPLE, AddChallenge("c", 5, 900, None, b"{}"), *begun]) is None
        assert it.first_try("c", "anna") == FRESH
        moves = [MoveTry("c", "anna", "t9", "t8"), MoveTry("c", "anna", "t1", "t3")]
        assert written(it, listener, moves) is None
        assert it.first_try("c", "anna") == FRESH._replace(table="t3")
        end = EndTry("c", "t3", "m", 20, True, 7, True, b"[]")
        moved = MoveTry("c", "anna", "t3", "t4")
        assert written(it, listener, [end, end._replace(points=9), end._replace(table="t2"), moved]) is None
        kept = KeptTry("c", "anna", "t3", 10, "m", 20, True, 7, True, b"[]")
        assert it.first_try("c", "anna") == it.try_of_match("m") == kept
        assert (it.tries_of("anna", 0, 11), it.tries_of("anna", 11, 99)) == ([kept], [])


def test_results_are_counted_by_points_and_listed_best_first(path: Database) -> None:
    with opened(path) as (it, listener):
        assert written(it, listener, [*PEOPLE, AddChallenge("c", 5, None, "anna", b"{}")]) is None
        for person, points, counted in (("anna", 4, True), ("benn", None, False), ("cemm", 7, True)):
            begin = BeginTry("c", person, person, 10)
            end = EndTry("c", person, f"m-{person}", 20, counted, points, False, b"[]")
            assert written(it, listener, [begin, end]) is None
        assert it.results("c") == {4: 1, 7: 1}
        assert [(kept.points, name) for kept, name in it.tries_at("c", 9)] == [(7, "Cemm"), (4, "Anna"), (None, "Benn")]
        assert written(it, listener, [ForgetPerson("anna")]) is None
        assert (it.results("c"), it.first_try("c", "anna")) == ({7: 1}, None)
        challenge = it.challenge("c")
        assert challenge is not None
        assert challenge.person is None


def test_matches_for_bots_wait_until_they_are_played(path: Database) -> None:
    with opened(path) as (it, listener):
        asked = [AskBotTry("c", "adept:6"), AskBotTry("c", "novice"), AskBotTry("c", "novice")]
        assert written(it, listener, [AddChallenge("c", 5, None, None, b"{}"), *asked]) is None
        assert [(challenge.id, bot) for challenge, bot in it.bot_tries_to_make(9)] == [
            ("c", "adept:6"),
            ("c", "novice"),
        ]
        kept = [KeepBotTry("c", "novice", b"one"), KeepBotTry("c", "novice", b"two")]
        assert written(it, listener, kept) is None
        assert it.bot_tries("c") == {"adept:6": None, "novice": b"one"}
        assert [bot for _, bot in it.bot_tries_to_make(9)] == ["adept:6"]


def test_a_sealed_record_is_not_exported_before_its_time(path: Database) -> None:
    match = KeepMatch("m", "table", 900, "over", True, "prophecy", record_line(["Ann"]), ())
    with opened(path) as (it, listener):
        assert written(it, listener, [match, match._replace(id="n"), SealMatch("m", 1000), SealMatch("m", 5)]) is None
        assert (it.sealed_until("m"), it.sealed_until("n")) == (1000, 0)
        assert (len(list(it.records(999))), len(list(it.records(1000)))) == (1, 2)


def test_results_are_answered_from_indexes(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "foretold.sqlite")) as connection:
        for what, where, index in [
            ("points, count(*)", "challenge_id = 'c' AND counted = 1 GROUP BY points", "tries_by_points"),
            ("*", "person_id = 'a' AND begun >= 1 AND begun < 9 ORDER BY begun", "tries_by_person"),
            ("*", "match_id = 'm'", "tries_by_match"),
            ("*", "challenge_id = 'c' AND table_id = 't' AND ended IS NULL", "tries_by_table"),
        ]:
            plan = str(connection.execute(f"EXPLAIN QUERY PLAN SELECT {what} FROM tries WHERE {where}").fetchall())
            assert index in plan
            assert "TEMP B-TREE" not in plan
