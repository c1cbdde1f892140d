"""Makes the rounds that the browser client's lessons are told on: run `python -m tests.web.lessons.make`

Each is one round of a chosen seed with chosen actions, so that what a lesson is about happens early. Seat 0 learns.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from foretold.games import load
from foretold.games.replay import steps
from foretold.records import Record

LESSONS = Path(__file__).parents[3] / "web" / "src" / "learn"


@dataclass(frozen=True)
class Lesson:
    """A round to be made: prophecies or bids by seat, and the cards trick by trick in the order of play."""

    game: str
    players: int
    seed: int
    choices: tuple[str, ...]
    tricks: str


ALL = (
    Lesson(
        "seven-prophecies",
        4,
        2359,
        ("3-1-1-2", "2-2-1-2", "1-1-2-3", "1-2-2-2"),
        """
        S9 S3 S8 S7
        M9 M2 M1 S2
        B2 M10 B1 B7
        S11 S5 S4 S6
        B9 B8 P3 B6
        P1 S1 M3 S10
        M8 B11 B5 M4
        B3 P8 B10 P11
        P10 M6 M5 P6
        """,
    ),
    Lesson(
        "seven-prophecies-2017",
        3,
        1437,
        ("2-2-3", "4-1-2", "1-2-4"),
        """
        S6 S1 S4
        R5 R4 S10
        M2 M1 M4
        S11 R9 R7
        E7 E3 E2
        R11 S5 M5
        M10 M11 M8
        S7 E4 E1
        """,
    ),
    Lesson(
        "prophecy",
        5,
        2561,
        ("S4+E7", "P3+P4", "S8+V4", "S7+V7", "P1+V3"),
        """
        P7 P10 P5 P2 Jaguar
        E1 E12 Shaman E4 E3
        Monkey:E Lizard E13 E2 E10
        E14 E11 S2 E9 S11
        P11 S13 P6 P8 E5
        S10 S12 V11 S5 S14
        V8 V1 V5 V14 V12
        P9 V2 P14 S6 S9
        S1 P12 E6 V9 V6
        S3 P13 V13 V10 E8
        """,
    ),
)


def made(lesson: Lesson) -> Record:
    """The record of the round: the deal, everybody's choice with the learner's last, the tricks, the points."""
    state = load(lesson.game, players=lesson.players).start(lesson.seed)
    for seat in (*range(1, lesson.players), 0):
        state = state.apply(seat, lesson.choices[seat])
    for card in lesson.tricks.split():
        (seat,) = state.actors
        state = state.apply(seat, card)
    record = state.record()
    end = next(number for number, event in enumerate(record.events) if "round" in event)
    whole = Record(record.game, record.players, record.events[: end + 1], record.options)
    assert len(list(steps(whole))) == end + 1
    return whole


def path(lesson: Lesson) -> Path:
    """Where the client finds the round."""
    return LESSONS / f"{lesson.game}.json"


def text(lesson: Lesson) -> str:
    """The file's content."""
    return made(lesson).to_line() + "\n"


if __name__ == "__main__":
    for each in ALL:
        path(each).write_text(text(each), "utf-8")
