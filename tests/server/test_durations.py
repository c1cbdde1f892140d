"""How long a match against bots takes, as the first page says: played out, with the delays of bots and people."""

from __future__ import annotations

from random import Random

import pytest

from foretold.bots.greedy import GreedyBot
from foretold.games import TITLES, Game, load
from foretold.server.live.bot_runner import _delays
from foretold.server.table.match import between_tricks
from tests.conftest import chosen

DELAY = 0.9  # seconds, the server's default
CARD, CHOICE, ROUND, LOOK = 4.0, 25.0, 12.0, 1.6  # of a person: a card, a prophecy or bid, the end of a round, a trick


def minutes(game: Game, seed: int) -> float:
    """How long one person at seat 0 takes for a match with bots at their normal tempo."""
    state, chance, seconds = game.start(seed=seed), Random(seed), 0.0
    while not state.over:
        round, chooses = state.round, state.phase != "tricks"
        seat = max(state.actors)  # of those who choose at the same time the person is last: the bots are done by then
        if seat != 0:
            seconds += 0 if chooses else DELAY * _delays(state.view(seat))
        else:
            seconds += CHOICE if chooses else CARD + (LOOK if between_tricks(state) else 0)
        state = state.apply(seat, GreedyBot().choose(state.view(seat), chance))
        seconds += ROUND if state.over or state.round > round else 0
    return seconds / 60


@pytest.mark.parametrize("name", chosen(TITLES, "seven-prophecies", "seven-prophecies-2017"))
def test_a_match_against_bots_takes_about_as_long_as_the_first_page_says(name: str) -> None:
    title = TITLES[name]
    for players in title.players:
        took = [minutes(load(name, players), seed) for seed in range(4)]
        assert sum(took) / len(took) == pytest.approx(title.minutes_with_bots, rel=0.4), (players, took)
    assert title.minutes_with_bots < title.minutes
