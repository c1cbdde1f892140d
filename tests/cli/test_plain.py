"""`--plain`: what screen readers and scripts get of the terminal has no frames and no colours, one fact a line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import clean_environment, in_process, text_of
from tests.conftest import chosen

RECORDS = Path(__file__).parents[1] / "records"
DRAWN = re.compile(r"[│─╭╮╰╯├┤┼┬┴|]|\x1b\[|  |-{4}")  # frames, escapes, columns


def run(directory: Path, *arguments: str | Path, feed: str = "", lang: str = "en") -> list[str]:
    """The lines that the command writes; none of them is drawn, blank or wider than a fact."""
    environment = clean_environment(FORETOLD_DATA=str(directory), FORETOLD_LANG=lang, FORCE_COLOR="1")
    done = text_of(in_process(*arguments, "--plain", environment=environment, feed=feed.encode()))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    for line in lines:
        assert line.strip(), "a blank line"
        assert not DRAWN.search(line), line
    return lines


@pytest.mark.parametrize("lang", chosen(("en", "ja"), "en"))
def test_plain_mode_plays_a_match_of_seven_prophecies(tmp_path: Path, lang: str) -> None:
    feed = "prophesy 2-1-1-3\nhand\nplay 1\nlast\nscores\ntokens\n?\nhistory\nturn\nquit\n"
    lines = run(tmp_path, "play", "--new", "--seed", "5", "--bots", "greedy", "--name", "Ines", feed=feed, lang=lang)
    text = "\n".join(lines)
    if lang == "en":
        assert "Hand: B7 B9 B10 B11 M2 M7 M10 P2 P4 P5" in lines
        assert "Scores: Ines 0, Ben 0, Cleo 0, Dan 0" in lines
        assert "Legal actions (4): B7 B9 B10 B11" in lines
        assert any(line.startswith("Tokens left: Ines 1-1-1-3, Ben") for line in lines)
    assert "Ines" in text


def test_plain_mode_repeats_only_what_has_changed(tmp_path: Path) -> None:
    feed = "prophesy 2-1-1-3\nplay 1\nplay 1\nquit\n"
    lines = run(tmp_path, "play", "--new", "--seed", "5", "--bots", "greedy", "--name", "Ines", feed=feed)
    assert len([line for line in lines if line.startswith("Scores:")]) == 1
    assert len([line for line in lines if line.startswith("Hand:")]) == 3


def test_plain_mode_plays_a_whole_match_of_prophecy(tmp_path: Path) -> None:
    options = ("--players", "6", "--variant", "short", "--bots", "greedy", "--seed", "7", "--name", "Ines", "--new")
    feed = "1 2\n" + "1\n" * 12
    lines = run(tmp_path, "play", "prophecy", *options, feed=feed * 8)
    assert any("wins the trick" in line or "takes" in line or line.startswith("Trick 1") for line in lines)
    assert any(re.match(r"Ines: ", line) for line in lines), "the sums of a round"


@pytest.mark.parametrize("record", ["seven-prophecies-3-standard", "prophecy-4-short"])
def test_plain_mode_shows_a_recorded_match(tmp_path: Path, record: str) -> None:
    lines = run(tmp_path, "show", RECORDS / f"{record}.jsonl")
    assert len(lines) > 40


def test_plain_mode_shows_a_puzzle(tmp_path: Path) -> None:
    lines = run(tmp_path, "puzzles", "--number", "1", feed="?\n1\nquit\n")
    assert any(line.startswith("Hand:") for line in lines)
    assert any(line.startswith("Legal actions") for line in lines)


def test_plain_mode_shows_a_challenge(tmp_path: Path) -> None:
    lines = run(tmp_path, "daily", "--seed", "1", "--bot", "novice", feed="quit\n")
    assert any(line.startswith("Hand:") for line in lines)


@pytest.mark.slow
def test_plain_mode_shows_a_review(tmp_path: Path) -> None:
    record = tmp_path / "one.jsonl"
    matches = (RECORDS / "seven-prophecies-2017-3-single-round.jsonl").read_text("utf-8")
    record.write_text(matches.splitlines()[0] + "\n", "utf-8")
    lines = run(tmp_path, "review", record, "--worlds", "4", "--jobs", "1")
    assert len(lines) > 5
