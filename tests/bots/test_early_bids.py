"""Bots where others may bid before the open bids are seen (PR-22)."""

from __future__ import annotations

from random import Random

import pytest

import foretold
from foretold.arena.simulate import play_match
from foretold.bots import bot
from foretold.games import State

GAME = foretold.load("prophecy", players=4, early_bids=True)


def early_state(seed: int = 2) -> State:
    """A second round in which somebody has bid early and the open bid is missing."""
    state, rng, player = GAME.start(seed=seed), Random(1), bot("greedy")
    while len(state.finished) < 1 or not state.chosen or len(state.awaited) == len(state.actors):
        early = [seat for seat in state.actors if seat not in state.awaited]
        seat = (early or state.actors)[0]
        state = state.apply(seat, player.choose(state.view(seat), rng))
    return state


@pytest.mark.parametrize("name", ["random", "greedy", "novice", "adept"])
def test_bots_asked_early_choose_legal_bids(name: str) -> None:
    state = early_state()
    assert len(state.awaited) < len(state.actors)
    for seat in state.actors:
        view = state.view(seat)
        assert bot(name).choose(view, Random(2)) in view.legal


def test_searching_bots_weigh_an_early_bid() -> None:
    state = early_state()
    for seat in (state.actors[0], state.awaited[0]):
        view = state.view(seat)
        weighed = foretold.weigh(view, worlds=20, seed=1)
        assert weighed
        assert {choice.action for choice in weighed} <= set(view.legal)


def test_bots_among_themselves_wait_for_the_open_bids() -> None:
    plain = play_match(foretold.load("prophecy", players=4), [bot("greedy")] * 4, 3, "x")
    early = play_match(GAME, [bot("greedy")] * 4, 3, "x")
    assert early.record().events == plain.record().events
