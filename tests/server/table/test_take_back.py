"""Taking back at a table with one person and bots: pure logic, then a real server that is killed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import foretold
from foretold.fair import verify
from foretold.games import State
from foretold.server.protocol.messages import Act, Leave, Pause, Rematch, TakeBack
from foretold.server.table import journal
from foretold.server.table.commands import play
from foretold.server.updates.stream import PublicSnapshot, UpdateStream
from tests.server.at_tables import MINUTE, SECOND, Room, dump, refused
from tests.server.table.waiting import SECONDS, left, look
from tests.server.updates.test_telling import Audience

GAMES: list[dict[str, Any]] = [
    {"game": "seven-prophecies", "players": 3},
    {"game": "seven-prophecies-2017", "players": 4},
    {"game": "prophecy", "players": 4, "options": {"variant": "short"}},
]


def alone(**settings: Any) -> Room:
    """A person who has just been dealt cards, and bots."""
    room = Room(**{"players": 3, **settings})
    room.begin()
    return room


def state_of(room: Room) -> State:
    """The state of the match, which is there."""
    assert room.table.state is not None
    return room.table.state


def moment(room: Room) -> tuple[Any, ...]:
    """Where the match stands, cards and all."""
    return state_of(room).view(0), state_of(room).record().to_dict()["events"]


@pytest.mark.parametrize("settings", GAMES, ids=[game["game"] for game in GAMES])
def test_decisions_can_be_taken_back_one_by_one_to_the_first_deal(settings: dict[str, Any]) -> None:
    """Over tricks and rounds, from the end of the match; each time the person decides where they decided before."""
    room = alone(**settings)
    rng, stood = Random(4), []
    while room.table.phase == "playing":
        if 0 in room.table.actors():
            stood.append(moment(room))
            room.act(0, str(rng.choice(state_of(room).legal(0))))
        else:
            room.bot_acts(rng.choice(room.table.actors()), rng)
    assert PublicSnapshot(room.table).fields["practised"] is False
    for before in reversed(stood):
        room.do("ann", TakeBack())
        assert (moment(room), room.table.phase) == (before, "playing")
        assert 0 in room.table.actors()
    assert refused(room, "ann", TakeBack()) == "nothing-to-take-back"
    assert dump(room.rebuilt()) == dump(room.table)
    room.play(rng)
    record = room.table.record()
    assert record.extra["practised"] is True
    verify(record)
    assert foretold.replay(foretold.Record.from_line(record.to_line())).over


def test_the_deals_of_later_rounds_stay_what_they_were() -> None:
    room = alone()
    rng = Random(2)
    while state_of(room).round < 2:
        room.play(rng, most=1)
    dealt = state_of(room).record().to_dict()["events"][-1]
    room.do("ann", TakeBack())
    assert state_of(room).round == 1
    while state_of(room).round < 2:
        room.play(rng, most=1)
    assert state_of(room).record().to_dict()["events"][-1] == dealt


def test_decisions_about_a_vanished_position_are_ignored() -> None:
    room = alone()
    sent = room.act(0, "3-2-2", id="x")
    made = [seat.made for seat in room.table.seats]
    thought = str(state_of(room).legal(1)[0])
    room.do("ann", TakeBack())
    assert play.bot_acts(room.table, 1, made[1], thought) == [], "the bot thought about another position"
    assert room.do("ann", sent) == [], "a resend of what was played, and taken back"
    again = Act(seat=0, decision=sent.decision, action="7-0-0", id="y")
    assert refused(room, "ann", again) == "stale"
    assert state_of(room).chosen == ()
    room.act(0, "7-0-0")
    assert room.bot_acts(1, Random(1)) != []


def test_a_bot_answers_the_same_card_as_before() -> None:
    room = alone()
    before = room.table.stand_in_random(1).random()
    room.act(0)
    room.bot_acts(1, Random(1))
    assert room.table.stand_in_random(1).random() != before
    room.do("ann", TakeBack())
    assert room.table.stand_in_random(1).random() == before


def test_the_clock_of_the_decision_restarts() -> None:
    room = alone(pace=SECONDS)
    room.wait(10 * SECOND)
    room.act(0)
    room.wait(5 * SECOND)
    room.do("ann", TakeBack())
    assert left(room) == {0: (30_000, 120_000)}
    assert dump(room.rebuilt()) == dump(room.table)


def test_time_taken_from_the_bank_is_given_back() -> None:
    room = alone(pace=SECONDS)
    for bank in (110_000, 90_000):  # of the second decision more
        look(room)
        room.wait(30 * SECOND + left(room)[0][1] - bank)
        room.act(0)
        while 0 not in room.table.actors():
            room.bot_acts(room.table.actors()[0], Random(1))
        assert room.table.seats[0].bank == bank
    room.do("ann", TakeBack())
    assert left(room) == {0: (30_000, 110_000)}
    room.do("ann", TakeBack())
    assert left(room) == {0: (30_000, 120_000)}
    assert dump(room.rebuilt()) == dump(room.table)


def test_time_taken_by_the_clock_is_given_back() -> None:
    room = alone(pace=SECONDS)
    assert [type(entry) for entry in room.wait(3 * MINUTE)] == [journal.Acted]
    assert room.table.seats[0].bank == 0
    room.do("ann", TakeBack())
    assert left(room) == {0: (30_000, 120_000)}


def test_everyone_gets_a_fresh_view_marked_as_practice() -> None:
    room = alone()
    audience = Audience(room.table)
    room.act(0)
    audience.tell()
    room.bot_acts(2, Random(1))
    audience.tell()
    room.do("ann", TakeBack())
    for data in audience.tell().values():
        assert data.startswith(b'{"type":"view"')
    audience.check()
    assert PublicSnapshot(room.table).fields["practised"] is True
    stream = UpdateStream(room.table, 0)
    stream.fresh(PublicSnapshot(room.table))
    room.act(0)
    assert stream.update(PublicSnapshot(room.table)).startswith(b'{"type":"update"'), "only then"


def test_a_new_match_is_not_practice() -> None:
    room = alone(game="seven-prophecies-2017", options={"variant": "single-round"})
    room.act(0)
    room.do("ann", TakeBack())
    room.play(Random(1))
    assert room.table.phase == "over"
    room.do("ann", Rematch())
    room.share_all()
    assert PublicSnapshot(room.table).fields["practised"] is False


def test_nobody_takes_back_what_others_saw() -> None:
    for seats in (("me", "open", "bot:greedy"), ("me", "me", "bot:greedy")):
        room = Room(*seats, players=3)
        room.begin()
        room.act(0)
        assert refused(room, "ann", TakeBack()) == "take-back-alone"
    room = Room("me", "open", "bot:greedy", players=3)
    room.begin()
    room.act(0)
    room.do("bob", Leave())
    assert refused(room, "ann", TakeBack()) == "take-back-alone", "bob has played in this match, too"


def test_nothing_is_taken_back_in_a_pause_or_before_a_match() -> None:
    room = alone()
    room.act(0)
    room.do("ann", Pause())
    assert refused(room, "ann", TakeBack()) == "paused"
    assert refused(Room(), "ann", TakeBack()) == "no-match-running"


def test_a_decision_of_the_clock_can_be_taken_back() -> None:
    room = alone(pace=SECONDS)
    assert [type(entry) for entry in room.wait(3 * MINUTE)] == [journal.Acted]
    room.do("ann", TakeBack())
    assert 0 in room.table.actors()
    assert room.table.seats[0].played_for == []
