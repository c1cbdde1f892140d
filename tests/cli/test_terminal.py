"""`foretold play` and `foretold show`, as people meet them: through a pipe, in a terminal, without colour or UTF-8."""

from __future__ import annotations

import itertools
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import foretold
from foretold.cli import main
from foretold.cli.terminal.saves import Shelf, append_record
from foretold.cli.terminal.solo import SoloMatch
from foretold.cli.terminal.typed_input import Unclear, bid_cards, notation
from foretold.games import TITLES
from foretold.games.prophecy.view import ProphecyView
from tests.cli.running import in_process, own_process
from tests.conftest import chosen

SHORT = ("seven-prophecies-2017", "--variant", "single-round")  # the shortest match there is
ONES = "1\n" * 1500  # the first choice, again and again, is a legal match of every game


def environment(data: Path, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "FORETOLD", "PYTHON"))}
    return {**kept, "LANG": "C.UTF-8", "FORETOLD_DATA": str(data), **(extra or {})}


def with_bots(arguments: tuple[str, ...]) -> list[str]:
    """The arguments, with bots that need nothing compiled where none are named."""
    quick = arguments[0] == "play" and not {"--bots", "--resume"} & set(arguments)
    return [*arguments, "--bots", "greedy"] if quick else list(arguments)


def run(data: Path, *arguments: str, feed: str = "", **extra: str) -> subprocess.CompletedProcess[bytes]:
    """Runs a command in this process."""
    return in_process(*with_bots(arguments), feed=feed.encode(), environment=environment(data, extra))


def kept_records(data: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (data / "matches.jsonl").read_text(encoding="utf-8").splitlines()]


def running(data: Path) -> dict[str, Any]:
    script: dict[str, Any] = json.loads((data / "play.json").read_text(encoding="utf-8"))
    return script


# Whole matches through a pipe --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", chosen(TITLES, "prophecy"))
def test_a_match_through_a_pipe_runs_to_its_end_and_is_saved(game: str, tmp_path: Path) -> None:
    variant = ("--variant", "short") if game == "prophecy" else ()
    line = ("play", game, *variant, "--seed", "7", "--bots", "greedy", "--record", str(tmp_path / "mine.jsonl"))
    done = own_process(*line, feed=ONES.encode(), environment=environment(tmp_path))
    assert done.returncode == 0, done.stderr
    assert b"\x1b" not in done.stdout
    record = kept_records(tmp_path)[0]
    assert foretold.replay(record).over
    assert record["seats"][0] == {"kind": "person"}
    assert record["seats"][1] == {"kind": "bot", "bot": "greedy", "version": foretold.__version__}
    assert json.loads((tmp_path / "mine.jsonl").read_text(encoding="utf-8")) == record
    assert not (tmp_path / "play.json").exists()
    shown = run(tmp_path, "show", str(tmp_path / "matches.jsonl"))
    assert shown.returncode == 0
    assert "The match is over" in shown.stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "players"),
    [
        (("seven-prophecies-2017", "--players", "3", "--variant", "single-round"), 3),
        (("seven-prophecies-2017", "--variant", "first-to-two", "--option", "negative_scores=true"), 4),
        (("seven-prophecies", "--bots", "random,greedy", "--seat", "2"), 3),
    ],
)
def test_variants_bots_and_seats_are_chosen_by_arguments(
    arguments: tuple[str, ...], players: int, tmp_path: Path
) -> None:
    done = run(tmp_path, "play", *arguments, "--seed", "1", feed=ONES)
    assert done.returncode == 0, done.stderr
    record = kept_records(tmp_path)[0]
    assert record["players"] == players
    assert foretold.replay(record).over


def test_the_terminal_speaks_japanese(tmp_path: Path) -> None:
    done = run(tmp_path, "play", *SHORT, "--lang", "ja", "--seed", "7", feed=ONES)
    text = done.stdout.decode().replace("(single-round)", "")
    assert "ゲーム終了" in text
    assert not re.search(r"(?i)\b(round|trick|your|winner|prophecy)\b", text)


