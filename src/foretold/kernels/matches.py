"""Whole matches played by kernels, as rows of figures; any of them can be replayed by the engine."""

from __future__ import annotations

import hashlib
from functools import partial, reduce

import numpy as np

from foretold.cards import Bid, Prophesy
from foretold.games import Game, State
from foretold.games.primitives import tokens_at
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.prophecy.state import ProphecyState
from foretold.games.seven.game import SevenGame
from foretold.games.seven.state import SevenState
from foretold.json_types import JsonObject
from foretold.kernels.arrays import Numbers
from foretold.kernels.prophecy import prophecy_tables
from foretold.kernels.prophecy_matches import CARDS, prophecy_log_width, prophecy_matches
from foretold.kernels.seven import GREEDY, RANDOM, seven_tables
from foretold.kernels.seven_matches import COLOUR_CARDS, seven_log_width, seven_matches

POLICIES = {"random": RANDOM, "greedy": GREEDY}
WIDTH = 14  # columns in a row
_ROOM = 1 << 16  # rows per batch, for matches of any length


def chance_base(seed: int) -> int:
    """Returns the base of the random seeds of a run: match n is seeded with this plus n."""
    return int.from_bytes(hashlib.sha256(f"foretold-fast/1:{seed}".encode("ascii")).digest()[:8], "big") >> 4


def play_matches(game: Game, policy: str, seed: int, numbers: range) -> Numbers:
    """Plays these matches with one policy in all seats; returns their rows (columns: statistics/rows.py)."""
    base, at, to = chance_base(seed), numbers.start, numbers.stop
    room = game.players * game.rounds * len(numbers) if game.rounds else _ROOM
    nothing = _no_log(game)
    batches = []
    while at < to:
        rows = np.zeros((room, WIDTH), np.int64)
        done, used = _run(game, policy, base, at, to - at, rows, nothing)
        batches.append(rows[:used])
        at += done
        room = room if done else 2 * room
    return batches[0] if len(batches) == 1 else np.concatenate(batches)


def match_again(game: Game, policy: str, seed: int, number: int) -> State:
    """Replays match `number` of a seed in the engine: every deal and action goes through the rules."""
    rows = play_matches(game, policy, seed, range(number, number + 1))
    rounds = len(rows) // game.players
    log = np.zeros((rounds, _no_log(game).shape[1]), np.int64)
    _run(game, policy, chance_base(seed), number, 1, rows, log)
    lines = log.tolist()
    if isinstance(game, SevenGame):
        return reduce(partial(_tell_seven, game), lines, game.start())
    assert isinstance(game, ProphecyGame)
    return reduce(partial(_tell_prophecy, game), lines, game.start())


def _run(game: Game, policy: str, base: int, first: int, count: int, rows: Numbers, log: Numbers) -> tuple[int, int]:
    chosen = POLICIES[policy]
    if isinstance(game, SevenGame):
        return seven_matches(seven_tables(game), base, first, count, chosen, rows, log)
    assert isinstance(game, ProphecyGame)
    wheel = np.array(game.wheel, np.int64)
    return prophecy_matches(prophecy_tables(game), wheel, base, first, count, chosen, rows, log)


def _no_log(game: Game) -> Numbers:
    if isinstance(game, SevenGame):
        return np.zeros((0, seven_log_width(seven_tables(game))), np.int64)
    assert isinstance(game, ProphecyGame)
    return np.zeros((0, prophecy_log_width(prophecy_tables(game))), np.int64)


def _tell_seven(game: SevenGame, state: SevenState, line: list[int]) -> SevenState:
    """Returns the state after a round, from a kernel's log."""
    players, cards = game.players, len(game.deck)
    starter, deck, rest = line[0], [str(game.deck[card]) for card in line[1 : cards + 1]], line[cards + 1 :]
    colours, prophecies, played = rest[:COLOUR_CARDS], rest[COLOUR_CARDS:][:players], rest[COLOUR_CARDS + players :]
    hands, aside = [deck[10 * seat : 10 * seat + 10] for seat in range(players)], deck[10 * players :]
    deal: JsonObject = {"starter": starter, "hands": hands}
    if game.edition.future_of_deck:
        turned = 10 + game.edition.open_aside[players]
        deal |= {"future": aside[:10], "open": aside[10:turned], "hidden": aside[turned:]}
    else:
        letters = [game.title.suits[suit] for suit in colours]
        deal |= {"future": letters[:10], "future_hidden": letters[10:], "hidden": aside}
    state = state.deal(deal)
    for seat in game.seats:
        state = state.apply(
            seat, Prophesy.of(tuple(tokens_at(prophecies[seat], place) for place in range(1, players + 1)))
        )
    rounds = len(state.finished)
    for card in played:
        if len(state.finished) > rounds:
            break
        state = state.apply(state.actors[0], game.plays[card])
    return state


def _tell_prophecy(game: ProphecyGame, state: ProphecyState, line: list[int]) -> ProphecyState:
    """Returns the state after a round, from a kernel's log."""
    players, size = game.players, game.hand_size
    deck = [str(game.deck[card]) for card in line[1 : CARDS + 1]]
    laid, played = line[CARDS + 1 :][:players], line[CARDS + 1 + players :]
    state = state.deal(
        {
            "dealer": line[0],
            "trump": game.letter(game.wheel[len(state.finished)]),
            "hands": [deck[size * seat : size * seat + size] for seat in range(players)],
            "hidden": deck[size * players :],
        }
    )
    while state.phase == "bid":
        seat = state.actors[0]
        state = state.apply(seat, Bid.of(game.cards(laid[seat])))
    for code in played:
        seat = state.actors[0]
        if code < 0:
            state = state.apply(seat, game.surrender)
            continue
        bit = 1 << (code & 63)
        leads = bit in game.naming and not any(took.action != "surrender" for took in state.view(None).trick)
        state = state.apply(seat, game.naming[bit][code >> 6] if leads else game.following[bit])
    return state
