"""Who compiles the kernels: a process of its own, whose memory is given back; this one where that can't be."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Thread

import pytest

from foretold.kernels import compiler, warm


@pytest.fixture
def whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is kept yet, and there are two steps, which compile nothing."""
    monkeypatch.setattr(compiler, "_CACHE", tmp_path)
    monkeypatch.setattr(warm, "_steps", lambda: [lambda: None, lambda: None])
    monkeypatch.setattr(warm, "_done", 0)
    monkeypatch.setattr(warm, "_elsewhere", 0)
    return tmp_path / "whole"


def other_process(monkeypatch: pytest.MonkeyPatch, directory: Path, *, code: int) -> Path:
    """The process that would compile: it notes what it is told to do, does a step and ends so."""
    asked, program = directory / "asked", directory / "python"
    program.write_text(f'#!/bin/sh\nprintf "%s" "$2" > {asked}\necho\nexit {code}\n')
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    return asked


def test_compiled_kernels_are_cached_step_by_step(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    warm.keep_all()
    assert capsys.readouterr().out == "\n\n"
    assert whole.exists()


@pytest.mark.parametrize("code", [0, 1])
def test_kernels_are_ready_whether_or_not_the_other_process_could_compile(
    whole: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    asked = other_process(monkeypatch, whole.parent, code=code)
    warm._compile_elsewhere()
    assert asked.read_text() == "from foretold.kernels import warm; warm.keep_all()"
    assert warm.steps_done() == 1  # one was told of


def test_no_process_is_started_if_the_cache_is_complete_or_unwritable(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = other_process(monkeypatch, whole.parent, code=0)
    whole.touch()
    warm._compile_elsewhere()
    monkeypatch.setattr(compiler, "_CACHE", None)
    warm._compile_elsewhere()
    assert not asked.exists()


def test_of_two_processes_that_start_together_one_compiles(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = other_process(monkeypatch, whole.parent, code=0)
    with warm.alone(whole.with_name("lock")):
        waiting = Thread(target=warm._compile_elsewhere)
        waiting.start()
        waiting.join(0.1)
        assert waiting.is_alive()
        whole.touch()
    waiting.join()
    assert not asked.exists()


def test_without_another_process_there_is_no_error(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(whole.parent / "nothing"))
    warm._compile_elsewhere()
    assert warm.steps_done() == 0
