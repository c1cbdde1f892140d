"""Kernels and the plain engine play by the same rules: the same positions through both."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import foretold
from foretold.bots.greedy import GreedyBot
from foretold.games import Game, State
from foretold.games.seven.edition import TRICKS
from foretold.kernels import prophecy, seven
from foretold.kernels.positions import prophecy_position, seven_position
from foretold.kernels.rng import seed_dice
from tests.conftest import GAMES, every_game

POSITIONS = 40_000  # over all games; whole matches of both are compared in tests/arena
LONG_POSITIONS = 3_000_000
TRACED = 64 + 60  # actions: more than a round has


def hands_of(state: State) -> Any:
    return np.array([state._hand(seat) for seat in state.game.seats], np.int64)


def play_out(state: State, policy: int, seed: int) -> tuple[list[int], Any]:
    """A round played to its end by a kernel: the code of every action, and what the kernel says came of it."""
    game: Any = state.game
    view: Any = state.view(None)
    board: Any
    result: Any
    if game.name == "prophecy":
        at = prophecy_position(view)
        cards = [choice.action.cards for choice in sorted(state._choices)]  # type: ignore[attr-defined]
        board = prophecy.prophecy_scratch(game.players, TRACED).board._replace(
            hands=hands_of(state),
            won=at.won,
            laid=np.array([game.mask(hand) for hand in cards], np.int64),
            bids=np.array([game.bid_of(hand) for hand in cards], np.int64),
            voids=at.voids,
        )
        seed_dice(board.dice, seed)
        board.trace[:] = -9
        surrendered = prophecy.finish_round(at.tables, at.turn, board, policy, 0)
        result = (board.won.tolist(), surrendered)
    else:
        seat = seven_position(view)
        board = seven.seven_scratch(game.players, TRACED).board._replace(
            hands=hands_of(state), left=seat.left, voids=seat.voids, trick=seat.trick
        )
        seed_dice(board.dice, seed)
        board.trace[:] = -9
        tricks = seven.finish_round(seat.tables.deck, seat.turn, board, policy, TRICKS)
        points = np.zeros(game.players, np.int64)
        seven.round_points(seat.tables, board.left, tricks, points)
        result = (tricks, board.left.tolist(), board.places.tolist(), points.tolist())
    return board.trace[board.trace != -9].tolist(), result


def notation(state: State, code: int) -> str:
    game: Any = state.game
    if code == -1:
        return "surrender"
    card = str(game.deck[code % 64])
    leads = game.name == "prophecy" and not [took for took in state._trick if took.action != "surrender"]
    return f"{card}:{game.title.suits[code // 64]}" if leads and card in ("Monkey", "Lizard") else card


def outcome(state: State, after: State) -> Any:
    """What came of the round by the plain engine, in the kernels' terms."""
    game: Any = state.game
    ended: Any = after.finished[-1]
    if game.name == "prophecy":
        won = [sum(trick.winner == seat for trick in ended.tricks) for seat in game.seats]
        gave_up = [took.seat for trick in ended.tricks for took in trick.plays if took.action == "surrender"]
        return won, gave_up[0] if gave_up else -1
    left = [game.packed[choice.action] for choice in sorted(ended.choices)]
    for trick in ended.tricks:
        for seat in game.seats:
            left[seat] -= (1 << 4 * (trick.places[seat] - 1)) * trick.confirmed[seat]
    return len(ended.tricks), left, list(ended.tricks[-1].places), list(ended.points)


def position_in_a_round(game: Game, rng: Random) -> State:
    """A state somewhere among the tricks of some round, reached by random play; not every match has the same length."""
    state = game.start(seed=rng.getrandbits(64))
    skip = rng.randrange(3) if game.rounds != 1 else 0
    while len(state.finished) < skip and not state.over:
        seat = state.actors[0]
        state = state.apply(seat, rng.choice(state.legal(seat)))
    if state.over:
        return position_in_a_round(game, rng)
    ahead = game.players + rng.randrange(6 * game.players)
    while ahead > 0 or state.phase != "tricks":
        seat = state.actors[0]
        after = state.apply(seat, rng.choice(state.legal(seat)))
        if state.phase == "tricks" and len(after.finished) > len(state.finished):
            return state
        state = after
        ahead -= 1
    return state


@every_game
def test_kernels_and_engine_agree_on_random_positions(game: Game, request: pytest.FixtureRequest) -> None:
    """Random play by the kernel is legal play for the engine, position by position, and ends the same."""
    wanted = (LONG_POSITIONS if request.config.getoption("--long") else POSITIONS) // len(GAMES)
    rng = Random(f"kernels:{game!r}")
    seen = 0
    while seen < wanted:
        start = state = position_in_a_round(game, rng)
        for _ in range(4):
            state = start
            codes, result = play_out(start, seven.RANDOM, rng.getrandbits(60))
            rounds = len(start.finished)
            for code in codes:
                assert len(state.finished) == rounds
                state = state.apply(state.actors[0], notation(state, code))
                seen += 1
            assert len(state.finished) == rounds + 1
            assert outcome(start, state) == result


@every_game
def test_greedy_play_outs_play_like_the_bot(game: Game) -> None:
    """The policy of play-outs and the bot `greedy` are one: the same cards from the same position."""
    rng = Random(f"greedy:{game!r}")
    bot = GreedyBot()
    for _ in range(6):
        start = state = position_in_a_round(game, rng)
        codes, _ = play_out(start, seven.GREEDY, 1)
        for code in codes:
            seat = state.actors[0]
            action = bot.choose(state.view(seat), rng)
            assert action == notation(state, code)
            state = state.apply(seat, action)


def test_random_play_of_the_second_edition_has_the_known_averages() -> None:
    game: Any = foretold.load("seven-prophecies", players=4)
    tables = seven.seven_tables(game)
    tricks, fulfilled, points = np.zeros(11, np.int64), np.zeros(11, np.int64), np.zeros(4, np.int64)
    rounds = 200_000
    seven.simulate_rounds(tables, rounds, seven.RANDOM, 1, tricks, fulfilled, points)
    assert (tricks * np.arange(11)).sum() / rounds == pytest.approx(9.615, abs=0.01)
    assert points.sum() / rounds / 4 == pytest.approx(0.291, abs=0.004)


def test_random_play_of_prophecy_has_the_known_averages() -> None:
    game: Any = foretold.load("prophecy", players=4)
    tables = prophecy.prophecy_tables(game)
    points, counts = np.zeros(4, np.int64), np.zeros(2, np.int64)
    rounds = 100_000
    prophecy.simulate_rounds(tables, rounds, prophecy.RANDOM, 1, points, counts)
    assert points.sum() / rounds / 4 == pytest.approx(3.61, abs=0.03)
    assert counts[0] / rounds / 4 == pytest.approx(0.127, abs=0.003)
    assert counts[1] / rounds == pytest.approx(0.0149, abs=0.0015)
