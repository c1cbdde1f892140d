"""Time at tables without a server: clocks and banks, pauses and restarts, absent people, matches that are given up."""

from __future__ import annotations

from random import Random
from typing import Any

import foretold
from foretold.fair import verify
from foretold.server.protocol.messages import Back, Leave, Pace, Pause, Rematch, Resume
from foretold.server.table import follow_ups, journal
from tests.server.at_tables import DAY, HOUR, MINUTE, SECOND, Room
from tests.server.table.waiting import (
    DAYS,
    PEOPLE,
    SECONDS,
    absent,
    acted,
    in_tricks,
    left,
    look,
    restart,
    room_of_three,
)

# Clocks and banks -------------------------------------------------------------------------------------------------


def test_without_a_pace_nothing_is_due_while_people_are_present() -> None:
    room = room_of_three()
    assert follow_ups.next_due(room.table) is None
    assert room.wait(100 * DAY) == []
    assert left(room) == {}


def test_a_decision_has_its_seconds_and_then_the_bank() -> None:
    room, leader = in_tricks(SECONDS)
    assert left(room) == {leader: (30_000, 120_000)}
    room.wait(20 * SECOND)
    assert left(room) == {leader: (10_000, 120_000)}
    room.wait(50 * SECOND)
    assert left(room) == {leader: (0, 80_000)}, "of the bank what is left by now"
    room.act(leader)
    assert room.table.seats[leader].bank == 80_000
    following = room.table.actors()[0]
    assert left(room) == {following: (30_000, 120_000)}
    room.wait(29 * SECOND)
    room.act(following)
    assert room.table.seats[following].bank == 120_000, "the bank is for what takes longer"


def test_when_time_is_up_greedy_takes_this_one_action() -> None:
    room, leader = in_tricks(SECONDS)
    assert room.wait(150 * SECOND - 1) == []
    assert acted(room.wait(1)) == [(leader, "clock")]
    assert room.table.seats[leader].bank == 0
    assert not room.table.seats[leader].stood_in
    assert room.table.actors() != (leader,)


def test_choices_at_the_same_time_have_clocks_of_their_own() -> None:
    room = room_of_three(SECONDS)
    room.wait(40 * SECOND)
    room.act(1)
    assert left(room) == {0: (0, 110_000), 2: (0, 110_000)}, "another's choice gives no time and takes none"
    assert acted(room.wait(110 * SECOND)) == [(0, "clock"), (2, "clock")]
    (leader,) = room.table.actors()
    bank = {0: 0, 1: 110_000, 2: 0}[leader]
    assert left(room) == {leader: (30_000, bank)}, "the tricks begin as soon as all have chosen"


def test_the_bank_is_full_again_in_the_next_match() -> None:
    room = room_of_three(SECONDS, game="seven-prophecies-2017", options={"variant": "single-round"})
    room.wait(100 * SECOND)
    room.play(Random(1))
    for person in PEOPLE:
        room.do(person, Rematch())
    room.share_all()
    assert {seat.bank for seat in room.table.seats} == {120_000}
    assert left(room) == dict.fromkeys(range(3), (30000, 120000))


def test_clocks_in_days_have_no_bank_and_no_stand_ins() -> None:
    room, leader = in_tricks(DAYS)
    room.part(*PEOPLE)
    assert left(room) == {leader: (2 * DAY, 0)}
    assert room.wait(2 * DAY - 1) == []
    assert acted(room.wait(1)) == [(leader, "clock")]
    assert not any(seat.stood_in for seat in room.table.seats)


def test_two_timeouts_in_a_row_count_as_absent_until_the_player_returns() -> None:
    room, leader = in_tricks(SECONDS)
    person = room.table.seats[leader].person
    late = 0
    while late < 2:
        (seat,) = room.table.actors()
        if seat == leader:
            assert not room.table.seats[leader].stood_in
            late += 1
            look(room)
            assert (leader, "clock") in acted(room.wait(150 * SECOND if late == 1 else 30 * SECOND))
        else:
            room.act(seat)
    assert room.table.seats[leader].stood_in
    room.join(person)
    assert room.table.seats[leader].stood_in, "a line alone is no sign of a person who plays"
    while room.table.actors() != (leader,):
        room.act(room.table.actors()[0])
    assert left(room) == {}, "a bot needs no clock"
    assert room.bot_acts(leader, Random(1)) != []
    room.do(person, Back())
    assert (room.table.seats[leader].stood_in, room.table.seats[leader].misses) == (False, 0)
    assert room.do(person, Back()) == []
    by = [event.get("by") for event in record_so_far(room) if event.get("seat") == leader and "action" in event]
    assert by == [None, "clock", "clock", "bot"]


