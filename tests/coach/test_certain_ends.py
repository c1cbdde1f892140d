"""The last card of a round, and the end of a match, are told exactly: figures, chances and words."""

from __future__ import annotations

from random import Random

import pytest

import foretold
from foretold.bots.bounds import certain_of
from foretold.bots.weighing import weigh
from foretold.coach.hints import hint
from foretold.games import Game, State
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from tests.rules.tables import step

CASES = {"seven-prophecies": 4, "seven-prophecies-2017": 3, "prophecy": 4}


def last_cards(game: Game, rng: Random, most: int) -> list[tuple[State, State]]:
    """Positions of random matches in which one card ends the round, each with the state after it."""
    ends: list[tuple[State, State]] = []
    while len(ends) < most:
        state = game.start(seed=rng.getrandbits(60))
        while not state.over and len(ends) < most:
            after = step(state, rng)
            if len(after.finished) > len(state.finished):
                ends.append((state, after))
            state = after
    return ends


@pytest.mark.parametrize("name", CASES)
def test_the_card_that_ends_a_round_is_shown_exactly(name: str, request: pytest.FixtureRequest) -> None:
    game = foretold.load(name, players=CASES[name])
    most = 400 if request.config.getoption("--long") else 10
    ends = 0
    for before, after in last_cards(game, Random(f"ends:{name}"), most):
        (seat,) = before.actors
        view, ended = before.view(seat), after.finished[-1]
        assert isinstance(view, SevenView | ProphecyView)
        plays = [trick.plays for trick in ended.tricks][-1]
        action = plays[-1].action
        assert certain_of(view, action).ends
        choice = next(choice for choice in weigh(view, worlds=16, seed=1) if choice.action == action)
        assert choice.points == ended.points[seat]
        chance = choice.chances["met" if name == "prophecy" else "fulfilled"]
        assert chance == float(ended.fulfilled[seat])
        if after.over and name != "prophecy":  # bids that lie face down may decide a match of Prophecy
            ends += 1
            share = 1 / len(after.winners) if seat in after.winners else 0.0
            assert choice.match == pytest.approx(share, abs=0.00006)
    assert ends or name == "prophecy"


@pytest.mark.parametrize("name", CASES)
def test_a_hint_at_the_last_card_does_not_say_about(name: str, request: pytest.FixtureRequest) -> None:
    game = foretold.load(name, players=CASES[name])
    for before, _ in last_cards(game, Random(f"hints:{name}"), 40 if request.config.getoption("--long") else 3):
        view = before.view(before.actors[0])
        assert isinstance(view, SevenView | ProphecyView)
        if not all(certain_of(view, action).ends for action in view.legal):
            continue
        advice = hint(view, "en")
        assert advice is not None
        for row in advice.best:
            assert "about" not in row.reason
            assert "<1%" not in row.reason
            assert ">99%" not in row.reason
