"""Every refusal of a table's rulings: it names its reason and changes nothing."""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from foretold.errors import Refusal
from foretold.server.protocol import messages
from foretold.server.protocol.messages import (
    Act,
    Close,
    Commit,
    Fill,
    Leave,
    Pause,
    Ready,
    Rematch,
    Remove,
    Resume,
    Reveal,
    Say,
    Sit,
    Swap,
)
from foretold.server.table import commands, permissions
from foretold.server.table.commands import chat, fairness, play, seating, tempo
from tests.server.at_tables import MINUTE, OPEN, Room, refused, share_of


def playing(**settings: Any) -> Room:
    room = Room("me", "open", "bot:greedy", "bot:greedy", **{"chat": "free", **settings})
    room.begin()
    return room


def paused() -> Room:
    room = playing()
    room.do("ann", Pause())
    assert room.do("ann", Pause()) == []
    return room


def alone() -> Room:
    room = Room()
    room.begin()
    return room


def asked() -> Room:
    room = Room()
    room.do("ann", Commit(commitment=hashlib.sha256(share_of(0)).hexdigest()))
    return room


def opened() -> Room:
    """Bob is gone, and his seat is open in the middle of the match."""
    room = Room("me", "open", "open", players=3)
    room.begin()
    room.part("bob")
    room.act(0)
    room.wait(MINUTE)
    room.do("ann", messages.Release(seat=1, to="open"))
    return room


def dropping_in() -> Room:
    """Ann plays with bots, and Fay takes over one of their seats when the round ends."""
    room = Room("me", "bot:random", "bot:random", drop_in=True, players=3)
    room.begin()
    room.bot_acts(1, Random(1))
    room.do("fay", messages.TakeOver(seat=2, name="Fay"))
    return room


def queued() -> Room:
    """As many people wait for a seat as may."""
    room = playing()
    for number in range(seating.QUEUE):
        room.do(f"waiting {number}", messages.Queue(name="Fay"))
    return room


def closed() -> Room:
    room = Room(*OPEN)
    room.do("ann", Close())
    return room


BYTES = share_of(0).hex()
REFUSALS: list[tuple[str, Callable[[], Room], str, messages.TableCommand]] = [
    ("table-closed", closed, "ann", Ready()),
    ("seat-taken", lambda: Room(*OPEN), "bob", Sit(seat=0)),
    ("seat-taken", lambda: Room(*OPEN), "ann", Fill(seat=0, bot="greedy")),
    ("no-such-seat", lambda: Room(*OPEN), "bob", Sit(seat=4)),
    ("no-such-seat", lambda: Room(*OPEN), "ann", Swap(seat=0, other=5)),
    ("needs-open", Room, "bob", Sit(seat=1)),
    ("needs-open", Room, "ann", Sit(seat=0)),
    ("needs-open", playing, "ann", Ready()),
    ("needs-open", playing, "ann", Fill(seat=2, bot="greedy")),
    ("needs-open", playing, "ann", Swap(seat=0, other=1)),
    ("needs-playing", lambda: Room(*OPEN), "ann", Pause()),
    ("needs-over", playing, "ann", Rematch()),
    ("not-your-seat", lambda: Room(*OPEN), "ann", Leave(seat=1)),
    ("not-your-seat", playing, "ann", Act(seat=1, decision=0, action="7-0-0-0")),
    ("not-seated", lambda: Room(*OPEN), "bob", Leave()),
    ("not-seated", lambda: Room(*OPEN), "", Ready()),
    ("not-seated", playing, "eve", Act(seat=1, decision=0, action="7-0-0-0")),
    ("not-seated", lambda: Room(*OPEN), "eve", Say(phrase="hello")),
    ("nobody-known", playing, "", Say(phrase="hello")),
    ("watchers-silent", lambda: playing(watchers="silent"), "eve", Say(phrase="hello")),
    ("not-seated", playing, "eve", messages.Back()),
    ("not-host", playing, "bob", Pause()),
    ("not-host", paused, "bob", Resume()),
    ("not-host", playing, "bob", Close()),
    ("not-host", playing, "bob", Remove(seat=0)),
    ("not-host", lambda: Room(*OPEN), "bob", Fill(seat=1, bot="greedy")),
    ("not-host", lambda: Room(*OPEN), "bob", Swap(seat=0, other=1)),
    ("not-host", lambda: Room(*OPEN), "bob", messages.Change(players=3)),
    ("needs-open", playing, "ann", messages.Change(players=3)),
    ("player-count", lambda: Room(*OPEN), "ann", messages.Change(players=6)),
    ("unknown-game", lambda: Room(*OPEN), "ann", messages.Change(game="chess")),
    ("seats-for-people", lambda: Room("me", "me", "me", "open"), "ann", messages.Change(game="prophecy", players=2)),
    ("not-seated", playing, "", messages.Queue(name="Nobody")),
    ("queue-full", queued, "gus", messages.Queue(name="Gus")),
    ("nobody-known", dropping_in, "", messages.TakeOver(seat=1)),
    ("no-drop-in", alone, "eve", messages.TakeOver(seat=1, name="Eve")),
    ("had-seat", dropping_in, "ann", messages.TakeOver(seat=1, name="Ann")),
    ("seat-taken", dropping_in, "gus", messages.TakeOver(seat=2, name="Gus")),
    ("seat-taken", dropping_in, "gus", messages.TakeOver(seat=0, name="Gus")),
    ("needs-playing", lambda: Room(*OPEN, drop_in=True), "gus", messages.TakeOver(seat=1, name="Gus")),
    ("nobody-there", playing, "ann", Remove(seat=2)),
    ("not-gone", playing, "ann", messages.Release(seat=1)),
    ("not-gone", playing, "ann", messages.Release(seat=2)),
    ("seen-cards", opened, "ann", Sit(seat=1)),
    ("seen-cards", opened, "cem", Sit(seat=1)),
    ("not-seated", playing, "eve", messages.Release(seat=1)),
    ("needs-playing", lambda: Room(*OPEN), "ann", messages.Release(seat=0)),
    ("no-such-seat", playing, "ann", messages.Release(seat=5)),
    ("not-seated", playing, "eve", messages.GoOn()),
    ("not-seated", playing, "eve", messages.TakeBack()),
    ("no-match-running", Room, "ann", messages.TakeBack()),
    ("take-back-alone", playing, "ann", messages.TakeBack()),
    ("nothing-to-take-back", alone, "ann", messages.TakeBack()),
    ("not-seated", alone, "eve", messages.Hurry()),
    ("needs-playing", Room, "ann", messages.Hurry()),
    ("hurry-alone", playing, "ann", messages.Hurry()),
    ("not-host", playing, "bob", messages.SetTempo(tempo="slow")),
    ("unknown-bot", lambda: Room(*OPEN), "ann", Fill(seat=1, bot="oracle")),
    ("too-late-for-bytes", playing, "ann", Commit(commitment="0" * 64)),
    ("too-late-for-bytes", playing, "ann", Reveal(bytes=BYTES)),
    ("too-late-for-bytes", asked, "ann", Commit(commitment="0" * 64)),
    ("bytes-not-asked", Room, "ann", Reveal(bytes=BYTES)),
    ("bytes-do-not-fit", asked, "ann", Reveal(bytes="0" * 31 + "1")),
    ("no-match-running", Room, "ann", Act(seat=0, decision=0, action="7-0-0-0")),
    ("stale", playing, "ann", Act(seat=0, decision=1, action="7-0-0-0")),
    ("paused", paused, "ann", Act(seat=0, decision=0, action="7-0-0-0")),
    ("not-seven", playing, "ann", Act(seat=0, decision=0, action="1-0-0-0")),
    ("unreadable", playing, "ann", Act(seat=0, decision=0, action="<script>")),
    ("prophecy-first", playing, "ann", Act(seat=0, decision=0, action="B1")),
    ("no-chat", lambda: playing(chat="off"), "ann", Say(phrase="hello")),
    ("phrases-only", lambda: playing(chat="phrases"), "ann", Say(text="hi")),
    ("no-such-phrase", playing, "ann", Say(phrase="boo")),
    ("no-such-reaction", playing, "ann", Say(reaction="boo")),
    ("no-such-reaction", playing, "eve", Say(reaction=messages.REACTIONS[0])),
    ("nothing-said", playing, "ann", Say(text=" \u200b ")),
]


