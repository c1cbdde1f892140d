"""Makes the rounds that the browser client's lessons are told on: run `python -m tests.web.lessons.make`

Each is one round of a chosen seed with chosen actions, so that what a lesson is about happens early. Seat 0 learns.
Beside each round stands what the learner's cards bring in the tricks that are taught, as a table would preview it: a
page shows it at once, with the same figures for everybody, also where the server has yet to compile what counts.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from foretold.bots import previews
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
    taught: int  # tricks: from then on the learner plays alone


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
        taught=4,
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
        taught=4,
    ),
    Lesson(
        "prophecy",
        5,
        2561,
        ("V1+V6", "P3+P4", "S8+V4", "S7+V7", "P1+V3"),
        """
        P7 P10 P5 P2 Jaguar
        E1 E12 Shaman E4 E3
        Monkey:V Lizard V11 V2 V8
        E14 E11 E13 E2 E10
        S6 S1 S2 S5 S11
        P11 E7 P6 P12 E9
        P8 V12 P14 S10 S12
        V5 V14 V13 V9 S13
        S4 S3 P9 E5 S14
        V10 E8 S9 P13 E6
        """,
        taught=4,
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


def previews_path(lesson: Lesson) -> Path:
    """Where the client finds what the learner's cards bring."""
    return LESSONS / f"{lesson.game}.previews.json"


def previews_text(lesson: Lesson) -> str:
    """By step of the record what each card of the learner brings, in the tricks that are taught."""
    previews.get_ready()
    while not previews.settled():
        time.sleep(0.1)
    by_step = {}
    for step, state in enumerate(steps(made(lesson))):
        if state.phase != "tricks" or state.actors != (0,) or len(state.view(0).tricks) >= lesson.taught:
            continue
        preview = previews.preview(state.view(0))
        assert preview is not None
        by_step[step] = {"deals": preview.deals, "cards": [card.to_dict() for card in preview.cards]}
    return json.dumps(by_step, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    for lesson in ALL:
        path(lesson).write_text(text(lesson), "utf-8")
        previews_path(lesson).write_text(previews_text(lesson), "utf-8")