@pytest.mark.parametrize("game", [("prophecy", "--variant", "short", "--players", "6"), SHORT])
def test_without_utf_8_everything_is_ascii(game: tuple[str, ...], tmp_path: Path) -> None:
    extra = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    feed = "?\nhistory\n" + ONES
    done = run(tmp_path, "play", *game, "--lang", "ja", "--name", "Zoë 予言 [red]", "--seed", "7", feed=feed, **extra)
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode("ascii")
    assert "can't show the language 'ja'" in text
    assert "The match is over" in text
    assert kept_records(tmp_path)[0]["names"][0] == "Zoë 予言 [red]"
    assert run(tmp_path, "show", str(tmp_path / "matches.jsonl"), **extra).stdout.isascii()


def test_seeds_and_other_hands_stay_off_the_screen(tmp_path: Path) -> None:
    seed = "1234567890123"
    done = run(tmp_path, "play", "--seed", seed, feed="2-2-2-1\nhistory\n?\n")
    assert seed.encode() not in done.stdout
    deal = running(tmp_path)["record"]["events"][0]["deal"]
    played = {event["action"] for event in running(tmp_path)["record"]["events"][5:]}
    table = done.stdout.decode().split("cards so far")[0]
    for card in set(itertools.chain(*deal["hands"][1:], deal["hidden"])) - played:
        assert not re.search(rf"\b{card}\b", table)


# Answers -----------------------------------------------------------------------------------------------------------


def test_bad_answers_get_one_sentence_and_lose_nothing(tmp_path: Path) -> None:
    bad = ["", "hello", "2-2-2", "2-2-2-2", "9999", "B99", "12", "B5"]
    done = run(tmp_path, "play", "--seed", "7", feed="\n".join(bad) + "\n")
    text = done.stdout.decode()
    assert "that places 8 tokens: place all 7 (SP2-4)" in text
    assert "3 places: give tokens for 4 places" in text
    assert text.count("Your prophecy") == len(bad) + 1
    assert len(running(tmp_path)["record"]["events"]) == 1
    done = run(tmp_path, "play", "--resume", feed="2221\nB1\nP11\n77\n")
    text = done.stdout.decode()
    assert "follow Spellbook (SP1-7)" in text
    assert "you don't have P11" in text
    assert "there's no number 77 here: choose from 1 to 4" in text


def test_answers_may_be_typed_in_many_ways() -> None:
    view = foretold.load("seven-prophecies").start(seed=7).view(0)
    for text in ("2-1-1-3", "2113", "2 1 1 3", " 2, 1,1,3 ", "２１１３", "2/1/1/3"):
        assert notation(view, text) == "2-1-1-3"
    assert notation(view, "1") == "2-2-2-1"
    bids = foretold.load("prophecy").start(seed=7).view(0)
    assert isinstance(bids, ProphecyView)
    assert bid_cards(bids, "e9 s1+V3", []) == ["S1", "V3", "E9"]
    assert bid_cards(bids, "13 1 2", []) == ["S1", "S3", "E11"]
    assert bid_cards(bids, "1", ["S1", "S3"]) == ["S1", "S3", "S6"]
    for text, action in {"jaguar": "Jaguar", "monkey:v": "Monkey:V", "b11": "B11", "Ｂ１１": "B11"}.items():
        played = foretold.load("seven-prophecies").start(seed=7)
        for seat in range(4):
            played = played.apply(seat, "2-2-2-1")
        assert notation(played.view(1), text) == action
    with pytest.raises(Unclear):
        notation(view, "  ")


def test_undo_keeps_the_final_line_only_and_a_seed_is_a_match(tmp_path: Path) -> None:
    run(tmp_path / "straight", "play", *SHORT, "--seed", "7", feed="2221\n1\n2\n" + ONES)
    feed = "undo\n7000\nundo\n2113\n1\n1\nundo\nundo\nundo\nundo\n2221\n1\n1\nundo\n2\n" + ONES
    done = run(tmp_path / "undone", "play", *SHORT, "--seed", "7", feed=feed)
    assert "nothing to take back" in done.stdout.decode()
    assert kept_records(tmp_path / "undone") == kept_records(tmp_path / "straight")


