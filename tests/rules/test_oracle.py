"""The engine against the oracle, action by action, over random matches of every title, player count and variant."""

from __future__ import annotations

from typing import Any

import pytest

from foretold.games import Game, State
from tests.conftest import every_game, random_states
from tests.rules.oracle import oracle_for
from tests.rules.tables import after_rounds, keep_shaman, load, texts


def compare(states: list[State]) -> None:
    """Every actor, every legal list, every round and the end of a match are those of the oracle."""
    game = states[-1].game
    oracle = oracle_for(game.name, game.players, game.options)
    moments = iter(states)
    for event in states[-1].record().to_dict()["events"]:
        if "deal" in event:
            oracle.deal(event["deal"])
        elif "action" in event:
            state = next(moments)
            assert state.actors == oracle.actors()
            assert event["seat"] in state.actors
            assert texts(state.legal(event["seat"])) == oracle.legal(event["seat"])
            oracle.act(event["seat"], event["action"])
        elif "round" in event:
            assert not oracle.running
            assert event["round"] == {"points": oracle.points, "scores": oracle.scores}
        else:
            assert event["match"] == {"scores": oracle.scores, "winners": list(oracle.winners)}
    assert states[-1].winners == oracle.winners
    assert states[-1].over == bool(oracle.winners)


@every_game
def test_the_engine_agrees_with_the_oracle(game: Game, request: pytest.FixtureRequest) -> None:
    matches = 4 if game.name == "prophecy" else 40
    if game.name == "prophecy" and game.players < 4:
        matches = 2  # a hand has up to 2,380 bids
    for seed in range(matches * (50 if request.config.getoption("--long") else 1)):
        compare(random_states(game, seed, rounds=40))


@pytest.mark.parametrize("tenth_trick_scores", [True, False])
@pytest.mark.parametrize("negative_scores", [True, False])
@pytest.mark.parametrize("variant", ["standard", "first-to-two", "single-round"])
@pytest.mark.parametrize("players", [3, 4])
def test_options_of_the_first_edition_score_like_the_oracle(
    players: int, variant: str, tenth_trick_scores: bool, negative_scores: bool
) -> None:
    options = {"tenth_trick_scores": tenth_trick_scores, "negative_scores": negative_scores}
    game = load("seven-prophecies-2017", players, variant=variant, **options)
    for seed in range(8):
        compare(random_states(game, seed, rounds=20))


@pytest.mark.parametrize("variant", ["standard", "short"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_results_of_many_prophecy_matches_agree_with_the_oracle(
    players: int, variant: str, request: pytest.FixtureRequest
) -> None:
    game = load("prophecy", players, variant=variant)
    for seed in range(400 if request.config.getoption("--long") else 10):
        compare_results(after_rounds(game, game.rounds or 0, seed, keep_shaman))


def compare_results(state: State) -> None:
    """The rounds and the end of a match are those of the oracle; the legal lists are left out."""
    oracle = oracle_for(state.game.name, state.game.players, state.game.options)
    claims: list[Any] = []
    events: list[Any] = []
    for event in state.record().to_dict()["events"]:
        if "deal" in event:
            oracle.deal(event["deal"])
        elif "action" in event:
            oracle.act(event["seat"], event["action"])
        else:
            claims.append(event)
            result = {"scores": oracle.scores, "winners": list(oracle.winners)}
            events.append(
                {"round": {"points": oracle.points, "scores": oracle.scores}} if "round" in event else {"match": result}
            )
    assert claims == events


@pytest.mark.parametrize("variant", ["standard", "short"])
@pytest.mark.parametrize("players", [3, 4, 6])
def test_pr_22_early_bids_agree_with_the_oracle(players: int, variant: str) -> None:
    game = load("prophecy", players, variant=variant, early_bids=True)
    for seed in range(2):
        compare(random_states(game, seed, rounds=4))
