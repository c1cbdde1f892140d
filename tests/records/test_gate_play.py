"""The reader of records as a gate: order of events, actions, results. Each error names its clause."""

from __future__ import annotations

from random import Random

import pytest

import foretold
from foretold.games import Game
from foretold.games.replay import steps
from tests.conftest import GAMES, some_games
from tests.records.gate import (
    HUGE,
    NO_LISTS,
    assert_refused,
    at,
    clause_of,
    deal_of,
    first_card,
    refusal,
    two_rounds,
)
from tests.records.test_records import kind_of, whole_match

# The order of the events ----------------------------------------------------------------------------------------


@some_games
def test_a_deal_out_of_place_is_refused(game: Game) -> None:
    whole = two_rounds(game)
    deals = [number for number, event in enumerate(whole["events"]) if "deal" in event]
    for place in {1, 2, *(place + 1 for place in deals), first_card(whole) + 1}:
        record = two_rounds(game)
        record["events"].insert(place, record["events"][deals[0]])
        assert_refused(record, place, "deal-out-of-place", "ALL-3")


@some_games
def test_a_missing_deal_is_refused(game: Game) -> None:
    whole = two_rounds(game)
    for place in [number for number, event in enumerate(whole["events"]) if "deal" in event]:
        record = two_rounds(game)
        del record["events"][place]
        assert_refused(record, place, "deal-missing", "ALL-3")


@some_games
def test_a_missing_result_is_refused(game: Game) -> None:
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


@some_games
def test_a_result_too_early_is_refused(game: Game) -> None:
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


@some_games
def test_an_event_after_the_end_is_refused(game: Game) -> None:
    whole = whole_match(game)
    for kind in ("deal", "action", "round", "match"):
        record = whole_match(game)
        record["events"].append(record["events"][at(record, kind, -1)])
        assert_refused(record, len(whole["events"]), "after-the-end", "ALL-4")


# Actions --------------------------------------------------------------------------------------------------------


@some_games
def test_an_action_taken_twice_is_refused(game: Game) -> None:
    record = two_rounds(game)
    record["events"].insert(2, record["events"][1])
    assert_refused(record, 2, {"prophecy-stands", "bid-stands"}, "ALL-3")
    record = two_rounds(game)
    place = first_card(record)
    record["events"].insert(place + 1, record["events"][place])
    assert_refused(record, place + 1, "not-your-turn", "ALL-1")


@some_games
def test_a_missing_action_is_refused(game: Game) -> None:
    whole = two_rounds(game)
    for place in range(first_card(whole), at(whole, "round") - 1):
        record = two_rounds(game)
        del record["events"][place]
        error = refusal(record)
        assert error.event is not None
        assert error.event >= place
        assert error.clause is not None


@some_games
def test_two_exchanged_actions_of_a_trick_are_refused(game: Game) -> None:
    record = two_rounds(game)
    place = first_card(record)
    events = record["events"]
    events[place], events[place + 1] = events[place + 1], events[place]
    assert_refused(record, place, "not-your-turn", "ALL-1")


@some_games
def test_an_action_of_another_seat_is_refused(game: Game) -> None:
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


@some_games
def test_cards_before_a_prophecy_and_prophecies_after_a_card_are_refused(game: Game) -> None:
    record = two_rounds(game)
    seat = record["events"][1]["seat"]
    record["events"][1]["action"] = deal_of(record)["hands"][seat][0]
    assert_refused(record, 1, {"prophecy-first", "bid-first"}, "ALL-3")
    record = two_rounds(game)
    place = first_card(record)
    record["events"][place]["action"] = record["events"][1]["action"]
    assert_refused(record, place, {"prophecy-is-over", "bid-is-over"}, "ALL-3")


@some_games
def test_an_illegal_card_is_refused(game: Game) -> None:
    """Wherever a seat may not play a card that it holds, and once a card that it does not hold."""
    whole = two_rounds(game)
    before = None
    ends = 0
    numbers = [number for number, event in enumerate(whole["events"]) if "deal" in event or "action" in event]
    for state, number in zip(steps(whole), [*numbers, None], strict=True):
        if number is None or ends >= 12:
            break
        event = whole["events"][number]
        if state.phase == "tricks":
            seat = event["seat"]
            legal = {str(action).split(":")[0] for action in state.legal(seat)}
            held = {str(card) for card in state.view(seat).hand}
            for card in sorted(held - legal - {"Shaman"})[:2]:
                ends += 1
                record = two_rounds(game)
                record["events"][number]["action"] = card
                assert_refused(record, number, {"must-follow", "must-follow-or-specialist"}, clause_of(game, "follow"))
            if before is None:
                before = {str(card) for card in game.deck} - held - {"Monkey", "Lizard", "Shaman"}
                record = two_rounds(game)
                record["events"][number]["action"] = min(before)
                assert_refused(record, number, "not-in-hand", "ALL-2")
    assert ends


@pytest.mark.parametrize("game", [game for game in GAMES if game.name != "prophecy"])
def test_a_wrong_prophecy_is_refused(game: Game) -> None:
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
def test_a_wrong_bid_is_refused(game: Game) -> None:
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


def test_a_specialist_in_a_bid_is_refused() -> None:
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


def test_naming_a_suit_wrongly_is_refused() -> None:
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


def test_surrendering_without_need_is_refused() -> None:
    record = whole_match(foretold.load("prophecy", players=4))
    place = first_card(record)
    record["events"][place]["action"] = "surrender"
    assert_refused(record, place, "no-surrender", "PR-13")


# Results --------------------------------------------------------------------------------------------------------


@some_games
def test_a_wrong_result_is_refused(game: Game) -> None:
    whole = whole_match(game)
    last = len(whole["events"]) - 1
    first = at(whole, "round")
    for place in {first, last - 1, last}:
        event = whole["events"][place]
        kind = kind_of(event)
        for key, right in event[kind].items():
            clause = clause_of(game, "winners" if key == "winners" else "points")
            wrong = [right[:-1], [*right, 0], [*right, right[-1]], [], [-1] * len(right), [10**300] * len(right)]
            wrong += [
                [*right[:seat], right[seat] + step, *right[seat + 1 :]]
                for seat in (range(len(right)) if place == first else (0,))
                for step in (1, -1)
            ]
            if right[::-1] != right:
                wrong.append(right[::-1])
            for value in wrong:
                record = whole_match(game)
                record["events"][place][kind][key] = value
                assert_refused(record, place, "wrong-result", clause)


@some_games
def test_a_wrong_type_in_a_result_is_refused(game: Game) -> None:
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


def test_shared_winners_must_be_in_order() -> None:
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
