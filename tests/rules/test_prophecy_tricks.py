"""Prophecy, the tricks, clause by clause: PR-6 … PR-13 and PR-19."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from foretold.games import State
from tests.rules.oracle import SPECIALISTS, prophecy_lead, prophecy_winner
from tests.rules.tables import (
    act,
    all_bid,
    before_round,
    dealt,
    load,
    play,
    prophecy_deal,
    prophecy_trick,
    refused,
    seen,
    surrender_position,
    texts,
    winner_of,
)  # fmt: skip


def leading(hand: str, trump: str = "S") -> State:
    """Seat 0 of four leads the first trick with these cards in hand."""
    game = load("prophecy", 4, wheel=trump * 8)
    return all_bid(dealt(game, prophecy_deal(game, {0: hand}, trump, dealer=3)), {0: hand})


def following(led: str, hand: str, void: str = "", trump: str = "S") -> State:
    """Seat 1 of four is to follow this card, with these cards in hand and these suits missing."""
    game = load("prophecy", 4, wheel=trump * 8)
    kept = {0: led.partition(":")[0], 1: hand}
    state = all_bid(dealt(game, prophecy_deal(game, kept, trump, dealer=3, void={1: void})), kept)
    return act(state, 0, led)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_pr_6_left_of_the_dealer_leads_then_the_winner_as_many_tricks_as_cards(players: int) -> None:
    game = load("prophecy", players)
    for dealer in game.seats:
        state = all_bid(dealt(game, prophecy_deal(game, dealer=dealer)))
        assert state.actors == ((dealer + 1) % players,)
    tricks = len(state.view(0).hand)
    for count in range(tricks):
        leader = state.actors[0]
        for i in range(players):
            assert state.actors == ((leader + i) % players,)
            assert len(state.view(state.actors[0]).hand) == tricks - count
            state = act(state, state.actors[0], str(state.legal(state.actors[0])[-1]))
        if not state.finished:
            assert state.actors == (seen(state).tricks[-1].winner,)
    assert len(state.finished[0].tricks) == tricks == {2: 13, 3: 14, 4: 12, 5: 10, 6: 8}[players]


def test_pr_7_any_card_but_the_shaman_may_be_led() -> None:
    state = leading("V2 Jaguar Monkey Shaman Lizard")
    cards = [text.partition(":")[0] for text in texts(state.legal(0))]
    assert set(texts(state.view(0).hand)) - set(cards) == {"Shaman"}
    error = refused(state, 0, "Shaman", "PR-7")
    assert error.reason == "shaman-leads"


def test_pr_8_legal_leads_come_in_deck_order_and_named_suits_in_suit_order() -> None:
    state = leading("V2 Jaguar Monkey Shaman Lizard", trump="V")
    assert texts(state.legal(0))[-8:] == [
        "Jaguar", "Monkey:S", "Monkey:P", "Monkey:E", "Lizard:S", "Lizard:P", "Lizard:V", "Lizard:E",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("led", "lead"),
    [("V2", "V"), ("S2", "S"), ("Monkey:V", "V"), ("Lizard:E", "E"), ("Lizard:S", "S"), ("Jaguar", "S")],
)
def test_pr_8_lead_suit(led: str, lead: str) -> None:
    assert seen(play(leading(led.partition(":")[0]), led)).lead == lead


def test_pr_8_a_led_monkey_names_a_suit_not_trump() -> None:
    state = leading("Monkey Lizard", trump="P")
    assert refused(state, 0, "Monkey:P", "PR-8").reason == "monkey-names-trump"
    assert refused(state, 0, "Monkey", "PR-8").reason == "name-a-suit"
    assert refused(state, 0, "Lizard", "PR-8").reason == "name-a-suit"
    assert play(state, "Lizard:P").actors == (1,)


@pytest.mark.parametrize("specialist", ["Monkey", "Lizard"])
def test_pr_8_only_a_led_monkey_or_lizard_names(specialist: str) -> None:
    state = following("V2", "Monkey Lizard")
    assert refused(state, 1, f"{specialist}:V", "PR-8").reason == "suit-is-led"
    assert play(state, specialist).actors == (2,)


@pytest.mark.parametrize("led", ["V2", "Monkey:V", "Lizard:V"])
def test_pr_9_who_holds_the_suit_follows_or_plays_any_specialist(led: str) -> None:
    others = [name for name in SPECIALISTS if name not in led]
    state = following(led, " ".join(["V9", "E3", "S3", *others]))
    legal = texts(state.legal(1))
    assert set(texts(state.view(1).hand)) - set(legal) >= {"E3", "S3"}
    assert {card[0] for card in legal if card not in SPECIALISTS} == {"V"}
    assert legal[-len(others) :] == others
    error = refused(state, 1, "E3", "PR-9")
    assert "Viper" in error.sentence("en")
    refused(state, 1, "S3", "PR-9")


def test_pr_9_who_holds_no_suited_card_of_the_suit_plays_anything() -> None:
    state = following("V2", "Lizard Shaman E3 S3", void="V")
    assert texts(state.legal(1)) == texts(state.view(1).hand)
    assert len(state.legal(1)) == 12


@pytest.mark.parametrize("led", ["S2", "Lizard:S"])
def test_pr_9_the_jaguar_alone_obliges_to_nothing_when_trump_is_led(led: str) -> None:
    state = following(led, "Jaguar E3 V3", void="S")
    assert texts(state.legal(1)) == texts(state.view(1).hand)


def test_pr_9_a_led_jaguar_obliges_to_follow_trump() -> None:
    state = following("Jaguar", "S4 E3 Monkey")
    assert {card for card in texts(state.legal(1)) if card[0] not in "S"} >= {"Monkey"}
    refused(state, 1, "E3", "PR-9")


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        # lead suit and trump
        ("V5 V9 E14 V3", 1),
        ("V5 V14 S1 V13", 2),
        ("S3 S9 V14 S1", 1),
        # Jaguar: the highest trump
        ("S14 Jaguar S13 S12", 1),
        ("V1 V14 Jaguar S14", 2),
        ("Jaguar S14 S13 Monkey", 0),
        # Monkey: beats all but trumps
        ("V14 Monkey V13 E14", 1),
        ("V1 Monkey S1 V14", 2),
        ("Monkey:V V14 E14 V13", 0),
        ("Monkey:V V14 S1 V13", 2),
        ("V5 Monkey Jaguar V3", 2),
        ("S1 Monkey V14 E14", 0),
        # Lizard: the lowest card of the lead suit
        ("Lizard:V V1 E14 P14", 1),
        ("Lizard:V E14 P14 E13", 0),
        ("V1 Lizard E14 P14", 0),
        ("Lizard:V Monkey E14 P14", 1),
        ("V2 Lizard Monkey E14", 2),
        # Lizard with a trump lead: the lowest trump
        ("Lizard:S Monkey V14 E14", 0),
        ("Lizard:S S1 Monkey V1", 1),
        ("S1 Lizard Monkey V14", 0),
        ("Jaguar Lizard Monkey V3", 0),
    ],
)
def test_pr_10_the_strongest_card_wins(plays: str, winner: int) -> None:
    assert winner_of(prophecy_trick(plays)) == winner


@pytest.mark.parametrize(
    ("plays", "winner"),
    [
        # after a card of the lead suit: half a rank above it
        ("V5 V9 Shaman E14", 2),
        ("V5 V9 Shaman V10", 3),
        ("V10 V9 Shaman V2", 0),
        ("V14 Shaman V13 V12", 1),
        ("V14 Shaman S1 V12", 2),
        ("V14 Shaman Monkey V12", 2),
        # after a trump: a trump
        ("V5 S3 Shaman V14", 2),
        ("V5 S3 Shaman S4", 3),
        ("S5 S3 Shaman S4", 0),
        ("S14 Shaman Jaguar S13", 2),
        ("V5 S14 Shaman Jaguar", 3),
        # after a card that is neither: it can't win
        ("V5 E14 Shaman V3", 0),
        ("V5 E14 Shaman P14", 0),
        ("Lizard:V E14 Shaman P14", 0),
        # after the Jaguar: beats it, and every trump
        ("V5 Jaguar Shaman S14", 2),
        ("Jaguar Shaman S14 S13", 1),
        ("Jaguar S14 Shaman S13", 0),
        # after the Monkey: the highest that is no trump
        ("V5 Monkey Shaman V14", 2),
        ("V5 Monkey Shaman S1", 3),
        ("Monkey:V Shaman V14 E14", 1),
        ("Lizard:S Monkey Shaman V9", 0),
        # after the Lizard: the second lowest of the lead suit, a trump if that is trump
        ("V5 Lizard Shaman E9", 0),
        ("Lizard:V Shaman E9 E10", 1),
        ("Lizard:V Shaman V1 E2", 2),
        ("Lizard:S Shaman Monkey V9", 1),
        ("Lizard:S Shaman Monkey S1", 3),
        ("S2 Monkey Lizard Shaman", 0),
    ],
)
def test_pr_11_shaman_is_half_a_rank_above_the_card_before_it(plays: str, winner: int) -> None:
    assert winner_of(prophecy_trick(plays)) == winner


def test_pr_11_rulebook_example_nine_and_a_half_loses_to_a_trump_three() -> None:
    assert winner_of(prophecy_trick("V5 V9 Shaman S3")) == 3


def test_pr_11_rulebook_example_the_shaman_is_played_though_it_could_have_followed() -> None:
    game = load("prophecy", 4)
    hands = {0: "V5", 1: "V9", 2: "Shaman V12", 3: "S3"}
    state = all_bid(dealt(game, prophecy_deal(game, hands, dealer=3, void={3: "V"})), hands)
    state = play(state, "V5 V9")
    assert {"Shaman", "V12"} <= set(texts(state.legal(2)))
    assert seen(play(state, "Shaman S3")).won == (0, 0, 0, 1)


@pytest.mark.parametrize("trump", ["V", "S"])
def test_pr_12_all_orders_of_the_specialists_around_a_suited_card(trump: str) -> None:
    tried = 0
    for order in permutations(["Jaguar", "Monkey", "Shaman", "Lizard", "V5"]):
        for named in "SVE" if order[0] in ("Monkey", "Lizard") else " ":
            if order[0] == "Shaman" or (order[0] == "Monkey" and named == trump):
                continue
            plays = [order[0] if named == " " else f"{order[0]}:{named}", *order[1:]]
            state = prophecy_trick(" ".join(plays), trump)
            assert winner_of(state) == prophecy_winner(trump, list(enumerate(plays))), plays
            assert seen(state).tricks[-1].lead == prophecy_lead(trump, plays), plays
            tried += 1
    assert tried == 24 + 24 + 24 * 2 + 24 * 3


@pytest.mark.parametrize(
    ("last", "plays", "winner"),
    [
        (["V5"], "V5", 1),
        (["Monkey"], "Monkey:E", 1),
        (["V5", "V9"], "V5 V9", 2),
        (["V5", "V9", "E14"], "V5 V9 E14", 2),
        (["Monkey", "V9", "E14"], "Monkey:V V9 E14", 1),
        (["Lizard", "V9", "E14"], "Lizard:P V9 E14", 1),
        (["Lizard", "V9", "E14"], "Lizard:V V9 E14", 2),
        (["Jaguar", "V9", "E14"], "Jaguar V9 E14", 1),
        (["V5", "Jaguar", "E14"], "V5 Jaguar E14", 2),
        (["V5", "P9", "E14", "Monkey"], "V5 P9 E14 Monkey", 4),
        (["V5", "P9", "E14", "P3", "V6"], "V5 P9 E14 P3 V6", 5),
    ],
)
def test_pr_13_the_left_neighbour_leads_and_the_shaman_can_not_win(last: list[str], plays: str, winner: int) -> None:
    state = surrender_position(last)
    assert state.actors == (0,)
    assert texts(state.legal(0)) == ["surrender"]
    assert refused(state, 0, "Shaman", "PR-13").reason == "must-surrender"
    tricks = seen(state).won[0]
    state = act(state, 0, "surrender")
    assert state.actors == (1,)
    assert "Shaman" in texts(seen(state).gone)
    assert state.view(0).hand == ()
    state = play(state, plays)
    ended: Any = state.finished[0]
    assert ended.tricks[-1].winner == winner
    assert len(ended.tricks) == tricks + 1
    assert ended.points[0] == 0


def test_pr_13_the_new_leader_names_a_suit_and_the_others_follow_in_order() -> None:
    state = play(surrender_position(["Lizard", "V9", "E14"]), "surrender")
    assert texts(state.legal(1)) == ["Lizard:S", "Lizard:P", "Lizard:V", "Lizard:E"]
    assert play(state, "Lizard:E").actors == (2,)
    state = play(surrender_position(["Monkey", "V9", "E14"]), "surrender")
    assert texts(state.legal(1)) == ["Monkey:P", "Monkey:V", "Monkey:E"]


def test_pr_13_nobody_else_may_surrender() -> None:
    assert refused(leading("Shaman Monkey"), 0, "surrender", "PR-13").reason == "no-surrender"
    refused(following("V2", "Shaman"), 1, "surrender", "PR-13")
    refused(play(surrender_position(["V5", "V9"]), "surrender"), 1, "surrender", "PR-13")


def test_pr_13_a_shaman_that_only_follows_is_played_as_ever() -> None:
    game = load("prophecy", 2)
    hands = {0: "Jaguar S14 S13 S12 S11 S10 S9 S8 S7 S6 S5 S4 V14", 1: "Shaman"}
    state = all_bid(dealt(game, prophecy_deal(game, hands, dealer=1, void={1: "S"})), hands)
    for card in hands[0].split()[:-1]:
        state = act(state, 0, card)
        state = act(state, 1, next(text for text in texts(state.legal(1)) if text != "Shaman"))
    state = act(state, 0, "V14")
    assert texts(state.legal(1)) == ["Shaman"]
    state = act(state, 1, "Shaman")
    ended: Any = state.finished[0]
    assert ended.tricks[-1].winner == 1
    assert ended.points[1] in (1, 1 + 6)


# The Jaguar-only round of `short` -----------------------------------------------------------------------------------


def last_round(players: int) -> State:
    """A short match that awaits its fifth deal."""
    return before_round(load("prophecy", players, variant="short"), 5)


@pytest.mark.parametrize(
    ("plays", "lead", "winner"),
    [
        ("Jaguar V14 E14 S14", None, 0),
        ("Jaguar Shaman E14 S14", None, 1),
        ("Jaguar V14 Shaman S14", None, 0),
        ("Jaguar Monkey Shaman Lizard", None, 0),
        ("Jaguar Lizard Shaman V2", None, 0),
        ("V5 Jaguar V14 S14", "V", 1),
        ("V5 Jaguar Shaman S14", "V", 2),
        ("S5 S9 V14 E14", "S", 1),  # no suit is trump
        ("V5 S14 E14 V6", "V", 3),
        ("V5 Monkey V14 S14", "V", 1),
        ("V5 Monkey Shaman S14", "V", 2),
        ("Monkey:S S14 V14 E14", "S", 0),
        ("Lizard:S V14 E14 P14", "S", 0),
        ("Lizard:S S1 Monkey P14", "S", 2),
        ("Lizard:S Shaman E14 P14", "S", 1),
        ("V1 Lizard E14 P14", "V", 0),
    ],
)
def test_pr_19_tricks_without_a_trump_suit(plays: str, lead: str | None, winner: int) -> None:
    state = prophecy_trick(plays, None, last_round(4))
    assert winner_of(state) == winner
    assert seen(state).tricks[-1].lead == lead


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_pr_19_a_led_jaguar_sets_no_lead_suit_and_the_others_play_anything(players: int) -> None:
    state = prophecy_trick("Jaguar", None, last_round(players))
    for _ in range(players - 1):
        seat = state.actors[0]
        assert seen(state).lead is None
        assert texts(state.legal(seat)) == texts(state.view(seat).hand)
        state = act(state, seat, str(state.legal(seat)[0]))
    assert winner_of(state) == 0


def test_pr_19_a_led_monkey_or_lizard_may_name_any_suit() -> None:
    before = last_round(4)
    state = prophecy_trick("Monkey:S", None, before)
    assert seen(state).lead == "S"
    leader = (state.actors[0] - 1) % 4
    hands = {leader: "Monkey Lizard"}
    state = all_bid(before.deal(prophecy_deal(before.game, hands, None, (leader - 1) % 4)), hands)
    named = [f"{name}:{suit}" for name in ("Monkey", "Lizard") for suit in "SPVE"]
    assert [text for text in texts(state.legal(leader)) if ":" in text] == named


def test_pr_19_suits_are_followed_in_the_last_round_too() -> None:
    state = prophecy_trick("V5", None, last_round(4))
    seat = state.actors[0]
    hand = texts(state.view(seat).hand)
    held = [card for card in hand if card[0] == "V" or card in SPECIALISTS]
    assert any(card[0] == "V" for card in hand)
    assert texts(state.legal(seat)) == held
