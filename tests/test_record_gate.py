"""The reader of records as a gate: every way to break a record gives one BadRecord that says where and why."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import foretold
from foretold import BadRecord, Record, files
from foretold.games import Game
from foretold.games.replay import steps
from foretold.records import LINE_LIMIT
from tests.conftest import GAMES, every_game
from tests.test_records import DEAL_KEYS, kind_of, whole_match

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


# The head of the record -----------------------------------------------------------------------------------------


@every_game
def test_a_missing_key_of_the_record(game: Game) -> None:
    for key in ("format", "game", "players", "events"):
        record = two_rounds(game)
        del record[key]
        assert_refused(record, None, "missing-key", None)


@pytest.mark.parametrize(
    ("key", "values", "reason"),
    [
        ("format", [None, 1, "", "foretold-record/2", "foretold-record/1 ", "Foretold-record/1", {}], "unknown-format"),
        ("game", NO_TEXTS, "wrong-type"),
        ("game", ["", "prophecy ", "Prophecy", "seven_prophecies", "x" * 10**6, "\n"], "unknown-game"),
        ("players", NO_INTEGERS, "wrong-type"),
        ("players", [-1, 0, 1, 7, 10**300], "player-count"),
        ("players", [HUGE, -HUGE], "bad-number"),
        ("options", NO_OBJECTS, "wrong-type"),
        ("names", NO_LISTS, "wrong-type"),
        ("names", [[], ["a"], ["a"] * 7, ["a", "b", "c", 4], ["a", "b", "c", None]], "wrong-names"),
        ("events", NO_LISTS, "wrong-type"),
        ("rules", [*NO_INTEGERS, [1]], "wrong-type"),
        ("rules", [0, 2, -1, 10**300], "unknown-rules"),
        ("id", NO_TEXTS, "wrong-type"),
        ("fair", NO_OBJECTS, "wrong-type"),
        ("seats", [*NO_LISTS, [], [{}], [{}, {}, {}, None]], "wrong-type"),
    ],
)
def test_a_wrong_value_in_the_record(key: str, values: list[Any], reason: str) -> None:
    for value in values:
        record = whole_match(foretold.load("seven-prophecies", players=4))
        assert_refused({**record, key: value}, None, reason, None)


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("seven-prophecies", {"variant": "standard"}, "no-such-option"),
        ("seven-prophecies", {"": ""}, "no-such-option"),
        ("seven-prophecies-2017", {"wheel": "SPVESPVE"}, "no-such-option"),
        ("seven-prophecies-2017", {"Variant": "standard"}, "no-such-option"),
        ("seven-prophecies-2017", {"variant": "short"}, "option-value"),
        ("seven-prophecies-2017", {"variant": None}, "option-value"),
        ("seven-prophecies-2017", {"variant": ["standard"]}, "option-value"),
        ("seven-prophecies-2017", {"tenth_trick_scores": 1}, "option-value"),
        ("seven-prophecies-2017", {"tenth_trick_scores": "true"}, "option-value"),
        ("seven-prophecies-2017", {"negative_scores": None}, "option-value"),
        ("seven-prophecies-2017", {"negative_scores": 0.0}, "option-value"),
        ("prophecy", {"negative_scores": True}, "no-such-option"),
        ("prophecy", {"variant": "single-round"}, "option-value"),
        ("prophecy", {"variant": True}, "option-value"),
        ("prophecy", {"wheel": "SPVE"}, "option-value"),
        ("prophecy", {"wheel": "SPVESPVX"}, "option-value"),
        ("prophecy", {"wheel": "spvespve"}, "option-value"),
        ("prophecy", {"wheel": list("SPVESPVE")}, "option-value"),
        ("prophecy", {"wheel": {"S": {"P": [0] * 10**5}}}, "option-value"),
        ("prophecy", {"variant": "short", "wheel": "SSVE"}, "option-value"),
        ("prophecy", {"variant": "short", "wheel": "SPVESPVE"}, "option-value"),
    ],
)
def test_a_wrong_option(name: str, options: Json, reason: str) -> None:
    record = whole_match(foretold.load(name, players=4))
    assert_refused({**record, "options": options}, None, reason, None)


def test_the_options_decide_what_is_right() -> None:
    """The record of one variant is none of another."""
    for name, one, other in [
        ("seven-prophecies-2017", {}, {"variant": "first-to-two"}),
        ("seven-prophecies-2017", {}, {"variant": "single-round"}),
        ("prophecy", {}, {"wheel": "PSVESPVE"}),
        ("prophecy", {"variant": "short"}, {}),
    ]:
        record = whole_match(foretold.load(name, players=4, **one))
        assert refusal({**record, "options": other}).event is not None


@pytest.mark.parametrize(
    "source", [None, True, 1, 1.5, "", "{}", [], [{}], b"{}", {}, {"events": []}, object(), {1: 2}]
)
def test_what_is_no_record_at_all(source: Any) -> None:
    assert refusal(source).event is None


def test_what_json_does_not_know() -> None:
    """Python values that no JSON text gives are refused as well, by the event in which they are."""
    loop: list[Any] = []
    loop.append(loop)
    odd: list[Any] = [object(), {1}, b"", 1j, float("nan"), float("inf"), HUGE, {(1, 2): 3}, {None: 1}, loop, "\ud800"]
    odd += [{"\udfff": 1}, {"deep": loop}, {HUGE: 1}, Path("x"), range(3)]
    for value in odd:
        record = whole_match(foretold.load("prophecy", players=2))
        assert refusal({**record, "note": value}).event is None
        assert refusal({**record, "players": value}).event is None
        record["events"][3]["note"] = value
        assert refusal(record).event == 3
        record["events"][3] = value
        assert refusal(record).event == 3


# The form of an event -------------------------------------------------------------------------------------------


@every_game
def test_an_event_of_no_kind_or_of_two(game: Game) -> None:
    record = whole_match(game)
    deal, action, ended, match = (record["events"][at(record, kind)] for kind in ("deal", "action", "round", "match"))
    wrong: list[Json] = [
        {},
        {"deals": deal["deal"]},
        {"Deal": deal["deal"]},
        {"seat": 0},
        {"action": action["action"]},
        {**deal, "seat": 0},
        {**deal, "action": "B1"},
        {**deal, **action},
        {**deal, **ended},
        {**action, **match},
        {**ended, "seat": None},
        {**ended, **match},
        {**match, "seat": 0},
    ]
    for event in wrong:
        for place in (0, 1, len(record["events"]) - 1):
            broken = whole_match(game)
            broken["events"][place] = event
            assert_refused(broken, place, "no-such-event", None)


def test_an_event_that_is_no_object() -> None:
    for game in GAMES:
        for value in NO_OBJECTS:
            record = two_rounds(game)
            record["events"][4] = value
            assert_refused(record, 4, "wrong-type", None)


@every_game
def test_a_wrong_type_in_an_event(game: Game) -> None:
    broken: list[tuple[str, str, list[Any]]] = [
        ("deal", "deal", NO_OBJECTS),
        ("action", "seat", NO_INTEGERS),
        ("action", "action", NO_TEXTS),
        ("action", "by", NO_TEXTS),
        ("action", "at", NO_INTEGERS),
        ("round", "round", NO_OBJECTS),
        ("match", "match", NO_OBJECTS),
    ]
    for kind, key, values in broken:
        for value in values:
            record = whole_match(game) if kind == "match" else two_rounds(game)
            place = at(record, kind)
            record["events"][place][key] = value
            assert_refused(record, place, "wrong-type", None)


# The deal -------------------------------------------------------------------------------------------------------


def deal_of(record: Json, number: int = 0) -> Json:
    found: Json = record["events"][at(record, "deal", number)]["deal"]
    return found


@every_game
def test_a_missing_key_of_a_deal(game: Game) -> None:
    for key in deal_of(two_rounds(game)):
        record = two_rounds(game)
        del deal_of(record)[key]
        assert_refused(record, 0, "missing-key", None)


@every_game
def test_a_wrong_type_in_a_deal(game: Game) -> None:
    for key, value in deal_of(two_rounds(game)).items():
        is_list = isinstance(value, list)
        wrong: list[Any] = NO_LISTS if is_list else NO_INTEGERS if isinstance(value, int) else [True, 0, 1.5, [], {}]
        for each in wrong:
            record = two_rounds(game)
            deal_of(record)[key] = each
            assert_refused(record, 0, "wrong-type", None)
        for each in NO_TEXTS if is_list and value else []:
            record = two_rounds(game)
            deal_of(record)[key][0] = each
            if key != "hands":
                assert_refused(record, 0, "wrong-type", None)
            elif type(each) is not list:
                assert_refused(record, 0, "wrong-type", None)
                record = two_rounds(game)
                deal_of(record)["hands"][1][2] = each
                assert_refused(record, 0, "wrong-type", None)


@every_game
def test_the_wrong_number_of_cards(game: Game) -> None:
    for key, value in deal_of(two_rounds(game)).items():
        if not isinstance(value, list):
            continue
        changes: list[Callable[[list[Any]], object]] = [
            lambda cards: cards.append(cards[0] if cards else "S1"),
            lambda cards: cards.insert(0, "S1"),
        ]
        if value:
            changes += [lambda cards: cards.pop(), lambda cards: cards.clear()]
        reason, clause = "wrong-count", clause_of(game, "hands" if key == "hands" else "aside")
        if key == "future":
            clause = "SP1-5"
        if game.name == "seven-prophecies" and key.startswith("future"):
            reason, clause = "wrong-colours", "SP2-3"
        for change in changes:
            record = two_rounds(game)
            change(deal_of(record)[key])
            assert_refused(record, 0, reason, clause)
    for seat in game.seats:
        for grow in (True, False):
            record = two_rounds(game)
            hand = deal_of(record)["hands"][seat]
            hand.append(hand[0]) if grow else hand.pop()
            assert_refused(record, 0, "wrong-count", clause_of(game, "hands"))


def misspelled(card: str) -> list[str]:
    """Texts that a careless reader would take for the card."""
    suit, number = card[0], card[1:]
    wide = "".join(chr(ord(digit) + 0xFEE0) for digit in number)
    return [
        "",
        suit,
        number,
        f"{suit}0{number}",
        f"{suit}{number}0",
        f"{suit}-{number}",
        f"{suit} {number}",
        f"{suit}+{number}",
        f" {card}",
        f"{card} ",
        f"{card}\n",
        f"{card}\0",
        card.lower(),
        f"{suit}{wide}",
        f"{suit}{number}.0",
        f"{suit}0",
        f"{suit}15",
        f"{suit}-1",
        f"X{number}",
        "jaguar",
        "Jaguar:S",
        "Monkey:",
        "Monkey:X",
        "Monkey:v",
        "Surrender",
        "surrender ",
        "x" * 10**6,
        "\u202e\x1b[31m",
    ]


@every_game
def test_a_card_that_is_none(game: Game) -> None:
    whole = two_rounds(game)
    card = next(card for card in deal_of(whole)["hands"][1] if card[1:].isdigit())
    for text in misspelled(card):
        record = two_rounds(game)
        hand = deal_of(record)["hands"][1]
        hand[hand.index(card)] = text
        assert_refused(record, 0, "no-such-card", clause_of(game, "hands"))
        place = first_card(record)
        record = two_rounds(game)
        record["events"][place]["action"] = text
        assert_refused(record, place, "unreadable", None)


@every_game
def test_a_card_of_another_title_or_player_count(game: Game) -> None:
    deck = {str(card) for card in game.deck}
    for foreign in {str(card) for other in GAMES for card in other.deck} - deck:
        for key in ("hands", "hidden"):
            record = two_rounds(game)
            cards = deal_of(record)[key]
            if key == "hands":
                cards[0][0] = foreign
            elif cards:
                cards[0] = foreign
            else:
                continue
            assert_refused(record, 0, "no-such-card", clause_of(game, "hands" if key == "hands" else "aside"))


@every_game
def test_a_card_twice_or_missing(game: Game) -> None:
    """One card stands for another: in the same hand, in two hands, in a hand and aside."""
    groups: list[tuple[str, int | None]] = [("hands", seat) for seat in game.seats]
    aside = ("hidden", "open", "future") if game.name == "seven-prophecies-2017" else ("hidden",)
    groups += [(key, None) for key in aside if deal_of(two_rounds(game))[key]]

    def cards(record: Json, group: tuple[str, int | None]) -> list[str]:
        found = deal_of(record)[group[0]]
        chosen: list[str] = found if group[1] is None else found[group[1]]
        return chosen

    for one in groups:
        for two in groups:
            record = two_rounds(game)
            cards(record, one)[0] = cards(record, two)[-1]
            error = refusal(record)
            assert (error.event, error.reason) == (0, "card-twice"), (one, two)
            within = "hands" if one[0] == "hands" else "aside"
            clause = clause_of(game, within if one == two else "deck")
            assert error.clause == ("SP1-5" if one == two == ("future", None) else clause)


@every_game
def test_cards_exchanged_before_the_play(game: Game) -> None:
    """A deal that is whole but not the one that was played: the first card that is not in hand is the error."""
    record = two_rounds(game)
    place = next(i for i, event in enumerate(record["events"]) if "action" in event and "-" not in event["action"])
    event = record["events"][place]
    card = event["action"].split("+")[0].split(":")[0]
    hands = deal_of(record)["hands"]
    other = hands[(event["seat"] + 1) % game.players]
    mine = hands[event["seat"]]
    mine[mine.index(card)], other[0] = other[0], card
    assert_refused(record, place, "not-in-hand", "ALL-2")


@every_game
def test_the_first_seat(game: Game) -> None:
    key = first_name(game)
    for seat in (-1, game.players, 10**300):
        record = two_rounds(game)
        deal_of(record)[key] = seat
        assert_refused(record, 0, "no-such-seat", clause_of(game, "first"))
    record = two_rounds(game)
    deal_of(record)[key] = (deal_of(record)[key] + 1) % game.players
    assert_refused(record, first_card(record), "not-your-turn", "ALL-1")


@every_game
def test_a_wrong_rotation_of_the_first_seat(game: Game) -> None:
    key, record = first_name(game), two_rounds(game)
    for number in range(1, sum("deal" in event for event in record["events"])):
        right = (deal_of(record, number - 1)[key] + 1) % game.players
        for seat in {*game.seats} - {right}:
            broken = two_rounds(game)
            deal_of(broken, number)[key] = seat
            assert_refused(broken, at(broken, "deal", number), "wrong-rotation", clause_of(game, "first"))


@pytest.mark.parametrize("variant", ["standard", "short"])
def test_a_wrong_trump(variant: str) -> None:
    game = foretold.load("prophecy", players=3, variant=variant)
    rounds = 5 if variant == "short" else 8
    for number in range(rounds):
        right = deal_of(whole_match(game), number)["trump"]
        clause = "PR-18" if right is None else "PR-20"
        for wrong in {"S", "P", "V", "E", None, "s", "", "null", "NO", "Jaguar", "S" * 10**5} - {right}:
            record = whole_match(game)
            deal_of(record, number)["trump"] = wrong
            assert_refused(record, at(record, "deal", number), "wrong-trump", clause)


@pytest.mark.parametrize("players", [3, 4])
def test_wrong_colour_cards(players: int) -> None:
    game = foretold.load("seven-prophecies", players=players)
    deal = deal_of(two_rounds(game))
    for key in ("future", "future_hidden"):
        for place, right in enumerate(deal[key]):
            for wrong in {"B", "M", "P", "S", "b", "B1", "E", "", " B"} - {right}:
                record = two_rounds(game)
                deal_of(record)[key][place] = wrong
                assert_refused(record, 0, "wrong-colours", "SP2-3")
    record = two_rounds(game)
    deal_of(record)["future_hidden"].append(deal_of(record)["future"].pop())
    assert_refused(record, 0, "wrong-colours", "SP2-3")


# The order of the events ----------------------------------------------------------------------------------------


@every_game
def test_a_deal_out_of_place(game: Game) -> None:
    whole = two_rounds(game)
    deals = [number for number, event in enumerate(whole["events"]) if "deal" in event]
    for place in {1, 2, *(at + 1 for at in deals), first_card(whole) + 1}:
        record = two_rounds(game)
        record["events"].insert(place, record["events"][deals[0]])
        assert_refused(record, place, "deal-out-of-place", "ALL-3")


@every_game
def test_a_missing_deal(game: Game) -> None:
    whole = two_rounds(game)
    for place in [number for number, event in enumerate(whole["events"]) if "deal" in event]:
        record = two_rounds(game)
        del record["events"][place]
        assert_refused(record, place, "deal-missing", "ALL-3")


@every_game
def test_a_missing_result(game: Game) -> None:
    whole = whole_match(game)
    for place, event in enumerate(whole["events"][:-1]):
        if "round" in event:
            record = whole_match(game)
            del record["events"][place]
            assert_refused(record, place, "result-missing", clause_of(game, "round"))
            record["events"].insert(place, {"match": {"scores": event["round"]["scores"], "winners": [0]}})
            assert_refused(record, place, "result-missing", clause_of(game, "round"))
    last = len(whole["events"]) - 1
    for instead in (whole["events"][0], whole["events"][1], whole["events"][last - 1]):
        record = whole_match(game)
        record["events"][last] = instead
        assert_refused(record, last, "result-missing", clause_of(game, "match"))


@every_game
def test_a_result_too_early(game: Game) -> None:
    record = whole_match(game)
    ended, match = record["events"][at(record, "round")], record["events"][-1]
    places = {0, 1, 2, first_card(record), first_card(record) + 1, at(record, "round") - 1}
    if sum("deal" in event for event in record["events"]) > 1:
        places.add(at(record, "deal", 1))
    for place in places:
        for kind, event in (("round", ended), ("match", match)):
            broken = whole_match(game)
            broken["events"].insert(place, event)
            assert_refused(broken, place, "result-too-early", clause_of(game, kind))


@every_game
def test_an_event_after_the_end(game: Game) -> None:
    whole = whole_match(game)
    for kind in ("deal", "action", "round", "match"):
        record = whole_match(game)
        record["events"].append(record["events"][at(record, kind, -1)])
        assert_refused(record, len(whole["events"]), "after-the-end", "ALL-4")


# Actions --------------------------------------------------------------------------------------------------------


@every_game
def test_an_action_twice(game: Game) -> None:
    record = two_rounds(game)
    record["events"].insert(2, record["events"][1])
    assert_refused(record, 2, {"prophecy-stands", "bid-stands"}, "ALL-3")
    record = two_rounds(game)
    place = first_card(record)
    record["events"].insert(place + 1, record["events"][place])
    assert_refused(record, place + 1, "not-your-turn", "ALL-1")


@every_game
def test_an_action_left_out(game: Game) -> None:
    whole = two_rounds(game)
    for place in range(first_card(whole), at(whole, "round") - 1):
        record = two_rounds(game)
        del record["events"][place]
        error = refusal(record)
        assert error.event is not None
        assert error.event >= place
        assert error.clause is not None


@every_game
def test_two_actions_of_a_trick_exchanged(game: Game) -> None:
    record = two_rounds(game)
    place = first_card(record)
    events = record["events"]
    events[place], events[place + 1] = events[place + 1], events[place]
    assert_refused(record, place, "not-your-turn", "ALL-1")


@every_game
def test_an_action_of_another_seat(game: Game) -> None:
    whole = two_rounds(game)
    for place in (*range(first_card(whole), first_card(whole) + 2 * game.players), at(whole, "round") - 1):
        event = whole["events"][place]
        for seat in {*game.seats} - {event["seat"]}:
            record = two_rounds(game)
            record["events"][place]["seat"] = seat
            assert_refused(record, place, "not-your-turn", "ALL-1")
        for seat in (-1, game.players, 10**300):
            record = two_rounds(game)
            record["events"][place]["seat"] = seat
            assert_refused(record, place, "no-such-seat", "ALL-1")


@every_game
def test_a_card_before_the_prophecy_and_a_prophecy_after_a_card(game: Game) -> None:
    record = two_rounds(game)
    seat = record["events"][1]["seat"]
    record["events"][1]["action"] = deal_of(record)["hands"][seat][0]
    assert_refused(record, 1, {"prophecy-first", "bid-first"}, "ALL-3")
    record = two_rounds(game)
    place = first_card(record)
    record["events"][place]["action"] = record["events"][1]["action"]
    assert_refused(record, place, {"prophecy-is-over", "bid-is-over"}, "ALL-3")


@every_game
def test_an_illegal_card(game: Game) -> None:
    """Wherever a seat may not play a card that it holds, and once a card that it does not hold."""
    whole = two_rounds(game)
    before = None
    found = 0
    numbers = [number for number, event in enumerate(whole["events"]) if "deal" in event or "action" in event]
    for state, number in zip(steps(whole), [*numbers, None], strict=True):
        if number is None or found >= 12:
            break
        event = whole["events"][number]
        if state.phase == "tricks":
            seat = event["seat"]
            legal = {str(action).split(":")[0] for action in state.legal(seat)}
            held = {str(card) for card in state.view(seat).hand}
            for card in sorted(held - legal - {"Shaman"})[:2]:
                found += 1
                record = two_rounds(game)
                record["events"][number]["action"] = card
                assert_refused(record, number, {"must-follow", "must-follow-or-specialist"}, clause_of(game, "follow"))
            if before is None:
                before = {str(card) for card in game.deck} - held - {"Monkey", "Lizard", "Shaman"}
                record = two_rounds(game)
                record["events"][number]["action"] = min(before)
                assert_refused(record, number, "not-in-hand", "ALL-2")
    assert found


@pytest.mark.parametrize("game", [game for game in GAMES if game.name != "prophecy"])
def test_a_wrong_prophecy(game: Game) -> None:
    n = game.players
    cases: list[tuple[list[str], str, str | None]] = [
        (["-".join(["7"] + ["0"] * n), "7-0", "7" + "-0" * 8], "wrong-places", clause_of(game, "prophecy")),
        (
            ["-".join(["0"] * n), "-".join(["7"] * n), "-".join(["6"] + ["0"] * (n - 1)), "-".join(["99"] * n)],
            "not-seven",
            clause_of(game, "prophecy"),
        ),
        (
            [
                "7",
                "-".join(["07"] + ["0"] * (n - 1)),
                "-".join(["7"] + ["00"] * (n - 1)),
                "-".join(["8", "-1"] + ["0"] * (n - 2)),
                "-".join(["７"] + ["0"] * (n - 1)),
                "-".join(["7"] + ["0"] * (n - 1)) + "\n",
                "- ".join(["7"] + ["0"] * (n - 1)),
                "-".join(["777"] + ["0"] * (n - 1)),
                "–".join(["7"] + ["0"] * (n - 1)),
                "-",
                "S3+V4",
                "surrender",
            ],
            "unreadable",
            None,
        ),
    ]
    for texts, reason, clause in cases:
        for text in texts:
            record = two_rounds(game)
            record["events"][2]["action"] = text
            assert_refused(record, 2, reason, clause)


@pytest.mark.parametrize("game", [game for game in GAMES if game.name == "prophecy"])
def test_a_wrong_bid(game: Game) -> None:
    whole = two_rounds(game)
    event = whole["events"][1]
    bid = event["action"].split("+")
    hand = deal_of(whole)["hands"][event["seat"]]
    suited = [card for card in hand if card[1:].isdigit()]
    foreign = next(card for card in deal_of(whole)["hands"][event["seat"] - 1] if card[1:].isdigit())
    order = [str(card) for card in game.deck]
    with_foreign = sorted([*bid[1:], foreign], key=order.index)
    size = len(bid)
    cases: list[tuple[list[list[str]], str, str | None]] = [
        ([bid[::-1], [bid[0], *bid], [bid[0]] * size], "bid-order", None),
        ([suited[: size + 1], *([suited[: size - 1]] if size > 2 else [])], "bid-size", "PR-4"),
        ([with_foreign], "not-in-hand", "ALL-2"),
        (
            [["", *bid], [*bid, ""], bid[:-1] + ["X1"], bid[:-1] + ["S01"], bid[:-1] + [" S1"], order * 3],
            "unreadable",
            None,
        ),
    ]
    for bids, reason, clause in cases:
        for cards in bids:
            record = two_rounds(game)
            record["events"][1]["action"] = "+".join(cards)
            assert_refused(record, 1, reason, clause)
    for text in ("2-1-1-3", "7-0"):
        record = two_rounds(game)
        record["events"][1]["action"] = text
        assert_refused(record, 1, "no-prophecies-here", None)


def test_a_specialist_in_a_bid() -> None:
    game = foretold.load("prophecy", players=2)
    whole = whole_match(game)
    tried = 0
    for number, event in enumerate(whole["events"]):
        if "deal" in event:
            deal = event["deal"]
        if "+" in event.get("action", ""):
            for specialist in [card for card in deal["hands"][event["seat"]] if not card[1:].isdigit()][:1]:
                record = whole_match(game)
                record["events"][number]["action"] = "+".join([*event["action"].split("+")[:-1], specialist])
                assert_refused(record, number, "no-specialist-in-bid", "PR-4")
                tried += 1
    assert tried


def test_seats_with_the_highest_score_bid_first() -> None:
    game = foretold.load("prophecy", players=4)
    whole = whole_match(game)
    tried = 0
    for place in [number for number, event in enumerate(whole["events"]) if "deal" in event][1:-1]:
        scores = whole["events"][place - 1]["round"]["scores"]
        waiting = [seat for seat in game.seats if scores[seat] < max(scores)]
        if not waiting:
            continue
        bids = {event["seat"]: event for event in whole["events"][place + 1 : place + 5]}
        record = whole_match(game)
        record["events"].insert(place + 1, bids[waiting[0]])
        assert_refused(record, place + 1, "open-bids-first", "ALL-1")
        tried += 1
    assert tried


def test_naming_a_suit_wrongly() -> None:
    """PR-7, PR-8: a led Monkey or Lizard names a suit, a following one does not, the Shaman does not lead."""
    reasons = set()
    game = foretold.load("prophecy", players=2)
    whole = whole_match(game)
    numbers = [number for number, event in enumerate(whole["events"]) if "deal" in event or "action" in event]
    for state, number in zip(steps(whole), [*numbers, None], strict=True):
        if number is None or state.phase != "tricks":
            continue
        seat = whole["events"][number]["seat"]
        legal = {str(action) for action in state.legal(seat)}
        for card in {str(card) for card in state.view(seat).hand} & {"Monkey", "Lizard", "Shaman"}:
            for text in [card, *(f"{card}:{suit}" for suit in "SPVE" if card != "Shaman")]:
                if text in legal:
                    continue
                record = whole_match(game)
                record["events"][number]["action"] = text
                error = refusal(record)
                reasons.add((error.reason, error.clause))
                assert error.event == number
    assert reasons >= {
        ("name-a-suit", "PR-8"),
        ("monkey-names-trump", "PR-8"),
        ("suit-is-led", "PR-8"),
        ("shaman-leads", "PR-7"),
    }


def test_surrendering_without_need() -> None:
    record = whole_match(foretold.load("prophecy", players=4))
    place = first_card(record)
    record["events"][place]["action"] = "surrender"
    assert_refused(record, place, "no-surrender", "PR-13")


# Results --------------------------------------------------------------------------------------------------------


@every_game
def test_a_wrong_result(game: Game) -> None:
    whole = whole_match(game)
    last = len(whole["events"]) - 1
    for place in {at(whole, "round"), last - 1, last}:
        event = whole["events"][place]
        kind = kind_of(event)
        for key, right in event[kind].items():
            clause = clause_of(game, "winners" if key == "winners" else "points")
            wrong = [right[:-1], [*right, 0], [*right, right[-1]], [], [-1] * len(right), [10**300] * len(right)]
            wrong += [
                [*right[:seat], right[seat] + step, *right[seat + 1 :]]
                for seat in range(len(right))
                for step in (1, -1)
            ]
            if right[::-1] != right:
                wrong.append(right[::-1])
            for value in wrong:
                record = whole_match(game)
                record["events"][place][kind][key] = value
                assert_refused(record, place, "wrong-result", clause)


@every_game
def test_a_wrong_type_in_a_result(game: Game) -> None:
    whole = whole_match(game)
    for kind in ("round", "match"):
        place = at(whole, kind)
        for key, right in whole["events"][place][kind].items():
            record = whole_match(game)
            del record["events"][place][kind][key]
            assert_refused(record, place, "missing-key", None)
            wrong = [
                [float(number) for number in right],
                [str(number) for number in right],
                [right],
                [*right[:-1], None],
            ]
            if set(right) <= {0, 1}:
                wrong.append([bool(number) for number in right])
            for value in [*NO_LISTS, *wrong]:
                record = whole_match(game)
                record["events"][place][kind][key] = value
                assert_refused(record, place, "wrong-type", None)
            record = whole_match(game)
            record["events"][place][kind][key] = [HUGE] * len(right)
            assert_refused(record, place, "bad-number", None)


def test_shared_winners_stand_in_order() -> None:
    game = foretold.load("seven-prophecies-2017", players=3)
    for seed in range(200):
        rng = Random(seed)
        state = game.start(seed=seed)
        while not state.over:
            seat = rng.choice(state.actors)
            state = state.apply(seat, rng.choice(state.legal(seat)))
        if len(state.winners) > 1:
            break
    record = state.record().to_dict()
    winners = record["events"][-1]["match"]["winners"]
    assert winners == sorted(winners)
    for wrong in (winners[::-1], winners[:1], winners * 2):
        record["events"][-1]["match"]["winners"] = wrong
        assert_refused(record, len(record["events"]) - 1, "wrong-result", "SP1-15")


# Anything at all ------------------------------------------------------------------------------------------------

JUNK: list[Any] = [None, True, False, 0, 1, -1, 2, 1.0, 0.5, 10**30, "", "0", "B1", "S1", "surrender", "２", [], {}]
JUNK += [[0], {"seat": 0}, {"deal": {}}, ["S1"], "Monkey:V", "7-0-0-0", "deal", 10**4000]


def nodes(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value, as its holder and its key there."""
    found: list[tuple[Any, Any]] = []
    inner = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    for key, each in inner:
        found.append((value, key))
        if isinstance(each, dict | list):
            found += nodes(each)
    return found


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
def test_a_changed_record_is_refused_or_says_the_same(game: Game, rng: Random, changes: int) -> None:
    record = whole_match(game)
    for _ in range(changes):
        mutate(record, rng)
    assert_gate_holds(record)


