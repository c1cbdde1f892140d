"""Coming to a table and staying together: the host changes it before a match, visitors wait for a seat, wins add up."""

from __future__ import annotations

from random import Random
from typing import Any

from foretold.server.live.live_table import LiveTable
from foretold.server.protocol import messages
from foretold.server.protocol.messages import Change, Fill, Leave, Pace, Queue, Ready, Rematch, Sit, TakeBack
from foretold.server.table import journal
from foretold.server.updates.stream import Audience, PublicSnapshot
from tests.server.at_tables import OPEN, Room, refused

SINGLE: dict[str, Any] = {"game": "seven-prophecies-2017", "options": {"variant": "single-round"}}


def names(room: Room) -> list[str]:
    return [seat.name or seat.kind for seat in room.table.seats]


def facts_of(room: Room) -> dict[str, Any]:
    """What everybody may know of the table."""
    return {**PublicSnapshot(room.table).fields}


def finished(*seats: str, **settings: Any) -> Room:
    """A table at which one match was played."""
    room = Room(*seats, **SINGLE | settings)
    room.begin()
    room.play(Random(3))
    assert room.table.phase == "over"
    return room


# The host changes the table ---------------------------------------------------------------------------------------


def test_changing_variant_or_pace_before_a_match_resets_who_is_ready() -> None:
    room = Room("me", "open", "bot:greedy", game="seven-prophecies-2017", players=3)
    room.do("bob", Sit(seat=1, name="Bob"))
    room.do("bob", Ready())
    room.do("ann", Change(options={"variant": "single-round"}, pace=Pace("days", days=3)))
    facts = facts_of(room)
    assert (facts["options"], facts["pace"].days) == ({"variant": "single-round"}, 3)
    assert [seat.ready for seat in room.table.seats] == [False, False, True]
    assert room.table.game.given == {"variant": "single-round"}
    assert room.do("ann", Change(options={"variant": "single-round"})) == [], "nothing is another now"


def test_another_game_starts_with_its_default_options() -> None:
    room = Room("me", "open", "open", "open", **SINGLE)
    room.do("ann", Change(game="prophecy", players=5))
    assert (room.table.settings.game, room.table.settings.options) == ("prophecy", {})
    room.begin()
    assert room.table.state is not None
    assert room.table.state.game.name == "prophecy"
    assert len(room.table.seats) == 5


def test_added_seats_are_free_and_removed_ones_are_the_last_without_a_person() -> None:
    room = Room("me", "open", "bot:greedy", "open", game="prophecy")
    bot = room.table.seats[2].name
    room.do("bob", Sit(seat=3, name="Bob"))
    room.do("ann", Change(players=6))
    assert names(room) == ["Ann", "open", bot, "Bob", "open", "open"]
    room.do("ann", Change(players=3))
    assert names(room) == ["Ann", bot, "Bob"], "free seats go before bots"
    room.do("ann", Change(players=2))
    assert names(room) == ["Ann", "Bob"]
    assert room.table.seats_of("bob") == (1,)


def test_decision_numbers_continue_when_seats_are_removed_and_added() -> None:
    room = finished("me", "open", "bot:greedy", "bot:greedy")
    made = [seat.made for seat in room.table.seats]
    room.do("ann", Rematch())
    room.do("ann", Change(players=3))
    assert [seat.made for seat in room.table.seats] == made[:3]
    room.do("ann", Change(players=4))
    assert [seat.made for seat in room.table.seats][:3] == made[:3]
    assert room.table.seats[3].made >= max(made[:3]), "nothing that was sent before fits the new place"


def test_data_of_a_removed_seat_is_dropped() -> None:
    room = Room("me", "open", "bot:greedy", "open", game="prophecy")
    room.do("bob", Sit(seat=3, name="Bob"))
    live = LiveTable(room.table)
    live.stream(Audience.of(3, "bob", "list"))
    room.do("ann", Change(players=2))
    live.updates()
    assert not live.streams


# Waiting for a seat -----------------------------------------------------------------------------------------------


def test_free_seats_go_to_the_queue_in_order() -> None:
    room = Room("me", "open", "bot:greedy", "bot:greedy")
    room.do("bob", Sit(seat=1, name="Bob"))
    room.do("cem", Queue(name="Cem"))
    room.do("dan", Queue(name="Cem"))
    assert room.do("cem", Queue(name="Cem")) == [], "a resend"
    assert facts_of(room)["queue"] == ["Cem", "Cem 2"]
    room.do("bob", Leave())
    assert room.table.seats[1].person == "cem"
    assert facts_of(room)["queue"] == ["Cem 2"]
    room.do("dan", Queue(wait=False))
    assert facts_of(room)["queue"] == []
    assert room.do("dan", Queue(wait=False)) == []


