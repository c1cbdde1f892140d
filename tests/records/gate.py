"""Breaking records on purpose: what the tests of the gate share."""

from __future__ import annotations

from typing import Any

import pytest

import foretold
from foretold import BadRecord
from foretold.games import Game
from tests.records.test_records import kind_of, whole_match

Json = dict[str, Any]

NO_INTEGERS: list[Any] = [None, True, False, 1.0, 0.5, "1", "", [], [0], {}, {"0": 0}]
NO_TEXTS: list[Any] = [None, True, 0, 1.5, [], ["S1"], {}]
NO_OBJECTS: list[Any] = [None, True, 0, 1.5, "", "deal", [], [{}]]
NO_LISTS: list[Any] = [None, True, 0, 1.5, "", "[]", {}]
HUGE = 10**5000

CLAUSES = {
    "seven-prophecies": {
        "first": "SP1-2",
        "hands": "SP2-2",
        "aside": "SP2-2",
        "deck": "SP2-1",
        "prophecy": "SP2-4",
        "follow": "SP1-7",
        "round": "SP2-6",
        "points": "SP2-7",
        "match": "SP2-9",
        "winners": "SP2-10",
    },
    "seven-prophecies-2017": {
        "first": "SP1-2",
        "deck": "SP1-1",
        "prophecy": "SP1-6",
        "follow": "SP1-7",
        "round": "SP1-11",
    },
    "prophecy": {
        "first": "PR-2",
        "hands": "PR-1",
        "aside": "PR-2",
        "deck": "PR-1",
        "follow": "PR-9",
        "round": "PR-6",
        "points": "PR-15",
        "winners": "PR-17",
    },
}


def clause_of(game: Game, what: str) -> str:
    """The clause of rules.md that a record of this game breaks."""
    variant = game.options.get("variant")
    if game.name == "seven-prophecies-2017":
        if what in ("hands", "aside"):
            return "SP1-4" if game.players == 3 else "SP1-3"
        if what in ("points", "match", "winners"):
            standard = "SP1-12" if what == "points" else "SP1-15"
            return {"standard": standard, "first-to-two": "SP1-16", "single-round": "SP1-17"}[str(variant)]
    if game.name == "prophecy" and what == "match":
        return "PR-18" if variant == "short" else "PR-3"
    return CLAUSES[game.name][what]


def two_rounds(game: Game) -> Json:
    """The first two rounds of the match, or the one that it has."""
    record = whole_match(game)
    ends = [number for number, event in enumerate(record["events"]) if "round" in event]
    return {**record, "events": record["events"][: ends[:2][-1] + 1]}


def spoken(error: BadRecord) -> str:
    """The error in English, sure to be readable in both languages and to say where and why as far as known."""
    text = str(error)
    for sentence in (text, error.sentence("en"), error.sentence("ja")):
        assert 3 < len(sentence) < 400
    assert error.event is None or f"event {error.event}" in text
    assert error.clause is None or f"({error.clause})" in text
    return text


def refusal(source: Any) -> BadRecord:
    """The error that a record gives."""
    with pytest.raises(BadRecord) as caught:
        foretold.replay(source)
    assert spoken(caught.value)
    return caught.value


def assert_refused(source: Any, event: int | None, reason: str | set[str], clause: str | None) -> None:
    error = refusal(source)
    assert error.reason in ({reason} if isinstance(reason, str) else reason), str(error)
    assert (error.event, error.clause) == (event, clause), str(error)


def at(record: Json, kind: str, number: int = 0) -> int:
    """Where the event of that kind and number stands."""
    return [place for place, event in enumerate(record["events"]) if kind_of(event) == kind][number]


def first_card(record: Json) -> int:
    """Where the first card is played."""
    return next(
        number
        for number, event in enumerate(record["events"])
        if "action" in event and "-" not in event["action"] and "+" not in event["action"]
    )


def first_name(game: Game) -> str:
    return "dealer" if game.name == "prophecy" else "starter"


def deal_of(record: Json, number: int = 0) -> Json:
    deal: Json = record["events"][at(record, "deal", number)]["deal"]
    return deal
