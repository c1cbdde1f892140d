"""Compiled choices of `student`, one view at a time."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from foretold.games import load
from foretold.games.seven.game import SevenGame
from foretold.kernels import prophecy_student, seven_student
from foretold.kernels.arrays import floats, integers
from foretold.kernels.compiler import kernel
from foretold.kernels.nets import Net

seven_card: Any = kernel(seven_student.student_card)
seven_prophecy: Any = kernel(seven_student.student_prophecy)
prophecy_card = kernel(prophecy_student.student_card)
prophecy_bid = kernel(prophecy_student.student_bid)


def compile_seven() -> None:
    """Makes one choice of each kind in Seven Prophecies, which compiles the kernels it calls."""
    game = load("seven-prophecies")
    assert isinstance(game, SevenGame)
    rows = (game.suit_masks, game.number_of, game.above, game.column)
    deck: list[Any] = [game.players, game.numbers, *map(integers, rows)]
    room, row = seven_student.seven_room(floats, integers), integers([0] * seven_student.ROW_LENGTH)
    seats, cards = integers([0] * 4), _blank(seven_student.CARD_INPUTS, 1)
    hand = _blank(seven_student.hand_inputs(game.numbers), seven_student.COUNTS * seven_student.PLACES)
    seven_card(3, 3, 12, row, 0, seats, 0, 0, seats, seats, *deck, cards, room)
    seven_prophecy(3, 0, 15, row, 0, *deck, integers([7]), 1, hand, room)


def compile_prophecy() -> None:
    """Does the same for Prophecy."""
    facts = prophecy_student.Facts(4, 12, 5, 0, 0)
    room = prophecy_student.prophecy_room(floats, integers)
    prophecy_card(3, 3, 1, 0, 0, 0, 0, 12, 2, 3, 0, facts, _blank(prophecy_student.CARD_INPUTS, 1), room)
    prophecy_bid(31, 0, 0, 3, 0, 63, facts, _blank(prophecy_student.BID_INPUTS, 1), room)


def _blank(inputs: int, outputs: int) -> Net:
    """Returns an untrained network."""
    sizes = (inputs, 1, 1, outputs)
    layers = [floats(part) for before, after in pairwise(sizes) for part in ([[0.0] * after] * before, [0.0] * after)]
    return Net(*sizes, *layers, *(floats([0.0] * size) for size in (1, 1, 1, outputs)))