@pytest.mark.parametrize(
    ("reason", "make", "person", "command"),
    REFUSALS,
    ids=[f"{reason}-{type(command).__name__.lower()}-{at}" for at, (reason, _, _, command) in enumerate(REFUSALS)],
)
def test_a_refusal_names_its_reason_and_changes_nothing(
    reason: str, make: Callable[[], Room], person: str, command: messages.TableCommand
) -> None:
    assert refused(make(), person, command) == reason


def test_every_reason_has_a_case_in_this_file() -> None:
    source = "".join(map(inspect.getsource, (commands, chat, fairness, play, seating, tempo, permissions)))
    reasons = set(re.findall(r'(?:NotNow|NotYours|UnknownBot)\("([\w-]+)"', source))
    reasons |= {f"needs-{phase}" for phase in re.findall(r'needs_phase\(table, "(\w+)"\)', source)}
    given = {
        "challenge-once",
        "challenge-counts",
        "challenge-alone",
        "evening-seats",
    }  # in test_given, test_evenings
    assert reasons <= {reason for reason, *_ in REFUSALS} | given
    assert {type(command) for _, _, _, command in REFUSALS} == set(commands.HANDLERS)


def test_links_and_tokens_are_refused_like_commands() -> None:
    room = Room(*OPEN)
    calls: list[Callable[[], object]] = [
        lambda: seating.move(room.table, "phone", 1),
        lambda: seating.admit(room.table, "bob", 1, "", "external:1"),
        lambda: seating.admit(room.table, "ann", 0, "", "external:1"),
        lambda: seating.admit(room.table, "ann", 9, "", "external:1"),
        lambda: seating.admit(playing().table, "ann", 1, "", "external:1"),
        lambda: seating.move(closed().table, "phone", 0),
        lambda: seating.admit(closed().table, "ann", 1, "", "external:1"),
    ]
    for call in calls:
        with pytest.raises(Refusal):
            call()


def test_a_resent_action_is_not_played_twice_and_another_is_stale() -> None:
    room = playing()
    sent = room.act(0, "7-0-0-0", id="x")
    assert room.do("ann", sent) == []
    assert room.table.seats[0].made == 1
    assert refused(room, "ann", Act(seat=0, decision=0, action="0-7-0-0", id="y")) == "stale"
    assert refused(room, "ann", Act(seat=0, decision=0, action="7-0-0-0")) == "stale"
    room.act(1, "0-0-0-7")  # another seat's choice makes nothing stale
    assert room.do("ann", sent) == []
    room.play(Random(1))
    assert room.do("ann", sent) == [], "even after the match"
