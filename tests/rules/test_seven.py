"""Seven Prophecies, second edition, clause by clause: SP2-1 … SP2-11 and the examples of its rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

import foretold
from foretold.games import Game, State
from tests.rules.oracle import deck_of, splits
from tests.rules.tables import (
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

NAME = "seven-prophecies"
FOUR = load(NAME, 4)
THREE = load(NAME, 3)
BOTH = pytest.mark.parametrize("game", [THREE, FOUR], ids=["3", "4"])


def points(state: State) -> list[list[int]]:
    """What each round of the record was worth."""
    return [event["round"]["points"] for event in state.record().events if "round" in event]


def rounds(game: Game, *ends: tuple[int, Sequence[int]]) -> State:
    """A match of rounds that end in a trick with these tokens left by seat."""
    state = game.start()
    for trick, left in ends:
        state = seven_round(state, trick, left).state
    return state


@pytest.mark.parametrize(("players", "cards"), [(4, 44), (3, 36)])
def test_sp2_1_deck_has_four_suits_of_11_or_9(players: int, cards: int) -> None:
    deal = load(NAME, players).start(seed=3).record().events[0]["deal"]
    dealt = [card for hand in deal["hands"] for card in hand] + deal["hidden"]
    assert len(dealt) == cards
    assert sorted(dealt) == sorted(deck_of(NAME, players))


@pytest.mark.parametrize("card", ["B12", "B0", "E1", "B01", "b1", "Jaguar"])
def test_sp2_1_other_cards_do_not_exist(card: str) -> None:
    with pytest.raises(foretold.NotationError):
        FOUR.start(seed=1).apply(0, card)


def test_sp2_1_ten_and_eleven_are_for_four_players() -> None:
    assert str(FOUR.parse("S11")) == "S11"
    with pytest.raises(foretold.NotationError):
        THREE.parse("S10")


@pytest.mark.parametrize("players", [1, 2, 5])
def test_sp2_1_takes_three_or_four_players(players: int) -> None:
    with pytest.raises(foretold.BadOption):
        load(NAME, players)


@pytest.mark.parametrize("option", ["variant", "tenth_trick_scores", "negative_scores", "wheel"])
def test_sp2_has_no_variants_and_no_options(option: str) -> None:
    with pytest.raises(foretold.BadOption):
        load(NAME, 4, **{option: "standard"})


@pytest.mark.parametrize(("players", "aside"), [(4, 4), (3, 6)])
def test_sp2_2_ten_cards_a_seat_and_the_rest_aside_unseen(players: int, aside: int) -> None:
    game = load(NAME, players)
    state = game.start(seed=5)
    deal = state.record().events[0]["deal"]
    assert [len(hand) for hand in deal["hands"]] == [10] * players
    assert len(deal["hidden"]) == aside
    for seat in (None, *game.seats):
        shown = str(state.view(seat).to_dict())
        unknown = [card for other in game.seats if other != seat for card in deal["hands"][other]] + deal["hidden"]
        assert not [card for card in unknown if f"'{card}'" in shown]


def test_sp2_2_a_deal_of_other_sizes_is_refused() -> None:
    deal = seven_deal(FOUR)
    deal["hidden"].append(deal["hands"][3].pop())
    with pytest.raises(foretold.BadRecord) as caught:
        FOUR.start().deal(deal)
    assert caught.value.clause == "SP2-2"


@BOTH
def test_sp2_3_row_is_ten_of_twelve_colour_cards_three_of_each_suit(game: Game) -> None:
    for seed in range(30):
        deal = game.start(seed=seed).record().events[0]["deal"]
        assert len(deal["future"]) == 10
        assert Counter(deal["future"] + deal["future_hidden"]) == dict.fromkeys("BMPS", 3)


def test_sp2_3_a_row_with_a_suit_four_times_is_refused() -> None:
    deal = {**seven_deal(FOUR), "future": list("BBBBMMMPPP"), "future_hidden": ["S", "S"]}
    with pytest.raises(foretold.BadRecord) as caught:
        FOUR.start().deal(deal)
    assert caught.value.clause == "SP2-3"


def test_sp2_3_the_row_is_public_the_two_left_over_are_not() -> None:
    one = seven_deal(FOUR, future="BBBMMMPPSS")
    other = {**one, "future_hidden": one["future_hidden"][::-1]}
    assert one["future_hidden"] != other["future_hidden"]
    for seat in (None, 0, 1, 2, 3):
        view = seen(dealt(FOUR, one), seat)
        assert view.future == tuple("BBBMMMPPSS")
        assert view == seen(dealt(FOUR, other), seat)


def test_sp2_3_colour_cards_say_nothing_of_the_hands() -> None:
    view = seen(dealt(FOUR, seven_deal(FOUR, future="BBBMMMPPSS")), 0)
    assert len(view.unseen) == 34


@pytest.mark.parametrize(("game", "ways"), [(FOUR, 120), (THREE, 36)], ids=["4", "3"])
def test_sp2_4_every_split_of_seven_is_legal_in_order(game: Game, ways: int) -> None:
    state = game.start(seed=1)
    for seat in game.seats:
        legal = texts(state.legal(seat))
        assert len(legal) == ways
        assert legal == ["-".join(map(str, split)) for split in splits(game.players)]


@pytest.mark.parametrize("split", ["2-1-3", "2-1-0-3", "0-0-0-0", "3-3-1-1", "7-0-0", "1-1-1-1-3"])
def test_sp2_4_all_seven_tokens_must_be_placed_on_the_places_there_are(split: str) -> None:
    refused(FOUR.start(seed=1), 1, split, "SP2-4")


def test_sp2_4_the_split_of_the_rulebook_is_legal_and_hidden_until_all_have_chosen() -> None:
    state = act(FOUR.start(seed=1), 0, "2-1-1-3")
    assert texts([seen(state, 0).prophecy]) == ["2-1-1-3"]
    for viewer in (None, 1, 2, 3):
        view = state.view(viewer)
        assert view.chosen == (0,)
        assert "2-1-1-3" not in str({**view.to_dict(), "legal": []})
    state = prophesied(FOUR.start(seed=1), "2-1-1-3 7-0-0-0 7-0-0-0 7-0-0-0")
    assert texts(seen(state).prophecies)[0] == "2-1-1-3"


def test_sp2_5_rulebook_example_lead_broom() -> None:
    state = seven_trick(FOUR, "B", 0, "M11 B5 B1 B10")
    assert seen(state).tricks[0].places == (4, 2, 3, 1)
    assert state.actors == (3,)


def test_sp2_5_rulebook_example_lead_mushroom() -> None:
    state = seven_trick(FOUR, "M", 3, "M3 M6 B9 S9")
    assert seen(state).tricks[0].places == (1, 4, 3, 2)
    assert state.actors == (0,)


def test_sp2_5_both_rulebook_tricks_one_after_the_other() -> None:
    hands = {0: "M11 M6", 1: "B5 B9", 2: "B1 S9", 3: "B10 M3"}
    deal = seven_deal(FOUR, hands, "BMBMBMPPPS", void={0: "B", 1: "M", 2: "M"})
    state = prophesied(dealt(FOUR, deal), "2-1-1-3 7-0-0-0 0-0-7-0 1-2-2-2")
    state = play(state, "M11 B5 B1 B10 M3 M6 B9 S9")
    assert [trick.places for trick in seen(state).tricks] == [(4, 2, 3, 1), (1, 4, 3, 2)]
    assert seen(state).left == ((1, 1, 1, 2), (7, 0, 0, 0), (0, 0, 5, 0), (0, 1, 2, 2))


@pytest.mark.parametrize(
    ("leader", "cards", "places"),
    [
        (0, "B11 B2 B3 B4", (1, 4, 3, 2)),
        (0, "M9 P9 S9 B1", (4, 3, 2, 1)),
        (1, "M9 P9 S9 B1", (1, 4, 3, 2)),
        (0, "B1 S11 P11 M2", (1, 3, 2, 4)),
    ],
)
def test_sp2_5_cards_take_their_places(leader: int, cards: str, places: tuple[int, ...]) -> None:
    assert seen(seven_trick(FOUR, "B", leader, cards)).tricks[0].places == places


@BOTH
def test_sp2_5_the_lead_suit_must_be_followed_by_the_leader_too(game: Game) -> None:
    state = prophesied(dealt(game, seven_deal(game, {0: "P1 P9 S1"}, "PBMSPBMSPB")))
    assert {card[0] for card in texts(state.legal(0))} == {"P"}
    error = refused(state, 0, "S1", "SP1-7")
    assert error.reason == "must-follow"
    assert "Potion" in error.sentence("en")


@pytest.mark.parametrize("trick", [7, 8, 9, 10])
@pytest.mark.parametrize("left", [(0, 1, 2), (0, 0, 0), (2, 2, 0)])
def test_sp2_6_round_ends_with_the_trick_in_which_some_seat_is_done(trick: int, left: tuple[int, ...]) -> None:
    state = seven_round(THREE.start(), trick, left).state
    assert len(state.finished) == 1
    assert len(state.finished[0].tricks) == trick


@BOTH
def test_sp2_6_round_ends_after_the_tenth_trick_and_not_before_while_all_have_tokens(game: Game) -> None:
    left = (1, 2, 1, 3)[: game.players]
    assert not seven_round(game.start(), 9, left).state.finished
    assert seven_round(game.start(), 10, left).state.awaits_deal


@pytest.mark.parametrize(("trick", "gain"), [(7, 5), (8, 3), (9, 2), (10, 1)])
def test_sp2_7_every_seat_that_fulfils_gains_5_3_2_or_1(trick: int, gain: int) -> None:
    runner_up = int(trick < 10)
    cases = {
        (0, 1, 2, 3): [gain, runner_up, 0, 0],
        (0, 0, 2, 3): [gain, gain, runner_up, 0],
        (1, 0, 0, 0): [runner_up, gain, gain, gain],
        (0, 0, 0, 0): [gain, gain, gain, gain],
    }
    for left, expected in cases.items():
        assert points(seven_round(FOUR.start(), trick, left).state) == [expected]


@pytest.mark.parametrize("trick", [7, 8, 9])
def test_sp2_7_runner_up_point_is_shared_by_all_who_tie(trick: int) -> None:
    gain = {7: 5, 8: 3, 9: 2}[trick]
    assert points(seven_round(FOUR.start(), trick, (0, 2, 2, 3)).state) == [[gain, 1, 1, 0]]
    assert points(seven_round(FOUR.start(), trick, (1, 1, 1, 0)).state) == [[1, 1, 1, gain]]


@pytest.mark.parametrize("trick", [7, 8])
def test_sp2_7_runner_up_point_comes_however_many_tokens_are_left(trick: int) -> None:
    gain = {7: 5, 8: 3}[trick]
    assert points(seven_round(FOUR.start(), trick, (5, 0, 6, 5)).state) == [[1, gain, 0, 1]]
    assert points(seven_round(THREE.start(), trick, (6, 0, 0)).state) == [[1, gain, gain]]


def test_sp2_7_no_runner_up_point_in_the_tenth_trick() -> None:
    assert points(seven_round(FOUR.start(), 10, (0, 1, 1, 1)).state) == [[1, 0, 0, 0]]


@pytest.mark.parametrize("left", [(1, 2, 3, 4), (1, 1, 1, 1), (5, 5, 1, 2)])
def test_sp2_8_nobody_gains_or_loses_when_nobody_fulfilled(left: tuple[int, ...]) -> None:
    state = rounds(FOUR, (7, (0, 2, 2, 2)), (10, left))
    assert points(state)[-1] == [0, 0, 0, 0]
    assert state.scores == (5, 1, 1, 1)


@BOTH
def test_sp2_9_match_ends_after_a_round_with_a_total_of_7(game: Game) -> None:
    others = (4,) * (game.players - 2)
    state = rounds(game, (7, (0, 1, *others)))
    assert (state.over, state.scores[:2]) == (False, (5, 1))
    state = seven_round(state, 9, (0, 1, *others)).state
    assert (state.over, state.scores[:2], state.winners) == (True, (7, 2), (0,))


def test_sp2_9_a_total_of_6_does_not_end_the_match_8_does() -> None:
    state = rounds(FOUR, (7, (0, 1, 2, 2)), (10, (0, 1, 1, 1)))
    assert (state.scores, state.over) == ((6, 1, 0, 0), False)
    assert rounds(FOUR, (7, (0, 1, 2, 2)), (8, (0, 1, 2, 2))).winners == (0,)


@BOTH
def test_sp2_9_match_ends_after_as_many_rounds_as_players(game: Game) -> None:
    nobody = (10, (1,) * game.players)
    state = rounds(game, (8, (4, 1, 0, 5)[: game.players]), *[nobody] * (game.players - 2))
    assert not state.over
    state = seven_round(state, *nobody).state
    assert (state.over, state.scores, state.winners) == (True, (0, 1, 3, 0)[: game.players], (2,))


@pytest.mark.parametrize(
    ("edges", "winners"),
    [
        ((4, 2, None, None), (1,)),
        ((2, 4, None, None), (0,)),
        ((3, 3, None, None), (0, 1)),
        ((3, 3, 1, 0), (0, 1)),  # only the tied seats count
    ],
)
def test_sp2_10_tie_goes_to_the_fewest_tokens_on_first_and_last_place(
    edges: tuple[int | None, ...], winners: tuple[int, ...]
) -> None:
    state = rounds(FOUR, *[(10, (1, 1, 1, 1))] * 3)
    state = seven_round(state, 8, (0, 0, 5, 5), edges).state
    assert (state.scores, state.winners) == ((3, 3, 1, 1), winners)


def test_sp2_10_with_three_players_the_last_place_is_3rd() -> None:
    state = rounds(THREE, *[(10, (1, 1, 1))] * 2)
    assert seven_round(state, 8, (0, 3, 0), (5, None, 4)).state.winners == (2,)
    assert seven_round(state, 8, (0, 3, 0), (4, None, 5)).state.winners == (0,)
    assert seven_round(state, 8, (0, 3, 0), (4, None, 4)).state.winners == (0, 2)


def test_sp2_10_only_the_final_round_counts_and_tokens_as_placed() -> None:
    state = rounds(FOUR, *[(10, (1, 1, 1, 1))] * 2)
    state = seven_round(state, 8, (0, 0, 5, 5), (1, 5, None, None)).state
    state = seven_round(state, 10, (1, 3, 1, 1), (5, 4, None, None)).state
    assert (state.scores, state.winners) == ((3, 3, 1, 1), (1,))


def test_sp2_10_a_higher_total_needs_no_tie_break() -> None:
    state = rounds(FOUR, *[(10, (1, 1, 1, 1))] * 3)
    assert seven_round(state, 8, (0, 1, 5, 5), (6, 0, None, None)).state.winners == (0,)


def test_sp2_10_all_may_share() -> None:
    state = rounds(THREE, *[(10, (1, 1, 1))] * 2)
    state = seven_round(state, 10, (1, 1, 1), (4, 4, 4)).state
    assert (state.scores, state.winners) == ((0, 0, 0), (0, 1, 2))


@BOTH
def test_sp2_11_next_starter_is_left_of_the_starter_before(game: Game) -> None:
    state = game.start().deal(seven_deal(game, starter=game.players - 1))
    state = prophesied(state)
    assert state.actors == (game.players - 1,)
    while not state.finished:
        state = act(state, state.actors[0], str(state.legal(state.actors[0])[0]))
    for starter in range(1, game.players):
        with pytest.raises(foretold.BadRecord) as caught:
            state.deal(seven_deal(game, starter=starter))
        assert caught.value.clause in ("SP1-2", "SP2-11")
    assert prophesied(state.deal(seven_deal(game, starter=0))).actors == (0,)
