"""Views: all that a seat may know, and nothing more."""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import Any

import pytest

import foretold
from foretold.cards import Bid, Card, Play
from foretold.games import Game, State
from foretold.games.prophecy.lying_open import lying_open
from foretold.games.prophecy.view import ProphecyRoundEnd, ProphecyView
from foretold.views import Took
from tests.conftest import every_game, random_states
from tests.rules.other_worlds import other_worlds


def seats_and_spectator(game: Game) -> list[int | None]:
    return [None, *game.seats]


@every_game
def test_no_view_changes_with_hidden_cards(game: Game, request: pytest.FixtureRequest) -> None:
    rng = Random(f"worlds:{game!r}")
    matches, moments, tries = (20, 60, 6) if request.config.getoption("--long") else (1, 12, 3)
    count = 0
    phases = set()
    for seed in range(matches):
        states = random_states(game, seed, rounds=3)
        for state in [*states[1 : game.players], *rng.sample(states, min(moments, len(states))), states[-1]]:
            for seat in rng.sample(seats_and_spectator(game), 2):
                view = state.view(seat)
                for other in other_worlds(state, seat, rng, tries):
                    count += 1
                    phases.add(state.phase)
                    assert other.view(seat) == view
                    assert other.view(seat).to_dict() == view.to_dict()
                    assert repr(other.view(seat)) == repr(view)
                    assert other.view(seat).outlooks() == view.outlooks()
                    assert other.view(seat).why_not() == view.why_not()
    assert count > 20 * matches, "too few other worlds were found for the test to mean anything"
    assert {"tricks", game.start(seed=1).phase} <= phases


@every_game
def test_a_view_changes_with_its_own_cards(game: Game) -> None:
    """The other direction: views of seats with different hands differ."""
    state = game.start(seed=3)
    assert len({state.view(seat) for seat in seats_and_spectator(game)}) == game.players + 1
    assert state.view(None).hand == ()
    assert state.view(None).legal == ()


@every_game
def test_all_6_hands_stand_in_deck_order_and_are_the_dealt_ones(game: Game) -> None:
    state = game.start(seed=5)
    deal = state.record().events[0]["deal"]
    for seat in game.seats:
        assert list(state.view(seat).hand) == deal["hands"][seat]


@every_game
def test_equal_views_hash_print_and_serialise_alike(game: Game) -> None:
    for state in random_states(game, 11, rounds=2)[::9]:
        again = foretold.replay(state.record())
        for seat in seats_and_spectator(game):
            view, same = state.view(seat), again.view(seat)
            assert view == same
            assert hash(view) == hash(same)
            assert json.dumps(view.to_dict(), sort_keys=True) == json.dumps(same.to_dict(), sort_keys=True)
            assert json.loads(json.dumps(view.to_dict())) == view.to_dict()
            assert pickle.loads(pickle.dumps(view)) == view


def test_a_view_is_frozen() -> None:
    view = foretold.load("seven-prophecies").start(seed=1).view(0)
    with pytest.raises(AttributeError):
        view.hand = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        view.hand[0].suit = "M"


@every_game
def test_a_view_has_the_documented_attributes(game: Game) -> None:
    view = game.start(seed=2).view(0)
    assert view.game == game.name
    assert view.players == game.players
    assert view.options == game.options
    assert (view.seat, view.over, view.winners) == (0, False, ())
    assert view.legal == game.start(seed=2).legal(0)
    assert view.scores == (0,) * game.players


@every_game
def test_deductions_are_sound(game: Game) -> None:
    """Cards gone are in no hand, unseen ones are all others, proven voids are true."""
    for state in random_states(game, 21, rounds=2)[::5]:
        if state.phase not in ("prophecy", "bid", "tricks"):
            continue
        hands = [set(state.view(seat).hand) for seat in game.seats]
        for seat in seats_and_spectator(game):
            view: Any = state.view(seat)
            assert not any(set(view.gone) & hand for hand in hands)
            others = set().union(*(hand for other, hand in enumerate(hands) if other != seat))
            assert others <= set(view.unseen)
            assert not set(view.hand) & set(view.unseen)
            for other in game.seats:
                assert not {card.suit for card in hands[other]} & set(view.voids[other])


