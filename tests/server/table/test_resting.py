"""Tables that rest: the match and the chat are put away as bytes, and come back as they were."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import pytest

from foretold.games import Game
from foretold.server.protocol import messages
from foretold.server.table import journal
from foretold.server.table.match import TableMatch
from foretold.server.table.resting import RestingMatch
from tests.conftest import some_games
from tests.server.at_tables import HOUR, MINUTE, Room, check_rest, dump


def begun(**settings: Any) -> Room:
    """A match of Ann, Bob and Cem that has begun."""
    room = Room("me", "open", "open", players=3, **settings)
    room.begin()
    return room


def test_every_part_of_a_match_is_put_away_or_computed_again() -> None:
    own = {field.name for field in fields(TableMatch)}
    assert own - set(RestingMatch.__struct_fields__) == {"state", "left", "given"}
    assert set(RestingMatch.__struct_fields__) <= own


@some_games
def test_a_match_that_rests_after_every_action_ends_like_one_that_never_does(game: Game) -> None:
    rng = Random(5)
    people = ["me", *["open"] * (game.players - 1)]
    room = Room(*people, game=game.name, players=game.players, options=dict(game.given), chat="free")
    room.begin()
    twin = room.rebuilt()
    while room.table.actors():
        before = len(room.written)
        room.play(rng, 1)
        for at, body in room.written[before:]:
            twin.apply(journal.read(body), at)
        check_rest(room.table, twin)
    assert room.table.phase == "over"
    assert room.table.record() == twin.record()
    assert dump(room.table) == dump(twin)


def test_what_was_said_and_sent_comes_back() -> None:
    room = begun(chat="free")
    room.do("ann", messages.Say(text="hello"))
    room.do("bob", messages.Say(reaction="wow"))
    sent = room.act(room.table.actors()[0], id="d1")
    before = dump(room.table)
    room.table.rest()
    assert dump(room.table) == before
    room.table.rest()
    assert room.do(room.table.seats[sent.seat].person, sent) == [], "what is sent again is known"
    room.table.rest()
    assert [(remark.name, remark.text) for remark in room.table.talk] == [("Ann", "hello")]
    room.table.rest()
    assert [remark.reaction for remark in room.table.reactions] == ["wow"]


def test_visits_and_restarts_wake_no_table() -> None:
    room = begun(pace=messages.Pace(kind="days", days=3))
    room.play(Random(1), 7)
    twin = room.rebuilt()
    for entry in (journal.Away((0, 1)), journal.Restarted(HOUR), journal.Here((1,))):
        room.table.rest()
        room.now += MINUTE
        for table in (room.table, twin):
            table.apply(entry, room.now)
        assert room.table.resting
        check_rest(room.table, twin)
    assert dump(room.table) == dump(twin)


def test_former_players_are_remembered_without_waking_tables() -> None:
    room = begun()
    room.play(Random(2), 5)
    room.do("bob", messages.Leave())
    assert room.table.had("bob") == (1,)
    room.table.rest()
    assert room.table.had("eve") == room.table.had("ann") == room.table.had("") == ()
    assert room.table.had("bob") == (1,)
    assert room.table.resting


def test_a_table_does_not_rest_while_shares_are_given() -> None:
    room = Room("me", "open", "open", players=3)
    room.seat_all()
    room.ready_all()
    assert room.table.phase == "sharing"
    room.table.rest()
    assert not room.table.resting


def test_tables_that_rest_share_equal_settings() -> None:
    one, other = begun(grace=77).table, begun(grace=77).table
    one.rest()
    other.rest()
    assert one.settings is other.settings
    assert one.settings.grace == 77


@pytest.mark.parametrize("phase", ["open", "over"])
def test_tables_before_and_after_a_match_rest_too(phase: str) -> None:
    room = Room("me", "open", "open", players=3)
    if phase == "over":
        room.begin()
        room.play(Random(3))
    twin = room.rebuilt()
    check_rest(room.table, twin)
    assert dump(room.table) == dump(twin)
