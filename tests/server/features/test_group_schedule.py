"""When a group meets: the same time on the wall all year, and a calendar file that says so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from foretold.errors import BadOption
from foretold.server.base.time_zones import time_zone
from foretold.server.features.groups.results import PlayedEvening, evenings, lines
from foretold.server.features.groups.schedule import EVENINGS, Schedule, day_of
from foretold.server.features.matches.results import Result, SeatResult, written
from foretold.server.store import KeptGroupSeat

FRIDAYS = Schedule(weekday=4, hour=20, zone="Europe/Berlin", minutes=120)


def ms(text: str) -> int:
    """A time in UTC as milliseconds since the epoch."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def utc(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M}"


def test_eight_in_the_evening_stays_eight_when_the_clocks_change() -> None:
    spring = FRIDAYS.starts(ms("2026-03-22T12:00"), 3)
    assert [utc(at) for at in spring] == ["2026-03-27 19:00", "2026-04-03 18:00", "2026-04-10 18:00"]
    autumn = FRIDAYS.starts(ms("2026-10-20T12:00"), 2)
    assert [utc(at) for at in autumn] == ["2026-10-23 18:00", "2026-10-30 19:00"]
    elsewhere = [f"{datetime.fromtimestamp(at / 1000, ZoneInfo('America/New_York')):%H:%M}" for at in spring]
    assert elsewhere == ["15:00", "14:00", "14:00"]  # clocks there change on another day


def test_skipped_and_repeated_times_are_read_like_calendars_do() -> None:
    sundays = Schedule(weekday=6, hour=2, minute=30, zone="Europe/Berlin")
    assert utc(sundays.starts(ms("2026-03-28T12:00"), 1)[0]) == "2026-03-29 01:30"  # 3:30 by the new time
    assert utc(sundays.starts(ms("2026-10-24T12:00"), 1)[0]) == "2026-10-25 00:30"  # the first 2:30


def test_an_evening_under_way_is_the_next_one_until_it_is_over() -> None:
    start = ms("2026-11-20T19:00")
    assert FRIDAYS.starts(start, 1) == (start,)
    assert FRIDAYS.starts(start + 119 * 60_000, 1) == (start,)
    assert utc(FRIDAYS.starts(start + 120 * 60_000, 1)[0]) == "2026-11-27 19:00"
    assert utc(FRIDAYS.starts(start - 1, 2)[1]) == "2026-11-27 19:00"


def test_the_date_line_changes_nothing() -> None:
    far = Schedule(weekday=0, hour=0, minute=15, zone="Pacific/Kiritimati")  # 14 hours ahead of UTC
    assert utc(far.starts(ms("2026-11-18T00:00"), 1)[0]) == "2026-11-22 10:15"
    back = Schedule(weekday=6, hour=23, minute=45, zone="Pacific/Pago_Pago")  # 11 hours behind
    assert utc(back.starts(ms("2026-11-18T00:00"), 1)[0]) == "2026-11-23 10:45"


@pytest.mark.parametrize("name", ["Nowhere/Land", "", "../etc/passwd", "/etc/passwd", "Europe", "a\0b", "x" * 64])
def test_a_zone_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(BadOption) as refusal:
        time_zone(name)
    assert refusal.value.reason == "unknown-zone"


# The calendar file -----------------------------------------------------------------------------------------------