# Kept matches ------------------------------------------------------------------------------------------------------


def test_a_match_that_was_killed_resumes(tmp_path: Path) -> None:
    run(tmp_path / "whole", "play", *SHORT, "--seed", "7", feed=ONES)
    data = tmp_path / "killed"
    process = subprocess.Popen(
        [sys.executable, "-m", "foretold", "play", *SHORT, "--seed", "7", "--bots", "greedy"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=environment(data),
    )
    assert process.stdin is not None
    process.stdin.write(b"1\n1\n1\n1\n")
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and len(_events(data)) < 14:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    events = len(_events(data))
    assert events >= 14
    done = run(data, "play", "--resume", feed="undo\n" + ONES)
    assert done.returncode == 0, done.stderr
    assert kept_records(data) == kept_records(tmp_path / "whole")


def _events(data: Path) -> list[Any]:
    return running(data)["record"]["events"] if (data / "play.json").exists() else []


def test_a_damaged_match_is_set_aside_and_a_new_one_begins(tmp_path: Path) -> None:
    run(tmp_path, "play", "--seed", "7", feed="1\n")
    damaged = (tmp_path / "play.json").read_text(encoding="utf-8")[:-40]
    (tmp_path / "play.json").write_text(damaged, encoding="utf-8")
    done = run(tmp_path, "play", "--seed", "8", feed="1\n")
    assert done.returncode == 0, done.stderr
    assert "was damaged" in done.stdout.decode()
    assert (tmp_path / "play.json.broken").read_text(encoding="utf-8") == damaged
    assert running(tmp_path)["seed"] == 8


def test_a_kept_match_is_checked_before_it_goes_on(tmp_path: Path) -> None:
    match = SoloMatch(foretold.load("prophecy"), 1, 0, ("greedy",) * 3, ("a", "b", "c", "d"))
    match.take(match.view().legal[0])
    match.bot_acts()
    kept = match.to_dict()
    assert SoloMatch.resumed(kept).to_dict() == kept
    wrong: list[dict[str, Any]] = [
        {**kept, "bots": ["greedy"]},
        {**kept, "bots": ["nobody"] * 3},
        {**kept, "bots": None},
        {**kept, "seat": None},
        {**kept, "seat": 9},
        {**kept, "seed": "1"},
        {**kept, "seed": -1},
        {**kept, "record": {**kept["record"], "events": []}},
        {**kept, "record": {**kept["record"], "events": kept["record"]["events"][1:]}},
        {**kept, "record": {**kept["record"], "names": None}},
        {key: value for key, value in kept.items() if key != "record"},
    ]
    for damaged in wrong:
        with pytest.raises(ValueError, match=r"."):
            SoloMatch.resumed(damaged)
    for text in ("", "[]", "null", "{}", "[" * 100_000):
        (tmp_path / "play.json").write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=r"."):
            Shelf(tmp_path).load()


def test_a_new_match_keeps_the_unfinished_one_as_a_record(tmp_path: Path) -> None:
    run(tmp_path, "play", "--seed", "7", feed="1\n1\n")
    events = _events(tmp_path)
    run(tmp_path, "play", "--seed", "8", feed="1\n")
    assert kept_records(tmp_path)[0]["events"] == events
    assert not foretold.replay(kept_records(tmp_path)[0]).over