def test_many_changed_records(request: pytest.FixtureRequest) -> None:
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
def test_any_bytes_in_a_line(junk: bytes, place: int) -> None:
    line = Record.from_dict(whole_match(foretold.load("seven-prophecies", players=3))).to_line().encode()
    for text in (junk, line[:place] + junk + line[place:], line[:place] + junk, line[:place] + line[place + 1 :]):
        try:
            record = Record.from_line(text)
        except BadRecord as error:
            spoken(error)
        else:
            assert_gate_holds(record.to_dict())


# Lines ----------------------------------------------------------------------------------------------------------


def line_with(extra: str) -> str:
    """A good line with one more key, the text of whose value is given."""
    line = Record.from_dict(whole_match(foretold.load("seven-prophecies", players=3))).to_line()
    return line[:-1] + f',"extra":{extra}}}'


def assert_line_refused(line: str | bytes, reason: str | set[str]) -> None:
    with pytest.raises(BadRecord) as caught:
        foretold.replay(Record.from_line(line))
    assert caught.value.reason in ({reason} if isinstance(reason, str) else reason), spoken(caught.value)


BOMBS = {
    "[": "[" * 10_000_000,
    '{"a":': '{"a":' * 2_000_000,
    '[{"a":': '[{"a":' * 1_500_000,
    "closed": "[" * 5_000_000 + "]" * 5_000_000,
    "just too deep": "[" * 64 + "]" * 64,
    "deeper than Python": "[" * 3000 + "]" * 3000,
    "objects": '{"a":' * 500 + "1" + "}" * 500,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_nesting_bombs(bomb: str) -> None:
    if bomb == "just too deep":
        assert Record.from_line(line_with("[" * 63 + "]" * 63)).extra
    else:
        assert_line_refused(BOMBS[bomb], {"too-deep", "not-json", "wrong-type"})
    assert_line_refused(line_with(BOMBS[bomb]), "too-deep")
    deep = whole_match(foretold.load("seven-prophecies", players=3))
    line = json.dumps(deep).replace('"deal": {', '"deal": {"extra": ' + BOMBS[bomb] + ", ", 1)
    assert_line_refused(line, "too-deep")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("NaN", "bad-number"),
        ("Infinity", "bad-number"),
        ("-Infinity", "bad-number"),
        ("1e999", "bad-number"),
        ("-1e999", "bad-number"),
        ("9" * 5000, "bad-number"),
        ("-" + "9" * 1_000_000, "bad-number"),
        ("9" * 400, "bad-number"),
        ("01", "not-json"),
        ("+1", "not-json"),
        ("1.", "not-json"),
        (".5", "not-json"),
        ("0x1", "not-json"),
        ("'a'", "not-json"),
        ("[1,]", "not-json"),
        ("undefined", "not-json"),
        ("1 2", "not-json"),
        ('"\t"', "not-json"),
        ('"\0"', "not-json"),
        (r'"\x41"', "not-json"),
        (r'"\ud800"', "not-utf8"),
        (r'"\udc00\ud800"', "not-utf8"),
        (r'{"\ud800": 1}', "not-utf8"),
        ('{"a": 1, "a": 1}', "duplicate-key"),
        (r'{"a": 1, "\u0061": 2}', "duplicate-key"),
        (r'{"\ud800": 1, "\ud800": 2}', "duplicate-key"),
    ],
)
def test_what_is_not_quite_json(value: str, reason: str) -> None:
    assert_line_refused(line_with(value), reason)


