"""What must always hold, for every title × player count × variant."""

from __future__ import annotations

import contextlib
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import foretold
import foretold.cards
from foretold.games import Game, State
from tests.conftest import GAMES, every_game, random_states

games = st.sampled_from(GAMES)
seeds = st.integers(0, 2**64 - 1)


def moment(game: Game, seed: int, pick: int) -> State:
    states = random_states(game, seed, rounds=2)
    return states[pick % len(states)]


@given(games, seeds, st.integers(0, 10**6))
def test_notation_survives_a_round_trip(game: Game, seed: int, pick: int) -> None:
    state = moment(game, seed, pick)
    for seat in state.actors:
        for action in state.legal(seat)[:200]:
            assert game.parse(str(action)) == action
            assert type(game.parse(str(action))) is type(action)
            assert type(str(action)) is str
            assert str(action).split() == [str(action)]
            assert eval(repr(action), vars(foretold.cards)) == action
            assert pickle.loads(pickle.dumps(action)) == action


@given(games, seeds, st.integers(0, 10**6))
def test_replaying_equals_playing_and_records_round_trip(game: Game, seed: int, pick: int) -> None:
    state = moment(game, seed, pick)
    record = state.record(names=[f"名{seat}" for seat in game.seats])
    assert foretold.Record.from_dict(record.to_dict()) == record
    assert foretold.Record.from_line(record.to_line()) == record
    again = foretold.replay(record.to_dict())
    assert again == state
    assert hash(again) == hash(state)
    assert (again.scores, again.winners, again.actors) == (state.scores, state.winners, state.actors)
    assert again.record() == state.record()
    assert pickle.loads(pickle.dumps(state)) == state


@given(games, seeds, st.integers(0, 10**6))
def test_a_replayed_match_goes_on_with_its_seed(game: Game, seed: int, pick: int) -> None:
    states = random_states(game, seed, rounds=2)
    at = pick % len(states)
    state: Any = foretold.replay(states[at].record(), seed=seed)
    for before, after in zip(states[at:], states[at + 1 :], strict=False):
        took = _difference(before, after)
        state = state.apply(*took)
    assert state == states[-1]


def _difference(before: State, after: State) -> tuple[int, str]:
    event = next(event for event in after.record().events[len(before.record().events) :] if "action" in event)
    return event["seat"], event["action"]


@given(games, seeds)
def test_same_seed_same_match(game: Game, seed: int) -> None:
    assert random_states(game, seed, rounds=1)[-1] == random_states(game, seed, rounds=1)[-1]
    assert game.start(seed=seed) != game.start(seed=(seed + 1) % 2**64)


@given(games, seeds, st.integers(0, 10**6))
def test_what_was_played_never_changes_later_deals(game: Game, seed: int, other: int) -> None:
    def deals(moves: int) -> list[Any]:
        state = game.start(seed=seed)
        import random

        rng = random.Random(moves)
        while not state.over and len(state.finished) < 2:
            seat = state.actors[0]
            state = state.apply(seat, rng.choice(state.legal(seat)))
        return [event["deal"] for event in state.record().events if "deal" in event]

    for a, b in zip(deals(1), deals(other), strict=False):
        assert a == b


@every_game
def test_cards_are_conserved(game: Game) -> None:
    """Every card of the deck is at every moment in exactly one place."""
    for state in random_states(game, 77, rounds=2):
        if state.phase in ("deal", "over"):
            continue
        record = state.record().events
        start = max(i for i, event in enumerate(record) if "deal" in event)
        deal = record[start]["deal"]
        played = [
            "Shaman" if event["action"] == "surrender" else card
            for event in record[start:]
            if "action" in event and "-" not in event["action"]
            for card in event["action"].split(":")[0].split("+")
        ]
        held = [card for seat in game.seats for card in state.view(seat).hand]
        aside = [*deal["hidden"], *deal.get("open", ())]
        row = deal["future"] if game.name == "seven-prophecies-2017" else []
        assert sorted([*played, *held, *aside, *row]) == sorted(game.deck)


@every_game
def test_no_action_changes_an_old_state(game: Game) -> None:
    states = random_states(game, 5, rounds=2)
    texts = [state.record().to_line() for state in states]
    views = [[state.view(seat).to_dict() for seat in (None, *game.seats)] for state in states[::7]]
    for state in states:
        for seat in state.actors:
            state.apply(seat, state.legal(seat)[-1])
        for seat in game.seats:
            for bad in ("0-0-0-0", "V14", "S1+S2", "surrender", "nonsense"):
                with pytest.raises(ValueError):  # noqa: PT011
                    state.apply(seat, bad) if bad not in state.legal(seat) else _refuse()
    assert [state.record().to_line() for state in states] == texts
    assert [[state.view(seat).to_dict() for seat in (None, *game.seats)] for state in states[::7]] == views


def _refuse() -> None:
    raise ValueError


@every_game
def test_apply_accepts_exactly_the_legal_actions(game: Game) -> None:
    """Every legal action is taken, every other action of the game is refused with a clause."""
    for state in random_states(game, 13, rounds=2)[:: 4 + game.players]:
        for seat in game.seats:
            legal = state.legal(seat)
            assert len(set(legal)) == len(legal)
            for action in game.actions.values():
                if action in legal:
                    state.apply(seat, action)
                else:
                    with pytest.raises(foretold.IllegalAction) as refused:
                        state.apply(seat, action)
                    assert refused.value.clause
                    assert refused.value.sentence("en") != refused.value.sentence("ja")


@every_game
def test_all_4_nothing_is_played_after_the_end(game: Game) -> None:
    states = random_states(game, 3, rounds=10**6)
    over = states[-1]
    assert over.over
    assert over.winners
    assert over.actors == ()
    for seat in game.seats:
        assert over.legal(seat) == ()
        with pytest.raises(foretold.IllegalAction) as refused:
            over.apply(seat, "surrender" if game.name == "prophecy" else "S1")
        assert refused.value.clause == "ALL-4"
    with pytest.raises(foretold.BadRecord):
        over.deal({})
    assert all(not state.winners for state in states[:-1])


@given(st.text(max_size=30))
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    for game in GAMES[::3]:
        with contextlib.suppress(foretold.NotationError):
            assert str(game.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", " B1", "B1 ", "b1", "B01", "B12", "B0", "B-1", "B１", "Jaguar", "2-1-1-3 ", "02-1-1-3", "2--1-1", "2-1-1-",
     "7",      "٧-0-0-0", "S3+V4", "surrender", "B1:M", None, 5, b"B1", ("B1",)],
)  # fmt: skip
def test_text_that_is_no_action_of_seven_prophecies(text: Any) -> None:
    game = foretold.load("seven-prophecies")
    with pytest.raises(foretold.NotationError):
        game.parse(text)
    with pytest.raises(foretold.NotationError):
        game.start(seed=1).apply(0, text)


@pytest.mark.parametrize(
    "text",
    ["S15", "S0", "monkey", "Monkey:", "Monkey:X", "Jaguar:S", "Shaman:S", "S1:S", "V4+S3+E9", "S3+S3+V4", "S3+", "+S3",
     "S3 + V4", "S3+Monkey:S", "Surrender", "2-1-1-3", "S3+X4"],
)  # fmt: skip
def test_text_that_is_no_action_of_prophecy(text: str) -> None:
    with pytest.raises(foretold.NotationError):
        foretold.load("prophecy").parse(text)