def record_so_far(room: Room) -> list[Any]:
    """The events that the record would have if the match were given up now."""
    again = room.rebuilt()
    again.apply(journal.GivenUp(), room.now)
    record = again.record()
    verify(record)
    foretold.replay(record)
    return list(record.events)


def test_an_own_action_resets_the_count_of_timeouts() -> None:
    room, leader = in_tricks(SECONDS)
    for late in (True, False, True, False):
        while room.table.actors() != (leader,):
            room.act(room.table.actors()[0])
        look(room)
        if late:
            room.wait(150 * SECOND if room.table.seats[leader].bank else 30 * SECOND)
        else:
            room.act(leader)
        assert room.table.seats[leader].misses == late
    assert not room.table.seats[leader].stood_in


def test_acting_takes_the_seat_back() -> None:
    room, leader = in_tricks()
    person = room.table.seats[leader].person
    room.part(person)
    room.wait(MINUTE)
    assert room.table.seats[leader].stood_in
    room.act(leader)
    assert not room.table.seats[leader].stood_in


# Pauses -----------------------------------------------------------------------------------------------------------


def test_a_pause_stops_the_clocks_and_the_bots() -> None:
    room, leader = in_tricks(SECONDS)
    room.wait(20 * SECOND)
    room.do("ann", Pause())
    assert left(room) == {}
    assert room.wait(HOUR) == []
    room.do("ann", Resume())
    assert room.do("ann", Resume()) == []
    assert left(room) == {leader: (10_000, 120_000)}
    assert acted(room.wait(130 * SECOND)) == [(leader, "clock")]


def test_no_bot_acts_in_a_pause() -> None:
    room = Room("me", "bot:greedy", "bot:greedy", players=3)
    room.begin()
    room.do("ann", Pause())
    assert room.bot_acts(1, Random(1)) == []
    room.do("ann", Resume())
    assert acted(room.bot_acts(1, Random(1))) == [(1, "")]


def test_leaving_or_returning_in_a_pause_adds_no_time() -> None:
    """The bot in the place of who left acts soon after the pause, not so much later as the pause was old."""
    room, leader = in_tricks(SECONDS)
    (first, second) = [seat for seat in range(3) if seat != leader]
    room.part(room.table.seats[first].person)
    room.do(room.table.host, Pause())
    assert room.wait(9 * HOUR) == [], "who can't play waits for nobody"
    room.join(room.table.seats[first].person)
    room.do(room.table.seats[leader].person, Leave())
    room.wait(HOUR)
    room.do(room.table.host, Resume())
    assert room.table.seats[leader].since == room.now
    for seat in (first, second):
        assert room.table.seats[seat].since <= room.now
    room.bot_acts(leader, Random(1))
    room.play(Random(1), most=3)
    assert all(show[0] <= 30_000 for show in left(room).values())


# Restarts ---------------------------------------------------------------------------------------------------------


def test_downtime_counts_for_nobody() -> None:
    room, leader = in_tricks(SECONDS)
    room.wait(20 * SECOND)
    restart(room, 3 * HOUR)
    assert all(seat.away == room.now for seat in room.table.seats), "all lines are lost"
    assert (left(room), room.wait(HOUR)) == ({}, []), "clocks wait for the first who is there"
    room.join("ann")
    assert left(room) == {leader: (10_000, 120_000)}
    room.wait(9 * SECOND)
    room.join(*PEOPLE)
    assert not any(seat.stood_in for seat in room.table.seats)
    room.act(leader)
    assert room.table.seats[leader].bank == 120_000


def test_a_restart_in_a_pause_changes_nothing_about_it() -> None:
    room, leader = in_tricks(SECONDS)
    room.wait(20 * SECOND)
    room.do("ann", Pause())
    room.wait(MINUTE)
    restart(room, HOUR)
    room.join(*PEOPLE)
    room.wait(MINUTE)
    room.do("ann", Resume())
    assert left(room) == {leader: (10_000, 120_000)}


