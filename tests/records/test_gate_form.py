"""The reader of records as a gate: head, form of events, deals. Each error says where and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import foretold
from foretold.games import Game
from tests.conftest import GAMES, some_games
from tests.records.gate import (
    HUGE,
    NO_INTEGERS,
    NO_LISTS,
    NO_OBJECTS,
    NO_TEXTS,
    Json,
    assert_refused,
    at,
    clause_of,
    deal_of,
    first_card,
    first_name,
    refusal,
    two_rounds,
)
from tests.records.test_records import whole_match

# The head of the record -----------------------------------------------------------------------------------------


@some_games
def test_a_missing_key_of_the_record_is_refused(game: Game) -> None:
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
def test_a_wrong_value_in_the_record_is_refused(key: str, values: list[Any], reason: str) -> None:
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
        ("prophecy", {"wheel": "SPVE"}, "wheel-letters"),
        ("prophecy", {"wheel": "SPVESPVX"}, "wheel-letters"),
        ("prophecy", {"wheel": "spvespve"}, "wheel-letters"),
        ("prophecy", {"wheel": list("SPVESPVE")}, "wheel-letters"),
        ("prophecy", {"wheel": {"S": {"P": [0] * 10**5}}}, "wheel-letters"),
        ("prophecy", {"variant": "short", "wheel": "SSVE"}, "wheel-each-once"),
        ("prophecy", {"variant": "short", "wheel": "SPVESPVE"}, "wheel-each-once"),
    ],
)
def test_a_wrong_option_is_refused(name: str, options: Json, reason: str) -> None:
    record = whole_match(foretold.load(name, players=4))
    assert_refused({**record, "options": options}, None, reason, None)


def test_the_options_decide_what_is_valid() -> None:
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
def test_json_that_is_not_a_record_is_refused(source: Any) -> None:
    assert refusal(source).event is None


def test_values_outside_json_are_refused() -> None:
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


@some_games
def test_an_event_of_no_kind_or_of_two_is_refused(game: Game) -> None:
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


def test_an_event_that_is_not_an_object_is_refused() -> None:
    for game in GAMES:
        for value in NO_OBJECTS:
            record = two_rounds(game)
            record["events"][4] = value
            assert_refused(record, 4, "wrong-type", None)


@some_games
def test_a_wrong_type_in_an_event_is_refused(game: Game) -> None:
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


@some_games
def test_a_missing_key_of_a_deal_is_refused(game: Game) -> None:
    for key in deal_of(two_rounds(game)):
        record = two_rounds(game)
        del deal_of(record)[key]
        assert_refused(record, 0, "missing-key", None)


@some_games
def test_a_wrong_type_in_a_deal_is_refused(game: Game) -> None:
    for key, value in deal_of(two_rounds(game)).items():
        is_list = isinstance(value, list)
        wrong: list[Any] = NO_LISTS if is_list else NO_INTEGERS if isinstance(value, int) else [True, 0, 1.5, [], {}]
        for wrong_value in wrong:
            record = two_rounds(game)
            deal_of(record)[key] = wrong_value
            assert_refused(record, 0, "wrong-type", None)
        for wrong_value in NO_TEXTS if is_list and value else []:
            record = two_rounds(game)
            deal_of(record)[key][0] = wrong_value
            if key != "hands":
                assert_refused(record, 0, "wrong-type", None)
            elif type(wrong_value) is not list:
                assert_refused(record, 0, "wrong-type", None)
                record = two_rounds(game)
                deal_of(record)["hands"][1][2] = wrong_value
                assert_refused(record, 0, "wrong-type", None)


@some_games
def test_the_wrong_number_of_cards_is_refused(game: Game) -> None:
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


@some_games
def test_text_that_is_not_a_card_is_refused(game: Game) -> None:
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


@some_games
def test_a_card_of_another_title_or_player_count_is_refused(game: Game) -> None:
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


@some_games
def test_a_duplicate_or_missing_card_is_refused(game: Game) -> None:
    """One card stands for another: in the same hand, in two hands, in a hand and aside."""
    groups: list[tuple[str, int | None]] = [("hands", seat) for seat in game.seats]
    aside = ("hidden", "open", "future") if game.name == "seven-prophecies-2017" else ("hidden",)
    groups += [(key, None) for key in aside if deal_of(two_rounds(game))[key]]

    def cards(record: Json, group: tuple[str, int | None]) -> list[str]:
        deal = deal_of(record)[group[0]]
        chosen: list[str] = deal if group[1] is None else deal[group[1]]
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


@some_games
def test_cards_exchanged_before_play_are_refused(game: Game) -> None:
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


@some_games
def test_a_first_seat_that_does_not_exist_is_refused(game: Game) -> None:
    key = first_name(game)
    for seat in (-1, game.players, 10**300):
        record = two_rounds(game)
        deal_of(record)[key] = seat
        assert_refused(record, 0, "no-such-seat", clause_of(game, "first"))
    record = two_rounds(game)
    deal_of(record)[key] = (deal_of(record)[key] + 1) % game.players
    assert_refused(record, first_card(record), "not-your-turn", "ALL-1")


@some_games
def test_a_wrong_rotation_of_the_first_seat_is_refused(game: Game) -> None:
    key, record = first_name(game), two_rounds(game)
    for number in range(1, sum("deal" in event for event in record["events"])):
        right = (deal_of(record, number - 1)[key] + 1) % game.players
        for seat in {*game.seats} - {right}:
            broken = two_rounds(game)
            deal_of(broken, number)[key] = seat
            assert_refused(broken, at(broken, "deal", number), "wrong-rotation", clause_of(game, "first"))


@pytest.mark.parametrize("variant", ["standard", "short"])
def test_a_wrong_trump_is_refused(variant: str) -> None:
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
def test_wrong_colour_cards_are_refused(players: int) -> None:
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
