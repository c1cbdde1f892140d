"""Previews: what is counted agrees with the engine and with what is proved, and depends on the view alone."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from foretold.bots.effort import MOST_DEALS
from foretold.bots.greedy import GreedyBot
from foretold.bots.previews import DIGITS, ENOUGH, preview
from foretold.bots.weighing import weigh
from foretold.games import Game, State, load
from foretold.games.primitives import NO_SUIT
from foretold.kernels import warm
from foretold.kernels.values import ProphecyValues, SevenValues
from tests.conftest import GAMES, every_game, random_states
from tests.rules.other_worlds import other_worlds
from tests.rules.test_prospects import allowed, in_world, positions


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    assert warm.wait()


def brings(state: State, seat: int, action: Any) -> Any:
    """What an action brings when the others play the trick on as `greedy` does: the place, or whether it wins."""
    rounds, tricks = len(state.finished), len(state.view(None).tricks)
    state = state.apply(seat, action)
    while True:
        done: Any = state.finished[-1] if len(state.finished) > rounds else state.view(None)
        if len(state.finished) > rounds or len(done.tricks) > tricks:
            trick = done.tricks[-1]
            return trick.winner == seat if state.game.name == "prophecy" else trick.places[seat]
        actor = state.actors[0]
        state = state.apply(actor, GreedyBot().choose(state.view(actor), Random(0)))


def groups(values: ProphecyValues, deals: Any) -> list[list[int]]:
    """Worlds as the groups of what is unknown: the hands of others, their face-down bids, the cards aside."""
    counts_by_choice = []
    for hands, bids in zip(deals.hands.tolist(), deals.bids.tolist(), strict=True):
        held = [hand for seat, hand in enumerate(hands) if seat != values.position.seat]
        held += [bids[seat] for seat in values.hidden_bids]
        counts_by_choice.append([*held, sum(values.worlds.unknown.suits) & ~sum(held)])
    return counts_by_choice


@every_game
def test_kernels_count_what_the_engine_plays_in_the_same_deals(game: Game) -> None:
    for state in positions(game, 41, 9):
        seat = state.actors[0]
        view: Any = state.view(seat)
        actions = [action for action in view.legal if action != "surrender"]
        values: Any
        again: Any
        if game.name == "prophecy":
            values, again = ProphecyValues(view, Random(5)), ProphecyValues(view, Random(5))
            named = [NO_SUIT if action.names is None else game.title.suits.index(action.names) for action in actions]
            cards = np.array([game.index[action.card] for action in actions], np.int64)
            deals, counts = values.wins(cards, np.array(named, np.int64), 3)
            rows = [[deals - count, count] for count in counts.tolist()]
            worlds = groups(again, again.draw(3))[:deals]
        else:
            values, again = SevenValues(view, Random(5)), SevenValues(view, Random(5))
            deals, counts = values.places(np.array([game.bits[action] for action in actions], np.int64), 3)
            rows = counts.tolist()
            worlds = again.worlds.draw(3, Random(5)).tolist()[:deals]
        for action, counted in zip(actions, rows, strict=True):
            expected = [0] * len(counted)
            for world in worlds:
                came = brings(in_world(state, seat, world), seat, action)
                expected[int(came) if game.name == "prophecy" else came - 1] += 1
            assert counted == expected


@every_game
def test_a_preview_agrees_with_proofs_and_calls_nothing_sure_that_was_only_counted(game: Game) -> None:
    counted = 0
    for state in positions(game, 17, 5):
        view: Any = state.view(state.actors[0])
        figures: Any = preview(view)
        assert figures == preview(state.view(state.actors[0])), "the same view, the same preview"
        assert figures.deals == 0 or ENOUGH <= figures.deals <= MOST_DEALS
        assert (figures.deals == 0) == all(card.sure for card in figures.cards)
        if figures.deals:
            assert [card.action for card in figures.cards] == list(view.legal)
        prospects = {prospect.action: prospect for prospect in view.prospects()}
        for card in figures.cards:
            prospect = prospects[card.action]
            assert card.sure == prospect.sure
            counted += not card.sure
            if game.name == "prophecy":
                assert (card.places, card.token) == (None, None)
                assert card.wins == float(prospect.wins) if card.sure else 0 < card.wins < 1
                continue
            assert card.wins is None
            assert sum(card.places) == pytest.approx(1, abs=game.players * 10**-DIGITS)
            assert {place for place, chance in enumerate(card.places, 1) if chance > 0} == allowed(prospect)
            waits = [tokens > 0 for tokens in view.left[view.seat]]
            token = sum(chance for chance, wait in zip(card.places, waits, strict=True) if wait)
            assert card.token == pytest.approx(token, abs=game.players * 10**-DIGITS)
            met = {waits[place - 1] for place in prospect.places}
            assert card.token == float(met.pop()) if len(met) == 1 else 0 < card.token < 1
    assert counted


@every_game
def test_the_last_player_of_a_trick_sees_its_exact_outcome(game: Game) -> None:
    checked = 0
    for state in positions(game, 18, 1):
        view: Any = state.view(state.actors[0])
        if len(view.trick) < game.players - 1:
            continue
        figures: Any = preview(view)
        assert figures.deals == 0
        for card, outlook in zip(figures.cards, view.outlooks(), strict=True):
            assert card.sure
            if game.name == "prophecy":
                assert card.wins == float(outlook.wins)
            else:
                assert card.places == tuple(float(place == outlook.place) for place in range(1, game.players + 1))
                assert card.token == float(outlook.token)
            checked += 1
    assert checked > 5


@every_game
def test_a_preview_does_not_change_with_hidden_cards(game: Game) -> None:
    rng = Random(f"previews:{game!r}")
    compared = 0
    for state in positions(game, 19, 11):
        seat = state.actors[0]
        right = preview(state.view(seat))
        for other in other_worlds(state, seat, rng, 3):
            assert preview(other.view(seat)) == right
            compared += 1
    assert compared > 3


@every_game
def test_only_seats_to_prophesy_or_to_play_have_a_preview(game: Game) -> None:
    states = random_states(game, 9, rounds=1)
    playing = next(state for state in states if state.phase == "tricks")
    foretelling = [] if game.name == "prophecy" else list(game.seats)
    assert [seat for seat in (None, *game.seats) if preview(states[0].view(seat)) is not None] == foretelling
    assert [seat for seat in (None, *game.seats) if preview(playing.view(seat)) is not None] == list(playing.actors)


@every_game
def test_while_kernels_compile_only_certain_outcomes_are_shown(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "ready", lambda: False)
    left_out = 0
    for state in positions(game, 20, 4):
        view = state.view(state.actors[0])
        figures = preview(view)
        assert figures is not None
        assert figures.deals == 0
        assert all(card.sure for card in figures.cards)
        assert [card.action for card in figures.cards] == [
            prospect.action for prospect in view.prospects() if prospect.sure
        ]
        left_out += len(view.legal) - len(figures.cards)
    assert left_out


# Before a prophecy -----------------------------------------------------------------------------------------------

every_seven = pytest.mark.parametrize("game", [game for game in GAMES if game.name != "prophecy"], ids=repr)


@every_seven
def test_every_prophecy_is_rated_and_places_add_up_to_a_round(game: Game) -> None:
    for seed in (3, 4):
        state = game.start(seed=seed)
        view = state.view(1)
        figures: Any = preview(view)
        assert figures == preview(state.view(1)), "the same view, the same preview"
        assert figures.cards == ()
        assert [prophecy.action for prophecy in figures.prophecies] == list(view.legal)
        assert len(figures.places) == game.players
        assert 7 - 0.1 < sum(figures.places) < 10 + 0.1, "a round has seven to ten tricks"
        for prophecy in figures.prophecies:
            assert 0 <= prophecy.fulfilled <= 1
            assert 0 <= prophecy.chance <= 1
            assert prophecy.action.tokens[prophecy.weakest - 1] > 0, "what is foretold of no trick is met anyway"


@every_seven
def test_a_rating_is_close_to_the_hint_for_the_same_prophecy(game: Game) -> None:
    apart = []
    for seed in (3, 4, 5):
        view = game.start(seed=seed).view(0)
        figures: Any = preview(view)
        rated = {prophecy.action: prophecy.fulfilled for prophecy in figures.prophecies}
        apart += [
            rated[weighed.action] - weighed.chances["fulfilled"] for weighed in weigh(view, worlds=400, seed=1)[:3]
        ]
    assert abs(sum(apart) / len(apart)) < 0.05
    assert max(map(abs, apart)) < 0.15


@every_seven
def test_a_rating_does_not_change_with_others_prophecies_or_cards(game: Game) -> None:
    state = game.start(seed=6)
    right = preview(state.view(0))
    later = state.apply(1, state.legal(1)[5])
    assert preview(later.view(0)) == right
    others = list(other_worlds(later, 0, Random(2), 3))
    assert others
    assert all(preview(other.view(0)) == right for other in others)


def test_prophecies_are_not_rated_while_kernels_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "ready", lambda: False)
    assert preview(load("seven-prophecies").start(seed=1).view(0)) is None
