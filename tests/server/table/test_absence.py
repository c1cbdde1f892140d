"""Absent people, without a server: when a bot stands in for them, when clocks stand still, and when the table waits."""

from __future__ import annotations

from random import Random

from foretold.server.protocol.messages import Back, Pace, Ready
from foretold.server.table import journal
from foretold.server.table.commands import seating
from tests.server.at_tables import DAY, HOUR, MINUTE, SECOND, Room
from tests.server.table.waiting import (
    DAYS,
    PEOPLE,
    SECONDS,
    absent,
    acted,
    in_tricks,
    left,
    left_at,
    look,
    restart,
    room_of_three,
)


def test_a_bot_stands_in_for_players_away_longer_than_the_grace_period() -> None:
    room, leader = in_tricks(grace=90)
    person, *_ = absent(room, leader)
    seat = room.table.seats[leader]
    assert left_at(room, leader) == room.now
    assert room.wait(90 * SECOND - 1) == []
    assert room.wait(1) == [journal.StoodIn(leader)]
    assert (seat.by_bot, seat.person) == (True, person), "the seat stays its person's"
    assert room.table.talk[-1][1:] == (leader, person.capitalize(), "", "", "stood-in", "", ""), "a word to all"
    room.wait(HOUR)
    room.join(person)
    assert (seat.stood_in, seat.away) == (False, None)


def test_no_bot_stands_in_while_no_present_player_waits() -> None:
    room, leader = in_tricks()
    following = next(seat for seat in range(3) if seat != leader)
    absent(room, following)
    assert room.wait(10 * HOUR) == [], "the leader thinks, and waits for nobody"
    room.act(leader)
    if room.table.actors() != (following,):
        room.act(room.table.actors()[0])
    assert room.wait(MINUTE) == [journal.StoodIn(following)]


def test_a_player_who_has_not_chosen_waits_for_nobody() -> None:
    room = room_of_three()
    room.part("bob")
    room.act(0)
    assert room.wait(MINUTE - 1) == []
    assert room.wait(1) == [journal.StoodIn(1)], "Ann has chosen, and waits"
    room = room_of_three()
    room.part("bob", "cem")
    assert room.wait(DAY) == [], "Ann still thinks"


def test_when_everyone_has_left_play_stops_and_the_first_to_return_waits_the_grace_period() -> None:
    room, leader = in_tricks()
    room.part(*PEOPLE)
    assert room.wait(100 * DAY) == []
    assert not any(seat.stood_in for seat in room.table.seats)
    room.join(*(person for person in PEOPLE if person != room.table.seats[leader].person))
    assert room.wait(MINUTE - 1) == []
    assert room.wait(1) == [journal.StoodIn(leader)]


def test_a_stand_in_stops_when_nobody_is_present() -> None:
    room, leader = in_tricks()
    _, *others = absent(room, leader)
    room.wait(MINUTE)
    room.part(*others)
    assert not room.table.seats[leader].by_bot
    assert room.bot_acts(leader, Random(1)) == []
    room.wait(HOUR)
    room.join(others[0])
    assert room.table.seats[leader].since == room.now, "the bot takes its time anew"
    assert acted(room.bot_acts(leader, Random(1))) == [(leader, "bot")]


def test_a_lone_person_gets_no_stand_in_and_no_clock_decides_in_their_absence() -> None:
    for pace in (Pace(), SECONDS, DAYS):
        room = Room("me", "bot:greedy", "bot:greedy", players=3, pace=pace)
        room.begin()
        room.act(0)
        room.wait(10 * SECOND)
        clock = left(room)
        room.part("ann")
        assert (room.wait(300 * DAY), left(room)) == ([], {})
        restart(room, DAY)
        room.join("ann")
        assert left(room) == clock, "not a second is gone"


