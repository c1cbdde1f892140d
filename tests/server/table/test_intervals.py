"""Clocks that begin when their players can see what is to be decided: after a trick, and after a round."""

from __future__ import annotations

from random import Random

from foretold.server.protocol.messages import GoOn, Pace, Pause, Resume
from foretold.server.protocol.table_parts import Interval
from foretold.server.table import journal
from foretold.server.table.table import INTERVAL, LOOK
from foretold.server.updates.stream import clocks, timing
from tests.server.at_tables import MINUTE, SECOND, Room, dump, refused
from tests.server.table.waiting import DAYS, PEOPLE, SECONDS, acted, in_tricks, left, restart, room_of_three


def interval(room: Room) -> Interval | None:
    """The pause after a round, as everybody is told of it now."""
    return timing(room.table, room.now)["interval"]


def after_a_round(pace: Pace | None = SECONDS, room: Room | None = None) -> Room:
    """The first round has just ended."""
    room = room or room_of_three(pace)
    rng = Random(1)
    while room.table.state is not None and room.table.state.round == 1:
        room.play(rng, most=1)
    return room


def test_no_clock_runs_while_people_look_at_the_end_of_a_round() -> None:
    room = after_a_round()
    assert interval(room) == {"left": INTERVAL, "waiting": [0, 1, 2]}
    assert left(room) == {}
    room.wait(20 * SECOND)
    assert interval(room) == {"left": INTERVAL - 20 * SECOND, "waiting": [0, 1, 2]}
    assert dump(room.rebuilt()) == dump(room.table)
    assert room.wait(INTERVAL - 20 * SECOND) == [journal.WentOn((0, 1, 2))]
    assert interval(room) is None
    assert left(room) == dict.fromkeys(range(3), (30_000, 120_000)), "not a second is gone"
    assert acted(room.wait(150 * SECOND)) == [(0, "clock"), (1, "clock"), (2, "clock")]


def test_clocks_run_as_soon_as_everyone_has_continued() -> None:
    room = after_a_round()
    room.wait(5 * SECOND)
    assert room.do("bob", GoOn()) == [journal.WentOn((1,))]
    assert room.do("bob", GoOn()) == [], "said twice"
    assert interval(room) == {"left": INTERVAL - 5 * SECOND, "waiting": [0, 2]}
    room.do("ann", GoOn())
    assert left(room) == {}
    room.wait(5 * SECOND)
    room.do("cem", GoOn())
    assert interval(room) is None
    assert left(room) == dict.fromkeys(range(3), (30_000, 120_000))


def test_deciding_in_an_interval_continues_and_costs_no_time() -> None:
    room = after_a_round()
    room.wait(40 * SECOND)
    room.act(1)
    assert interval(room) == {"left": INTERVAL - 40 * SECOND, "waiting": [0, 2]}
    assert room.table.seats[1].bank == 120_000
    room.act(0)
    room.act(2)
    assert interval(room) is None
    (clock,) = clocks(room.table, room.now)
    assert (clock["left"], clock["wait"]) == (30_000, LOOK)


def test_nobody_waits_for_absent_players() -> None:
    room = after_a_round()
    room.part("ann")
    assert interval(room) == {"left": INTERVAL, "waiting": [1, 2]}
    room.do("bob", GoOn())
    room.part("cem")
    assert interval(room) is None
    assert 1 in left(room)


def test_an_interval_outlives_the_server() -> None:
    room = after_a_round()
    room.wait(5 * SECOND)
    restart(room, 10 * MINUTE)
    room.join(*PEOPLE)
    assert interval(room) == {"left": INTERVAL - 5 * SECOND, "waiting": [0, 1, 2]}
    room.do("ann", GoOn())
    assert dump(room.rebuilt()) == dump(room.table)
    room.wait(INTERVAL - 5 * SECOND)
    assert left(room) == dict.fromkeys(range(3), (30_000, 120_000))


def test_a_pause_in_an_interval_holds_the_clocks_longer() -> None:
    room = after_a_round()
    room.do("ann", Pause())
    room.wait(2 * MINUTE)
    assert (interval(room), left(room)) == (None, {})
    room.do("ann", Resume())
    assert left(room) == dict.fromkeys(range(3), (30_000, 120_000))


def test_without_a_clock_all_see_whom_the_next_round_waits_for() -> None:
    room = after_a_round(pace=None)
    assert interval(room) == {"left": INTERVAL, "waiting": [0, 1, 2]}
    room.do("ann", GoOn())
    assert interval(room) == {"left": INTERVAL, "waiting": [1, 2]}
    room.act(0)
    assert room.wait(INTERVAL) == [journal.WentOn((1, 2))]


def test_bots_and_clocks_in_days_hurry_nobody() -> None:
    alone = Room("me", "bot:greedy", "bot:greedy", players=3)
    alone.begin()
    assert interval(after_a_round(room=alone)) is None
    assert alone.do("ann", GoOn()) == [], "there is nothing to go on from"
    assert alone.wait(MINUTE) == []
    assert interval(after_a_round(DAYS)) is None


def test_against_bots_with_a_clock_it_waits_for_the_one_person() -> None:
    room = Room("me", "bot:greedy", "bot:greedy", players=3, pace=SECONDS)
    room.begin()
    after_a_round(room=room)
    assert interval(room) == {"left": INTERVAL, "waiting": [0]}
    assert acted(room.bot_acts(1, Random(1))) == [(1, "")], "bots decide meanwhile"
    room.do("ann", GoOn())
    assert left(room) == {0: (30_000, 120_000)}


def test_the_end_of_a_match_is_no_interval() -> None:
    room = room_of_three(SECONDS, game="seven-prophecies-2017", options={"variant": "single-round"})
    room.play(Random(1))
    assert room.table.phase == "over"
    assert interval(room) is None


def test_the_clock_starts_once_the_finished_trick_was_seen() -> None:
    room, leader = in_tricks(SECONDS)
    for _ in range(3):
        room.act(room.table.actors()[0])
    (first,) = room.table.actors()
    assert clocks(room.table, room.now) == [{"seat": first, "left": 30_000, "bank": 120_000, "wait": LOOK}]
    room.wait(1 * SECOND)
    assert clocks(room.table, room.now) == [{"seat": first, "left": 30_000, "bank": 120_000, "wait": LOOK - 1000}]
    room.act(first)
    (second,) = room.table.actors()
    assert clocks(room.table, room.now) == [{"seat": second, "left": 30_000, "bank": 120_000, "wait": LOOK - 1000}], (
        "who follows sees the trick as long"
    )
    room.wait(LOOK - 1000 + 40 * SECOND)
    assert left(room) == {second: (0, 110_000)}
    room.act(second)
    assert room.table.seats[second].bank == 110_000
    assert refused(room, "eve", GoOn()) == "not-seated"
    assert leader in range(3)