@pytest.mark.parametrize("text", [r'"\ud83c\udccf"', "1e400e", "1e308", "-0", "0.1", "123456789012345678901234567890"])
def test_what_just_is_json(text: str) -> None:
    if text.endswith("e"):
        assert_line_refused(line_with(text), {"not-json", "bad-number"})
        return
    record = Record.from_line(line_with(text))
    assert record.extra["extra"] == json.loads(text)
    assert Record.from_line(record.to_line()) == record


def test_huge_numbers_as_points() -> None:
    line = Record.from_dict(whole_match(foretold.load("seven-prophecies", players=3))).to_line()
    for number in ("9" * 5000, "9" * 309, "1e999", "1" * 1_000_000):
        assert_line_refused(line.replace('"points":[', f'"points":[{number},', 1), "bad-number")
    assert_line_refused(line.replace('"points":[', f'"points":[{"9" * 300},', 1), "wrong-result")


@pytest.mark.parametrize("key", ["format", "game", "players", "events", "deal", "hands", "seat", "points", "winners"])
def test_a_key_twice(key: str) -> None:
    line = Record.from_dict(whole_match(foretold.load("seven-prophecies", players=3))).to_line()
    assert_line_refused(line.replace(f'"{key}":', f'"{key}":0,"{key}":', 1), "duplicate-key")