@every_game
def test_voids_are_found_where_a_seat_failed_to_follow(game: Game) -> None:
    proven = 0
    for state in random_states(game, 8, rounds=1)[:-1]:
        view: Any = state.view(None)
        for number, trick in enumerate(view.tricks):
            lead = trick.lead if game.name == "prophecy" else view.future[number][0]
            for seat, action in trick.plays:
                if lead is not None and isinstance(action, Play) and action.card.suit not in (None, lead):
                    proven += 1
                    assert lead in view.voids[seat]
    assert proven > 0


@every_game
def test_outlooks_say_what_would_happen_now(game: Game) -> None:
    """The last seat of a trick: its place or its win is what applying the action gives."""
    checked = 0
    for state in random_states(game, 31, rounds=2):
        if state.phase != "tricks":
            continue
        seat = state.actors[0]
        view: Any = state.view(seat)
        assert [outlook.action for outlook in view.outlooks()] == list(view.legal)
        if len(view.trick) < game.players - 1:
            continue
        for outlook in view.outlooks():
            after = state.apply(seat, outlook.action)
            tricks: Any = after._tricks if len(after.finished) == len(state.finished) else after.finished[-1].tricks
            if game.name == "prophecy":
                assert outlook.wins == (tricks[-1].winner == seat)
            else:
                assert outlook.place == tricks[-1].places[seat]
                assert outlook.token == tricks[-1].confirmed[seat]
            checked += 1
    assert checked > 20


@every_game
def test_why_not_names_the_clause_that_apply_names(game: Game) -> None:
    for state in random_states(game, 41, rounds=2)[::3]:
        for seat in game.seats:
            view: Any = state.view(seat)
            reasons = view.why_not()
            usable: set[Card] = set()
            for action in view.legal:
                usable |= {action.card} if isinstance(action, Play) else set(getattr(action, "cards", ()))
            assert set(reasons) == set(view.hand) - usable
            for card, why in reasons.items():
                action = str(card)
                if state.phase == "bid" and seat in state.actors:
                    others = [card for card in view.hand if card.suit is not None][: game.bid_size - 1]  # type: ignore[attr-defined]
                    action = str(Bid("+".join([*others, card])))
                with pytest.raises(foretold.IllegalAction) as refused:
                    state.apply(seat, action)
                assert (refused.value.clause, refused.value.reason) == (why.clause, why.reason)
                assert refused.value.values == why.values


@pytest.mark.parametrize("title", ["seven-prophecies", "seven-prophecies-2017"])
def test_open_tokens_fit_into_the_tricks_left(title: str) -> None:
    for state in random_states(foretold.load(title), 51, rounds=1):
        view: Any = state.view(None)
        for seat, fits in enumerate(view.fits):
            assert fits == (sum(view.left[seat]) <= 10 - len(view.tricks))


def test_sp1_6_hidden_prophecies_show_as_chosen_without_order() -> None:
    game = foretold.load("seven-prophecies-2017")
    start = game.start(seed=9)
    a = start.apply(2, "7-0-0-0").apply(0, "0-7-0-0")
    b = start.apply(0, "1-1-1-4").apply(2, "0-0-0-7")
    assert a.view(None) == b.view(None)
    assert a.view(1) == b.view(1)
    assert a.view(1).to_dict()["history"][-1] == {"chosen": [0, 2]}
    assert a.view(0).prophecy == "0-7-0-0"
    assert "7-0-0-0" not in json.dumps(a.view(0).to_dict()["history"])
    done = a.apply(3, "2-2-2-1").apply(1, "2-1-1-3")
    assert [event.to_dict() for event in done.view(None).history[1:]] == [
        {"seat": 0, "action": "0-7-0-0"},
        {"seat": 1, "action": "2-1-1-3"},
        {"seat": 2, "action": "7-0-0-0"},
        {"seat": 3, "action": "2-2-2-1"},
    ]