def test_a_clock_chosen_by_a_lone_person_runs_in_their_presence() -> None:
    room = Room("me", "bot:greedy", "bot:greedy", players=3, pace=SECONDS)
    room.begin()
    assert left(room) == {0: (30_000, 120_000)}
    assert acted(room.wait(150 * SECOND)) == [(0, "clock")]
    for _ in range(20):
        if room.table.actors() == (0,):
            look(room)
            assert acted(room.wait(30 * SECOND)) == [(0, "clock")]
            break
        room.bot_acts(room.table.actors()[0], Random(1))
    while room.table.actors() != (0,):
        room.bot_acts(room.table.actors()[0], Random(1))
    assert room.wait(DAY) == [], "after two misses in a row the table waits until somebody shows life"
    room.do("ann", Back())
    assert left(room) == {0: (30_000, 0)}


def test_clocks_in_seconds_stop_while_nobody_is_present() -> None:
    room, leader = in_tricks(SECONDS)
    room.wait(20 * SECOND)
    room.part(*PEOPLE)
    assert (room.wait(DAY), left(room)) == ([], {})
    room.join(PEOPLE[leader - 1])  # another than the leader
    assert left(room) == {leader: (10_000, 120_000)}, "for who is there they run, whosever they are"
    assert room.wait(MINUTE) == [journal.StoodIn(leader)]
    assert left(room) == {}, "a bot needs no clock"


def test_clocks_in_days_run_in_absence() -> None:
    room, leader = in_tricks(DAYS)
    room.part(*PEOPLE)
    restart(room, HOUR)
    assert left(room) == {leader: (2 * DAY, 0)}
    assert acted(room.wait(2 * DAY)) == [(leader, "clock")]


def test_returning_within_the_grace_period_misses_nothing() -> None:
    room, leader = in_tricks()
    person, *_ = absent(room, leader)
    room.wait(59 * SECOND)
    room.join(person)
    assert room.wait(HOUR) == []


def test_all_seats_of_a_device_come_and_go_together() -> None:
    room = Room("me", "me", "open", players=3)
    room.begin()
    room.act(2)
    room.part("ann")
    assert room.wait(MINUTE) == [journal.StoodIn(0), journal.StoodIn(1)]
    room.join("ann")
    assert not any(seat.stood_in for seat in room.table.seats)


def test_a_player_without_a_connection_is_away_but_has_the_grace_period_for_each_decision() -> None:
    room, leader = in_tricks()
    person = room.table.seats[leader].person
    room.part(person)
    room.wait(MINUTE)
    room.do(person, Back())
    assert room.wait(MINUTE - 1) == []
    room.act(leader)
    assert room.wait(HOUR) == [], "the others think"
    while room.table.actors() != (leader,):
        room.act(room.table.actors()[0])
    assert room.wait(MINUTE - 1) == []
    assert room.wait(1) == [journal.StoodIn(leader)]


def test_a_bot_stands_in_for_an_external_bot_that_never_came() -> None:
    room = Room("me", "external", "bot:greedy", players=3)
    room.join("ann")
    room.do("ann", Ready())
    room.add(*seating.admit(room.table, "ann", 1, "", "external:1"))
    room.share_all()
    assert room.wait(MINUTE) == [], "Ann still thinks"
    room.act(0)
    assert room.wait(MINUTE) == [journal.StoodIn(1)]
    assert acted(room.bot_acts(1, Random(1))) == [(1, "bot")]


def test_tables_of_programs_alone_keep_clocks_and_stand_ins_running() -> None:
    room = Room("external", "external", "bot:greedy", players=3, pace=SECONDS)
    for seat in (0, 1):
        room.add(*seating.admit(room.table, "ann", seat, "", f"external:{seat}"))
    room.share_all()
    room.wait(10 * SECOND)
    assert room.table.phase == "playing"
    room.join("external:0")
    assert room.wait(MINUTE) == [journal.StoodIn(1)]
    assert acted(room.wait(150 * SECOND)) == [(0, "clock")]