def test_bots_make_room_for_the_queue_when_the_table_reopens() -> None:
    room = finished("me", "open", "bot:greedy", "bot:greedy")
    room.do("eve", Queue(name="Eve"))
    assert room.table.phase == "over"
    room.do("ann", Rematch())
    assert names(room)[:2] == ["Ann", "Bob"]
    assert [seat.person for seat in room.table.seats] == ["ann", "bob", "", "eve"]
    assert not room.table.seats[3].ready


def test_a_free_seat_goes_to_the_queue_before_a_bots_seat_does() -> None:
    room = finished("me", "open", "bot:greedy", "bot:greedy")
    room.do("eve", Queue(name="Eve"))
    room.do("bob", Leave())
    room.do("ann", Rematch())
    assert [seat.kind for seat in room.table.seats] == ["person", "person", "bot", "bot"]
    assert room.table.seats[1].person == "eve"


def test_the_queue_forgets_disconnected_visitors_and_restarts() -> None:
    room = Room("me", "bot:greedy", "bot:greedy", "bot:greedy")
    room.do("eve", Queue(name="Eve"))
    live = LiveTable(room.table)
    assert live.absences("eve") == [journal.Unqueued("eve")]
    room.add(journal.Restarted(1000))
    assert room.table.queue == []


def test_seated_and_barred_people_can_not_queue() -> None:
    room = Room(*OPEN)
    assert room.do("ann", Queue()) == []
    assert refused(room, "", Queue()) == "not-seated"


# Another match ----------------------------------------------------------------------------------------------------


def test_everyone_sees_who_offers_a_rematch_and_of_which_match() -> None:
    room = finished("me", "open", "bot:greedy", "bot:greedy")
    match = room.table.match
    assert match is not None
    assert facts_of(room)["rematch"] is None
    room.do("bob", Rematch())
    assert facts_of(room)["rematch"] == {"seat": 1, "match": match.id}
    assert [seat.ready for seat in room.table.seats] == [False, True, True, True]
    room.do("ann", Rematch())
    assert facts_of(room)["rematch"] is None


def test_wins_of_the_same_people_add_up_at_their_table() -> None:
    room = finished("me", "open", "bot:greedy", "bot:greedy")
    first = facts_of(room)
    assert first["past"][0]["names"][:2] == ["Ann", "Bob"]
    room.do("ann", Rematch())
    room.do("bob", Rematch())
    room.share_all()
    room.play(Random(4))
    facts = facts_of(room)
    assert [match["match"] for match in facts["past"]] == [room.table.record().extra["id"], first["past"][0]["match"]]
    wins = {line["name"]: line["wins"] for line in facts["tally"]}
    counted = [name for match in facts["past"] for name in (match["names"][seat] for seat in match["winners"])]
    assert {"Ann", "Bob"} <= set(wins)
    assert wins == {name: counted.count(name) for name in wins}
    assert sum(wins.values()) == len(counted), "bots that have won are listed"
    assert [line["wins"] for line in facts["tally"]] == sorted(wins.values(), reverse=True)


def test_people_who_left_keep_their_wins() -> None:
    room = finished("me", "open", "bot:greedy", "bot:greedy")
    room.do("bob", Leave())
    room.do("ann", Rematch())
    line = next(line for line in facts_of(room)["tally"] if line["name"] == "Bob")
    assert (line["seat"], line["matches"], line["bot"]) == (None, 1, False)


def test_a_match_finished_twice_after_a_take_back_counts_once() -> None:
    room = finished("me", "bot:greedy", "bot:greedy", "bot:greedy")
    assert len(facts_of(room)["past"]) == 1
    room.do("ann", TakeBack())
    assert facts_of(room)["past"] == []
    room.play(Random(5))
    assert len(facts_of(room)["past"]) == 1


def test_an_abandoned_match_is_not_counted() -> None:
    room = Room("me", "open", "bot:greedy", "bot:greedy", **SINGLE)
    room.begin()
    room.do("ann", messages.Close())
    assert facts_of(room)["past"] == []
    assert facts_of(room)["tally"] == []


def test_free_seats_are_given_to_bots_one_after_the_other() -> None:
    room = finished("me", "open", "open", "bot:greedy")
    room.do("bob", Leave())
    room.do("ann", Rematch())
    room.do("ann", Fill(seat=1, bot="greedy"))
    room.do("cem", Rematch())
    assert room.table.phase == "sharing"
