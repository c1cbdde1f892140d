"""What the server works out for clients beside a view: public, sound, and the same as the rules give."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

import foretold
from foretold.cards import Play
from foretold.games import Game
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.server.updates import derived
from tests.conftest import every_game, random_states


@every_game
def test_public_fields_are_the_same_for_every_viewer(game: Game) -> None:
    for state in random_states(game, 5, rounds=2):
        spectator = derived.public(state, state.view(None))
        assert all(derived.public(state, state.view(seat)) == spectator for seat in game.seats)


@every_game
def test_open_voids_are_a_spectators_and_no_seat_knows_less(game: Game) -> None:
    for state in random_states(game, 6, rounds=2):
        public = state.view(None)
        assert isinstance(public, SevenView | ProphecyView)
        assert public.open_voids() == public.voids
        for seat in game.seats:
            own = state.view(seat)
            assert isinstance(own, SevenView | ProphecyView)
            assert all(set(open) <= set(known) for open, known in zip(own.open_voids(), own.voids, strict=True))


@every_game
def test_the_standing_after_the_last_card_is_the_result_of_the_trick(game: Game) -> None:
    states = random_states(game, 7, rounds=1)
    for before, after in pairwise(states):
        view = before.view(None)
        assert isinstance(view, SevenView | ProphecyView)
        if not view.trick:
            assert not view.standing()
            continue
        seat = before.actors[0]
        played = before.view(seat)
        finished: Any = after.finished[-1] if len(after.finished) > len(before.finished) else after.view(None)
        ended = finished.tricks
        if len(ended) == len(view.tricks):
            continue
        trick = ended[-1]
        if isinstance(played, SevenView):
            [outlook] = [outlook for outlook in played.outlooks() if outlook.action == trick.plays[-1].action]
            assert outlook.place == trick.places[seat]
        else:
            assert isinstance(played, ProphecyView)
            wins = next(outlook.wins for outlook in played.outlooks() if outlook.action == trick.plays[-1].action)
            assert trick.winner == (seat if wins else played.standing())


def test_pr_1_the_bonus_of_an_exact_bid_is_sent() -> None:
    games = [foretold.load("prophecy", players=players) for players in range(2, 7)]
    bonuses = [derived.public(state, state.view(None))["bonus"] for state in (game.start(bytes(32)) for game in games)]
    assert bonuses == [6, 5, 5, 4, 3]


@every_game
def test_the_last_round_holds_what_everyone_saw(game: Game) -> None:
    state = random_states(game, 8, rounds=1)[-1]
    ended = state.finished[-1]
    last_round = cast(dict[str, Any], derived.public(state, state.view(None))["last_round"])
    assert last_round["points"] == list(ended.points)
    assert len(last_round["tricks"]) == len(ended.tricks)
    shown = {str(took.action.card) for trick in ended.tricks for took in trick.plays if isinstance(took.action, Play)}
    hidden = set(map(str, game.deck)) - shown
    text = str({name: value for name, value in last_round.items() if name not in ("bids", "future", "open")})
    assert not [card for card in hidden if f"'{card}'" in text]
