"""Prophecy, clause by clause: PR-1 … PR-5, PR-14 … PR-18, PR-20, PR-21; the tricks have a file of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

import pytest

import foretold
from foretold.games import Game, State
from tests.rules.oracle import BONUS, SPECIALISTS, deck_of, oracle_for
from tests.rules.tables import (
    TRIES,
    act,
    after_rounds,
    all_bid,
    any_card,
    before_round,
    bid_value,
    dealt,
    keep_shaman,
    load,
    prophecy_deal,
    refused,
    seen,
    texts,
)  # fmt: skip

NAME = "prophecy"
COUNTS = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


class RoundOne(NamedTuple):
    """A state after its first round, and by seat the tricks won, the bid, the points, and who surrendered."""

    state: State
    won: list[int]
    bids: list[int]
    points: tuple[int, ...]
    surrendered: int | None


def round_one(players: int, wanted: Callable[[RoundOne], bool], keep: bool = False) -> RoundOne:
    """The first of many random rounds that is wanted; fails if there is none."""
    game = load(NAME, players)
    for seed in range(TRIES):
        state = after_rounds(game, 1, seed, keep_shaman if keep else any_card)
        ended: Any = state.finished[0]
        won = Counter(trick.winner for trick in ended.tricks)
        bids = [bid_value(str(bid)) for bid in ended.chosen()]
        gave_up = next((took.seat for took in ended.tricks[-1].plays if str(took.action) == "surrender"), None)
        played = RoundOne(state, [won[seat] for seat in range(players)], bids, ended.points, gave_up)
        if wanted(played):
            return played
    raise AssertionError("no such round found")


def leaders_after(game: Game, rounds: int, count: int) -> tuple[State, tuple[int, ...]]:
    """A dealt round after so many, with so many seats tied for the highest score."""
    for seed in range(TRIES):
        state = after_rounds(game, rounds, seed)
        leaders = tuple(seat for seat in game.seats if state.scores[seat] == max(state.scores))
        if len(leaders) == count:
            return state, leaders
    raise AssertionError("no such score found")


@pytest.mark.parametrize("players", [1, 7])
def test_pr_1_takes_two_to_six_players(players: int) -> None:
    with pytest.raises(foretold.BadOption):
        load(NAME, players)


@pytest.mark.parametrize(
    ("players", "hand", "bid", "tricks", "aside"),
    [(2, 17, 4, 13, 26), (3, 17, 3, 14, 9), (4, 15, 3, 12, 0), (5, 12, 2, 10, 0), (6, 10, 2, 8, 0)],
)
def test_pr_1_cards_dealt_bid_and_played(players: int, hand: int, bid: int, tricks: int, aside: int) -> None:
    state = load(NAME, players).start(seed=2)
    deal = state.record().events[0]["deal"]
    assert [len(cards) for cards in deal["hands"]] == [hand] * players
    assert len(deal["hidden"]) == aside
    assert sorted([card for cards in deal["hands"] for card in cards] + deal["hidden"]) == sorted(
        deck_of(NAME, players)
    )
    assert {str(bid).count("+") + 1 for bid in state.legal(0)} == {bid}
    assert len(all_bid(state).view(0).hand) == tricks


def test_pr_1_sixty_cards_in_deck_order() -> None:
    deck = deck_of(NAME, 4)
    assert len(deck) == 60
    hand = "Lizard Shaman E1 Monkey V14 Jaguar P2 S10 S9"
    view = dealt(load(NAME, 4), prophecy_deal(load(NAME, 4), {0: hand})).view(0)
    assert texts(view.hand) == [card for card in deck if card in texts(view.hand)]
    assert texts(view.hand)[-4:] == list(SPECIALISTS)


@COUNTS
def test_pr_2_each_seat_is_equally_likely_to_deal_first(players: int) -> None:
    dealers = Counter(seen(load(NAME, players).start(seed=seed)).dealer for seed in range(300))
    assert sorted(dealers) == list(range(players))
    assert min(dealers.values()) > 300 / players * 0.6


@COUNTS
def test_pr_2_the_deal_passes_to_the_left(players: int) -> None:
    game = load(NAME, players)
    dealers = [
        event["deal"]["dealer"] for event in after_rounds(game, 8, seed=4).record().events if "deal" in event
    ]  # fmt: skip
    assert dealers == [(dealers[0] + i) % players for i in range(8)]
    state = before_round(game, 2)
    last = state.record().events[0]["deal"]["dealer"]
    with pytest.raises(foretold.BadRecord) as caught:
        state.deal(prophecy_deal(game, trump="P", dealer=last))
    assert caught.value.clause == "PR-2"


@pytest.mark.parametrize("players", [2, 3])
def test_pr_2_undealt_cards_stay_unseen(players: int) -> None:
    game = load(NAME, players)
    deal = prophecy_deal(game)
    state = all_bid(dealt(game, deal))
    for seat in (None, *game.seats):
        shown = str(state.view(seat).to_dict())
        assert not [card for card in deal["hidden"] if f"'{card}'" in shown]


def test_pr_3_a_match_has_eight_rounds_with_the_trumps_of_the_wheel() -> None:
    game = load(NAME, 6, wheel="EEVPSSPV")
    state = after_rounds(game, 7, seed=1)
    assert not state.over
    state = after_rounds(game, 8, seed=1)
    assert state.over
    assert "".join(event["deal"]["trump"] for event in state.record().events if "deal" in event) == "EEVPSSPV"


@COUNTS
def test_pr_4_every_bid_of_suited_cards_is_legal_in_deck_order(players: int) -> None:
    game = load(NAME, players)
    state = dealt(game, prophecy_deal(game, {0: "Jaguar Lizard V3 S2 E9"}))
    suited = [card for card in texts(state.view(0).hand) if card not in SPECIALISTS]
    size = {2: 4, 3: 3, 4: 3, 5: 2, 6: 2}[players]
    assert texts(state.legal(0)) == ["+".join(cards) for cards in combinations(suited, size)]


def test_pr_4_a_bid_of_specialists_of_another_size_or_of_foreign_cards_is_refused() -> None:
    game = load(NAME, 4)
    state = dealt(game, prophecy_deal(game, {0: "S3 V4 E9 P1 Jaguar", 1: "E10"}))
    assert refused(state, 0, "S3+V4+Jaguar", "PR-4").reason == "no-specialist-in-bid"
    assert refused(state, 0, "S3+V4", "PR-4").values == {"found": 2, "size": 3}
    refused(state, 0, "S3+P1+V4+E9", "PR-4")
    refused(state, 0, "S3+V4+E10", "ALL-2")
    assert act(state, 0, "S3+V4+E9").chosen == (0,)


@pytest.mark.parametrize("text", ["V4+S3+E9", "S3+S3+V4", "S3+V4+E15", "S3++V4", "S3+V4+", "S3 +V4", "2-1-1-3", "E9+"])
def test_pr_4_a_bid_out_of_deck_order_and_other_text_is_no_bid(text: str) -> None:
    game = load(NAME, 4)
    with pytest.raises(foretold.NotationError):
        dealt(game, prophecy_deal(game, {0: "S3 V4 E9"})).apply(0, text)


def test_pr_4_bid_cards_leave_the_hand_and_only_their_owner_sees_them() -> None:
    game = load(NAME, 4)
    state = act(dealt(game, prophecy_deal(game, {0: "S3 V4 E9"}, dealer=3)), 0, "S3+V4+E9")
    assert len(state.view(0).hand) == 12
    assert not {"S3", "V4", "E9"} & set(texts(state.view(0).hand))
    assert str(seen(state, 0).bids[0]) == "S3+V4+E9"
    assert seen(state, 0).bid_value(0) == 5
    for viewer in (None, 1, 2, 3):
        assert seen(state, viewer).bids == (None,) * 4
        assert seen(state, viewer).chosen == (0,)
        assert "'S3'" not in str(state.view(viewer).to_dict())
    refused(state, 0, "S3+V4+E9", "ALL-3")
    refused(all_bid(state), 0, "S3", "ALL-2")


@pytest.mark.parametrize(("bid", "value"), [("S1+S2+S3", 0), ("P1+P2+P3", 3), ("V1+V2+V3", 6), ("E1+E2+E3", 9)])
def test_pr_4_suits_add_up_to_the_bid(bid: str, value: int) -> None:
    game = load(NAME, 4)
    state = act(dealt(game, prophecy_deal(game, {0: bid.replace("+", " ")})), 0, bid)
    assert seen(state, 0).bid_value(0) == value


@pytest.mark.parametrize("variant", ["standard", "short"])
@COUNTS
def test_pr_5_in_the_first_and_last_round_and_with_two_players_all_bid_at_once_face_down(
    players: int, variant: str
) -> None:
    game = load(NAME, players, variant=variant)
    rounds = 8 if variant == "standard" else 5
    for finished in range(rounds):
        state = after_rounds(game, finished, seed=3)
        if players > 2 and 0 < finished < rounds - 1:
            assert state.actors == tuple(seat for seat in game.seats if state.scores[seat] == max(state.scores))
            continue
        assert state.actors == game.seats
        state = all_bid(state)
        for viewer in game.seats:
            assert [seat for seat, bid in enumerate(seen(state, viewer).bids) if bid] == [viewer]


@pytest.mark.parametrize(("players", "count"), [(3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (5, 2), (5, 3), (6, 1), (6, 2)])
def test_pr_5_the_highest_scores_bid_first_and_face_up(players: int, count: int) -> None:
    game = load(NAME, players)
    state, leaders = leaders_after(game, 1, count)
    others = tuple(seat for seat in game.seats if seat not in leaders)
    assert state.actors == leaders
    for seat in others:
        assert state.legal(seat) == ()
        assert refused(state, seat, "S1+S2", "ALL-1").reason == "open-bids-first"
    for seat in leaders[:-1]:
        state = act(state, seat, str(state.legal(seat)[0]))
        for viewer in {None, *game.seats} - {seat}:
            assert seen(state, viewer).bids[seat] is None  # hidden until the last leader has bid
    state = act(state, leaders[-1], str(state.legal(leaders[-1])[0]))
    assert state.actors == others
    for viewer in (None, *game.seats):
        assert [seat for seat, bid in enumerate(seen(state, viewer).bids) if bid] == list(leaders)
    state = all_bid(state)
    for viewer in (None, *game.seats):
        known = [seat for seat, bid in enumerate(seen(state, viewer).bids) if bid]
        assert known == sorted({*leaders, *({viewer} - {None})})  # type: ignore[type-var]
        gone = set(texts(seen(state, viewer).gone))
        assert all(set(str(seen(state, viewer).bids[seat]).split("+")) <= gone for seat in leaders)


def test_pr_5_the_order_of_open_bids_shows_in_no_view() -> None:
    game = load(NAME, 4)
    state, (first, second) = leaders_after(game, 1, 2)
    bids = {seat: str(state.legal(seat)[7]) for seat in (first, second)}
    ways = [
        act(act(state, one, bids[one]), other, bids[other]) for one, other in ((first, second), (second, first))
    ]  # fmt: skip
    for viewer in (None, *game.seats):
        assert ways[0].view(viewer) == ways[1].view(viewer)


def test_pr_5_all_tied_bid_at_the_same_time_face_up() -> None:
    game = load(NAME, 3)
    state, leaders = leaders_after(game, 1, 3)
    assert state.actors == leaders == (0, 1, 2)
    state = all_bid(state)
    assert all(seen(state).bids)
    assert state.phase == "tricks"


@COUNTS
def test_pr_14_tricks_won_and_all_cards_played_are_public(players: int) -> None:
    state = all_bid(load(NAME, players).start(seed=6))
    won = [0] * players
    for _ in range(3):
        for _ in range(players):
            state = act(state, state.actors[0], str(state.legal(state.actors[0])[0]))
        won[seen(state).tricks[-1].winner] += 1
        for viewer in (None, *range(players)):
            assert list(seen(state, viewer).won) == won
            assert sum(len(trick.plays) for trick in seen(state, viewer).tricks) == sum(won) * players


@COUNTS
@pytest.mark.parametrize("exact", [True, False])
def test_pr_15_one_point_a_trick_and_the_bonus_for_an_exact_bid(players: int, exact: bool) -> None:
    bonus = {2: 6, 3: 5, 4: 5, 5: 4, 6: 3}[players]

    def wanted(round_: RoundOne) -> bool:
        hits = sum(won == bid for won, bid in zip(round_.won, round_.bids, strict=True))
        return round_.surrendered is None and (hits > 0 if exact else hits == 0)

    played = round_one(players, wanted)
    assert list(played.points) == [w + bonus if w == b else w for w, b in zip(played.won, played.bids, strict=True)]
    assert played.state.scores == played.points


def test_pr_15_a_bid_of_0_is_fulfilled_by_no_trick() -> None:
    game = load(NAME, 2)
    hands = {0: "Jaguar S14 S13 S12 S11 S10 S9 S8 S7 S6 S5 V14 V13", 1: "S1 S2 S3 S4"}
    deal = prophecy_deal(game, hands, dealer=1, void={0: "E", 1: "SV"}, aside="Monkey Shaman Lizard")
    state = all_bid(act(dealt(game, deal), 1, "S1+S2+S3+S4"), hands)
    for card in hands[0].split():
        state = act(state, 0, card)
        state = act(state, 1, str(state.legal(1)[0]))
    assert state.scores == (13, 0 + 6)


def test_pr_15_rulebook_example_three_bid_and_three_won_with_four_players() -> None:
    played = round_one(
        4, lambda round_: (3, 3) in zip(round_.won, round_.bids, strict=True) and round_.surrendered is None
    )
    seat = list(zip(played.won, played.bids, strict=True)).index((3, 3))
    assert played.points[seat] == 3 + 5


@COUNTS
def test_pr_15_a_seat_that_surrendered_scores_0(players: int) -> None:
    played = round_one(players, lambda round_: round_.surrendered is not None, keep=True)
    assert played.surrendered is not None
    assert played.won[played.surrendered] > 0
    for seat in range(players):
        exact = played.won[seat] == played.bids[seat]
        expected = 0 if seat == played.surrendered else played.won[seat] + BONUS[players] * exact
        assert played.points[seat] == expected


@pytest.mark.parametrize("players", [4, 5, 6])
def test_pr_15_a_surrendered_exact_bid_is_not_fulfilled(players: int) -> None:
    def exact_but_surrendered(round_: RoundOne) -> bool:
        seat = round_.surrendered
        return seat is not None and round_.won[seat] == round_.bids[seat]

    played = round_one(players, exact_but_surrendered, keep=True)
    assert played.surrendered is not None
    assert played.points[played.surrendered] == 0
    assert not played.state.finished[0].fulfilled[played.surrendered]


@COUNTS
def test_pr_16_all_bids_are_revealed_at_scoring_and_not_before(players: int) -> None:
    state = before = load(NAME, players).start(seed=8)
    while not state.finished:
        before, state = state, after_one(state)
    bids = {event["seat"]: event["action"] for event in before.record().events if "+" in event.get("action", "")}
    for viewer in (None, *range(players)):
        shown = [str(event.to_dict()) for event in before.view(viewer).history]
        for seat in set(range(players)) - {viewer}:
            assert not [text for text in shown if bids[seat] in text]
        ends = [event.to_dict()["round"] for event in state.view(viewer).history if "round" in event.to_dict()]
        assert ends[0]["bids"] == [bids[seat] for seat in range(players)]


def after_one(state: State) -> State:
    """The state after the first legal action of the first seat to act."""
    return act(state, state.actors[0], str(state.legal(state.actors[0])[0]))


def match_where(players: int, wanted: Callable[[tuple[int, ...], list[int]], bool]) -> tuple[State, list[int]]:
    """A finished short match whose leaders and rounds fulfilled by seat are wanted; fails if there is none."""
    game = load(NAME, players, variant="short")
    for seed in range(TRIES):
        state = after_rounds(game, 5, seed)
        oracle = oracle_for(NAME, players, game.options)
        for event in state.record().events:
            if "deal" in event:
                oracle.deal(event["deal"])
            elif "action" in event:
                oracle.act(event["seat"], event["action"])
        leaders = tuple(seat for seat in game.seats if state.scores[seat] == max(state.scores))
        fulfilled: list[int] = oracle.fulfilled  # type: ignore[union-attr]
        if wanted(leaders, fulfilled):
            return state, fulfilled
    raise AssertionError("no such match found")


@pytest.mark.parametrize("players", [5, 6])
def test_pr_17_the_highest_total_wins(players: int) -> None:
    state, fulfilled = match_where(players, lambda leaders, done: len(leaders) == 1 and done[leaders[0]] < max(done))
    assert state.winners == (state.scores.index(max(state.scores)),)
    assert fulfilled[state.winners[0]] < max(fulfilled)


@pytest.mark.parametrize("players", [5, 6])
def test_pr_17_a_tie_goes_to_the_seat_that_fulfilled_in_more_rounds(players: int) -> None:
    state, fulfilled = match_where(
        players, lambda leaders, done: len(leaders) == 2 and done[leaders[0]] != done[leaders[1]]
    )
    leaders = [seat for seat in range(players) if state.scores[seat] == max(state.scores)]
    assert state.winners == (max(leaders, key=lambda seat: fulfilled[seat]),)


@pytest.mark.parametrize("players", [5, 6])
def test_pr_17_still_tied_seats_share(players: int) -> None:
    state, _ = match_where(players, lambda leaders, done: len(leaders) > 1 and len({done[s] for s in leaders}) == 1)
    assert state.winners == tuple(seat for seat in range(players) if state.scores[seat] == max(state.scores))
    assert len(state.winners) > 1


@COUNTS
def test_pr_18_short_has_five_rounds_the_last_without_a_trump_suit(players: int) -> None:
    game = load(NAME, players, variant="short")
    assert not after_rounds(game, 4, seed=2).over
    state = after_rounds(game, 5, seed=2)
    assert state.over
    assert [event["deal"]["trump"] for event in state.record().events if "deal" in event] == ["S", "P", "V", "E", None]
    dealer = before_round(game, 5).record().events[0]["deal"]["dealer"]
    with pytest.raises(foretold.BadRecord) as caught:
        before_round(game, 5).deal(prophecy_deal(game, trump="S", dealer=(dealer + 4) % players))
    assert caught.value.clause == "PR-18"


def test_pr_20_the_wheel_is_public_and_by_value_unless_the_table_sets_it() -> None:
    assert "".join(seen(load(NAME, 4).start(seed=1)).wheel) == "SPVESPVE"
    assert seen(load(NAME, 4, variant="short").start(seed=1)).wheel == (*"SPVE", None)
    assert seen(load(NAME, 4, variant="short", wheel="EVPS").start(seed=1)).wheel == (*"EVPS", None)
    assert load(NAME, 4).options["wheel"] == "SPVESPVE"
    assert seen(load(NAME, 4, wheel="VVVVVVVV").start(seed=1)).trump == "V"


@pytest.mark.parametrize(
    ("variant", "wheel"),
    [
        ("standard", "SPVE"), ("standard", "SPVESPVEX"), ("standard", "SPVESPVX"), ("standard", "spvespve"),
        ("standard", ""), ("short", "SPVESPVE"), ("short", "SPVV"), ("short", "SPV"),
    ],
)  # fmt: skip
def test_pr_20_other_wheels_are_refused(variant: str, wheel: str) -> None:
    with pytest.raises(foretold.BadOption):
        load(NAME, 4, variant=variant, wheel=wheel)


def test_pr_20_a_deal_with_another_trump_is_refused() -> None:
    game = load(NAME, 4)
    with pytest.raises(foretold.BadRecord) as caught:
        game.start().deal(prophecy_deal(game, trump="P"))
    assert caught.value.clause == "PR-20"
    with pytest.raises(foretold.BadRecord):
        game.start().deal(prophecy_deal(game, trump=None))


@COUNTS
def test_pr_21_no_view_shows_another_hand_or_a_face_down_bid(players: int) -> None:
    state = all_bid(load(NAME, players).start(seed=9))
    deal = state.record().events[0]["deal"]
    for viewer in (None, *range(players)):
        shown = str(state.view(viewer).to_dict())
        for seat in set(range(players)) - {viewer}:
            assert not [card for card in deal["hands"][seat] if f"'{card}'" in shown or f"{card}+" in shown]