def test_the_view_of_an_unknown_seat_is_refused() -> None:
    state: State = foretold.load("seven-prophecies").start(seed=1)
    for seat in (4, -1, True, "0"):
        with pytest.raises(ValueError, match="no seat"):
            state.view(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [3, 5])
def test_pr_22_an_early_bid_is_hidden_like_any_face_down_bid(players: int, request: pytest.FixtureRequest) -> None:
    """Before the open bids lie there, others see that somebody has bid, and not what."""
    game = foretold.load("prophecy", players=players, early_bids=True)
    rng = Random(f"early:{players}")
    early = late = 0
    for seed in range(40 if request.config.getoption("--long") else 3):
        for state in random_states(game, seed, rounds=4):
            if state.phase != "bid" or state.awaited == state.actors or not state.chosen:
                continue
            early += 1
            for seat in seats_and_spectator(game):
                view = state.view(seat)
                assert isinstance(view, ProphecyView)
                assert [other for other in game.seats if view.bids[other]] == [
                    other for other in state.chosen if other == seat
                ]
                assert sum(isinstance(event, Took) and event.seat != seat for event in view.history[-3:]) == 0
                for other in other_worlds(state, seat, rng, 2):
                    late += 1
                    assert other.view(seat) == view
    assert early
    assert late > early


@pytest.mark.parametrize("players", [2, 4])
def test_all_8_where_nobody_looks_back_a_view_has_no_card_of_an_earlier_trick(players: int) -> None:
    game = foretold.load("prophecy", players=players, variant="short")
    for state in random_states(game, 8, rounds=3):
        for seat in seats_and_spectator(game):
            view = state.view(seat)
            assert isinstance(view, ProphecyView)
            if view.over:
                continue
            open_view = lying_open(view)
            bids = [bid for bid in view.bids if bid is not None]
            between = view.phase == "bid" and not view.chosen
            last = view.tricks[-1:] if not between or view.ended is None else view.ended.tricks[-1:]
            lying = view.trick or (last[0].plays if last else ())
            played = [
                event for event in open_view.history if isinstance(event, Took) and isinstance(event.action, Play)
            ]
            assert tuple(played) == tuple(took for took in lying if isinstance(took.action, Play))
            assert [took for trick in open_view.tricks for took in trick.plays] == (
                [] if view.trick or not view.tricks else list(lying)
            )
            assert (open_view.hand, open_view.legal, open_view.trick) == (view.hand, view.legal, view.trick)
            assert [trick.winner for trick in open_view.tricks] == [trick.winner for trick in view.tricks]
            assert [bid for bid in open_view.bids if bid is not None] == bids
            assert open_view.outlooks() == view.outlooks()
            assert open_view.why_not() == view.why_not()
            covered = [event for event in open_view.history if isinstance(event, ProphecyRoundEnd)]
            for end in covered:
                tricks = end.tricks[:-1] if between and end is covered[-1] else end.tricks
                assert not any(trick.plays for trick in tricks)


def test_all_8_the_last_trick_lies_there_until_the_next_card_is_led() -> None:
    game = foretold.load("prophecy", players=4)
    seen = set()
    for state in random_states(game, 2, rounds=2):
        view = state.view(0)
        assert isinstance(view, ProphecyView)
        open_view = lying_open(view)
        if view.tricks:
            assert bool(open_view.tricks[-1].plays) == (not view.trick)
            assert open_view.history[-1] == view.history[-1]
            seen.add(len(view.trick))
        elif view.ended is not None:
            assert isinstance(open_view.ended, ProphecyRoundEnd)
            assert bool(open_view.ended.tricks[-1].plays) == (view.phase == "bid" and not view.chosen)
    assert seen == {0, 1, 2, 3}
