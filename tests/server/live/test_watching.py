"""Those who watch, and those who were replaced: what they may say, and what everybody is told of a seat in between."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from foretold.server.base.rate_limits import Bucket
from foretold.server.features.matches import finish
from foretold.server.live.connection import Connection
from foretold.server.live.live_table import LiveTable
from foretold.server.protocol import messages
from foretold.server.protocol.messages import Release, Say, Sit
from foretold.server.store import KeepMatch
from foretold.server.table import journal, lobby
from foretold.server.table.seats import WATCHER
from foretold.server.updates.stream import PublicSnapshot, UpdateStream
from tests.server.at_tables import MINUTE, SECOND, Room, dump, refused

GONE = 1  # the seat of Bob


def playing(**settings: Any) -> Room:
    """A match of Ann and Bob with a bot."""
    room = Room("me", "open", "bot:novice", players=3, **settings)
    room.begin()
    return room


def away(grace: int = 60, **settings: Any) -> Room:
    """A match in which everybody but Bob, who is away, has prophesied: Ann and Cem wait for him."""
    room = Room("me", "open", "open", players=3, grace=grace, **settings)
    room.begin()
    room.part("bob")
    room.act(0)
    room.act(2)
    return room


def opened() -> Room:
    """The same match once Bob's seat is open to somebody new."""
    room = away()
    room.wait(MINUTE)
    room.do("ann", Release(seat=GONE, to="open"))
    return room


# Talk ------------------------------------------------------------------------------------------------------------


def test_spectators_may_say_preset_phrases_and_ask_for_a_seat() -> None:
    room = playing()
    room.do("eve", Say(phrase="may-i-play", name="Eve"))
    assert room.table.talk[-1][1:] == (WATCHER, "Eve", "may-i-play", "", "", "", "eve")
    assert refused(room, "eve", Say(text="Ann has the ace")) == "phrases-only"
    assert refused(room, "eve", Say(reaction="wow")) == "no-such-reaction"
    assert refused(room, "", Say(phrase="hello")) == "nobody-known"
    room.do("eve", Say(phrase="hello", name="Ann"))
    assert room.table.talk[-1].name != "Ann", "nobody goes by the name of somebody at the table"
    assert dump(room.rebuilt()) == dump(room.table)


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"watchers": "silent"}, "watchers-silent"),
        ({"spectators": False}, "watchers-silent"),
        ({"chat": "off"}, "no-chat"),
    ],
)
def test_spectators_are_silent_at_tables_that_want_it(settings: dict[str, Any], reason: str) -> None:
    assert refused(playing(**settings), "eve", Say(phrase="hello", name="Eve")) == reason


def test_a_talking_spectator_does_not_keep_an_empty_table_open() -> None:
    room = playing()
    room.part("ann", "bob")
    last = room.table.last_person
    room.wait(MINUTE)
    room.do("eve", Say(phrase="hello", name="Eve"))
    assert room.table.last_person == last


def test_a_reaction_is_sent_once_and_is_in_no_later_view() -> None:
    room = playing()
    facts = PublicSnapshot(room.table)
    stream = UpdateStream(room.table, None)
    stream.fresh(facts)
    room.do("bob", Say(reaction="wow"))
    update = stream.update(PublicSnapshot(room.table, facts))
    assert b'"chat":[{"seat":1,"name":"Bob","reaction":"wow"}]' in update
    assert UpdateStream(room.table, None).snapshot(PublicSnapshot(room.table)).chat == ()
    assert refused(room, "bob", Say(reaction="boo")) == "no-such-reaction"
    assert refused(room, "bob", Say()) == "nothing-said"


# Away ------------------------------------------------------------------------------------------------------------


def test_everyone_sees_how_soon_a_bot_plays_for_an_absent_player() -> None:
    room = away(grace=30)
    assert PublicSnapshot(room.table).fields["absences"] == [{"seat": GONE, "left": 30 * SECOND}]
    room.now += 8 * SECOND
    sight = UpdateStream(room.table, None).snapshot(PublicSnapshot(room.table), room.now)
    assert sight.table["absences"] == [{"seat": GONE, "left": 22 * SECOND}]
    room.now += 22 * SECOND
    assert room.add() == [journal.StoodIn(GONE)]
    assert PublicSnapshot(room.table).fields["absences"] == []


def test_no_countdown_runs_while_nobody_waits() -> None:
    room = Room("me", "open", "open", players=3)
    room.begin()
    room.part("bob")
    assert PublicSnapshot(room.table).fields["absences"] == []


# Replaced --------------------------------------------------------------------------------------------------------


def welcome(room: Room, person: str) -> bytes:
    """What a connection of this person is told first."""
    return LiveTable(room.table).welcome(Connection(person, "en", Bucket(1, 1)))


def test_an_open_seat_says_whose_it_was_until_somebody_takes_it() -> None:
    room = opened()
    assert PublicSnapshot(room.table).fields["seats"][GONE]["before"] == "Bob"
    assert lobby.summary(room.table)["seats"][GONE]["before"] == "Bob"  # type: ignore[index]
    room.do("eve", Sit(seat=GONE, name="Eve"))
    assert PublicSnapshot(room.table).fields["seats"][GONE]["before"] == ""
    assert PublicSnapshot(room.table).fields["seats"][GONE]["name"] == "Eve"


def test_replaced_and_removed_players_learn_which_seat_was_theirs() -> None:
    room = opened()
    assert room.table.had("bob") == (GONE,)
    assert b'"had":[1]' in welcome(room, "bob")
    assert b'"had"' not in welcome(room, "ann")
    assert b'"had"' not in welcome(room, "eve")
    room.do("eve", Sit(seat=GONE, name="Eve"))
    assert lobby.summary(room.table, "bob")["had"] == (GONE,)
    room.do("ann", messages.Remove(seat=2))
    assert room.table.had("cem") == (2,)


def test_a_replaced_player_keeps_the_match_without_its_result() -> None:
    room = opened()
    room.do("eve", Sit(seat=GONE, name="Eve"))
    room.join("eve")
    room.play(Random(5))
    (kept,) = [operation for operation in finish.finished(room.table, {}) if isinstance(operation, KeepMatch)]
    assert dict(kept.people) == {0: "ann", GONE: "eve", 2: "cem", -2: "bob"}


def test_rounds_that_somebody_else_played_are_named_after_the_match() -> None:
    room = opened()
    rng = Random(5)
    while room.table.state is not None and room.table.state.round == 1:
        room.play(rng, 1)
    room.do("eve", Sit(seat=GONE, name="Eve"))  # nobody has prophesied in round 2 yet
    room.join("eve")
    assert PublicSnapshot(room.table).fields["borrowed"] == []
    room.play(rng)
    assert PublicSnapshot(room.table).fields["borrowed"] == [[], [1], []]


def test_a_round_without_a_newcomers_own_prophecy_does_not_count_for_them() -> None:
    room = opened()
    rng = Random(5)
    room.play(rng, 4)  # the bot has prophesied for the seat, and cards are played
    room.do("eve", Sit(seat=GONE, name="Eve"))
    room.join("eve")
    room.play(rng)
    assert PublicSnapshot(room.table).fields["borrowed"] == [[], [1], []]
