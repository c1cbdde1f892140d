"""What a table decides: who begins, whether earlier tricks are shown, bids before the open ones."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import foretold
from foretold.errors import BadOption
from foretold.fair import verify
from foretold.games.prophecy.view import ProphecyView
from foretold.server.protocol.messages import Change
from foretold.server.updates.stream import PublicSnapshot, UpdateStream
from tests.server.at_tables import MINUTE, SECOND, Room
from tests.server.table.waiting import SECONDS, acted, left
from tests.server.updates.test_telling import Audience

FIRST = {"prophecy": "dealer", "seven-prophecies": "starter"}


def beginning(game: str, first: Any, **settings: Any) -> Room:
    room = Room("me", "bot:adept", "bot:adept", "bot:adept", game=game, first=first, **settings)
    room.wait(5 * SECOND)
    return room


def sent_to(room: Room, seat: int | None = 0) -> dict[str, Any]:
    """The whole view that a new client of the seat gets."""
    return dict(json.loads(UpdateStream(room.table, seat).fresh(PublicSnapshot(room.table))))


# Who begins -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", FIRST)
@pytest.mark.parametrize("first", ["lot", "drawn", 3])
def test_all_7_the_record_says_how_it_was_decided_and_verifies(game: str, first: Any) -> None:
    room = beginning(game, first)
    table = sent_to(room)["table"]
    assert table["first"] == first
    assert bool(table["draws"]) == (first == "drawn")
    room.play(Random(1))
    record = room.table.record()
    verified = verify(record)
    starter = record.events[0]["deal"][FIRST[game]]
    if first == "lot":
        assert verified.first is None
        assert "first" not in record.extra
    else:
        assert record.extra["first"]["seat"] == starter
        assert record.extra["first"]["by"] == ("drawn" if first == "drawn" else "chosen")
        assert record.extra["first"].get("draws", []) == table["draws"]
    assert foretold.replay(record).over
    assert room.rebuilt().record() == record


def test_all_7_a_take_back_and_a_rebuilt_table_keep_who_begins() -> None:
    room = beginning("prophecy", "drawn")
    before = sent_to(room)
    assert before["view"]["dealer"] == room.table.match.opening(room.table.game).seat  # type: ignore[union-attr]
    rebuilt = UpdateStream(room.rebuilt(), 0).fresh(PublicSnapshot(room.rebuilt()))
    assert json.loads(rebuilt)["view"] == before["view"]


def test_all_7_nothing_is_drawn_before_the_deal_and_the_seat_must_exist() -> None:
    room = Room("me", "open", "open", game="prophecy", players=3, first="drawn")
    assert sent_to(room)["table"]["draws"] == []
    with pytest.raises(BadOption):
        Room("me", "open", "open", game="prophecy", players=3, first=3)
    with pytest.raises(BadOption):
        room.do("ann", Change(first=5))
    room.do("ann", Change(first=2, look_back=False))
    assert (room.table.settings.first, room.table.settings.look_back) == (2, False)
    room.do("ann", Change(game="prophecy", players=2))
    assert room.table.settings.first == "lot", "the chosen seat is gone"


# Looking back -----------------------------------------------------------------------------------------------------


def test_all_8_clients_hold_no_earlier_trick_until_the_match_is_over() -> None:
    room = Room(
        *["me"] * 3, game="prophecy", players=3, options={"variant": "short"}, look_back=False, chat="free"
    )  # fmt: skip
    audience = Audience(room.table)
    room.wait(5 * SECOND)
    audience.tell()
    rng = Random(3)
    seen_rounds = 0
    while room.table.phase == "playing":
        room.play(rng, most=1)
        for seat, data in audience.tell().items():
            state = room.table.state
            assert state is not None
            view = state.view(seat)
            assert isinstance(view, ProphecyView)
            if state.over:
                continue
            held = audience.clients[seat].held
            done = view.tricks or (view.ended.tricks if view.ended else ())
            lying = view.trick or (done[-1].plays if done else ())
            names = {str(took.action) for took in lying}
            plays = [event["action"] for event in held["history"] if "action" in event and "+" not in event["action"]]
            assert set(plays) <= names
            shown = [play["action"] for trick in held["view"]["tricks"] for play in trick["plays"]]
            ended = held["view"]["last_round"]
            shown += [play["action"] for trick in ended["tricks"] for play in trick["plays"]] if ended else []
            assert set(shown) <= names
            assert len(held["view"]["tricks"]) == len(view.tricks)
            assert held["turn"] is None or len(held["turn"]["legal"]) in (0, len(view.legal)), data
            seen_rounds = max(seen_rounds, len(state.finished))
        if rng.random() < 0.1:
            audience.check()
    assert seen_rounds == 4
    whole = sent_to(room)["view"]
    assert all(trick["plays"] for trick in whole["last_round"]["tricks"])
    record = room.table.record()
    assert record.extra["look_back"] is False
    assert foretold.replay(record).over, "the record is whole"


def test_all_8_in_seven_prophecies_the_setting_has_no_effect() -> None:
    room = beginning("seven-prophecies", "lot", look_back=False)
    room.play(Random(1), most=30)
    assert all(trick["plays"] for trick in sent_to(room)["view"]["tricks"])
    room.play(Random(1))
    assert "look_back" not in room.table.record().extra


# Early bids -------------------------------------------------------------------------------------------------------


def open_round() -> tuple[Room, int, list[int]]:
    """A second round with one open bidder among three people, and the others."""
    for name in range(40):
        room = Room(
            *["me", "open", "open"],
            game="prophecy",
            players=3,
            options={"early_bids": True},
            pace=SECONDS,
            name=f"Ann {name}",
        )
        room.begin()
        room.play(Random(name), most=3 + 3 * 14)
        for seat in range(3):
            room.table.seats[seat].bank = 120_000
        room.wait(MINUTE)  # the look at the end of the round is over
        state = room.table.state
        assert state is not None
        if len(state.awaited) == 1:
            return room, state.awaited[0], [seat for seat in range(3) if seat != state.awaited[0]]
    raise AssertionError


def test_pr_22_those_who_may_wait_are_not_waited_for_and_have_no_clock() -> None:
    room, leader, others = open_round()
    state = room.table.state
    assert state is not None
    assert state.actors == (0, 1, 2)
    assert room.table.actors() == (leader,)
    assert list(left(room)) == [leader]
    assert acted(room.wait(200 * SECOND))[:1] == [(leader, "clock")]
    assert list(room.table.actors()) == others


def test_pr_22_an_early_bid_is_accepted_and_shown_without_its_cards() -> None:
    room, leader, (early, late) = open_round()
    room.act(early)
    assert room.table.state is not None
    laid = [took.action for took in room.table.state._choices]
    for seat in (leader, late, None):
        view = sent_to(room, seat)
        assert view["view"]["chosen"] == [early]
        assert view["view"]["bids"] == [None, None, None]
        assert view["view"]["bid_values"] == [None, None, None]
        assert not any(str(bid) in json.dumps(view) for bid in laid)
    room.act(leader)
    assert room.table.actors() == (late,)
    assert left(room)[late][0] == 30_000, "the clock begins with the open bid"
    assert sent_to(room, late)["view"]["bids"][early] is None
    assert sent_to(room, late)["view"]["bids"][leader] is not None
    room.act(late)
    assert room.table.state is not None
    assert room.table.state.phase == "tricks"
