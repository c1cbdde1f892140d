"""Who has the seat of somebody who is gone: a bot or somebody new, by the host or by vote; what is told who returns."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from foretold.errors import Refusal
from foretold.games.seven.view import SevenView
from foretold.server.base.rate_limits import Bucket
from foretold.server.live.connection import Connection
from foretold.server.live.live_table import LiveTable
from foretold.server.protocol import messages
from foretold.server.protocol.messages import Back, PlayedFor, Release, Sit
from foretold.server.table import journal
from foretold.server.table.credit import stood_in
from foretold.server.updates.stream import PublicSnapshot, UpdateStream
from tests.server.at_tables import DAY, MINUTE, Room, dump

GONE = 1  # the seat of Bob


def gone(players: int = 4, seats: tuple[str, ...] = ()) -> Room:
    """A match in which everybody but Bob has prophesied, and a bot stands in for him; it has not acted yet."""
    room = Room(*(seats or ("me", *["open"] * (players - 1))), players=players)
    room.begin()
    room.part("bob")
    for seat in room.table.actors():
        if seat != GONE:
            room.act(seat)
    room.wait(MINUTE)
    assert room.table.seats[GONE].stood_in
    return room


def same_again(room: Room) -> None:
    """The journal makes the same table."""
    assert dump(room.rebuilt()) == dump(room.table)


def test_the_host_gives_the_seat_to_a_bot() -> None:
    room = gone()
    assert room.do("ann", Release(seat=GONE)) == [journal.Vacated(GONE)]
    seat = room.table.seats[GONE]
    assert (seat.kind, seat.person, seat.stood_in) == ("bot", "", False)
    assert room.table.talk[-1].notice == "bot"
    same_again(room)


def test_a_newcomer_in_an_opened_seat_plays_on_with_what_the_seat_knew() -> None:
    room = gone()
    state = room.table.state
    assert state is not None
    room.do("ann", Release(seat=GONE, to="open"))
    seat = room.table.seats[GONE]
    assert (seat.kind, seat.person, seat.name, seat.by_bot) == ("open", "", "", True), "a bot plays while people wait"
    assert room.table.seats_of("bob") == ()
    room.do("eve", Sit(seat=GONE, name="Eve"))
    room.join("eve")
    assert room.table.seats_of("eve") == (GONE,)
    assert [line.notice for line in room.table.talk] == ["stood-in", "opened", "seated"]
    sight = UpdateStream(room.table, GONE).snapshot(PublicSnapshot(room.table))
    assert sight.view is not None
    assert sight.view["hand"] == [str(card) for card in state.view(GONE).hand]
    room.act(GONE)
    same_again(room)
    room.play(Random(3))
    record = room.table.record()
    assert record.names == ("Ann", "Eve", "Cem", "Dan"), "who left is not named for what another played"
    assert room.table.match is not None
    assert room.table.match.people()[GONE] == "eve"


def test_nobody_plays_an_open_seat_while_nobody_waits() -> None:
    room = gone()
    room.do("ann", Release(seat=GONE, to="open"))
    room.part("ann", "cem", "dan")
    assert room.wait(300 * DAY) == []
    assert not room.table.seats[GONE].by_bot


def test_the_former_player_may_return_but_nobody_who_saw_other_cards() -> None:
    room = gone()
    room.do("ann", Release(seat=GONE, to="open"))
    with pytest.raises(Refusal, match="seen another seat's cards"):
        room.do("cem", Sit(seat=GONE, name="Cem"))
    room.do("cem", messages.Leave())
    with pytest.raises(Refusal, match="seen another seat's cards"):
        room.do("cem", Sit(seat=GONE, name="Cem"))
    room.do("bob", Sit(seat=GONE, name="Bob"))
    assert room.table.seats_of("bob") == (GONE,)


def test_an_open_seat_is_free_again_after_the_match() -> None:
    room = gone()
    room.do("ann", Release(seat=GONE, to="open"))
    room.play(Random(2))
    room.do("ann", messages.Rematch())
    seat = room.table.seats[GONE]
    assert (seat.kind, seat.ready, seat.stood_in) == ("open", False, False)
    same_again(room)


def test_more_than_half_of_the_players_present_decide_a_vote() -> None:
    room = gone()
    assert room.do("cem", Release(seat=GONE)) == [journal.Voted(GONE, "cem", "bot")], "one of three"
    assert room.table.talk[-1][1:3] == (GONE, "Cem")
    assert room.table.talk[-1].notice == "asked-bot"
    assert room.do("cem", Release(seat=GONE)) == []
    assert room.do("dan", Release(seat=GONE, to="open")) == [journal.Voted(GONE, "dan", "open")], "another wish"
    same_again(room)
    assert room.do("dan", Release(seat=GONE)) == [journal.Voted(GONE, "dan", "bot"), journal.Vacated(GONE)]
    same_again(room)


def test_a_vote_follows_who_is_present() -> None:
    room = gone()
    room.do("cem", Release(seat=GONE, to="open"))
    room.part("ann")
    assert room.table.seats[GONE].kind == "person", "one of two is not more than half"
    room.part("dan")
    assert room.table.seats[GONE].kind == "open"


def test_returning_ends_the_vote() -> None:
    room = gone()
    room.do("cem", Release(seat=GONE))
    room.join("bob")
    assert not room.table.seats[GONE].votes
    assert not room.table.seats[GONE].stood_in
    with pytest.raises(Refusal, match="isn't being played by a stand-in"):
        room.do("dan", Release(seat=GONE))


def test_an_absent_host_can_be_voted_out_and_another_becomes_host() -> None:
    room = Room("me", "open", players=2, game="prophecy")
    room.begin()
    room.part("ann")
    room.act(1)
    room.wait(MINUTE)
    assert room.table.seats[0].stood_in
    assert room.do("bob", Release(seat=0)) == [journal.Voted(0, "bob", "bot"), journal.Vacated(0)]
    assert room.table.host == "bob"


# What is told who returns -----------------------------------------------------------------------------------------


def first_words(room: Room, person: str) -> list[dict[str, object]]:
    """The messages that a new line of this person begins with."""
    live = LiveTable(room.table)
    connection = Connection(person, "en", Bucket(1, 1))
    connection.seats = live.audiences(person)
    return [msgspec.json.decode(text) for text in live.greeting(connection, None, room.now)]


def test_only_the_returning_player_learns_what_was_played_for_them() -> None:
    room = gone()
    room.bot_acts(GONE, Random(1))
    state = room.table.state
    assert state is not None
    view = state.view(GONE)
    assert isinstance(view, SevenView)
    prophecy = view.prophecy
    assert room.table.seats[GONE].played_for == [PlayedFor(1, str(prophecy), "bot")]
    room.join("bob")
    message = first_words(room, "bob")[-1]
    decision = {"round": 1, "action": str(prophecy), "by": "bot"}
    assert message == {"type": "missed", "seat": GONE, "decisions": [decision]}
    for other in ("ann", "cem", "eve"):
        assert all(message["type"] != "missed" for message in first_words(room, other))
    same_again(room)
    while GONE not in room.table.actors():
        room.act(room.table.actors()[0])
    room.act(GONE)
    assert room.table.seats[GONE].played_for == [], "an own decision ends it"


def test_a_new_owner_does_not_learn_what_was_played_for_another() -> None:
    room = gone()
    room.bot_acts(GONE, Random(1))
    room.do("ann", Release(seat=GONE, to="open"))
    room.do("eve", Sit(seat=GONE, name="Eve"))
    assert all(message["type"] != "missed" for message in first_words(room, "eve"))
    former = first_words(room, "bob")
    assert [message.get("seat") for message in former if message["type"] == "view"] == [None], "a spectator's view"


def test_returning_without_a_bot_in_the_seat_changes_nothing() -> None:
    room = gone()
    assert room.do("cem", Back()) == []


# Whose match it is ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lent", "seats"), [(0, ()), (1, ()), (2, ()), (3, (0,)), (10, (0,))])
def test_a_match_does_not_count_for_players_with_more_than_a_fifth_by_a_stand_in(
    lent: int, seats: tuple[int, ...]
) -> None:
    events: list[dict[str, object]] = [{"deal": {}}]
    events += [{"seat": 0, "action": "S1", **({"by": "bot"} if number < lent else {})} for number in range(10)]
    events += [{"seat": 1, "action": "S1", "by": "clock"} for _ in range(10)]
    assert stood_in(msgspec.json.encode(events)) == seats, "of ten"


def test_the_record_of_a_match_says_for_whom_a_bot_played() -> None:
    room = gone()
    room.play(Random(1))
    line = msgspec.json.decode(room.table.record().to_line())
    assert stood_in(msgspec.json.encode(line["events"])) == (GONE,)


# Hidden means hidden -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["seven-prophecies", "seven-prophecies-2017", "prophecy"])
@pytest.mark.parametrize("to", ["open", "bot"])
def test_only_the_new_owner_is_told_of_a_seats_past(game: str, to: messages.Successor) -> None:
    """Who comes hears what the seat knows, byte by byte, and nothing of before; who left hears what spectators do."""
    room = Room("me", "open", "open", players=3, game=game)
    room.begin()
    room.part("bob")
    while room.table.actors() != (1,):
        room.act(next(seat for seat in room.table.actors() if seat != 1))
    room.wait(MINUTE)
    room.bot_acts(1, Random(1))
    before = views_of(room, "bob")
    assert [view["seat"] for view in before] == [1]
    room.do("ann", messages.Release(seat=1, to=to))
    spectator = views_of(room, "nobody")
    assert views_of(room, "bob") == views_of(room, "eve") == spectator, "who left sees what everybody sees"
    if to == "bot":
        return
    room.do("eve", messages.Sit(seat=1, name="Eve"))
    (view,) = views_of(room, "eve")
    assert (view["view"], view["history"], view["seat"]) == (before[0]["view"], before[0]["history"], 1)
    (former,) = views_of(room, "bob")
    assert former["seat"] is None
    assert (former["view"], former["history"]) == (spectator[0]["view"], spectator[0]["history"])


def views_of(room: Room, person: str) -> list[dict[str, object]]:
    """The views among them."""
    return [message for message in first_words(room, person) if message["type"] == "view"]