def test_a_million_keys_with_one_of_them_twice_is_found_quickly() -> None:
    many = "{" + ",".join(f'"{number}":0' for number in [*range(300_000), 299_999]) + "}"
    assert_line_refused(line_with(many), "duplicate-key")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "not-json"),
        (b" ", "not-json"),
        (b"\0", "not-json"),
        (b"\0" * 1000, "not-json"),
        (b"null", "wrong-type"),
        (b"[]", "wrong-type"),
        (b'"text"', "wrong-type"),
        (b"{", "not-json"),
        (b"{}{}", "not-json"),
        (b"\xff\xfe{\0}\0", "not-utf8"),
        (b'{"a": "\xe3\x81"}', "not-utf8"),
        (b'{"a": "\xed\xa0\x80"}', "not-utf8"),
        (b'{"a": "\xc0\xaf"}', "not-utf8"),
        (b"\xef\xbb\xbf{}", "not-json"),
        (b"{}", "missing-key"),
    ],
)
def test_lines_that_hold_no_record(line: bytes, reason: str) -> None:
    assert_line_refused(line, reason)


def test_text_with_half_a_surrogate_pair() -> None:
    assert_line_refused('{"a": "\ud800"}', "not-utf8")


def test_a_line_may_have_16_mib_and_no_byte_more() -> None:
    line = line_with('"%s"')
    room = LINE_LIMIT - len(line.encode()) + 2
    for filler, width in (("x", 1), ("ö", 2)):
        full = line.replace("%s", filler * (room // width))
        assert len(full.encode()) in (LINE_LIMIT, LINE_LIMIT - 1)
        assert Record.from_line(full).extra
        assert Record.from_line(full.encode()).extra
        for form in (full + "  ", (full + "  ").encode()):
            assert_line_refused(form, "line-too-long")


# Files ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def lines() -> list[bytes]:
    return [Record.from_dict(whole_match(game)).to_line().encode() for game in GAMES]


def count(path: Path) -> int:
    return sum(1 for _ in files.read(path))


def assert_file_refused(path: Path, line: int | None, reason: str) -> None:
    with pytest.raises(BadRecord) as caught:
        count(path)
    error = caught.value
    assert (error.reason, error.line, error.file) == (reason, line, str(path))
    assert str(error).startswith(str(path))


def test_files_that_hold(tmp_path: Path, lines: list[bytes]) -> None:
    path = tmp_path / "records.jsonl"
    for content in (
        b"\n".join(lines) + b"\n",
        b"\n".join(lines),
        b"\r\n".join(lines) + b"\r\n",
        b"\n\n \t\r\n" + b"\n\n".join(lines) + b"\n\n",
    ):
        for data in (content, gzip.compress(content), gzip.compress(content[:999]) + gzip.compress(content[999:])):
            path.write_bytes(data)
            assert [record.to_line().encode() for record in files.read(path)] == lines
    path.write_bytes(gzip.compress(lines[0]) + b"\0" * 512)  # padding is allowed by the format
    assert count(path) == 1


def test_only_newlines_end_lines(tmp_path: Path) -> None:
    names = ["a\u2028b", "c\x85d", "e\u2029"]
    record = {**whole_match(foretold.load("seven-prophecies", players=3)), "names": names}
    path = tmp_path / "records.jsonl"
    path.write_text(2 * (Record.from_dict(record).to_line() + "\n"), encoding="utf-8", newline="\n")
    assert [each.names for each in files.read(path)] == [tuple(names)] * 2


def test_empty_files_hold_nothing(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    for content in (b"", b"\n", b" \n\r\n", gzip.compress(b"")):
        path.write_bytes(content)
        assert count(path) == 0


def test_files_that_are_none(tmp_path: Path) -> None:
    assert_file_refused(tmp_path, None, "unreadable-file")
    assert_file_refused(tmp_path / "missing.jsonl", None, "unreadable-file")
    file = tmp_path / "file"
    file.touch()
    assert_file_refused(file / "below.jsonl", None, "unreadable-file")
    assert_file_refused(tmp_path / ("x" * 300), None, "unreadable-file")


def test_broken_gzip(tmp_path: Path, lines: list[bytes]) -> None:
    path = tmp_path / "records.jsonl.gz"
    whole = gzip.compress(b"\n".join(lines) + b"\n", mtime=0)
    broken = {
        length: whole[:length] for length in (2, 3, 9, 10, 11, 100, len(whole) // 2, len(whole) - 8, len(whole) - 1)
    }
    flipped = {
        -place: whole[:-place] + bytes([whole[-place] ^ 1]) + whole[len(whole) - place + 1 :] for place in (1, 5, 8)
    }
    for content in (
        *broken.values(),
        *flipped.values(),
        whole + b"garbage\n",
        whole + whole[:20],
        whole[:2] + b"x" * 99,
    ):
        path.write_bytes(content)
        with pytest.raises(BadRecord) as caught:
            count(path)
        assert caught.value.reason == "not-gzip"
        assert caught.value.line is not None
        assert 1 <= caught.value.line <= len(lines) + 1


@given(data=st.data())
def test_gzip_with_a_changed_byte_is_never_taken_for_something_else(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    content = Record.from_dict(whole_match(foretold.load("seven-prophecies", players=3))).to_line().encode()
    whole = bytearray(gzip.compress(content, mtime=0))
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.getbasetemp() / "changed.gz"
    path.write_bytes(whole)
    try:
        found = [record.to_line().encode() for record in files.read(path)]
    except BadRecord as error:
        spoken(error)
    else:
        assert found == [content]  # the header holds a time and a system that mean nothing here


def test_the_line_of_an_error(tmp_path: Path, lines: list[bytes]) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(b"\n".join([lines[0], b"", lines[1], b"{}", lines[2]]))
    assert_file_refused(path, 4, "missing-key")
    path.write_bytes(b"\xef\xbb\xbf" + lines[0])
    assert_file_refused(path, 1, "not-json")
    path.write_bytes(lines[0] + b"\n" + lines[1] + b"\0")
    assert_file_refused(path, 2, "not-json")
    path.write_bytes(lines[0] + b"\n\xff" + lines[1])
    assert_file_refused(path, 2, "not-utf8")


def test_lines_that_are_too_long_are_passed_over(tmp_path: Path, lines: list[bytes]) -> None:
    path = tmp_path / "records.jsonl"
    exact = lines[1] + b" " * (LINE_LIMIT - len(lines[1]))
    parts = [
        lines[0],
        exact + b" ",
        exact,
        exact + b"\r",
        b"\r" * 3 + exact,
        b"\r" * (LINE_LIMIT + 2) + lines[2],
        lines[3],
    ]
    path.write_bytes(b"\n".join(parts))
    found = list(files.lines(path))
    assert [line.number for line in found] == [1, 2, 3, 4, 5, 6, 7]
    too_long = [line.number for line in found if line.error is not None and line.error.reason == "line-too-long"]
    assert too_long == [2, 5, 6]


def test_a_new_file_is_whole_or_not_there(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.jsonl.gz"):
        path = tmp_path / name
        with files.new_file(path) as stream:
            stream.write("é\n")
            assert not path.exists()
        data = path.read_bytes()
        assert (gzip.decompress(data) if name.endswith(".gz") else data) == "é\n".encode()
        with pytest.raises(KeyboardInterrupt), files.new_file(path) as stream:  # noqa: PT012
            stream.write("other\n")
            raise KeyboardInterrupt
        assert path.read_bytes() == data
    assert {each.name for each in tmp_path.iterdir()} == {"a.jsonl", "a.jsonl.gz"}


def test_what_is_no_regular_file_is_never_replaced(tmp_path: Path) -> None:
    with files.new_file(Path("/dev/null")) as stream:
        stream.write("x")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(IsADirectoryError), files.new_file(tmp_path):
        pass
    target, link = tmp_path / "target.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(target)
    with files.new_file(link) as stream:
        stream.write("x\n")
    assert link.is_symlink()
    assert target.read_text() == "x\n"
