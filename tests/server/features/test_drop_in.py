"""Visitors take over bots' seats between rounds: when, who is told, what they may know, and for whom it counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import foretold
from foretold.bots.greedy import GreedyBot
from foretold.games import State
from foretold.server.base.rate_limits import Bucket
from foretold.server.features.matches import results
from foretold.server.features.matches.finish import finished
from foretold.server.features.ratings.service import rated
from foretold.server.live.connection import Connection
from foretold.server.live.live_table import LiveTable
from foretold.server.protocol import messages
from foretold.server.protocol.messages import TakeOver
from foretold.server.store import KeepMatch, RateMatch
from foretold.server.table import journal, lobby
from foretold.server.table.credit import late_in
from foretold.server.table.match import TableMatch
from tests.conftest import random_states
from tests.rules.other_worlds import _change_secret_prophecies, _rounds, _swap_unseen
from tests.server.at_tables import Room, dump, refused

BOT = 1  # the bot's seat that is taken over
SEATS = ("me", "bot:random", "bot:random")


def room_with_bots(*seats: str, **settings: Any) -> Room:
    """Ann plays with bots whose seats visitors may take over."""
    room = Room(*(seats or SEATS), players=len(seats or SEATS), drop_in=True, **settings)
    room.begin()
    return room


def play_until(room: Room, reached: Callable[[], bool], seed: int = 1) -> None:
    rng = Random(seed)
    while not reached():
        room.play(rng, 1)


def play_round(room: Room) -> None:
    """Random play until the next round begins or the match is over."""
    state = room.table.state
    assert state is not None
    number = state.round

    def ended() -> bool:
        now = room.table.state
        return now is None or now.over or now.round > number

    play_until(room, ended)


def same_again(room: Room) -> None:
    assert dump(room.rebuilt()) == dump(room.table)


# When, and who is told --------------------------------------------------------------------------------------------


def test_a_bots_seat_becomes_the_visitors_when_the_round_ends_and_not_before() -> None:
    room = room_with_bots()
    room.play(Random(1), 5)
    bot = room.table.seats[BOT].name
    assert room.do("mio", TakeOver(seat=BOT, name="Mio")) == [journal.Applied(BOT, "mio", "Mio")]
    assert room.table.talk[-1][1:3] == (BOT, "Mio")
    assert (room.table.talk[-1].notice, room.table.talk[-1].text) == ("applied", bot)
    state = room.table.state
    assert state is not None
    while state.round == 1:
        assert room.table.seats[BOT].kind == "bot"
        assert room.table.seats_of("mio") == ()
        room.play(Random(1), 1)
        state = room.table.state
        assert state is not None
    seat = room.table.seats[BOT]
    assert (seat.kind, seat.person, seat.name, seat.bot, seat.entered) == ("person", "mio", "Mio", "", 2)
    assert state.chosen == (), "nobody has acted in the new round"
    assert (room.table.talk[-1].notice, room.table.talk[-1].name, room.table.talk[-1].text) == ("took-over", "Mio", bot)
    same_again(room)
    room.join("mio")
    room.act(BOT)
    same_again(room)


def test_a_visitor_who_asks_between_rounds_gets_the_seat_at_once() -> None:
    room = room_with_bots()
    play_round(room)
    done = room.do("mio", TakeOver(seat=BOT, name="Mio"))
    assert [type(entry) for entry in done] == [journal.Applied, journal.TookOver]


def test_a_visitor_may_change_their_mind_and_ask_for_another_seat() -> None:
    room = room_with_bots()
    room.play(Random(1), 5)
    room.do("mio", TakeOver(seat=BOT, name="Mio"))
    assert room.do("mio", TakeOver(seat=BOT, name="Mio")) == [], "a resend"
    room.do("mio", TakeOver(seat=2, name="Mio"))
    assert room.table.newcomers == {2: ("mio", "Mio")}
    assert room.table.takeable() == (BOT,)
    assert room.do("mio", TakeOver(wish=False)) == [journal.Withdrew("mio")]
    assert room.do("mio", TakeOver(wish=False)) == []
    assert room.table.talk[-1].notice == "withdrew"
    play_round(room)
    assert room.table.seats[2].kind == "bot"
    same_again(room)


def test_names_at_the_table_stay_distinct() -> None:
    room = room_with_bots()
    room.play(Random(1), 5)
    room.do("mio", TakeOver(seat=BOT, name="Ann"))
    room.do("nia", TakeOver(seat=2, name="Ann"))
    play_round(room)
    assert len({seat.name for seat in room.table.seats}) == 3


def test_the_host_decides_at_any_time_whether_others_may_join() -> None:
    room = Room(*SEATS, players=3)
    room.begin()
    room.play(Random(1), 5)
    assert refused(room, "mio", TakeOver(seat=BOT, name="Mio")) == "no-drop-in"
    assert refused(room, "mio", messages.Change(drop_in=True)) == "not-host"
    assert room.do("ann", messages.Change(drop_in=True)) == [journal.DropIn(True)]
    assert room.do("ann", messages.Change(drop_in=True)) == []
    room.do("mio", TakeOver(seat=BOT, name="Mio"))
    room.do("ann", messages.Change(drop_in=False))
    assert room.table.newcomers == {}
    assert lobby.summary(room.table)["takeable"] == 0
    play_round(room)
    assert room.table.seats[BOT].kind == "bot"
    same_again(room)


def test_before_a_match_the_host_may_change_the_game_and_who_may_join_together() -> None:
    room = Room("me", "open", "open", "open")
    done = room.do("ann", messages.Change(players=3, drop_in=True))
    assert [type(entry) for entry in done] == [journal.Changed, journal.DropIn]
    assert (room.table.settings.players, room.table.settings.drop_in) == (3, True)


def test_a_table_without_spectators_can_not_be_joined() -> None:
    room = room_with_bots(spectators=False)
    assert room.table.takeable() == ()
    assert refused(room, "mio", TakeOver(seat=BOT, name="Mio")) == "no-drop-in"


def test_a_waiting_visitor_gets_a_bots_seat_in_the_next_match() -> None:
    room = room_with_bots(game="seven-prophecies-2017", options={"variant": "single-round"})
    room.play(Random(1), 5)
    room.do("mio", TakeOver(seat=BOT, name="Mio"))
    room.play(Random(1))
    assert room.table.phase == "over"
    assert room.table.queue == [("mio", "Mio")]
    room.do("ann", messages.Rematch())
    assert room.table.seats_of("mio") != ()
    same_again(room)


def test_a_visitor_who_leaves_loses_the_offer_except_at_tables_by_days() -> None:
    for pace, expected in ((messages.Pace(), [journal.Withdrew("mio")]), (messages.Pace(kind="days"), [])):
        room = room_with_bots(pace=pace)
        room.play(Random(1), 5)
        room.do("mio", TakeOver(seat=BOT, name="Mio"))
        assert LiveTable(room.table).absences("mio") == expected
        room.add(journal.Restarted(1000))
        assert bool(room.table.newcomers) == (expected == [])


def test_a_visitor_who_was_deleted_does_not_get_the_seat() -> None:
    room = room_with_bots()
    room.play(Random(1), 5)
    room.add(journal.Applied(BOT, "", ""))
    assert room.table.newcomers == {}


def test_a_newcomer_who_leaves_gives_the_seat_back_to_a_bot_and_may_not_return() -> None:
    room = room_with_bots()
    play_round(room)
    room.do("mio", TakeOver(seat=BOT, name="Mio"))
    room.do("mio", messages.Leave())
    assert room.table.seats[BOT].kind == "bot"
    assert refused(room, "mio", TakeOver(seat=BOT, name="Mio")) == "had-seat"
    assert [type(entry) for entry in room.do("nia", TakeOver(seat=BOT, name="Nia"))][-1] is journal.TookOver
    same_again(room)


def test_aids_and_take_backs_end_when_somebody_drops_in() -> None:
    room = room_with_bots()
    play_round(room)
    assert room.table.aided()
    room.do("mio", TakeOver(seat=BOT, name="Mio"))
    assert not room.table.aided()
    assert refused(room, "ann", messages.TakeBack()) == "take-back-alone"


# What a newcomer may know -----------------------------------------------------------------------------------------


class Page:
    """A connection and everything that it was sent."""

    def __init__(self, live: LiveTable, person: str) -> None:
        self.texts: list[bytes] = []
        self.connection = Connection(person, "en", Bucket(1, 1), self)
        self.connection.seats = live.audiences(person)
        self.texts += live.greeting(self.connection, None, 0)
        live.come(self.connection)

    open = True

    def tell(self, *texts: bytes) -> None:
        self.texts += texts


def streams(world: State, taken_at: int) -> dict[str, list[bytes]]:
    """Everything that Ann, a watcher and a newcomer are sent while this match is played.

    The newcomer watches, asks for the seat in round `taken_at`, and plays it from the next one on.
    """
    record = world.record().to_dict()
    deals = [event["deal"] for event in record["events"] if "deal" in event]
    actions = [event for event in record["events"] if "action" in event]

    def deal(state: State, match: TableMatch) -> State:
        dealt: State = state.deal(deals[len(state.finished)])
        return dealt

    game = world.game
    room = Room(
        *("me", *["bot:random"] * (game.players - 1)),
        game=game.name,
        players=game.players,
        options=dict(game.given),
        drop_in=True,
        aids=False,
    )
    room.table._dealer = deal
    room.begin()
    live = LiveTable(room.table)
    pages = {person: Page(live, person) for person in ("ann", "eve", "mio")}
    for event in actions:
        state = room.table.state
        assert state is not None
        if state.round == taken_at and state.phase == "tricks" and BOT in room.table.takeable():
            room.do("mio", TakeOver(seat=BOT, name="Mio"))
            tell(live)
        seat = event["seat"]
        room.add(journal.Acted(seat, event["action"]))
        room.add(*live.arrivals([journal.TookOver(BOT, "mio", "Mio")]) if room.table.seats[BOT].away else ())
        tell(live)
    return {person: page.texts for person, page in pages.items()}


def tell(live: LiveTable) -> None:
    for delivery in live.updates():
        delivery()


def other_past(state: State, taken_at: int, seat: int, rng: Random) -> State | None:
    """The same match with other cards where the newcomer may see none.

    Up to the round `taken_at` that is what a spectator can't see, and what the seat can't see from then on.
    """
    source = state.record().to_dict()
    rounds = _rounds(source["events"])
    for number in range(len(rounds)):
        running = number == len(rounds) - 1 and not state.over
        for _ in range(12):
            trial = deepcopy(rounds)
            viewer = None if number < taken_at else seat
            _swap_unseen(state, trial[number], viewer, running, rng)
            if running:
                _change_secret_prophecies(state, trial[number], viewer, rng)
            try:
                foretold.replay({**source, "events": [event for events in trial for event in events]})
            except foretold.BadRecord:
                continue
            rounds = trial
    other = foretold.replay({**source, "events": [event for events in rounds for event in events]})
    before = [events[0]["deal"]["hands"][seat] for events in _rounds(source["events"])]
    after = [events[0]["deal"]["hands"][seat] for events in _rounds(other.record().to_dict()["events"])]
    return other if before[:taken_at] != after[:taken_at] else None


def greedy_states(name: str, players: int) -> list[State]:
    """A match by greedy bots, state by state: its rounds end before all cards are played, so some stay hidden."""
    rng, states = Random(4), [foretold.load(name, players=players).start(seed=4)]
    while not states[-1].over and len(states[-1].finished) < 3:
        seat = states[-1].actors[0]
        states.append(states[-1].apply(seat, GreedyBot().choose(states[-1].view(seat), rng)))
    assert len(states[-1].finished[0].tricks) < 9
    return states


@pytest.mark.parametrize(("name", "players"), [("seven-prophecies", 3), ("seven-prophecies-2017", 3)])
def test_a_newcomer_is_sent_the_same_bytes_whatever_the_seat_held_before(name: str, players: int) -> None:
    """Bytes, lengths and order, in worlds that differ in what the bot knew and in what is hidden now."""
    states = greedy_states(name, players)
    compared = 0
    for state in [states[-1], next(state for state in states if state.round == 2 and state.phase == "tricks")]:
        base = streams(state, 1)
        assert any(b'"took-over"' in text for text in base["mio"])
        rng = Random(5)
        for _ in range(6):
            world = other_past(state, 1, BOT, rng)
            if world is None:
                continue
            other = streams(world, 1)
            assert other["mio"] == base["mio"]
            assert other["ann"] != base["ann"] or other["eve"] == base["eve"]
            compared += 1
    assert compared >= 4


def test_a_view_that_showed_the_bots_rounds_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = greedy_states("seven-prophecies", 3)[-1]
    world = next(world for world in (other_past(state, 1, BOT, Random(seed)) for seed in range(9)) if world)
    monkeypatch.setattr("foretold.server.updates.stream.UpdateStream._since", lambda _: 1)
    assert streams(world, 1)["mio"] != streams(state, 1)["mio"]


@pytest.mark.parametrize("name", ["seven-prophecies", "seven-prophecies-2017", "prophecy"])
def test_a_newcomers_view_has_the_earlier_rounds_as_a_spectator_saw_them(name: str) -> None:
    game = foretold.load(name, players=3)
    for state in random_states(game, 3, rounds=3)[-20:]:
        view, spectator, own = state.view(BOT, 2).to_dict(), state.view(None).to_dict(), state.view(BOT).to_dict()
        first_end = next(at for at, event in enumerate(spectator["history"]) if "round" in event) + 1
        assert view["history"][:first_end] == spectator["history"][:first_end]
        own_end = next(at for at, event in enumerate(own["history"]) if "round" in event) + 1
        assert view["history"][first_end:] == own["history"][own_end:]
        assert view["hand"] == own["hand"]
        assert "hand" not in view["history"][0]["deal"]


def test_previews_and_hints_are_made_from_the_newcomers_view() -> None:
    room = room_with_bots(aids=True)
    play_round(room)
    room.do("mio", TakeOver(seat=BOT, name="Mio"))
    view = room.table.view(BOT)
    assert "hand" not in view.to_dict()["history"][0]["deal"]
    assert view.hand
    assert room.table.view(0).to_dict()["history"][0]["deal"]["hand"]


# For whom it counts -----------------------------------------------------------------------------------------------


def ended_match(*seats: str, **settings: Any) -> Room:
    """A match that is over, in which Mio took over the last seat from the second round on."""
    room = room_with_bots(*seats, **settings)
    play_round(room)
    room.do("mio", TakeOver(seat=len(room.table.seats) - 1, name="Mio"))
    room.play(Random(2))
    assert room.table.phase == "over"
    same_again(room)
    return room


def test_the_match_counts_for_those_who_began_it_not_for_later_players() -> None:
    room = ended_match()
    bot = room.table.match.chairs[2][2]  # type: ignore[union-attr]
    record = room.table.record()
    assert record.extra["joined"] == [{"seat": 2, "round": 2, "bot": bot}]
    assert record.names is not None
    assert record.names[2] == "Mio"
    assert foretold.replay(record).over, "the record is still a valid one"
    [kept] = [operation for operation in finished(room.table, {}) if isinstance(operation, KeepMatch)]
    assert late_in(kept.record) == (2,)
    result = results.read(kept.result)
    assert (result.counted, result.late) == ((0, 1), (2,))
    assert (2, "mio") in kept.people, "the newcomer finds it in their list, and is forgotten with their name"
    live = LiveTable(room.table)
    facts = live.current().fields
    assert facts["lent"] == [2]
    assert facts["joined"] == {"2": 2}
    assert facts["borrowed"][2] == [1]
    assert "Mio" not in [line["name"] for line in facts["tally"]]


def test_taking_a_seat_before_the_first_decision_counts_as_playing_from_the_start() -> None:
    room = room_with_bots()
    room.do("mio", TakeOver(seat=2, name="Mio"))
    room.play(Random(2))
    [kept] = [operation for operation in finished(room.table, {}) if isinstance(operation, KeepMatch)]
    assert late_in(kept.record) == ()
    assert results.read(kept.result).counted == (0, 1, 2)


def test_the_others_are_rated_as_if_the_newcomers_seat_did_not_exist() -> None:
    room = ended_match("me", "open", "bot:novice", aids=False)
    people = ((0, "ann"), (1, "bob"), (2, "mio"))
    [rating] = rated(room.table, people, 1)
    assert isinstance(rating, RateMatch)
    assert [seat.seat for seat in rating.seats] == [0, 1], "neither the bot nor the newcomer is compared"


def test_a_newcomer_with_a_stand_in_does_not_keep_others_from_being_rated() -> None:
    room = room_with_bots("me", "open", "bot:novice", aids=False)
    play_round(room)
    room.do("mio", TakeOver(seat=2, name="Mio"))
    room.join("mio")
    room.part("mio")
    room.act(0)
    room.act(1)
    room.wait(120_000)
    assert room.table.seats[2].stood_in
    play_until(room, lambda: room.table.phase == "over")
    match = room.table.match
    assert match is not None
    assert any(act.by == "bot" and act.seat == 2 for act in match.acts)
    assert len(rated(room.table, ((0, "ann"), (1, "bob"), (2, "mio")), 1)) == 1


def test_a_rematch_keeps_the_newcomer_and_a_bot_that_replaced_one_makes_room() -> None:
    room = ended_match()
    room.do("ann", messages.Rematch())
    assert room.table.seats[2].person == "mio"
    assert room.table.seats[2].entered == 2
    room.join("mio")
    room.ready_all()
    room.share_all()
    assert room.table.phase == "playing"
    assert room.table.seats[2].entered == 1, "the next match is theirs from the start"
    room = ended_match()
    room.do("mio", messages.Leave())
    room.do("ann", messages.Rematch())
    assert room.table.seats[2].kind == "open"


def test_a_summary_says_how_many_seats_can_be_taken_over() -> None:
    room = room_with_bots()
    summary = lobby.summary(room.table)
    assert (summary["drop_in"], summary["takeable"]) == (True, 2)
    room.play(Random(1), 4)
    room.do("mio", TakeOver(seat=BOT, name="Mio"))
    assert lobby.summary(room.table)["takeable"] == 1
    facts = json.loads(messages.write_part(LiveTable(room.table).current().fields))
    assert [seat["next"] for seat in facts["seats"]] == ["", "Mio", ""]