def test_a_directory_that_cannot_be_written_does_not_stop_play(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = run(tmp_path / "file" / "data", "play", *SHORT, "--seed", "7", feed=ONES)
    assert done.returncode == 0, done.stderr
    assert "The match is over" in done.stdout.decode()
    assert done.stdout.decode().count("can't be saved") == 1


def test_records_are_added_to_a_file_line_by_line(tmp_path: Path) -> None:
    record = foretold.load("prophecy").start(seed=1).record()
    (tmp_path / "a.jsonl").write_text("{}", encoding="utf-8")
    assert append_record(tmp_path / "a.jsonl", record) == 2
    assert append_record(tmp_path / "a.jsonl", record) == 3
    assert append_record(tmp_path / "b.jsonl.gz", record) == 1
    assert append_record(tmp_path / "b.jsonl.gz", record) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--resume",), "no unfinished match"),
        (("chess",), "no game called 'chess'"),
        (("--players", "9"), "can't be played by 9"),
        (("--bots", "nobody"), "no bot called 'nobody'"),
        (("--bots", "greedy,greedy", "--players", "4"), "2 bots do not fill 3 other seats"),
        (("--seat", "7"), "no seat 7"),
        (("--record", "/nowhere/at/all.jsonl"), "can't write"),
    ],
)
def test_wrong_usage_prints_one_sentence(
    arguments: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FORETOLD_DATA", str(tmp_path))
    assert main(["play", *arguments, "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert len(said.splitlines()) == 1


# foretold show -----------------------------------------------------------------------------------------------------


def test_show_refuses_with_file_line_and_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "records.jsonl"

    def show(*arguments: str) -> tuple[int, str]:
        code = main(["show", str(path), *arguments, "--lang", "en"])
        return code, capsys.readouterr().err

    assert show() == (2, f"foretold show: there's no file {path}: give the path of a record\n")
    good = foretold.load("seven-prophecies").start(seed=1).record().to_line()
    path.write_text(f"{good}\nnonsense\n" + good.replace('"starter":', '"starter":9') + "\n", encoding="utf-8")
    assert show() == (0, "")
    assert show("--line", "2") == (1, f"{path}, line 2: this isn't JSON (at column 1): a line holds one JSON object\n")
    assert show("--line", "3")[0] == 1
    assert show("--line", "4") == (2, "foretold show: the file has no match 4: choose from 1 to 3\n")
    assert show("--seat", "4")[0] == 2
    path.write_text("", encoding="utf-8")
    assert show() == (1, f"{path}: the file contains no record\n")


def test_show_stops_quietly_when_nobody_reads_on(tmp_path: Path) -> None:
    state = foretold.load("seven-prophecies").start(seed=1)
    append_record(tmp_path / "a.jsonl", state.record())
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "foretold", "show", str(tmp_path / "a.jsonl")]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, env=environment(tmp_path), check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


# A real terminal ---------------------------------------------------------------------------------------------------


class Terminal:
    """A process on a pseudo terminal of 80 by 24."""

    def __init__(self, data: Path, *arguments: str, **extra: str) -> None:
        self.master, slave = pty.openpty()
        import fcntl
        import struct
        import termios

        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "foretold", *with_bots(arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(data, {"TERM": "xterm-256color", **extra}),
            start_new_session=True,
        )
        os.close(slave)
        self.text = ""

    def until(self, wanted: str) -> str:
        """Reads until a text appears; what came since the last reading."""
        fresh = ""
        deadline = time.monotonic() + 60
        while wanted not in fresh and time.monotonic() < deadline:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    fresh += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:  # the process has gone
                    break
        if wanted not in fresh:
            self.process.kill()
            self.process.wait()
        assert wanted in fresh, fresh
        return fresh

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def close(self) -> int:
        try:
            return self.process.wait(timeout=60)
        finally:
            self.process.kill()
            os.close(self.master)


def last_screen(text: str) -> list[str]:
    """The lines since the screen was last cleared, without colours."""
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", lambda match: "\f" if match[0].endswith("J") else "", text)
    return plain.rsplit("\f", 1)[-1].replace("\r", "").split("\n")


def test_a_match_fits_a_terminal_of_80_by_24(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--seed", "7", NO_COLOR="1")
    assert "Which game?" in terminal.until("(Enter = 1)")
    terminal.type("\n")
    terminal.until("help):")
    terminal.type("2221\n")
    for answer in ("1\n", "nonsense\n", "B1\n"):
        shown = terminal.until("help):")
        assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", shown)  # NO_COLOR
        lines = last_screen(shown)
        assert len(lines) <= 24
        assert max(map(cell_len, lines)) <= 80
        terminal.type(answer)
        if answer == "1\n":
            terminal.until("[Enter]")
            terminal.type("\n")
    terminal.until("help):")
    time.sleep(0.5)  # the prompt stands a moment before the answer is read
    terminal.process.send_signal(signal.SIGINT)  # Ctrl-C
    terminal.until("foretold play --resume")
    assert terminal.close() == 0
    terminal = Terminal(tmp_path, "play")
    terminal.until("Enter = resume")
    terminal.type("\n")
    terminal.until("help):")
    terminal.type("\x04")  # end of input
    terminal.until("--resume")
    assert terminal.close() == 0


def test_show_can_be_paged_in_a_terminal(tmp_path: Path) -> None:
    run(tmp_path, "play", *SHORT, "--seed", "7", feed=ONES)
    terminal = Terminal(tmp_path, "show", str(tmp_path / "matches.jsonl"), TERM="xterm-256color")
    first = terminal.until("q=quit [1/")
    assert "\x1b[" in first
    for answer, place in {
        "\n": "[5/",
        "a\n": "[6/",
        "b\n": "[5/",
        "g 1\n": "[1/",
        "s 1\n": "[",
        "what\n": "next trick",
    }.items():
        terminal.type(answer)
        terminal.until(place)
    terminal.type("q\n")
    assert terminal.close() == 0


def test_who_begins_is_drawn_or_chosen_and_kept_in_the_record(tmp_path: Path) -> None:
    done = run(tmp_path, "play", *SHORT, "--seed", "5", "--first", "drawn", feed=ONES)
    assert "Drawn: " in done.stdout.decode()
    drawn = kept_records(tmp_path)[0]
    assert drawn["first"]["by"] == "drawn"
    assert drawn["events"][0]["deal"]["starter"] == drawn["first"]["seat"]
    seat = (drawn["first"]["seat"] + 1) % 4
    run(tmp_path, "play", *SHORT, "--seed", "5", "--first", str(seat), feed=ONES)
    chosen = kept_records(tmp_path)[1]
    assert chosen["first"] == {"by": "chosen", "seat": seat}
    assert chosen["events"][0]["deal"] == {**drawn["events"][0]["deal"], "starter": seat}
    assert run(tmp_path, "play", *SHORT, "--first", "4").returncode == 2
    assert run(tmp_path, "play", *SHORT, "--first", "me").returncode == 2


def test_earlier_tricks_are_hidden_when_the_table_says_so(tmp_path: Path) -> None:
    short = ("play", "prophecy", "--players", "3", "--variant", "short", "--seed", "9")
    plain = run(tmp_path / "a", *short, feed=f"1 2 3\n1\n1\nhistory\n\n{ONES}").stdout.decode()
    covered = run(tmp_path / "b", *short, "--no-look-back", feed=f"1 2 3\n1\n1\nhistory\n{ONES}").stdout.decode()
    assert "doesn't allow looking back at earlier tricks" in covered
    assert plain.count("Last: ") > covered.count("Last: ")
    (record,) = kept_records(tmp_path / "b")
    assert record["look_back"] is False


def test_pr_22_a_person_may_bid_early_or_wait(tmp_path: Path) -> None:
    game = foretold.load("prophecy", players=3, early_bids=True)
    for seed in range(20):
        match = SoloMatch(game, seed, 0, ("greedy", "greedy"), ("a", "b", "c"))
        while match.state.round < 2:
            match.take(match.view().legal[0]) if match.persons_turn else match.bot_acts()
        if match.may_wait:
            break
    waited = match.state.awaited
    assert match.bot_acts().seat == waited[0], "bots who may wait do"
    assert match.persons_turn
    assert match.undo()
    option = ("--option", "early_bids=true", "--players", "3", "--variant", "short")
    feed = "wait\n" + "1 2 3\n" + "1\n" * 14 + ("wait\n" * 2 + "1 2 3\n" + "1\n" * 14) * 4
    done = run(tmp_path, "play", "prophecy", "--seed", str(seed), *option, feed=feed)
    assert "type wait to see the face-up bid of" in done.stdout.decode()
