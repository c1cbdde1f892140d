"""Tables and their rulings without a server: every command, seats, shares, records."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

import pytest

import foretold
from foretold.errors import Refusal
from foretold.fair import verify
from foretold.server.base.text import NAME_LENGTH, clean, unlike
from foretold.server.protocol import messages
from foretold.server.protocol.messages import (
    Close,
    Commit,
    Fill,
    Leave,
    Ready,
    Rematch,
    Remove,
    Reveal,
    Say,
    Sit,
    Swap,
)
from foretold.server.table import journal, lobby, permissions
from foretold.server.table.commands import seating
from foretold.server.table.seats import IDS
from foretold.server.table.table import STAND_IN
from tests.server.at_tables import MINUTE, OPEN, PEOPLE, SECOND, Room, refused, share_of

SINGLE: dict[str, Any] = {"game": "seven-prophecies-2017", "options": {"variant": "single-round"}}


def kinds(room: Room) -> list[str]:
    return [seat.kind for seat in room.table.seats]


def tags(entries: list[journal.AnyEntry]) -> list[str]:
    return [str(entry.__struct_config__.tag) for entry in entries]


# Making a table ---------------------------------------------------------------------------------------------------


def test_a_table_against_bots_starts_at_once_with_its_commitment() -> None:
    room = Room()
    assert kinds(room) == ["person", "bot", "bot", "bot"]
    assert room.table.phase == "sharing"
    assert room.table.match is not None
    assert room.table.match.commitment == hashlib.sha256(bytes.fromhex(room.table.match.secret)).hexdigest()


def test_several_seats_of_one_device_get_numbered_names() -> None:
    room = Room("me", "me", "open", "bot:greedy", name="A" * NAME_LENGTH)
    assert [seat.name for seat in room.table.seats] == ["A" * 24, "A" * 21 + " 2", "", "Mika"]
    assert room.table.seats_of("ann") == (0, 1)
    assert room.table.phase == "open"


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        (["me"], "seats-of-table"),
        (["bot:adept"] * 4, "nobody-to-play"),
        (["open"] * 4, "nobody-to-play"),
        (["open", "bot:adept", "open", "open"], "nobody-to-play"),
        (["me", "you", "open", "open"], "seat-wish"),
        (["me", "bot:oracle", "open", "open"], "unknown-bot"),
        (["me", "bot:", "open", "open"], "unknown-bot"),
    ],
)
def test_an_impossible_table_is_refused(seats: list[str], reason: str) -> None:
    with pytest.raises(Refusal) as refusal:
        lobby.make(messages.NewTable(seats=seats), "ann", "Ann")
    assert refusal.value.reason == reason
    assert refusal.value.sentence("en")
    assert refusal.value.sentence("ja")


def test_a_list_shows_only_public_facts_of_a_table() -> None:
    room = Room(*OPEN, public=True)
    summary = lobby.summary(room.table)
    assert summary["free"] == 3
    assert isinstance(summary["seats"], list)
    assert summary["seats"][0] == {"kind": "person", "name": "Ann", "bot": "", "before": ""}
    assert "ann" not in str(summary)
    assert {title["name"] for title in lobby.titles()} == {"seven-prophecies", "seven-prophecies-2017", "prophecy"}
    assert STAND_IN in lobby.levels()


# Names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  Ann \n\t B. ", "Ann B."),
        ("\u202eevil\u2066", "evil"),  # marks that turn the direction of writing
        ("a\u200bb\x00c", "a b c"),
        ("\u200d\u3164\u2800", ""),
        ("x" * 30, "x" * 24),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("e\u0301", "é"),
        ("<b>&amp;", "<b>&amp;"),  # plain text: whoever shows it escapes it
    ],
)
def test_names_are_one_line_of_visible_characters(text: str, shown: str) -> None:
    assert clean(text, NAME_LENGTH) == shown


def test_no_two_names_at_a_table_look_the_same() -> None:
    assert unlike("Ann", ["Bob"]) == "Ann"
    assert unlike("ANN", ["Ann", "ann 2"]) == "ANN 3"
    assert unlike("A\u200dnn", ["Ann"]) == "A\u200dnn 2"
    assert unlike("Ａｎｎ", ["Ann"]) == "Ａｎｎ 2"
    assert unlike("x" * 24, ["x" * 24]) == "x" * 21 + " 2"


# Seats ------------------------------------------------------------------------------------------------------------


def test_a_match_starts_when_everyone_seated_is_ready() -> None:
    room = Room(*OPEN)
    room.seat_all()
    assert [seat.person for seat in room.table.seats] == list(PEOPLE[:4])
    for person in PEOPLE[:3]:
        room.do(person, Ready())
        assert room.do(person, Ready()) == []
    room.do("bob", Ready(ready=False))
    room.do("dan", Ready())
    assert room.table.phase == "open"
    assert tags(room.do("bob", Ready())) == ["readied", "began"]


def test_a_device_may_take_several_seats_and_leave_one_or_all() -> None:
    room = Room(*OPEN)
    room.do("bob", Sit(seat=1, name="Bob"))
    assert room.do("bob", Sit(seat=1, name="Bob")) == [], "a resend"
    room.do("bob", Sit(seat=3, name="Bob"))
    assert [room.table.seats[seat].name for seat in (1, 3)] == ["Bob", "Bob 2"]
    room.do("bob", Leave(seat=1))
    assert room.table.seats_of("bob") == (3,)
    room.do("bob", Leave())
    assert kinds(room) == ["person", "open", "open", "open"]


def test_the_host_gives_seats_to_bots_and_takes_them_back() -> None:
    room = Room(*OPEN)
    room.do("ann", Fill(seat=1, bot="greedy"))
    room.do("ann", Fill(seat=2, bot="external"))
    assert kinds(room) == ["person", "bot", "external", "open"]
    room.do("ann", Fill(seat=1))
    assert kinds(room)[1] == "open"
    room.add(*seating.admit(room.table, "ann", 3, "", "external:1"))
    room.add(*seating.admit(room.table, "ann", 2, "Bot", "external:2"))
    assert [seat.name for seat in room.table.seats] == ["Ann", "", "Bot 2", "Bot"]
    assert room.table.seats_of("external:2") == (2,)


def test_an_external_bot_can_get_a_new_token_except_during_play() -> None:
    room = Room("me", "external", "bot:greedy", "bot:greedy")
    room.join("ann")
    room.do("ann", Ready())
    assert room.table.phase == "open", "nobody begins without the bot that was asked for"
    room.add(*seating.admit(room.table, "ann", 1, "Eve", "external:1"))
    with pytest.raises(permissions.NotNow, match="before a match starts"):
        seating.admit(room.table, "ann", 1, "Eve", "external:2")
    room.share_all()
    assert room.table.actors()
    with pytest.raises(permissions.NotNow, match="before a match starts"):
        seating.admit(room.table, "ann", 1, "Eve", "external:2")
    room.join("external:1")
    room.play(Random(1))
    room.add(*seating.admit(room.table, "ann", 1, "Eve", "external:2"))
    assert refused(room, "external:1", messages.Back()) == "not-seated"
    assert room.table.seats[1].name == "Eve"


def test_swapping_keeps_the_count_of_decisions_with_the_place() -> None:
    room = Room("me", "open", "bot:greedy", "bot:greedy", **SINGLE)
    room.begin()
    room.play(Random(1))
    assert room.table.phase == "over"
    sent = [room.table.seats[seat].made for seat in range(4)]
    room.do("ann", Rematch())
    room.do("ann", Swap(seat=0, other=2))
    assert room.do("ann", Swap(seat=1, other=1)) == []
    assert [seat.person for seat in room.table.seats] == ["", "bob", "ann", ""]
    assert [seat.made for seat in room.table.seats] == sent


def test_the_host_role_passes_to_a_person_never_to_a_bot() -> None:
    room = Room("me", "external", "open", "open")
    room.add(*seating.admit(room.table, "ann", 1, "Bot", "external:1"))
    room.do("cem", Sit(seat=2, name="Cem"))
    room.do("ann", Leave())
    assert room.table.host == "cem"
    room.do("cem", Leave())
    assert room.table.host == ""
    assert refused(room, "", Close()) == "not-host"
    assert refused(room, "external:1", Close()) == "not-host"
    room.do("dan", Sit(seat=0, name="Dan"))
    assert room.table.host == "dan"


def test_a_host_with_two_seats_stays_host_until_both_are_left() -> None:
    room = Room("me", "me", "open", "open")
    room.do("cem", Sit(seat=2, name="Cem"))
    room.do("ann", Leave(seat=0))
    assert room.table.host == "ann"
    room.do("ann", Leave(seat=1))
    assert room.table.host == "cem"


def test_a_table_that_everyone_left_closes() -> None:
    room = Room(*OPEN)
    assert tags(room.do("ann", Leave())) == ["vacated", "closed"]


def test_a_personal_link_moves_a_seat_and_the_host_with_it() -> None:
    room = Room(*OPEN)
    room.add(*seating.move(room.table, "phone", 0))
    assert (room.table.seats[0].person, room.table.host) == ("phone", "phone")
    assert seating.move(room.table, "phone", 0) == []
    room.do("bob", Sit(seat=1, name="Bob"))
    room.add(*seating.move(room.table, "tablet", 1))
    assert room.table.host == "phone"


def test_leaving_or_being_removed_in_a_match_is_final() -> None:
    room = Room("me", "open", "open", "bot:greedy", **SINGLE)
    room.begin()
    room.do("bob", Leave())
    room.do("ann", Remove(seat=2))
    for seat in (1, 2):
        assert (room.table.seats[seat].kind, room.table.seats[seat].bot) == ("bot", STAND_IN)
    assert refused(room, "bob", messages.Back()) == "not-seated"
    room.play(Random(2))
    assert {event.get("by") for event in room.table.record().events if event.get("seat") in (1, 2)} == {"bot"}
    room.do("ann", Rematch())
    assert kinds(room) == ["person", "open", "open", "bot"], "the seats of people who left are free for others"


# The match --------------------------------------------------------------------------------------------------------


def test_a_match_is_played_to_its_end_and_again_by_the_same_people() -> None:
    room = Room("me", "open", "me", "bot:greedy", **SINGLE)
    room.begin()
    room.play(Random(3))
    first = room.table.record()
    assert (room.table.phase, [seat.ready for seat in room.table.seats]) == ("over", [False, False, False, True])
    assert foretold.replay(first).over
    assert tags(room.do("ann", Rematch())) == ["reopened", "readied"]
    assert tags(room.do("bob", Rematch())) == ["readied", "began"], "who comes second only has to be ready"
    room.share_all()
    room.play(Random(4))
    second = room.table.record()
    assert first.extra["id"] != second.extra["id"]
    assert verify(first).seed != verify(second).seed


def test_only_the_ids_of_the_last_decisions_are_remembered() -> None:
    room = Room("me", "me", "me", "me")
    room.begin()
    sent: list[messages.Act] = []
    while len(sent) < IDS + 3:
        seat = room.table.actors()[0]
        act = room.act(seat, id=f"{len(sent)}")
        sent += [act] if seat == 0 else []
    assert list(room.table.seats[0].ids) == [act.decision for act in sent[3:]]
    assert room.do("ann", sent[3]) == [], "a resend"
    assert refused(room, "ann", sent[2]) == "stale"


def test_a_seat_can_change_hands_after_a_match() -> None:
    room = Room("me", "open", "bot:greedy", "bot:greedy", **SINGLE)
    room.begin()
    room.play(Random(3))
    room.do("bob", Leave())
    room.do("ann", Rematch())
    made = room.table.seats[1].made
    assert made > 0
    room.do("eve", Sit(seat=1, name="Eve"))
    room.do("eve", Ready())
    room.share_all()
    assert room.table.seats[1].made == made, "decisions go on to be counted at this place"
    room.play(Random(5))
    assert room.table.record().names == ("Ann", "Eve", "Mika", "Toto")


def test_a_host_without_a_seat_lets_others_play_again() -> None:
    room = Room("external", "external", "bot:greedy", "bot:greedy", **SINGLE)
    for seat in (0, 1):
        room.add(*seating.admit(room.table, "ann", seat, "", f"external:{seat}"))
    assert room.table.phase == "playing", "nobody has bytes to give"
    room.play(Random(1))
    assert tags(room.do("ann", Rematch())) == ["reopened", "began", "asked", "dealt"]
    assert refused(room, "eve", Rematch()) == "not-seated"


def test_the_host_closes_the_table_and_a_running_match_is_given_up() -> None:
    room = Room("me", "open", "bot:greedy", "bot:greedy")
    room.begin()
    room.play(Random(1), most=20)
    assert tags(room.do("ann", Close())) == ["given-up", "closed"]
    record = room.table.record()
    assert record.extra["ended"] == "given-up"
    assert verify(record).shared == (0, 1)
    assert not foretold.replay(record).over
    for command in (Ready(), Close(), Say(phrase="hello")):
        assert refused(room, "ann", command) == "table-closed"


def test_a_match_given_up_before_its_deal_has_a_record_too() -> None:
    room = Room()
    room.do("ann", Close())
    assert verify(room.table.record()).deals == 0


# Deals ------------------------------------------------------------------------------------------------------------


def test_bots_and_second_seats_of_a_device_visibly_contribute_nothing() -> None:
    room = Room("me", "open", "me", "bot:greedy", **SINGLE)
    room.begin()
    room.play(Random(1))
    shares = room.table.record().extra["fair"]["shares"]
    assert shares[2:] == [{"none": "device"}, {"none": "bot"}]
    assert [share["bytes"] for share in shares[:2]] == [share_of(0).hex(), share_of(1).hex()]
    assert verify(room.table.record()).shared == (0, 1)


@pytest.mark.parametrize("speaks", ["never", "commits"])
def test_a_seat_silent_for_five_seconds_contributes_nothing(speaks: str) -> None:
    room = Room("me", "open", "bot:greedy", "bot:greedy", **SINGLE)
    room.seat_all()
    room.ready_all()
    digest = hashlib.sha256(share_of(0)).hexdigest()
    room.do("ann", Commit(commitment=digest))
    if speaks == "commits":
        assert tags(room.do("bob", Commit(commitment=digest))) == ["committed", "asked"]
    else:
        assert room.wait(5 * SECOND - 1) == []
        assert tags(room.wait(1)) == ["asked"]
    revealed = room.do("ann", Reveal(bytes=share_of(0).hex()))
    assert tags(revealed) == (["revealed", "dealt"] if speaks == "never" else ["revealed"])
    if speaks == "commits":
        assert room.wait(5 * SECOND - 1) == []
        assert tags(room.wait(1)) == ["dealt"]
    room.play(Random(1))
    share = room.table.record().extra["fair"]["shares"][1]
    assert share == {"none": "silent", **({"commitment": digest} if speaks == "commits" else {})}
    assert verify(room.table.record()).shared == (0,)


def test_bytes_sent_twice_count_once() -> None:
    room = Room()
    digest = hashlib.sha256(share_of(0)).hexdigest()
    room.do("ann", Commit(commitment=digest))
    assert room.table.match is not None
    assert room.table.match.asked
    assert refused(room, "ann", Commit(commitment=digest)) == "too-late-for-bytes"
    assert tags(room.do("ann", Reveal(bytes=share_of(0).hex()))) == ["revealed", "dealt"]


def test_two_deleted_people_still_have_two_shares() -> None:
    """The journal no longer tells them apart; the deals of the running match are the same all the same."""
    room = Room("me", "open", "bot:greedy", "bot:greedy", **SINGLE)
    room.begin()
    room.play(Random(1), most=30)
    room.written = [(at, body.replace(b'"ann"', b'""').replace(b'"bob"', b'""')) for at, body in room.written]
    again = room.rebuilt()
    assert again.state == room.table.state
    assert again.match is not None
    assert again.match.shares(silent=True) == room.table.match.shares(silent=True)  # type: ignore[union-attr]


@pytest.mark.parametrize("game", ["seven-prophecies", "seven-prophecies-2017", "prophecy"])
def test_records_of_whole_matches_verify_replay_and_say_who_acted_when(game: str) -> None:
    room = Room("me", "open", "me", "bot:greedy", game=game)
    room.begin()
    room.part("bob")
    room.wait(1234)
    assert room.table.match is not None
    took = room.now - room.table.match.began
    for seat in (0, 2):
        if seat in room.table.actors():
            room.act(seat)
    room.wait(MINUTE)
    assert room.table.seats[1].stood_in
    room.play(Random(6))
    record = room.table.record()
    assert foretold.replay(record.to_dict()).over
    assert foretold.Record.from_line(record.to_line()) == record
    verify(record)
    actions = [event for event in record.events if "action" in event]
    assert actions[0]["at"] == took
    assert all(event["at"] >= 0 for event in actions)
    assert {event.get("by") for event in actions if event["seat"] == 1} == {"bot"}, "a bot stood in for Bob"
    assert {event.get("by") for event in actions if event["seat"] != 1} == {None}, (
        "a bot in its own seat is no stand-in"
    )
    assert [seat["kind"] for seat in record.extra["seats"]] == ["person", "person", "person", "bot"]
    assert record.names == ("Ann", "Bob", "Ann 2", "Mika")


# Talk -------------------------------------------------------------------------------------------------------------


def test_chat_is_plain_text_with_a_name_and_a_limit() -> None:
    room = Room(*OPEN, chat="free")
    room.do("ann", Say(text=" hi\n<b>there</b>\u202e ", phrase="hello"))
    room.do("ann", Say(text="x" * 400))
    assert [(line.name, line.phrase, line.text) for line in room.table.talk] == [
        ("Ann", "hello", "hi <b>there</b>"),
        ("Ann", "", "x" * 200),
    ]
    for _ in range(100):
        room.do("ann", Say(phrase="thanks"))
    assert len(room.table.talk) == 50
