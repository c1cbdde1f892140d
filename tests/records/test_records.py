"""Records: their form, the round trip, and that replaying is playing."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import foretold
from foretold import Record
from foretold.games import Game
from tests.conftest import GAMES, random_states, some_games

DEAL_KEYS = {
    "seven-prophecies": {"starter", "hands", "future", "future_hidden", "hidden"},
    "seven-prophecies-2017": {"starter", "hands", "future", "open", "hidden"},
    "prophecy": {"dealer", "trump", "hands", "hidden"},
}


@cache
def _whole_match(game: Game) -> str:
    return random_states(game, 5, rounds=99)[-1].record().to_line()


def whole_match(game: Game) -> dict[str, Any]:
    """The record of a match of random play, as JSON, to be changed at will."""
    record: dict[str, Any] = json.loads(_whole_match(game))
    return record


def kind_of(event: dict[str, Any]) -> str:
    return next(kind for kind in ("deal", "action", "round", "match") if kind in event)


# The form -------------------------------------------------------------------------------------------------------


@some_games
def test_a_record_has_the_documented_form(game: Game) -> None:
    record = whole_match(game)
    assert {key: record[key] for key in ("format", "game", "players")} == {
        "format": "foretold-record/1",
        "game": game.name,
        "players": game.players,
    }
    assert record["options"] == game.given
    assert "names" not in record
    kinds = [kind_of(event) for event in record["events"]]
    assert kinds[0] == "deal"
    assert kinds[-2:] == ["round", "match"]
    assert kinds.count("match") == 1
    assert kinds.count("deal") == kinds.count("round")
    for event in record["events"]:
        kind = kind_of(event)
        assert set(event) == ({"seat", "action"} if kind == "action" else {kind})
        if kind == "deal":
            assert set(event["deal"]) == DEAL_KEYS[game.name]
            order = {str(card): place for place, card in enumerate(game.deck)}
            for hand in event["deal"]["hands"]:
                assert hand == sorted(hand, key=order.__getitem__)
        elif kind == "round":
            assert set(event["round"]) == {"points", "scores"}
    assert set(record["events"][-1]["match"]) == {"scores", "winners"}


@some_games
def test_every_whole_match_replays(game: Game) -> None:
    last = random_states(game, 4, rounds=99)[-1]
    record = last.record(names=[f"n{seat}" for seat in game.seats])
    assert foretold.replay(record) == last
    again = foretold.replay(json.loads(record.to_line()))
    assert again == last
    assert (again.scores, again.winners, again.over) == (last.scores, last.winners, True)


def test_the_last_round_of_the_short_game_has_null_as_trump() -> None:
    record = whole_match(foretold.load("prophecy", players=2, variant="short"))
    trumps = [event["deal"]["trump"] for event in record["events"] if "deal" in event]
    assert trumps == ["S", "P", "V", "E", None]


@pytest.mark.parametrize("players", [3, 4])
def test_open_is_written_even_when_empty(players: int) -> None:
    game = foretold.load("seven-prophecies-2017", players=players)
    assert len(whole_match(game)["events"][0]["deal"]["open"]) == (2 if players == 3 else 0)


def test_names_must_fit_the_seats() -> None:
    state = foretold.load("seven-prophecies", players=3).start(seed=1)
    assert state.record(names=("a", "b", "c")).to_dict()["names"] == ["a", "b", "c"]
    wrong: list[Any] = [("a", "b"), ("a", "b", 3)]
    for names in wrong:
        with pytest.raises(foretold.BadOption):
            state.record(names=names)


# Replay is play -------------------------------------------------------------------------------------------------


@some_games
def test_a_record_can_be_cut_at_every_event(game: Game) -> None:
    states = random_states(game, 11, rounds=2)
    record = states[-1].record()
    played = {len(state.record().events): state for state in states}
    for length in range(len(record.events) + 1):
        state = foretold.replay(replace(record, events=record.events[:length]))
        events = state.record().events
        assert events[:length] == record.events[:length]
        assert all(kind_of(dict(event)) in ("round", "match") for event in events[length:])
        if length in played:
            original = played[length]
            assert state == original
            assert hash(state) == hash(original)
            assert (state.actors, state.scores, state.winners) == (original.actors, original.scores, original.winners)
            for seat in (None, *game.seats):
                assert state.view(seat) == original.view(seat)


@some_games
def test_a_cut_record_continues_with_its_seed(game: Game) -> None:
    states = random_states(game, 12, rounds=3)
    record = states[-1].record()
    rng = Random(1)
    deals = [number for number, event in enumerate(record.events) if "deal" in event]
    for length in {*deals, *(at + 1 for at in deals), *rng.sample(range(len(record.events)), 8)}:
        state = foretold.replay(replace(record, events=record.events[:length]), seed=12)
        assert not state.awaits_deal
        for event in record.events[length:]:
            if "action" in event:
                state = state.apply(event["seat"], event["action"])
        assert state == states[-1]


def test_another_seed_changes_the_deals_after_the_cut() -> None:
    game = foretold.load("seven-prophecies", players=4)
    record = random_states(game, 12, rounds=2)[-1].record()
    second = [number for number, event in enumerate(record.events) if "deal" in event][1]
    cut = replace(record, events=record.events[:second])
    one, two = foretold.replay(cut, seed=12), foretold.replay(cut, seed=13)
    assert one != two
    assert one.record().events[:second] == two.record().events[:second]
    assert one.record().events[second]["deal"]["starter"] == two.record().events[second]["deal"]["starter"]


def test_a_cut_before_a_deal_awaits_it() -> None:
    record = whole_match(foretold.load("seven-prophecies", players=3))
    second = [number for number, event in enumerate(record["events"]) if "deal" in event][1]
    state = foretold.replay({**record, "events": record["events"][:second]})
    assert state.awaits_deal
    assert state.actors == ()
    dealt = state.deal(record["events"][second]["deal"])
    assert dealt == foretold.replay({**record, "events": record["events"][: second + 1]})
    assert state.awaits_deal  # states are values


def test_hands_may_be_in_any_order() -> None:
    for game in GAMES:
        record = whole_match(game)
        mixed = copy.deepcopy(record)
        for event in mixed["events"]:
            if "deal" in event:
                for hand in event["deal"]["hands"]:
                    Random(3).shuffle(hand)
        assert mixed != record
        assert foretold.replay(mixed) == foretold.replay(record)
        assert foretold.replay(mixed).record().to_dict() == record


# The round trip -------------------------------------------------------------------------------------------------


def with_extras(record: dict[str, Any]) -> dict[str, Any]:
    """The record with all that may stand beside the known keys."""
    record = copy.deepcopy(record)
    players = record["players"]
    record |= {
        "rules": 1,
        "id": "match-7",
        "seats": [{"kind": "bot", "bot": "seer", "version": "2", "seconds": 0.2}] * players,
        "fair": {"commit": "00ff", "nonces": [1, 2.5, None, True]},
        "note": {"": [], "ü": "\u2028"},
    }
    for number, event in enumerate(record["events"]):
        event["comment"] = f"event {number}"
        if "deal" in event:
            event["deal"]["shuffled_by"] = ["machine", {"n": -1}]
        if "action" in event:
            event |= {"by": "clock", "at": 1000 * number}
    return record


@some_games
def test_from_dict_and_to_dict_round_trip(game: Game) -> None:
    plain = whole_match(game)
    bare = {key: value for key, value in plain.items() if key != "options"}
    for record in (plain, bare, with_extras(plain), {**plain, "events": []}):
        assert Record.from_dict(record).to_dict() == record
        assert Record.from_line(Record.from_dict(record).to_line()).to_dict() == record
    foretold.replay(with_extras(plain))
    if not game.given:
        assert foretold.replay(bare) == foretold.replay(plain)


def test_absent_keys_stay_absent() -> None:
    record = {"format": "foretold-record/1", "game": "prophecy", "players": 4, "events": []}
    read = Record.from_dict(record)
    assert (read.options, read.names, dict(read.extra)) == (None, None, {})
    assert read.to_dict() == record
    assert foretold.replay(record).awaits_deal


AWKWARD_NAMES = ["折口ひなた", 'a "quote" \\ \n\t\0', "🃏👩‍👩‍👧 \u2028\u2029\x85", ""]


def test_awkward_names_survive_and_stay_on_one_line() -> None:
    record = whole_match(foretold.load("seven-prophecies", players=4)) | {"names": AWKWARD_NAMES}
    line = Record.from_dict(record).to_line()
    assert "\n" not in line
    for form in (line, line.encode()):
        assert Record.from_line(form).to_dict() == record
        assert Record.from_line(form).names == tuple(AWKWARD_NAMES)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=3, max_size=3))
def test_any_name_survives(names: list[str]) -> None:
    record = foretold.load("prophecy", players=3).start().record(names=names)
    line = record.to_line()
    assert b"\n" not in line.encode()
    assert Record.from_line(line.encode()) == record
    assert record.to_dict()["names"] == names


def test_key_order_and_white_space_are_free() -> None:
    record = whole_match(foretold.load("seven-prophecies-2017", players=3))

    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(value)}
        return [turned(inner) for inner in value] if isinstance(value, list) else value

    for text in (json.dumps(turned(record)), json.dumps(record, indent=2), "\t " + json.dumps(record) + " \r"):
        assert foretold.replay(Record.from_line(text)) == foretold.replay(record)


def test_the_input_is_neither_changed_nor_kept() -> None:
    for game in GAMES:
        source = with_extras(whole_match(game)) | {"names": ["x"] * game.players}
        before = copy.deepcopy(source)
        record = Record.from_dict(source)
        foretold.replay(source)
        foretold.replay(record)
        assert source == before
        written = record.to_dict()
        _spoil(source)
        assert record.to_dict() == before
        _spoil(written)
        assert record.to_dict() == before


def _spoil(value: Any) -> None:
    """Changes everything inside a JSON value that can be changed."""
    for inner in list(value.values()) if isinstance(value, dict) else list(value):
        if isinstance(inner, dict | list):
            _spoil(inner)
    value.clear()


def test_a_dealt_object_is_neither_changed_nor_kept() -> None:
    game = foretold.load("seven-prophecies-2017", players=3)
    deal = game.start(seed=3).record().to_dict()["events"][0]["deal"]
    before = copy.deepcopy(deal)
    state = game.start().deal(deal)
    assert deal == before
    _spoil(deal)
    assert state.record().to_dict()["events"] == [{"deal": before}]
