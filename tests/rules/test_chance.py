"""Chance, to the bit: docs/deals.md, computed here once more from its text alone."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

import foretold
from foretold.cards import Draws, seed_key
from foretold.games import Game
from tests.conftest import every_game

DEALS = Path(__file__).parents[2] / "docs" / "deals.md"
KEYS, VECTORS = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", DEALS.read_text("utf-8"), re.S))


class Stream:
    """The stream of a round, word by word, as slowly as the text says it."""

    def __init__(self, key: bytes, number: int) -> None:
        self.message = b"foretold-deal/1:" + key + number.to_bytes(4, "big")
        self.used = 0

    def below(self, n: int) -> int:
        while True:
            self.used += 8
            word = int.from_bytes(hashlib.shake_256(self.message).digest(self.used)[-8:], "big")
            if word < 2**64 // n * n:
                return word % n

    def shuffled(self, items: list[str]) -> list[str]:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


SUITS = {"seven-prophecies": "BMPS", "seven-prophecies-2017": "SMER", "prophecy": "SPVE"}
NUMBERS = {("seven-prophecies", 3): 9, ("seven-prophecies", 4): 11}
NUMBERS |= {("seven-prophecies-2017", 3): 11, ("seven-prophecies-2017", 4): 13}
HANDS = {2: 17, 3: 17, 4: 15, 5: 12, 6: 10}


def deal_again(name: str, players: int, options: dict[str, Any], key: bytes, number: int) -> dict[str, Any]:
    """The deal of a round by the text of docs/deals.md."""
    first = Stream(key, 0).below(players)
    stream = Stream(key, number)
    if number == 0:
        stream.below(players)
    deck = [f"{suit}{n}" for suit in SUITS[name] for n in range(1, NUMBERS.get((name, players), 14) + 1)]
    deck += ["Jaguar", "Monkey", "Shaman", "Lizard"] if name == "prophecy" else []
    order = {card: i for i, card in enumerate(deck)}
    cards = stream.shuffled(deck)
    size = HANDS[players] if name == "prophecy" else 10
    hands = [sorted(cards[size * seat : size * seat + size], key=order.__getitem__) for seat in range(players)]
    rest = cards[size * players :]
    seat = (first + number) % players
    if name == "prophecy":
        wheel = [*"SPVE", None] if options.get("variant") == "short" else [*"SPVESPVE"]
        return {"dealer": seat, "trump": wheel[number], "hands": hands, "hidden": rest}
    if name == "seven-prophecies-2017":
        turned = 2 if players == 3 else 0
        aside = rest[10:]
        return {"starter": seat, "hands": hands, "future": rest[:10], "open": aside[:turned], "hidden": aside[turned:]}
    colours = stream.shuffled([suit for suit in "BMPS" for _ in range(3)])
    return {"starter": seat, "hands": hands, "future": colours[:10], "future_hidden": colours[10:], "hidden": rest}


@pytest.mark.parametrize("vector", KEYS)
def test_seeds_have_the_documented_keys(vector: dict[str, Any]) -> None:
    assert seed_key(vector["seed"]).hex() == vector["key"]
    assert hashlib.sha256(b"foretold-seed/1:%d" % vector["seed"]).hexdigest() == vector["key"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['game']}-{vector['players']}")
def test_documented_test_vectors_match(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"]) if isinstance(vector["seed"], str) else vector["seed"]
    name, players, options, number = (vector[key] for key in ("game", "players", "options", "round"))
    assert deal_again(name, players, options, seed_key(seed), number) == vector["deal"]
    game = foretold.load(name, players=players, **options)
    deal = None
    for dealt in range(number + 1):
        deal = game.draw_deal(seed_key(seed), dealt, deal)
    assert deal is not None
    assert deal.to_dict(game) == vector["deal"]
    if number == 0:
        assert game.start(seed=seed).record().events[0]["deal"] == vector["deal"]


@every_game
def test_deals_of_whole_matches_follow_from_the_seed(game: Game) -> None:
    """Every round of a match, dealt within `apply`, is the one that the text gives."""
    state = game.start(seed=bytes(range(32)))
    while not state.over and len(state.finished) < 5:
        seat = state.actors[-1]
        state = state.apply(seat, state.legal(seat)[0])
    deals = [event["deal"] for event in state.record().events if "deal" in event]
    for number, deal in enumerate(deals):
        assert deal == deal_again(game.name, game.players, game.options, bytes(range(32)), number)


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.0, "7", b"short", bytes(33), bytearray(32)])
def test_invalid_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(foretold.BadOption):
        foretold.load("seven-prophecies").start(seed=seed)


def test_random_words_that_would_favour_small_numbers_are_discarded() -> None:
    draws = Draws(bytes(32), 0)
    draws._words = (2**64 - 1, 5, *draws._words[2:])
    assert draws.below(3) == 5 % 3
    assert draws._next == 2


def test_the_stream_goes_on_past_the_first_read() -> None:
    draws, slow = Draws(bytes(32), 3), Stream(bytes(32), 3)
    assert [draws.below(60) for _ in range(200)] == [slow.below(60) for _ in range(200)]
