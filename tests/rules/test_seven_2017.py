"""Seven Prophecies, first edition, clause by clause: SP1-1 … SP1-17."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import foretold
from foretold.games import Game, State
from tests.rules.oracle import deck_of, splits
from tests.rules.tables import (
    Ended,
    act,
    dealt,
    load,
    play,
    prophesied,
    refused,
    seen,
    seven_deal,
    seven_round,
    seven_trick,
    texts,
)

NAME = "seven-prophecies-2017"
FOUR = load(NAME, 4)
THREE = load(NAME, 3)
BOTH = pytest.mark.parametrize("game", [THREE, FOUR], ids=["3", "4"])


def rounds(game: Game, *ends: tuple[int, tuple[int, ...]]) -> Ended:
    """A match of rounds that end in a trick with these tokens left by seat."""
    state = game.start()
    for trick, left in ends:
        ended = seven_round(state, trick, left)
        state = ended.state
    return ended


def points(state: State) -> list[list[int]]:
    """What each round of the record was worth."""
    return [event["round"]["points"] for event in state.record().events if "round" in event]


@pytest.mark.parametrize("players", [0, 1, 2, 5, 6])
def test_sp1_1_takes_three_or_four_players(players: int) -> None:
    with pytest.raises(foretold.BadOption):
        load(NAME, players)


@pytest.mark.parametrize(("players", "cards"), [(4, 52), (3, 44)])
def test_sp1_1_deck_has_four_suits_of_13_or_11(players: int, cards: int) -> None:
    deal = load(NAME, players).start(seed=3).record().events[0]["deal"]
    dealt = [card for hand in deal["hands"] for card in hand] + deal["future"] + deal["open"] + deal["hidden"]
    assert len(dealt) == cards
    assert sorted(dealt) == sorted(deck_of(NAME, players))


@BOTH
def test_sp1_2_any_seat_may_start_the_first_round(game: Game) -> None:
    starters = Counter(seen(game.start(seed=seed)).starter for seed in range(400))
    assert sorted(starters) == list(range(game.players))
    assert min(starters.values()) > 400 / game.players * 0.7


@BOTH
def test_sp1_2_next_starter_is_left_of_the_starter_whoever_won_the_last_trick(game: Game) -> None:
    last_leaders = set()
    for seed in range(12):
        state = game.start(seed=seed)
        starter = seen(state).starter
        while not state.finished:
            state = act(state, state.actors[0], str(state.legal(state.actors[0])[-1]))
        ended: Any = state.finished[0]
        last_leaders.add(ended.tricks[-1].places.index(1))
        assert seen(state).starter == (starter + 1) % game.players
        assert seen(state).leader == (starter + 1) % game.players
    assert len(last_leaders) > 1


def test_sp1_2_a_deal_with_another_starter_is_refused() -> None:
    state = seven_round(FOUR.start(), 7, (0, 1, 1, 1)).state
    with pytest.raises(foretold.BadRecord) as caught:
        state.deal(seven_deal(FOUR, starter=2))
    assert caught.value.clause == "SP1-2"
    assert state.deal(seven_deal(FOUR, starter=1)).phase == "prophecy"


@pytest.mark.parametrize(("game", "clause"), [(THREE, "SP1-4"), (FOUR, "SP1-3")], ids=["3", "4"])
@pytest.mark.parametrize(("source", "target"), [("hand", "hidden"), ("hidden", "open"), ("hidden", "future")])
def test_sp1_3_4_a_deal_of_other_sizes_is_refused(game: Game, clause: str, source: str, target: str) -> None:
    deal = seven_deal(game)
    piles = {"hand": deal["hands"][1], **{key: deal[key] for key in ("hidden", "open", "future")}}
    piles[target].append(piles[source].pop())
    with pytest.raises(foretold.BadRecord) as caught:
        game.start().deal(deal)
    assert caught.value.clause in (clause, "SP1-5")


@pytest.mark.parametrize(("players", "opened", "hidden"), [(4, 0, 2), (3, 2, 2)])
def test_sp1_3_4_sizes_of_a_deal(players: int, opened: int, hidden: int) -> None:
    deal = load(NAME, players).start(seed=11).record().events[0]["deal"]
    assert [len(hand) for hand in deal["hands"]] == [10] * players
    assert (len(deal["future"]), len(deal["open"]), len(deal["hidden"])) == (10, opened, hidden)


@BOTH
def test_sp1_3_4_cards_aside_are_unseen_but_the_open_ones_of_three_players_are_public(game: Game) -> None:
    deal = seven_deal(game)
    for seat in (None, *game.seats):
        view = seen(dealt(game, deal), seat)
        shown = str(view.to_dict()["history"])
        assert all(f"'{card}'" in shown for card in deal["open"])
        assert not any(f"'{card}'" in str(view.to_dict()) for card in deal["hidden"])


def test_sp1_5_the_future_row_is_public_in_full_and_gives_each_tricks_suit() -> None:
    deal = seven_deal(FOUR, future="SSMMEERRSM")
    state = prophesied(dealt(FOUR, deal))
    for trick in range(3):
        view = seen(state)
        assert list(view.future) == deal["future"]
        assert view.lead == deal["future"][trick][0]
        assert not set(deal["future"]) & set(texts(seen(state, 2).unseen))
        for _ in range(4):
            state = act(state, state.actors[0], str(state.legal(state.actors[0])[0]))


def test_sp1_5_the_number_of_a_future_card_never_matters() -> None:
    places = set()
    for face in ("S13", "S2"):
        rest = ["S12", "S11", "M13", "M12", "M11", "E13", "E12", "E11", "R13"]
        deal = seven_deal(FOUR, {0: "S5", 1: "S6", 2: "S7", 3: "S8"}, [face, *rest])
        state = play(prophesied(dealt(FOUR, deal)), "S5 S6 S7 S8")
        places.add(seen(state).tricks[0].places)
    assert places == {(4, 3, 2, 1)}


@pytest.mark.parametrize(("game", "ways"), [(FOUR, 120), (THREE, 36)], ids=["4", "3"])
def test_sp1_6_every_split_of_seven_is_legal_in_order(game: Game, ways: int) -> None:
    state = game.start(seed=1)
    expected = ["-".join(map(str, split)) for split in splits(game.players)]
    assert len(expected) == ways
    assert expected[0] == ("7-0-0-0" if ways == 120 else "7-0-0")
    assert expected[-1] == ("0-0-0-7" if ways == 120 else "0-0-7")
    for seat in game.seats:
        assert texts(state.legal(seat)) == expected


@pytest.mark.parametrize("split", ["2-1-3", "8-0-0-0", "2-1-1-2", "7-0-0", "7-0-0-0-0", "0-0-0-0", "10-0-0-0"])
def test_sp1_6_a_split_that_is_not_seven_over_all_places_is_refused(split: str) -> None:
    refused(FOUR.start(seed=1), 2, split, "SP1-6")


@pytest.mark.parametrize("text", ["", "7", "7-0-0-", "+7-0-0-0", "07-0-0-0", "7-0-0-0 ", "7--0-0-0", "8--1-0-0"])
def test_sp1_6_other_text_is_no_prophecy(text: str) -> None:
    with pytest.raises(foretold.NotationError):
        FOUR.start(seed=1).apply(0, text)


def test_sp1_6_prophecies_are_hidden_until_all_have_chosen_then_public_at_once() -> None:
    state = FOUR.start(seed=1)
    given = {2: "2-1-1-3", 0: "7-0-0-0", 3: "1-2-2-2"}
    for seat, prophecy in given.items():
        state = act(state, seat, prophecy)
    for viewer in (None, 0, 1, 2, 3):
        shown = str(seen(state, viewer).to_dict()["history"]) + str(seen(state, viewer).prophecies)
        assert seen(state, viewer).chosen == (0, 2, 3)
        assert seen(state, viewer).actors == (1,)
        assert [seat for seat, prophecy in given.items() if prophecy in shown] == ([viewer] if viewer in given else [])
    state = act(state, 1, "0-0-7-0")
    for viewer in (None, 0, 1, 2, 3):
        assert texts(seen(state, viewer).prophecies) == ["7-0-0-0", "0-0-7-0", "2-1-1-3", "1-2-2-2"]


@BOTH
def test_sp1_6_the_order_of_choosing_shows_in_no_view_and_changes_no_play(game: Game) -> None:
    prophecies = texts(game.start(seed=1).legal(0))[5 : 5 + game.players]
    distinct: set[object] = set()
    for order in permutations(game.seats):
        state = game.start(seed=1)
        for count, seat in enumerate(order):
            state = act(state, seat, prophecies[seat])
            if set(order[: count + 1]) == {0, 2}:
                distinct.add((seen(state, 1), seen(state)))
        distinct.add(tuple(seen(state, seat) for seat in (None, *game.seats)))
    assert len(distinct) == 2


@BOTH
def test_sp1_6_a_prophecy_stands(game: Game) -> None:
    state = game.start(seed=1)
    split = str(state.legal(0)[3])
    state = act(state, 0, split)
    assert state.legal(0) == ()
    refused(state, 0, split, "ALL-3")
    refused(state, 0, str(state.legal(1)[4]), "ALL-3")


def test_sp1_7_every_seat_the_leader_too_follows_the_lead_suit() -> None:
    deal = seven_deal(FOUR, {0: "E1 E9 S1", 1: "M4"}, "ESMRESMRES", void={1: "E"})
    state = prophesied(dealt(FOUR, deal))
    led = [card for card in texts(seen(state, 0).hand) if card[0] == "E"]
    assert texts(state.legal(0)) == led
    error = refused(state, 0, "S1", "SP1-7")
    assert (error.reason, error.values) == ("must-follow", {"suit": "E"})
    assert "Eye" in error.sentence("en")
    state = play(state, "E1")
    assert texts(state.legal(1)) == texts(seen(state, 1).hand)
    assert len(state.legal(1)) == 10


def test_sp1_7_play_goes_clockwise_from_the_leader_and_is_public() -> None:
    state = prophesied(dealt(FOUR, seven_deal(FOUR, {0: "S4", 1: "S3", 2: "S5", 3: "S6"}, starter=2)))
    for seat, card in [(2, "S5"), (3, "S6"), (0, "S4")]:
        assert state.actors == (seat,)
        state = act(state, seat, card)
        assert seen(state).history[-1].to_dict() == {"seat": seat, "action": card}
    assert [took.to_dict() for took in seen(state, 1).trick] == [
        {"seat": 2, "action": "S5"}, {"seat": 3, "action": "S6"}, {"seat": 0, "action": "S4"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lead", "leader", "cards", "places"),
    [
        ("S", 0, "S5 S9 S1 S12", (3, 2, 4, 1)),
        ("S", 0, "M13 S2 E13 S1", (4, 1, 3, 2)),  # equal numbers: the later is stronger
        ("S", 2, "M13 S2 E13 S1", (3, 2, 4, 1)),
        ("R", 1, "S5 M5 E5 R6", (1, 4, 3, 2)),
        ("R", 3, "S13 M12 E11 R1", (3, 4, 1, 2)),
        ("E", 0, "S7 M7 R7 E1", (4, 3, 2, 1)),
        ("E", 0, "S10 E1 R10 M10", (4, 1, 3, 2)),
        ("E", 0, "S9 E3 R9 M9", (4, 1, 3, 2)),
    ],
)
def test_sp1_8_cards_take_their_places(lead: str, leader: int, cards: str, places: tuple[int, ...]) -> None:
    view = seen(seven_trick(FOUR, lead, leader, cards))
    assert view.tricks[0].places == places
    assert view.leader == places.index(1)  # SP1-10


@pytest.mark.parametrize(
    ("cards", "places"), [("M11 S1 E11", (3, 1, 2)), ("M4 E4 R4", (3, 2, 1)), ("M9 E2 R9", (2, 3, 1))]
)
def test_sp1_8_places_with_three_players(cards: str, places: tuple[int, ...]) -> None:
    assert seen(seven_trick(THREE, "S", 0, cards)).tricks[0].places == places


def test_sp1_9_one_cube_moves_where_the_place_still_holds_one() -> None:
    view = seen(seven_trick(FOUR, "S", 0, "S5 S9 S1 S12", "1-2-3-1 0-4-3-0 7-0-0-0 6-1-0-0"))
    assert view.tricks[0].places == (3, 2, 4, 1)
    assert view.left == ((1, 2, 2, 1), (0, 3, 3, 0), (7, 0, 0, 0), (5, 1, 0, 0))
    assert view.tricks[0].confirmed == (True, True, False, True)


def test_sp1_9_nothing_moves_when_the_place_is_used_up() -> None:
    deal = seven_deal(FOUR, {0: "S9 S10", 1: "S1 S2", 2: "S3 S4", 3: "S5 S6"}, "SSMMEERRSM")
    state = play(prophesied(dealt(FOUR, deal), "1-2-2-2 7-0-0-0 7-0-0-0 7-0-0-0"), "S9 S1 S3 S5 S10 S2 S4 S6")
    view = seen(state)
    assert view.left[0] == (0, 2, 2, 2)
    assert [trick.confirmed[0] for trick in view.tricks] == [True, False]


def test_sp1_10_the_starter_leads_first_then_each_winner() -> None:
    state = prophesied(dealt(FOUR, seven_deal(FOUR, starter=3)))
    assert state.actors == (3,)
    for _ in range(5):
        for _ in range(4):
            state = act(state, state.actors[0], str(state.legal(state.actors[0])[-1]))
        view = seen(state)
        assert state.actors == (view.tricks[-1].places.index(1),)


@pytest.mark.parametrize("trick", [7, 8, 9, 10])
@pytest.mark.parametrize("left", [(0, 1, 2, 3), (0, 0, 2, 1), (0, 0, 0, 0), (2, 1, 1, 0)])
def test_sp1_11_round_ends_with_the_trick_in_which_some_seat_is_done(trick: int, left: tuple[int, ...]) -> None:
    state = seven_round(FOUR.start(), trick, left).state
    assert len(state.finished) == 1
    assert len(state.finished[0].tricks) == trick
    assert state.awaits_deal


@pytest.mark.parametrize(("game", "left"), [(FOUR, (1, 2, 3, 1)), (THREE, (1, 1, 2))], ids=["4", "3"])
def test_sp1_11_round_ends_after_the_tenth_trick(game: Game, left: tuple[int, ...]) -> None:
    assert len(seven_round(game.start(), 9, left).state.finished) == 0
    state = seven_round(game.start(), 10, left).state
    assert len(state.finished[0].tricks) == 10
    assert state.awaits_deal


@pytest.mark.parametrize(
    ("trick", "left", "expected"),
    [
        (7, (0, 0, 1, 2), [2, 2, 0, -1]),  # the rulebook's example
        (8, (4, 0, 3, 5), [-3, 2, -2, -4]),
        (9, (0, 0, 0, 0), [2, 2, 2, 2]),
        (10, (1, 2, 3, 4), [0, -1, -2, -3]),
    ],
)
def test_sp1_12_points_of_a_round(trick: int, left: tuple[int, ...], expected: list[int]) -> None:
    state = seven_round(FOUR.start(), trick, left).state
    assert points(state) == [expected]
    assert state.scores == tuple(max(0, points) for points in expected)


@pytest.mark.parametrize(("left", "loss"), [(k, 1 - k) for k in range(1, 7)])
def test_sp1_12_k_cubes_left_lose_k_minus_1(left: int, loss: int) -> None:
    assert points(seven_round(THREE.start(), 8, (0, left, 1)).state) == [[2, loss, 0]]


@pytest.mark.parametrize(
    ("option", "gain"),
    [({}, 2), ({"tenth_trick_scores": True}, 2), ({"tenth_trick_scores": False}, 0)],
)
def test_sp1_13_fulfilling_in_the_tenth_trick(option: dict[str, bool], gain: int) -> None:
    game = load(NAME, 4, **option)
    assert points(seven_round(game.start(), 10, (0, 1, 3, 0)).state) == [[gain, 0, -2, gain]]
    assert points(seven_round(game.start(), 9, (0, 1, 3, 0)).state) == [[2, 0, -2, 2]]


@pytest.mark.parametrize("variant", ["first-to-two", "single-round"])
def test_sp1_13_the_option_plays_no_part_in_the_variants(variant: str) -> None:
    game = load(NAME, 4, variant=variant, tenth_trick_scores=False)
    expected = (1, 0, 0, 1) if variant == "first-to-two" else (7, 6, 4, 7)
    assert seven_round(game.start(), 10, (0, 1, 3, 0)).state.scores == expected


def test_sp1_14_a_score_never_falls_below_0_by_default() -> None:
    state = rounds(FOUR, (8, (0, 4, 1, 2)), (8, (4, 0, 3, 1))).state
    assert points(state) == [[2, -3, 0, -1], [-3, 2, -2, 0]]
    assert state.scores == (0, 2, 0, 0)


def test_sp1_14_with_the_option_a_score_may_fall_below_0() -> None:
    game = load(NAME, 4, negative_scores=True)
    assert rounds(game, (8, (0, 4, 1, 2)), (8, (4, 0, 3, 1))).state.scores == (-1, -1, -2, -1)


def test_sp1_15_as_many_rounds_as_players_and_the_highest_total_wins() -> None:
    ends = [(7, (0, 1, 1, 1)), (8, (1, 0, 1, 1)), (9, (1, 0, 1, 1))]
    state = rounds(FOUR, *ends).state
    assert (state.over, state.winners) == (False, ())
    state = seven_round(state, 10, (1, 1, 1, 0)).state
    assert (state.over, state.scores, state.winners) == (True, (2, 4, 0, 2), (1,))
    state = rounds(THREE, *[(trick, left[:3]) for trick, left in ends]).state
    assert (state.over, state.scores, state.winners) == (True, (2, 4, 0), (1,))


def test_sp1_15_tied_seats_share_the_victory() -> None:
    state = rounds(THREE, (7, (0, 1, 1)), (7, (1, 1, 0)), (10, (1, 1, 1))).state
    assert (state.scores, state.winners) == ((2, 0, 2), (0, 2))
    assert rounds(THREE, *[(10, (1, 1, 1))] * 3).state.winners == (0, 1, 2)


@BOTH
def test_sp1_16_first_to_fulfil_in_two_rounds_wins_however_long_it_takes(game: Game) -> None:
    game = load(NAME, game.players, variant="first-to-two")
    nobody, first, second = (2,) * game.players, (0, *(1,) * (game.players - 1)), (1, 0, *(5,) * (game.players - 2))
    ended = rounds(game, (10, nobody), (7, first), (10, nobody), (10, nobody), (10, nobody), (8, second), (10, nobody))
    assert (ended.state.over, ended.state.scores) == (False, (1, 1, *(0,) * (game.players - 2)))
    state = seven_round(ended.state, 10, second).state
    assert (state.scores[:2], state.winners) == ((1, 2), (1,))
    assert points(state)[-1] == [0, 1, *(0,) * (game.players - 2)]


def test_sp1_16_seats_that_get_there_in_the_same_round_share() -> None:
    game = load(NAME, 4, variant="first-to-two")
    state = rounds(game, (7, (0, 1, 1, 0)), (8, (3, 0, 1, 1)), (9, (0, 4, 2, 0))).state
    assert (state.scores, state.winners) == ((2, 1, 0, 2), (0, 3))


@BOTH
def test_sp1_17_single_round_the_most_cubes_win_and_below_seven_a_tie_is_shared(game: Game) -> None:
    game = load(NAME, game.players, variant="single-round")
    more = (3,) * (game.players - 3)
    state = seven_round(game.start(), 10, (2, 1, 1, *more)).state
    assert (state.over, state.scores[:3], state.winners) == (True, (5, 6, 6), (1, 2))
    state = seven_round(game.start(), 10, (3, 1, 2, *more)).state
    assert (state.scores[:3], state.winners) == ((4, 6, 5), (1,))
    state = seven_round(game.start(), 8, (3, 1, 0, *more)).state
    assert (state.scores[:3], state.winners) == ((4, 6, 7), (2,))


@pytest.mark.parametrize("trick", [7, 8, 9, 10])
@pytest.mark.parametrize("left", [(0, 0, 1, 2), (3, 0, 0, 0), (0, 0, 0, 0), (0, 1, 1, 0)])
def test_sp1_17_of_seats_done_in_the_same_trick_the_one_nearest_to_last_place_wins(
    trick: int, left: tuple[int, ...]
) -> None:
    ended = seven_round(load(NAME, 4, variant="single-round").start(), trick, left)
    done = [seat for seat in range(4) if left[seat] == 0]
    last_places = {seat: ended.places[-1][seat] for seat in done}
    assert ended.state.winners == (max(done, key=last_places.__getitem__),)


def test_sp1_17_with_three_players_last_place_is_3rd() -> None:
    ended = seven_round(load(NAME, 3, variant="single-round").start(), 7, (0, 0, 0))
    assert ended.state.winners == (ended.places[-1].index(3),)
