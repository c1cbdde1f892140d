"""Plays challenges, as a program of its own: `python played.py SEED COUNT` prints the records, one in a line."""

from __future__ import annotations

import sys
from random import Random

import foretold
from foretold.cards import Action
from foretold.challenges import Challenge, budgeted
from foretold.records import Record
from foretold.views import View

GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("seven-prophecies", {}),
    ("seven-prophecies-2017", {"variant": "first-to-two"}),
    ("prophecy", {"variant": "short"}),
)
LEVELS = ("adept", "novice", "seer:40")


def challenge(seed: int) -> Challenge:
    """The challenge of a number: each game, each seat, several bots."""
    name, options = GAMES[seed % len(GAMES)]
    game = foretold.load(name, players=3 + seed % 2, options=options)
    seat = seed % game.players
    bots = [LEVELS[(seed + number) % len(LEVELS)] for number in game.seats]
    others = ["" if number == seat else bot if ":" in bot else budgeted(bot) for number, bot in enumerate(bots)]
    return Challenge(game, seat, Random(seed).randbytes(32), tuple(others))


def decide(view: View, chance: Random) -> Action:
    """Somebody who always decides the same."""
    return view.legal[len(view.history) % len(view.legal)]


def played(seed: int) -> Record:
    """The record of the challenge of a number."""
    chosen = challenge(seed)
    return chosen.record(chosen.play(decide), "Ann", f"c{seed}")


if __name__ == "__main__":
    first, count = map(int, sys.argv[1:])
    for number in range(first, first + count):
        print(played(number).to_line(), flush=True)
