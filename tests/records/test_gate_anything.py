"""The reader of records as a gate: whatever is changed, there is an error or the record says the same."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import foretold
from foretold import BadRecord, Record
from foretold.games import Game
from tests.conftest import GAMES
from tests.records.gate import (
    Json,
    refusal,
    spoken,
)
from tests.records.test_records import DEAL_KEYS, kind_of, whole_match

# Anything at all ------------------------------------------------------------------------------------------------

JUNK: list[Any] = [None, True, False, 0, 1, -1, 2, 1.0, 0.5, 10**30, "", "0", "B1", "S1", "surrender", "２", [], {}]
JUNK += [[0], {"seat": 0}, {"deal": {}}, ["S1"], "Monkey:V", "7-0-0-0", "deal", 10**4000]


def nodes(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value, as its holder and its key there."""
    nodes_inside: list[tuple[Any, Any]] = []
    inner = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    for key, inner_value in inner:
        nodes_inside.append((value, key))
        if isinstance(inner_value, dict | list):
            nodes_inside += nodes(inner_value)
    return nodes_inside


def mutate(record: Json, rng: Random) -> None:
    """Replaces, deletes, inserts or exchanges something anywhere in the record."""
    places = nodes(record)
    holder, key = rng.choice(places)
    other_holder, other_key = rng.choice([place for place in places if type(place[0]) is type(holder)])
    other = json.loads(json.dumps(other_holder[other_key]))
    change = rng.choice(["replace", "copy", "delete", "insert", "exchange", "step"])
    if change == "replace":
        holder[key] = rng.choice(JUNK)
    elif change == "copy":
        holder[key] = other
    elif change == "delete":
        del holder[key]
    elif change == "insert" and isinstance(holder, list):
        holder.insert(key, rng.choice([other, rng.choice(JUNK)]))
    elif change == "insert":
        holder[rng.choice(["seat", "deal", "round", "extra", "names", "rules", "by", "at", str(other_key)])] = other
    elif change == "exchange":
        mine = json.loads(json.dumps(holder[key]))
        holder[key] = other
        other_holder[other_key] = mine
    elif type(holder[key]) is int:
        holder[key] += rng.choice([1, -1])


def essence(record: Json, game: Game) -> Json:
    """What a record says: without extra keys and names, the options that matter, hands in deck order."""
    order = {str(card): place for place, card in enumerate(game.deck)}
    events: list[Json] = []
    for event in record["events"]:
        kind = kind_of(event)
        content = event[kind]
        if kind == "action":
            events.append({"seat": event["seat"], "action": content})
        elif kind == "deal":
            known = {key: content[key] for key in sorted(DEAL_KEYS[game.name])}
            events.append(
                {"deal": {**known, "hands": [sorted(hand, key=order.__getitem__) for hand in known["hands"]]}}
            )
        else:
            keys = ("points", "scores") if kind == "round" else ("scores", "winners")
            events.append({kind: {key: content[key] for key in keys}})
    head = {key: record[key] for key in ("format", "game", "players")}
    return {**head, "options": record.get("options", {}), "events": events}


def assert_gate_holds(record: Json) -> bool:
    """The record is refused, or it says exactly what the rules give; whether it was accepted."""
    try:
        state = foretold.replay(record)
    except BadRecord as error:
        return not spoken(error)
    said = essence(record, state.game)
    derived = essence(state.record().to_dict(), state.game)
    due = derived["events"][len(said["events"]) :]
    derived["events"] = derived["events"][: len(said["events"])]
    assert json.dumps(derived, sort_keys=True) == json.dumps(said, sort_keys=True)  # as text: 1 is not True
    assert all("round" in event or "match" in event for event in due)
    assert Record.from_dict(record).to_dict() == record
    return True


@given(game=st.sampled_from(GAMES), rng=st.randoms(use_true_random=False), changes=st.integers(1, 3))
def test_a_changed_record_is_refused_or_means_the_same(game: Game, rng: Random, changes: int) -> None:
    record = whole_match(game)
    for _ in range(changes):
        mutate(record, rng)
    assert_gate_holds(record)


def test_randomly_changed_records_are_refused_or_replayed(request: pytest.FixtureRequest) -> None:
    rng = Random(1)
    refused = accepted = 0
    for number in range(100_000 if request.config.getoption("--long") else 360):
        record = whole_match(GAMES[number % len(GAMES)])
        mutate(record, rng)
        if assert_gate_holds(record):
            accepted += 1
        else:
            refused += 1
    assert refused > accepted > 0


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_any_json_is_refused_in_any_place(value: Any) -> None:
    record = whole_match(foretold.load("prophecy", players=3))
    for source in (value, {**record, "events": [value]}, {**record, "events": value}, {**record, "extra": value}):
        if isinstance(source, dict) and "format" in source:
            assert_gate_holds(source)
        else:
            refusal(source)


@given(st.binary(max_size=60), st.integers(0, 400))
def test_any_bytes_in_a_line_are_refused_or_read(junk: bytes, place: int) -> None:
    line = Record.from_dict(whole_match(foretold.load("seven-prophecies", players=3))).to_line().encode()
    for text in (junk, line[:place] + junk + line[place:], line[:place] + junk, line[:place] + line[place + 1 :]):
        try:
            record = Record.from_line(text)
        except BadRecord as error:
            spoken(error)
        else:
            assert_gate_holds(record.to_dict())
