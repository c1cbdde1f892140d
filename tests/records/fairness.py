"""Matches with a proof of their deals, for tests."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from foretold.fair import Fair, Share
from foretold.games import Game
from tests.conftest import GAMES

SECRET = bytes(range(100, 132))
NONE = {"none": "bot"}, {"none": "device"}, {"none": "silent"}, {"commitment": "ab" * 32, "none": "silent"}


def share(number: int) -> Share:
    return Share.of(hashlib.sha256(b"%d" % number).digest()[:16])


def proof(players: int, gaps: int = 1) -> Fair:
    """A proof in which the last seats, one of each kind in turn, give nothing."""
    gave = [share(seat) for seat in range(players - gaps)]
    return Fair.of(SECRET, [*gave, *(Share.from_dict(NONE[gap % 4], "share") for gap in range(gaps))])


@cache
def _played(game: Game, rounds: int, gaps: int) -> str:
    promised = proof(game.players, gaps)
    rng = Random(rounds)
    state = game.start(seed=promised.seed)
    while not state.over and len(state.finished) < rounds:
        seat = rng.choice(state.actors)
        state = state.apply(seat, rng.choice(state.legal(seat)))
    return replace(state.record(), extra={"fair": promised.to_dict()}).to_line()


def played(game: Game = GAMES[0], rounds: int = 2, gaps: int = 1) -> dict[str, Any]:
    """The record of a match with a proof, as JSON, to be changed at will; with fewer rounds than a match it is cut."""
    record: dict[str, Any] = json.loads(_played(game, rounds, gaps))
    return record
