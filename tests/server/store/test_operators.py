"""What operators do, in both kinds of store: links, sessions, restrictions, announcements, limits, orders, the log."""

from __future__ import annotations

from pathlib import Path

from foretold.server.maintenance.copy import copy
from foretold.server.store import (
    AddAnnouncement,
    AddOperatorLink,
    AddOrder,
    AddPerson,
    AddReport,
    AddRestriction,
    Database,
    DropAnnouncement,
    DropIdle,
    DropOperatorSession,
    DropOrder,
    DropRestriction,
    Expire,
    ForgetPerson,
    HandleReport,
    KeepFigures,
    LogOperator,
    NoOffer,
    Operation,
    ResetLimit,
    SetLimit,
    TakeOperatorLink,
    open_store,
)
from tests.server.store.helpers import opened, written

DAY = 86_400_000
PEOPLE: list[Operation] = [AddPerson(id, id.encode() * 8, id.capitalize(), 100) for id in ("ann", "ben")]


def test_a_link_gives_one_session_and_sessions_end(path: Database) -> None:
    with opened(path) as (it, listener):
        assert written(it, listener, [AddOperatorLink(b"link", "Ana", 10, 20, 1000)]) is None
        assert isinstance(written(it, listener, [TakeOperatorLink(b"other", b"s0", 15)]), NoOffer)
        assert isinstance(written(it, listener, [TakeOperatorLink(b"link", b"s0", 21)]), NoOffer), "it has expired"
        assert written(it, listener, [TakeOperatorLink(b"link", b"s1", 20)]) is None
        assert isinstance(written(it, listener, [TakeOperatorLink(b"link", b"s2", 20)]), NoOffer), "it works once"
        assert [tuple(session) for session in it.operator_sessions(20)] == [(b"s1", "Ana", 20, 1020)]
        assert it.operator_sessions(1021) == []
        assert written(it, listener, [DropOperatorSession(b"s1")]) is None
        assert it.operator_sessions(20) == []


def test_restrictions_end_by_time_by_hand_and_with_their_person(path: Database) -> None:
    with opened(path) as (it, listener):
        made: list[Operation] = [
            *PEOPLE,
            AddRestriction("m", "mute", "ann", "", 10, 500, "Ana", "insults"),
            AddRestriction("b", "block", "ben", "", 11, None, "Ana", "spam"),
            AddRestriction("n", "block", None, "192.0.2.0/24", 12, 900, "Ana", "spam"),
        ]
        assert written(it, listener, made) is None
        assert [(restriction.id, restriction.name, restriction.until) for restriction in it.restrictions(499)] == [
            *[("n", None, 900), ("b", "Ben", None), ("m", "Ann", 500)]
        ]
        assert [restriction.id for restriction in it.restrictions(500)] == ["n", "b"]
        assert written(it, listener, [DropIdle(0, 1000, 10)]) is None
        assert it.person("ben") is not None, "a blocked person stays known"
        assert written(it, listener, [DropRestriction("n"), ForgetPerson("ben")]) is None
        assert [restriction.id for restriction in it.restrictions(0)] == ["m"]
        assert written(it, listener, [Expire(501, DAY, DAY)]) is None
        assert it.restrictions(0) == []


def test_the_log_is_numbered_names_people_as_they_are_called_now_and_is_kept_for_90_days(path: Database) -> None:
    with opened(path) as (it, listener):
        assert it.last_operation() == 0
        lines = [
            LogOperator(10, "Ana", "mute", person="ann", reason="insults"),
            LogOperator(20, "Ana", "close", "table", reason="empty"),
        ]
        assert written(it, listener, [*PEOPLE, *lines]) is None
        newest, oldest = it.operator_log(10)
        assert it.last_operation() == newest.number > oldest.number
        assert (oldest.person, oldest.name, oldest.reason) == ("ann", "Ann", "insults")
        assert it.operator_log(10, newest.number) == [oldest]
        assert written(it, listener, [ForgetPerson("ann")]) is None
        assert it.operator_log(10)[1].person is None
        assert written(it, listener, [Expire(90 * DAY + 15, 400 * DAY, DAY)]) is None
        assert it.operator_log(10) == [newest]


def test_announcements_limits_orders_figures_and_reports_are_stored(path: Database) -> None:
    with opened(path) as (it, listener):
        made: list[Operation] = [
            *PEOPLE,
            AddAnnouncement("a", "Restart at 22:00", 10, 100, "Ana"),
            AddAnnouncement("b", "Hello", 11, None, "Ana"),
            SetLimit("tables-per-person", 5, 10, "Ana"),
            SetLimit("tables-per-person", 6, 11, "Ben"),
            SetLimit("request-rate", 9, 11, "Ben"),
            AddOrder("o", "close", "table", "", 10),
            KeepFigures("p", 10, b"{}"),
            KeepFigures("p", 12, b"{1}"),
            AddReport("table", 3, 10, "ann", "ben", b"[]"),
            HandleReport("table", 3, 12, "Ana", "muted"),
        ]
        assert written(it, listener, made) is None
        assert [announcement.id for announcement in it.announcements(99)] == ["a", "b"]
        assert [announcement.id for announcement in it.announcements(100)] == ["b"]
        assert [tuple(row) for row in it.changed_limits()] == [
            *[("request-rate", 9, 11, "Ben"), ("tables-per-person", 6, 11, "Ben")]
        ]
        assert [tuple(row) for row in it.orders()] == [("o", "close", "table", "", 10)]
        assert [tuple(row) for row in it.figures(12)] == [("p", 12, b"{1}")]
        report = it.report("table", 3)
        assert report is not None
        assert (report.handled, report.handler, report.outcome) == (12, "Ana", "muted")
        assert it.people_listed("AN", 9)[0][:2] == ("ann", "Ann")
        assert it.people_listed("AN", 9)[0].reports == 1
        assert it.people_listed("%", 9) == []
        assert it.count_open(100 + DAY)["people_today"] == 2
        assert written(it, listener, [DropAnnouncement("b"), ResetLimit("request-rate"), DropOrder("o")]) is None
        assert (it.announcements(100), len(it.changed_limits()), it.orders()) == ([], 1, [])


def test_the_log_of_a_copy_continues_after_its_last_number(path: Database, tmp_path: Path) -> None:
    with opened(path) as (it, listener):
        assert written(it, listener, [LogOperator(10, "Ana", "sign-in")] * 3) is None
    target = tmp_path / "copy.sqlite"
    with open_store(path) as source, open_store(target) as copied:
        copy(source, copied)
    with opened(target) as (it, listener):
        assert written(it, listener, [LogOperator(11, "Ana", "sign-out")]) is None
        assert it.last_operation() == 4