def read(text: str) -> list[tuple[str, dict[str, str], str]]:
    """The lines of a calendar file: name, parameters, value."""
    assert text.endswith("\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    unfolded = text.replace("\r\n ", "").split("\r\n")[:-1]
    lines_read = []
    for line in unfolded:
        head, _, value = line.partition(":")
        name, *more = head.split(";")
        lines_read.append((name, dict(part.split("=", 1) for part in more), value))
    return lines_read


def offsets(calendar: list[tuple[str, dict[str, str], str]]) -> list[tuple[datetime, timedelta]]:
    """Since when, by the wall, which offset holds, as the file's own description of the zone says."""
    events, inside = [], False
    onset = datetime.min
    for name, _, value in calendar:
        inside = (inside or value == "VTIMEZONE") and not (name == "END" and value == "VTIMEZONE")
        if inside and name == "DTSTART":
            onset = datetime.strptime(value, "%Y%m%dT%H%M%S")
        if inside and name == "TZOFFSETTO":
            sign = -1 if value[0] == "-" else 1
            events.append((onset, sign * timedelta(hours=int(value[1:3]), minutes=int(value[3:5]))))
    return sorted(events)


@pytest.mark.parametrize(
    "schedule",
    [
        FRIDAYS,
        Schedule(weekday=1, hour=19, minute=30, zone="America/New_York", minutes=90),
        Schedule(weekday=2, hour=21, zone="Australia/Lord_Howe"),  # changes by half an hour
        Schedule(weekday=5, hour=20, zone="Asia/Tokyo"),  # never changes
        Schedule(weekday=6, hour=12, zone="UTC"),
    ],
    ids=lambda schedule: schedule.zone,
)
def test_the_calendar_file_read_back_gives_the_same_evenings_for_a_year(schedule: Schedule) -> None:
    now = ms("2026-11-18T12:00")
    calendar = read(schedule.calendar("Friday; the table, \\ and 金曜の会" * 3, "https://a.example/groups/abc", now))
    values = {name: (parameters, value) for name, parameters, value in calendar}
    rules = dict(part.split("=") for part in values["RRULE"][1].split(";"))
    assert (rules["FREQ"], rules["COUNT"]) == ("WEEKLY", str(EVENINGS))
    event = calendar[calendar.index(("BEGIN", {}, "VEVENT")) :]
    parameters, first = next((parameters, value) for name, parameters, value in event if name == "DTSTART")
    assert parameters == {"TZID": schedule.zone}
    local = datetime.strptime(first, "%Y%m%dT%H%M%S")
    assert ("MO", "TU", "WE", "TH", "FR", "SA", "SU")[local.weekday()] == rules["BYDAY"]
    known = offsets(calendar)
    said = []
    for week in range(EVENINGS):
        wall = local + timedelta(days=7 * week)
        offset = [offset for onset, offset in known if onset <= wall][-1]
        said.append(round((wall - offset).replace(tzinfo=UTC).timestamp() * 1000))
    assert tuple(said) == schedule.starts(now, EVENINGS)
    assert values["DURATION"][1] == f"PT{schedule.minutes}M"
    summary = values["SUMMARY"][1]
    for mark in ("\\;", "\\,", "\\\\"):
        assert mark in summary
    assert (
        summary.replace("\\;", ";").replace("\\,", ",").replace("\\\\", "\\")
        == "Friday; the table, \\ and 金曜の会" * 3
    )


# Results ---------------------------------------------------------------------------------------------------------


def match(id: str, ended: str, scores: dict[str, int], counted: tuple[int, ...] | None = None) -> list[KeptGroupSeat]:
    """The seats of a match with these points, by person; bots have no name."""
    best = max(scores.values())
    winners = sum(score == best for score in scores.values())
    seats = tuple(SeatResult(score, (score == best) / winners, ()) for score in scores.values())
    body = written(Result(seats, tuple(range(len(seats))) if counted is None else counted))
    people = enumerate(scores)
    return [
        KeptGroupSeat(id, ms(ended), seat, who.strip("1"), body) for seat, who in people if not who.startswith("bot")
    ]


def test_an_evening_goes_to_whoever_wins_most_matches_and_ties_to_whoever_leaves_more_behind() -> None:
    rows = [
        *match("a", "2026-11-13T20:00", {"ann": 9, "ben": 7, "cai": 5}),
        *match("b", "2026-11-13T21:00", {"ann": 1, "ben": 7, "cai": 5}),
        *match("c", "2026-11-14T01:30", {"ann": 1, "ben": 8, "cai": 8}),  # after midnight, the same evening
        *match("d", "2026-11-20T20:00", {"ann": 4, "bot": 9, "cai": 2}),
    ]
    first, second = evenings(rows, ZoneInfo("UTC"))
    assert first == PlayedEvening("2026-11-13", {"ben": 1, "ann": 2, "cai": 3}, 3)
    assert second == PlayedEvening("2026-11-20", {"ann": 1, "cai": 2}, 1)
    both = lines((first, second), ["ann", "ben", "cai", "dov"])
    assert [(line.person, line.place, line.points, line.wins, line.evenings) for line in both] == [
        ("ann", 1, 7, 1, 2),
        ("cai", 2, 5, 0, 2),
        ("ben", 3, 4, 1, 1),
    ]


def test_ties_share_a_place_and_the_next_place_stays_empty() -> None:
    rows = match("a", "2026-11-13T20:00", {"ann": 9, "ben": 9, "cai": 5, "dov": 1})
    [evening] = evenings(rows, ZoneInfo("UTC"))
    assert evening.places == {"ann": 1, "ben": 1, "cai": 3, "dov": 4}


def test_matches_against_bots_alone_on_shared_devices_or_with_stand_ins_do_not_count() -> None:
    rows = [
        *match("a", "2026-11-13T20:00", {"ann": 9, "bot": 7, "bot2": 5}),
        *match("b", "2026-11-13T21:00", {"ann": 9, "ann1": 7, "ben": 5}),  # two people at one device
        *match("c", "2026-11-13T22:00", {"ann": 9, "ben": 7, "cai": 5}, counted=(0,)),
    ]
    assert evenings(rows, ZoneInfo("UTC")) == ()


def test_the_small_hours_belong_to_the_day_before_in_the_zone_of_the_group() -> None:
    assert day_of(ms("2026-11-13T16:30"), ZoneInfo("Asia/Tokyo")) == "2026-11-13"  # half past one there
    assert day_of(ms("2026-11-13T20:30"), ZoneInfo("Asia/Tokyo")) == "2026-11-14"