def test_after_a_restart_the_grace_period_starts_over_with_the_first_visitor() -> None:
    room, leader = in_tricks()
    gone, *others = absent(room, leader)
    room.wait(50 * SECOND)
    restart(room, HOUR)
    assert room.wait(HOUR) == []
    room.join(*others)
    assert room.wait(MINUTE - 1) == []
    assert room.wait(1) == [journal.StoodIn(leader)]
    assert room.table.seats[leader].person == gone


def test_after_a_restart_everyone_has_the_full_time_to_contribute_bytes() -> None:
    room = Room("me", "open", "open", players=3)
    room.seat_all()
    room.ready_all()
    room.wait(4 * SECOND)
    restart(room, HOUR)
    assert room.wait(4 * SECOND) == []
    room.join(*PEOPLE)
    for seat in range(3):
        room.commit(seat)
    room.wait(4 * SECOND)
    restart(room, HOUR)
    assert room.wait(4 * SECOND) == []
    for seat in range(3):
        room.reveal(seat)
    assert room.table.phase == "playing"
    assert room.table.match is not None
    assert all("bytes" in share for share in room.table.match.shares(silent=True))


def test_downtime_does_not_end_a_match() -> None:
    room, _ = in_tricks(DAYS)
    room.part(*PEOPLE)
    room.wait(DAY)
    restart(room, 30 * DAY)
    assert room.table.phase == "playing"
    room.wait(5 * DAY)
    assert room.table.phase == "playing"
    room.wait(DAY)
    assert str(room.table.phase) == "closed"


# Given up ---------------------------------------------------------------------------------------------------------


def test_a_match_between_people_waits_for_a_year() -> None:
    room, _ = in_tricks()
    room.wait(HOUR)
    room.part(*PEOPLE)
    room.wait(365 * DAY - 1)
    assert not any(seat.stood_in for seat in room.table.seats)
    assert room.wait(1) == [journal.GivenUp(), journal.Closed()]
    record = room.table.record()
    assert record.extra["ended"] == "given-up"
    assert verify(record).shared == (0, 1, 2)


def test_a_slow_match_is_given_up_after_a_week() -> None:
    room = room_of_three(Pace(kind="days", days=14))
    room.part(*PEOPLE)
    room.wait(6 * DAY)
    room.act(0)
    assert room.wait(7 * DAY - 1) == [], "an action without a line is a sign of a person too"
    assert room.wait(1) == [journal.GivenUp(), journal.Closed()]


def test_one_person_is_enough_to_keep_a_match() -> None:
    room, _ = in_tricks()
    room.part("ann", "cem")
    room.wait(10 * DAY)
    assert room.table.phase == "playing"


def test_a_pause_keeps_no_table_that_nobody_comes_back_to() -> None:
    room, _ = in_tricks()
    room.do("ann", Pause())
    room.part(*PEOPLE)
    assert room.wait(365 * DAY - 1) == []
    assert room.wait(1) == [journal.GivenUp(), journal.Closed()]


def test_without_people_an_empty_table_closes_after_an_hour_and_one_after_its_match_after_a_day() -> None:
    room = Room("me", "open", "open", "open")
    room.join("ann")
    room.wait(2 * DAY)
    room.part("ann")
    assert room.wait(HOUR - 1) == []
    assert room.wait(1) == [journal.Closed()]

    room = Room("me", "open", "open", "open", pace=DAYS)
    assert room.wait(7 * DAY - 1) == [], "friends who have days come another day"
    assert room.wait(1) == [journal.Closed()]

    room = room_of_three(game="seven-prophecies-2017", options={"variant": "single-round"})
    room.play(Random(1))
    room.part(*PEOPLE)
    assert room.wait(DAY - 1) == []
    assert room.wait(1) == [journal.Closed()]


def test_a_commitment_is_dropped_if_people_do_not_come() -> None:
    """Made by a request and never looked at: the match begins, and an hour later it is given up."""
    room = Room(players=3)
    assert room.wait(10 * SECOND) == [journal.Asked(), journal.Dealt()]
    room.bot_acts(1, Random(1))  # what bots do is no sign of a person
    assert room.wait(HOUR - 10 * SECOND - 1) == []
    assert room.wait(1) == [journal.GivenUp(), journal.Closed()]
