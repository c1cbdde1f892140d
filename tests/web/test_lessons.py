"""The rounds of the lessons: they are what their script makes, and they replay."""

from __future__ import annotations

import json

import pytest

from foretold.games.replay import replay
from foretold.records import Record
from foretold.server.updates.replay import replayed
from tests.web.lessons import make


@pytest.mark.parametrize("lesson", make.ALL, ids=lambda lesson: lesson.game)
def test_the_lesson_script_makes_the_same_bytes(lesson: make.Lesson) -> None:
    assert make.path(lesson).read_text("utf-8") == make.text(lesson), "run python -m tests.web.lessons.make"


@pytest.mark.parametrize("lesson", make.ALL, ids=lambda lesson: lesson.game)
def test_the_lesson_script_makes_the_same_previews(lesson: make.Lesson) -> None:
    kept = make.previews_path(lesson).read_text("utf-8")
    assert kept == make.previews_text(lesson), "run python -m tests.web.lessons.make"
    assert all(preview["cards"] for preview in json.loads(kept).values())


@pytest.mark.parametrize("lesson", make.ALL, ids=lambda lesson: lesson.game)
def test_a_lesson_is_one_round_whose_choices_are_right(lesson: make.Lesson) -> None:
    state = replay(Record.from_line(make.path(lesson).read_text("utf-8")))
    (ended,) = state.finished
    assert state.awaits_deal
    assert ended.fulfilled[0]
    assert ended.points[0] == max(ended.points)


@pytest.mark.parametrize("lesson", make.ALL, ids=lambda lesson: lesson.game)
def test_the_server_sends_every_turn_of_the_learner(lesson: make.Lesson) -> None:
    record = Record.from_line(make.path(lesson).read_text("utf-8"))
    steps = json.loads(b"".join(replayed(record, "0")))["steps"]
    actions = [event for event in record.events if "action" in event]
    for step, event in zip(steps[1:], actions, strict=False):
        turn = step["views"][0].get("turn")
        if event["seat"] == 0:
            assert event["action"] in [choice["action"] for choice in turn["legal"]]
